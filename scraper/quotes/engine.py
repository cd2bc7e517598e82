"""Walks an article from quote to quote, remembers what was announced, and keeps the quotes that are reactions."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scraper.quotes.clauses import (
    Attribution,
    Clause,
    read_before,
    read_behind,
    sentence_end,
    sentence_start,
    veil,
)
from scraper.quotes.evidence import ENOUGH, Surroundings, score, weigh
from scraper.quotes.grammar import HANDLES, names_platform
from scraper.quotes.marks import blocks_of, find_spans
from scraper.records import Quote

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scraper.quotes.grammar import Lexicon
    from scraper.quotes.marks import Block, Span

_NEAR = 260
_SECTION = 1500
_NO_WORDS = re.compile(r"[\W_]*")


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
    quotes: list[Quote] = field(default_factory=list)
    evidence: list[list[str]] = field(default_factory=list)
    section: tuple[int, str | None] = (-1, None)
    last: tuple[int, Attribution, str | None] | None = None

    def __post_init__(self) -> None:
        self.blocks = blocks_of(self.text, self.taken)
        self.spans = find_spans(self.text, self.blocks)
        self.veiled = veil(self.text, self.spans)
        self.shown = " ".join(_letters(self.text[start:end]) for start, end in self.taken)

    def run(self) -> list[Quote]:
        """Find the reactions, in the order of the text."""
        number = 0
        for index, span in enumerate(self.spans):
            while number <= span.block:
                self._announce(number)
                number += 1
            self._consider(index, span)
        return self.quotes

    def _announce(self, number: int) -> None:
        """Note a paragraph that says that the public reacts: "Fans took to Twitter"."""
        block = self.blocks[number]
        words = self.veiled[block.start : block.end][-600:]
        venue = self.lexicon.venue.search(words)
        if venue and self.lexicon.crowd.search(words):
            self.section = (block.end + _SECTION, names_platform(words))

    def _consider(self, index: int, span: Span) -> None:
        quoted = self.text[span.start : span.end]
        said = self._attribution(index, span)
        if said is None:
            self._inherit(index, span)
            return
        around = self._around(index, span, said)
        names = weigh(self.text, quoted, said, around, self.lexicon)
        if score(names) >= ENOUGH and re.search(r"\w", quoted):
            self._keep(span, said, around.platform, names)

    def _keep(self, span: Span, said: Attribution, platform: str | None, names: list[str]) -> None:
        named = names_platform(said.clause.text)
        handle = HANDLES.search(said.clause.text)
        self.quotes.append(
            Quote(
                text=self.text[span.start : span.end],
                speaker=self.text[slice(*said.speaker)] if said.speaker else None,
                verb=self.text[slice(*said.verb)] if said.verb else None,
                platform=named or platform,
                handle=handle.group()[1:] if handle else None,
                start=span.start,
                end=span.end,
            )
        )
        self.evidence.append(names)
        self.last = (span.end, said, named or platform)
        if self.section[0] > span.start:
            self.section = (max(self.section[0], span.end + 800), self.section[1])

    def _inherit(self, index: int, span: Span) -> None:
        """“…,” she tweeted, “…”; and a paragraph that is only a quote, behind one that is a reaction."""
        if self.last is None or index == 0:
            return
        end, said, platform = self.last
        before = self.spans[index - 1]
        if end != before.end:
            return
        gap = self.veiled[before.end : span.start]
        own = said.clause.start == before.end and said.clause.text.strip(" .,;") == gap.strip(" .,;\n")
        alone = span.block == before.last_block + 1 and self._fills(span)
        if (
            own
            or alone
            or (said.link in ("that", "direct") and len(gap) < 60 and not re.search(r"[.:!?]", gap))
        ):
            self._keep(span, said, platform, ["goes on"])

    def _fills(self, span: Span) -> bool:
        first, last = self.blocks[span.block], self.blocks[span.last_block]
        return not self.text[first.start : span.start].strip() and not self.text[span.end : last.end].strip(
            " .\n\r\t"
        )

    def _attribution(self, index: int, span: Span) -> Attribution | None:
        behind = self._read_behind(index, span)
        before = self._read_before(index, span)
        if before and before.link == "colon":
            return before
        return behind or before

    def _read_before(self, index: int, span: Span) -> Attribution | None:
        block = self.blocks[span.block]
        left = block.start
        if index and self.spans[index - 1].block == span.block:
            last = self.spans[index - 1]
            if _ends_sentence(self.text[last.start : last.end]):
                left = last.end
        start = sentence_start(self.veiled, left, span.start)
        if not self.veiled[start : span.start].strip() and start == block.start and span.block:
            above = self.blocks[span.block - 1]
            if self.veiled[above.start : above.end].rstrip().endswith(":"):
                start = sentence_start(self.veiled, above.start, above.end)
        inside = self.text[span.start + span.width : span.start + span.width + 2].lstrip()
        return read_before(
            Clause(self.veiled[start : span.start], start), self.lexicon, capital=not inside[:1].islower()
        )

    def _read_behind(self, index: int, span: Span) -> Attribution | None:
        if not span.closed:
            return None
        right = self.blocks[span.last_block].end
        if index + 1 < len(self.spans):
            right = min(right, self.spans[index + 1].start)
        quoted = self.text[span.start : span.end].rstrip("\"”“»«›‹’'＂ \xa0")
        after = self.veiled[span.end : right]
        detached = quoted[-1:] in ".!?…" and re.match(r"\s+[^\W_a-zà-öø-ÿß]", after) is not None
        tied = quoted[-1:] in ",.!?…—–-" or re.match(r"[\s\xa0]*[,—–(-]", after) is not None
        if not tied and (
            len(quoted.split()) < 3 or self.veiled[self.blocks[span.block].start : span.start].strip()
        ):
            return None
        end = sentence_end(self.veiled, span.end, right)
        return read_behind(Clause(self.veiled[span.end : end], span.end), self.lexicon, detached=detached)

    def _around(self, index: int, span: Span, said: Attribution) -> Surroundings:
        block = self.blocks[span.block]
        start = min(said.clause.start, span.start)
        left = max(block.start, start - _NEAR)
        here = self.veiled[left:start]
        near, where = 0, here
        if self._places(here):
            near = 2
        elif left == block.start and span.block:
            above = self.blocks[span.block - 1]
            where = self.veiled[max(above.start, above.end - _NEAR) : above.end]
            near = 1 if self._places(where) else 0
        follows = self.last is not None and span.start - self.last[0] < 700 and self._same(said)
        section = self.section[0] > span.start
        platform = names_platform(where) if near else None
        if platform is None and follows and self.last:
            platform = self.last[2]
        if platform is None and section:
            platform = self.section[1]
        return Surroundings(near, section, follows, block.beside_post, self._shown(span), platform)

    def _places(self, words: str) -> bool:
        verb = self.lexicon.verb.search(words)
        return self.lexicon.venue.search(words) is not None or (
            verb is not None and any(v.lastgroup == "tweet" for v in self.lexicon.verb.finditer(words))
        )

    def _same(self, said: Attribution) -> bool:
        speaker = self.text[slice(*said.speaker)] if said.speaker else ""
        if not speaker or self.lexicon.pronoun.match(speaker):
            return (
                said.kind in ("write", "post")
                or self.last is not None
                and said.clause.start - self.last[0] < 120
            )
        last = self.last[1].speaker if self.last else None
        return last is not None and speaker.split()[-1] == self.text[slice(*last)].split()[-1]

    def _shown(self, span: Span) -> bool:
        words = _letters(self.text[span.start : span.end])
        return len(words) >= 24 and words[:60] in self.shown


def _ends_sentence(quoted: str) -> bool:
    return quoted.rstrip("\"”“»«›‹’'＂ \xa0")[-1:] in ".!?…"


def _letters(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())
