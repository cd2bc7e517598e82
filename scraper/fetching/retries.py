"""Decide when to retry a request, and after what pause."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

import tenacity

if TYPE_CHECKING:
    from collections.abc import Callable


# The bounds on fetching a URL: time, attempts, redirects and size.


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The bounds on fetching one URL.

    Attributes:
        connect: Seconds for opening a connection, TLS included.
        read: Seconds without a byte before a response is abandoned.
        request: Seconds for one request, whatever arrives meanwhile.
        total: Seconds for a URL with all its redirects, retries and pauses.
        attempts: Most attempts at one request.
        redirects: Most redirects to follow.
        max_bytes: Most bytes of a response, both compressed and decompressed.
    """

    connect: float = 10.0
    read: float = 20.0
    request: float = 60.0
    total: float = 180.0
    attempts: int = 4
    redirects: int = 10
    max_bytes: int = 20_000_000


#: Statuses worth a retry (RFC 9110, RFC 6585): too early, too many requests, server errors.
TRANSIENT = frozenset({408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524})

_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 30.0


class TransientError(Exception):
    """Raised for a failure that a retry may fix; the server may have asked to wait `retry_after` seconds."""

    def __init__(self, reason: str, status: int | None = None, retry_after: float | None = None) -> None:
        super().__init__(reason)
        self.status = status
        self.retry_after = retry_after


def retry_after(value: str | None, now: datetime | None = None) -> float | None:
    """Parse ``Retry-After``, given in seconds or as a date (RFC 9110, 10.2.3); return seconds from `now` on.

    >>> retry_after("120")
    120.0
    >>> retry_after("Wed, 21 Oct 2015 07:28:00 GMT", datetime(2015, 10, 21, 7, 27, tzinfo=UTC))
    60.0
    >>> retry_after("soon") is None
    True
    """
    text = (value or "").strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    try:
        date = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    moment = date if date.tzinfo else date.replace(tzinfo=UTC)
    return max(0.0, (moment - (now or datetime.now(UTC))).total_seconds())


def policy(limits: Limits, sleep: Callable[[float], None], left: Callable[[], float]) -> tenacity.Retrying:
    """Return the retry policy of all requests; a pause longer than `left()` seconds is not started."""
    return tenacity.Retrying(
        retry=tenacity.retry_if_exception_type(TransientError),
        wait=_pause,
        stop=lambda state: state.attempt_number >= limits.attempts or state.upcoming_sleep >= left(),
        sleep=sleep,
        reraise=True,
    )


def _pause(state: tenacity.RetryCallState) -> float:
    """Return the seconds to wait: the server's, else 1, 2, 4 … 30, with jitter to spread clients."""
    error = state.outcome.exception() if state.outcome else None
    asked = error.retry_after if isinstance(error, TransientError) else None
    if asked is not None:
        return asked + random.uniform(0.0, 1.0)  # noqa: S311 -- jitter is no secret
    longest = min(_LONGEST_PAUSE, _FIRST_PAUSE * 2 ** (state.attempt_number - 1))
    return random.uniform(longest / 2, longest)  # noqa: S311 -- jitter is no secret
