"""Cut a text into paragraphs: at the ends of lines that were not only wrapped, and at posts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Sequence

# A line goes on with the next one where it was only wrapped: it is long, and no sentence ends there.
_LINE_ENDS = ".!?…:;\"”“»«'’‘)۔؟।"
_WRAP = rf"(?<![{_LINE_ENDS}])(?<=.{{50}})\n[^\S\n]*(?=[^\s>])"
_PARAGRAPH = lazy_regex(rf"[^\s>].*+(?:{_WRAP}.*+)*+")
# What may stand between paragraphs, if no post does.
_BETWEEN = " \t\n>\xa0"


class Block(NamedTuple):
    """A stretch of prose that reads as one paragraph, as start and end."""

    start: int
    end: int


def blocks_of(text: str, taken: Sequence[tuple[int, int]] = ()) -> list[Block]:
    """Cut a text into paragraphs, leaving out the spans that are `taken` by posts."""
    lines = text.replace("\u2029", "\n") if "\u2029" in text else text
    blocks: list[Block] = []
    position = 0
    for start, end in (*sorted(taken), (len(text), len(text))):
        found = _PARAGRAPH.finditer(lines, position, max(position, start))
        blocks += map(Block._make, [paragraph.span() for paragraph in found])
        position = max(position, end)
    return blocks


def is_parted(text: str, blocks: Sequence[Block], number: int) -> bool:
    """Return whether a post stands in front of a paragraph, behind the one before; or at the end of all."""
    start = blocks[number - 1].end if number else 0
    end = blocks[number].start if number < len(blocks) else len(text)
    return text[start:end].strip(_BETWEEN) != ""
