"""Reads the words around quoted words: which clause says who uttered them, with which verb, and where.

A clause stands before the quote ("a fan wrote: …") or behind it ("…, a fan wrote"). Quoted words are hidden from
these patterns (`veil`), so that nothing is read from inside a quote.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from scraper.quotes.grammar import HANDLES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scraper.quotes.grammar import Lexicon
    from scraper.quotes.marks import Block, Span

Link = Literal["colon", "comma", "direct", "that", "tail"]

VEIL = "\ufffc"
_REACH_BEFORE = 320
_REACH_BEHIND = 260
_SENTENCE_END = re.compile(r"(?<=[.!?…])[)\]’]*\s+(?=[^\W_a-zà-öø-ÿß]|[\ufffc@#¿¡(‘'])|[·•|]\s")
_ABBREVIATED = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|Prof|Sen|Rep|Gov|Gen|Col|Lt|Sgt|Capt|Maj|Rev|Hon|St|Jr|Sr|vs|No|Jan|Feb|Mar|Apr|Jun|Jul|Aug"
    r"|Sept?|Oct|Nov|Dec|Sra?|Dra?|Hr|Fr|Mme|Mlle|Sig|[A-Z])|\.[A-Za-z])\.$"
)
_CLOSE_TO_NAME = " \t\r\n\xa0,;:—–-()[]" + VEIL


@dataclass(frozen=True, slots=True)
class Clause:
    """Words beside a quote, quotes veiled, with their place in the document."""

    text: str
    start: int

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Turn offsets in the clause into offsets in the document."""
        return self.start + start, self.start + end


@dataclass(frozen=True, slots=True)
class Attribution:
    """What a clause says about a quote.

    Attributes:
        link: How the clause is tied to the quote.
        kind: The class of the verb: tweet, post, write, say, tell, or "none".
        verb: Its place in the document.
        speaker: The place of the phrase that names the speaker.
        clause: The clause it was read from.
    """

    link: Link
    kind: str
    verb: tuple[int, int] | None
    speaker: tuple[int, int] | None
    clause: Clause


def veil(text: str, spans: Sequence[Span]) -> str:
    """The text with all quoted words, marks included, replaced by as many placeholders."""
    pieces, position = [], 0
    for span in spans:
        pieces += [text[position : span.start], VEIL * (span.end - span.start)]
        position = span.end
    return "".join([*pieces, text[position:]])


def sentence_start(veiled: str, left: int, end: int) -> int:
    """Where the sentence that runs up to `end` begins, not before `left`."""
    left = max(left, end - _REACH_BEFORE)
    start = left
    for found in _SENTENCE_END.finditer(veiled, left, end):
        if not _ABBREVIATED.search(veiled, max(left, found.start() - 6), found.start()):
            start = found.end()
    return start


def sentence_end(veiled: str, start: int, right: int) -> int:
    """Where the sentence that begins at `start` ends, not behind `right`."""
    right = min(right, start + _REACH_BEHIND)
    for found in _SENTENCE_END.finditer(veiled, start, right):
        if not _ABBREVIATED.search(veiled, max(start, found.start() - 6), found.start()):
            return found.start()
    return right


def read_before(clause: Clause, lexicon: Lexicon, *, capital: bool) -> Attribution | None:
    """The attribution in a clause that ends where a quote opens.

    Args:
        clause: From the beginning of the sentence to the opening mark.
        lexicon: The words to go by.
        capital: Whether the quoted words begin like a sentence of their own.
    """
    text = clause.text
    bare = text.rstrip(" \t\r\n\xa0")
    colon, comma = bare.endswith((":", ";", "：")), bare.endswith((",", "—", "–", "-"))
    for verb in reversed(list(lexicon.verb.finditer(text))):
        link = _link(text[verb.end() : len(bare)], lexicon, colon=colon, comma=comma and capital)
        if link:
            governing = _governing(text, verb, lexicon)
            speaker = _speaker_before(clause, governing, lexicon)
            kind = (
                verb.lastgroup if governing is verb or governing.lastgroup == "write" else governing.lastgroup
            )
            return Attribution(link, kind or "none", clause.place(*verb.span()), speaker, clause)
    if colon and (lexicon.venue.search(text) or HANDLES.search(text)):
        return Attribution("colon", "none", None, _loose_speaker(clause, lexicon), clause)
    return None


def _link(between: str, lexicon: Lexicon, *, colon: bool, comma: bool) -> Link | None:
    if colon:
        return "colon"
    if comma and len(between) <= 80:
        return "comma"
    rest = lexicon.venue.sub("", between).strip(" ,\xa0")
    if not rest or lexicon.after_name.fullmatch(rest):
        return "direct"
    return "that" if lexicon.that.match(rest) and len(rest) <= 90 and "," not in rest else None


def _governing(text: str, verb: re.Match[str], lexicon: Lexicon) -> re.Match[str]:
    """The verb whose subject speaks: "tweeted" in "Smith tweeted a picture and wrote"."""
    earlier = list(lexicon.verb.finditer(text, 0, verb.start()))
    while earlier and not _is_subject(text[earlier[-1].end() : verb.start()], lexicon):
        verb = earlier.pop()
    return verb


