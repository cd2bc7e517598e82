"""Find the sentences around a span of text, as context for a reader."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

#: Maximum number of characters before and after a span; a longer sentence is cut between two words.
MOST = 500

#: End of a sentence and the white space after it, or a line feed; only the white space is matched.
_BREAK = lazy_regex(r"(?<=[.!?…。！？؟۔])([\"'”’»›“)\]」』]{0,3})(?:\s+|(?<=[。！？」』])|\Z)|\s*\n\s*")
#: A period after one of these does not end a sentence: an initial, or an abbreviation like Mr. or Gov.
_SHORT = lazy_regex(r"(?:^|[\s(\"“‘«.-])[A-Z][a-z]{0,2}\.\Z")
_BLANK = lazy_regex(r"\s")
#: The last two breaks are usually within this many characters. No break overlaps a word.
_NEAR = 250
_WORD = lazy_regex(r"\w\w")


def context_of(text: str, start: int, end: int) -> tuple[int, int]:
    """Return start and end of the sentences around a span.

    These are the sentences that overlap it, the one before and the one after.

    Args:
        text: The text.
        start: Offset of the first character of the span.
        end: Offset after the last character; may equal `start`.

    >>> text = "It rained. They sang. “Never again,” a fan wrote. The band left. It was late."
    >>> start, end = context_of(text, text.index("“"), text.index("” a") + 1)
    >>> text[start:end]
    'They sang. “Never again,” a fan wrote. The band left.'
    """
    left, right = text[max(0, start - MOST) : start], text[end : end + MOST]
    begin, stop = start - len(left), end + len(right)
    starts = [found.end() for found in _last_breaks(left)]
    first = starts[-2] if len(starts) > 1 else 0 if begin == 0 else _after_space(left)
    ends = [found.start() + len(found[1] or "") for found in islice(_breaks(right), 2)]
    last = ends[1] if len(ends) > 1 else len(right) if stop == len(text) else _before_space(right)
    return _stripped(text, begin + first, end + last)


def _breaks(part: str, start: int = 0, end: int = MOST) -> Iterator[re.Match[str]]:
    return (found for found in _BREAK.finditer(part, start, end) if not _is_abbreviation(part, found))


def _last_breaks(part: str) -> list[re.Match[str]]:
    """Return at least the last two breaks of a text, or all if it has fewer."""
    word = _WORD.search(part, max(0, len(part) - _NEAR))
    inside = word.end() - 1 if word else 0
    near = list(_breaks(part, inside))
    return near if len(near) > 1 else [*_breaks(part, 0, inside), *near]


def _is_abbreviation(part: str, found: re.Match[str]) -> bool:
    head = part[max(0, found.start() - 5) : found.start()]
    return found[1] == "" and "\n" not in found[0] and _SHORT.search(head) is not None


def _after_space(part: str) -> int:
    found = _BLANK.search(part)
    return found.end() if found else 0


def _before_space(part: str) -> int:
    return max((found.start() for found in _BLANK.finditer(part)), default=len(part))


def _stripped(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a span without leading and trailing white space."""
    part = text[start:end]
    kept = part.strip()
    start += len(part) - len(part.lstrip())
    return start, start + len(kept)
