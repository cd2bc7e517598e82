"""Prepare an article: its paragraphs, its quotes, and the same text with the quotes masked."""

from __future__ import annotations

from bisect import bisect_left
from functools import cache
from typing import TYPE_CHECKING

from scraper.patterns import lazy_regex
from scraper.text.quotes.text.clauses import MASK, REACH_BEFORE, Clause, is_ended, mask, sentence_end, sentence_start
from scraper.text.quotes.text.paragraphs import blocks_of, is_parted
from scraper.text.quotes.text.quotation_marks import find_spans

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scraper.text.quotes.text.paragraphs import Block
    from scraper.text.quotes.text.quotation_marks import Span
    from scraper.text.quotes.words.lexicons import Lexicon

_CLOSING = "\"”“»«›‹’'＂ \xa0`"
_SIC = lazy_regex(r"\s*[(\[]sic\.?[)\]]")
_JOINED = lazy_regex(r"[\s,;–—-]*(?:\w{1,3})?[\s,]*(?:\w{1,6}\s+)?")
_LETTER = lazy_regex(r"[^\W_\ufffc]")
_COMPOUND = lazy_regex(r"[-‐‑][^\W\d_]")
_BLANK = lazy_regex(r"[ .;,\n\t]*")
_BULLET = lazy_regex(r"\s*+(?:(?:[-–—•*·]|#?\d{1,2}[.):]?)\s+)?")
_LONGEST_LIST, _LONGEST_GAP = 4, 24


