r"""Pair quotation marks of any style to find where quoted words begin and end.

Only marks are considered here; whether the words are a reaction is decided elsewhere. Each paragraph is
paired separately, because a missing closing mark must not swallow the article. An unclosed quote may be
closed further below; or, by an old convention, every paragraph reopens it and only the last one closes it.

>>> from scraper.text.quotes.text.paragraphs import blocks_of
>>> text = 'She wrote: «\u00a0Merci\u00a0!\u00a0» and ``so be it\'\'.'
>>> [text[q.start : q.end] for q in find_spans(text, blocks_of(text))]
['«\xa0Merci\xa0!\xa0»', "``so be it''"]
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import groupby, zip_longest
from typing import TYPE_CHECKING, NamedTuple

from scraper.patterns import lazy_regex
from scraper.text.quotes.text.clauses import SMALL
from scraper.text.quotes.text.paragraphs import is_parted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scraper.text.quotes.text.paragraphs import Block

Mark = tuple[int, str]
# Maximum characters of a quote.
_LONGEST = 6000
# Mark -> the marks that close it.
_DOUBLE = {
    '"': '"”″',
    "“": '”“″"',
    "”": "”“",
    "„": '“”‟"',
    "‟": "”",
    "«": "»«",
    "»": "«",
    "‹": "›",
    "›": "‹",
    "''": "''",
    "``": "''",
    "‘’": "’’",
    "’’": "’’‘‘",
    "‘‘": "’’",
    ",,": "”“’’‘‘''\"",
    "＂": "＂",
    "″": "",
}
_CLOSERS = _DOUBLE | {"‘": "’", "‚": "‘’", "'": "'", "’": "’‘"}
_SAME_BOTH_WAYS = {'"', "＂", "''"}
# Marks that open, and may close what they or a similar mark opened.
_EITHER = frozenset(("““", "««", '“"'))
_ALWAYS_OPEN = frozenset(("“", "„", "‟", "«", "‹", "``", "‘’", "‚", "‘"))
_OPENS_WORDS = r"(?<![\w'’]')(?=[\w@#\[…])"
_PATTERNS = (*'"“”„‟«»‹›＂″‚', f"'(?:'|{_OPENS_WORDS})", "`(?=`)`", "‘[’‘]?", r"’(?:’|(?<=: ’)(?=[\w@#]))", ",(?=,),")
# Sign -> the marks that begin with it, single ones where they may open words. Searching for a single sign is
# many times faster than for a set.
_MARKS = {pattern[0]: lazy_regex(pattern) for pattern in _PATTERNS}
# A typesetter takes an opening mark for an apostrophe: "One wrote: ’10 swans!’". In Hebrew and Arabic script
# the pair is reversed: the first mark looks like ’.
_APOSTROPHE_OPENS = lazy_regex(r"(?<=: )’[\w@#]|(?<![^\s(])’(?=[\u0590-\u08ff])")
_SINGLE = lazy_regex(rf"[‘’‚]|'{_OPENS_WORDS}|'(?<=[\w.,!?…\]]')(?!\w)")
# An apostrophe after a plural s, inside a quote: ‘the fans’ anger’, not ‘fans’ and ‘so’.
_PLURAL = lazy_regex(rf"(?<=s)[’'] (?=[{SMALL}])(?:(?! [‘‚']).)*?[’'](?!\w)")
_POINT = lazy_regex(r"[.,;:!?)]?(?!\S)")
_PHRASE = lazy_regex(r"‘(?:[#@]|\S+ )")
# How many lines a quote may continue on, if no other mark is in them.
_LINES = 4
# Marks that only close what another mark opened.
_CLOSED_BY = {"“": "”", "«": "»", "„": "“", '"': '"'}


class Span(NamedTuple):
    """Quoted words with their marks.

    Attributes:
        start: The offset of the opening mark.
        end: The offset after the closing mark, or after the last word if the mark is missing.
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
    """Return True if a text contains a mark that may open quoted words, not just apostrophes in words.

    >>> may_quote("It's the band's."), may_quote("It's 'loud'."), may_quote("It's «loud».")
    (False, True, True)
    """
    return any(pattern.search(text) for pattern in _MARKS.values())


