"""Choose the speaker of a quote: candidates compete with the printed words, each with its score.

A candidate's probability is the softmax over all of them and over leaving the speaker as printed. Below the
fitted threshold, or if the printed words are likelier, nothing is changed. The weights, the threshold and
their origin are data, ``config/speakers.json``, written by ``tools/fit_speakers.py``.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from scraper.configuration import config_directory
from scraper.text.quotes.naming.candidates import Candidate, Question, as_printed, candidates
from scraper.text.quotes.naming.people import People
from scraper.text.quotes.naming.printed import NAMED, Printed, is_circumstance, is_unread, printed_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scraper.records import Quote
    from scraper.text.quotes.naming.candidates import Features
    from scraper.text.quotes.naming.names import Person
    from scraper.text.quotes.reaction import Reaction
    from scraper.text.quotes.text.prose import Prose
    from scraper.text.quotes.text.quotation_marks import Span

WEIGHTS_FILE = "speakers.json"


@dataclass(frozen=True)
class Model:
    """Fitted weights.

    Attributes:
        threshold: The minimum probability to name a candidate.
        weights: Feature -> weight.
    """

    threshold: float
    weights: Mapping[str, float]


@cache
def fitted_model() -> Model:
    """Return the packaged weights."""
    read = json.loads((config_directory() / WEIGHTS_FILE).read_text("utf-8"))
    return Model(read["threshold"], read["weights"])


def probabilities(options: Sequence[Features], weights: Mapping[str, float]) -> list[float]:
    """Return the softmax of the weighted features; features without a weight are ignored.

    >>> probabilities([{"a": 1.0}, {"b": 1.0}], {"a": 0.0, "b": math.log(3)})
    [0.25, 0.75]
    """
    sums = [sum(value * weights.get(name, 0.0) for name, value in one.items()) for one in options]
    highest = max(sums)
    powers = [math.exp(each - highest) for each in sums]
    total = sum(powers)
    return [power / total for power in powers]


@dataclass(frozen=True)
class Choice:
    """The candidates for a quote, with their probabilities.

    Attributes:
        candidates: The possible speakers.
        options: The features of leaving the speaker as printed, then those of the candidates.
        probabilities: Of the options.
    """

    candidates: list[Candidate]
    options: list[Features]
    probabilities: list[float]

    @property
    def likeliest(self) -> tuple[Person | None, float]:
        """Return the likeliest candidate and its probability; None if the printed words are likelier."""
        printed, *others = self.probabilities
        highest = max(others, default=0.0)
        if highest <= printed:
            return None, 0.0
        return self.candidates[others.index(highest)].person, highest

    def person(self, threshold: float) -> Person | None:
        """Return the likeliest candidate, unless the probability is below a threshold."""
        person, probability = self.likeliest
        return person if probability >= threshold else None


def weigh(question: Question, model: Model) -> Choice:
    """Score the candidates for a quote."""
    found = candidates(question)
    options = [as_printed(question), *(candidate.features for candidate in found)]
    return Choice(found, options, probabilities(options, model.weights))


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
    return [found.get(reaction.original.span) for reaction in reactions]


def _choice(question: Question, model: Model) -> Choice | None:
    if is_unread(question.reaction, question.people.prose.lexicon):
        return None
    apposed = question.apposed
    if apposed is not None:
        return Choice([Candidate(apposed, {})], [{}, {}], [0.0, 1.0])
    return None if question.printed.kind in NAMED else weigh(question, model)


def name_speakers(prose: Prose, kept: Sequence[Reaction], *, names: bool = True) -> list[Quote]:
    """Name the speakers of the reactions of an article; a separate field keeps the printed words.

    Args:
        prose: The article.
        kept: Its reactions.
        names: Choose names; otherwise all speakers stay as printed.
    """
    model, people = fitted_model(), People(prose, kept[-1].span.end)
    found = choices(people, kept, model) if names else [None] * len(kept)
    return [_named(reaction, choice, people, model.threshold) for reaction, choice in zip(kept, found, strict=True)]


def _named(reaction: Reaction, choice: Choice | None, people: People, threshold: float) -> Quote:
    """Return the record of a quote with its speaker; a chosen name has a confidence."""
    person = choice.person(threshold) if choice else None
    told, printed = reaction.original, _phrase(reaction, people)
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
