"""Search the source of a page for URLs and ids of posts; a page without any embeds nothing and need not be parsed.

Each URL or id begins with a literal. Aho-Corasick finds all literals in one pass; at each of them a regular expression
checks the text around it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial
from itertools import chain
from typing import TYPE_CHECKING

from ahocorasick_rs import BytesAhoCorasick, MatchKind

from scraper.html.embeds.typed_ids import letter_literals, letter_type, type_literals, typed_id
from scraper.html.embeds.unescaping import IN_BASE64
from scraper.patterns import lazy_regex
from scraper.registry import ANY_HOST, platforms

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Checks the text at a literal, given the source and the offset; returns None for a false match.
_Reader = Callable[[str, int], re.Match[str] | None]
#: Spellings of a slash: plain, after backslashes in a string, or by its number in a script, a query or an attribute.
_SLASH = r"(?:\\*+/|\\++u002[fF]|%2[fF]|&#(?:x2[fF]|47);)"
_SLASHES = r"(?:/\\*+/|\\u002[fF]\\++u002[fF]|%2[fF]%2[fF]|(?:&#(?:x2[fF]|47);){2})"
#: The text before the literal of a URL, and its greatest length: one more label, or a host of any name.
_NAMED = lazy_regex(rf"{_SLASHES}(?:[a-z-]{{1,12}}\.)?\Z"), 64
_ANY = lazy_regex(rf"{_SLASHES}{ANY_HOST.replace('/', _SLASH)}\\*+\Z"), 160
#: The same with the slash after the host, where the name after that is so long that it is rare without it.
_ANY_AND_SLASH, _RARE = (lazy_regex(rf"{_SLASHES}{ANY_HOST.replace('/', _SLASH)}{_SLASH}\Z"), 170), 8
#: Services that show posts in a frame, with the post's URL in the query.
_PROXIES = {
    **dict.fromkeys(("iframe.ly/", "embedly.com/", "embed.ly/", "twitframe.com/", "noembed.com/"), ""),
    "iframely.": r"\w{2,5}/",
}
#: Attributes that hold an id: a long number, the eleven characters of a video, the name of a platform.
_NUMBER = r"\d{15,19}\b"
_IDS = (
    rf"(?<=[dD]=[\"'])(?:{_NUMBER}|(?<=(?:ideo|tube)-id=[\"'])[\w-]{{11}}[\"']"
    r"|(?<=id=[\"'])[\w-]{0,20}(?:%s)[\w-]{0,12}[\"'])"
)
#: Attributes that hold escaped markup.
_PARKED = r"(?:<|&lt;|%%3C)(?:blockquote|iframe)"
_ATTRIBUTE = rf"data-[a-zA-Z0-9_-]{{1,48}}+=(?:[\"'](?:{_IDS}|{_PARKED})|(?<=[dD]=){_NUMBER})"
#: Most characters in a platform's own element before a script fills it.
_LONGEST_ELEMENT = 5000
#: The library is fast for so many literals at once, none of them shorter than this.
_AT_ONCE, _SHORTEST = 64, 4
#: The source is searched in pieces of this size, which overlap by the longest literal: matches take memory.
_PIECE, _LONGEST_LITERAL = 1_000_000, 100
_PART = 4096
#: The signs before the name of a short code.
_OPENERS = ("[", "{", "% ")
#: What is before and after the end of the name of a class, the year in an embed, and most characters of both.
_CLASS, _ENDS_OF_CLASS = lazy_regex(r"class=[\"'][\w\s-]*\Z"), frozenset("\"' ")
_YEAR = lazy_regex(r"20[012]\d\b(?<=[\s>,.]\d{4})")
_BEFORE_CLASS, _CARD = 80, 6000
#: What may follow the name of a type.
_ENDS = frozenset("\"\\'&")


def literal_offsets(source: str) -> list[int]:
    """Return the ascending offsets of URLs and ids of posts in HTML, JSON or script with its escapes."""
    encoded = _one_byte_each(source)
    pieces = range(0, len(source), _PIECE)
    return sorted({found.start() for start in pieces for found in _in_piece(source, encoded, start)})


def _one_byte_each(source: str) -> bytes:
    """Encode a source with one byte for each character, in parts: most are Latin-1 and copied at once."""
    if source.isascii():
        return source.encode("ascii")
    starts = range(0, len(source), _PART)
    return b"".join([source[start : start + _PART].encode("latin-1", "replace") for start in starts])


def _in_piece(source: str, encoded: bytes, start: int) -> Iterator[re.Match[str]]:
    """Yield the matches that the readers confirm; most literals are in attributes of other things."""
    piece = encoded[start : start + _PIECE + _LONGEST_LITERAL]
    for automaton, readers in _automata():
        hits = automaton.find_matches_as_indexes(piece)
        yield from [read for number, begin, _ in hits if (read := readers[number](source, start + begin))]


@cache
def _automata() -> list[tuple[BytesAhoCorasick, list[_Reader]]]:
    """Return automata for all literals, with the readers of each; a very frequent one has its own."""
    literals: dict[str, _Reader] = {**_addresses(), **_marks()}
    # The library tests the first characters of literals, so those that share them are cheaper together.
    long = (literal for literal in literals if len(literal) >= _SHORTEST)
    together = sorted(long, key=lambda literal: (literal.startswith(_OPENERS), literal))
    size = -(-len(together) // -(-len(together) // _AT_ONCE))
    parts = [together[start : start + size] for start in range(0, len(together), size)]
    groups = [{literal: literals[literal] for literal in part} for part in parts]
    groups += ({literal: literals[literal]} for literal in literals if len(literal) < _SHORTEST)
    groups.append({"data-": _attributes().match})
    return [
        (BytesAhoCorasick([literal.encode() for literal in group], MatchKind.LeftmostFirst), list(group.values()))
        for group in groups
    ]


def _address(
    known: re.Pattern[str], before: re.Pattern[str], reach: int, source: str, begin: int
) -> re.Match[str] | None:
    """Check the text from the literal of a URL on, then the text before that."""
    if known.match(source, begin) is None:
        return None
    return before.search(source, max(0, begin - reach), begin)


def _addresses() -> dict[str, _Reader]:
    """Return the literals of URLs, which end before the slash after the host, as that has many spellings."""
    known: dict[str, list[str]] = {}
    places: dict[str, tuple[re.Pattern[str], int]] = {}
    declared = (_PROXIES, *(platform.addresses for platform in platforms()))
    for beginning, rest in chain.from_iterable(addresses.items() for addresses in declared):
        is_any = beginning[0] == "/"
        name, slash, path = beginning.removeprefix("/").partition("/")
        behind = f"{re.escape(name)}{slash}{re.escape(path)}(?:{rest})".replace("/", _SLASH)
        is_rare = is_any and len(name) >= _RARE
        for sign in ("/", "u002f", "u002F", "%2f", "%2F") if is_any and not is_rare else ("",):
            known.setdefault(sign + name, []).append(sign + behind)
            places.setdefault(sign + name, _ANY_AND_SLASH if is_rare else _ANY if is_any else _NAMED)
    return {
        literal: partial(_address, lazy_regex(partial("|".join, alternatives)), *places[literal])
        for literal, alternatives in known.items()  # compiled late: a page needs but a few
    }


def _marks() -> dict[str, _Reader]:
    """Return the literals of the platforms' marks, but for attributes, which all begin with ``data-``."""
    others = [mark for mark in _declared_marks() if not mark.startswith("data-")] + [*IN_BASE64]
    closing = {f"{mark}>": partial(_opening, mark[1:]) for mark in others if mark[0] == "/"}
    words = [mark for mark in others if mark[0] != "/"]
    read = re.compile("|".join(words)).match
    # The literal that a mark begins with: a word, or one after a bracket.
    known = {re.split(r"(?<=\w)(?![\w-])", mark)[0].replace("\\", ""): read for mark in words}
    # A word that another mark is in is found by that, because matches do not overlap.
    types = type_literals()
    shared = {mark for mark in known if any(mark in word for word in types)}
    typed = {word: typed_id for word in types if not any(mark in word for mark in shared)}
    typed |= dict.fromkeys(letter_literals(), letter_type)
    return _with_cards({**closing, **known, **{mark: _either(read, len(mark)) for mark in shared}, **typed})


