"""Find posts in the application state in a page's scripts: JSON, or JSON in JavaScript, escaped at any depth.

A state often has more than the article: other stories, feeds, the whole front page. A post counts only when
the text around it in the state also occurs in the page's paragraphs: then the text is this article's body.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_left
from functools import cache, cached_property
from itertools import chain, pairwise
from typing import TYPE_CHECKING
from urllib.parse import unquote

from scraper.html.embeds import state_context
from scraper.html.embeds.state_context import Piece
from scraper.html.embeds.typed_ids import may_be_typed
from scraper.html.embeds.unescaping import BASE64_MARKUP, ESCAPE, markup_in, plain
from scraper.patterns import lazy_regex
from scraper.registry import platforms, posts_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scraper.html.embeds.state_context import PageText, Span

_LESS = rf"(?:<|&lt;|{ESCAPE}(?:u003|x3)[cC])"
_SLASH = rf"(?:\\*+/|{ESCAPE}(?:u002|x2)[fF])"
_OPENS, _CLOSES = lazy_regex(rf"{_LESS}$"), lazy_regex(rf"{_LESS}{_SLASH}$")
_NAMES = ("blockquote", "iframe")
_LONGEST, _MOST, _SMALL = 30_000, 200, 12_000
#: Most posts whose references elsewhere in a state are searched.
_MOST_REFERRED = 40
_ESCAPED_SLASH = lazy_regex(r"\\++(?:/|u002[fF])")
#: Most characters of a call on either side of its mark.
_BEFORE_MARK, _LONGEST_CALL = 500, 150
#: The end of a URL, or an escape in it; and a length at which a URL identifies a post.
_FILLED = lazy_regex(r"^<vp-object [^<>]* data-fills=\"([\w-]+)\">")
_ADDRESS_END, _SHORTEST_ADDRESS = lazy_regex(r"[\s\"'<>\\]"), 25


def _object_of(url: str, element: str | None = None) -> str:
    """Return the markup of an object with the URL of a post, and the id of the element that shows it."""
    filled = f' data-fills="{element}"' if element else ""
    return f'<vp-object data-url="{html.escape(url)}"{filled}></vp-object>'


def filled_element(markup: str) -> str | None:
    """Return the id of the element that a call fills, given its markup; None if it is not known."""
    found = _FILLED.search(markup)
    return found[1] if found else None


def _markup(piece: Piece, script: str) -> str:
    if piece.address is not None:
        return _object_of(piece.address)
    return piece.parked or plain(script[piece.start : piece.end]) + ">"


@cache
def _calls() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return the calls that fill an element with a post, and the URL of such a post."""
    return tuple((re.compile(call), url) for platform in platforms() for call, url in platform.calls.items())


def has_call(script: str, hits: Iterable[int]) -> bool:
    """Return True if a script calls a platform's widget for a post at one of some offsets."""
    spans = [(max(0, hit - _BEFORE_MARK), hit + _LONGEST_CALL) for hit in hits]
    return any(call.search(script, *span) for span in spans for call, _ in _calls())


def _called(script: str) -> list[str]:
    """Return the markup of the posts for which a script calls a platform's widget, in order."""
    found = [(match.start(), match, url) for call, url in _calls() for match in call.finditer(script)]
    in_order = sorted(found, key=lambda call: call[0])
    called = (_object_of(url.format(**match.groupdict()), match["element"]) for _, match, url in in_order[:_MOST])
    return list(dict.fromkeys(called))


def has_new_post(matches: Iterable[str], outside: str) -> bool:
    """Return True if a state has a post, by the texts at its matches, that is not `outside` of scripts."""
    for match in matches:
        text = _ESCAPED_SLASH.sub("/", match) if "\\" in match else match
        text = unquote(text) if text.startswith("%") else text
        end = _ADDRESS_END.search(text)
        if end is not None and end.start() > _SHORTEST_ADDRESS and text[: end.start()] in outside:
            continue  # as most are, and parsing one takes longer
        is_hidden = BASE64_MARKUP.match(text) is not None or may_be_typed(text)
        if is_hidden or ((native_id := _id_at(text)) is not None and native_id not in outside):
            return True
    return False


def _id_at(text: str) -> str | None:
    """Return the id of the post with a URL or id at a match; None without one."""
    post = next(posts_in(text), None)
    numbered = state_context.address_of_id(text, 0) if post is None else None
    post = next(posts_in(numbered), None) if numbered else post
    return post.id if post else None


