"""Lags: the time from the posting of a post to the publication of an article that shows it, in words.

A lag is known where both are instants in UTC: to the minute or more exact, with their zone. The archive
counts them by steps, see `archive.store.terms`.
"""

from __future__ import annotations

from bisect import bisect_right

from archive.store.terms import STEPS

#: SQL: both are instants in UTC; the lag in seconds.
IS_EXACT = "{0}.published_zone = 'UTC' and {1}.posted_zone = 'UTC'"
SECONDS = "strftime('%s', {0}.published_at) - strftime('%s', {1}.posted_at)"
_HOUR, _DAY, _YEAR = 60, 1440, 525600


def duration(minutes: int) -> str:
    """Return a time in words, in its two largest units.

    >>> [duration(minutes) for minutes in (0, 1, 75, 120, 1800, 4320, 64800, 788400, 1051200)]
    ['0 min', '1 min', '1 h 15 min', '2 h', '1 day 6 h', '3 days', '45 days', '1 year 182 days', '2 years']
    """
    if minutes < _HOUR:
        return f"{minutes} min"
    if minutes < _DAY:
        return _both(minutes, (_HOUR, "h", "h"), (1, "min", "min"))
    if minutes < 7 * _DAY:
        return _both(minutes, (_DAY, "day", "days"), (_HOUR, "h", "h"))
    return _both(minutes, (_YEAR, "year", "years"), (_DAY, "day", "days"))


def step(minutes: int | None) -> str:
    """Return in words the step that begins at so many minutes.

    >>> step(0), step(50), step(5256000), step(None)
    ('under 1 min', '50 min to 1 h', '10 years or more', '–')
    """
    if minutes is None:
        return "–"
    if minutes == 0:
        return "under 1 min"
    end = end_of(minutes)
    return f"{duration(minutes)} to {duration(end)}" if end else f"{duration(minutes)} or more"


def end_of(minutes: int) -> int | None:
    """Return the minute at which a step ends; None of the last one."""
    following = STEPS[bisect_right(STEPS, minutes) :]
    return following[0] if following else None


def between(first: int | None, last: int | None) -> str:
    """Return in words the time from the beginning of one step to the end of another.

    >>> between(50, 120), between(0, 5256000), between(None, None)
    ('50 min to 2 h 30 min', '0 min to 10 years or more', '–')
    """
    if first is None or last is None:
        return "–"
    end = end_of(last)
    return f"{duration(first)} to {duration(end) if end else f'{duration(last)} or more'}"


def after(seconds: int | None) -> str:
    """Return how long after a post an article was published; an older article got the post later.

    >>> after(30), after(7500), after(-7200), after(None)
    ('within a minute', '2 h 5 min later', '2 h before the post: added to it later', '')
    """
    if seconds is None:
        return ""
    minutes = abs(seconds) // 60
    if minutes == 0:
        return "within a minute"
    return f"{duration(minutes)} {'later' if seconds > 0 else 'before the post: added to it later'}"


def _both(minutes: int, large: tuple[int, str, str], small: tuple[int, str, str]) -> str:
    number, rest = divmod(minutes, large[0])
    parts = [(number, large), (rest // small[0], small)]
    return " ".join(f"{n} {one if n == 1 else many}" for n, (_, one, many) in parts if n)
