"""List who may have said a quote, each with features that can be weighed.

Features are named; the examples are of somebody named Roe.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from scraper.text.quotes.naming.places import VERB_BEFORE
from scraper.text.quotes.naming.words import titles

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scraper.text.quotes.naming.names import Person
    from scraper.text.quotes.naming.people import Mention, People
    from scraper.text.quotes.naming.printed import Printed
    from scraper.text.quotes.reaction import Reaction

Features = dict[str, float]

_NEAREST, _NOUNS = 9, 5
_LOOKED_AT = 60
_BESIDE, _NEAR = 2, 40
_MOST_TIMES = 20
#: How first names of women mostly end, and how those of men do not.
_FEMALE_ENDS, _NOT_MALE_ENDS = ("a", "e", "i", "y"), ("a", "e", "i")


class Candidate(NamedTuple):
    """Somebody who may have said a quote."""

    person: Person
    features: Features


class Question(NamedTuple):
    """Whom a quote is to be given to.

    Attributes:
        people: The article's.
        reaction: The quote.
        printed: What is printed for its speaker.
        last: Who said the reaction before, if somebody was named.
    """

    people: People
    reaction: Reaction
    printed: Printed
    last: Person | None

    @property
    def start(self) -> int:
        """Return where the quote begins."""
        return self.reaction.quote.start


def candidates(question: Question) -> list[Candidate]:
    """Return who may have said a quote: those named last, the last speaker, the first of the article."""
    people, start = question.people, question.start
    before = people.number_before(start)
    found = _named_before(question, before)
    features = {number: dict(_features(question, mention, before)) for number, mention in found.items()}
    named = {number: mention.person for number, mention in found.items()}
    for mention in people.nouns_before(start)[-_NOUNS:]:
        features[mention.person.number] = dict.fromkeys(_features_of_noun(question, mention), 1.0)
        named[mention.person.number] = mention.person
    for mention in people.behind(question.reaction.quote.end):
        behind = features.setdefault(mention.person.number, {})
        behind.update(dict.fromkeys(_features_behind(question, mention, is_known=bool(behind)), 1.0))
        named[mention.person.number] = mention.person
    return [Candidate(named[number], one) for number, one in features.items()]


def _named_before(question: Question, before: int) -> dict[int, Mention]:
    """Return the last mention of each candidate that is named before the quote."""
    people = question.people
    found: dict[int, Mention] = {}
    for mention in reversed(people.mentions[max(0, before - _LOOKED_AT) : before]):
        found.setdefault(mention.person.number, mention)
        if len(found) == _NEAREST:
            break
    first = people.mentions[0].person if before else None
    for person in (question.last, first):
        last = people.last_of(person, before) if person and person.number not in found else None
        if last:
            found[last.person.number] = last
    return found


def as_printed(question: Question) -> Features:
    """Return the features of leaving the speaker as it is printed."""
    printed, reaction = question.printed, question.reaction
    kind = f"printed: {printed.kind}"
    names = [kind, f"printed, link: {reaction.said.link}", f"printed, verb: {reaction.said.kind}"]
    if reaction.quote.verb is None:
        names.append("printed, no verb")
    features = dict.fromkeys(names, 1.0)
    if printed.kind in ("odd", "odd capital", "noun"):
        features[f"{kind}, words"] = min(6, len(printed.words.split())) / 6
        features[f"{kind}, a capital"] = float(printed.words[:1].isupper())
    return features


def _features(question: Question, mention: Mention, before: int) -> Iterator[tuple[str, float]]:
    """Yield the features of somebody who is named before the quote."""
    people, person = question.people, mention.person
    for name in (*_distance(question, mention), *_of_place(question, mention)):
        yield name, 1.0
    for name in (*_of_person(question, mention), *_of_name(people, mention)):
        yield name, 1.0
    if people.last_opener(before) is person:
        yield "last to open a sentence", 1.0
        yield f"{question.printed.group}, last to open a sentence", 1.0
    opener = people.opener_of(question.start)
    if opener is not None:
        name = "opens the sentence of the quote"
        yield (name if opener is person else f"somebody else {name}"), 1.0
        yield f"{question.printed.group}, {name if opener is person else f'somebody else {name}'}", 1.0
    yield "times named", math.log(min(_MOST_TIMES, len(person.mentions))) / 3
    yield "share behind prepositions", people.oblique_share(person)
    yield "share of subjects", people.subject_share(person)
    if question.printed.gender in ("he", "she"):
        yield from _agreement(question, mention)


def _distance(question: Question, mention: Mention) -> Iterator[str]:
    """Name how far off somebody is named."""
    people, group = question.people, question.printed.group
    sentences = min(4, people.sentence_of(question.start) - mention.sentence)
    yield f"sentences away: {sentences}"
    yield f"{group}, sentences away: {min(2, sentences)}"
    yield f"paragraphs away: {min(3, people.block_of(question.start) - mention.block)}"


def _of_place(question: Question, mention: Mention) -> Iterator[str]:
    """Name what the place of a name tells: whether Roe acts there, and how near it is."""
    sentences = question.people.sentence_of(question.start) - mention.sentence
    near = {0: "in the sentence", 1: "in the one before"}.get(sentences)
    for name in sorted(question.people.place_of(mention)):
        yield name
        if near:
            yield f"{name}, {near}"
    for name in _beside_verb(question.reaction, mention):
        yield name
        yield f"{question.printed.group}, {name}"


def _of_person(question: Question, mention: Mention) -> Iterator[str]:
    """Name what the article tells of a person."""
    people, person, last = question.people, mention.person, question.last
    if person is people.most_named:
        yield "named most often"
    if person.mentions[0] < people.number_in_title:
        yield "named in the first paragraph"
    if people.mentions[person.mentions[0]].block <= 1:
        yield "named in the first two paragraphs"
    if last is person:
        yield "speaker of the last reaction"
        yield f"{question.printed.group}, speaker of the last reaction"
        if people.block_of(question.start) == mention.block:
            yield "speaker of the last reaction, same paragraph"
    elif last is not None:
        yield "not the speaker of the last reaction"


def _of_name(people: People, mention: Mention) -> Iterator[str]:
    """Name what the names of a person look like."""
    person = mention.person
    if any(" " in form for form in person.forms):
        yield "a name of two words"
    if mention.words.startswith("@"):
        yield "a handle"
    if " " in mention.words or "@" in mention.words:
        return
    yield "one word"
    if person.forms.total() == 1:
        yield "one word, once"
    if people.opens_alone(person):
        yield "one word, only where sentences begin"
    if people.prose.lexicon.traits.nouns_capitalised:
        yield "one word, where nouns have capitals"


def _beside_verb(reaction: Reaction, mention: Mention) -> Iterator[str]:
    """Name how a name stands to the verb that attributes the quote, and to its clause."""
    said = reaction.said
    if said.verb is not None:
        before, behind = said.verb[0] - mention.end, mention.start - said.verb[1]
        if 0 <= before <= _NEAR:
            yield "right before the verb" if before <= _BESIDE else "before the verb"
        elif 0 <= behind <= _NEAR:
            yield "right behind the verb" if behind <= _BESIDE else "behind the verb"
    if said.clause.start <= mention.start < said.clause.start + len(said.clause.text):
        yield "in the clause"
    if said.speaker and said.speaker[0] <= mention.start < said.speaker[1]:
        yield "in what was read as the speaker"


def _agreement(question: Question, mention: Mention) -> Iterator[tuple[str, float]]:
    """Yield what tells whether Roe is the man or the woman that a pronoun speaks of."""
    people, person, gender = question.people, mention.person, question.printed.gender
    first = max(person.forms, key=len).split()[0].lower().rstrip(".")
    signs = {"title": titles().get(first), "determiner": people.determiner_gender(mention)}
    for name, told in signs.items():
        if told in ("he", "she"):
            yield f"{name} agrees" if told == gender else f"{name} disagrees", 1.0
    pronouns = people.gender_of(person)
    yield "pronouns agree", pronouns if gender == "he" else -pronouns
    if any(" " in form for form in person.forms):
        fits = first.endswith(_FEMALE_ENDS) if gender == "she" else not first.endswith(_NOT_MALE_ENDS)
        yield f"{gender}, first name {'fits' if fits else 'does not fit'}", 1.0


def _features_of_noun(question: Question, mention: Mention) -> Iterator[str]:
    """Name what tells of a noun with a determiner, "la cantante", or of the public, "fans"."""
    people = question.people
    yield "a noun"
    yield f"{question.printed.group}, a noun"
    for name in sorted(people.place_of(mention)):
        yield f"a noun, {name}"
    sentences = people.sentence_of(question.start) - mention.sentence
    yield f"a noun, sentences away: {min(2, sentences)}"
    yield f"a noun, paragraphs away: {min(2, people.block_of(question.start) - mention.block)}"
    for name in _beside_verb(question.reaction, mention):
        yield f"a noun, {name}"
    if people.prose.lexicon.traits.nouns_capitalised:
        yield "a noun, where nouns have capitals"


def _features_behind(question: Question, mention: Mention, *, is_known: bool) -> Iterator[str]:
    """Name what tells of somebody named behind the quote: "“…”, wrote Roe"."""
    if is_known:
        yield "also behind the quote"
        return
    yield "behind the quote"
    yield f"{question.printed.kind}, behind the quote"
    if VERB_BEFORE in question.people.place_of(mention):
        yield "behind the quote, a verb between"
    for name in _beside_verb(question.reaction, mention):
        yield f"behind the quote, {name}"
