"""List who may have said a quote, each with features that can be weighed.

There are few features, as there are few labels to fit them on. More of them, such as the gender of a first
name, the verbs beside a name, or nouns as candidates, name no more speakers rightly in cross-validation.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from scraper.text.quotes.naming.places import FIRST, VERB_BEFORE
from scraper.text.quotes.naming.printed import Printed
from scraper.text.quotes.text.clauses import MASK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scraper.text.quotes.naming.names import Person
    from scraper.text.quotes.naming.people import Mention, People
    from scraper.text.quotes.reaction import Reaction

Features = dict[str, float]

_NOT_WEIGHED = {FIRST, VERB_BEFORE}
_NEAREST = 9
_LOOKED_AT = 60
_BESIDE, _NEAR = 2, 40
_FAR_SENTENCES, _FAR_PARAGRAPHS = 4, 3
_LEAST_LETTERS, _MOST_FORMS, _LONGEST_QUOTE = 4, 8, 1000
#: So many words between two quotes are few, and so many are some.
_FEW, _SOME = 9, 30


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
        before: Who said the reaction before, or what is printed for that; None for the first.
        last_end: Where the reaction before ends; 0 for the first.
    """

    people: People
    reaction: Reaction
    printed: Printed
    before: Person | Printed | None
    last_end: int

    @property
    def last(self) -> Person | None:
        """Return who said the reaction before, if that is known."""
        return self.people.speaker_in(self.before) if isinstance(self.before, Printed) else self.before

    @property
    def apposed(self) -> Person | None:
        """Return who is named behind a printed phrase that has no name itself."""
        place = self.reaction.said.speaker
        is_phrase = place is not None and self.printed.kind in ("anybody", "noun")
        return self.people.apposed(place[1]) if place and is_phrase else None

    @property
    def start(self) -> int:
        """Return where the quote begins."""
        return self.reaction.span.start


def candidates(question: Question) -> list[Candidate]:
    """Return who may have said a quote: those named last, the last speaker, the first of the article."""
    people, last = question.people, question.last
    named = _named_before(question, last).values()
    found = {mention.person.number: dict(_features(question, mention)) for mention in named}
    persons = {mention.person.number: mention.person for mention in named}
    if last and last.is_phrase and question.printed.kind != "noun":
        persons[last.number], found[last.number] = last, {}
    if last and last.number in found:
        found[last.number].update(dict.fromkeys(_features_of_last(question), 1.0))
    opener = people.last_opener(people.number_before(question.start))
    if opener and opener.number in found:
        found[opener.number].update(dict.fromkeys(_features_of_opener(question), 1.0))
    return [Candidate(persons[number], features) for number, features in found.items()]


def _named_before(question: Question, last: Person | None) -> dict[int, Mention]:
    """Return the last mention of each candidate that is named before the quote."""
    people, before = question.people, question.people.number_before(question.start)
    found: dict[int, Mention] = {}
    for mention in reversed(people.mentions[max(0, before - _LOOKED_AT) : before]):
        if people.is_noun(mention.person):
            continue
        found.setdefault(mention.person.number, mention)
        if len(found) == _NEAREST:
            break
    first = people.mentions[0].person if before else None
    for person in (last, first):
        earlier = people.last_of(person, before) if person and person.number not in found else None
        if earlier:
            found[earlier.person.number] = earlier
    return found


def as_printed(question: Question) -> Features:
    """Return the features of leaving the speaker as it is printed."""
    names = [f"printed: {question.printed.kind}"]
    if question.reaction.said.verb is None:
        names.append("printed, no verb")
    return dict.fromkeys(names, 1.0)


def _features(question: Question, mention: Mention) -> Iterator[tuple[str, float]]:
    """Yield the features of somebody who is named before the quote."""
    people, person = question.people, mention.person
    yield "named before the quote", 1.0
    yield from _distance(question, mention)
    for name in (*(people.place_of(mention) - _NOT_WEIGHED), *_of_name(people, mention)):
        yield name, 1.0
    if question.printed.kind == "pronoun":
        for name in _beside_verb(question.reaction, mention):
            yield f"pronoun, {name}", 1.0
    if _is_in_quote(question, person):
        yield "named in the quote", 1.0
    yield "share behind prepositions", people.oblique_share(person)


def _distance(question: Question, mention: Mention) -> Iterator[tuple[str, float]]:
    """Yield how far off somebody is named."""
    people, start = question.people, question.start
    sentences, paragraphs = (
        people.sentence_of(start) - mention.sentence,
        people.block_of(start) - mention.block,
    )
    yield "sentences away", min(_FAR_SENTENCES, sentences) / 2
    yield "paragraphs away", min(_FAR_PARAGRAPHS, paragraphs) / 2
    yield "in the sentence", float(sentences == 0)
    yield "in the paragraph", float(paragraphs == 0)
    if mention.start < question.last_end:
        yield "named before the last reaction", 1.0


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


def _is_in_quote(question: Question, person: Person) -> bool:
    """Return whether somebody is named in the quoted words: who speaks seldom is."""
    said = question.reaction.text[:_LONGEST_QUOTE]
    words = {word.lstrip("@") for form in islice(person.forms, _MOST_FORMS) for word in form.split()}
    return any(len(word) >= _LEAST_LETTERS and word[0].isupper() and word in said for word in words)


def _features_of_last(question: Question) -> Iterator[str]:
    """Name what tells whether the speaker of the last reaction goes on."""
    yield "speaker of the last reaction"
    between = question.people.prose.masked[question.last_end : question.start].replace(MASK, "")
    words = len(between.split())
    if words <= _SOME:
        yield f"speaker of the last reaction, {'few' if words <= _FEW else 'some'} words between"


def _features_of_opener(question: Question) -> Iterator[str]:
    """Name what tells that somebody was named last where a sentence begins."""
    yield "last to open a sentence"
    if question.printed.kind == "pronoun":
        yield "pronoun, last to open a sentence"
