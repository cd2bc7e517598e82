"""Classify the printed speaker of a quote: a name, a pronoun, a noun, anyone, nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from scraper.patterns import lazy_regex
from scraper.text.quotes.attribution.subjects import is_account, opened
from scraper.text.quotes.naming.words import pronouns, weekday
from scraper.text.quotes.text.clauses import MASK

if TYPE_CHECKING:
    import re

    from scraper.text.quotes.naming.people import People
    from scraper.text.quotes.reaction import Reaction
    from scraper.text.quotes.words.lexicons import Lexicon

Kind = Literal["nothing", "handle", "pronoun", "post", "anybody", "name", "noun", "odd capital", "odd"]

NAMED: frozenset[Kind] = frozenset(("handle", "anybody", "name"))
"""Kinds that need no name."""
PHRASES: frozenset[Kind] = NAMED | {"noun", "odd capital"}
"""Kinds that refer to a person by themselves."""
_RUN = lazy_regex(r"[A-ZÀ-Þ][\w’'.-]*(?: [A-ZÀ-Þ][\w’'.-]*)*")
_FIRST = lazy_regex(r"[^ ’']+[’']?")
_OWNED = lazy_regex(r"[A-ZÀ-Þ][\w.-]*[’']s [a-zà-ÿ]")  # "Marl’s manager"
_LONGEST_TIME = 2


@dataclass(frozen=True, slots=True)
class Printed:
    """The printed speaker of a quote.

    Attributes:
        kind: Its kind; "odd" for words that are no phrase for a person.
        words: As printed; empty if there are none.
    """

    kind: Kind
    words: str


def is_circumstance(words: str, lexicon: Lexicon, *, opens: bool) -> bool:
    """Return True if a phrase read as the speaker is a time.

    Example: "Monday night", "Later". Inside a sentence (not `opens`) a word with a capital is a name.
    """
    if weekday().match(words) and len(words.split()) <= _LONGEST_TIME:
        return True
    if words[:1].isupper() and not opens:
        return False
    if lexicon.after_name.fullmatch(words) or lexicon.adverbs.fullmatch(words):
        return True
    return opened(f"{words} ", lexicon) == len(words) + 1


def is_unread(reaction: Reaction, lexicon: Lexicon) -> bool:
    """Return True if the speaker stays as printed, because the language has no word file.

    Few words for people are known in such languages: "schreef een bezoekster". A name is only searched for
    elsewhere if the clause is just a verb and a place, or has a subject marked by a particle.
    """
    said, (clause, start) = reaction.said, reaction.said.clause
    if not lexicon.lacks_grammar:
        return False
    agents = [agent[0] for agent in lexicon.agent.finditer(clause)]
    if agents:
        return lexicon.somebody.search(agents[-1]) is not None
    if said.verb is None or said.speaker is not None:
        return True
    before, after = clause[: said.verb[0] - start], clause[said.verb[1] - start :]
    beside = f"{before.rpartition(MASK)[2]} {after.partition(MASK)[0]}"
    return any(map(str.isalpha, lexicon.after_name.sub("", lexicon.venue.sub("", beside))))


def printed_of(reaction: Reaction, people: People) -> Printed:
    """Classify the printed speaker of a quote."""
    words, handle = reaction.speaker or "", reaction.handle
    kind, said = _kind_of(handle, words, people), reaction.said
    if kind in ("nothing", "pronoun") and people.prose.lexicon.unsigned.search(said.clause.text):
        kind = "anybody"
    elif kind == "nothing" and said.kind == "noun" and said.link == "behind":
        kind = "anybody"  # "were some of the comments"
    elif kind == "nothing" and said.speaker:
        kind = "post"  # "hundreds of comments": the phrase names no speaker
    return Printed(kind, words or (f"@{handle}" if handle else ""))


def _kind_of(handle: str | None, words: str, people: People) -> Kind:
    lexicon = people.prose.lexicon
    if handle or "@" in words or (words and is_account(words)):
        return "handle"
    if not words:
        return "nothing"
    if words.lower() in pronouns(lexicon.language) or lexicon.pronoun.fullmatch(words):
        return "pronoun"
    return _kind_of_phrase(words, people)


def _kind_of_phrase(words: str, people: People) -> Kind:
    lexicon = people.prose.lexicon
    if weekday().search(words):
        return "odd"
    if lexicon.is_post(words) or lexicon.names_words(words):
        return "post"
    if lexicon.stranger.match(words) or lexicon.unnamed(words):
        return "anybody"
    return _name_or_noun(words, people)


def _name_or_noun(words: str, people: People) -> Kind:
    """Distinguish names from nouns with a determiner, and both from anything else."""
    lexicon = people.prose.lexicon
    first = _FIRST.match(words)  # "l’" of "l’écrivain"
    is_determined = first is not None and lexicon.determiner.fullmatch(first[0]) is not None
    is_determined = is_determined or _OWNED.match(words) is not None
    for run in _RUN.finditer(words):
        if _modifies_noun(words, run, lexicon):
            continue
        is_single = " " not in run[0]
        if run.start() == 0 and is_single and (is_determined or not people.is_of_name(run[0])):
            continue
        if is_single and is_determined and lexicon.traits.nouns_capitalised:
            continue
        return "name"
    if is_determined:
        return "noun"
    return "odd capital" if words[:1].isupper() else "odd"


def _modifies_noun(words: str, run: re.Match[str], lexicon: Lexicon) -> bool:
    """Return True if a name only modifies a noun: "el portavoz de ERC", "the Gull Lake star"."""
    before = words[: run.start()].split()
    if before and lexicon.preposition.fullmatch(before[-1]):
        return True
    if run[0].endswith(("’s", "'s")):
        return True
    behind = words[run.end() :].split()
    return bool(before and behind) and behind[0].islower() and not lexicon.preposition.fullmatch(behind[0])
