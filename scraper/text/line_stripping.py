"""Strip the white space at both ends of every line of a plain text, and map offsets back to the original.

How far a line is indented and whether it ends in a carriage return says nothing about an article. Without
this step every search for a paragraph would have to allow for it.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar

from scraper.patterns import lazy_regex
from scraper.records import Allusion, Embed, Mention, Quote, Tag

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Located = TypeVar("Located", Embed, Quote, Tag, Mention, Allusion)

# A text with something to strip holds one of these; looking for them first is much faster than the pattern.
_LITERALS = (" \n", "\r\n", "\t\n", "\n ", "\n\t")
_BLANK = lazy_regex(r"(?<![ \t\r])[ \t\r]++(?=\n)|(?<=\n)[ \t]++")


@dataclass(frozen=True, slots=True)
class StrippedText:
    """A text whose lines have been stripped.

    Attributes:
        text: The text.
        cuts: Ascending offsets in `text` in front of which something was removed.
        removed: The number of characters removed before the first cut (0), and up to each cut.
        stood: For offsets in `text` where embed code was removed, where that began in the original.
    """

    text: str
    cuts: tuple[int, ...]
    removed: tuple[int, ...]
    stood: Mapping[int, int] = field(default_factory=dict)

    def original_offset(self, offset: int) -> int:
        """Return the offset that a character of `text` had in the original."""
        return offset + self.removed[bisect_right(self.cuts, offset)]

    def offsets_of(self, originals: Iterable[int]) -> list[int]:
        """Return the offsets in `text` of characters of the original, or of what follows those removed."""
        cuts = [cut + gone for cut, gone in zip(self.cuts, self.removed, strict=False)]
        offsets = []
        for original in originals:
            at = bisect_right(cuts, original)
            offsets.append(max(self.cuts[at - 1], original - self.removed[at]) if at else original)
        return offsets

    def with_original_offsets(self, found: tuple[Located, ...]) -> tuple[Located, ...]:
        """Return what was found in `text` with its offsets in the original."""
        return tuple(self._relocated(one) for one in found) if self.cuts else found

    def _relocated(self, one: Located) -> Located:
        if one.start is None or one.end is None:
            return one
        if one.start == one.end and one.start in self.stood:
            return replace(one, start=self.stood[one.start], end=self.stood[one.start])
        start = self.original_offset(one.start)
        # The end is that of the last character: what was removed behind it does not belong to the span.
        return replace(
            one, start=start, end=self.original_offset(one.end - 1) + 1 if one.end > one.start else start
        )


def strip_lines(text: str) -> StrippedText:
    r"""Remove the white space at both ends of every line; line feeds stay.

    >>> stripped = strip_lines("One. \r\n  Two.")
    >>> stripped.text, stripped.original_offset(stripped.text.index("Two"))
    ('One.\nTwo.', 9)
    """
    if not any(literal in text for literal in _LITERALS):
        return StrippedText(text, (), (0,))
    parts: list[str] = []
    cuts: list[int] = []
    removed = [0]
    position = 0
    for blank in _BLANK.finditer(text):
        parts.append(text[position : blank.start()])
        cuts.append(blank.start() - removed[-1])
        removed.append(removed[-1] + blank.end() - blank.start())
        position = blank.end()
    return StrippedText("".join([*parts, text[position:]]), tuple(cuts), tuple(removed))
