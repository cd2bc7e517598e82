r"""Strip white space from both ends of every line of a plain text, and map offsets back to the original.

Indentation and carriage returns carry no information in an article. Without this step every search for a
paragraph would have to allow for them. The backslashes go that Markdown writes into tags, handles and URLs
(``#Save\_Pier``, ``\@jo``).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from scraper.patterns import lazy_regex
from scraper.records import Allusion, Embed, Mention, Quote, Tag

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Located = TypeVar("Located", Embed, Quote, Tag, Mention, Allusion)

#: Marks that are removed, or replaced by shorter ones: literals of which a text with them has one, the pattern, and the
#: replacement. The blanks at the ends of lines come last.
_MARKS: tuple[tuple[tuple[str, ...], str, str], ...] = (
    (("\n>", "\n >"), r"(?:(?<=\n)|\A)[ \t]{0,9}(?:>[ \t]?){1,9}[ \t]*+", ""),
    (("[[",), r"(?<!!)\[\[(?:[^\[\]|\n]{1,200}\|)?(?=[^\[\]|\n]{1,200}\]\])|(?<=[^\[\]\s])\]\]", ""),
    (("\nReferences\n",), r"\[\d{1,4}\](?=[^\s(\[:])", ""),
    (("-LRB-", "-lrb-"), r"-LRB-[ ]?|-lrb-[ ]?", "("),
    (("-RRB-", "-rrb-"), r"[ ]?-RRB-|[ ]?-rrb-", ")"),
    (("-LRB-", "-lrb-"), r"[ ](?=[,.;:!?](?:\s|\Z))", ""),
    (("-LRB-", "-lrb-"), r"``[ ]?", "“"),
    (("-LRB-", "-lrb-"), r"[ ]?''", "”"),
)
# A text to strip contains one of these; searching for them first is much faster than the pattern.
_LITERALS = (" \n", "\r\n", "\t\n", "\n ", "\n\t", "\\_", "\\#", "\\@")
_BLANKS = r"(?<![ \t\r])[ \t\r]++(?=\n)|(?<=\n)[ \t]++|(?<=[\w@#/])\\(?=_)|(?<![\\\w])\\(?=[@#]\w)"
_BLANK = lazy_regex(_BLANKS)


@dataclass(frozen=True, slots=True)
class StrippedText:
    """A text with stripped lines."""

    text: str
    cuts: tuple[int, ...]  # ascending offsets in `text` where something before them was removed
    removed: tuple[int, ...]  # number of characters removed before the first cut (0), and up to each cut
    # For offsets in `text` where embed code was removed, its start in the original.
    stood: Mapping[int, int] = field(default_factory=dict)

    def original_offset(self, offset: int) -> int:
        """Return the offset of a character of `text` in the original."""
        return offset + self.removed[bisect_right(self.cuts, offset)]

    def offsets_of(self, originals: Iterable[int]) -> list[int]:
        """Map offsets in the original to `text`; a removed character maps to the next one left."""
        cuts = [cut + gone for cut, gone in zip(self.cuts, self.removed, strict=False)]
        offsets = []
        for original in originals:
            at = bisect_right(cuts, original)
            offsets.append(max(self.cuts[at - 1], original - self.removed[at]) if at else original)
        return offsets

    def with_original_offsets(self, found: tuple[Located, ...]) -> tuple[Located, ...]:
        """Return items found in `text` with their offsets in the original."""
        return tuple(self._relocated(one) for one in found) if self.cuts else found

    def _relocated(self, one: Located) -> Located:
        if one.start is None or one.end is None:
            return one
        if one.start == one.end and one.start in self.stood:
            return replace(one, start=self.stood[one.start], end=self.stood[one.start])
        start = self.original_offset(one.start)
        # The end is that of the last character: anything removed after it is not part of the span.
        return replace(one, start=start, end=self.original_offset(one.end - 1) + 1 if one.end > one.start else start)


def strip_lines(text: str) -> StrippedText:
    r"""Remove white space at both ends of every line, and marks; line feeds stay.

    >>> stripped = strip_lines("One. \r\n  Two.")
    >>> stripped.text, stripped.original_offset(stripped.text.index("Two"))
    ('One.\nTwo.', 9)
    >>> strip_lines("#Save\\_Pier, wrote \\@jo\\_roe ¯\\_(ツ)_/¯").text
    '#Save_Pier, wrote @jo_roe ¯\\_(ツ)_/¯'
    """
    marks = [(shape, mark) for literals, shape, mark in _MARKS if any(each in text for each in literals)]
    if not marks and not any(literal in text for literal in _LITERALS):
        return StrippedText(text, (), (0,))
    pattern = _with_marks(tuple(shape for shape, _ in marks)) if marks else _BLANK
    parts: list[str] = []
    cuts: list[int] = []
    removed = [0]
    position = 0
    for blank in pattern.finditer(text):
        mark = marks[blank.lastindex - 1][1] if blank.lastindex else ""
        parts += (text[position : blank.start()], mark)
        cuts.append(blank.start() - removed[-1] + len(mark))
        removed.append(removed[-1] + blank.end() - blank.start() - len(mark))
        position = blank.end()
    return StrippedText("".join([*parts, text[position:]]), tuple(cuts), tuple(removed))


@cache
def _with_marks(shapes: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join([*(f"({shape})" for shape in shapes), _BLANKS]))
