"""Find the quotes of a text, also those that run on over lines and paragraphs.

They are closed further below; or, by an old convention, every paragraph opens them anew and only the last one
closes them.
"""

from __future__ import annotations

from bisect import bisect_left
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
    if span.closed or closer is None:
        return span
    end = text.find(closer, span.end, min(limit, span.start + LONGEST))
    if end < 0 or (text[span.start] == closer and not ends_words(text[end - 1], text[end + 1 : end + 2])):
        return span  # nothing closes it, or that opens words of its own, or stands for inches
    number = bisect_left(blocks, (end + 1,)) - 1
    lines = range(span.last_block + 1, number + 1)
    if (
        end >= blocks[number].end
        or len(lines) > _LINES
        or any(is_parted(text, blocks, line) for line in lines)
    ):
        return span
    return span._replace(end=end + 1, last_block=number, closed=True)


def _runs_on(text: str, blocks: Sequence[Block], last: Span, span: Span) -> bool:
    """Return whether a quote goes on with one that the next paragraph opens anew."""
    return (
        not last.closed
        and span.block == last.last_block + 1
        and not is_parted(text, blocks, span.block)
        and not text[blocks[span.block].start : span.start].strip()
        and text[span.start : span.start + span.width] == text[last.start : last.start + last.width]
        and span.end - last.start <= LONGEST
    )
