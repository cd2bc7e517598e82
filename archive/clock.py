"""The present, and how the archive writes an instant: ISO 8601 in UTC, to the second."""

from __future__ import annotations

from datetime import UTC, datetime


def utc_now() -> datetime:
    """Give the present instant."""
    return datetime.now(UTC)


def stamp(at: datetime) -> str:
    """Write an instant.

    >>> stamp(datetime.fromisoformat("2020-02-02T10:00:00+01:00"))
    '2020-02-02T09:00:00Z'
    """
    return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