def read_behind(clause: Clause, lexicon: Lexicon, *, detached: bool) -> Attribution | None:
    """The attribution in a clause that begins where a quote closes.

    Args:
        clause: From the closing mark to the end of the sentence or the next quote.
        lexicon: The words to go by.
        detached: Whether the quoted words ended with a full stop of their own, so that the clause is a
            sentence of its own and must be an attribution through and through.
    """
    text = clause.text
    verb = lexicon.verb.search(text, 0, 140)
    if verb is None:
        return _signature(clause, lexicon)
    before = text[: verb.start()].strip(_CLOSE_TO_NAME)
    if detached and not _only_places(text[verb.end() :], lexicon):
        return None
    if not before or lexicon.after_name.fullmatch(before):
        speaker = _speaker_behind(clause, verb.end(), lexicon)
    elif _is_name(before, lexicon):
        speaker = _speaker_before(clause, verb, lexicon)
    else:
        return None
    return Attribution("tail", verb.lastgroup or "none", clause.place(*verb.span()), speaker, clause)


_DASHED = re.compile(r"^[\s,]*(?:[—–-]|\()\s*")


def _signature(clause: Clause, lexicon: Lexicon) -> Attribution | None:
    """“…” – @somebody; “…” (a user on Twitter)."""
    dash = _DASHED.match(clause.text)
    if dash and (
        HANDLES.search(clause.text, dash.end(), 60) or lexicon.venue.search(clause.text, dash.end(), 80)
    ):
        return Attribution("tail", "none", None, None, clause)
    return None


def _is_name(words: str, lexicon: Lexicon) -> bool:
    """Whether words between a quote and a verb can be a speaker."""
    if VEIL in words or len(words) > 110 or len(words.split()) > 16:
        return False
    opened = lexicon.before_name.match(words)
    return opened is None or opened.end() < len(words)


def _speaker_before(clause: Clause, verb: re.Match[str], lexicon: Lexicon) -> tuple[int, int] | None:
    """The subject in front of a verb, across appositions and coordinated verbs."""
    text = clause.text
    head = text[: verb.start()].rstrip(_CLOSE_TO_NAME)
    start = _subject_start(text, verb.start())
    return _trimmed(clause, start, len(head), lexicon)


def _is_subject(words: str, lexicon: Lexicon) -> bool:
    """Whether the words between two verbs hold a subject of the second: ", and Smith later"."""
    last = re.split(r"[,;]|\band\b", words)[-1].strip(_CLOSE_TO_NAME)
    return (
        bool(last)
        and not lexicon.after_name.fullmatch(last)
        and (last[:1].isupper() or bool(lexicon.pronoun.match(last)))
    )


def _subject_start(text: str, end: int) -> int:
    """Skip "On Monday, " but keep "Smith, a senator, " in front of the verb."""
    cuts = [found.end() for found in re.finditer(r"[,;:—–]\s|[\ufffc]", text[:end].rstrip())]
    apposition = text[:end].rstrip().endswith((",", "—", "–"))
    if not apposition:
        return cuts[-1] if cuts else 0
    keep = 2 if len(cuts) >= 2 else 1
    return cuts[-keep] if len(cuts) >= keep and keep == 2 else 0


def _trimmed(clause: Clause, start: int, end: int, lexicon: Lexicon) -> tuple[int, int] | None:
    text = clause.text
    while start < end and text[start] in _CLOSE_TO_NAME:
        start += 1
    opened = lexicon.before_name.match(text[start:end])
    if opened:
        start += opened.end()
    found = lexicon.after_name.search(text, start, end)
    if found and found.start() > start:
        end = found.start()
    elif found:
        return None
    comma = text.find(",", start, end)
    end = comma if comma > start else end
    while end > start and text[end - 1] in _CLOSE_TO_NAME:
        end -= 1
    return clause.place(start, end) if 0 < end - start <= 90 else None


def _only_places(rest: str, lexicon: Lexicon) -> bool:
    """Whether nothing but a place or a time follows: "on Twitter yesterday."."""
    bare = lexicon.venue.sub("", rest).strip(" .!\xa0")
    return len(bare) <= 24 and not rest.rstrip().endswith((":", ",")) and len(bare.split()) <= 3


def _speaker_behind(clause: Clause, start: int, lexicon: Lexicon) -> tuple[int, int] | None:
    """The subject behind an inverted verb: "wrote a fan on Twitter"."""
    text = clause.text
    stop = re.search(r"[,;:.(\ufffc](?:\s|$)|[—–]", text[start:])
    end = start + stop.start() if stop else len(text)
    return _trimmed(clause, start, end, lexicon)


def _loose_speaker(clause: Clause, lexicon: Lexicon) -> tuple[int, int] | None:
    handle = HANDLES.search(clause.text)
    if handle:
        return _trimmed(clause, 0, handle.start(), lexicon) or clause.place(*handle.span())
    return _trimmed(clause, 0, len(clause.text), lexicon)
