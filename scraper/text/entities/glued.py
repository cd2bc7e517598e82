"""Hashtags in prose that text extraction has flattened, and the traps that stand there.

What is recovered: a tag behind a letter (``NERVE#Tag``), chains (``#A#B#C``), a tag with the beginning of an
address at its end (``#Tagpic.twitter.com/x``, ``#Taghttps://t.co/x``).

What is left out: HTML references (``&#123;``), targets of Markdown links (``](#anchor)``) and attributes
(``href="#top"``), parts of addresses and paths (``page.md#part``, ``/map/#6/48.2``), colours (``#1e1e1e``)
and selectors of CSS, and what follows a language's name (``C#``).
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from scraper.text.entities.addresses import is_covered, iterate_urls
from scraper.text.entities.entity import Entity
from scraper.text.entities.signs import SELECTORS, has_letter, is_inside

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# The beginnings of addresses that stick to a tag. Only hosts that posts link to: a bare word before a dot is
# rather the end of a sentence.
_ADDRESS = re.compile(
    r"(?:(?P<pic>pic)\.(?:twitter|x)\.com|(?P<http>https?)://|(?P<www>www)\.\w|(?P<short>bit\.ly|youtu\.be|t\.co|buff\.ly"
    r"|ow\.ly|fb\.me|goo\.gl|dlvr\.it|instagr\.am|amzn\.to|tinyurl\.com|twitter\.com|x\.com|instagram\.com"
    r"|youtube\.com|facebook\.com)/)",
    re.IGNORECASE,
)
_LONGEST_BEGINNING = len("instagram")
_LONGEST_REST = len(".twitter.com/")
# Hosts whose addresses end with their short name, so that a "#" behind it begins a tag.
_WITHOUT_FRAGMENT = re.compile(r"(?:https?://)?(?:pic\.(?:twitter|x)\.com|t\.co)/\w+", re.IGNORECASE)
_FILE = re.compile(
    r"\.(?:html?|php|aspx?|jsp|md|rst|txt|pdf|css|js|ts|py|rb|go|rs|c|h|cpp|java|json|xml|svg|ya?ml|ipynb)\Z",
    re.IGNORECASE,
)
_LANGUAGES = frozenset("CFJQX")  # C#, F# and their kin
_HEX = re.compile(r"(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})")
# "#menu .item > a {" at the start of a rule of CSS.
_SELECTOR = re.compile(r"[\w.:#>~+,\[\]= -]{0,60}\{")
_COLOUR_WORDS = re.compile(
    r"(?:colou?r|background|fill|stroke|border|hex|rgb)[^#\n]{0,20}\Z|[:=]\s?[\"']?\Z", re.IGNORECASE
)


def glued_tags(text: str, candidates: Iterable[tuple[int, int]]) -> Iterator[Entity]:
    """The tags among the candidates: where a ``#`` stands and where the signs behind it end."""
    addresses = _Addresses(text)
    previous_end = -1
    for start, body_end in candidates:
        end = _without_address(text, start + 1, body_end)
        is_chained = previous_end in _chain_ends(text, start)
        if has_letter(text[start + 1 : end]) and (is_chained or _is_tag(text, start, end, addresses)):
            previous_end = end
            yield Entity(text[start + 1 : end], start, end)


def _chain_ends(text: str, start: int) -> tuple[int, ...]:
    """Where the tag before must end for a chain: ``#one#two``, ``#one/#two``."""
    return (start, start - 1) if text[start - 1 : start] == "/" else (start,)


def _without_address(text: str, start: int, end: int) -> int:
    """The end of a tag without the beginning of an address that sticks to it."""
    if text[end : end + 1] not in {".", ":"}:
        return end
    window_start = max(start, end - _LONGEST_BEGINNING)
    window = text[window_start : end + _LONGEST_REST]
    for found in _ADDRESS.finditer(window):
        if window_start + found.start() < end < window_start + found.end():
            return window_start + found.start()
    return start if text.startswith("://", end) else end


def _is_tag(text: str, start: int, end: int, addresses: _Addresses) -> bool:
    """Whether a ``#`` with letters behind it is meant as a hashtag."""
    if _is_style(text, start, end):
        return False
    before = text[start - 1 : start] if start else ""
    if not before or before.isspace():
        return True
    return _may_follow(text, start, before) and not addresses.touch(start)


def _may_follow(text: str, start: int, before: str) -> bool:
    """Whether a tag may stick to the sign before it."""
    if before in "&/" or _is_anchor(text, start, before):
        return False
    return before in SELECTORS or not is_inside(before) or _may_follow_word(text, start)


def _is_anchor(text: str, start: int, before: str) -> bool:
    """The target of a Markdown link or of an attribute."""
    pair = text[max(0, start - 2) : start]
    return pair == "](" or before == "=" or (before in "\"'" and pair[0] == "=")


def _may_follow_word(text: str, start: int) -> bool:
    """Behind a word a tag must begin with a letter; behind ``C`` or a file's name it is none."""
    if not has_letter(text[start + 1]):
        return False
    alone = start < 2 or not is_inside(text[start - 2])
    return (
        not (alone and text[start - 1] in _LANGUAGES) and _FILE.search(text, max(0, start - 7), start) is None
    )


def _is_style(text: str, start: int, end: int) -> bool:
    """A selector or colour of CSS: six or eight hexadecimal digits, or three where the words say so."""
    if _SELECTOR.match(text, end):
        return True
    body = text[start + 1 : end]
    if _HEX.fullmatch(body) is None:
        return False
    if len(body) in {6, 8} and any(sign.isdigit() for sign in body):
        return True
    return _COLOUR_WORDS.search(text, max(0, start - 40), start) is not None


class _Addresses:
    """The web addresses of a text, found when first asked for."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def _found(self) -> list[Entity]:
        return [_without_tag(address) for address in iterate_urls(self._text, glued=True)]

    def touch(self, pos: int) -> bool:
        """Whether `pos` lies in an address, or right behind one that could go on with a fragment."""
        return is_covered(self._found, pos)


def _without_tag(address: Entity) -> Entity:
    """The span in which a ``#`` is no tag: one sign more than the address, but for short links."""
    short = _WITHOUT_FRAGMENT.match(address.value)
    end = address.start + short.end() if short else address.end + 1
    return Entity(address.value, address.start, end)
