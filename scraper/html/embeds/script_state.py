"""Posts in the state that a page's scripts carry: JSON, or JSON in JavaScript, escaped any number of times.

A state often holds more than the article: other stories, feeds, the whole front page. A post counts only when
what stands around it in the state is also what the page shows in its paragraphs: then it is this article's
own body.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from scraper.html.embeds.state_context import are_beside, is_foreign, is_story, verdicts
from scraper.html.embeds.unescaping import BASE64_MARKUP, ESCAPE, markup_in, plain
from scraper.registry import any_key, posts_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scraper.html.embeds.state_context import Shown

_LESS = rf"(?:<|&lt;|{ESCAPE}(?:u003|x3)[cC])"
_SLASH = rf"(?:\\*+/|{ESCAPE}(?:u002|x2)[fF])"
_OPENS, _CLOSES = re.compile(rf"{_LESS}$"), re.compile(rf"{_LESS}{_SLASH}$")
_NAMES = ("blockquote", "iframe")
_LONGEST, _MOST, _SMALL = 30_000, 200, 12_000
#: What an object that names a post holds to either side of the address; how near to that it says what it is.
_LONGEST_OBJECT, _NEAR_ADDRESS = 1500, 400
#: And with all that is said of its author, its links and its media.
_LONGEST_POST = 8000
_BRACE = re.compile(r"[{}]")
#: So far in front of an object that holds no more than the address another may say what both are.
_NEAR_KEY = 120
#: So many small objects may stand in one before its address.
_MOST_BEFORE = 20
_ESCAPED_SLASH = re.compile(r"\\++(?:/|u002[fF])")
_OBJECT = re.compile(
    r"\b(?:_?type|sub_?type|provider(?:_?name)?|service|network|platform|kind|(?:__)?component|__typename|(?:embed|content)_?type|element)"
    r"\\*\"?\s*:\s*\\*[\"'][^\"']{0,40}(?:embed|social|"
    rf"{any_key()})",
    re.IGNORECASE,
)
#: The key of an address that is named for an embed, or for a platform.
_EMBED_KEY = re.compile(
    rf"(?:embed|{any_key()})"
    r"[\w-]{0,12}\\*[\"']?\s*:\s*"
    r"\\*[\"']https?:\\*$",
    re.IGNORECASE,
)
#: A tweet's id under the key that is named for it, from the sighting on.
_TWEET_ID = re.compile(r"weet[-_]?[iI][dD][\\\"']*\s*:\s*[\\\"']*(\d{15,20})(?!\d)")
#: The widget's documented call, which fills an element: ``twttr.widgets.createTweet("id", element)``.
_CALL = re.compile(r"createTweet(?:Embed)?\(\s*[\"'](\d{5,20})[\"']")
_ADDRESS = re.compile(r"https?://[^\s\"'<>\\]{8,500}")
#: Where an address ends, or is escaped; and a length that says which post it is the address of.
_ADDRESS_END, _SHORTEST_ADDRESS = re.compile(r"[\s\"'<>\\]"), 25


@dataclass(frozen=True, slots=True)
class _Piece:
    """A post in a state: an object that names an address, or a whole embed, at times in base64."""

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


def tells_more(sighted: Iterable[str], outside: str) -> bool:
    """Return whether a state has a post that was not sighted outside of scripts; most only repeat the page.

    Args:
        sighted: What stands at each sighting in the state.
        outside: What was sighted outside of scripts.
    """
    addressed = (_ESCAPED_SLASH.sub("/", piece) if "\\" in piece else piece for piece in sighted)
    new = (piece for piece in addressed if not _is_repeated(piece, outside))
    return any(_is_of_new_post(piece, outside) for piece in new)


def _is_of_new_post(sighted: str, outside: str) -> bool:
    """Return whether a post was sighted that was not sighted outside, or one in base64."""
    if BASE64_MARKUP.match(sighted):
        return True
    native_id = _id_at(sighted)
    return native_id is not None and native_id not in outside


def _id_at(sighted: str) -> str | None:
    """The id of the post whose address, or whose id itself, was sighted."""
    post = next(posts_in(sighted), None)
    numbered = _TWEET_ID.match(sighted) if post is None else None
    return post.id if post else numbered[1] if numbered else None


def _is_repeated(sighted: str, outside: str) -> bool:
    """Return whether an address stands outside with its very letters: most do, and to read one costs more."""
    end = _ADDRESS_END.search(sighted)
    return end is not None and end.start() > _SHORTEST_ADDRESS and sighted[: end.start()] in outside


class State:
    """A state, with the posts in it; what is asked again is not worked out again.

    Attributes:
        text: The content of a script, or the value of an attribute.
        hits: Its `sightings`.
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
        """The posts in a small state that stands in the flow of the page."""
        return self._pieces(is_beside=True)

    @cached_property
    def _single(self) -> str | None:
        """The markup of the only one of them, however often it is repeated, as markup or by its address."""
        markups = sorted({piece.markup(self.text) for piece in self._beside}, key=len)
        whole = markups.pop() if markups else None
        ids = map(_id_at, markups)
        return whole if whole and all(native_id and native_id in whole for native_id in ids) else None

    def may_have_pieces(self, shown: Shown) -> bool:
        """Return whether `pieces` may give any, wherever the script stands; calls of the widget aside."""
        if not self._is_small:
            return bool(self._all) and (not shown.is_sure or bool(self._own_pieces(shown)))
        spans = [piece.span for piece in self._beside]
        return self._single is not None or any(verdicts(self.text, spans, shown))

    def pieces(self, shown: Shown, *, is_beside: bool = False) -> list[str]:
        """Return the markup of every post in a state that belongs to the article on the page.

        Args:
            shown: The paragraphs of the page.
            is_beside: The script stands in the flow of the page, as that of a single placeholder does.

        Returns:
            Markup, one item a post, in the order of the state.
        """
        calls = [f'<div data-tweet-id="{call[1]}"></div>' for call in _CALL.finditer(self.text)]
        if calls or not (is_beside and self._is_small):
            return calls or self._own_pieces(shown)
        return [self._single] if self._single is not None else self._own_of(self._beside, shown)

    def _own_pieces(self, shown: Shown) -> list[str]:
        if self._own is None:
            self._own = self._own_of(self._all, shown)
        return self._own

    def _own_of(self, pieces: list[_Piece], shown: Shown) -> list[str]:
        """The pieces that are the article's own by what stands around them, or around one beside them."""
        script = self.text
        if is_foreign(script, [piece.start for piece in pieces], shown):
            return []
        spans = [piece.span for piece in pieces]
        beside = [are_beside(script, *pair) for pair in pairwise(spans)]
        own = list(verdicts(script, spans, shown))
        for n, is_near in enumerate(beside):
            if own[n + 1] is None and is_near:
                own[n + 1] = own[n]
        for n in range(len(pieces) - 2, -1, -1):
            if own[n] is None and beside[n]:
                own[n] = own[n + 1]
        return [piece.markup(script) for piece, is_own in zip(pieces, own, strict=True) if is_own]

    def _pieces(self, *, is_beside: bool) -> list[_Piece]:
        """The first posts in a state, in its order.

        Args:
            is_beside: It is small and stands in the flow of the page, as that of a single placeholder does.
        """
        embeds = [*_embeds(self.text, self.hits), *_parked(self.text, self.hits)] if self.hits else []
        alone = [hit for hit in self.hits if not any(e.start <= hit < e.end for e in embeds)]
        objects = _objects(self.text, alone, is_beside)
        return sorted({*embeds, *objects}, key=lambda piece: piece.start)[:_MOST]


