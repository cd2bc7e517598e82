"""Define records of an HTTP exchange, and of the chain of exchanges for a URL; decide when to retry a request."""

from __future__ import annotations

import random
import ssl
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

import httpx
import tenacity

from scraper.errors import FetchError
from scraper.fetching.transport import ADDRESS, ForbiddenAddressError
from scraper.records import Document

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


# The bounds on fetching a URL: time, attempts, redirects and size.


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The bounds on fetching one URL."""

    connect: float = 10.0  # seconds for opening a connection, TLS included
    read: float = 20.0  # seconds without a byte before a response is abandoned
    request: float = 60.0  # seconds for one request, whatever arrives meanwhile
    total: float = 180.0  # seconds for a URL with all its redirects, retries and pauses
    attempts: int = 4  # most attempts at one request
    redirects: int = 10  # most redirects to follow
    max_bytes: int = 20_000_000  # most bytes of a response, both compressed and decompressed


#: Statuses worth a retry (RFC 9110, RFC 6585): too early, too many requests, server errors.
TRANSIENT = frozenset({408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524})

_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 30.0


class FailedRequestError(Exception):
    """Raised for a failed request; has the status of the answer and the seconds to wait, if the server states them."""

    def __init__(self, reason: str, status: int | None = None, retry_after: float | None = None) -> None:
        super().__init__(reason)
        self.status = status
        self.retry_after = retry_after


class TransientError(FailedRequestError):
    """Raised for a failure that a retry may fix."""


def retry_after(value: str | None, now: datetime | None = None) -> float | None:
    """Parse ``Retry-After``, given in seconds or as a date (RFC 9110, 10.2.3); return seconds from `now` on."""
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


# Format the failures of a fetch as one line with the remedy, and decide which may be retried.

#: The remedy for a status.
_REMEDIES = {
    206: "only a part of the page arrived, although no range was requested: try later",
    401: "it needs a login: save the page from a browser and name the file",
    402: "it needs a subscription: save the page from a browser and name the file",
    403: "the site refuses: save the page from a browser and name the file",
    404: "check the URL",
    407: "the proxy requires a name and a password: add them to its URL",
    410: "the page was taken down: look for a copy in a web archive",
    429: "the site asks for fewer requests: try later",
    451: "it is withheld for legal reasons",
}


def status_reason(status: int) -> str:
    """Return a status in words, with the remedy."""
    phrase = httpx.codes.get_reason_phrase(status) or "unknown status"
    remedy = _REMEDIES.get(status, "try later" if status >= httpx.codes.INTERNAL_SERVER_ERROR else "check the URL")
    return f"{status} {phrase}: {remedy}"


def address_reason(error: Exception) -> str:
    """Return the reason for a `ForbiddenAddressError` or an `UnknownHostError`."""
    if isinstance(error, ForbiddenAddressError):
        remedy = "allow it with --allow-private (in voxpop.toml: allow_private)"
        return f"leads to {error}, which is not a public address: {remedy}"
    return f"the host {error} is unknown: check the URL"


def connection_failure(error: Exception) -> Exception:
    """Return a `FailedRequestError` for a certificate that is not trusted, else a `TransientError`."""
    cause: BaseException | None = error
    while cause is not None and not isinstance(cause, ssl.SSLCertVerificationError):
        cause = cause.__cause__ or cause.__context__
    if cause is not None:
        reason = cause.verify_message.rstrip(".") or words(error)
        return FailedRequestError(
            f"its certificate cannot be trusted ({reason}): check it in a browser, and save the page there"
        )
    return TransientError(f"the connection failed ({words(error)}): try later")


def proxy_failure(answer: str) -> Exception:
    """Return the error for a proxy's refusal to open a tunnel, as ``502 Bad Gateway``."""
    status = int(answer[:3]) if answer[:3].isdigit() else 0
    if status in TRANSIENT:
        return TransientError(f"the proxy could not reach it ({answer}): try later")
    remedy = _REMEDIES[status] if status == 407 else "ask who runs the proxy"
    return FailedRequestError(f"the proxy refuses it ({answer}): {remedy}")


def too_large(most: int) -> FailedRequestError:
    """Return the error for a response of more than `most` bytes."""
    remedy = "raise the limit with --max-bytes (in voxpop.toml: max_bytes)"
    return FailedRequestError(f"is larger than {most:,} bytes: {remedy}")


def words(error: Exception) -> str:
    """Return the first line of an error's message, at most 200 characters."""
    return (str(error) or type(error).__name__).splitlines()[0][:200]


#: Headers that are never recorded.
_SECRET = frozenset({"authorization", "cookie"})

Headers = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """One request, which began at a time in UTC, and its response, as sent over the wire.

    `address` is the IP address that answered; None through a proxy. The headers `sent` are without `Authorization`
    and `Cookie`; the body is still compressed, without chunked framing.
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
    """The final response to a URL, decompressed, and every hop; `url` is the last one's, without its fragment.

    `moved` is the end of the leading permanent redirects; None if the first one is not permanent. `pictures` are
    those of a page, by their names in it, if they were fetched too.
    """

    url: str
    moved: str | None
    exchanges: tuple[Exchange, ...]
    content: bytes = field(repr=False)
    pictures: tuple[tuple[str, Answer], ...] = field(default=(), repr=False)

    def document(self, source: str) -> Document:
        """Return the content as a document; `source` is the name given by the user."""
        return Document(source=source, content=self.content, url=self.url, media_type=self.last.header("content-type"))

    @property
    def last(self) -> Exchange:
        """The exchange with the final response."""
        return self.exchanges[-1]


class RefusedError(FetchError):
    """Raised when a URL was answered, but not with a document; the last exchange has the response."""

    def __init__(self, source: str, reason: str, *, status: int | None, exchanges: tuple[Exchange, ...]) -> None:
        super().__init__(source, reason, status=status)
        self.exchanges = exchanges


def recorded(
    at: datetime, response: httpx.Response, body: bytes, secret: Iterable[str] = (), *, is_personal: bool = False
) -> Exchange:
    """Build the record of a response and its request, which began at `at`.

    Headers named in `secret` are left out of the request, besides those that always are; if it was
    `is_personal` (cookies of the user were sent), also the cookies of the answer.
    """
    unsent = {name.lower() for name in secret} | _SECRET
    unset = frozenset({"set-cookie"}) if is_personal or unsent > _SECRET else frozenset()
    stream = response.extensions.get("network_stream")
    protocol = response.extensions.get("http_version", b"HTTP/1.1")
    reason = response.extensions.get("reason_phrase", b"")
    return Exchange(
        url=str(response.request.url),
        at=at,
        address=stream.get_extra_info(ADDRESS) if stream is not None else None,
        sent=tuple(pair for pair in _pairs(response.request.headers) if pair[0].lower() not in unsent),
        status=response.status_code,
        reason=reason.decode("latin-1"),
        version=protocol.decode("ascii", "replace"),
        received=tuple(pair for pair in _pairs(response.headers) if pair[0].lower() not in unset),
        body=body,
    )


def _pairs(headers: httpx.Headers) -> Headers:
    return tuple((name.decode("latin-1"), value.decode("latin-1")) for name, value in headers.raw)
