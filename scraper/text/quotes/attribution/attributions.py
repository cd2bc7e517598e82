"""Find the words beside a quote, or inside it, that attribute it."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from scraper.text.quotes.attribution.names_alone import verb_last
from scraper.text.quotes.attribution.with_verb import read_before, read_behind
from scraper.text.quotes.text.clauses import Clause, is_ended
from scraper.text.quotes.text.letters import SMALL

if TYPE_CHECKING:
    from scraper.text.quotes.text.clauses import Attribution
    from scraper.text.quotes.text.prose import Prose
    from scraper.text.quotes.text.quotation_marks import Span
    from scraper.text.quotes.words.lexicons import Lexicon

# What ties the words behind a quote to it.
_TIED = re.compile(r"[\s\xa0]*(?:[,،—–-]|\(@)")
_NEW_SENTENCE = re.compile(rf"\s*[^\W_{SMALL}]")
# Quoted words that open their sentence and are more than so many are no name.
_LONGEST_NAME = 2
_COLON_NEXT = re.compile(r"\s*:")
_ASIDES_TRIED = 20
_ASIDE = re.compile(
    r"(?:\s[-–—]\s?(?P<words>[^-–—\"«»“”]{6,160}?)\s?[-–—](?=[\s.,;:!?»\"”])"
    r"|,\s(?P<clause>(?:[^-–—\"«»“”,.;:!?…]|(?<=\w)-(?=\w)){6,90})(?=[.,]\s))"
)


def attributions(prose: Prose, index: int) -> list[Attribution]:
    """Return what attributes a quote beside it, what is more likely to speak of it first.

    The words behind a quote speak of it first; a clause with a colon before it may do so better.
    """
    clause = prose.clause_before(index)
    before = read_before(clause, prose.lexicon, prose.words(prose.spans[index]))
    behind = _read_behind_list(prose, index)
    if before is None or behind is None:
        return [said for said in (behind, before) if said]
    if before.kind == "tell" or _speaks_of_more(behind, prose):
        return [before]
    return [behind, before] if before.link == "colon" else [behind]


def _read_behind_list(prose: Prose, index: int) -> Attribution | None:
    """Return what the words behind a quote, or behind the list of quotes that it opens, say of it."""
    clause = prose.clause_before(index)
    # “…”. “…”, wrote Marl: what a colon leads to ends with its sentence.
    is_own = clause.ends_in_colon and prose.clause_behind(index).text.strip() == "."
    last = prose.last_of_list(index)
    behind = _attributed_behind(prose, index if is_own else last)
    return verb_last(clause, behind) if behind and prose.lexicon.lacks_grammar else behind


def _speaks_of_more(behind: Attribution, prose: Prose) -> bool:
    """Return whether the words behind a quote speak of something else, or go on about it."""
    if behind.clause.ends_in_colon:
        return True
    return prose.lexicon.breaks.match(behind.clause.text.lstrip()) is not None  # tweeted: “…” as she rowed on


def _attributed_behind(prose: Prose, index: int) -> Attribution | None:
    """Return what the words right behind a quote say of it."""
    span, lexicon = prose.spans[index], prose.lexicon
    clause, before = prose.clause_behind(index), prose.clause_before(index)
    opens = before.ends_in_colon or prose.opens_sentence(span)
    words = prose.words(span)
    tied = _is_tied(words, clause)
    if not tied and not (opens and len(words.split()) > _LONGEST_NAME):
        return None
    if lexicon.makes_title(before.text):
        return None
    detached = is_ended(words) and _NEW_SENTENCE.match(clause.text) is not None
    said = read_behind(clause, lexicon, detached=detached, opens=opens and tied)
    if said is None:
        return None if tied else _called_posts(clause, lexicon)
    return None if _leads_on(said, prose) else said


def _is_tied(words: str, clause: Clause) -> bool:
    """Return whether quoted words and the clause behind them belong together, by the signs between them."""
    return is_ended(words) or words[-1:] in ",،—–-" or _TIED.match(clause.text) is not None


def _called_posts(clause: Clause, lexicon: Lexicon) -> Attribution | None:
    """Read what quoted words are called behind them: "“…” were the comments"."""
    return clause.says("behind", "noun") if lexicon.are_posts.match(clause.text) else None


def _leads_on(said: Attribution, prose: Prose) -> bool:
    """Return whether a verb leads to the next quote: "“…” Roe wrote: “…”"."""
    return said.verb is not None and _COLON_NEXT.match(prose.text, said.verb[1]) is not None


def read_aside(prose: Prose, span: Span) -> list[Attribution]:
    """Return the attribution between dashes inside a quote.

    Example: «Non ci credo - ha scritto Rosa su X -. Davvero».
    """
    for aside in islice(_ASIDE.finditer(prose.text, span.start, span.end), _ASIDES_TRIED):
        group = aside.lastgroup or "words"
        clause = Clause(aside[group], aside.start(group))
        if prose.lexicon.verb.match(clause.text):
            said = read_behind(clause, prose.lexicon, detached=False, opens=False)
            return [said] if said else []
    return []
