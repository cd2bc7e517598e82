r"""Pairs quotation marks: where quoted words begin and end, whatever marks a paper uses.

Marks alone decide here; whether the words are a reaction is decided elsewhere. A text is first cut into
blocks (paragraphs, and what stands between two posts), because a missing closing mark must not swallow the
article. A paragraph that leaves its quote open, followed by one that begins with the same mark, continues it:
the old convention that every paragraph opens and only the last one closes.

>>> text = 'She wrote: «\u00a0Merci\u00a0!\u00a0» and ``so be it\'\'.'
>>> [text[q.start : q.end] for q in find_spans(text, blocks_of(text))]
['«\xa0Merci\xa0!\xa0»', "``so be it''"]
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MARKS = ('"', "“", "”", "„", "‟", "«", "»", "‹", "›", "''", "``", "‘", "‚", "＂", "'")
"""Every mark that may open quoted words. The plain apostrophe counts only where nothing else quotes."""

_DOUBLE = re.compile(r"''|``|[\"“”„‟«»‹›＂″]")
_SINGLE = re.compile(r"[‘’‚]|(?<![\w'’])'(?=\w)|(?<=[\w.,!?…])'(?!\w)")
_EITHER = re.compile(r"[\"“”„‟«»‹›＂‘’‚'`]")
_CLOSERS = {
    '"': '"”″',
    "＂": "＂",
    "''": "''",
    "``": "''",
    "“": "”“″",
    "‟": "”",
    "”": "”",
    "„": '“”‟"',
    "«": "»",
    "»": "«",
    "‹": "›",
    "›": "‹",
    "‘": "’",
    "‚": "‘’",
    "'": "'",
}
_SAME_BOTH_WAYS = {'"', "＂", "''"}
_ALWAYS_OPEN = frozenset(("“", "„", "‟", "``", "‚", "‘"))
_LONGEST = 6000
_BREAK = re.compile(r"[\r\n\u2029][\s>]*+")
_WRAPPED_WIDTH = 50
_LINE_ENDS = (*tuple(".!?…:;\"”“»«'’‘)"), "")


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of prose that reads as one paragraph.

    Attributes:
        start: Its first character.
        end: Behind its last.
        beside_post: A post shown in the text stands directly before or behind it.
    """

    start: int
    end: int
    beside_post: bool = False


@dataclass(frozen=True, slots=True)
class Span:
    """Quoted words with their marks.

    Attributes:
        start: The opening mark.
        end: Behind the closing mark, or behind the last word where the mark is missing.
        block: The number of the block it begins in.
        last_block: The number of the block it ends in.
        width: Characters of the opening mark.
        closed: Whether a closing mark was printed.
    """

    start: int
    end: int
    block: int
    last_block: int
    width: int = 1
    closed: bool = True


def blocks_of(text: str, taken: Sequence[tuple[int, int]] = ()) -> list[Block]:
    """Cut a text into paragraphs, leaving out the spans that are `taken` by posts."""
    blocks: list[Block] = []
    edges = [(0, 0), *sorted(taken), (len(text), len(text))]
    position = 0
    for (_, before), (start, end) in pairwise(edges):
        position = max(position, before)
        pieces = list(_paragraphs(text, position, max(position, start)))
        for number, (left, right) in enumerate(pieces):
            near = (number == 0 and before > 0) or (number == len(pieces) - 1 and end > start)
            blocks.append(Block(left, right, near))
    return blocks


