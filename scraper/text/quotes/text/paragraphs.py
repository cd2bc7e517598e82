"""Cut a text into paragraphs: at the ends of lines that were not only wrapped, and at posts."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

# A dot is searched for much faster than a set of signs.
_LINE = re.compile(r"[^\s>].*")
_LINE_OF_ANY_END = re.compile(r"[^\s>][^\n\u2029]*")
_WRAPPED_WIDTH = 50
_LINE_ENDS = ".!?…:;\"”“»«'’‘)۔؟।"


class Block(NamedTuple):
    """A stretch of prose that reads as one paragraph.

    Attributes:
        start: Its first character.
        end: Behind its last.
        beside_post: A post shown in the text stands directly before or behind it.
    """

    start: int
    end: int
    beside_post: bool = False


def blocks_of(text: str, taken: Sequence[tuple[int, int]] = ()) -> list[Block]:
    """Cut a text into paragraphs, leaving out the spans that are `taken` by posts."""
    blocks: list[Block] = []
    edges = [(0, 0), *sorted(taken), (len(text), len(text))]
    position = 0
    line = _LINE_OF_ANY_END if "\u2029" in text else _LINE
    for (_, before), (start, end) in pairwise(edges):
        position = max(position, before)
        pieces = _paragraphs(line.finditer(text, position, max(position, start)))
        last = len(pieces) - 1
        blocks += [
            Block(left, right, (number == 0 and before > 0) or (number == last and end > start))
            for number, (left, right) in enumerate(pieces)
        ]
    return blocks


def _paragraphs(lines: Iterable[re.Match[str]]) -> list[list[int]]:
    """Join lines where a line was only wrapped: long, and not at the end of a sentence."""
    paragraphs: list[list[int]] = []
    wide = False
    for line in lines:
        left, right = line.span()
        if wide and _is_wrapped(line.string, paragraphs[-1][1], left):
            paragraphs[-1][1] = right
        else:
            paragraphs.append([left, right])
        wide = right - left >= _WRAPPED_WIDTH
    return paragraphs


def _is_wrapped(text: str, end: int, following: int) -> bool:
    """Return whether a line that ends at `end` was only wrapped."""
    gap = text[end:following]
    return (
        gap.count("\n") == 1
        and ">" not in gap
        and text[end - _WRAPPED_WIDTH : end].rstrip()[-1:] not in _LINE_ENDS
    )
