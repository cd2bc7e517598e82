"""Find the words beside a quote, or inside it, that attribute it."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from scraper.text.quotes.attribution.with_verb import read_before, read_behind
from scraper.text.quotes.attribution.without_grammar import verb_last
from scraper.text.quotes.attribution.without_verb import headlined, stranger_behind
from scraper.text.quotes.text.clauses import REACH_BEHIND, Clause, Sentences, is_ended
from scraper.text.quotes.text.letters import SMALL
from scraper.text.quotes.text.names import MASK

if TYPE_CHECKING:
    from scraper.text.quotes.text.clauses import Attribution
    from scraper.text.quotes.text.prose import Prose
    from scraper.text.quotes.text.quotation_marks import Span
    from scraper.text.quotes.words.lexicons import Lexicon

# What ties the words behind a quote to it.
_TIED = re.compile(r"[\s\xa0]*(?:[,،—–-]|\(@)")
_NEW_SENTENCE = re.compile(rf"\s*[^\W_{SMALL}]")
# A clause that the main clause behind a quote does not speak of: "If the mayor wants “order”, one fan wrote".
_SUBORDINATE = re.compile(
    r"\W*(?:if|although|though|while|whereas|si|bien que|alors que|wenn|obwohl|während|aunque|mientras|"
    r"sebbene|mentre|embora|enquanto)\s",
    re.IGNORECASE,
)
# A clause that holds the quote: "After he met the “swan”, she wrote"; not "After the race, “…,” she wrote".
_EARLIER = re.compile(
    r"\W*(?:after|before|when|since|once|as|despite)\s(?:.*[^\s,:—–-])?\s*\Z", re.IGNORECASE | re.DOTALL
)
_COLON_NEXT = re.compile(r"\s*:")
_PAUSE = re.compile(r"[,?!…]\s")
_PAUSES_TRIED = 20
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
    if before and behind is None and _is_of_last(prose, before):
        behind = stranger_behind(prose.clause_behind(index), prose.lexicon)
        before = None if behind else before
    if before is None or behind is None:
        return [said for said in (behind, before) if said]
    if before.kind == "tell" or _speaks_of_more(behind, prose):
        return [before]
    if _is_detached(prose, index):
        return [before, behind]
    return [behind, before] if before.link == "colon" else [behind]


def _read_behind_list(prose: Prose, index: int) -> Attribution | None:
    """Return what the words behind a quote, or behind the list of quotes that it opens, say of it."""
    clause = prose.clause_before(index)
    # “…”. “…”, wrote Marl: what a colon leads to ends with its sentence.
    is_own = clause.ends_in_colon and prose.clause_behind(index).text.strip() == "."
    last = prose.last_of_list(index)
    behind = _attributed_behind(prose, index if is_own else last) or _headed(prose, last)
    return verb_last(clause, behind) if behind and prose.lexicon.lacks_grammar else behind


def _is_of_last(prose: Prose, before: Attribution) -> bool:
    """Return whether words in front of a quote stand right behind the last one: “…”, wrote a fan, “…”."""
    verb = before.verb if before.link == "comma" else None
    return verb is not None and prose.masked[max(0, verb[0] - 5) : verb[0]].rstrip(" ,")[-1:] == MASK


def _speaks_of_more(behind: Attribution, prose: Prose) -> bool:
    """Return whether the words behind a quote speak of something else, or go on about it."""
    if behind.clause.ends_in_colon or _leads_on(behind, prose.lexicon) or _is_aside_of(prose, behind):
        return True
    return prose.lexicon.breaks.match(behind.clause.text.lstrip()) is not None  # tweeted: “…” as she rowed on


def _is_aside_of(prose: Prose, behind: Attribution) -> bool:
    """Return whether the words behind a quote only go on about it: wrote that “…,” warning everybody."""
    return prose.text[slice(*behind.verb)].endswith("ing") if behind.verb else False


def _is_detached(prose: Prose, index: int) -> bool:
    """Return whether the quoted words end their sentence and a new one begins behind them."""
    last = prose.last_of_list(index)
    ended = is_ended(prose.words(prose.spans[last]))
    return ended and _NEW_SENTENCE.match(prose.clause_behind(last).text) is not None


def _leads_on(behind: Attribution, lexicon: Lexicon) -> bool:
    """Return whether the words behind a quote lead to the next one: “…”, while another wrote, “…”."""
    words = behind.clause.text.strip(" ,\xa0")
    return behind.clause.text.rstrip().endswith(",") and lexicon.before_name.match(words) is not None


def _attributed_behind(prose: Prose, index: int) -> Attribution | None:
    """Return what the words right behind a quote say of it."""
    span, lexicon = prose.spans[index], prose.lexicon
    clause, before = prose.clause_behind(index), prose.clause_before(index)
    if prose.text[span.start - 1 : span.start] == "(" and lexicon.are_posts.match(clause.text):
        return clause.says("behind", "noun")
    opens = before.ends_in_colon or prose.opens_sentence(span)
    tied = _is_tied(prose.words(span), clause, lexicon)
    if not tied and not (opens and _stands_for_words(prose.words(span), clause, lexicon)):
        return None
    if _holds_next(before.text, lexicon):
        return None
    detached = is_ended(prose.words(span)) and _NEW_SENTENCE.match(clause.text) is not None
    said = read_behind(clause, lexicon, detached=detached, opens=opens and tied)
    if said is None:
        is_called = not tied and lexicon.are_posts.match(clause.text)
        return clause.says("behind", "noun") if is_called else None
    leads_on = said.verb is not None and _COLON_NEXT.match(prose.text, said.verb[1])
    return None if leads_on else said


def _is_tied(words: str, clause: Clause, lexicon: Lexicon) -> bool:
    """Return whether signs, or a verb alone, tie the clause behind quoted words to them."""
    if is_ended(words) or words[-1:] in ",،—–-" or _TIED.match(clause.text):
        return True
    return lexicon.lacks_grammar and _ends_in_verb(clause, lexicon)


def _stands_for_words(words: str, clause: Clause, lexicon: Lexicon) -> bool:
    """Return whether a quote that opens its sentence is no name: several words, or a pronoun follows."""
    return len(words.split()) > 2 or _says_who(clause, lexicon)


def _holds_next(before: str, lexicon: Lexicon) -> bool:
    """Return whether a clause before a quote holds it, so that the main clause does not speak of it."""
    return bool(lexicon.makes_title(before) or _SUBORDINATE.match(before) or _EARLIER.match(before))


def _headed(prose: Prose, index: int) -> Attribution | None:
    """Return what a colon behind a quote that opens its line leads to: “…”: Marl en X."""
    span, clause = prose.spans[index], prose.clause_behind(index)
    is_heading = span.closed and _COLON_NEXT.match(clause.text) and prose.opens_block(span)
    return headlined(clause, prose.lexicon) if is_heading else None


def _ends_in_verb(clause: Clause, lexicon: Lexicon) -> bool:
    """Return whether nothing but a verb follows a quote, as it ends a Turkish sentence: “…” diye yazdı."""
    verb = lexicon.verb.search(clause.text)
    if verb is None or clause.text[verb.end() :].strip(" ."):
        return False
    between = clause.text[: verb.start()].strip()
    return not between or lexicon.after_name.fullmatch(between) is not None


def _says_who(clause: Clause, lexicon: Lexicon) -> bool:
    """Return whether a pronoun follows a quote, so that a word or two of it are no name.

    Example: “Bless you” she wrote.
    """
    following = clause.text.split(maxsplit=1)
    return bool(following) and lexicon.pronoun.match(following[0]) is not None


def read_unclosed(prose: Prose, span: Span) -> tuple[Span, list[Attribution]]:
    """End a quote without a closing mark before what attributes it: “Great news, a fan wrote."""
    text = prose.text
    for pause in islice(_PAUSE.finditer(text, span.start, span.end), _PAUSES_TRIED):
        end = pause.start() + 1
        rest = text[end : min(span.end, end + REACH_BEHIND)]
        clause = Clause(rest[: Sentences(rest).end(0, len(rest))], end)
        said = read_behind(clause, prose.lexicon, detached=True, opens=False)
        if said and said.speaker:
            return span._replace(end=end), [said]
    return span, []


def read_aside(prose: Prose, span: Span) -> list[Attribution]:
    """Return the attribution between dashes inside a quote.

    Example: «Non ci credo - ha scritto Rosa su X -. Davvero».
    """
    for aside in islice(_ASIDE.finditer(prose.text, span.start, span.end), _PAUSES_TRIED):
        group = aside.lastgroup or "words"
        clause = Clause(aside[group], aside.start(group))
        if prose.lexicon.verb.match(clause.text):
            said = read_behind(clause, prose.lexicon, detached=False, opens=False)
            return [said] if said else []
    return []
