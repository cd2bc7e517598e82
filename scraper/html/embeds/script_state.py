"""Find posts in the application state in a page's scripts: JSON, or JSON in JavaScript, escaped at any depth.

A state often has more than the article: other stories, feeds, the whole front page. A post counts only when
the text around it in the state also occurs in the page's paragraphs: then the text is this article's body.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from scraper.html.embeds.state_context import belong_to_article, is_story, is_unrelated, share_owner
from scraper.html.embeds.unescaping import BASE64_MARKUP, ESCAPE, markup_in, plain
from scraper.registry import any_key, posts_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scraper.html.embeds.state_context import PageText

_LESS = rf"(?:<|&lt;|{ESCAPE}(?:u003|x3)[cC])"
_SLASH = rf"(?:\\*+/|{ESCAPE}(?:u002|x2)[fF])"
_OPENS, _CLOSES = re.compile(rf"{_LESS}$"), re.compile(rf"{_LESS}{_SLASH}$")
_NAMES = ("blockquote", "iframe")
_LONGEST, _MOST, _SMALL = 30_000, 200, 12_000
#: Most characters of an object on either side of a URL; and how near to that its type is searched.
_LONGEST_OBJECT, _NEAR_ADDRESS = 1500, 400
#: The same with all that the object says of the author, links and media.
_LONGEST_POST = 8000
_BRACE = re.compile(r"[{}]")
#: How far before an object with only a URL the enclosing one may state the type.
_NEAR_KEY = 120
#: Most small objects to skip in an object before its URL.
_MOST_BEFORE = 20
_ESCAPED_SLASH = re.compile(r"\\++(?:/|u002[fF])")
_OBJECT = re.compile(
    r"\b(?:_?type|sub_?type|provider(?:_?name)?|service|network|platform|kind|(?:__)?component|__typename|(?:embed|content)_?type|element)"
    r"\\*\"?\s*:\s*\\*[\"'][^\"']{0,40}(?:embed|social|"
    rf"{any_key()})",
    re.IGNORECASE,
)
#: The key of a URL, when it is named for an embed or for a platform.
_EMBED_KEY = re.compile(
    rf"(?:embed|{any_key()})"
    r"[\w-]{0,12}\\*[\"']?\s*:\s*"
    r"\\*[\"']https?:\\*$",
    re.IGNORECASE,
)
#: A tweet's id under a key named for it, from the literal on.
_TWEET_ID = re.compile(r"weet[-_]?[iI][dD][\\\"']*\s*:\s*[\\\"']*(\d{15,20})(?!\d)")
#: The widget's documented call, which fills an element: ``twttr.widgets.createTweet("id", element)``.
_CALL = re.compile(r"createTweet(?:Embed)?\(\s*[\"'](\d{5,20})[\"']")
_ADDRESS = re.compile(r"https?://[^\s\"'<>\\]{8,500}")
#: The end of a URL, or an escape in it; and a length at which a URL identifies a post.
_ADDRESS_END, _SHORTEST_ADDRESS = re.compile(r"[\s\"'<>\\]"), 25


@dataclass(frozen=True, slots=True)
class _Piece:
    """A post in a state: an object with a URL, or a whole embed code, which may be in base64.

    Attributes:
        start: Offset of its beginning.
        end: Offset of its end.
        address: The URL, when it is an object.
        parked: The decoded embed code, when that was in base64.
    """

    start: int
    end: int
    address: str | None = None
    parked: str | None = None

    @property
    def span(self) -> tuple[int, int]:
        return self.start, self.end

    def markup(self, script: str) -> str:
        if self.address is not None:
            return f'<vp-object data-url="{html.escape(self.address)}"></vp-object>'
        if self.parked is not None:
            return self.parked
        return plain(script[self.start : self.end]) + ">"


def has_new_post(matches: Iterable[str], outside: str) -> bool:
    """Return whether a state has a post that is not in the page outside of scripts.

    Args:
        matches: The text at each match in the state.
        outside: The texts at the matches outside of scripts.
    """
    addressed = (_ESCAPED_SLASH.sub("/", piece) if "\\" in piece else piece for piece in matches)
    new = (piece for piece in addressed if not _is_repeated(piece, outside))
    return any(_is_of_new_post(piece, outside) for piece in new)


def _is_of_new_post(text: str, outside: str) -> bool:
    """Return whether the text at a match has a post that is not in `outside`, or one in base64."""
    if BASE64_MARKUP.match(text):
        return True
    native_id = _id_at(text)
    return native_id is not None and native_id not in outside


def _id_at(text: str) -> str | None:
    """Return the id of the post whose URL or id is at a match; None without one."""
    post = next(posts_in(text), None)
    numbered = _TWEET_ID.match(text) if post is None else None
    return post.id if post else numbered[1] if numbered else None


def _is_repeated(text: str, outside: str) -> bool:
    """Return whether a URL is in `outside` literally: most are, and parsing one takes longer."""
    end = _ADDRESS_END.search(text)
    return end is not None and end.start() > _SHORTEST_ADDRESS and text[: end.start()] in outside


class ScriptState:
    """Application state and the posts in it, which are cached.

    Attributes:
        text: The content of a script, or the value of an attribute.
        hits: The offsets of its matches, see `literal_offsets`.
    """

    def __init__(self, text: str, hits: Sequence[int]) -> None:
        self.text = text
        self.hits = hits
        self._is_small = len(text) < _SMALL
        self._own: list[str] | None = None

    @cached_property
    def _all(self) -> list[_Piece]:
        return self._pieces(is_beside=False)

    @cached_property
    def _beside(self) -> list[_Piece]:
        """The posts of a small state in the flow of the page."""
        return self._pieces(is_beside=True)

    @cached_property
    def _single(self) -> str | None:
        """The markup of the only post in such a state, which may be repeated as markup or URL."""
        markups = sorted({piece.markup(self.text) for piece in self._beside}, key=len)
        whole = markups.pop() if markups else None
        ids = map(_id_at, markups)
        return whole if whole and all(native_id and native_id in whole for native_id in ids) else None

    def may_have_embeds(self, page_text: PageText) -> bool:
        """Return whether `embeds_of_article` may return any, but for calls of Twitter's widget."""
        if not self._is_small:
            return bool(self._all) and (not page_text.is_final or bool(self._own_pieces(page_text)))
        spans = [piece.span for piece in self._beside]
        return self._single is not None or any(belong_to_article(self.text, spans, page_text))

    def embeds_of_article(self, page_text: PageText, *, is_beside: bool = False) -> list[str]:
        """Return the markup of every post in a state that belongs to the article on the page.

        Args:
            page_text: The paragraphs of the page.
            is_beside: The script is in the flow of the page, as that of a single placeholder is.

        Returns:
            The markup of each post, in the order of the state.
        """
        calls = [f'<div data-tweet-id="{call[1]}"></div>' for call in _CALL.finditer(self.text)]
        if calls or not (is_beside and self._is_small):
            return calls or self._own_pieces(page_text)
        return [self._single] if self._single is not None else self._own_of(self._beside, page_text)

    def _own_pieces(self, page_text: PageText) -> list[str]:
        if self._own is None:
            self._own = self._own_of(self._all, page_text)
        return self._own

    def _own_of(self, pieces: list[_Piece], page_text: PageText) -> list[str]:
        """Return the markup of the posts that belong to the article by the text around them, or near."""
        script = self.text
        if is_unrelated(script, [piece.start for piece in pieces], page_text):
            return []
        spans = [piece.span for piece in pieces]
        beside = [share_owner(script, *pair) for pair in pairwise(spans)]
        own = list(belong_to_article(script, spans, page_text))
        for n, is_near in enumerate(beside):
            if own[n + 1] is None and is_near:
                own[n + 1] = own[n]
        for n in range(len(pieces) - 2, -1, -1):
            if own[n] is None and beside[n]:
                own[n] = own[n + 1]
        return [piece.markup(script) for piece, is_own in zip(pieces, own, strict=True) if is_own]

    def _pieces(self, *, is_beside: bool) -> list[_Piece]:
        """Return the first posts of a state, in order.

        Args:
            is_beside: The state is small and in the flow of the page, as that of a single placeholder is.
        """
        embeds = [*_embeds(self.text, self.hits), *_parked(self.text, self.hits)] if self.hits else []
        alone = [hit for hit in self.hits if not any(e.start <= hit < e.end for e in embeds)]
        objects = _objects(self.text, alone, is_beside)
        return sorted({*embeds, *objects}, key=lambda piece: piece.start)[:_MOST]


