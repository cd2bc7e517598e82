"""How deep random tests and measurements of growth go: `make test` takes a few examples, `make test-all` takes all.

Both runs include these tests. Other tests that are long by nature are marked `thorough` and run in `make test-all` only.
"""

from __future__ import annotations

import os
from typing import Any

import hypothesis

#: Examples of a property in `make test`, and in `make test-all` where the property states no number of its own.
FEW, MANY = 15, 100


class Depth:
    """The depth of this run. It is deep unless the options of pytest leave thorough tests out."""

    thorough = True


def choose(markers: str) -> None:
    """Set the depth from the expression of `pytest -m`, and load the profile of Hypothesis for it.

    First calls import libraries and read tables, so there are no deadlines. With CI set, the examples are the same in
    every run; otherwise a failure prints how to reproduce it.
    """
    Depth.thorough = "not thorough" not in markers
    for name, number in (("voxpop", FEW), ("voxpop-thorough", MANY)):
        hypothesis.settings.register_profile(
            name, max_examples=number, deadline=None, derandomize="CI" in os.environ, print_blob=True
        )
    hypothesis.settings.load_profile("voxpop-thorough" if Depth.thorough else "voxpop")


def examples(number: int, **others: Any) -> hypothesis.settings:
    """Return the settings of a property that takes this number of examples in `make test-all`."""
    return hypothesis.settings(max_examples=number if Depth.thorough else min(number, FEW), **others)


def has_two_depths(item: object) -> bool:
    """Return True if a collected test runs at both depths: a property, or a measurement of growth."""
    growth = getattr(item, "get_closest_marker", lambda _: None)("growth")
    return growth is not None or getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
