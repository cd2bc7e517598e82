"""Reads the words around quoted words: which clause says who uttered them, with which verb, and where.

A clause stands before the quote ("a fan wrote: …") or behind it ("…, a fan wrote"). Quoted words are hidden
from these patterns (`veil`), so that nothing is read from inside a quote. Subjects are cut out in `speakers`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from scraper.quotes.grammar import HANDLES
from scraper.quotes.speakers import VEIL, governing, is_noun, speaker_before, speaker_behind, trimmed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scraper.quotes.grammar import Lexicon
    from scraper.quotes.marks import Span

Link = Literal["colon", "comma", "direct", "that", "behind", "announced"]

REACH_BEFORE = 320
REACH_BEHIND = 260
_SENTENCE_END = re.compile(r"(?<=[.!?…])[)\]’]*\s+(?=[^\W_a-zà-öø-ÿß]|[\ufffc@#¿¡(‘'\"]|\Z)|[·•|]\s")
_ABBREVIATED = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|Prof|Sen|Rep|Gov|Gen|Col|Lt|Sgt|Capt|Maj|Rev|Hon|St|Jr|Sr|vs|No|Jan|Feb|Mar|Apr|Jun|Jul|Aug"
    r"|Sept?|Oct|Nov|Dec|Sra?|Dra?|Hr|Fr|Mme|Mlle|Sig|[A-Z])|\.[A-Za-z])\.$"
)
_HANDLE_LAST = re.compile(r"(?P<handle>@\w[\w.]*)[)\]]?(?:\s+[^\W\d_]{1,14}){0,5}\s*(?P<colon>[:;：])?\s*$")


@dataclass(frozen=True, slots=True)
class Clause:
    """Words beside a quote, quotes veiled, with their place in the document."""

    text: str
    start: int

    def place(self, span: tuple[int, int] | None) -> tuple[int, int] | None:
        """Turn offsets in the clause into offsets in the document."""
        return (self.start + span[0], self.start + span[1]) if span else None


@dataclass(frozen=True, slots=True)
class Attribution:
    """What a clause says about a quote.

    Attributes:
        link: How the clause is tied to the quote.
        kind: The class of the verb: tweet, post, write, say, call, tell; noun for a post that speaks; none.
        verb: Its place in the document.
        speaker: The place of the phrase that names the speaker.
        clause: The clause it was read from.
        handle: The place of the handle that alone ties the clause to the quote.
    """

    link: Link
    kind: str
    verb: tuple[int, int] | None
    speaker: tuple[int, int] | None
    clause: Clause
    handle: tuple[int, int] | None = None


def veil(text: str, spans: Sequence[Span]) -> str:
    """The text with all quoted words, marks included, replaced by as many placeholders."""
    pieces, position = [], 0
    for span in spans:
        pieces += [text[position : span.start], VEIL * (span.end - span.start)]
        position = span.end
    return "".join([*pieces, text[position:]])


def sentence_start(veiled: str, left: int, end: int) -> int:
    """Where the sentence that runs up to `end` begins, not before `left`."""
    left = max(left, end - REACH_BEFORE)
    start = left
    for found in _SENTENCE_END.finditer(veiled, left, end):
        if not _ABBREVIATED.search(veiled, max(left, found.start() - 6), found.start()):
            start = found.end()
    return start


def sentence_end(veiled: str, start: int, right: int) -> int:
    """Where the sentence that begins at `start` ends, not behind `right`."""
    right = min(right, start + REACH_BEHIND)
    for found in _SENTENCE_END.finditer(veiled, start, right):
        if not _ABBREVIATED.search(veiled, max(start, found.start() - 6), found.start()):
            return found.start()
    return right


def read_before(clause: Clause, lexicon: Lexicon, quoted: str) -> Attribution | None:
    """The attribution in a clause that ends where a quote opens.

    Args:
        clause: From the beginning of the sentence to the opening mark.
        lexicon: The words to go by.
        quoted: The quoted words without their marks.
    """
    text = clause.text
    bare = text.rstrip()
    colon = bare.endswith((":", ";", "："))
    comma = bare.endswith((",", "—", "–", "-")) and not quoted[:1].islower()
    handled = _by_handle(clause, lexicon, quoted)
    if handled:
        return handled
    for verb in reversed(list(lexicon.verb.finditer(text))):
        if lexicon.sign.search(text, 0, verb.start()):
            return None
        link = (
            None
            if is_noun(text, verb, lexicon)
            else _link(verb, len(bare), lexicon, colon=colon, comma=comma)
        )
        if link:
            return _spoken(clause, verb, link, lexicon)
    return _unsaid(clause, lexicon, quoted, colon=colon)


def _link(verb: re.Match[str], end: int, lexicon: Lexicon, *, colon: bool, comma: bool) -> Link | None:
    """How a verb is tied to the quote that opens behind `end`; None when it is not."""
    between = verb.string[verb.end() : end]
    if colon:
        return "colon"
    if comma and len(between) <= 80:
        return "comma"
    if VEIL in between:
        return None
    rest = lexicon.venue.sub("", between).strip(" ,\xa0")
    if not rest or lexicon.after_name.fullmatch(rest):
        return "direct"
    if len(rest) > 90 or "," in rest:
        return None
    named = verb.lastgroup == "call" and len(rest) <= 50
    return "that" if named or lexicon.that.match(rest) else None


def _spoken(clause: Clause, verb: re.Match[str], link: Link, lexicon: Lexicon) -> Attribution:
    """The verb nearest the quote with the subject and the force of the one that governs it."""
    first = governing(clause.text, verb, lexicon)
    kind = verb.lastgroup if verb.lastgroup in ("tweet", "post") else first.lastgroup
    speaker = speaker_before(clause.text, first.start(), lexicon)
    if speaker is None and first is verb:
        speaker = speaker_behind(clause.text, verb.end(), lexicon)
    return Attribution(link, kind or "none", clause.place(verb.span()), clause.place(speaker), clause)


def _by_handle(clause: Clause, lexicon: Lexicon, quoted: str) -> Attribution | None:
    """A handle before a colon; where we have no grammar, "Name (@handle) whatever words: …"."""
    text = clause.text
    handle = _HANDLE_LAST.search(text, max(0, len(text) - 120))
    if handle is None or lexicon.verb.search(text, handle.end("handle")):
        return None
    if handle["colon"] or (lexicon.foreign and len(quoted.split()) > 2):
        user = lexicon.user_last.search(text, 0, handle.start())
        speaker = user.span() if user else speaker_before(text, handle.start(), lexicon)
        return Attribution(
            "colon", "none", None, clause.place(speaker), clause, clause.place(handle.span("handle"))
        )
    return None


def _unsaid(clause: Clause, lexicon: Lexicon, quoted: str, *, colon: bool) -> Attribution | None:
    """No verb that we know: "Smith on Twitter: …", "one fan snarled: …", "in his tweet “…”"."""
    text = clause.text
    stranger = _stranger_before(clause, lexicon) if colon else None
    if stranger:
        return stranger
    post = lexicon.post_last.search(text, max(0, len(text) - 80))
    if post and len(quoted.split()) > 2:
        return Attribution("direct", "noun", None, None, clause)
    subject = lexicon.post_speaks.search(text) if colon else None
    if subject:
        return Attribution("colon", "noun", None, clause.place(subject.span()), clause)
    venue = lexicon.venue.search(text) if colon else None
    if venue:
        speaker = trimmed(text, 0, venue.start(), lexicon) if venue.start() < 40 else None
        return Attribution("colon", "none", None, clause.place(speaker), clause)
    return None


_VERB_AND_COLON = re.compile(r"\s+(?P<verb>[^\W\d_]{3,16})(?:\s+[^\W\d_]{1,14})?\s*:\s*$")
_VERB_BEHIND = re.compile(r"\s+(?P<verb>[^\W\d_A-Z]{3,16})\b")
_VERB_FIRST = re.compile(r"(?P<verb>[^\W\d_A-Z]{3,16})\s+(?:[^\W\d_A-Z]{2,5}\s+)?")


def _stranger_before(clause: Clause, lexicon: Lexicon) -> Attribution | None:
    """An unnamed speaker with a verb that we do not know: "another snarled: …"."""
    text = clause.text
    speaker = lexicon.stranger.match(text, len(text) - len(text.lstrip()))
    verb = _VERB_AND_COLON.match(text, speaker.end()) if speaker else None
    if speaker is None or verb is None:
        return None
    return Attribution("colon", "none", clause.place(verb.span("verb")), clause.place(speaker.span()), clause)


def _stranger_behind(clause: Clause, lexicon: Lexicon) -> Attribution | None:
    """An unnamed speaker with a verb that we do not know: "…", dichtete ihm ein User."""
    text = clause.text
    start = len(text) - len(text.lstrip(" \t\r\n\xa0,—–-"))
    speaker = lexicon.stranger.match(text, start)
    verb = _VERB_BEHIND.match(text, speaker.end()) if speaker else _VERB_FIRST.match(text, start)
    speaker = speaker or (lexicon.stranger.match(text, verb.end()) if verb else None)
    if speaker is None or verb is None:
        return None
    return Attribution(
        "behind", "none", clause.place(verb.span("verb")), clause.place(speaker.span()), clause
    )


def read_announcement(clause: Clause, lexicon: Lexicon) -> Attribution | None:
    """The whole sentence before a quote that stands alone: "Smith reacted on Twitter. “…”"."""
    verbs = [verb for verb in lexicon.verb.finditer(clause.text) if not is_noun(clause.text, verb, lexicon)]
    if not verbs or verbs[-1].lastgroup not in ("tweet", "post", "write"):
        return None
    return _spoken(clause, verbs[-1], "announced", lexicon)


def read_behind(clause: Clause, lexicon: Lexicon, *, detached: bool, opens: bool) -> Attribution | None:
    """The attribution in a clause that begins where a quote closes.

    Args:
        clause: From the closing mark to the end of the sentence or the next quote.
        lexicon: The words to go by.
        detached: Whether the quoted words ended with a full stop of their own, so that the clause is a
            sentence of its own and must be an attribution through and through.
        opens: Whether the quoted words open their sentence.
    """
    text = clause.text
    verb = lexicon.verb.search(text, 0, 140)
    if verb is None or verb.lastgroup == "call" or is_noun(text, verb, lexicon):
        return _placed(clause, lexicon) if opens and not detached else None
    if detached and not _only_places(text[verb.end() :], lexicon):
        return None
    before = text[: verb.start()].strip(" \t\r\n\xa0,;:—–-()")
    if not before or lexicon.after_name.fullmatch(before):
        speaker = speaker_behind(text, verb.end(), lexicon)
    elif _is_name(before, lexicon):
        speaker = speaker_before(text, verb.start(), lexicon)
    else:
        return None
    return Attribution(
        "behind", verb.lastgroup or "none", clause.place(verb.span()), clause.place(speaker), clause
    )


_SIGNED = re.compile(r"[\s,]*(?:[—–-]|\()\s*")
_UNKNOWN_VERB = re.compile(r"[\s,]*(?P<speaker>[^,;:\ufffc]{0,70}?)\s*\b(?P<verb>[^\W\d_A-Z]{3,16})\s+\Z")
_RELATIVE = re.compile(
    r"(?:which|who|what|whose|where|was|wer|welche|dass|qui|que|quien|che|cui|quem|onde|donde|dont|où)\b",
    re.IGNORECASE,
)


def _placed(clause: Clause, lexicon: Lexicon) -> Attribution | None:
    """“…” – @somebody; “…,” Smith simpered in a tweet."""
    text = clause.text
    signed = _SIGNED.match(text)
    handle = HANDLES.match(text, signed.end()) if signed else None
    if handle:
        return Attribution("behind", "none", None, None, clause, clause.place(handle.span()))
    stranger = _stranger_behind(clause, lexicon)
    if stranger:
        return stranger
    venue = lexicon.venue.search(text, 0, 140)
    verb = _UNKNOWN_VERB.match(text, 0, venue.start()) if venue else None
    if verb is None:
        return None
    speaker = trimmed(text, *verb.span("speaker"), lexicon)
    spoken = verb.span("verb")
    if lexicon.pronoun.match(verb["verb"]):
        speaker, spoken = spoken, verb.span("speaker")
    return Attribution("behind", "none", clause.place(spoken), clause.place(speaker), clause)


def _is_name(words: str, lexicon: Lexicon) -> bool:
    """Whether words between a quote and a verb can be a speaker."""
    if VEIL in words or len(words) > 110 or len(words.split()) > 16 or _RELATIVE.match(words):
        return False
    opened = lexicon.before_name.match(words)
    return opened is None or opened.end() < len(words)


def _only_places(rest: str, lexicon: Lexicon) -> bool:
    """Whether nothing but a place or a time follows: "on Twitter yesterday."."""
    bare = lexicon.venue.sub("", rest).strip(" .!\xa0")
    return len(bare) <= 24 and not rest.rstrip().endswith((":", ",")) and len(bare.split()) <= 3
