"""Choose where a post starts: the candidate whose features weigh most.

A post's text may start at several paragraphs, or at several sentences of a line. Each candidate has features,
named in `paragraph_features` and `sentence_features`; its score is the sum of its features, each times its
weight. The weights and where they come from are data, ``config/post_starts.json``, written by
``tools/fit_starts.py``.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal

from scraper.configuration import config_directory

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

Kind = Literal["paragraphs", "sentences"]
Features = Counter[str]
WEIGHTS_FILE = "post_starts.json"


@dataclass(frozen=True, slots=True)
class Candidate:
    """An offset at which a post may start.

    Attributes:
        start: The offset.
        features: How often each feature holds: of the paragraphs or sentences from `start` on, which the post
            would have, and of what stands before `start`. One of them is a share and no count.
    """

    start: int
    features: Mapping[str, float]


@cache
def fitted_weights() -> Mapping[Kind, Mapping[str, float]]:
    """Read the weights that came with voxpop: feature -> weight, for paragraphs and for sentences.

    Raises:
        SettingsError: The file is missing.
    """
    stored = json.loads((config_directory() / WEIGHTS_FILE).read_text("utf-8"))
    return {"paragraphs": stored["paragraphs"], "sentences": stored["sentences"]}


def choose_start(candidates: Sequence[Candidate], kind: Kind) -> int:
    """Return the start with the highest score, the first of several."""
    weights = fitted_weights()[kind]
    return max(candidates, key=lambda candidate: score(candidate.features, weights)).start


def score(features: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """Return the sum of the weighted features; one without a weight counts nothing.

    >>> score({"passed: post marks": 2, "above: a colon": 1}, {"passed: post marks": 4.0})
    8.0
    """
    return sum(times * weights.get(name, 0.0) for name, times in features.items())


def named(group: str, signs: Mapping[str, object]) -> list[str]:
    """Return the names of the signs that hold, each behind the name of its group.

    >>> named("passed", {"post marks": True, "short": False})
    ['passed: post marks']
    """
    return [f"{group}: {name}" for name, holds in signs.items() if holds]


def together(counted: Features, more: Iterable[str]) -> Features:
    """Return counted features and `more` of them; `counted` stays as it is."""
    result = counted.copy()
    result.update(more)
    return result
