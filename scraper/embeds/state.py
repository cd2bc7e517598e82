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
from itertools import pairwise
from typing import TYPE_CHECKING

from scraper.platforms import posts_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

# A run of backslashes is tried once, from its beginning: else many of them would take quadratic time.
_ESCAPE = r"(?<!\\)\\++"
_LESS = rf"(?:<|&lt;|{_ESCAPE}(?:u003|x3)[cC])"
_SLASH = rf"(?:\\*+/|{_ESCAPE}(?:u002|x2)[fF])"
_OPENS, _CLOSES = re.compile(rf"{_LESS}$"), re.compile(rf"{_LESS}{_SLASH}$")
_NAMES = (re.compile("blockquote"), re.compile("iframe"))
_LONGEST, _MOST, _SMALL = 30_000, 200, 12_000
#: How much of the state around a post is compared with the page, and how near two posts share their verdict.
_AROUND, _NEAR = 6000, 2500
_ESCAPED_SLASH = re.compile(r"\\++(?:/|u002[fF])")
_UNICODE = re.compile(rf"{_ESCAPE}[uU]([0-9a-fA-F]{{4}})")
_SPACE = re.compile(rf"{_ESCAPE}([nrt])")
_SIGN = re.compile(rf"{_ESCAPE}([\"'/])")
_TAGS = re.compile(r"<[^<>]{0,2000}>")
#: Words between two marks, but for the first, on which an escape may hang; and text that is written unspaced.
_RUN = re.compile(r" [^<>\"\\{}\[\]:;.!?()=/&“”„«»‘’…—–|*]++")
_UNSPACED = re.compile(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]{15,}+")
_LONG_RUN, _WORDS_AT_ONCE, _FEWEST_WORDS, _MOST_RUNS = 25, 12, 5, 16
_OBJECT = re.compile(
    r"\"(?:_?type|sub_?type|provider(?:_?name)?|kind|component|__typename|embed_?type|element)\"\s*:\s*"
    r"\"[^\"]{0,40}(?:embed|tweet|twitter|instagram|tiktok|facebook|youtube|bluesky|mastodon|threads|reddit"
    r"|telegram|social)",
    re.IGNORECASE,
)
#: The key of a list of other stories.
_OTHERS = re.compile(
    r"[\"'](?:related|recommend|more_?(?:stories|from|news)|most_?(?:read|popular)|trending|latest)\w{0,20}\\{0,8}[\"']\s*:",
    re.IGNORECASE,
)
#: The widget's documented call, which fills an element: ``twttr.widgets.createTweet("id", element)``.
_CALL = re.compile(r"createTweet(?:Embed)?\(\s*[\"'](\d{5,20})[\"']")
_ADDRESS = re.compile(r"https?://[^\s\"'<>\\]{8,500}")


@dataclass(frozen=True, slots=True)
class _Piece:
    start: int
    end: int
    markup: str


def tells_more(sighted: Iterable[str], outside: str) -> bool:
    """Tell whether a state has a post that was not sighted outside of scripts; most only repeat the page.

    Args:
        sighted: What stands at each sighting in the state.
        outside: What was sighted outside of scripts.
    """
    addressed = (_ESCAPED_SLASH.sub("/", piece) for piece in sighted)
    posts = (next(posts_in(piece), None) for piece in addressed)
    return any(post is not None and post.id is not None and post.id not in outside for post in posts)


def state_pieces(
    script: str, hits: Sequence[int], shown: Callable[[str], bool], *, is_beside: bool = False
) -> list[str]:
    """Give the markup of every post in a state that belongs to the article on the page.

    Args:
        script: The content of the script element.
        hits: Its `sightings`.
        shown: Tells whether some words stand in the paragraphs of the page.
        is_beside: The script stands in the flow of the page, as that of a single placeholder does.

    Returns:
        Markup, one item a post, in the order of the state.
    """
    calls = [f'<div data-tweet-id="{call[1]}"></div>' for call in _CALL.finditer(script)]
    if calls:
        return calls
    is_beside = is_beside and len(script) < _SMALL
    pieces = _pieces(script, hits, is_beside=is_beside)
    if is_beside and len({piece.markup for piece in pieces}) == 1:
        return [pieces[0].markup]
    beside = [_are_beside(script, *pair) for pair in pairwise(pieces)]
    own: list[bool] = []
    for n, piece in enumerate(pieces):
        own.append((n > 0 and own[-1] and beside[n - 1]) or _is_own(script, piece, shown))
    for n in range(len(pieces) - 2, -1, -1):
        own[n] = own[n] or (own[n + 1] and beside[n])
    return [piece.markup for piece, is_own in zip(pieces, own, strict=True) if is_own]


def _are_beside(script: str, piece: _Piece, following: _Piece) -> bool:
    """Tell whether two posts share their verdict: near each other, and no list of other stories between."""
    return following.start - piece.end < _NEAR and _OTHERS.search(script, piece.end, following.start) is None


