r"""Pair quotation marks: where quoted words begin and end, whatever marks a paper uses.

Marks alone decide here; whether the words are a reaction is decided elsewhere. Those of every paragraph are
paired on their own, because a missing closing mark must not swallow the article.

>>> from scraper.text.quotes.text.paragraphs import blocks_of
>>> text = 'She wrote: «\u00a0Merci\u00a0!\u00a0» and ``so be it\'\'.'
>>> [text[q.start : q.end] for q in paired(text, blocks_of(text))]
['«\xa0Merci\xa0!\xa0»', "``so be it''"]
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scraper.text.quotes.text.paragraphs import Block

Mark = tuple[int, str]
LONGEST = 6000
"""Characters of a quote at most."""
_DOUBLE = ('"', "“", "”", "„", "‟", "«", "»", "‹", "›", "''", "``", "‘’", "’’", "‘‘", ",,", "＂", "″")
# A set of signs first, conditions behind it: so Python searches many times faster.
_OPENS_WORDS = r"(?<![\w'’]')(?=[\w@#\[…])"
_SINGLE_OPENS = re.compile(rf"[‘‚'’](?:(?<=[‘‚])|(?<='){_OPENS_WORDS}|(?<=: ’)(?=[\w@#]))")
# A typesetter takes an opening mark for an apostrophe: "One wrote: ’10 swans!’". In Hebrew and Arabic script
# the pair is turned round: the mark that comes first looks like ’.
_APOSTROPHE_OPENS = re.compile(r"(?<=: )’[\w@#]|(?<![^\s(])’(?=[\u0590-\u08ff])")
_SINGLE = re.compile(rf"[‘’‚'](?:(?<!')|{_OPENS_WORDS}|(?<=[\w.,!?…\]]')(?!\w))")
_SINGLE_CLOSES = re.compile(r"[’'](?!\w)")
_PHRASE = re.compile(r"‘(?:[#@]|\S+ )")
_CLOSERS = {
    '"': '"”″',
    "＂": "＂",
    "''": "''",
    "``": "''",
    "‘’": "’’",
    "’’": "’’‘‘",
    "‘‘": "’’",
    ",,": "”“’’‘‘''\"",
    "“": '”“″"',
    "‟": "”",
    "”": "”“",
    "„": '“”‟"',
    "«": "»«",
    "»": "«",
    "‹": "›",
    "›": "‹",
    "‘": "’",
    "‚": "‘’",
    "'": "'",
    "’": "’‘",
}
_SAME_BOTH_WAYS = {'"', "＂", "''"}
_PUNCTUATION = frozenset(".,;:!?)۔،؛؟।")
_ALWAYS_OPEN = frozenset(("“", "„", "‟", "``", "‘’", "‚", "‘"))


class Span(NamedTuple):
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


def may_quote(text: str) -> bool:
    """Return whether a text holds a mark that may open quoted words; apostrophes inside words are none.

    >>> may_quote("It's the band's."), may_quote("It's 'loud'."), may_quote("It's «loud».")
    (False, True, True)
    """
    return any(mark in text for mark in _DOUBLE) or next(_single_marks(text), None) is not None


def ends_words(before: str, after: str) -> bool:
    """Return whether a mark between two signs can close words: no blank before it, no letter behind.

    >>> ends_words("e", "."), ends_words(" ", "s"), ends_words("5", " ")
    (True, False, False)
    """
    return not (before.isspace() or before.isdigit() or after.isalnum())


def paired(text: str, blocks: Sequence[Block]) -> list[Span]:
    """Pair the marks of every paragraph: its quotes, in order."""
    starts = [block.start for block in blocks]
    doubles = _by_block(sorted(_double_marks(text)), blocks, starts)
    singles = _by_block(_single_marks(text), blocks, starts)
    spans: list[Span] = []
    for number in sorted(doubles.keys() | singles.keys()):
        found = _Pairing(text, number, blocks[number]).run(doubles[number]) if number in doubles else []
        if number in singles and not found:
            found = _single_spans(text, number, blocks)
        elif number in singles and any(mark == "‘" for _, mark in singles[number]):
            found = sorted([*found, *_beside(text, found, _single_spans(text, number, blocks))])
        spans += found
    return spans


def _by_block(marks: Iterable[Mark], blocks: Sequence[Block], starts: Sequence[int]) -> dict[int, list[Mark]]:
    """Sort marks under the number of the block they stand in; `starts` are those of the blocks."""
    sorted_marks: dict[int, list[Mark]] = {}
    for start, mark in marks:
        number = bisect_right(starts, start) - 1
        if number >= 0 and start + len(mark) <= blocks[number].end:
            sorted_marks.setdefault(number, []).append((start, mark))
    return sorted_marks


def _double_marks(text: str) -> Iterator[Mark]:
    """Yield the double marks of a text, kind by kind; one sign is found ten times as fast as two."""
    for mark in _DOUBLE:
        at = text.find(mark) if mark[0] in text else -1
        while at >= 0:
            yield at, mark
            at = text.find(mark, at + len(mark))


def _single_marks(text: str) -> Iterator[Mark]:
    """Yield the single marks that may open quoted words."""
    if any(mark in text for mark in ("‘", "‚", "'", ": ’")):
        for found in _SINGLE_OPENS.finditer(text):
            yield found.start(), found[0]


def _single_spans(text: str, number: int, blocks: Sequence[Block]) -> list[Span]:
    """Return the quotes in single marks, which only count where double ones quote nothing.

    One that nothing closes may begin with an apostrophe, unless the next paragraph opens it anew.
    """
    block = blocks[number]
    marks = ((found.start(), found[0]) for found in _SINGLE.finditer(text, block.start, block.end))
    following = text[blocks[number + 1].start] if number + 1 < len(blocks) else ""
    spans = _Pairing(text, number, block, following).run(marks)
    return [span for span in spans if span.closed or text[span.start] == following]


def _beside(text: str, doubles: Sequence[Span], singles: Iterable[Span]) -> Iterator[Span]:
    """Yield the quotes in curly single marks that stand outside those in double ones; one word is a term."""
    ends = [other.end for other in doubles]
    for span in singles:
        following = bisect_right(ends, span.start)
        is_outside = following == len(ends) or span.end <= doubles[following].start
        if is_outside and _PHRASE.match(text, span.start, span.end):
            yield span


class _Pairing:
    """A walk over the marks of one block with a stack; only the outermost pairs count."""

    def __init__(self, text: str, number: int, block: Block, following: str = "") -> None:
        self.text = text
        self.number = number
        self.block = block
        self.following = following  # the sign that the next block begins with
        self.spans: list[Span] = []
        self.open: list[tuple[int, str]] = []
        self.broken: int | None = None  # the last quote that another one of the same mark broke off

    def run(self, marks: Iterable[Mark]) -> list[Span]:
        """Pair the marks of one kind, double or single, in text order."""
        for start, mark in marks:
            end = start + len(mark)
            if self.open and self._closes(mark, start, end):
                self._close(end)
            elif self._opens(mark, start, end):
                self._push(mark, start)
            elif self.broken is not None and not self.open and self._ends(mark, start, end):
                self._mend(end)
        if len(self.open) > 1:  # of those that nothing closes, the last and the one around all
            outermost, innermost = self.open[0], self.open[-1]
            self.open = [innermost]
            self._leave_open(self.block.end)
            self.open = [outermost]
            self._leave_open(innermost[0])
        elif self.open:
            self._leave_open(self.block.end)
        return self.spans

    def _push(self, mark: str, start: int) -> None:
        """Open a quote; a mark alike on both sides ends an open one, unless it is printed twice."""
        if mark in _ALWAYS_OPEN and self.open and self._is_doubled(start):
            self.open.pop()
        if self.open and self.open[-1][1] == mark and mark in _SAME_BOTH_WAYS:
            if start - self.open[-1][0] == len(mark):
                return
            self.broken = self._leave_open(start)
        self.open.append((start, mark))

    def _is_doubled(self, start: int) -> bool:
        """Return whether a mark was printed twice, or a straight one before another opening one: ““So."""
        opened, opener = self.open[-1]
        return opened + len(opener) == start and (opener in _SAME_BOTH_WAYS or self.text[start] == opener)

    def _ends(self, mark: str, start: int, end: int) -> bool:
        """Return whether a mark alike on both sides closes something, though nothing is open."""
        return mark in _SAME_BOTH_WAYS and ends_words(self.text[start - 1], self.text[end : end + 1])

    def _mend(self, end: int) -> None:
        """Close a broken quote with a mark that closes nothing else: "We love "X" so much"."""
        broken = self.broken or 0
        first = self.spans[broken]
        if end - first.start <= LONGEST:
            self.spans[broken:] = [first._replace(end=end, closed=True)]
        self.broken = None

    def _close(self, end: int) -> None:
        """End the quote that was opened last, and drop those inside it."""
        start, mark = self.open.pop()
        while self.spans and self.spans[-1].start > start:
            self.spans.pop()
        if self.broken is not None and self.broken >= len(self.spans):
            self.broken = None  # it was inside, too
        self.spans.append(Span(start, end, self.number, self.number, len(mark)))

    def _leave_open(self, end: int) -> int:
        """End a quote that nothing closes, at the latest where a whole one begins in it; give its number."""
        start, mark = self.open.pop()
        at = len(self.spans)
        while at > 0 and self.spans[at - 1].start > start:
            at -= 1
        end = self.spans[at].start if at < len(self.spans) else end
        stop = start + len(self.text[start:end].rstrip())
        self.spans.insert(at, Span(start, stop, self.number, self.number, len(mark), closed=False))
        return at

    @cached_property
    def turned(self) -> bool:
        """Return whether the block quotes »so« rather than « so »: its first guillemet points inwards."""
        inwards = self.text.find("»", self.block.start, self.block.end)
        outwards = self.text.find("«", self.block.start, self.block.end)
        first = inwards >= 0 and (outwards < 0 or inwards < outwards)
        return first and not self.text[inwards + 1 : inwards + 2].isspace()

    def _closes(self, mark: str, start: int, end: int) -> bool:
        """Return whether a mark closes the quote that was opened last."""
        opened, opener = self.open[-1]
        if mark not in _CLOSERS[opener] or start - opened > LONGEST:
            return False
        before, after = self.text[start - 1], self.text[end : end + 1]
        if mark in "’'":
            return not after.isalnum() and not self._is_apostrophe(before, after, end)
        if mark == opener in ("“", "«"):
            return self._closes_as_opened(mark, before, after)
        if opener + mark in ('“"', "”“"):  # no inches, and nothing that opens quoted words inside
            return ends_words(before, after)
        if mark in _SAME_BOTH_WAYS and after.isalnum():
            return not before.isspace() and opened + len(opener) < start
        return True

    @staticmethod
    def _closes_as_opened(mark: str, before: str, after: str) -> bool:
        """Return whether an opening mark, printed twice, closes the second time."""
        if after.isalnum():
            return False
        ends = mark == "“" and (after in _PUNCTUATION or after in ("", "\n"))
        return ends or not before.isspace()

    def _is_apostrophe(self, before: str, after: str, end: int) -> bool:
        """Return whether a mark behind a plural s is none: ‘the fans’ anger’, not ‘fans’ and ‘so’."""
        if before != "s" or after != " " or not self.text[end + 1 : end + 2].islower():
            return False
        opened, opener = self.open[-1]
        closing = _SINGLE_CLOSES.search(self.text, end, self.block.end)
        if closing is None:  # perhaps the next paragraph opens it anew
            before_it = self.text[self.block.start : opened].rstrip()
            return self.following == opener and before_it[-1:] in ("", ":", ",")
        return not 0 <= self.text.find(f" {opener}", end, self.block.end) < closing.start()

    def _opens(self, mark: str, start: int, end: int) -> bool:
        """Return whether a mark opens quoted words where it stands."""
        if mark in _ALWAYS_OPEN:
            return True
        before = self.text[start - 1] if start > self.block.start else " "
        after = self.text[end] if end < self.block.end else " "
        if mark in "«‹»›":
            return not self.turned if mark in "«‹" else self.turned and not after.isspace()
        if mark == "’":
            return not self.open and _APOSTROPHE_OPENS.match(self.text, start) is not None
        return self._opens_before(mark, before, after, end)

    def _opens_before(self, mark: str, before: str, after: str, end: int) -> bool:
        """Return whether a mark that may stand on either side of words stands in front of them."""
        # A typesetter takes a closing mark for that of seconds or inches.
        if mark == "″" or before.isdigit():
            return False
        if after.isspace():
            return mark in '"”' and self._is_spaced(mark, before, end)
        return after.isalnum() or not before.isalnum()

    def _is_spaced(self, mark: str, before: str, end: int) -> bool:
        """Return whether a mark before a blank opens words printed so: " So be it "."""
        is_parted = before.isspace() or before == ":"
        return is_parted and not self.open and self.text.find(mark, end, self.block.end) > 0