def _with_cards(marked: dict[str, _Reader]) -> dict[str, _Reader]:
    """Return the literals with the names of classes of embeds that may have no URL."""
    cards = {name: sign for platform in platforms() for name, sign in platform.cards.items()}
    return marked | {name: partial(_unlinked, marked.get(name), name, sign) for name, sign in cards.items()}


def _either(read: _Reader, length: int) -> _Reader:
    """Return a reader that takes a literal, of some length, for the end of a type too."""

    def either(source: str, begin: int) -> re.Match[str] | None:
        found = read(source, begin)
        if found is not None or source[begin + length : begin + length + 1] not in _ENDS:
            return found
        return typed_id(source, begin)

    return either


def _unlinked(read: _Reader | None, name: str, sign: str, source: str, begin: int) -> re.Match[str] | None:
    """Return a mark, or the end of the class name of an embed with a handle and a year, but not the sign of a URL."""
    found = read(source, begin) if read else None
    end = begin + len(name)
    if found is not None or source[end : end + 1] not in _ENDS_OF_CLASS:
        return found
    opened = _CLASS.search(source, max(0, begin - _BEFORE_CLASS), begin)
    stop = source.find(source[opened.start() : end + 1], end, end + _CARD) if opened else end  # the next one
    stop = stop if stop >= 0 else end + _CARD
    handle = source.find("@", end, stop) if source.find(sign, end, stop) < 0 else -1
    is_card = handle >= 0 and _YEAR.search(source, handle, stop) is not None
    return re.compile(name).match(source, begin) if is_card else None


def _opening(name: str, source: str, closing: int) -> re.Match[str] | None:
    """Return the opening tag of an element found by its closing tag, or that one if it has none."""
    opening = source.rfind(f"<{name}", max(0, closing - _LONGEST_ELEMENT), closing)
    return re.compile(f"/?{name}").match(source, opening + 1 if opening >= 0 else closing)


def _attributes() -> re.Pattern[str]:
    marks = [mark for mark in _declared_marks() if mark.startswith("data-")]
    names = "|".join(platform.name for platform in platforms())
    return re.compile("|".join([*marks, _ATTRIBUTE % names]))


def _declared_marks() -> list[str]:
    return [mark for platform in platforms() for mark in platform.marks]
