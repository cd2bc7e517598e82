"""Bound the work that one document may cost. All bounds are counts, so every machine gives the same record.

Beside each stands the most that one of 958 labelled articles needs: pages, plain texts, texts full of quotes.
What a bound leaves undone is a problem of the document, never an error.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from scraper.records import Problem

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")

MOST_FOUND = 2_000
"""Reactions of one kind that are kept, and the quotes after which no more are read; at most 85 are found."""
MOST_QUOTES = 10_000
"""Quoted passages that are looked at; at most 265 stand in an article."""
MOST_READ = 300_000
"""Work on quotes: the characters of the clauses that are read, and `QUOTE_COSTS`; at most 20,595."""
QUOTE_COSTS = 100
"""What it costs to decide whether the clauses around a quote are read, in characters."""
MOST_VERBS = 12
"""Verbs of one clause that are tried for a quote, the nearest first; at most 5 stand in one."""
MOST_SEARCHED = 1_000_000
"""Work on flattened posts: the characters before their attributions, and `MARK_COSTS`; at most 14,758."""
MARK_COSTS = 200
"""What each attribution of a post costs besides, in characters."""
MOST_CUES = 10_000
"""Names of platforms around which allusions are looked for; at most 62 stand in an article."""
MOST_SIGHTINGS = 2_000
"""Addresses and marks of posts in the source of a page that are looked at; at most 88 stand in one."""
DEEPEST = 100
"""Elements around one that may be a post; at most 24 stand around one."""


def keep_first(step: str, found: Sequence[T], problems: list[Problem]) -> tuple[T, ...]:
    """Return the first `MOST_FOUND` of what a finder found; that there were more is added to `problems`."""
    if len(found) > MOST_FOUND:
        message = f"{len(found)} found, the first {MOST_FOUND} kept"
        problems.append(Problem(step=step, kind="too-many", message=message))
    return tuple(found[:MOST_FOUND])


def too_much(step: str, looked_at: int, number: int, things: str) -> Problem:
    """Return the problem that tells what a bound left undone.

    >>> too_much("quotes", 3, 5, "quoted passages").message
    'looked at the first 3 of 5 quoted passages'
    """
    message = f"looked at the first {looked_at} of {number} {things}"
    return Problem(step=step, kind="too-much-work", message=message)
