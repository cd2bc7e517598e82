"""Attribute quotes that no clause beside them attributes: by a list, a sentence before, a colon, a report."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scraper.text.quotes.attribution.subjects import is_noun, last_verbs
from scraper.text.quotes.attribution.with_verb import spoken, without_places
from scraper.text.quotes.text.clauses import CLOSE, MASK, Clause, is_ended
from scraper.text.quotes.words.platform_names import HANDLE

if TYPE_CHECKING:
    from scraper.text.quotes.reaction import Reaction
    from scraper.text.quotes.text.clauses import Attribution, Place
    from scraper.text.quotes.text.prose import Prose
    from scraper.text.quotes.text.quotation_marks import Span
    from scraper.text.quotes.words.lexicons import Lexicon

_HANDLE_DOES = re.compile(rf"(?:[^@,]{{0,30}},)?\s*({HANDLE})\s+[^\W\d_A-ZÀ-Þ]")
# Words of a quote that is a sentence, and of one that a colon leads to.
_SENTENCE, _LED = 4, 5
_LAST_WORDS = 80


def read_list(prose: Prose, index: int) -> list[Attribution]:
    """Read what quotes in a row are said to be, behind them or above: "“…” and “…” were the comments"."""
    last = prose.last_of_list(index)
    if last == index:
        return []
    behind = prose.clause_behind(last)
    if last == index + 1 and prose.lexicon.are_posts.match(behind.text):
        return [behind.says("behind", "noun")]
    above = prose.sentence_above(prose.spans[index])
    is_called = above is not None and prose.lexicon.remarks.search(above.text)
    return [above.says("announced", "noun")] if above and is_called else []


def read_sentence_before(prose: Prose, index: int) -> list[Attribution]:
    """Read the sentence before a quote that is a sentence of its own, where nothing else speaks of it."""
    span, words = prose.spans[index], prose.words(prose.spans[index])
    is_last = prose.ends_block(prose.spans[prose.last_of_list(index)])
    ended = is_ended(words) or prose.text[span.end : span.end + 1] in (".", "!", "?")
    if not (ended or is_last) or len(words.split()) < _SENTENCE:
        return []
    sentence = prose.sentence_before(span)
    if sentence is None and prose.fills_block(span):
        sentence = prose.sentence_above(span)
    if sentence is None:
        return []
    said = _announced(sentence, prose.lexicon) if ended or prose.makes_paragraph(span) else None
    said = said or _announced_without_verb(prose, span, sentence)
    return [said] if said else []


def _announced(clause: Clause, lexicon: Lexicon) -> Attribution | None:
    """Read the whole sentence before a quote that stands alone: "Smith reacted on Twitter. “…”"."""
    verbs = [verb for verb in lexicon.verb.finditer(clause.text) if not is_noun(clause.text, verb, lexicon)]
    if not verbs or verbs[-1].lastgroup not in ("tweet", "post", "write"):
        return None
    last = verbs[-1].group()
    if last.endswith("s") and last == clause.text.split()[-1].rstrip("."):
        return None  # "Ten funny tweets"
    return spoken(clause, verbs[-1], "announced", lexicon)


def _announced_without_verb(prose: Prose, span: Span, sentence: Clause) -> Attribution | None:
    """Read a sentence that speaks of the public, or of posts in front of several quotes."""
    if prose.lexicon.crowd.search(sentence.text):
        return sentence.says("announced", "crowd")
    if prose.opens_row(span) and prose.lexicon.posts.search(sentence.text):
        return sentence.says("announced", "noun")
    return None


def read_lead_in(prose: Prose, index: int) -> list[Attribution]:
    """Read whatever leads to a sentence with a colon, in words that we do not know: "Her answer: “…”"."""
    clause, words = prose.clause_before(index), prose.words(prose.spans[index])
    if not clause.ends_in_colon or not (is_ended(words) or len(words.split()) >= _LED):
        return []
    handle = _HANDLE_DOES.match(clause.text)
    return [clause.says("colon", "lead", handle=handle.span(1) if handle else None)]


def read_reported_words(prose: Prose, index: int) -> list[Attribution]:
    """Read the attribution of some words in the midst of what somebody is reported to have written.

    Example: "He took to X to say that it was “sad”".
    """
    span = prose.spans[index]
    if not prose.stands_inside(span):
        return []
    said = _reported(prose.clause_before(index), prose.lexicon, prose.words(span))
    return [said] if said else []


def _reported(clause: Clause, lexicon: Lexicon, quoted: str) -> Attribution | None:
    """Read a sentence with quoted words in it by the verb that governs it."""
    opens = len(clause.text) - len(clause.text.lstrip(CLOSE))
    is_placed = lexicon.venue.match(clause.text, opens) is not None
    for verb in last_verbs(clause.text, len(clause.text), lexicon):
        if is_noun(clause.text, verb, lexicon):
            continue
        if verb.lastgroup in ("tell", "call") or lexicon.makes_sign(clause.text, verb.start()):
            return None
        # A single word may be the writer's own: "She took to X to share the “small” price".
        is_phrase = " " in quoted or MASK in clause.text[verb.end() :]
        is_free = (verb.lastgroup == "tweet" and is_phrase) or (verb.lastgroup == "say" and is_placed)
        if is_free or _opens_content(verb, lexicon):
            return spoken(clause, verb, "that", lexicon)
    return None


def _opens_content(verb: re.Match[str], lexicon: Lexicon) -> bool:
    """Return whether words behind a verb begin to tell what was said: "wrote on X that …", "said the …"."""
    comma = verb.string.startswith(",", verb.end())
    if verb.lastgroup in ("say", "write") and lexicon.venue.match(verb.string, verb.end() + comma + 1):
        return True
    words = without_places(verb.string[verb.end() :], lexicon)
    if verb.lastgroup == "say" and lexicon.definite.match(words.lstrip()):
        return True
    return lexicon.that.match(words) is not None


def read_unattributed(prose: Prose, last: Reaction | None, index: int) -> list[Attribution]:
    """Read a quote that is a sentence of its own and that nothing attributes.

    It may go on after a reaction.
    """
    span, words = prose.spans[index], prose.words(prose.spans[index])
    is_first = index == 0 or prose.spans[index - 1].last_block != span.block
    if not (is_first or last) or len(words.split()) < _SENTENCE or not prose.opens_sentence(span):
        return []
    ended = is_ended(words) or prose.text[span.end : span.end + 1] in (".", ",")
    return [Clause("", span.end).says("announced", "alone")] if ended or prose.makes_paragraph(span) else []


def continues_reaction(prose: Prose, last: Reaction, index: int) -> bool:
    """Return whether a quote goes on from the last: “…,” she tweeted. “…”; or fills the next paragraph."""
    span, before = prose.spans[index], prose.spans[index - 1]
    if last.quote.end != before.end:
        return False
    if span.block != before.last_block:
        is_next = span.block == before.last_block + 1 and prose.follows(span.block)
        return is_next and prose.makes_paragraph(span)
    gap = prose.masked[before.end : span.start]
    if prose.joins(gap):
        return True  # “…” and “…”, wrote many
    is_between = last.said.link == "behind" and last.said.clause.text.strip(" .,;") == gap.strip(" .,;")
    return is_between and gap.rstrip()[-1:] in ".,;!)—–"


def whose_words(said: Attribution, lexicon: Lexicon) -> Place | None:
    """Return whose words lead to a quote, in a clause without a subject: "the answer of Jane Roe: “…”"."""
    text, start = said.clause.text.rstrip(" \t\n\xa0:,"), said.clause.start
    places = list(lexicon.venue.finditer(text, max(0, len(text) - _LAST_WORDS)))
    if places and places[-1].end() == len(text):
        text = text[: places[-1].start()].rstrip(" ,")
    found = lexicon.deed_of.search(text, max(0, len(text) - _LAST_WORDS))
    return (start + found.start("who"), start + found.end("who")) if found else None
