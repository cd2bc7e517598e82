"""Prepare an article: its paragraphs, its quotes, the clauses around them, and the text with the quotes masked."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import cache
from itertools import chain, compress, groupby, zip_longest
from typing import TYPE_CHECKING, Literal, NamedTuple

from scraper.patterns import lazy_regex
from scraper.text.quotes.words.languages import words_of_all

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scraper.text.quotes.words.lexicons import Lexicon


# Cut out the clauses around a quote, and define the attributions read from them.

Place = tuple[int, int]
Link = Literal["colon", "comma", "direct", "that", "behind", "announced"]

MASK = "\ufffc"
"""The placeholder for each character of quoted words, so nothing is read from inside a quote."""
_LETTERS = [chr(code) for code in (*range(0x41, 0x530), *range(0x1E00, 0x1F00))]
SMALL, CAPITALS = ("".join(filter(belongs, _LETTERS)) for belongs in (str.islower, str.isupper))
"""Letters of alphabets with upper and lower case, for character classes."""
CLOSE = " \t\n\xa0,،;:—–-()[]\ufffc*_"
"""Characters that may surround a name and are not part of it."""
REACH_BEFORE = 320
REACH_BEHIND = 260
#: How far after a quote the next sentence may attribute it.
NEXT_SENTENCE = 120
# Also those of Urdu, Hindi and Amharic.
_ENDS = ".!?…۔؟।።"
_SENTENCE_END = lazy_regex(rf"[.!?…۔؟।።][)\]’]*\s+(?=[^\W_{SMALL}]|[\ufffc@#¿¡(‘'\"]|\Z)")
_MARKUP = "*_> \t"
# A single letter before a full stop; X is a platform.
_INITIAL = lazy_regex(r"(?<!\w)[A-WYZ]")
_NEXT_WORD = lazy_regex(r"\s(\w+)")
_NO_LETTER = lazy_regex(r"[\W_]")
_LONGEST_ABBREVIATION = 8
# How far after a sentence to look for the first letter of the next, which shows whether it ended.
_NEXT_LETTER = 12


def is_abbreviated(text: str, end: int) -> bool:
    """Return True if a point that ends at `end` ends no sentence: "Sen. Roe", "J. Roe", "am 3. Oktober"."""
    if text[end - 1 : end] != ".":
        return False
    word = text[max(0, end - 1 - _LONGEST_ABBREVIATION) : end - 1].rpartition(" ")[2]
    word = word if word.isalnum() else _NO_LETTER.split(word)[-1]
    if word.isdigit():
        following = _NEXT_WORD.match(text, end)
        return len(word) < 3 and following is not None and following[1] in words_of_all("ordinals")
    return word in words_of_all("abbreviations") or _INITIAL.fullmatch(text, end - 2, end - 1) is not None


def is_ended(words: str) -> bool:
    """Return True if words end like a sentence, or there are none."""
    return words[-1:] in _ENDS


class Clause(NamedTuple):
    """Words next to a quote, with quotes masked and their offset in the document."""

    text: str
    start: int

    def says(
        self,
        link: Link,
        kind: str | None,
        *,
        verb: Place | None = None,
        speaker: Place | None = None,
        handle: Place | None = None,
    ) -> Attribution:
        """Return the attribution read in this clause; offsets are relative to the clause."""
        spans = ((self.start + span[0], self.start + span[1]) if span else None for span in (verb, speaker, handle))
        return Attribution(link, kind or "none", self, *spans)

    @property
    def ends_in_colon(self) -> bool:
        """Return True if the words lead to the text after them."""
        return self.text.rstrip().endswith((":", ";"))


@dataclass(frozen=True, slots=True)
class Attribution:
    """The attribution of a quote by a clause; spans are those in the document.

    `kind` is the class of the verb: tweet, post, write, say, call, tell; noun for a post that speaks; crowd for a
    sentence about the public before the quote; lead for any words before a colon; alone for an unattributed
    sentence; none. A handle alone ties the clause to the quote.
    """

    link: Link
    kind: str
    clause: Clause
    verb: Place | None
    speaker: Place | None
    handle: Place | None

    def speaker_in(self, text: str) -> str:
        """Return the phrase that names the speaker, as printed; empty if there is none."""
        return text[slice(*self.speaker)] if self.speaker else ""


def mask(text: str, spans: Sequence[Span]) -> str:
    """Return the text with each quoted character replaced by a placeholder, and Markdown signs before by blanks."""
    pieces, position = [], 0
    for span in spans:
        before = text[position : span.start]
        pieces += [before.rstrip(_MARKUP).ljust(len(before)), MASK * (span.end - span.start)]
        position = span.end
    return "".join([*pieces, text[position:]])


def sentence_start(text: str, left: int, end: int) -> int:
    """Return the start of the sentence that ends at `end`, not before `left`."""
    left = max(left, end - REACH_BEFORE)
    for sign in reversed(list(_SENTENCE_END.finditer(text, left, end + 1))):
        if sign.end() <= end and not is_abbreviated(text, sign.start() + 1):
            return sign.end()
    return left


def sentence_end(text: str, start: int, right: int) -> int:
    """Return the end of the sentence that begins at `start`, not after `right`."""
    right = min(right, start + REACH_BEHIND)
    for sign in _SENTENCE_END.finditer(text, start, right + _NEXT_LETTER):
        end = sign.start() + 1
        if not is_abbreviated(text, end):
            return min(end, right)
    return right


# Split a text into paragraphs: at line ends that are not mere wrapping, and at posts.

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


# Pair quotation marks of any style to find where quoted words begin and end.

Mark = tuple[int, str]
# Maximum characters of a quote.
_LONGEST = 6000
# Mark -> the marks that close it.
_DOUBLE = {
    '"': '"”″', "“": '”“″"', "”": "”“", "„": '“”‟"', "‟": "”", "«": "»«", "»": "«", "‹": "›", "›": "‹", "＂": "＂",
    "″": "", "''": "''", "``": "''", "‘’": "’’", "’’": "’’‘‘", "‘‘": "’’", ",,": "”“’’‘‘''\"",
}  # fmt: skip
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
    """The offsets of quoted words with their marks, the numbers of their blocks, and the width of the opening mark.

    Where no closing mark was printed, they end after the last word.
    """

    start: int
    end: int
    block: int
    last_block: int
    width: int = 1
    closed: bool = True


def may_quote(text: str) -> bool:
    """Return True if a text contains a mark that may open quoted words, not just apostrophes in words."""
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
    """Extend a quote to one of the next lines, if that closes it: “It is so.⏎#Swans” she wrote."""
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
    starts = [block.start for block in blocks]
    kinds = (pattern.finditer(text) for sign, pattern in _MARKS.items() if sign in text)
    marks = sorted((found.start(), found[0]) for found in chain.from_iterable(kinds))
    spans: list[Span] = []
    for number, group in groupby(marks, lambda mark: bisect_right(starts, mark[0]) - 1):
        if number >= 0:
            spans += _paired_in(text, blocks, number, list(group))
    return spans


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
    # Those outside double ones; a single word is a term.
    ends = [double.end for double in spans]
    singles = [span for span in _single_spans(text, blocks, number) if _PHRASE.match(text, span.start, span.end)]
    following = (bisect_right(ends, span.start) for span in singles)
    is_outside = (at == len(spans) or span.end <= spans[at].start for span, at in zip(singles, following, strict=True))
    return sorted([*spans, *compress(singles, is_outside)])


