"""Cut out the clauses around a quote, and define the attributions read from them.

A clause precedes the quote ("a fan wrote: …") or follows it ("…, a fan wrote"). Quoted words are masked
(`mask`), so nothing is read from inside a quote. Sentences are cut at bounded distance.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from scraper.patterns import lazy_regex
from scraper.text.quotes.words.languages import words_of_all

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scraper.text.quotes.text.quotation_marks import Span

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
        return Attribution(link, kind or "none", self, *map(self._place, (verb, speaker, handle)))

    @property
    def ends_in_colon(self) -> bool:
        """Return True if the words lead to the text after them."""
        return self.text.rstrip().endswith((":", ";"))

    def _place(self, span: Place | None) -> Place | None:
        """Convert a span in the clause to one in the document."""
        return (self.start + span[0], self.start + span[1]) if span else None


@dataclass(frozen=True, slots=True)
class Attribution:
    """The attribution of a quote by a clause.

    Attributes:
        link: How the clause is tied to the quote.
        kind: The class of the verb: tweet, post, write, say, call, tell; noun for a post that speaks; crowd
            for a sentence about the public before the quote; lead for any words before a colon; alone for an
            unattributed sentence; none.
        clause: The clause it was read from.
        verb: The span of the verb in the document.
        speaker: The span of the phrase that names the speaker.
        handle: The span of the handle that alone ties the clause to the quote.
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
    """Return the text with every quoted character, including marks, replaced by a placeholder.

    Markdown signs of emphasis or a block quote before a quote become blanks.
    """
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