def _embeds(script: str, hits: Sequence[int]) -> Iterator[_Piece]:
    """Whole embeds: escaped blockquotes and frames with a sighting in them."""
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
    """Whole embeds in base64."""
    for hit in hits:
        found = BASE64_MARKUP.match(script, hit, hit + _LONGEST) if script.startswith("PG", hit) else None
        if found and (markup := markup_in(found[0].replace("\\", ""))) is not None:
            yield _Piece(hit, found.end(), parked=markup)


def _any(hits: Sequence[int], start: int, end: int) -> bool:
    return bisect_left(hits, end) > bisect_left(hits, start)


def _objects(script: str, hits: Sequence[int], is_beside: bool) -> Iterator[_Piece]:  # noqa: FBT001
    """Objects that call themselves an embed and hold an address; any object in a placeholder's own script."""
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
    """Where the object around an offset begins: a few that end before it are stepped over."""
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
    """Where an object lies, with all that it says of its post; of a whole story only the address."""
    depth = 1
    for brace in _BRACE.finditer(script, hit, hit + _LONGEST_POST):
        depth += 1 if brace[0] == "{" else -1
        if not depth:
            if is_story(script[begin : brace.end()], sure=False):
                break
            return begin, brace.end()
    return hit, hit + 1


def _is_embed(script: str, begin: int, end: int, hit: int) -> bool:
    """Return whether an object calls itself an embed, or the address in it."""
    named = _EMBED_KEY.search(script, max(begin, hit - 80), hit)
    near = max(begin, hit - _NEAR_ADDRESS), min(end, hit + _NEAR_ADDRESS)
    if named is not None or _OBJECT.search(script, *near) is not None:
        return True
    around = script.rfind("{", max(0, begin - _NEAR_KEY), begin)
    is_member = around >= 0 and script.find("}", around, begin) < 0
    return is_member and _OBJECT.search(script, around, begin) is not None
