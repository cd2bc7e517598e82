"""The bounds on fetching a URL: time, attempts, redirects and size."""

from __future__ import annotations

from dataclasses import dataclass

#: Media types of possible articles; a response without one is judged by its content.
ARTICLE_TYPES = frozenset({"text/html", "application/xhtml+xml", "text/plain"})


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