def _embeds(script: str, hits: Sequence[int]) -> Iterator[_Piece]:
    """Yield escaped blockquotes and frames with a match in them."""
    first, last = max(0, hits[0] - _LONGEST), hits[-1] + _LONGEST
    for name in _NAMES:
        begin = None
        at = script.find(name, first, last)
        while at >= 0:
            end = at + len(name)
            before = script[max(0, at - 24) : at]
            if opens := _OPENS.search(before):
                begin = at - len(opens[0]) if begin is None else begin
            elif begin is not None and _CLOSES.search(before):
                if end - begin < _LONGEST and _any(hits, begin, end):
                    yield _Piece(begin, end)
                begin = None
            at = script.find(name, end, last)


def _parked(script: str, hits: Sequence[int]) -> Iterator[_Piece]:
    """Yield embed codes in base64."""
    for hit in hits:
        found = BASE64_MARKUP.match(script, hit, hit + _LONGEST) if script.startswith("PG", hit) else None
        if found and (markup := markup_in(found[0].replace("\\", ""))) is not None:
            yield _Piece(hit, found.end(), parked=markup)


def _any(hits: Sequence[int], start: int, end: int) -> bool:
    return bisect_left(hits, end) > bisect_left(hits, start)


def _objects(script: str, hits: Sequence[int], is_beside: bool) -> Iterator[_Piece]:  # noqa: FBT001
    """Yield objects with a URL whose type is an embed; any object in a placeholder's own script."""
    for hit in hits[:_MOST]:
        begin = _opening(script, hit)
        end = script.find("}", hit, hit + _LONGEST_OBJECT)
        if not 0 <= begin < end or script.startswith("%", hit):
            continue
        if numbered := _TWEET_ID.match(script, hit):
            yield _Piece(*_extent(script, begin, hit), f"https://x.com/i/status/{numbered[1]}")
        elif not (is_beside or _is_embed(script, begin, end, hit)):
            continue
        elif address := _ADDRESS.search(plain(script[max(begin, hit - 12) : end])):
            yield _Piece(*_extent(script, begin, hit), address[0])