def _ends_words(before: str, after: str) -> bool:
    """Return True if a mark between two signs can close words: no space before it, or a line's end.

    >>> _ends_words("e", "."), _ends_words(" ", "s"), _ends_words("5", " ")
    (True, False, False)
    """
    return after in ("", "\n") or not (before.isspace() or before.isdigit() or after.isalnum())


def find_spans(text: str, blocks: Sequence[Block]) -> list[Span]:
    """Find the quotes in a text's paragraphs, in order; a quote over several paragraphs is one."""
    joined: list[Span] = []
    spans = _paired(text, blocks)
    for found, following in zip_longest(spans, spans[1:]):
        span = _closed_below(text, blocks, found, following.start if following else len(text))
        last = joined[-1] if joined else None
        if last and _runs_on(text, blocks, last, span):
            joined[-1] = last._replace(end=span.end, last_block=span.block, closed=span.closed)
        else:
            joined.append(span)
    return joined


def _closed_below(text: str, blocks: Sequence[Block], span: Span, limit: int) -> Span:
    """Extend a quote to one of the next lines, if that closes it before opening another.

    Example: “It is so.⏎#Swans” she wrote.
    """
    closer = _CLOSED_BY.get(text[span.start : span.start + span.width])
    if span.closed or closer is None:
        return span
    end = text.find(closer, span.end, min(limit, span.start + _LONGEST))
    if end < 0 or (text[span.start] == closer and not _ends_words(text[end - 1], text[end + 1 : end + 2])):
        return span  # nothing closes it, or it opens separate words, or is an inch mark
    number = bisect_left(blocks, (end + 1,)) - 1
    lines = range(span.last_block + 1, number + 1)
    if end >= blocks[number].end or len(lines) > _LINES or any(is_parted(text, blocks, line) for line in lines):
        return span
    return span._replace(end=end + 1, last_block=number, closed=True)


def _runs_on(text: str, blocks: Sequence[Block], last: Span, span: Span) -> bool:
    """Return True if a quote continues with one that the next paragraph reopens."""
    return (
        not last.closed
        and span.block == last.last_block + 1
        and not is_parted(text, blocks, span.block)
        and not text[blocks[span.block].start : span.start].strip()
        and text[span.start : span.start + span.width] == text[last.start : last.start + last.width]
        and span.end - last.start <= _LONGEST
    )


def _paired(text: str, blocks: Sequence[Block]) -> list[Span]:
    """Pair the marks of every paragraph: its quotes, in order."""
    starts = [block.start for block in blocks]
    spans: list[Span] = []
    marks = sorted(_marks(text))
    for number, group in groupby(marks, lambda mark: bisect_right(starts, mark[0]) - 1):
        if number >= 0:
            spans += _paired_in(text, blocks, number, list(group))
    return spans


def _marks(text: str) -> Iterator[Mark]:
    """Yield the marks of a text, kind by kind."""
    for sign, pattern in _MARKS.items():
        if sign in text:
            for found in pattern.finditer(text):
                yield found.start(), found[0]


def _paired_in(text: str, blocks: Sequence[Block], number: int, marks: Sequence[Mark]) -> list[Span]:
    """Pair the marks of one paragraph; if double ones quote, only curly single ones count."""
    doubles = [mark for mark in marks if mark[1] in _DOUBLE]
    spans = _Pairing(text, number, blocks[number]).run(doubles)
    if len(doubles) == len(marks):
        return spans
    if not spans:
        return _single_spans(text, blocks, number)
    if all(mark != "‘" for _, mark in marks):
        return spans
    return sorted([*spans, *_single_outside_double(text, spans, _single_spans(text, blocks, number))])


