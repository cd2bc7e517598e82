"""Bound the work for one document. All bounds are counts, so records are the same on any machine.

Each comment gives the most needed by any of 958 labelled articles (pages, plain texts, texts full of quotes).
A reached bound is reported as a problem of the document, never as an error.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from scraper.records import Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


# Run one finder (a function that searches a document) and turn its failure into a problem.

T = TypeVar("T")
_LONGEST_MESSAGE = 500


def run_finder(step: str, finder: Callable[[], T], fallback: T, problems: list[Problem]) -> T:
    """Run one finder and return its result, or `fallback` and a problem ``finder-failed`` if it raises.

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


MOST_FOUND = 2_000
"""Most reactions of one kind to keep, and quotes after which reading stops; at most 85 are found."""
MOST_QUOTES = 10_000
"""Most quoted passages to examine; an article has at most 265."""
MOST_READ = 300_000
"""Most work on quotes: the characters of the clauses read, plus `QUOTE_COSTS`; at most 20,595."""
QUOTE_COSTS = 100
"""The work of deciding whether to read the clauses around a quote, in characters."""
MOST_VERBS = 12
"""Most verbs of one clause to try for a quote, the nearest first; a clause has at most 5."""
MOST_SEARCHED = 1_000_000
"""Most work on flattened posts: the characters before attributions, plus `MARK_COSTS`; at most 14,758."""
MARK_COSTS = 200
"""The additional work for each attribution of a post, in characters."""
MOST_CUES = 10_000
"""Most platform names around which to search for allusions; an article has at most 62."""
MOST_LITERALS = 2_000
"""Most URLs and ids of posts to examine in the source of a page; a page has at most 88."""
DEEPEST = 100
"""Most ancestors to examine of a possible post element; there are at most 24."""


def keep_first(step: str, found: Sequence[T], problems: list[Problem]) -> tuple[T, ...]:
    """Return the first `MOST_FOUND` results of a finder; more of them are added to `problems` as one."""
    if len(found) > MOST_FOUND:
        message = f"{len(found)} found, the first {MOST_FOUND} kept"
        problems.append(Problem(step=step, kind="too-many", message=message))
    return tuple(found[:MOST_FOUND])


def too_much(step: str, looked_at: int, number: int, things: str) -> Problem:
    """Return the problem of a reached bound."""
    message = f"looked at the first {looked_at} of {number} {things}"
    return Problem(step=step, kind="too-much-work", message=message)
