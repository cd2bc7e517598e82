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
from itertools import chain, islice, pairwise
from typing import TYPE_CHECKING, Protocol

from scraper.platforms import posts_in
from scraper.urls import tweet_permalink

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

# A run of backslashes is tried once, from its beginning: else many of them would take quadratic time.
_ESCAPE = r"(?<!\\)\\++"
_LESS = rf"(?:<|&lt;|{_ESCAPE}(?:u003|x3)[cC])"
_SLASH = rf"(?:\\*+/|{_ESCAPE}(?:u002|x2)[fF])"
_OPENS, _CLOSES = re.compile(rf"{_LESS}$"), re.compile(rf"{_LESS}{_SLASH}$")
_NAMES = ("blockquote", "iframe")
_LONGEST, _MOST, _SMALL = 30_000, 200, 12_000
#: What an object that names a post holds to either side of the address; how near to that it says what it is.
_LONGEST_OBJECT, _NEAR_ADDRESS = 1500, 400
#: How much of the state around a post is compared with the page, and how near two posts share their verdict.
_AROUND, _NEAR = 6000, 2500
_ESCAPED_SLASH = re.compile(r"\\++(?:/|u002[fF])")
_UNICODE = re.compile(rf"{_ESCAPE}[uU]([0-9a-fA-F]{{4}})")
_SPACE = re.compile(rf"{_ESCAPE}([nrt])")
_BEFORE_SIGN = re.compile(rf"{_ESCAPE}(?=[\"'/])")
#: Letters by their numbers, as whole texts in other scripts are written at times; not quotation marks alone.
_NUMBERED = re.compile(r"&#x?[0-9a-fA-F]{2,6};(?:&#x?[0-9a-fA-F]{2,6};){5}")
_TAGS = re.compile(r"<[^<>]{0,2000}>")
#: Words between two marks, but for the first, on which an escape may hang; and text that is written unspaced.
_RUN = re.compile(r" [^<>\"\\{}\[\]:;.!?()=/&“”„«»‘’…—–|*]{24,}+")
_UNSPACED = re.compile(r"[\u0e00-\u9fff]{15,}+")
_LONG_RUN, _WORDS_AT_ONCE, _FEWEST_WORDS, _MOST_RUNS = 25, 12, 5, 16
_OBJECT = re.compile(
    r"\b(?:_?type|sub_?type|provider(?:_?name)?|service|network|platform|kind|component|__typename|embed_?type|element)"
    r"\\*\"?\s*:\s*\\*[\"'][^\"']{0,40}(?:embed|tweet|twitter|instagram|tiktok|facebook|youtube|bluesky|mastodon|threads|reddit"
    r"|telegram|social)",
    re.IGNORECASE,
)
#: The key of a list of other stories; first letters that are told in two cases cost a tenth of any case.
_OTHERS_KEY = (
    r"[\"'](?:[rR](?i:elated|ecommend|ead_?(?:next|more))|[mM](?i:ore_?(?:stories|from|news|videos|articles|posts)"
    r"|ost_?(?:read|popular|viewed))|[tT](?i:rending)|[lL](?i:atest)|[uU]p[nN]ext|[nN]ext_?[aAsSpP](?i:rticle|tory|ost)"
    r"|[pP](?i:opular))\w{0,20}\\{0,8}[\"']\s*:"
)
_OTHERS = re.compile(_OTHERS_KEY)
#: The key of what is no article, in front of the list or object that it holds.
_HOLDS_OTHERS = re.compile(
    rf"(?:{_OTHERS_KEY}|[\"'](?i:sidebar|timeline|comments|footer|header|feed|widgets)\\{{0,8}}[\"']\s*:)\s*$"
)
#: The key of an address that is named for an embed, or for a platform.
_EMBED_KEY = re.compile(
    r"(?:embed|tweet|twitter|instagram|tiktok|facebook|youtube|bluesky|mastodon|threads)\w{0,12}\\*[\"']?\s*:\s*"
    r"\\*[\"']https?:\\*$",
    re.IGNORECASE,
)
_BRACKET = re.compile(r"[\[\]{}]")
#: So many runs of words that the page does not print make a list of something else.
_MANY_FOREIGN = 5
#: No state nests its stories deeper.
_DEEPEST = 30
#: So many runs of words a post's text, its author's description and the like may have.
_MOST_OF_A_POST = 10
#: A tweet's id under the key that is named for it, from the sighting on.
_TWEET_ID = re.compile(r"weet[-_]?[iI][dD][\\\"']*\s*:\s*[\\\"']*(\d{15,20})(?!\d)")
#: The widget's documented call, which fills an element: ``twttr.widgets.createTweet("id", element)``.
_CALL = re.compile(r"createTweet(?:Embed)?\(\s*[\"'](\d{5,20})[\"']")
_ADDRESS = re.compile(r"https?://[^\s\"'<>\\]{8,500}")
#: Where an address ends, or is escaped; and a length that says which post it is the address of.
_ADDRESS_END, _SHORTEST_ADDRESS = re.compile(r"[\s\"'<>\\]"), 25