def may_have_pieces(script: str, hits: Sequence[int], shown: Callable[[str], bool]) -> bool:
    """Tell whether `state_pieces` may give any, wherever the script stands; calls of the widget aside."""
    pieces = _pieces(script, hits, is_beside=len(script) < _SMALL)
    is_single = len(script) < _SMALL and len({piece.markup for piece in pieces}) == 1
    return is_single or any(_is_own(script, piece, shown) for piece in pieces)


def _pieces(script: str, hits: Sequence[int], *, is_beside: bool) -> list[_Piece]:
    """The first posts in a state, in its order.

    Args:
        script: The state.
        hits: Its `sightings`.
        is_beside: It is small and stands in the flow of the page, as that of a single placeholder does.
    """
    embeds = list(_embeds(script, hits)) if hits else []
    objects = _objects(
        script, [hit for hit in hits if not any(e.start <= hit < e.end for e in embeds)], is_beside
    )
    return sorted((*embeds, *objects), key=lambda piece: piece.start)[:_MOST]


def _embeds(script: str, hits: Sequence[int]) -> Iterator[_Piece]:
    """Whole embeds: escaped blockquotes and frames with a sighting in them."""
    first, last = max(0, hits[0] - _LONGEST), hits[-1] + _LONGEST
    for name in _NAMES:
        begin = None
        for word in name.finditer(script, first, last):
            before = script[max(0, word.start() - 24) : word.start()]
            if opens := _OPENS.search(before):
                begin = word.start() - len(opens[0]) if begin is None else begin
            elif begin is not None and _CLOSES.search(before):
                if word.end() - begin < _LONGEST and _any(hits, begin, word.end()):
                    yield _Piece(begin, word.end(), plain(script[begin : word.end()]) + ">")
                begin = None


def _any(hits: Sequence[int], start: int, end: int) -> bool:
    return bisect_left(hits, end) > bisect_left(hits, start)


def _objects(script: str, hits: Sequence[int], is_beside: bool) -> Iterator[_Piece]:  # noqa: FBT001
    """Objects that call themselves an embed and hold an address; any object in a placeholder's own script."""
    for hit in hits[:_MOST]:
        begin = script.rfind("{", max(0, hit - 500), hit)
        end = script.find("}", hit, hit + 500)
        if not 0 <= begin < end or not (is_beside or _OBJECT.search(plain(script[begin:end]))):
            continue
        address = _ADDRESS.search(plain(script[max(begin, hit - 12) : end]))
        if address:
            yield _Piece(begin, end, f'<vp-object data-url="{html.escape(address[0])}"></vp-object>')


def plain(escaped: str) -> str:
    r"""Undo the escapes of JSON and JavaScript, and of HTML where the piece begins with it, at any depth.

    >>> plain('\\\\u003Cp class=\\\\"a\\\\"\\\\u003EOne\\\\u003C\\/p\\\\u003E')
    '<p class="a">One</p>'
    """
    text = escaped
    if "\\" in text:
        text = _UNICODE.sub(lambda found: chr(int(found[1], 16)), text)
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        text = _SPACE.sub(lambda found: "\n" if found[1] == "n" else " ", text)
        text = _SIGN.sub(r"\1", text)
    return html.unescape(text) if text.lstrip().startswith("&lt;") else text


def _is_own(script: str, piece: _Piece, shown: Callable[[str], bool]) -> bool:
    """Compare what stands nearest first: that settles most cases."""
    begin, stop = _same_story(script, piece)
    for reach in (_AROUND // 4, _AROUND):
        around = (max(begin, piece.start - reach), piece.start), (piece.end, min(stop, piece.end + reach))
        if any(shown(words) for start, end in around for words in _words(script, start, end)):
            return True
    return False


def _same_story(script: str, piece: _Piece) -> tuple[int, int]:
    """The stretch around a post, up to where a list of other stories begins."""
    start, end = max(0, piece.start - _AROUND), piece.end + _AROUND
    for others in _OTHERS.finditer(script, start, end):
        if others.end() <= piece.start:
            start = others.end()
        elif others.start() >= piece.end:
            end = others.start()
            break
    return start, end


def _words(script: str, start: int, end: int) -> list[str]:
    """Runs of words without marks between them, which look alike in a state and in a page."""
    text = script[start:end]
    return runs_of_words(text, _MOST_RUNS) or runs_of_words(_TAGS.sub("\n", plain(text)), _MOST_RUNS)


def runs_of_words(text: str, most: int = 1000) -> list[str]:
    """The last runs of words in a text, each of some words; or of signs, where a script has no spaces."""
    found: list[str] = []
    for run in reversed(_RUN.findall(text)):
        if len(run) >= _LONG_RUN and len(found) < most:
            words = run.split()
            parts = (words[n : n + _WORDS_AT_ONCE] for n in range(0, len(words), _WORDS_AT_ONCE))
            joined = (" ".join(part).strip(",") for part in parts if len(part) >= _FEWEST_WORDS)
            found[:0] = [part for part in joined if len(part) >= _LONG_RUN]
    return (found or _UNSPACED.findall(text))[-most:]
