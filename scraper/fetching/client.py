"""Fetch URLs over HTTP: follow redirects, check every hop, retry, and report each failure in one line."""

from __future__ import annotations

import time
from contextlib import closing, contextmanager, nullcontext, suppress
from contextvars import ContextVar
from datetime import UTC, datetime
from http.cookiejar import DefaultCookiePolicy
from importlib.metadata import version
from typing import TYPE_CHECKING, Self
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

import httpcore
import httpx

from scraper.errors import FetchError
from scraper.fetching import answers
from scraper.fetching.answers import Answer, Exchange, FailedRequestError, Limits, RefusedError, TransientError
from scraper.fetching.identities import Identities
from scraper.fetching.transport import (
    ENVIRONMENT,
    ForbiddenAddressError,
    GuardedTransport,
    Proxies,
    UnknownHostError,
    deadline,
    is_public,
    resolve,
)
from scraper.input.kinds import ARTICLE_TYPES, FEED, essence_of, is_feed
from scraper.input.streams import BrokenContentError, TooLargeError, inflated
from scraper.values.urls import split_url, without_login

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from contextlib import AbstractContextManager

    from scraper.fetching.identities import Identity
    from scraper.records import Document


# Read and decompress the body of a response within a size limit.

#: The value of Accept-Encoding: the only encodings decoded. The standard library can bound both.
ACCEPT_ENCODING = "gzip, deflate"

#: Encodings of HTTP that are not decoded. Other names, such as ``utf-8``, name no encoding, and are ignored.
_NOT_DECODED = frozenset({"br", "zstd", "compress", "x-compress", "dcb", "dcz", "bzip2", "xz", "lzma"})


class UnknownEncodingError(Exception):
    """Raised for a content encoding of HTTP other than gzip and deflate."""


def bounded(chunks: Iterable[bytes], max_bytes: int, *, cut: bool = False) -> bytes:
    """Join the chunks of a body; raise `TooLargeError`, or `cut` it, if it has more than `max_bytes`."""
    kept = bytearray()
    for chunk in chunks:
        kept += chunk
        if len(kept) > max_bytes:
            if cut:
                return bytes(kept[:max_bytes])
            raise TooLargeError
    return bytes(kept)


def unpacked(body: bytes, encodings: str, max_bytes: int, *, cut: bool = False) -> bytes:
    """Undo the content encodings of a body, as ``Content-Encoding`` names them; unknown names are ignored.

    With `cut`, return the first `max_bytes` of longer content, and the readable part of a truncated body. Otherwise
    raise `TooLargeError`, or `BrokenContentError`; always `UnknownEncodingError` for another encoding of HTTP.
    """
    for name in reversed([part.strip().lower() for part in encodings.split(",")][:4]):
        if name in {"gzip", "x-gzip", "deflate"}:
            body = _inflated(body, max_bytes, cut=cut)
        elif name in _NOT_DECODED:
            raise UnknownEncodingError(name)
    return body


def _inflated(body: bytes, max_bytes: int, *, cut: bool) -> bytes:
    try:
        return inflated(body, max_bytes, cut=cut)
    except BrokenContentError:
        if body.lstrip()[:1] == b"<":  # a page that only claims to be compressed
            return body
        raise


# Store names and passwords of sites: taken from URLs, sent only to their origin, and never recorded.


class Logins:
    """The logins in some URLs, by origin; thread-safe."""

    def __init__(self, urls: Iterable[str] = ()) -> None:
        self._known: dict[str, httpx.Auth] = {}
        for url in urls:
            self.taken_from(url)

    def taken_from(self, url: str) -> str:
        """Store the login in a URL, if there is one, and return the URL without it."""
        if "@" not in url or (plain := without_login(url)) == url:
            return url
        parts = split_url(url)
        if (origin := _origin(plain)) and parts.username is not None:
            login = unquote(parts.username), unquote(parts.password or "")
            self._known[origin] = httpx.BasicAuth(*login)
        return plain

    def of(self, url: str) -> httpx.Auth | None:
        """Return the login of a URL's origin."""
        origin = _origin(url) if self._known else None
        return self._known.get(origin) if origin else None


def _origin(url: str) -> str | None:
    with suppress(httpx.InvalidURL, ValueError):  # ValueError: half of a surrogate pair
        parts = httpx.URL(url)  # without the usual port
        return f"{parts.scheme}://{parts.netloc.decode()}"
    return None


