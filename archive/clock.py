"""The present, and how the archive writes an instant: ISO 8601 in UTC, to the second."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

#: Clocks differ by minutes, and by an hour where summer time was set wrong; what is dated further ahead than
#: this was written by a clock that was wrong.
SKEW = timedelta(hours=1)


def utc_now() -> datetime:
    """Return the present instant."""
    return datetime.now(UTC)


def ahead_of(now: datetime) -> str:
    """Return the instant behind which a stored time is not believed: a clock was ahead when it was written.

    >>> ahead_of(datetime.fromisoformat("2020-02-02T09:00:00+00:00"))
    '2020-02-02T10:00:00Z'
    """
    return stamp(now + SKEW)


def stamp(at: datetime) -> str:
    """Write an instant.

    >>> stamp(datetime.fromisoformat("2020-02-02T10:00:00+01:00"))
    '2020-02-02T09:00:00Z'
    """
    return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