class Prose:
    """The text of one article, with lookups around its quotes.

    Attributes:
        text: The article.
        lexicon: The words of its language.
        blocks: Its paragraphs.
        spans: Its quotes, in order.
        masked: The text with the quotes replaced by placeholders of the same length.
    """

    def __init__(self, text: str, lexicon: Lexicon, taken: Sequence[tuple[int, int]]) -> None:
        self.text = text
        self.lexicon = lexicon
        self.blocks = blocks_of(text, taken)
        self.spans = find_spans(text, self.blocks)
        self.masked = mask(text, self.spans)
        self.clause_before = cache(self._clause_before)
        self.clause_behind = cache(self._clause_behind)
        self.last_of_list = cache(self._last_of_list)
        self._sentence = cache(self._sentence_to)

    def words(self, span: Span) -> str:
        """Return the quoted words without their marks."""
        return self.text[span.start + span.width : span.end].strip(_CLOSING)

    def names_other_place(self, start: int, end: int) -> bool:
        """Return True if unquoted text in a range names another place of speech: a rally, a letter."""
        return self.lexicon.off_platform.search(self.masked, start, end) is not None

    def ends_block(self, span: Span) -> bool:
        """Return True if nothing follows a quote in its paragraph."""
        return _BLANK.fullmatch(self.masked, span.end, self.blocks[span.last_block].end) is not None

    def fills_block(self, span: Span) -> bool:
        """Return True if a paragraph is only a quote."""
        return self.ends_block(span) and self.opens_block(span)

    def makes_paragraph(self, span: Span) -> bool:
        """Return True if a paragraph is only a quote; some words without a full stop are a heading."""
        words = self.words(span)
        return self.fills_block(span) and (words[-1:] in ".!?…,;" or len(words.split()) > 5)

    def opens_block(self, span: Span) -> bool:
        """Return True if a quote opens its paragraph, which may be one of a list."""
        return _BULLET.fullmatch(self.masked, self.blocks[span.block].start, span.start) is not None

    def follows(self, number: int) -> bool:
        """Return True if a paragraph follows another without a post between them."""
        return number > 0 and not is_parted(self.text, self.blocks, number)

    def is_next_to_post(self, span: Span) -> bool:
        """Return True if a post directly precedes or follows the paragraph in which a quote begins."""
        return any(is_parted(self.text, self.blocks, number) for number in (span.block, span.block + 1))

    def _sentence_to(self, span: Span) -> str:
        """Return the text before a quote in its sentence, with other quotes masked."""
        start = sentence_start(self.masked, self.blocks[span.block].start, span.start)
        return self.masked[start : span.start].strip()

    def opens_sentence(self, span: Span) -> bool:
        """Return True if a quote is the beginning of a sentence."""
        return self.opens_block(span) or not self._sentence(span)

    def opens_word(self, span: Span) -> bool:
        """Return True if a quote is the first part of a word: „Der Schwan“-Sängerin."""
        return _COMPOUND.match(self.text, span.end) is not None

    def is_inside_sentence(self, span: Span) -> bool:
        """Return True if words lead into a quote in its sentence; other quotes and a colon do not count."""
        before = self._sentence(span)
        return not before.endswith(":") and _LETTER.search(before) is not None

    def _clause(self, start: int, end: int) -> Clause:
        return Clause(self.masked[start:end], start)

    def _clause_before(self, index: int) -> Clause:
        """Return the words of the sentence before a quote, or the line above if that ends in a colon."""
        span = self.spans[index]
        above = self._above(span)
        if above and self.masked[above.start : above.end].rstrip().endswith((":", ";")):
            return self._clause(sentence_start(self.masked, *above), above.end)
        return self._clause(sentence_start(self.masked, self._left(index), span.start), span.start)

    def _above(self, span: Span) -> Block | None:
        """Return the paragraph above a quote that opens its own, unless a post separates them."""
        is_below = self.opens_block(span) and self.follows(span.block)
        return self.blocks[span.block - 1] if is_below else None

    def _left(self, index: int) -> int:
        """Return the start of the words that may refer to a quote: after a quote that ended a sentence."""
        span = self.spans[index]
        for before in reversed(self.spans[max(0, index - _LONGEST_LIST) : index]):
            if before.last_block == span.block and is_ended(self.words(before)):
                return before.end
        return self.blocks[span.block].start

    def _clause_behind(self, index: int) -> Clause:
        """Return the words from a quote to the end of the sentence or to the next quote."""
        span = self.spans[index]
        following = self.spans[index + 1 : index + 2]
        right = min([self.blocks[span.last_block].end, *(quote.start for quote in following)])
        sic = _SIC.match(self.masked, span.end, right)
        start = sic.end() if sic else span.end
        return self._clause(start, sentence_end(self.masked, start, right))

    def _last_of_list(self, index: int) -> int:
        """Return the number of the last quote in a list: “A”, “B” and “C”, wrote many."""
        span = self.spans[index]
        for following in self.spans[index + 1 : index + 1 + _LONGEST_LIST]:
            gap = self.masked[span.end : min(following.start, span.end + _LONGEST_GAP)]
            if gap.strip() not in (";", ",") and (following.block != span.last_block or not gap.strip()):
                break
            if not self.joins(gap) and (gap.strip() != "." or self.is_inside_sentence(span)):
                break
            if gap[-2:-1].isalpha() and self.lexicon.verb.search(gap):  # "…” he wrote “…"
                break
            index, span = index + 1, following
        return index

    def opens_row(self, span: Span) -> bool:
        """Return True if a quote is the first of three or more separated only by commas or line breaks."""
        index = bisect_left(self.spans, span)
        lines = [line.block for line in self.spans[index : index + 3] if self.fills_block(line)]
        return self.last_of_list(index) > index + 1 or lines == [span.block, span.block + 1, span.block + 2]

    @staticmethod
    def joins(gap: str) -> bool:
        """Return True if the words between two quotes only join them: "and", ", ", "ou encore"."""
        return len(gap) < _LONGEST_GAP and _JOINED.fullmatch(gap) is not None

    def sentence_above(self, span: Span) -> Clause | None:
        """Return the last sentence of the paragraph above a quote that begins its own."""
        above = self._above(span)
        if above is None:
            return None
        start = sentence_start(self.masked, *above)
        start = max(start, self.masked.rfind(MASK, start, above.end) + 1)  # a quote may end a sentence
        return self._clause(start, above.end)

    def sentence_before(self, span: Span) -> Clause | None:
        """Return the whole sentence before a quote that begins a new one, in the same paragraph."""
        left = max(self.blocks[span.block].start, span.start - REACH_BEFORE)
        before = self.masked[left : span.start].rstrip()
        end = left + len(before)
        is_whole = before.endswith((".", "!"))
        return self._clause(sentence_start(self.masked, left, end), end) if is_whole else None
