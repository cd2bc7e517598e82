"""Cut out the clauses around a quote, and hold what they say of it.

A clause stands before the quote ("a fan wrote: …") or behind it ("…, a fan wrote"). Quoted words are masked
(`mask`), so that nothing is read from inside a quote. Sentences are cut at bounded distance.
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
"""What stands for each character of quoted words, so that nothing is read from inside a quote."""
_LETTERS = [chr(code) for code in (*range(0x41, 0x530), *range(0x1E00, 0x1F00))]
SMALL, CAPITALS = ("".join(filter(belongs, _LETTERS)) for belongs in (str.islower, str.isupper))
"""The letters of alphabets that have small ones and capitals, for sets in patterns."""
CLOSE = " \t\n\xa0,،;:—–-()[]\ufffc*_"
"""What may stand around a name and is no part of it."""
REACH_BEFORE = 320
REACH_BEHIND = 260
#: So far behind a quote the next sentence may tell what it was.
NEXT_SENTENCE = 120
# Also those of Urdu, Hindi and Amharic.
_ENDS = ".!?…۔؟।።"
_SENTENCE_END = lazy_regex(rf"[.!?…۔؟।።][)\]’]*\s+(?=[^\W_{SMALL}]|[\ufffc@#¿¡(‘'\"]|\Z)")
_MARKUP = "*_> \t"
# One letter alone in front of a point; X is a platform.
_INITIAL = lazy_regex(r"(?<!\w)[A-WYZ]")
_NEXT_WORD = lazy_regex(r"\s(\w+)")
_NO_LETTER = lazy_regex(r"[\W_]")
_LONGEST_ABBREVIATION = 8
# So far behind a sentence the first letter of the next may stand, which tells whether it ended.
_NEXT_LETTER = 12


def is_abbreviated(text: str, end: int) -> bool:
    """Return whether a point that ends at `end` ends no sentence: "Sen. Roe", "J. Roe", "am 3. Oktober"."""
    if text[end - 1 : end] != ".":
        return False
    word = text[max(0, end - 1 - _LONGEST_ABBREVIATION) : end - 1].rpartition(" ")[2]
    word = word if word.isalnum() else _NO_LETTER.split(word)[-1]
    if word.isdigit():
        following = _NEXT_WORD.match(text, end)
        return len(word) < 3 and following is not None and following[1] in words_of_all("ordinals")
    return word in words_of_all("abbreviations") or _INITIAL.fullmatch(text, end - 2, end - 1) is not None


def is_ended(words: str) -> bool:
    """Return whether words end as a sentence does, or there are none."""
    return words[-1:] in _ENDS


class Clause(NamedTuple):
    """Words beside a quote, quotes masked, with their place in the document."""

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
        """Return what was read in this clause; the places count in the clause."""
        return Attribution(link, kind or "none", self, *map(self._place, (verb, speaker, handle)))

    @property
    def ends_in_colon(self) -> bool:
        """Return whether the words lead to what follows."""
        return self.text.rstrip().endswith((":", ";"))

    def _place(self, span: Place | None) -> Place | None:
        """Turn a place in the clause into one in the document."""
        return (self.start + span[0], self.start + span[1]) if span else None


@dataclass(frozen=True, slots=True)
class Attribution:
    """What a clause says about a quote.

    Attributes:
        link: How the clause is tied to the quote.
        kind: The class of the verb: tweet, post, write, say, call, tell; noun for a post that speaks;
            crowd for a sentence on the public in front; lead for whatever stands before a colon;
            alone for a sentence that nothing attributes; none.
        clause: The clause it was read from.
        verb: The place of the verb in the document.
        speaker: The place of the phrase that names the speaker.
        handle: The place of the handle that alone ties the clause to the quote.
    """

    link: Link
    kind: str
    clause: Clause
    verb: Place | None
    speaker: Place | None
    handle: Place | None

    def speaker_in(self, text: str) -> str:
        """Return the phrase that names the speaker, as the document prints it; empty where none does."""
        return text[slice(*self.speaker)] if self.speaker else ""


def mask(text: str, spans: Sequence[Span]) -> str:
    """Return the text with all quoted words, marks included, replaced by as many placeholders.

    Signs of Markdown in front of a quote, of emphasis or of a block quote, become blanks.
    """
    pieces, position = [], 0
    for span in spans:
        before = text[position : span.start]
        pieces += [before.rstrip(_MARKUP).ljust(len(before)), MASK * (span.end - span.start)]
        position = span.end
    return "".join([*pieces, text[position:]])


def sentence_start(text: str, left: int, end: int) -> int:
    """Return where the sentence that runs up to `end` begins, not before `left`."""
    left = max(left, end - REACH_BEFORE)
    for sign in reversed(list(_SENTENCE_END.finditer(text, left, end + 1))):
        if sign.end() <= end and not is_abbreviated(text, sign.start() + 1):
            return sign.end()
    return left


def sentence_end(text: str, start: int, right: int) -> int:
    """Return where the sentence that begins at `start` ends, not behind `right`."""
    right = min(right, start + REACH_BEHIND)
    for sign in _SENTENCE_END.finditer(text, start, right + _NEXT_LETTER):
        end = sign.start() + 1
        if not is_abbreviated(text, end):
            return min(end, right)
    return right