class Shown(Protocol):
    """The paragraphs of a page, which a state is held against."""

    @property
    def is_sure(self) -> bool:
        """Whether the answers are final; if not, only the tree can tell, and all may be shown."""

    def shows(self, words: Sequence[str]) -> bool:
        """Tell whether consecutive words stand in a paragraph of the page."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """A post in a state: an object that names an address, or a whole embed."""

    start: int
    end: int
    address: str | None = None

    def markup(self, script: str) -> str:
        if self.address is not None:
            return f'<vp-object data-url="{html.escape(self.address)}"></vp-object>'
        return plain(script[self.start : self.end]) + ">"


def tells_more(sighted: Iterable[str], outside: str) -> bool:
    """Tell whether a state has a post that was not sighted outside of scripts; most only repeat the page.

    Args:
        sighted: What stands at each sighting in the state.
        outside: What was sighted outside of scripts.
    """
    addressed = (_ESCAPED_SLASH.sub("/", piece) if "\\" in piece else piece for piece in sighted)
    new = (piece for piece in addressed if not _is_repeated(piece, outside))
    return any(native_id is not None and native_id not in outside for native_id in map(_id_at, new))


def _id_at(sighted: str) -> str | None:
    """The id of the post whose address, or whose id itself, was sighted."""
    post = next(posts_in(sighted), None)
    numbered = _TWEET_ID.match(sighted) if post is None else None
    return post.id if post else numbered[1] if numbered else None


def _is_repeated(sighted: str, outside: str) -> bool:
    """Tell whether an address stands outside with its very letters: most do, and to read one costs more."""
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

    def may_have_pieces(self, shown: Shown) -> bool:
        """Tell whether `pieces` may give any, wherever the script stands; calls of the widget aside."""
        if not self._is_small:
            return bool(self._all) and (not shown.is_sure or bool(self._own_pieces(shown)))
        pieces = self._pieces(is_beside=True)
        is_single = len({piece.markup(self.text) for piece in pieces}) == 1
        return is_single or any(_verdicts(self.text, pieces, shown))

    def pieces(self, shown: Shown, *, is_beside: bool = False) -> list[str]:
        """Give the markup of every post in a state that belongs to the article on the page.

        Args:
            shown: The paragraphs of the page.
            is_beside: The script stands in the flow of the page, as that of a single placeholder does.

        Returns:
            Markup, one item a post, in the order of the state.
        """
        calls = [f'<div data-tweet-id="{call[1]}"></div>' for call in _CALL.finditer(self.text)]
        if calls or not (is_beside and self._is_small):
            return calls or self._own_pieces(shown)
        pieces = self._pieces(is_beside=True)
        if len({piece.markup(self.text) for piece in pieces}) == 1:
            return [pieces[0].markup(self.text)]
        return self._own_of(pieces, shown)

    def _own_pieces(self, shown: Shown) -> list[str]:
        if self._own is None:
            self._own = self._own_of(self._all, shown)
        return self._own

    def _own_of(self, pieces: list[_Piece], shown: Shown) -> list[str]:
        """The pieces that are the article's own by what stands around them, or around one beside them."""
        script = self.text
        if is_foreign(script, [piece.start for piece in pieces], shown):
            return []
        beside = [_are_beside(script, *pair) for pair in pairwise(pieces)]
        own = list(_verdicts(script, pieces, shown))
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
        embeds = list(_embeds(self.text, self.hits)) if self.hits else []
        alone = [hit for hit in self.hits if not any(e.start <= hit < e.end for e in embeds)]
        objects = _objects(self.text, alone, is_beside)
        return sorted({*embeds, *objects}, key=lambda piece: piece.start)[:_MOST]


def _are_beside(script: str, piece: _Piece, following: _Piece) -> bool:
    """Tell whether two posts share their verdict: near each other, and no list of other stories between."""
    return following.start - piece.end < _NEAR and _OTHERS.search(script, piece.end, following.start) is None


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


def _any(hits: Sequence[int], start: int, end: int) -> bool:
    return bisect_left(hits, end) > bisect_left(hits, start)


def _objects(script: str, hits: Sequence[int], is_beside: bool) -> Iterator[_Piece]:  # noqa: FBT001
    """Objects that call themselves an embed and hold an address; any object in a placeholder's own script."""
    for hit in hits[:_MOST]:
        begin = script.rfind("{", max(0, hit - _LONGEST_OBJECT), hit)
        end = script.find("}", hit, hit + _LONGEST_OBJECT)
        if not 0 <= begin < end:
            continue
        if numbered := _TWEET_ID.match(script, hit):
            yield _Piece(begin, end + 1, tweet_permalink(numbered[1], None))
        elif not (is_beside or _is_embed(script, begin, end, hit)):
            continue
        elif address := _ADDRESS.search(plain(script[max(begin, hit - 12) : end])):
            yield _Piece(begin, end + 1, address[0])


