"""Cut passages out of a text, and shift later offsets. Pure.

A mark replaces each passage: readers must not take the shortened text for the outlet's wording.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Replacement for erased text.
MARK = "[erased]"

Span = tuple[int, int]

_GAP = r"\W{0,12}+"
#: Maximum distance from the start of an attribution to its passage.
_BEFORE = 200
_PIECE = lazy_regex(r"\w(?:.{0,198}\w)?", re.DOTALL)
_CLOSING = lazy_regex(r"[)\]”\"»’]{0,2}")


@dataclass(frozen=True, slots=True)
class Cut:
    """Passages to cut out of a text, sorted and disjoint."""

    spans: tuple[Span, ...]

    @classmethod
    def of(cls, spans: Iterable[Span]) -> Cut:
        """Merge spans that touch.

        >>> Cut.of([(5, 9), (1, 3), (8, 12), (4, 4)]).spans
        ((1, 3), (5, 12))
        """
        joined: list[Span] = []
        for start, end in sorted(span for span in spans if span[0] < span[1]):
            if joined and start <= joined[-1][1]:
                joined[-1] = joined[-1][0], max(end, joined[-1][1])
            else:
                joined.append((start, end))
        return cls(tuple(joined))

    def __bool__(self) -> bool:
        return bool(self.spans)

    def applied(self, text: str) -> str:
        """Return a text without the passages.

        >>> Cut(((4, 7),)).applied("The sea and the pier")
        'The [erased] and the pier'
        """
        kept, last = [], 0
        for start, end in self.spans:
            kept += [text[last:start], MARK]
            last = end
        return "".join([*kept, text[last:]])

    def touches(self, start: int | None, end: int | None) -> bool:
        """Return True if part of a span is cut.

        >>> Cut(((4, 7),)).touches(0, 4), Cut(((4, 7),)).touches(6, 9), Cut(((4, 7),)).touches(7, 7)
        (False, True, False)
        """
        if start is None or end is None:
            return False
        return any(start < behind and begin < end for begin, behind in self.spans)

    def moved(self, offset: int) -> int:
        """Return the new position of an offset; inside a passage, the start of its mark.

        >>> cut = Cut(((4, 7),))
        >>> cut.moved(3), cut.moved(5), cut.moved(7)
        (3, 4, 12)
        """
        number = bisect_right(self.spans, (offset, -1))
        if number and offset < self.spans[number - 1][1]:
            offset, number = self.spans[number - 1][0], number - 1
        return offset + sum(len(MARK) - (end - start) for start, end in self.spans[:number] if end <= offset)

    def shifted(self, start: int | None, end: int | None) -> tuple[int | None, int | None]:
        """Return the new position of a span."""
        if start is None or end is None:
            return start, end
        return self.moved(start), self.moved(end)


def with_attribution(text: str, span: Span, names: Iterable[str | None]) -> Span:
    """Return the span of a passage and its attribution, before or after it.

    Args:
        text: The text.
        span: The passage.
        names: Parts of an attribution, as printed: name, handle, date, URL.

    >>> text = "It rained. Never again — Ann Lee (@ann) May 5, 2020. It cleared up."
    >>> start, end = with_attribution(text, (11, 22), ["Ann Lee", "ann", "May 5, 2020"])
    >>> text[start:end]
    'Never again — Ann Lee (@ann) May 5, 2020'
    """
    pieces = sorted({re.escape(found[0]) for name in names if (found := _PIECE.search(name or ""))}, key=len)
    if not pieces:
        return span
    # Pieces begin and end with a letter and gaps hold none, so there is no backtracking, even on hostile
    # pages.
    one = rf"(?>{'|'.join(pieces[::-1])})(?!\w)"
    start, end = span
    behind = re.compile(rf"(?:{_GAP}(?<!\w){one}){{1,8}}+", re.IGNORECASE)
    if found := behind.match(text, end):
        closing = _CLOSING.match(text, found.end())
        end = closing.end() if closing else found.end()
    before = re.compile(rf"(?<!\w)[@(]{{0,2}}+(?:{one}{_GAP}){{1,8}}+\Z", re.IGNORECASE)
    if found := before.search(text, max(0, start - _BEFORE), start):
        start = found.start()
    return start, end
