"""Tells whether a quote goes on from the reaction before it, with no words of its own that attribute it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from scraper.quotes.attribution.anywhere import speaker_of
from scraper.quotes.attribution.verbs import is_noun
from scraper.quotes.text.names import VEIL

if TYPE_CHECKING:
    from scraper.quotes.reaction import Reaction
    from scraper.quotes.text.clauses import Attribution
    from scraper.quotes.text.marks import Span
    from scraper.quotes.text.prose import Prose
    from scraper.quotes.words.lexicons import Lexicon

_AND_AGAIN = re.compile(
    r"(?:[.,;]?\s+[^\W\d_]{1,7}(?:\s+[^\W\d_]{1,8})?|.{0,80}[.;]\s+[^\W\d_]{1,3}\s+[^\W\d_A-Z]{4,8})\s*:\s*"
    r"|[.,;]?\s+(?:[eyE]|ed|et|E[dt]|Y|und)\s+"
    r"(?:ancora|poi|infine|anche|también|finalmente|encore|enfin|aussi|ainda|também|dann|schließlich"
    r"|zum Schluss)\s+"
)
_GAP = 60
_AND_THEN = re.compile(r",?\s+(?:and|y|et|und|e|ed)\s+(?:\w+ly\s+)?")


def goes_on(prose: Prose, last: Reaction, index: int) -> bool:
    """“…,” she tweeted. “…”; and a paragraph that is only a quote, behind one that is a reaction."""
    span, before = prose.spans[index], prose.spans[index - 1]
    if index == 0 or last.quote.end != before.end or (prose.lexicon.foreign and _is_spoken_of(prose, index)):
        return False
    gap = prose.veiled[before.end : span.start]
    if span.block != before.last_block:
        is_next = span.block == before.last_block + 1 and prose.follows(span.block)
        return is_next and prose.makes_paragraph(span) and not _is_said_since(prose, last, before)
    if not gap.strip():
        return last.said.verb is not None or last.said.link == "colon"
    return _speaks_of_both(prose, last, span, gap)


def said_again(prose: Prose, last: Reaction, index: int) -> Attribution:
    """What attributes a quote that goes on: by nobody known, if a sentence between names another place."""
    span, clause = prose.spans[index], last.said.clause
    behind = max(last.quote.end, clause.start + len(clause.text))
    if span.block == prose.spans[index - 1].last_block or not prose.lexicon.places(
        prose.veiled[behind : span.start]
    ):
        return last.said
    return replace(last.said, speaker=None, verb=None, handle=None)


def _is_spoken_of(prose: Prose, index: int) -> bool:
    """Whether a sentence runs on behind a quote: of words that we cannot read, some may say who spoke."""
    behind = prose.clause_behind(index).text
    words = behind.strip(" .\xa0")
    return bool(words) and not words[0].isupper() and not prose.joins(behind)


def _is_said_since(prose: Prose, last: Reaction, span: Span) -> bool:
    """Whether somebody says something in what follows a reaction in its paragraph, behind its attribution."""
    said = last.said.verb[1] if last.said.verb else 0
    start, end = max(span.end, said), prose.blocks[span.last_block].end
    verb = prose.lexicon.verb.search(prose.veiled, start, end)
    return verb is not None and not is_noun(prose.veiled, verb, prose.lexicon)


def _speaks_of_both(prose: Prose, last: Reaction, span: Span, gap: str) -> bool:
    """Whether what attributes a quote attributes the next one in its sentence: “…” and “…”, wrote many."""
    said = last.said
    if said.link == "behind" and said.clause.start >= span.end:
        return prose.joins(gap)
    if last.evidence == ("goes on",) and prose.joins(gap):
        return True
    if said.link == "behind" and said.clause.start == last.quote.end and not _AND_AGAIN.fullmatch(gap):
        attribution = said.clause.text.strip(" .,;")
        return attribution == gap.strip(" .,;") and gap.rstrip()[-1:] in ".,;!)—–"
    joined = said.link in ("that", "direct", "colon", "comma", "announced") and (
        prose.joins(gap) or _adds_verb(gap, prose.lexicon)
    )
    return joined or _AND_AGAIN.fullmatch(gap) is not None


def _adds_verb(gap: str, lexicon: Lexicon) -> bool:
    """Whether a second verb of the same subject leads to the next quote: wrote “…” and thanked her “…”."""
    opened = _AND_THEN.match(gap)
    verb = lexicon.verb.match(gap, opened.end()) if opened else None
    return verb is not None and verb.lastgroup != "tell" and len(gap) < _GAP and "." not in gap


def says_on(prose: Prose, last: Reaction | None, said: Attribution) -> bool:
    """Whether a verb of saying stands alone behind a reaction, or by the name of who wrote it."""
    speaker = speaker_of(said, prose.text, prose.lexicon)
    if speaker is None:
        words = said.clause.text.rpartition(VEIL)[2].strip(" \t\r\n\xa0.,،;:—–-")
        return said.verb is not None and words == prose.text[slice(*said.verb)]
    return last is not None and prose.text[slice(*speaker)] == last.quote.speaker