def _opening(script: str, hit: int) -> int:
    """Return where the object around an offset begins; a few objects that end before it are skipped."""
    first = -1
    begin, ended = hit, 0
    for _ in range(_MOST_BEFORE):
        opened = script.rfind("{", max(0, hit - _LONGEST_OBJECT), begin)
        if opened < 0:
            break
        first = opened if first < 0 else first
        ended += script.count("}", opened, begin)
        if not ended:
            return opened
        begin, ended = opened, ended - 1
    return first


def _extent(script: str, begin: int, hit: int) -> tuple[int, int]:
    """Return start and end of an object; of an object that is a whole story, only those of the URL."""
    depth = 1
    for brace in _BRACE.finditer(script, hit, hit + _LONGEST_POST):
        depth += 1 if brace[0] == "{" else -1
        if not depth:
            if is_story(script[begin : brace.end()], sure=False):
                break
            return begin, brace.end()
    return hit, hit + 1


def _is_embed(script: str, begin: int, end: int, hit: int) -> bool:
    """Return whether the type of an object, or the key of the URL in it, is that of an embed."""
    named = _EMBED_KEY.search(script, max(begin, hit - 80), hit)
    near = max(begin, hit - _NEAR_ADDRESS), min(end, hit + _NEAR_ADDRESS)
    if named is not None or _OBJECT.search(script, *near) is not None:
        return True
    around = script.rfind("{", max(0, begin - _NEAR_KEY), begin)
    is_member = around >= 0 and script.find("}", around, begin) < 0
    return is_member and _OBJECT.search(script, around, begin) is not None
