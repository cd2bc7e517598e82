"""Lag from a post to the article that shows it, computed as in the SQL of `schema.measures`."""

from __future__ import annotations

from bisect import bisect_right
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING

from archive.store.schema.measures import STEPS
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    import sqlite3

#: Times to the second and to the millisecond: nearly all that occur.
_USUAL = lazy_regex(r"([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2})(?:\.[0-9]{3})?Z")


def lag_of(connection: sqlite3.Connection, published: str, posted: str) -> int | None:
    """Return the minutes between two times, rounded towards zero; None unless both are exact times in UTC."""
    if published[-1:] != "Z" or posted[-1:] != "Z":
        return None
    later, earlier = _seconds(connection, published), _seconds(connection, posted)
    if later is None or earlier is None:
        return None
    minutes = abs(later - earlier) // 60
    return minutes if later >= earlier else -minutes


def step_of(lag: int) -> int:
    """Return the first minute of a lag's step; negative for a negative lag.

    >>> [step_of(lag) for lag in (0, 7, -7, 10**9)]
    [0, 6, -6, 5256000]
    """
    begin = STEPS[bisect_right(STEPS, abs(lag)) - 1]
    return begin if lag >= 0 else -begin


def _seconds(connection: sqlite3.Connection, moment: str) -> int | None:
    seconds = _usual_seconds(moment)
    if seconds is None:
        (found,) = connection.execute("SELECT strftime('%s', ?)", (moment,)).fetchone()
        seconds = None if found is None else int(found)
    return seconds


@lru_cache(maxsize=4096)
def _usual_seconds(moment: str) -> int | None:
    """Return seconds since 1970 of a time in the usual format; None if SQLite must parse it."""
    found = _USUAL.fullmatch(moment)
    try:
        return found and int(datetime.fromisoformat(f"{found[1]}+00:00").timestamp())
    except ValueError:
        return None
