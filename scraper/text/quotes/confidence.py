"""Estimate the probability that a quote is a reaction: logistic regression in two passes.

The first pass sees one quote: its evidence, its attribution, and the shape of its words. The second pass adds
the first pass's results for the article's other quotes. Weights, threshold and their origin are data,
``config/quoted_reactions.json``, written by ``tools/fit_quotes.py``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from scraper.configuration import packaged
from scraper.patterns import lazy_regex
from scraper.text.quotes.reaction import ENOUGH

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scraper.text.quotes.reaction import Reaction


Features = dict[str, float]
WEIGHTS_FILE = "quoted_reactions.json"

#: Fewer words than this, without a full stop after them, are a phrase set apart: an “odd” lake.
_PHRASE = 7
#: Logarithms of counts are divided by these, so the features are between 0 and about 1.
_LONGEST_WORDS, _MOST_QUOTES, _MOST_OTHERS = math.exp(4), math.exp(5), 5
#: The first pass's result for a quote with just enough evidence; the second pass counts from there.
_USUAL = 0.6
_SURE = 0.9999
_EMOJI = lazy_regex("[\U0001f300-\U0001faff\u2600-\u27bf]")
_LINK = lazy_regex(r"https?://|www\.|\.com\b")
_MARKS = "\"”“»«›‹’'＂ \xa0`‘‚„"


@dataclass(frozen=True, slots=True)
class Model:
    """Fitted weights: feature -> weight of both passes, including ``intercept``.

    A quote is kept from a confidence of `threshold` on, unless the user sets another, and only if the
    article's best quote reaches `article_threshold`: articles without a reaction often have a quote or two
    that resemble one.
    """

    threshold: float
    article_threshold: float
    first: Mapping[str, float]
    second: Mapping[str, float]


@cache
def fitted_model() -> Model:
    """Read the packaged weights; raise `SettingsError` if the file is missing."""
    stored = packaged(WEIGHTS_FILE)
    return Model(stored["threshold"], stored["article_threshold"], stored["first"], stored["second"])


def likely(confidences: Sequence[float], model: Model) -> list[bool]:
    """Return which quotes of an article are kept: the likely ones, if at least one is likely enough.

    >>> model = Model(threshold=0.5, article_threshold=0.65, first={}, second={})
    >>> likely([0.4, 0.55, 0.7], model), likely([0.4, 0.55], model)
    ([False, True, True], [False, False])
    """
    least = model.threshold if max(confidences, default=0.0) >= model.article_threshold else math.inf
    return [confidence >= least for confidence in confidences]


def confidences(read: Mapping[int, Reaction], number: int, model: Model) -> dict[int, float]:
    """Return the probability of each weighed quote among `number` ones, with three decimals, by its index."""
    places = sorted(read)
    own = [own_features(read[place]) for place in places]
    alone = [probability(features, model.first) for features in own]
    others = neighbour_features(places, alone, number)
    return {
        place: round(probability(second_features(features, first, near), model.second), 3)
        for place, features, first, near in zip(places, own, alone, others, strict=True)
    }


def probability(features: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """Return the logistic function of the weighted features; features without a weight are ignored."""
    total = weights["intercept"] + sum(value * weights.get(name, 0.0) for name, value in features.items())
    return 1 / (1 + math.exp(-total))


def own_features(reaction: Reaction) -> Features:
    """Return the features of one quote: its evidence, its attribution and the shape of its words."""
    said = reaction.said
    features = {f"evidence: {name}": 1.0 for name in reaction.evidence}
    features["enough evidence"] = float(reaction.convinces)
    features["points of evidence"] = max(-ENOUGH, min(2 * ENOUGH, reaction.points)) / ENOUGH
    features[f"verb: {said.kind}"] = 1.0
    features[f"link: {said.link}"] = 1.0
    features[f"verb and link: {said.kind}, {said.link}"] = 1.0
    length = min(1.0, math.log(len(reaction.text.split()) or 1) / math.log(_LONGEST_WORDS))
    return features | dict.fromkeys(_shape(reaction.text), 1.0) | {"length": length}


def _shape(quoted: str) -> Iterator[str]:
    """Name the shape of quoted words, including marks; a comment gives an example."""
    words = quoted.strip(_MARKS)
    count, last = len(words.split()), words[-1:]
    is_phrase = count < _PHRASE and last not in tuple(".!?…,")
    if count <= 1:
        yield "a single word"  # “tosh”
    elif is_phrase and words[:1].islower():
        yield "a phrase in small letters"  # “utter tosh”
    elif is_phrase:
        yield "a phrase"  # “Happy Holidays”
    else:
        yield "a sentence"  # “I love this.”
    signs = {
        "begins small": words[:1].islower(),  # “and he knows it”
        "ends as a sentence": last in tuple(".!?…"),
        "an exclamation mark": "!" in words,
        "a question mark": "?" in words,
        "dots": "..." in words or "…" in words,
        "a hashtag": "#" in words,
        "a mention": "@" in words,
        "a link": _LINK.search(words) is not None,
        "an emoji": _EMOJI.search(words) is not None,
        "capitals alone": words.isupper() and len(words) > 3,  # “SAVE THE SWANS”
        "in single marks": quoted[:1] in tuple("‘'‚"),
        "a title": _is_title(words),  # “The Gull of Lake Odo”
    }
    yield from (name for name, is_so in signs.items() if is_so)


def _is_title(words: str) -> bool:
    """Return True if all words but small ones between them begin with a capital letter."""
    parts = words.split()
    capitals = sum(part[:1].isupper() for part in parts)
    return len(parts) > 1 and capitals >= len(parts) - 1 - len(parts) // 4


def neighbour_features(places: Sequence[int], first: Sequence[float], number: int) -> list[Features]:
    """Return the first pass's results for the others of `number` quotes, for each quote at the ascending places."""
    found = []
    for at, place in enumerate(places):
        features: Features = {
            "share of the article's quotes": len(places) / max(number, len(places)),
            "number of quotes": math.log(max(number, 1)) / math.log(_MOST_QUOTES),
        }
        others = [*first[:at], *first[at + 1 :]]
        if others:
            features["mean of the others"] = sum(others) / len(others) - _USUAL
            features["highest of the others"] = max(others) - _USUAL
            features["number of others"] = min(_MOST_OTHERS, len(others)) / _MOST_OTHERS
        else:
            features["the only one"] = 1.0
        for side, beside in (("before", at - 1), ("behind", at + 1)):
            if 0 <= beside < len(places):
                features[f"the one {side}"] = first[beside] - _USUAL
                if abs(places[beside] - place) == 1:
                    features[f"right {side}"] = first[beside] - _USUAL
                    features[f"one is right {side}"] = 1.0
        found.append(features)
    return found


def second_features(own: Features, first: float, others: Features) -> Features:
    """Return the features of the second pass: those of the first, its log odds, and the neighbours'."""
    bounded = min(max(first, 1 - _SURE), _SURE)
    return own | others | {"log odds of the first pass": math.log(bounded / (1 - bounded))}