_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_PERMANENT = frozenset({301, 308})

_ACCEPT = "text/html, application/xhtml+xml;q=0.9, text/plain;q=0.8, */*;q=0.1"


class Fetcher:
    """An HTTP client for articles and feeds; thread-safe.

    Args:
        contact: A URL or e-mail address for the User-Agent, for owners of sites.
        max_bytes: Shortcut for `limits.max_bytes`.
        allow_private: Also connect to addresses that are not public.
        limits: All other bounds.
        keep: Called with the answer of each `fetch`.
        gate: Called with each URL before a request; its context spans the request. A scheduled run passes
            `HostPolicy.gate`. May raise `FetchError`.
        resolve: Returns the addresses of a host and port.
        permit: Returns True if connecting to an address is allowed; overrides `allow_private`.
        proxy: See `Proxies`.
        logins: URLs with a name and password, for other URLs of their origins. Requested URLs may contain them too.
            They are sent as HTTP Basic authentication, and never appear in an answer, record or error.
        identities: What is sent to some sites; see `Identity`.
        sleep: Waits for a number of seconds between attempts.
        clock: Returns a monotonic time in seconds.
    """

    def __init__(  # noqa: PLR0913 -- keyword-only, each with a default: the seams of the only module with sockets
        self,
        *,
        contact: str | None = None,
        max_bytes: int | None = None,
        allow_private: bool = False,
        limits: Limits | None = None,
        keep: Callable[[Answer], object] = lambda _: None,
        gate: Callable[[str], AbstractContextManager[object]] = nullcontext,
        resolve: Callable[[str, int], list[str]] = resolve,
        permit: Callable[[str], bool] | None = None,
        proxy: str = ENVIRONMENT,
        logins: Iterable[str] = (),
        identities: Iterable[Identity] = (),
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        bounds = limits or Limits()
        self._limits = bounds
        self._max_bytes = bounds.max_bytes if max_bytes is None else max_bytes
        self._keep = keep
        self._gate = gate
        self._clock = clock
        self._logins = Logins(logins)
        self._identities = Identities(identities)
        self._end: ContextVar[float] = ContextVar("end")
        self._policy = answers.policy(bounds, sleep, lambda: self._end.get() - clock())
        allowed = permit or ((lambda _: True) if allow_private else is_public)
        self._client = httpx.Client(
            transport=GuardedTransport(resolve, allowed, Proxies(proxy), self._identities.context),
            headers={"User-Agent": user_agent(contact), "Accept-Encoding": ACCEPT_ENCODING},
            timeout=httpx.Timeout(bounds.read, connect=bounds.connect),
            follow_redirects=False,
            trust_env=False,  # the transport handles proxies; no names and passwords from ~/.netrc
        )
        # Cookies would link the articles of a run, and make responses depend on the order of requests. So they
        # are kept for the redirects of one URL only (`_follow`).
        self._client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self._client.close()

    def fetch(self, url: str) -> Document:
        """Fetch an article; raise `FetchError`, in one line with the remedy, for anything that goes wrong."""
        url = self._logins.taken_from(url)
        answer = self.get(url)
        self._keep(answer)
        return answer.document(url)

    def get(
        self,
        url: str,
        *,
        headers: Mapping[str, str] | None = None,
        types: frozenset[str] | None = ARTICLE_TYPES,
        first: int | None = None,
    ) -> Answer:
        """Request a URL and follow its redirects; return an answer with status 2xx, or 304 to conditional `headers`.

        `types` are the media types to accept; None for all. With `first`, only that many bytes are read, compressed and
        decompressed; a larger response is not rejected. A `FetchError` has the HTTP status and the pause requested by
        the server, if any.
        """
        url = self._logins.taken_from(url)
        with self._limited(url):
            return self._follow(url, {"Accept": _ACCEPT, **(headers or {})}, types, first)

    def ask(self, url: str, accept: str, sent: bytes | None = None, sent_type: str = "") -> Answer:
        """Request a URL of an API, or POST `sent` to it, and return any response; redirects are not followed."""
        url = self._logins.taken_from(url)
        headers = {"Accept": accept} | ({"Content-Type": sent_type} if sent_type else {})
        with self._limited(url):
            exchange = self._policy(self._exchange, url, headers, None, sent=sent)
            return Answer(url=url, moved=None, exchanges=(exchange,), content=self._unpacked(exchange, None))

    @contextmanager
    def _limited(self, url: str) -> Iterator[None]:
        """Limit the time for a URL, and raise its failures as `FetchError`."""
        token = self._end.set(self._clock() + self._limits.total)
        try:
            yield
        except FailedRequestError as error:
            raise FetchError(url, str(error), status=error.status, retry_after=error.retry_after) from error
        finally:
            self._end.reset(token)

    def _follow(self, url: str, headers: Mapping[str, str], types: frozenset[str] | None, first: int | None) -> Answer:
        exchanges: list[Exchange] = []
        target, moved, permanent = urldefrag(url).url, None, True
        cookies, visited = httpx.Cookies(), []
        for cookie in self._identities.cookies:
            cookies.jar.set_cookie(cookie)
        while True:
            visited.append(_visit(target, cookies))
            with _naming(target, url):
                exchange = self._policy(self._exchange, target, headers, first, cookies=cookies)
            exchanges.append(exchange)
            if exchange.status not in _REDIRECTS:
                break
            target = _next_hop(exchange)
            _check_hop(exchange, visited, _visit(target, cookies), self._limits.redirects)
            permanent = permanent and exchange.status in _PERMANENT
            moved = target if permanent else moved
        try:
            with _naming(target, url):
                _check_answer(exchange)
                body = self._unpacked(exchange, first)
                _check_type(exchange, body, types)
        except FailedRequestError as error:
            raise RefusedError(url, str(error), status=error.status, exchanges=tuple(exchanges)) from error
        return Answer(url=target, moved=moved, exchanges=tuple(exchanges), content=body)

    def _unpacked(self, exchange: Exchange, first: int | None) -> bytes:
        if exchange.status == httpx.codes.NOT_MODIFIED:
            return b""
        try:
            encodings = exchange.header("content-encoding") or ""
            return unpacked(exchange.body, encodings, first or self._max_bytes, cut=first is not None)
        except TooLargeError:
            raise answers.too_large(self._max_bytes) from None
        except UnknownEncodingError as error:
            raise FailedRequestError(
                f"is compressed as {error}, which was not requested: save the page from a browser"
            ) from error
        except BrokenContentError as error:
            raise FailedRequestError(f"arrived damaged ({error}): try later") from error

    def _exchange(
        self,
        url: str,
        headers: Mapping[str, str],
        first: int | None,
        *,
        sent: bytes | None = None,
        cookies: httpx.Cookies | None = None,
    ) -> Exchange:
        """Make one request, within its own time limit and the rest of the URL's.

        With `sent`, make a POST. Send and extend `cookies`; without, also return responses that a retry may improve.
        """
        _check_address(url)
        waiting = self._clock()
        with self._gate(url):
            # Time spent waiting at the gate does not count towards the URL's limit.
            self._end.set(self._end.get() + self._clock() - waiting)
            seconds = min(self._limits.request, self._end.get() - self._clock())
            if seconds <= 0:
                raise FailedRequestError(f"took longer than {self._limits.total:g} seconds: try later")
            with deadline(seconds):
                request = self._request(url, headers, sent)
                if cookies is not None:
                    cookies.set_cookie_header(request)
                return self._send(request, first, cookies)

    def _request(self, url: str, headers: Mapping[str, str], sent: bytes | None) -> httpx.Request:
        try:
            headers = {**headers, **self._identities.headers(url)}
            return self._client.build_request("GET" if sent is None else "POST", url, headers=headers, content=sent)
        except (httpx.InvalidURL, ValueError) as error:
            raise FailedRequestError(f"is not a URL that can be requested ({answers.words(error)})") from error

    def _send(self, request: httpx.Request, first: int | None, cookies: httpx.Cookies | None) -> Exchange:
        at = datetime.now(UTC)
        try:
            auth = self._logins.of(str(request.url))
            with closing(self._client.send(request, auth=auth, stream=True)) as response:
                if cookies is not None:
                    cookies.extract_cookies(response)
                    _check_status(response)
                most = first or self._max_bytes
                body = bounded(response.iter_raw(), most, cut=first is not None)
                is_personal = bool(self._identities.cookies)
                return answers.recorded(
                    at, response, body, self._identities.headers(str(request.url)), is_personal=is_personal
                )
        except TooLargeError:
            raise answers.too_large(self._max_bytes) from None
        except (ForbiddenAddressError, UnknownHostError) as error:
            raise FailedRequestError(answers.address_reason(error)) from error
        except httpcore.TimeoutException as error:
            raise TransientError(f"did not answer in time ({answers.words(error)}): try later") from error
        except httpcore.ProxyError as error:
            raise answers.proxy_failure(answers.words(error)) from error
        except (httpcore.NetworkError, httpcore.ProtocolError) as error:
            raise answers.connection_failure(error) from error
        except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
            raise FailedRequestError(f"is not a URL that can be requested ({answers.words(error)})") from error


def user_agent(contact: str | None) -> str:
    """Return the User-Agent; raise ValueError if the contact has characters not allowed in a header."""
    name = f"voxpop/{version('voxpop')}"
    if not contact:
        return name
    if not contact.isascii() or not contact.isprintable():
        raise ValueError(f"{contact!r} cannot be sent in a header: give a URL or an e-mail address in plain ASCII")
    return f"{name} (+{contact})"


@contextmanager
def _naming(target: str, url: str) -> Iterator[None]:
    """Add the URL that failed to an error's message, if the requested URL only redirects to it."""
    try:
        yield
    except FailedRequestError as error:
        if target != urldefrag(url).url:
            error.args = (f"redirects to {target[:200]}: {error}",)
        raise


def _check_address(url: str) -> None:
    with suppress(ValueError):
        parts = urlsplit(url)
        if parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0:
            return
    raise FailedRequestError("only http and https URLs can be fetched")


def _check_status(response: httpx.Response) -> None:
    status = response.status_code
    if status in answers.TRANSIENT:
        seconds = answers.retry_after(response.headers.get("retry-after"))
        raise TransientError(answers.status_reason(status), status, seconds)


def _visit(url: str, cookies: httpx.Cookies) -> tuple[str, str]:
    """Return a URL with the cookies of the chain: a site may redirect to the same URL to set one."""
    return url, "; ".join(sorted(f"{cookie.name}={cookie.value}" for cookie in cookies.jar))


def _next_hop(exchange: Exchange) -> str:
    location = exchange.header("location")
    if not location:
        raise FailedRequestError("redirects without a target: check the URL", exchange.status)
    with suppress(UnicodeError):  # browsers read UTF-8
        location = location.encode("latin-1").decode()
    try:
        # A URL as the next request has it, with percent signs for other characters than ASCII.
        joined = httpx.URL(urldefrag(urljoin(exchange.url, location.strip())).url)
        return without_login(str(joined))
    except (ValueError, httpx.InvalidURL):
        raise FailedRequestError(f"redirects to {location[:200]!r}, which is not a URL", exchange.status) from None


def _check_hop(exchange: Exchange, visited: list[tuple[str, str]], visit: tuple[str, str], most: int) -> None:
    if visit in visited:
        raise FailedRequestError(f"redirects in a circle ({visit[0][:200]}): check the URL", exchange.status)
    if len(visited) > most:
        raise FailedRequestError(f"redirects more than {most} times: check the URL", exchange.status)


def _check_answer(exchange: Exchange) -> None:
    # 206 is rejected, as no range was requested: a part of a page is not an article.
    is_whole = httpx.codes.is_success(exchange.status) and exchange.status != httpx.codes.PARTIAL_CONTENT
    if not (is_whole or _is_unchanged(exchange)):
        raise FailedRequestError(answers.status_reason(exchange.status), exchange.status)


def _is_unchanged(exchange: Exchange) -> bool:
    asked_conditionally = any(name.lower() in {"if-none-match", "if-modified-since"} for name, _ in exchange.sent)
    return exchange.status == httpx.codes.NOT_MODIFIED and asked_conditionally


def _check_type(exchange: Exchange, body: bytes, types: frozenset[str] | None) -> None:
    essence = essence_of(exchange.header("content-type"))
    if types is None or not essence or essence in types or _is_unchanged(exchange):
        return
    what = FEED if is_feed(body) else f"{essence}, not an article: voxpop reads HTML and text"
    raise FailedRequestError(f"is {what}", exchange.status)
