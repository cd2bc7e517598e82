"""Find the quotes of a text, also those that run on over lines and paragraphs.

They are closed further below; or, by an old convention, every paragraph opens them anew and only the last one
closes them.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from scraper.text.quotes.text.paragraphs import is_parted
from scraper.text.quotes.text.quotation_marks import LONGEST, ends_words, paired

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scraper.text.quotes.text.paragraphs import Block
    from scraper.text.quotes.text.quotation_marks import Span

# So many lines a quote may run on, if no other mark stands in them.
_LINES = 4
# Marks that close what nothing but another mark opens.
_CLOSED_BY = {"“": "”", "«": "»", "„": "“", '"': '"'}


def find_spans(text: str, blocks: Sequence[Block]) -> list[Span]:
    """Find the quotes of a text in its paragraphs, in order; what runs on over several is one."""
    joined: list[Span] = []
    spans = paired(text, blocks)
    for found, following in zip_longest(spans, spans[1:]):
        span = _closed_below(text, blocks, found, following.start if following else len(text))
        last = joined[-1] if joined else None
        if last and _runs_on(text, blocks, last, span):
            joined[-1] = last._replace(end=span.end, last_block=span.block, closed=span.closed)
        else:
            joined.append(span)
    return joined


def _closed_below(text: str, blocks: Sequence[Block], span: Span, limit: int) -> Span:
    """Extend a quote to one of the next lines, if that closes it before it opens another.

    Example: “It is so.⏎#Swans” she wrote.
    """
    closer = _CLOSED_BY.get(text[span.start : span.start + span.width])
    if span.closed or closer is None or not _may_run_on(text, blocks, span):
        return span
    number = span.last_block + 1
    last = min(number + _LINES, len(blocks)) - 1
    end = text.find(closer, blocks[number].start, min(limit, blocks[last].end))
    if end < 0 or end - span.start > LONGEST:
        return span
    while blocks[number].end <= end:
        number += 1
        if is_parted(text, blocks, number):
            return span
    if text[span.start] == closer and not ends_words(text[end - 1], text[end + 1 : end + 2]):
        return span  # it opens words of its own, or stands for inches
    return span._replace(end=end + 1, last_block=number, closed=True)


def _may_run_on(text: str, blocks: Sequence[Block], span: Span) -> bool:
    """Return whether a quote is the last of its paragraph, and another one follows that no post parts."""
    number = span.last_block + 1
    if number == len(blocks) or is_parted(text, blocks, number):
        return False
    return span.end >= blocks[span.last_block].end - 1


def _runs_on(text: str, blocks: Sequence[Block], last: Span, span: Span) -> bool:
    """Return whether a quote goes on with one that the next paragraph opens anew."""
    return (
        not last.closed
        and span.block == last.last_block + 1
        and not is_parted(text, blocks, span.block)
        and last.end >= blocks[last.last_block].end - 1
        and not text[blocks[span.block].start : span.start].strip()
        and text[span.start : span.start + span.width] == text[last.start : last.start + last.width]
        and span.end - last.start <= LONGEST
    )
