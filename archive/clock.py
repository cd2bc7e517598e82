"""The current time, and instants as the archive stores them: ISO 8601 in UTC, to the second."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

#: Clocks differ by minutes, or by an hour with wrong summer time. A later time is from a wrong clock.
SKEW = timedelta(hours=1)


def utc_now() -> datetime:
    """Return the current instant in UTC."""
    return datetime.now(UTC)


def ahead_of(now: datetime) -> str:
    """Return the latest plausible stored time; later ones are from a wrong clock.

    >>> ahead_of(datetime.fromisoformat("2020-02-02T09:00:00+00:00"))
    '2020-02-02T10:00:00Z'
    """
    return stamp(now + SKEW)


def stamp(at: datetime) -> str:
    """Format an instant as the archive stores it.

    >>> stamp(datetime.fromisoformat("2020-02-02T10:00:00+01:00"))
    '2020-02-02T09:00:00Z'
    """
    return f"{at.astimezone(UTC).isoformat()[:19]}Z"
