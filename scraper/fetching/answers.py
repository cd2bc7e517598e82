"""Define records of an HTTP exchange, and of the chain of exchanges for a URL."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scraper.errors import FetchError
from scraper.fetching.transport import ADDRESS
from scraper.records import Document

if TYPE_CHECKING:
    from datetime import datetime

    import httpx

#: Headers that are never recorded.
_SECRET = frozenset({"authorization", "cookie"})

Headers = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """One request and its response, as sent over the wire.

    Attributes:
        url: The URL requested.
        at: When the request began, UTC.
        address: The IP address that answered; None through a proxy.
        sent: The request's headers, without `Authorization` and `Cookie`.
        status: The response's status code.
        reason: The reason phrase after it.
        version: The protocol, as ``HTTP/1.1``.
        received: The response's headers.
        body: The response's body, still compressed, without chunked framing.
    """

    url: str
    at: datetime
    address: str | None
    sent: Headers
    status: int
    reason: str
    version: str
    received: Headers
    body: bytes = field(repr=False)

    def header(self, name: str) -> str | None:
        """Return the first value of a response header; `name` is in lower case."""
        return next((value for key, value in self.received if key.lower() == name), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The final response to a URL, with the redirects that led to it.

    Attributes:
        url: The last URL of the chain, without its fragment.
        moved: The end of the leading permanent redirects; None if the first one is not permanent.
        exchanges: Every hop; the last one has the final response.
        content: The body, decompressed; empty for 304.
    """

    url: str
    moved: str | None
    exchanges: tuple[Exchange, ...]
    content: bytes = field(repr=False)

    def document(self, source: str) -> Document:
        """Return the content as a document; `source` is the name given by the user."""
        return Document(source=source, content=self.content, url=self.url, media_type=self.last.header("content-type"))

    @property
    def last(self) -> Exchange:
        """The exchange with the final response."""
        return self.exchanges[-1]


class RefusedError(FetchError):
    """Raised when a URL was answered, but not with a document.

    Args:
        source: The URL.
        reason: The failure, and the remedy.
        status: The HTTP status of the response.
        exchanges: Every hop; the last one has the response.
    """

    def __init__(self, source: str, reason: str, *, status: int | None, exchanges: tuple[Exchange, ...]) -> None:
        super().__init__(source, reason, status=status)
        self.exchanges = exchanges


def recorded(at: datetime, response: httpx.Response, body: bytes) -> Exchange:
    """Build the record of a response, with its body already read, and its request, which began at `at`."""
    stream = response.extensions.get("network_stream")
    protocol = response.extensions.get("http_version", b"HTTP/1.1")
    reason = response.extensions.get("reason_phrase", b"")
    return Exchange(
        url=str(response.request.url),
        at=at,
        address=stream.get_extra_info(ADDRESS) if stream is not None else None,
        sent=tuple(pair for pair in _pairs(response.request.headers) if pair[0].lower() not in _SECRET),
        status=response.status_code,
        reason=reason.decode("latin-1"),
        version=protocol.decode("ascii", "replace"),
        received=_pairs(response.headers),
        body=body,
    )


def _pairs(headers: httpx.Headers) -> Headers:
    return tuple((name.decode("latin-1"), value.decode("latin-1")) for name, value in headers.raw)
