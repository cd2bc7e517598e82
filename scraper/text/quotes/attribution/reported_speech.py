"""Read who said words that stand apart from what attributes them: reported, announced, closed, led to."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from scraper.text.quotes.attribution.verbs import JOINS, SOURCE, is_noun, last_verbs
from scraper.text.quotes.attribution.with_verb import read_behind, spoken, without_places
from scraper.text.quotes.text.clauses import Clause
from scraper.text.quotes.text.names import (
    ASIDE_OPENS,
    CLOSE,
    MASK,
    SENT_BY,
    TIME,
    name_alone,
    subject_first,
    who_did,
)

if TYPE_CHECKING:
    from scraper.text.quotes.text.clauses import Attribution, Place
    from scraper.text.quotes.words.lexicons import Lexicon

# A verb right behind a quote, or behind a name there, speaks of that quote.
_ATTRIBUTED = re.compile(rf"{MASK}[\s,]*(?:[^\W\d_][\w’'.-]*\s+){{0,3}}\Z")
_QUE = re.compile(r"\s*(?:que\b|qu[’']|che\b|di essere\b|ser\b)", re.IGNORECASE)
# Who did what we do not know; "es" and "on" are nobody.
_HE_OR_SHE = re.compile(r"(?:er|sie|ils?|elles?|él|ella|ell[oa]s|el[ea]s?|lui|lei)(?!\w)", re.IGNORECASE)
# "La risposta della sindaca non si fa attendere"
_ANSWER_OF = re.compile(
    r"(?<!\w)(?:(?:rispost|replic|reazion|respuest|réplic|reacci|répons|répliqu|réaction|respost|reaç|messag|mensa[jg]"
    r"|comment|coment[aá]ri)[^\W\d_]{1,4}|post|tweet|tuit|tuíte)\s"
    r"(?:d(?:el|ella|ello|ell[’']|u|o|a|e\s(?:la|l[’']))|(?:d[ei]|d[’'])(?=\s?(?-i:[A-ZÀ-Þ])))(?:\s|(?<=[’']))"
    r"(?P<who>(?-i:(?:[^\W\d_A-ZÀ-Þ]{3,}\s){0,2}?[A-ZÀ-Þ][\w’'-]*(?:\s[A-ZÀ-Þ][\w’'-]*){0,3})|[^\W_][\w-]{3,})"
    r"(?![\w’'-])",
    re.IGNORECASE,
)
# Behind a comma, what was said: ", dass …"; in English and after names, "that" means "which" there.
_THAT_LAST = re.compile(r",\s+(?:dass|que|qu[’']|che|ch[’'])\b", re.IGNORECASE)
_LAST_WORDS = 80
# "Wie er auf X schreibt, sei …"
_AS_SAID = re.compile(r"\W*wie\s", re.IGNORECASE)


def read_reported(clause: Clause, lexicon: Lexicon, quoted: str) -> Attribution | None:
    """Read a sentence with quoted words in it by the verb that governs it.

    Example: Example: "He took to X to say that it was “sad”".

    Args:
        clause: From the beginning of the sentence to the quote.
        lexicon: The words to go by.
        quoted: The quoted words without their marks.
    """
    opens = len(clause.text) - len(clause.text.lstrip(CLOSE))
    is_placed = lexicon.venue.match(clause.text, opens) is not None
    for verb in last_verbs(clause.text, len(clause.text), lexicon):
        if is_noun(clause.text, verb, lexicon) or ASIDE_OPENS.search(clause.text, 0, verb.start()):
            continue
        if verb.lastgroup in ("tell", "call") or lexicon.makes_sign(clause.text, verb.start()):
            return None
        # A single word may be the writer's own: "She took to X to share the “small” price".
        is_free = verb.lastgroup == "tweet" and (" " in quoted or MASK in clause.text[verb.end() :])
        is_free = is_free and not _ATTRIBUTED.search(clause.text, 0, verb.start())
        is_post = verb.group() == "saying" and lexicon.saying.search(clause.text, 0, verb.start())
        if is_free or is_post or (is_placed and verb.lastgroup == "say") or _opens_content(verb, lexicon):
            return spoken(clause, verb, "that", lexicon)
    return None


def _opens_content(verb: re.Match[str], lexicon: Lexicon) -> bool:
    """Return whether words behind a verb begin to tell what was said: "wrote on X that …", "said the …"."""
    if SOURCE.match(verb.group()):
        return "," in verb.string[verb.end() :]
    comma = verb.string.startswith(",", verb.end())
    if comma and _AS_SAID.match(verb.string):
        return True
    place = lexicon.venue.match(verb.string, verb.end() + comma + 1)
    if place and verb.lastgroup in ("say", "write"):
        return True
    words = without_places(verb.string[verb.end() :], lexicon)
    if verb.lastgroup == "say" and lexicon.definite.match(words.lstrip()):
        return True
    that = lexicon.that if lexicon.said_aloud else _QUE
    when = TIME.match(words.lstrip())  # "posted on Monday that"
    words = words.lstrip()[when.end() :] if when else words
    return that.match(words) is not None or (lexicon.said_aloud and _THAT_LAST.search(words) is not None)


def read_announcement(clause: Clause, lexicon: Lexicon) -> Attribution | None:
    """Read the whole sentence before a quote that stands alone: "Smith reacted on Twitter. “…”"."""
    verbs = [verb for verb in lexicon.verb.finditer(clause.text) if not is_noun(clause.text, verb, lexicon)]
    if not verbs or verbs[-1].lastgroup not in ("tweet", "post", "write"):
        return None

    if verbs[-1].group() == clause.text.split()[-1].rstrip(".") and verbs[-1].group().endswith("s"):
        return None  # "Ten funny tweets"
    return spoken(clause, verbs[-1], "announced", lexicon)


def read_close(clause: Clause, lexicon: Lexicon) -> Attribution | None:
    """Read the attribution that ends a clause behind quoted words, a comma away."""
    comma = clause.text.rfind(", ")
    tail = Clause(clause.text[comma + 1 :], clause.start + comma + 1)
    is_own = comma > 0 and JOINS.match(tail.text.strip().partition(" ")[0]) is None
    opens = lexicon.tweets.match(tail.text, 1) is not None  # ", twitterte der Star mit Emojis"
    said = read_behind(tail, lexicon, detached=not opens, opens=False) if is_own else None
    if said is None or said.verb is None or said.speaker is None:
        return None
    place = lexicon.venue.search(tail.text, said.verb[1] - tail.start)
    return replace(said, link="that") if said.kind == "tweet" or place else None


def read_subject(said: Attribution, lexicon: Lexicon) -> Place | None:
    """Return who leads to a quote, in words that we do not know: "Jane Roe sees it differently: “…”".

    Nothing is weighed by it: such words may as well speak of a thing.
    """
    text, start = said.clause.text.rstrip(" \t\n\xa0:,"), said.clause.start
    places = list(lexicon.venue.finditer(text, max(0, len(text) - _LAST_WORDS)))
    if places and places[-1].end() == len(text):
        text = text[: places[-1].start()].rstrip(" ,")
    of_somebody = SENT_BY.search(text) or lexicon.deed_of.search(text, max(0, len(text) - _LAST_WORDS))
    named = of_somebody.span("who") if of_somebody else None
    if said.kind == "noun" or (said.kind in ("lead", "none") and said.speaker is None):
        named = named or _leader(text, lexicon)
    return (start + named[0], start + named[1]) if named else None


def _leader(text: str, lexicon: Lexicon) -> Place | None:
    """Return who does something in words that lead to a quote, whatever it is."""
    start = len(text) - len(text.lstrip(CLOSE))
    first = _HE_OR_SHE.match(text, start)
    if first and lexicon.pronoun.match(first[0]):
        return first.span()
    named = name_alone(text, lexicon) or who_did(text, len(text), lexicon)
    named = named or subject_first(text, len(text), lexicon)
    if named:
        return named
    user = lexicon.user_last.search(text, max(0, len(text) - _LAST_WORDS))
    answer = _ANSWER_OF.search(text) if lexicon.traits.romance else None
    if user is None and answer:
        return answer.span("who")
    return user.span() if user else _somebody_in(text, lexicon)


def _somebody_in(text: str, lexicon: Lexicon) -> Place | None:
    """Return somebody unnamed who acts behind a comma: "On the player's page, a fan left a note"."""
    comma = text.rfind(", ") + 2
    found = lexicon.stranger.match(text, comma) if comma > 1 else None
    if found and lexicon.person.match(found[0]):
        return found.span()
    word = text[comma:].partition(" ")[0] if comma > 1 else ""
    return (comma, comma + len(word)) if lexicon.pronoun.match(word) else None
