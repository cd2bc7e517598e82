"""How deep tests go that run in `make test` and, with larger numbers, in `make test-all`.

These are properties (few examples or many), measurements of growth (small inputs or large), and tests that are marked
`deeper`. What is long by nature and has no short form is marked `thorough`, and runs in `make test-all` only.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import hypothesis

if TYPE_CHECKING:
    import pytest

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


def examples(number: int, few: int = FEW, **others: Any) -> hypothesis.settings:
    """Return the settings of a property that takes this number of examples in `make test-all`.

    Args:
        number: The number of examples in `make test-all`.
        few: The most examples in `make test`; fewer where each one takes long.
        others: Further settings of Hypothesis.
    """
    return hypothesis.settings(max_examples=number if Depth.thorough else min(number, few), **others)


def has_two_depths(item: pytest.Item) -> bool:
    """Return True if a test runs at both depths."""
    marked = any(item.get_closest_marker(name) for name in ("growth", "deeper"))
    return marked or getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
