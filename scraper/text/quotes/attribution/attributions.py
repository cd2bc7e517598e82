"""Find the attribution of a quote: next to it or inside it, else farther off."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from scraper.patterns import lazy_regex
from scraper.text.quotes.attribution.before import read_before, spoken, without_places
from scraper.text.quotes.attribution.behind import read_behind
from scraper.text.quotes.attribution.subjects import is_noun, last_verbs
from scraper.text.quotes.text.clauses import CLOSE, MASK, SMALL, Clause, is_ended
from scraper.text.quotes.words.platform_names import HANDLE

if TYPE_CHECKING:
    import re

    from scraper.text.quotes.reaction import Reaction
    from scraper.text.quotes.text.clauses import Attribution
    from scraper.text.quotes.text.prose import Prose
    from scraper.text.quotes.text.quotation_marks import Span
    from scraper.text.quotes.words.lexicons import Lexicon

# Words that tie the clause after a quote to it.
_TIED = lazy_regex(r"[\s\xa0]*(?:[,،—–-]|\(@)")
_NEW_SENTENCE = lazy_regex(rf"\s*[^\W_{SMALL}]")
_COLON_NEXT = lazy_regex(r"\s*:")
# An attribution with an unknown verb: “…”, hält Marl dagegen.
_OWN_VERB = lazy_regex(r",\s[^\W\d_A-Z]{3,16}\s[A-ZÀ-Þ]")
_ASIDES_TRIED = 20
_ASIDE = lazy_regex(
    r"(?:\s[-–—]\s?(?P<words>[^-–—\"«»“”]{6,160}?)\s?[-–—](?=[\s.,;:!?»\"”])"
    r"|,\s(?P<clause>(?:[^-–—\"«»“”,.;:!?…]|(?<=\w)-(?=\w)){6,90})(?=[.,]\s))"
)
_HANDLE_DOES = lazy_regex(rf"(?:[^@,]{{0,30}},)?\s*({HANDLE})\s+[^\W\d_A-ZÀ-Þ]")
# Lengths in words of a quote that may be a name, of one that is a sentence, and of one after a colon.
_LONGEST_NAME, _SENTENCE, _LED = 2, 4, 5


def attributions(prose: Prose, index: int) -> list[Attribution]:
    """Return the attributions next to a quote, the most likely first.

    Words after a quote take precedence; a clause with a colon before it may be better.
    """
    before = read_before(prose.clause_before(index), prose.lexicon, prose.words(prose.spans[index]))
    behind = _read_behind(prose, index)
    if before is None or behind is None:
        return [said for said in (behind, before) if said]
    goes_on = prose.lexicon.breaks.match(behind.clause.text.lstrip())  # tweeted: “…” as she rowed on
    if before.kind == "tell" or behind.clause.ends_in_colon or goes_on:
        return [before]
    return [behind, before] if before.link == "colon" else [behind]


def _read_behind(prose: Prose, index: int) -> Attribution | None:
    """Return the attributions after a quote, or after the list of quotes that it opens."""
    first, lexicon = prose.clause_before(index), prose.lexicon
    # “…”. “…”, wrote Marl: the text after a colon ends with its sentence.
    is_own = first.ends_in_colon and prose.clause_behind(index).text.strip() == "."
    last = index if is_own else prose.last_of_list(index)
    clause, before, words = (prose.clause_behind(last), prose.clause_before(last), prose.words(prose.spans[last]))
    is_tied = is_ended(words) or words[-1:] in ",،—–-" or _TIED.match(clause.text) is not None
    opens = before.ends_in_colon or prose.opens_sentence(prose.spans[last])
    if not (is_tied or (opens and len(words.split()) > _LONGEST_NAME)) or lexicon.makes_title(before.text):
        return None
    detached = is_ended(words) and _NEW_SENTENCE.match(clause.text) is not None
    said = read_behind(clause, lexicon, detached=detached, opens=opens and is_tied)
    if said is None:
        return clause.says("behind", "noun") if lexicon.are_posts.match(clause.text) else None
    if said.verb and _COLON_NEXT.match(prose.text, said.verb[1]):
        return None  # it leads to the next quote: "“…” Roe wrote: “…”"
    if lexicon.lacks_grammar and said.speaker is None and first.text.strip():
        return replace(said, clause=first)  # the verb ends the sentence: "Başkan Twitter'da “…” diye yazdı"
    return said


def read_aside(prose: Prose, span: Span) -> list[Attribution]:
    """Return the attribution inside a quote: «Non ci credo - ha scritto Rosa su X -. Davvero»."""
    for aside in islice(_ASIDE.finditer(prose.text, span.start, span.end), _ASIDES_TRIED):
        group = aside.lastgroup or "words"
        clause = Clause(aside[group], aside.start(group))
        if prose.lexicon.verb.match(clause.text):
            said = read_behind(clause, prose.lexicon, detached=False, opens=False)
            return [said] if said else []
    return []


def further_off(prose: Prose, last: Reaction | None, index: int) -> list[Attribution]:
    """Return the attributions of a quote that has none next to it; `last` is the reaction before."""
    inside = read_aside(prose, prose.spans[index])
    if inside:
        return inside
    said = (
        _read_list(prose, index)
        or _read_sentence_before(prose, index)
        or _read_lead_in(prose, index)
        or _read_reported_words(prose, index)
        or _read_alone(prose, last, index)
    )
    return [said] if said else []


def _read_list(prose: Prose, index: int) -> Attribution | None:
    """Read the attribution of quotes in a row, after them or above: "“…” and “…” were the comments"."""
    last, lexicon = prose.last_of_list(index), prose.lexicon
    if last == index:
        return None
    behind = prose.clause_behind(last)
    if last == index + 1 and lexicon.are_posts.match(behind.text):
        return behind.says("behind", "noun")
    above = prose.sentence_above(prose.spans[index])
    return above.says("announced", "noun") if above and lexicon.remarks.search(above.text) else None


def _read_sentence_before(prose: Prose, index: int) -> Attribution | None:
    """Read the sentence before a quote that is a full sentence, if nothing else attributes it."""
    span, lexicon = prose.spans[index], prose.lexicon
    ended = _is_sentence(prose, span, ".!?")
    is_last = prose.ends_block(prose.spans[prose.last_of_list(index)])
    if not (ended or is_last) or len(prose.words(span).split()) < _SENTENCE:
        return None
    sentence = prose.sentence_before(span) or (prose.fills_block(span) and prose.sentence_above(span))
    if not sentence:
        return None
    said = _announced(sentence, lexicon) if ended or prose.makes_paragraph(span) else None
    if said:
        return said
    if lexicon.crowd.search(sentence.text):
        return sentence.says("announced", "crowd")
    speaks_of_posts = prose.opens_row(span) and lexicon.posts.search(sentence.text)
    return sentence.says("announced", "noun") if speaks_of_posts else None


def _is_sentence(prose: Prose, span: Span, signs: str) -> bool:
    """Return True if quoted words end like a sentence, or certain signs follow them."""
    return is_ended(prose.words(span)) or prose.text[span.end : span.end + 1] in tuple(signs)


def _announced(clause: Clause, lexicon: Lexicon) -> Attribution | None:
    """Read the whole sentence before a standalone quote: "Smith reacted on Twitter. “…”"."""
    verbs = (verb for verb in last_verbs(clause.text, len(clause.text), lexicon))
    verb = next((verb for verb in verbs if not is_noun(clause.text, verb, lexicon)), None)
    if verb is None or verb.lastgroup not in ("tweet", "post", "write"):
        return None
    if verb[0].endswith("s") and verb[0] == clause.text.split()[-1].rstrip("."):
        return None  # "Ten funny tweets"
    return spoken(clause, verb, "announced", lexicon)


def _read_lead_in(prose: Prose, index: int) -> Attribution | None:
    """Read any unknown words that lead to a sentence with a colon: "Her answer: “…”"."""
    clause, words = prose.clause_before(index), prose.words(prose.spans[index])
    if not clause.ends_in_colon or not (is_ended(words) or len(words.split()) >= _LED):
        return None
    handle = _HANDLE_DOES.match(clause.text)
    return clause.says("colon", "lead", handle=handle.span(1) if handle else None)


def _read_reported_words(prose: Prose, index: int) -> Attribution | None:
    """Read words quoted in a reported post: "took to X to say that it was “sad”"."""
    span, lexicon = prose.spans[index], prose.lexicon
    if not prose.is_inside_sentence(span):
        return None
    clause = prose.clause_before(index)
    opens = len(clause.text) - len(clause.text.lstrip(CLOSE))
    is_placed = lexicon.venue.match(clause.text, opens) is not None
    for verb in last_verbs(clause.text, len(clause.text), lexicon):
        if is_noun(clause.text, verb, lexicon):
            continue
        if verb.lastgroup in ("tell", "call") or lexicon.makes_sign(clause.text, verb.start()):
            return None
        # A single word may be the writer's own: "She took to X to share the “small” price".
        is_phrase = " " in prose.words(span) or MASK in clause.text[verb.end() :]
        is_free = (verb.lastgroup == "tweet" and is_phrase) or (verb.lastgroup == "say" and is_placed)
        if is_free or _opens_content(verb, lexicon):
            return spoken(clause, verb, "that", lexicon)
    return None


def _opens_content(verb: re.Match[str], lexicon: Lexicon) -> bool:
    """Return True if words after a verb begin reported content: "wrote on X that …", "said the …"."""
    comma = verb.string.startswith(",", verb.end())
    if verb.lastgroup in ("say", "write") and lexicon.venue.match(verb.string, verb.end() + comma + 1):
        return True
    words = without_places(verb.string[verb.end() :], lexicon)
    if verb.lastgroup == "say" and lexicon.definite.match(words.lstrip()):
        return True
    return lexicon.that.match(words) is not None


def _read_alone(prose: Prose, last: Reaction | None, index: int) -> Attribution | None:
    """Read a full-sentence quote without an attribution: it may continue the last reaction."""
    span = prose.spans[index]
    is_first = index == 0 or prose.spans[index - 1].last_block != span.block
    is_long = len(prose.words(span).split()) >= _SENTENCE
    if not ((is_first or last) and is_long and prose.opens_sentence(span)):
        return None
    is_whole = _is_sentence(prose, span, ".,") or prose.makes_paragraph(span)
    return Clause("", span.end).says("announced", "alone") if is_whole else None


def continues_reaction(prose: Prose, last: Reaction, index: int) -> bool:
    """Return True if a quote continues the last: “…,” she tweeted. “…”; or fills the next paragraph."""
    span, before = prose.spans[index], prose.spans[index - 1]
    if last.span.end != before.end or _OWN_VERB.match(prose.masked, span.end):
        return False
    if span.block != before.last_block:
        is_next = span.block == before.last_block + 1 and prose.follows(span.block)
        return is_next and prose.makes_paragraph(span)
    gap = prose.masked[before.end : span.start]
    if prose.joins(gap):
        return True  # “…” and “…”, wrote many
    is_between = last.said.link == "behind" and last.said.clause.text.strip(" .,;") == gap.strip(" .,;")
    return is_between and gap.rstrip()[-1:] in ".,;!)—–"
