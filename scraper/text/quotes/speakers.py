"""List the possible speakers of a quote with their features, and choose one.

There are few features because there are few labels to fit them on. More of them, such as the gender of a
first name, the verbs next to a name, or nouns as candidates, name no more speakers correctly in
cross-validation.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from scraper.configuration import packaged
from scraper.text.quotes.people import (
    FIRST,
    NAMED,
    VERB_BEFORE,
    People,
    Printed,
    is_circumstance,
    is_unread,
    printed_of,
)
from scraper.text.quotes.prose import MASK

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scraper.records import Quote
    from scraper.text.quotes.people import Mention, Person
    from scraper.text.quotes.prose import Prose, Span
    from scraper.text.quotes.reaction import Reaction


# List the possible speakers of a quote, with their features.

Features = dict[str, float]

_NOT_WEIGHED = {FIRST, VERB_BEFORE}
_NEAREST = 9
_LOOKED_AT = 60
_BESIDE, _NEAR = 2, 40
_FAR_SENTENCES, _FAR_PARAGRAPHS = 4, 3
_LEAST_LETTERS, _MOST_FORMS, _LONGEST_QUOTE = 4, 8, 1000
_FIRST_ONES = 6
#: Numbers of words between two quotes that count as few, and as some.
_FEW, _SOME = 9, 30


class Question(NamedTuple):
    """The quote for which a speaker is sought, and the speaker as printed.

    `before` is the speaker of the last reaction, named or as printed, and `last_end` its end; None and 0 for
    the first.
    """

    people: People
    reaction: Reaction
    printed: Printed
    before: Person | Printed | None
    last_end: int

    @property
    def last(self) -> Person | None:
        """Return the speaker of the last reaction, if known."""
        return self.people.speaker_in(self.before) if isinstance(self.before, Printed) else self.before

    @property
    def apposed(self) -> Person | None:
        """Return the person named after a printed phrase that contains no name."""
        place = self.reaction.said.speaker
        return self.people.apposed(place[1]) if place and self.printed.kind in ("anybody", "noun") else None

    @property
    def start(self) -> int:
        """Return where the quote begins."""
        return self.reaction.span.start


def candidates(question: Question) -> list[tuple[Person, Features]]:
    """Return the candidates: people named last, the last speaker, the first person in the article."""
    people, last = question.people, question.last
    named = _named_before(question, last).values()
    found = {mention.person.number: (mention.person, dict(_features(question, mention))) for mention in named}
    if last and not last.mentions and question.printed.kind != "noun":
        found[last.number] = last, {}
    if last and last.number in found:
        words = len(people.prose.masked[question.last_end : question.start].replace(MASK, "").split())
        found[last.number][1]["speaker of the last reaction"] = 1.0
        if words <= _SOME:
            between = f"speaker of the last reaction, {'few' if words <= _FEW else 'some'} words between"
            found[last.number][1][between] = 1.0
    opener = people.last_opener(people.number_before(question.start))
    if opener and opener.number in found:
        names = "last to open a sentence", "pronoun, last to open a sentence"
        is_pronoun = question.printed.kind == "pronoun"
        found[opener.number][1].update(dict.fromkeys(names if is_pronoun else names[:1], 1.0))
    return list(found.values())


def _named_before(question: Question, last: Person | None) -> dict[int, Mention]:
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


def _features(question: Question, mention: Mention) -> Iterator[tuple[str, float]]:
    people, person = question.people, mention.person
    yield "named before the quote", 1.0
    yield from _distance(question, mention)
    for name in (*(people.place_of(mention) - _NOT_WEIGHED), *_of_name(people, mention)):
        yield name, 1.0
    if question.printed.kind == "pronoun":
        for name in _verb_position(question.reaction, mention):
            yield f"pronoun, {name}", 1.0
    if _is_in_quote(question, person):
        yield "named in the quote", 1.0
    yield "share behind prepositions", people.oblique_share(person)


def _distance(question: Question, mention: Mention) -> Iterator[tuple[str, float]]:
    people, start = question.people, question.start
    sentences, paragraphs = (people.sentence_of(start) - mention.sentence, people.block_of(start) - mention.block)
    yield "sentences away", min(_FAR_SENTENCES, sentences) / 2
    yield "paragraphs away", min(_FAR_PARAGRAPHS, paragraphs) / 2
    yield "in the sentence", float(sentences == 0)
    yield "in the paragraph", float(paragraphs == 0)
    if mention.start < question.last_end:
        yield "named before the last reaction", 1.0


def _of_name(people: People, mention: Mention) -> Iterator[str]:
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
    # Where any word has a capital.
    if all(people.opens(people.mentions[at].start) for at in person.mentions[:_FIRST_ONES]):
        yield "one word, only where sentences begin"


def _verb_position(reaction: Reaction, mention: Mention) -> Iterator[str]:
    """Name the position of a name relative to the quote's verb and clause."""
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
    said = question.reaction.text[:_LONGEST_QUOTE]
    words = {word.lstrip("@") for form in islice(person.forms, _MOST_FORMS) for word in form.split()}
    return any(len(word) >= _LEAST_LETTERS and word[0].isupper() and word in said for word in words)


