"""Handles in brackets, ``(@handle)``: the one thing that nearly every attribution prints."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scraper.text.flattened.found_post import occurrences

if TYPE_CHECKING:
    from collections.abc import Iterator

# How far before the bracket an attribution may begin: a name, white space, a quote mark of markdown.
_NAME_ROOM = 140
# Bluesky puts the bidi marks U+202A and U+202C around handles; markdown escapes "_" and may link it all. Some
# converters leave a blank or a line end on both sides of what was a link. Of Bluesky name and handle are one.
_HANDLE = re.compile(
    r"\(\s?[\u200e\u202a\u2066]?(?P<link>\[)?@(?P<handle>[A-Za-z0-9_](?:[\w.\-]|\\_){0,79}(?:@[\w.\-]{3,80})?)"
    r"(?(link)\]\([^()\s]{1,200}\))[\u202c\u2069]?\s?\)(?:\]\(https?://[^()\s]{1,200}\))?",
    re.ASCII,
)
# Some systems of newspapers print the name again where the handle belongs, and the seconds since 1970.
_NAME_AGAIN = re.compile(r"\(@(?P<handle>)[^()\n@]{2,60}\)(?=\s{0,3}1\d{9}\b)")


@dataclass(frozen=True, slots=True)
class Bracket:
    """A handle in brackets.

    Attributes:
        floor: Where the name before it may begin at the earliest: no name reaches over another handle.
        start: Offset of the opening bracket.
        end: Offset behind the closing one.
        handle: Without ``@``; empty where something else stands in its place.
    """

    floor: int
    start: int
    end: int
    handle: str


def find_brackets(text: str) -> Iterator[Bracket]:
    """Find every handle in brackets, in text order."""
    before, floor = 0, 0
    for at in occurrences(text, "@"):
        opening = text.rfind("(", max(0, at - 3), at)
        match = _HANDLE.match(text, opening) or _NAME_AGAIN.match(text, opening) if opening >= 0 else None
        if match is not None:
            # Right behind another it stands with it: names hold handles of other networks.
            before = floor if text[floor : match.start()].strip() else before
            room = max(before, match.start() - _NAME_ROOM)
            yield Bracket(room, match.start(), match.end(), match["handle"].replace("\\", ""))
            floor = match.end()
