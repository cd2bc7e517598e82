"""Split a text into paragraphs: at line ends that are not mere wrapping, and at posts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Sequence

# A line continues on the next one if it was only wrapped: it is long, and no sentence ends there.
_LINE_ENDS = ".!?…:;\"”“»«'’‘)۔؟।"
_WRAP = rf"(?<![{_LINE_ENDS}])(?<=.{{50}})\n[^\S\n]*(?=[^\s>])"
_PARAGRAPH = lazy_regex(rf"[^\s>].*+(?:{_WRAP}.*+)*+")
# Found between paragraphs without a post between them.
_BETWEEN = " \t\n>\xa0"


class Block(NamedTuple):
    """The span of prose that reads as one paragraph."""

    start: int
    end: int


def blocks_of(text: str, taken: Sequence[tuple[int, int]] = ()) -> list[Block]:
    """Split a text into paragraphs, leaving out the spans `taken` by posts."""
    lines = text.replace("\u2029", "\n") if "\u2029" in text else text
    blocks: list[Block] = []
    position = 0
    for start, end in (*sorted(taken), (len(text), len(text))):
        found = _PARAGRAPH.finditer(lines, position, max(position, start))
        blocks += map(Block._make, [paragraph.span() for paragraph in found])
        position = max(position, end)
    return blocks


def is_parted(text: str, blocks: Sequence[Block], number: int) -> bool:
    """Return True if a post separates a paragraph from the one before; or after the last paragraph."""
    start = blocks[number - 1].end if number else 0
    end = blocks[number].start if number < len(blocks) else len(text)
    return text[start:end].strip(_BETWEEN) != ""
