"""One request and its answer, and the chain of them that a URL gave."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scraper.errors import FetchError
from scraper.fetching.transport import ADDRESS
from scraper.records import Document

if TYPE_CHECKING:
    from datetime import datetime

    import httpx

Headers = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """One request and its answer, as they went over the wire.

    Attributes:
        url: What was asked for.
        at: When the request began.
        address: The network address that answered.
        sent: The request's headers.
        status: The answer's status.
        reason: The words behind it.
        version: ``HTTP/1.1``.
        received: The answer's headers.
        body: The answer's body as sent, but for the chunks of its transfer.
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
        """Give the first value of a header of the answer."""
        return next((value for key, value in self.received if key.lower() == name), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a URL gave in the end.

    Attributes:
        url: The last one of the chain, without its fragment.
        moved: Where it has moved for good: the end of the leading permanent redirects; None when nowhere.
        exchanges: Every hop, the last one holding the answer.
        content: The body, decompressed; empty for 304.
    """

    url: str
    moved: str | None
    exchanges: tuple[Exchange, ...]
    content: bytes = field(repr=False)

    def document(self, source: str) -> Document:
        """Give what is to be read, under the name that the user gave it."""
        return Document(
            source=source, content=self.content, url=self.url, media_type=self.last.header("content-type")
        )

    @property
    def last(self) -> Exchange:
        """The exchange that holds the answer."""
        return self.exchanges[-1]


class RefusedError(FetchError):
    """A URL that was answered, but not with a document.

    Args:
        source: The URL.
        reason: What was answered and what to do.
        status: The HTTP status of the answer.
        exchanges: Every hop, the last one holding the answer.
    """

    def __init__(
        self, source: str, reason: str, *, status: int | None, exchanges: tuple[Exchange, ...]
    ) -> None:
        super().__init__(source, reason, status=status)
        self.exchanges = exchanges


def recorded(at: datetime, response: httpx.Response, body: bytes) -> Exchange:
    """Keep what went over the wire."""
    stream = response.extensions.get("network_stream")
    protocol = response.extensions.get("http_version", b"HTTP/1.1")
    reason = response.extensions.get("reason_phrase", b"")
    return Exchange(
        url=str(response.request.url),
        at=at,
        address=stream.get_extra_info(ADDRESS) if stream is not None else None,
        sent=_pairs(response.request.headers),
        status=response.status_code,
        reason=reason.decode("latin-1"),
        version=protocol.decode("ascii", "replace"),
        received=_pairs(response.headers),
        body=body,
    )


def _pairs(headers: httpx.Headers) -> Headers:
    return tuple((name.decode("latin-1"), value.decode("latin-1")) for name, value in headers.raw)