# Choose the speaker of a quote: candidates compete with the printed words, each with its score.

WEIGHTS_FILE = "speakers.json"


@dataclass(frozen=True)
class Model:
    """Fitted weights of features, and the minimum probability to name a candidate."""

    threshold: float
    weights: Mapping[str, float]


@cache
def fitted_model() -> Model:
    """Return the packaged weights."""
    read = packaged(WEIGHTS_FILE)
    return Model(read["threshold"], read["weights"])


def probabilities(options: Sequence[Features], weights: Mapping[str, float]) -> list[float]:
    """Return the softmax of the weighted features; features without a weight are ignored."""
    sums = [sum(value * weights.get(name, 0.0) for name, value in one.items()) for one in options]
    highest = max(sums)
    powers = [math.exp(each - highest) for each in sums]
    total = sum(powers)
    return [power / total for power in powers]


@dataclass(frozen=True)
class Choice:
    """The candidates for a quote; the features and probabilities of leaving it as printed, then theirs."""

    candidates: list[Person]
    options: list[Features]
    probabilities: list[float]

    @property
    def likeliest(self) -> tuple[Person | None, float]:
        """Return the likeliest candidate and its probability; None if the printed words are likelier."""
        printed, *others = self.probabilities
        highest = max(others, default=0.0)
        if highest <= printed:
            return None, 0.0
        return self.candidates[others.index(highest)], highest

    def person(self, threshold: float) -> Person | None:
        """Return the likeliest candidate, unless the probability is below a threshold."""
        person, probability = self.likeliest
        return person if probability >= threshold else None


def weigh(question: Question, model: Model) -> Choice:
    """Score the candidates for a quote, and leaving the speaker as it is printed."""
    found = candidates(question)
    printed = {f"printed: {question.printed.kind}": 1.0}
    if question.reaction.said.verb is None:
        printed["printed, no verb"] = 1.0
    options = [printed, *(features for _, features in found)]
    return Choice([person for person, _ in found], options, probabilities(options, model.weights))


def choices(people: People, reactions: Sequence[Reaction], model: Model) -> list[Choice | None]:
    """Return the choice of speaker for each reaction of an article, in order.

    None if a name, a handle or an unnamed person is printed: nothing is weighed. A name in apposition to a
    phrase is certain. Repeated words get the speaker of the original.
    """
    found: dict[Span, Choice | None] = {}
    before: Person | Printed | None = None
    end = 0
    for reaction in reactions:
        if reaction.repeats:
            continue
        printed = printed_of(reaction, people)
        choice = found[reaction.span] = _choice(Question(people, reaction, printed, before, end), model)
        person = choice.person(model.threshold) if choice else None
        before, end = person or printed, reaction.span.end
    return [found.get((reaction.repeats or reaction).span) for reaction in reactions]


def _choice(question: Question, model: Model) -> Choice | None:
    if is_unread(question.reaction, question.people.prose.lexicon):
        return None
    apposed = question.apposed
    if apposed is not None:
        return Choice([apposed], [{}, {}], [0.0, 1.0])
    return None if question.printed.kind in NAMED else weigh(question, model)


def name_speakers(prose: Prose, kept: Sequence[Reaction], *, names: bool = True) -> list[Quote]:
    """Name the speakers of an article's reactions, or (without `names`) leave all as printed."""
    model, people = fitted_model(), People(prose, kept[-1].span.end)
    found = choices(people, kept, model) if names else [None] * len(kept)
    return [_named(reaction, choice, people, model.threshold) for reaction, choice in zip(kept, found, strict=True)]


def _named(reaction: Reaction, choice: Choice | None, people: People, threshold: float) -> Quote:
    person = choice.person(threshold) if choice else None
    told, printed = reaction.repeats or reaction, _phrase(reaction, people)
    speaker = people.name_of(person, told.span.start) if person else _phrase(told, people)
    is_chosen = choice is not None and person is not None and speaker != printed
    return replace(
        reaction.quote,
        speaker=speaker,
        speaker_as_written=printed,
        speaker_confidence=round(choice.likeliest[1], 3) if choice and is_chosen else None,
    )


def _phrase(reaction: Reaction, people: People) -> str | None:
    """Return the printed speaker; None if the phrase is only a time."""
    words, place = reaction.speaker, reaction.said.speaker
    opens = place is not None and people.opens(place[0])
    if words is None or is_circumstance(words, people.prose.lexicon, opens=opens):
        return None
    return words