def _single_spans(text: str, blocks: Sequence[Block], number: int) -> list[Span]:
    """Return the quotes in single marks; an unclosed one, unless reopened below, may begin with an apostrophe."""
    block = blocks[number]
    following = text[blocks[number + 1].start] if number + 1 < len(blocks) else ""
    marks = _SINGLE.finditer(text, block.start, block.end)
    spans = _Pairing(text, number, block).run((found.start(), found[0]) for found in marks)
    return [span for span in spans if span.closed or text[span.start] == following]


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
                opened, opener = self.open.pop()
                del self.spans[bisect_left(self.spans, (opened,)) :]  # those inside it
                self.spans.append(self._span(opened, end, opener, closed=True))
            elif self._opens(mark, end, before, after) and (start - len(mark), mark) not in self.open[-1:]:
                self.open.append((start, mark))
        return self._with_unclosed() if self.open else self.spans

    def _span(self, start: int, end: int, mark: str, *, closed: bool) -> Span:
        return Span(start, end, self.number, self.number, len(mark), closed)

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
        if mark in _ALWAYS_OPEN:
            return True
        if mark == "’":
            return not self.open and _APOSTROPHE_OPENS.match(self.text, end - 1) is not None
        if after.isspace():
            is_alone = not self.open and (before.isspace() or before == ":")  # it opens: " So be it "
            return is_alone and mark in '"”' and self.text.find(mark, end, self.block.end) > 0
        # A typesetter takes a closing mark for a seconds mark.
        return mark != "″" and (after.isalnum() or not (before.isalnum() or _POINT.match(self.text, end)))


# Prepare an article: its paragraphs, its quotes, and the same text with the quotes masked.

_CLOSING = "\"”“»«›‹’'＂ \xa0`"
_SIC = lazy_regex(r"\s*[(\[]sic\.?[)\]]")
_JOINED = lazy_regex(r"[\s,;–—-]*(?:\w{1,3})?[\s,]*(?:\w{1,6}\s+)?")
_LETTER = lazy_regex(r"[^\W_\ufffc]")
COMPOUND = lazy_regex(r"[-‐‑][^\W\d_]")
"""What follows a quote that is the first part of a word: „Der Schwan“-Sängerin."""
_BLANK = lazy_regex(r"[ .;,\n\t]*")
_BULLET = lazy_regex(r"\s*+(?:(?:[-–—•*·]|#?\d{1,2}[.):]?)\s+)?")
_LONGEST_LIST, _LONGEST_GAP = 4, 24


class Prose:
    """The paragraphs and quotes of one article in order, with lookups; in `masked`, placeholders replace the quotes."""

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

    def _sentence_to(self, span: Span) -> str:
        start = sentence_start(self.masked, self.blocks[span.block].start, span.start)
        return self.masked[start : span.start].strip()

    def opens_sentence(self, span: Span) -> bool:
        """Return True if a quote is the beginning of a sentence."""
        return self.opens_block(span) or not self._sentence(span)

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
