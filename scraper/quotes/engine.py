"""Walks an article from quote to quote, remembers what was announced, and keeps the quotes that are reactions."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scraper.quotes.clauses import (
    REACH_BEHIND,
    Clause,
    read_announcement,
    read_before,
    read_behind,
    sentence_end,
    sentence_start,
    veil,
)
from scraper.quotes.evidence import ENOUGH, Surroundings, handle_of, score, weigh
from scraper.quotes.venues import platform_named
from scraper.quotes.marks import blocks_of, find_spans
from scraper.records import Quote

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scraper.quotes.clauses import Attribution
    from scraper.quotes.grammar import Lexicon
    from scraper.quotes.marks import Block, Span

_NEAR = 260
_ANNOUNCED_FOR = 1500
_FRESH = 600
_GOES_ON = 700
_CLOSING = "\"”“»«›‹’'＂ \xa0`"
_TIED = re.compile(r"[\s\xa0]*(?:[,—–-]|\(@)")
_NEW_SENTENCE = re.compile(r"\s+[^\W_a-zà-öø-ÿß]")
_AND_AGAIN = re.compile(r"[.,;]?\s+[^\W\d_]{1,7}(?:\s+[^\W\d_]{1,8})?\s*:\s*")
_SIC = re.compile(r"\s*[(\[]sic\.?[)\]]")
_JOINED = re.compile(r"[\s,]*(?:\w{1,3})?[\s,]*(?:\w{1,6}\s+)?")


@dataclass(frozen=True, slots=True)
class Kept:
    """A reaction that was found, and why.

    Attributes:
        quote: The record.
        said: The clause that attributes it.
        evidence: The names of what spoke for it and against it.
    """

    quote: Quote
    said: Attribution
    evidence: tuple[str, ...]


@dataclass(slots=True)
class Walk:
    """One pass over one article."""

    text: str
    lexicon: Lexicon
    taken: Sequence[tuple[int, int]]
    blocks: list[Block] = field(init=False)
    spans: list[Span] = field(init=False)
    veiled: str = field(init=False)
    shown: str = field(init=False)
    cues: list[int] = field(init=False)
    last: Kept | None = None
    heard: int = 0
    elsewhere: int = -1
    crowd: int = -_ANNOUNCED_FOR
    crowd_platform: str | None = None

    def __post_init__(self) -> None:
        self.blocks = blocks_of(self.text, self.taken)
        self.spans = find_spans(self.text, self.blocks)
        self.veiled = veil(self.text, self.spans)
        self.shown = " ".join(_letters(self.text[start:end]) for start, end in self.taken)
        self.cues = sorted(_cues(self.text, self.lexicon))

    def run(self) -> Iterator[Kept]:
        """Find the reactions, in the order of the text."""
        for index, span in enumerate(self.spans):
            if self._cued(span):
                self._listen(span.start)
                kept = self._consider(index, span)
                if kept:
                    self.last = kept
                    yield kept

    def _cued(self, span: Span) -> bool:
        """Whether anything near speaks of posts or the public at all."""
        first = bisect_left(self.cues, span.start - _ANNOUNCED_FOR)
        return self.shown != "" or (first < len(self.cues) and self.cues[first] < span.end + REACH_BEHIND)

    def _listen(self, end: int) -> None:
        """Note whether the prose up to `end` says that the public reacts: "Fans took to Twitter"."""
        start = max(self.heard, end - _FRESH)
        if bisect_left(self.cues, start) == bisect_left(self.cues, end):
            self.heard = end
            return
        places = [*self.lexicon.venue.finditer(self.veiled, start, end)]
        places += [
            verb for verb in self.lexicon.verb.finditer(self.veiled, start, end) if verb.lastgroup == "tweet"
        ]
        for place in places:
            left, right = max(self.heard, place.start() - 160), min(end, place.end() + 160)
            if self.lexicon.crowd.search(self.veiled, left, right):
                self.crowd, self.crowd_platform = place.end(), platform_named(place.group())
        self.heard = end

    def _consider(self, index: int, span: Span) -> Kept | None:
        said = self._attribution(index, span)
        if said is None and self.last and self._inherits(index, span):
            return self._keep(span, self.last.said, ["goes on"], self.last.quote.platform)
        said = said or self._announced(span)
        if said is None:
            return None
        around = self._around(span, said)
        names = weigh(self.text, self.text[span.start : span.end], said, around, self.lexicon)
        if score(names) < ENOUGH:
            self.elsewhere = span.end
            return None
        return self._keep(span, said, names, around.platform)

    def _keep(self, span: Span, said: Attribution, names: list[str], platform: str | None = None) -> Kept:
        speaker = self.text[slice(*said.speaker)] if said.speaker else None
        quote = Quote(
            text=self.text[span.start : span.end],
            speaker=speaker,
            verb=self.text[slice(*said.verb)] if said.verb else None,
            platform=self._platform(said) or platform,
            handle=handle_of(self.text, said),
            start=span.start,
            end=span.end,
        )
        return Kept(quote, said, tuple(names))

    def _platform(self, said: Attribution) -> str | None:
        venue = self.lexicon.venue.search(said.clause.text)
        return (platform_named(venue.group()) if venue else None) or platform_named(said.clause.text)

    def _inherits(self, index: int, span: Span) -> bool:
        """“…,” she tweeted. “…”; and a paragraph that is only a quote, behind one that is a reaction."""
        before = self.spans[index - 1]
        if self.last is None or index == 0 or self.last.quote.end != before.end:
            return False
        said = self.last.said
        gap = self.veiled[before.end : span.start]
        if span.block != before.last_block:
            return span.block == before.last_block + 1 and self._joins(span.block) and self._fills(span)
        if not gap.strip():
            return said.verb is not None
        if _AND_AGAIN.fullmatch(gap):
            return True
        if said.link == "behind" and said.clause.start == before.end:
            return said.clause.text.strip(" .,;") == gap.strip(" .,;") and gap.rstrip()[-1:] in ".,;!)—–"
        return said.link in ("that", "direct", "colon") and _JOINED.fullmatch(gap) is not None

    def _fills(self, span: Span) -> bool:
        first, last = self.blocks[span.block], self.blocks[span.last_block]
        return not self.text[first.start : span.start].strip() and not self.text[span.end : last.end].strip(
            " .\n\r\t"
        )

    def _joins(self, number: int) -> bool:
        """Whether a paragraph follows the one before without a post between."""
        return number > 0 and not self.text[self.blocks[number - 1].end : self.blocks[number].start].strip(
            " \t\r\n>\xa0"
        )

    def _attribution(self, index: int, span: Span) -> Attribution | None:
        before = self._read_before(index, span)
        behind = self._read_behind(index, span)
        if before and before.link == "colon" and not (behind and behind.speaker):
            return before
        return behind or before

    def _left(self, index: int, span: Span) -> int:
        """Where the words that may speak of a quote begin: not inside the sentence of the quote before."""
        left = self.blocks[span.block].start
        before = self.spans[index - 1] if index else None
        if before and before.last_block == span.block and _bare(self.text, before)[-1:] in ".!?…":
            left = before.end
        return left

    def _read_before(self, index: int, span: Span) -> Attribution | None:
        start = sentence_start(self.veiled, self._left(index, span), span.start)
        if start == self.blocks[span.block].start == span.start and self._joins(span.block):
            above = self.blocks[span.block - 1]
            if self.veiled[above.start : above.end].rstrip().endswith(":"):
                start = sentence_start(self.veiled, above.start, above.end)
        clause = Clause(self.veiled[start : span.start], start)
        return read_before(clause, self.lexicon, _bare(self.text, span)) if clause.text.strip() else None

    def _read_behind(self, index: int, span: Span) -> Attribution | None:
        index, span = self._last_of_list(index, span)
        if not span.closed:
            return None
        right = self.blocks[span.last_block].end
        if index + 1 < len(self.spans):
            right = min(right, self.spans[index + 1].start)
        after = self.veiled[span.end : min(right, span.end + REACH_BEHIND)]
        words = _bare(self.text, span)
        ended = words[-1:] in ".!?…"
        opens = self._opens_sentence(span)
        if not (ended or words[-1:] in ",—–-" or _TIED.match(after) or (opens and len(words.split()) > 2)):
            return None
        sic = _SIC.match(self.veiled, span.end, right)
        start = sic.end() if sic else span.end
        clause = Clause(self.veiled[start : sentence_end(self.veiled, start, right)], start)
        tied = ended or words[-1:] in ",—–-" or _TIED.match(after) is not None
        detached = ended and _NEW_SENTENCE.match(after) is not None
        return read_behind(clause, self.lexicon, detached=detached, opens=opens and tied)

    def _last_of_list(self, index: int, span: Span) -> tuple[int, Span]:
        """“A”, “B” and “C”, wrote many: the words behind the last speak of all."""
        for following in self.spans[index + 1 : index + 5]:
            gap = self.veiled[span.end : following.start]
            if following.block != span.last_block or not gap.strip() or not _JOINED.fullmatch(gap):
                break
            index, span = index + 1, following
        return index, span

    def _opens_sentence(self, span: Span) -> bool:
        left = self.blocks[span.block].start
        return not self.veiled[sentence_start(self.veiled, left, span.start) : span.start].strip()

    def _announced(self, span: Span) -> Attribution | None:
        """The sentence before a quote that stands as a sentence of its own, without any words about it."""
        words = _bare(self.text, span)
        block = self.blocks[span.block]
        end = len(self.veiled[block.start : span.start].rstrip()) + block.start
        if (
            words[-1:] not in ".!?…"
            or len(words.split()) < 4
            or self.veiled[end - 1] not in ".!"
            or end == block.start
        ):
            return None
        start = sentence_start(self.veiled, block.start, end)
        return read_announcement(Clause(self.veiled[start:end], start), self.lexicon)

    def _around(self, span: Span, said: Attribution) -> Surroundings:
        block = self.blocks[span.block]
        start = min(said.clause.start, span.start)
        near, where = self._near(span.block, start)
        follows = self._follows(said, start)
        crowd = span.start - self.crowd < _ANNOUNCED_FOR
        last = self.last if self.last and self.last.quote.end > self.elsewhere else None
        since = span.start - max(self.crowd, last.quote.end if last else 0)
        platform = platform_named(where) if near else None
        if platform is None and follows and self.last:
            platform = self.last.quote.platform
        return Surroundings(
            near=near,
            adjacent=near > 0 and self._places(where[sentence_start(where, 0, len(where.rstrip())) :]),
            follows=follows,
            crowd=crowd or (last is not None and span.start - last.quote.end < _GOES_ON),
            fresh=since < _FRESH if crowd else last is not None and since < _FRESH // 2,
            alone=not self.text[span.end : self.blocks[span.last_block].end].strip(" .\n\r\t"),
            beside_post=block.beside_post,
            shown=self._shown(span),
            platform=platform or (self.crowd_platform if crowd else None),
        )

    def _near(self, number: int, start: int) -> tuple[int, str]:
        """How near a place was named before `start`, and the words that name it."""
        block = self.blocks[number]
        here = self.veiled[max(block.start, start - _NEAR) : start]
        if self._places(here):
            return 2, here
        if len(here) < _NEAR and self._joins(number):
            above = self.blocks[number - 1]
            there = self.veiled[max(above.start, above.end - _NEAR) : above.end]
            if self._places(there):
                return 1, there
        return 0, ""

    def _places(self, words: str) -> bool:
        verbs = self.lexicon.verb.finditer(words)
        return self.lexicon.venue.search(words) is not None or any(
            verb.lastgroup == "tweet" for verb in verbs
        )

    def _follows(self, said: Attribution, start: int) -> bool:
        """Whether the speaker of the last reaction goes on."""
        if (
            self.last is None
            or self.last.quote.end < self.elsewhere
            or start - self.last.quote.end > _GOES_ON
        ):
            return False
        speaker = self.text[slice(*said.speaker)] if said.speaker else ""
        if not speaker or self.lexicon.pronoun.match(speaker):
            return said.kind in ("write", "post") or start - self.last.quote.end < 120
        last = (self.last.quote.speaker or "").split()
        return last[-1:] == speaker.split()[-1:]

    def _shown(self, span: Span) -> bool:
        words = _letters(self.text[span.start : span.start + 120])
        return len(words) >= 24 and words[:60] in self.shown


def _bare(text: str, span: Span) -> str:
    return text[span.start + span.width : span.end].strip(_CLOSING)


def _letters(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())


def _cues(text: str, lexicon: Lexicon) -> Iterator[int]:
    """Where the text speaks of platforms, posts or the public. (Lower case may shift offsets a little.)"""
    for folded, cues in ((text.lower(), lexicon.cues), (text, (" X", "’X"))):
        for cue in cues:
            found = folded.find(cue)
            while found >= 0:
                yield found
                found = folded.find(cue, found + 200)