def _paragraphs(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Lines, joined where a line was only wrapped: long, and not at the end of a sentence."""
    left = start
    line = start
    for found in _BREAK.finditer(text, start, end):
        wrapped = _is_wrapped(text[max(line, found.start() - _WRAPPED_WIDTH) : found.start()], found.group())
        line = found.end()
        if not wrapped:
            if text[left : found.start()].strip():
                yield left, found.start()
            left = line
    if text[left:end].strip():
        yield left, end


def _is_wrapped(line: str, gap: str) -> bool:
    printed = line.rstrip()
    full = len(line) == _WRAPPED_WIDTH and printed[-1:] not in _LINE_ENDS
    return full and gap.count("\n") == 1 and ">" not in gap


def find_spans(text: str, blocks: Sequence[Block]) -> list[Span]:
    """Pair the marks of every block, then join the quotes that run on over paragraphs."""
    spans = [span for number, block in enumerate(blocks) for span in _in_block(text, number, block)]
    return _continued(text, blocks, spans)


def _in_block(text: str, number: int, block: Block) -> list[Span]:
    if not _EITHER.search(text, block.start, block.end):
        return []
    spans = _Pairing(text, number, block).run(_DOUBLE)
    return spans or [span for span in _Pairing(text, number, block).run(_SINGLE) if span.closed]


class _Pairing:
    """Walks the marks of one block with a stack; only the outermost pairs count."""

    def __init__(self, text: str, number: int, block: Block) -> None:
        self.text = text
        self.number = number
        self.block = block
        self.spans: list[Span] = []
        self.open: list[tuple[int, str]] = []
        self.turned = self._is_turned()

    def run(self, marks: re.Pattern[str]) -> list[Span]:
        """Pair all marks of one kind, double or single."""
        for found in marks.finditer(self.text, self.block.start, self.block.end):
            mark, start, end = found.group(), found.start(), found.end()
            if self.open and self._closes(mark, start, end):
                self._close(end)
            elif self._opens(mark, start, end):
                self._push(mark, start)
        if self.open:
            self._leave_open(self.block.end)
        return self.spans

    def _push(self, mark: str, start: int) -> None:
        """Open a quote; a mark alike on both sides ends an open one, unless it is printed twice."""
        if self.open and self.open[-1][1] == mark and mark in _SAME_BOTH_WAYS:
            if start - self.open[-1][0] == len(mark):
                return
            self._leave_open(start)
        self.open.append((start, mark))

    def _close(self, end: int) -> None:
        start, mark = self.open.pop()
        while self.spans and self.spans[-1].start > start:
            self.spans.pop()
        self.spans.append(Span(start, end, self.number, self.number, len(mark)))

    def _leave_open(self, end: int) -> None:
        start, mark = self.open.pop()
        stop = start + len(self.text[start:end].rstrip())
        self.spans.append(Span(start, stop, self.number, self.number, len(mark), closed=False))

    def _is_turned(self) -> bool:
        """»So« rather than « so »: the first guillemet of the block points inwards."""
        inwards = self.text.find("»", self.block.start, self.block.end)
        outwards = self.text.find("«", self.block.start, self.block.end)
        first = inwards >= 0 and (outwards < 0 or inwards < outwards)
        return first and not self.text[inwards + 1 : inwards + 2].isspace()

    def _closes(self, mark: str, start: int, end: int) -> bool:
        opened, opener = self.open[-1]
        if mark not in _CLOSERS[opener] or start - opened > _LONGEST:
            return False
        before, after = self.text[start - 1], self.text[end : end + 1]
        if mark in "’'":
            return not after.isalnum() and not self._is_apostrophe(before, after, end)
        if mark == opener == "“":
            return not before.isspace() and not after.isalnum()
        if mark in _SAME_BOTH_WAYS and after.isalnum():
            return not before.isspace() and opened + len(opener) < start
        return True

    def _is_apostrophe(self, before: str, after: str, end: int) -> bool:
        """Behind a plural s: the fans’ anger."""
        return before == "s" and after == " " and self.text[end + 1 : end + 2].islower()

    def _opens(self, mark: str, start: int, end: int) -> bool:
        before = self.text[start - 1] if start > self.block.start else " "
        after = self.text[end] if end < self.block.end else " "
        if mark in _ALWAYS_OPEN:
            return True
        if mark in "«‹":
            return not self.turned
        if mark == "″":  # a closing mark that a typesetter took for that of seconds or inches
            return False
        if mark in "»›":
            return self.turned and not after.isspace()
        if mark == "’" or after.isspace() or before.isdigit():
            return False
        return after.isalnum() or not before.isalnum()


def _continued(text: str, blocks: Sequence[Block], spans: list[Span]) -> list[Span]:
    joined: list[Span] = []
    for span in spans:
        last = joined[-1] if joined else None
        if last and _runs_on(text, blocks, last, span):
            joined[-1] = Span(last.start, span.end, last.block, span.block, last.width, closed=span.closed)
        else:
            joined.append(span)
    return joined


def _runs_on(text: str, blocks: Sequence[Block], last: Span, span: Span) -> bool:
    return (
        not last.closed
        and span.block == last.last_block + 1
        and last.end >= blocks[last.last_block].end - 1
        and not text[blocks[span.block].start : span.start].strip()
        and text[span.start : span.start + span.width] == text[last.start : last.start + last.width]
        and span.end - last.start <= _LONGEST
    )