def _is_embed(script: str, begin: int, end: int, hit: int) -> bool:
    """Tell whether an object calls itself an embed, or the address in it."""
    named = _EMBED_KEY.search(script, max(begin, hit - 80), hit)
    near = max(begin, hit - _NEAR_ADDRESS), min(end, hit + _NEAR_ADDRESS)
    return named is not None or _OBJECT.search(script, *near) is not None


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
        text = _BEFORE_SIGN.sub("", text)
    return html.unescape(text) if text.lstrip().startswith("&lt;") else text


def is_foreign(script: str, places: Sequence[int], shown: Shown) -> bool:
    """Tell whether the page shows nothing of what stands around some places, and so none of them is its own.

    Args:
        script: A state.
        places: Offsets into it, ascending.
        shown: The paragraphs of the page.
    """
    around = list(_around(script, places))
    escaped = (plain(text) for text in around if "\\u" in text)
    numbered = (html.unescape(text) for text in around if _NUMBERED.search(text))
    texts = chain(around, escaped, numbered)
    return not any(shown.shows(words) for text in texts for words in _all_words(text))


def _all_words(text: str) -> Iterator[list[str]]:
    """All runs of words; and of signs, where few words are among what is written unspaced."""
    found = 0
    for words in runs_of_words(text):
        found += 1
        yield words
    if 0 < found <= _MOST_RUNS:
        yield from _unspaced(text)


def _around(script: str, places: Sequence[int]) -> Iterator[str]:
    """What stands around places; where they are near each other, only once."""
    start = end = 0
    for place in places:
        if place - _AROUND > end:
            yield script[start:end]
            start = place - _AROUND
        end = place + _AROUND
    yield script[start:end]


def _verdicts(script: str, pieces: Sequence[_Piece], shown: Shown) -> Iterator[bool | None]:
    """The verdict on each post; what the posts say themselves tells nothing of whose they are."""
    parts: list[str] = []
    position = 0
    for piece in pieces:
        if piece.start >= position:
            parts += [script[position : piece.start], " " * (piece.end - piece.start)]
            position = piece.end
    rest = "".join([*parts, script[position:]])
    return (_verdict(rest, piece, shown) for piece in pieces)


def _verdict(script: str, piece: _Piece, shown: Shown) -> bool | None:
    """Tell whether a post is the article's: the lists and objects around it are asked from the inside.

    The first of them that holds words of the page makes it the article's; one of many other words makes it
    another story's. What an object says may be about the post itself, so it takes more of that.

    Returns:
        None where no running text stands around it.
    """
    start, end = piece.start, piece.end
    for is_list, opened, closed in islice(_enclosing(script, piece), _DEEPEST):
        around = chain(_words(script[opened:start]), _words(script[end:closed]))
        foreign = 0
        for words in around:
            if shown.shows(words):
                return True
            foreign += 1
        is_other = foreign >= (_MANY_FOREIGN if is_list else _MOST_OF_A_POST)
        if is_other or _HOLDS_OTHERS.search(script, max(0, opened - 60), opened):
            return False
        start, end = opened, closed
    return None


def _enclosing(script: str, piece: _Piece) -> Iterator[tuple[bool, int, int]]:
    """The lists and objects around a post, the innermost first; as much of them as is near.

    Brackets in texts are counted too; most come in pairs.

    Yields:
        Whether it is a list, where it begins, where it ends.
    """
    first, last = _same_story(script, piece)
    opened: list[int] = []
    for bracket in _BRACKET.finditer(script, first, piece.start):
        if bracket[0] in "[{":
            opened.append(bracket.start())
        elif opened:
            opened.pop()
    depth = 0
    for bracket in _BRACKET.finditer(script, piece.end, last):
        depth += 1 if bracket[0] in "[{" else -1
        if depth < 0:
            yield bracket[0] == "]", opened.pop() if opened else first, bracket.end()
            depth = 0
    for start in reversed(opened):
        yield script[start] == "[", start, last
    yield False, first, last


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


def _words(text: str) -> Iterator[list[str]]:
    """Runs of words without marks between them, which look alike in a state and in a page."""
    found = False
    for words in runs_of_words(text, _MOST_RUNS):
        found = True
        yield words
    if not found:
        yield from runs_of_words(_TAGS.sub("\n", plain(text)), _MOST_RUNS)
    else:
        yield from _unspaced(text)[-_MOST_RUNS:]
    if _NUMBERED.search(text):
        yield from _all_words(_TAGS.sub("\n", html.unescape(plain(text))))


def runs_of_words(text: str, most: int = 1_000_000) -> Iterator[list[str]]:
    """The last runs of words in a text, from its end; or of signs, where a script has no spaces."""
    found = 0
    for run in reversed(_RUN.findall(text)):
        words = run.split()
        for n in reversed(range(0, len(words), _WORDS_AT_ONCE)):
            part = words[n : n + _WORDS_AT_ONCE]
            if len(part) >= _FEWEST_WORDS and len(" ".join(part)) >= _LONG_RUN:
                yield part
                found += 1
                if found == most:
                    return
    if not found:
        yield from _unspaced(text)[-most:]


def _unspaced(text: str) -> list[list[str]]:
    return [] if text.isascii() else [[signs] for signs in _UNSPACED.findall(text)]
