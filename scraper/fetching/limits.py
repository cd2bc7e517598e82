"""The bounds of one fetch, as one value."""

from __future__ import annotations

from dataclasses import dataclass

#: Media types that can hold an article; an answer that declares none is judged by its content.
ARTICLE_TYPES = frozenset({"text/html", "application/xhtml+xml", "text/plain"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How long, how much and how often.

    Attributes:
        connect: Seconds for a connection, its encryption included.
        read: Seconds of silence after which an answer is given up.
        request: Seconds for one request, whatever arrives meanwhile.
        total: Seconds for a URL with all its redirects, retries and pauses.
        attempts: How often one request is tried.
        redirects: How many are followed.
        max_bytes: Size of an answer, counted both as sent and decompressed.
    """

    connect: float = 10.0
    read: float = 20.0
    request: float = 60.0
    total: float = 180.0
    attempts: int = 4
    redirects: int = 10
    max_bytes: int = 20_000_000