class ScriptState:
    """The content of a script or attribute with application state, and the posts in it, which are cached."""

    def __init__(self, text: str, hits: Sequence[int]) -> None:
        self.text = text
        self.hits = hits
        self._is_small = len(text) < _SMALL
        self._own: list[str] | None = None

    @cached_property
    def _all(self) -> list[Piece]:
        return self._pieces(is_beside=False)

    @cached_property
    def _beside(self) -> list[Piece]:
        """The posts of a small state in the flow of the page."""
        return self._pieces(is_beside=True)

    @cached_property
    def _single(self) -> str | None:
        """The markup of the only post in such a state, which may be repeated as markup or URL."""
        markups = sorted({_markup(piece, self.text) for piece in self._beside}, key=len)
        whole = markups.pop() if markups else None
        ids = map(_id_at, markups)
        return whole if whole and all(native_id and native_id in whole for native_id in ids) else None

    def may_have_embeds(self, page_text: PageText) -> bool:
        """Return True if `embeds_of_article` may return any, but for calls of platforms' widgets."""
        if not self._is_small:
            return bool(self._all) and (not page_text.is_final or bool(self._own_pieces(page_text)))
        spans = [piece[:2] for piece in self._beside]
        return self._single is not None or any(state_context.belong_to_article(self.text, spans, page_text))

    def embeds_of_article(self, page_text: PageText, *, is_beside: bool = False) -> list[str]:
        """Return the markup of the article's posts, in order; `is_beside`: the script is in the flow of the page."""
        calls = _called(self.text) if has_call(self.text, self.hits) else []
        if calls or not (is_beside and self._is_small):
            return calls or self._own_pieces(page_text)
        return [self._single] if self._single is not None else self._own_of(self._beside, page_text)

    def _own_pieces(self, page_text: PageText) -> list[str]:
        if self._own is None:
            self._own = self._own_of(self._all, page_text)
        return self._own

    def _own_of(self, pieces: list[Piece], page_text: PageText) -> list[str]:
        """Return the markup of the posts that belong to the article by the text around them, or near."""
        script = self.text
        spans = [piece[:2] for piece in pieces]
        named = [state_context.references(script, span) for span in spans[:_MOST_REFERRED]]
        places = sorted(start for start, _ in chain(spans, *named))
        if state_context.is_unrelated(script, places, page_text):
            return []
        beside = [state_context.share_owner(script, *pair) for pair in pairwise(spans)]
        own = _share(self._told_by_text(pieces, named, page_text), beside)
        return [_markup(piece, script) for piece, is_own in zip(pieces, own, strict=True) if is_own]

    def _told_by_text(
        self, pieces: Sequence[Piece], named: Sequence[Sequence[Span]], page_text: PageText
    ) -> list[bool | None]:
        """Return of each post whether the text around it, or around its name elsewhere, is the article's."""
        script = self.text
        own = list(state_context.belong_to_article(script, [piece[:2] for piece in pieces], page_text))
        for n, places_of_name in enumerate(named):
            if not own[n] and any(state_context.belong_to_article(script, places_of_name, page_text)):
                own[n] = True
        for n, piece in enumerate(pieces):
            if piece.is_block and own[n]:
                own[n] = state_context.lists_text(script, piece[:2], page_text)
        return own

    def _pieces(self, *, is_beside: bool) -> list[Piece]:
        """Return the first posts of a state, in order; `is_beside` as for `embeds_of_article`."""
        embeds = [*_embeds(self.text, self.hits), *_parked(self.text, self.hits)] if self.hits else []
        alone = [hit for hit in self.hits if not any(e.start <= hit < e.end for e in embeds)]
        objects = state_context.objects_with_posts(self.text, alone, is_beside=is_beside)
        return sorted(dict.fromkeys((*embeds, *objects)), key=lambda piece: piece.start)[:_MOST]


def _share(own: list[bool | None], beside: Sequence[bool]) -> list[bool | None]:
    """Let a post of which nothing is known be as the one before, else after it, of one owner according to `beside`."""
    shared, near = list(own), [n for n, is_near in enumerate(beside) if is_near]
    for unknown, known in [*((n + 1, n) for n in near), *((n, n + 1) for n in reversed(near))]:
        if shared[unknown] is None:
            shared[unknown] = shared[known]
    return shared


def _embeds(script: str, hits: Sequence[int]) -> Iterator[Piece]:
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
                if end - begin < _LONGEST and bisect_left(hits, end) > bisect_left(hits, begin):
                    yield Piece(begin, end)
                begin = None
            at = script.find(name, end, last)


def _parked(script: str, hits: Sequence[int]) -> Iterator[Piece]:
    """Yield embed codes in base64."""
    for hit in hits:
        found = BASE64_MARKUP.match(script, hit, hit + _LONGEST) if script.startswith("PG", hit) else None
        if found and (markup := markup_in(found[0].replace("\\", ""))) is not None:
            yield Piece(hit, found.end(), parked=markup)