def _single_spans(text: str, blocks: Sequence[Block], number: int) -> list[Span]:
    """Return the quotes in single marks.

    An unclosed one may begin with an apostrophe, unless the next paragraph reopens it.
    """
    block = blocks[number]
    following = text[blocks[number + 1].start] if number + 1 < len(blocks) else ""
    marks = _SINGLE.finditer(text, block.start, block.end)
    spans = _Pairing(text, number, block).run((found.start(), found[0]) for found in marks)
    return [span for span in spans if span.closed or text[span.start] == following]


def _single_outside_double(text: str, doubles: Sequence[Span], singles: Iterable[Span]) -> Iterator[Span]:
    """Yield the quotes in curly single marks outside those in double ones; a single word is a term."""
    ends = [other.end for other in doubles]
    for span in singles:
        following = bisect_right(ends, span.start)
        is_outside = following == len(ends) or span.end <= doubles[following].start
        if is_outside and _PHRASE.match(text, span.start, span.end):
            yield span


class _Pairing:
    """Pairs the marks of one kind (double or single) in a paragraph; only the outermost pairs count."""

    def __init__(self, text: str, number: int, block: Block) -> None:
        self.text, self.number, self.block = text, number, block
        self.spans: list[Span] = []
        self.open: list[Mark] = []

    def run(self, marks: Iterable[Mark]) -> list[Span]:
        """Pair the marks, which are in text order."""
        for start, mark in marks:
            end = start + len(mark)
            if end > self.block.end:
                break
            before, after = self.text[start - 1 : start], self.text[end : end + 1]
            if self.open and self._closes(mark, start, before, after):
                self._close(end)
            elif self._opens(mark, end, before, after) and (start - len(mark), mark) not in self.open[-1:]:
                self.open.append((start, mark))
        return self._with_unclosed() if self.open else self.spans

    def _span(self, start: int, end: int, mark: str, *, closed: bool) -> Span:
        return Span(start, end, self.number, self.number, len(mark), closed)

    def _close(self, end: int) -> None:
        """End the quote opened last and drop those inside it."""
        start, mark = self.open.pop()
        del self.spans[bisect_left(self.spans, (start,)) :]
        self.spans.append(self._span(start, end, mark, closed=True))

    def _with_unclosed(self) -> list[Span]:
        """Return the quotes including unclosed ones, each of which ends where the next one begins."""
        last = self.block.end
        unclosed = (self._span(start, last, mark, closed=False) for start, mark in self.open)
        spans = sorted([*self.spans, *unclosed])
        ends = [*(following.start for following in spans[1:]), last]
        return [
            span if span.closed else span._replace(end=span.start + len(self.text[span.start : end].rstrip()))
            for span, end in zip(spans, ends, strict=True)
            if span.closed or end != span.start + span.width or end == last  # else printed before another mark
        ]

    def _closes(self, mark: str, start: int, before: str, after: str) -> bool:
        """Return True if a mark closes the quote opened last."""
        opened, opener = self.open[-1]
        if mark not in _CLOSERS[opener] or start - opened > _LONGEST:
            return False
        if mark in "’'":
            return not after.isalnum() and not _PLURAL.match(self.text, start, self.block.end)
        if opener + mark in _EITHER:
            return _ends_words(before, after)
        if mark in _SAME_BOTH_WAYS and after.isalnum():
            return not before.isspace() and opened + len(opener) < start
        return True

    def _opens(self, mark: str, end: int, before: str, after: str) -> bool:
        """Return True if a mark opens quoted words at its position."""
        if mark in _ALWAYS_OPEN:
            return True
        if mark == "’":
            return not self.open and _APOSTROPHE_OPENS.match(self.text, end - 1) is not None
        if after.isspace():
            is_alone = not self.open and (before.isspace() or before == ":")  # it opens: " So be it "
            return is_alone and mark in '"”' and self.text.find(mark, end, self.block.end) > 0
        # A typesetter takes a closing mark for a seconds mark.
        return mark != "″" and (after.isalnum() or not (before.isalnum() or _POINT.match(self.text, end)))
