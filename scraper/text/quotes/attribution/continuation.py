"""Tell whether a quote goes on from the reaction before it, with no words of its own that attribute it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scraper.text.quotes.attribution.fallbacks import TO
from scraper.text.quotes.attribution.verbs import is_noun
from scraper.text.quotes.attribution.without_grammar import speaker_of
from scraper.text.quotes.text.names import MASK

if TYPE_CHECKING:
    from scraper.text.quotes.reaction import Reaction
    from scraper.text.quotes.text.clauses import Attribution
    from scraper.text.quotes.text.prose import Prose
    from scraper.text.quotes.text.quotation_marks import Span

_AND_AGAIN = re.compile(
    r"(?:[.,;]?\s+[^\W\d_]{1,7}(?:\s+[^\W\d_]{1,8})?|.{0,80}[.;]\s+[^\W\d_]{1,3}\s+[^\W\d_A-Z]{4,8})\s*:\s*"
    r"|[.,;]?\s+(?:[eyE]|ed|et|E[dt]|Y|und)\s+"
    r"(?:ancora|poi|infine|anche|también|finalmente|encore|enfin|aussi|ainda|também|dann|schließlich"
    r"|zum Schluss)\s+"
)


def continues_reaction(prose: Prose, last: Reaction, index: int) -> bool:
    """Return whether a quote goes on from the last: “…,” she tweeted. “…”; or fills the next paragraph."""
    span, before = prose.spans[index], prose.spans[index - 1]
    if last.quote.end != before.end:
        return False
    gap = prose.masked[before.end : span.start]
    if span.block != before.last_block:
        is_next = span.block == before.last_block + 1 and prose.follows(span.block)
        return is_next and prose.makes_paragraph(span) and not _is_said_since(prose, last, before)
    return _speaks_of_both(prose, last.said, gap)


def _is_said_since(prose: Prose, last: Reaction, span: Span) -> bool:
    """Return whether somebody speaks in the rest of a reaction's paragraph, behind its attribution."""
    said = last.said.verb[1] if last.said.verb else 0
    start, end = max(span.end, said), prose.blocks[span.last_block].end
    verb = prose.lexicon.verb.search(prose.masked, start, end)
    return verb is not None and not is_noun(prose.masked, verb, prose.lexicon)


def _speaks_of_both(prose: Prose, said: Attribution, gap: str) -> bool:
    """Return whether what attributes a quote attributes the next one in its sentence.

    Example: “…” and “…”, wrote many.
    """
    if prose.joins(gap) or _AND_AGAIN.fullmatch(gap):
        return True
    if said.link == "direct" and said.kind == "noun" and TO.fullmatch(gap):
        return True
    is_between = said.link == "behind" and said.clause.text.strip(" .,;") == gap.strip(" .,;")
    return is_between and gap.rstrip()[-1:] in ".,;!)—–"


def continues_speech(prose: Prose, last: Reaction | None, said: Attribution) -> bool:
    """Return whether a verb of saying stands alone behind a reaction, or by the name of who wrote it."""
    speaker = speaker_of(said, prose.text, prose.lexicon)
    if speaker is None:
        words = said.clause.text.rpartition(MASK)[2].strip(" \t\n\xa0.,،;:—–-")
        return said.verb is not None and words == prose.text[slice(*said.verb)]
    return last is not None and prose.text[slice(*speaker)] == last.quote.speaker
