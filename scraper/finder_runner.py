"""Run one finder (a function that searches a document) and turn its failure into a problem.

Hostile input on which one finder fails must not keep the others from running.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from scraper.records import Problem

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")
_LONGEST_MESSAGE = 500


def run_finder(step: str, finder: Callable[[], T], fallback: T, problems: list[Problem]) -> T:
    """Run one finder and return its result.

    Args:
        step: The name of the step in the record of a problem.
        finder: Takes no arguments; may raise anything.
        fallback: Returned if it raises.
        problems: Gets a problem of kind ``finder-failed`` if it raises.

    >>> problems: list[Problem] = []
    >>> run_finder("dates", lambda: int("May"), 0, problems), problems[0].message
    (0, "ValueError: invalid literal for int() with base 10: 'May'")
    """
    try:
        return finder()
    except Exception as error:  # noqa: BLE001 - whatever it is, the other finders still run
        message = f"{type(error).__name__}: {error}"[:_LONGEST_MESSAGE]
        problems.append(Problem(step=step, kind="finder-failed", message=message))
        return fallback


def run_list_finder(step: str, finder: Callable[[], list[T]], problems: list[Problem]) -> list[T]:
    """Run one finder of a list, like `run_finder`; the list is empty if it raises."""
    nothing: list[T] = []
    return run_finder(step, finder, nothing, problems)
