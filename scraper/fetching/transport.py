"""Resolve a name once, check the address, and connect to that address: the transport under httpx.

If a library resolved the name again after the check, the second answer could be a private address (DNS
rebinding); a check of the URL's text alone would miss ``http://2130706433/``. Every read and write also ends
at the request's deadline: a server that sends one byte a second cannot block a worker.

A proxy resolves names itself, so its answer decides. Private hosts known here are still rejected here: private
addresses, names that are private by their form, names that this machine resolves to a private address.

The classes build on httpcore's documented interface for network backends, not on its internals.
"""

from __future__ import annotations

import ipaddress
import re
import socket
import time
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies_environment, proxy_bypass

import httpcore
import httpx

from scraper.errors import SettingsError
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    import ssl
    from collections.abc import Callable, Iterable, Iterator


# Correct the heads of responses that h11 rejects and browsers accept: one odd header must not cost the page.

#: h11 rejects a longer head.
_LONGEST = 100_000
_END = lazy_regex(rb"\n\r?\n")
_STATUS = lazy_regex(rb"HTTP/(\d(?:\.\d)?)[ \t]+(\d{3})(?:[ \t]+(.*))?", re.DOTALL)
_NAME = lazy_regex(rb"[-!#$%&'*+.^_`|~0-9a-zA-Z]+")
_CONTROLS = lazy_regex(rb"[\x00\r\x0b\x0c]")
_START = b"HTTP/"
_CHUNKED = b"Transfer-Encoding: chunked"


class Heads:
    """The heads of the responses on one connection."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._searched = 0
        #: Whether a head, or the rest of one, comes next: a request was sent.
        self.is_expected = False

    def take(self, data: bytes) -> bytes:
        """Add bytes from the server; return those to pass on, none before the head is complete."""
        self._buffer += data
        given = b""
        while self.is_expected:
            start = bytes(self._buffer[: len(_START) + 40]).lstrip()
            if not _START.startswith(start[: len(_START)]) or len(self._buffer) > _LONGEST:
                break
            end = _END.search(self._buffer, max(0, self._searched - 3))
            if end is None:
                self._searched = len(self._buffer)
                return given
            head = bytes(self._buffer[: end.end()])
            del self._buffer[: end.end()]
            self._searched = 0
            self.is_expected = head.lstrip()[9:10] == b"1"  # an informational response comes before the final one
            given += cleaned(head)
        return given + self.rest()

    def rest(self) -> bytes:
        """Return the bytes of an incomplete head, at the end of the connection."""
        rest = bytes(self._buffer)
        self._buffer.clear()
        self.is_expected, self._searched = False, 0
        return rest


def cleaned(head: bytes) -> bytes:
    r"""Return the head of a response without lines that are no headers.

    >>> cleaned(b"HTTP/1.1  200\r\nServer: x\r\nforum.php: not support\r\nforum/a b: 1\r\nAge : 5\r\n\r\n")
    b'HTTP/1.1 200\r\nServer: x\r\nforum.php: not support\r\nAge: 5\r\n\r\n'
    """
    first, *lines = (line.removesuffix(b"\r") for line in head.lstrip().rstrip(b"\r\n").split(b"\n"))
    status = _STATUS.fullmatch(first)
    if status is None:
        return head
    reason = _CONTROLS.sub(b" ", status[3] or b"").strip()
    version = status[1] if b"." in status[1] else b"1.1"
    kept = [b"HTTP/%s %s%s" % (version, status[2], b" " + reason if reason else b"")]
    was_kept = is_chunked = False
    for line in lines:
        field = _folded(line, was_kept=was_kept) or _field(line, is_chunked=is_chunked)
        was_kept = field is not None
        if field is not None:
            kept.append(field)
            is_chunked = is_chunked or field == _CHUNKED
    return b"\r\n".join([*kept, b"", b""])


def _folded(line: bytes, *, was_kept: bool) -> bytes | None:
    return b" " + _CONTROLS.sub(b" ", line).strip() if was_kept and line[:1] in {b" ", b"\t"} and line.strip() else None


def _field(line: bytes, *, is_chunked: bool) -> bytes | None:
    """Return a header in a form that h11 accepts; None for one that browsers ignore."""
    name, colon, value = line.partition(b":")
    name, value = name.rstrip(b" \t"), _CONTROLS.sub(b" ", value).strip()
    if not colon or not _NAME.fullmatch(name):
        return None
    codings = {part.strip().lower() for part in value.split(b",")}
    if name.lower() == b"transfer-encoding" and codings <= {b"chunked", b"identity", b""}:
        return _CHUNKED if b"chunked" in codings and not is_chunked else None
    if name.lower() == b"content-length" and not any(coding.isdigit() for coding in codings):
        return None
    return name + b": " + value


# Classify network addresses and host names as public or private, and resolve names.

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

#: Prefixes with an IPv4 address in their last 32 bits: IPv4-mapped (RFC 4291) and NAT64 (RFC 6052).
_CARRIERS = (ipaddress.IPv6Network("::ffff:0:0/96"), ipaddress.IPv6Network("64:ff9b::/96"))

#: Networks that are not public, though not every version of `ipaddress` says so: site-local (RFC 3879),
#: documentation (RFC 9637), protocol assignments (RFC 6890) and 6to4 relays (RFC 7526).
_NOT_PUBLIC = tuple(
    ipaddress.ip_network(network) for network in ("fec0::/10", "3fff::/20", "192.0.0.0/24", "192.88.99.0/24")
)


def is_public(address: str) -> bool:
    """Return True for a public address: not private, loopback, link-local, shared, reserved or multicast.

    An IPv6 address that embeds an IPv4 one is judged by that. Text that is not an address is not public.

    >>> [is_public(a) for a in ("93.184.216.34", "169.254.169.254", "::ffff:127.0.0.1", "64:ff9b::a00:1")]
    [True, False, False, False]
    """
    try:
        found: Address = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    return all(map(_is_global, _embedded(found) if isinstance(found, ipaddress.IPv6Address) else (found,)))


def _is_global(address: Address) -> bool:
    if any(address in network for network in _NOT_PUBLIC):
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def _embedded(address: ipaddress.IPv6Address) -> tuple[Address, ...]:
    """Return the IPv4 addresses embedded in an IPv6 one (Teredo: server and client), else itself."""
    if any(address in prefix for prefix in _CARRIERS):
        return (ipaddress.IPv4Address(int(address) & 0xFFFFFFFF),)
    if address.sixtofour:
        return (address.sixtofour,)
    return address.teredo or (address,)


def is_local_name(host: str) -> bool:
    """Return True if a host name is private by its form: a single label, or in a domain for private use.

    The domains: localhost (RFC 6761), local (RFC 6762), home.arpa (RFC 8375) and ICANN's internal.

    >>> [is_local_name(name) for name in ("localhost", "metadata.google.internal.", "the-post.example")]
    [True, True, False]
    """
    name = host.lower().rstrip(".")
    return "." not in name or name.endswith((".localhost", ".local", ".internal", ".home.arpa"))


def resolve(host: str, port: int) -> list[str]:
    """Return the addresses of a host in the system's order; raise OSError if there are none."""
    if "%" in host and ":" not in host:  # an encoded character, which no name has (RFC 1123): no lookup
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


# Choose the HTTP proxy for a URL: from the settings, from the environment, or none.

ENVIRONMENT, NONE = "environment", "none"


@dataclass(frozen=True, slots=True)
class Proxy:
    """An HTTP proxy, itself reached over http or https: its URL without login, and the login if it needs one."""

    url: str
    login: tuple[bytes, bytes] | None = None


class Proxies:
    """The choice of a proxy for a URL.

    `setting` is the URL of an http or https proxy for every request; ``environment`` to use the variables HTTP_PROXY,
    HTTPS_PROXY, ALL_PROXY and NO_PROXY, in either case; or ``none``.
    """

    def __init__(self, setting: str = ENVIRONMENT) -> None:
        self._from_environment = setting == ENVIRONMENT
        if self._from_environment:
            found = getproxies_environment()
            named = {scheme: found.get(scheme) or found.get("all") for scheme in ("http", "https")}
            source = "HTTP_PROXY, HTTPS_PROXY, ALL_PROXY"
        else:
            named = dict.fromkeys(("http", "https"), None if setting == NONE else setting)
            source = "fetch.proxy"
        self._named = {scheme: _proxy(url, source) for scheme, url in named.items() if url}

    def of(self, scheme: str, host: str) -> Proxy | None:
        """Return the proxy for URLs of a scheme and host; None to connect directly."""
        proxy = self._named.get(scheme)
        if proxy is None or (self._from_environment and proxy_bypass(host)):
            return None
        return proxy


def _proxy(written: str, source: str) -> Proxy:
    url = written if "://" in written else f"http://{written}"
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        host = None
    if not host or parts.scheme not in {"http", "https"}:
        remedy = 'write it as http://proxy.example:3128, or use none: fetch.proxy = "none"'
        raise SettingsError(f"{source}: not an HTTP proxy: {remedy}")
    login = (unquote(parts.username).encode(), unquote(parts.password or "").encode()) if parts.username else None
    name = f"[{host}]" if ":" in host else host
    return Proxy(f"{parts.scheme}://{name}:{port or (443 if parts.scheme == 'https' else 80)}", login)


#: The deadline of this thread's request, in seconds of `time.monotonic`; None for no deadline.
_DEADLINE: ContextVar[float | None] = ContextVar("deadline", default=None)

#: Key of the connected IP address in a stream's extra information.
ADDRESS = "voxpop_address"

#: httpcore compares all pairs of a pool's connections with every request. So there are many small pools, and
#: a host always uses the same one.
_POOLS, _KEPT_ALIVE = 64, 4


class ForbiddenAddressError(Exception):
    """Raised when all addresses of a name are forbidden."""


class UnknownHostError(Exception):
    """Raised when a name has no address."""


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Limit the socket operations of this context to `seconds`, with httpcore's timeout error."""
    token = _DEADLINE.set(time.monotonic() + seconds)
    try:
        yield
    finally:
        _DEADLINE.reset(token)


def _left(timeout: float | None, late: type[Exception]) -> float | None:
    end = _DEADLINE.get()
    if end is None:
        return timeout
    left = end - time.monotonic()
    if left <= 0:
        raise late("the time for this request is over")
    return left if timeout is None else min(timeout, left)


class _Stream(httpcore.NetworkStream):
    """A connection with operations that end at the deadline, and with the heads of responses corrected."""

    def __init__(self, inner: httpcore.NetworkStream, address: str | None) -> None:
        self._inner = inner
        self._address = address
        self._heads = Heads()

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        while True:
            data = self._inner.read(max_bytes, _left(timeout, httpcore.ReadTimeout))
            if not self._heads.is_expected:
                return data
            given = self._heads.take(data) if data else self._heads.rest()
            if given or not data:
                return given

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._heads.is_expected = True
        self._inner.write(buffer, _left(timeout, httpcore.WriteTimeout))

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        left = _left(timeout, httpcore.ConnectTimeout)
        return _Stream(self._inner.start_tls(ssl_context, server_hostname, left), self._address)

    def get_extra_info(self, info: str) -> Any:
        if info == ADDRESS:
            return self._address  # a closed connection could not report it
        return self._inner.get_extra_info(info)


class _Backend(httpcore.NetworkBackend):
    """A network backend that connects to permitted addresses only."""

    _shows_address = True

    def __init__(self, resolve: Callable[[str, int], list[str]], permit: Callable[[str], bool]) -> None:
        self._resolve = resolve
        self._permit = permit
        self._inner = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        failure: Exception = UnknownHostError(host)
        for address in self._permitted(host, port):
            left = _left(timeout, httpcore.ConnectTimeout)
            try:
                stream = self._inner.connect_tcp(address, port, left, local_address, socket_options)
                return _Stream(stream, address if self._shows_address else None)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        raise failure

    def _permitted(self, host: str, port: int) -> list[str]:
        try:
            addresses = self._resolve(host, port)
        except socket.gaierror as error:
            if error.errno == socket.EAI_AGAIN:
                raise httpcore.ConnectError("no name server answered") from error
            raise UnknownHostError(host) from error
        except (OSError, UnicodeError) as error:
            raise UnknownHostError(host) from error
        permitted = [address for address in addresses if self._permit(address)]
        if addresses and not permitted:
            raise ForbiddenAddressError(addresses[0])
        return permitted


class _ProxyBackend(_Backend):
    """A network backend that connects to a proxy at any address, because the user named it."""

    _shows_address = False  # it is not that of the site

    def __init__(self, resolve: Callable[[str, int], list[str]]) -> None:
        super().__init__(resolve, lambda _: True)

    def connect_tcp(self, host: str, port: int, *options: Any, **more: Any) -> httpcore.NetworkStream:
        try:
            return super().connect_tcp(host, port, *options, **more)
        except UnknownHostError as error:
            raise httpcore.ConnectError(f"the proxy {host} is unknown") from error
        except httpcore.ConnectError as error:
            raise httpcore.ConnectError(f"the proxy {host}:{port}: {error}") from error


class _Body(httpx.SyncByteStream):
    """The body of a response; closing it closes the response."""

    def __init__(self, response: httpcore.Response) -> None:
        self._response = response

    def __iter__(self) -> Iterator[bytes]:
        yield from self._response.iter_stream()

    def close(self) -> None:
        self._response.close()


class GuardedTransport(httpx.BaseTransport):
    """A transport for `httpx.Client` that connects to permitted addresses only. Its errors are httpcore's.

    `permit` returns True if connecting to an address, or requesting it from a proxy, is allowed; `context` returns the
    TLS settings for a host, None for the usual ones.
    """

    def __init__(
        self,
        resolve: Callable[[str, int], list[str]],
        permit: Callable[[str], bool] = is_public,
        proxies: Proxies | None = None,
        context: Callable[[str], ssl.SSLContext | None] = lambda _: None,
    ) -> None:
        self._context = context
        self._resolve = resolve
        self._permit = permit
        self._proxies = proxies or Proxies(NONE)
        self._unresolved: set[str] = set()
        self._options: dict[str, Any] = {
            "ssl_context": httpx.create_ssl_context(),
            "max_connections": None,  # the callers bound them
            "max_keepalive_connections": _KEPT_ALIVE,
            "keepalive_expiry": 30,
        }
        self._pools: dict[tuple[Proxy | None, int | str], httpcore.ConnectionPool] = {}

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send one request.

        Raises `ForbiddenAddressError` if all addresses of the host are forbidden, `UnknownHostError` if it has none,
        and httpcore's errors for everything else.
        """
        url = httpcore.URL(
            scheme=request.url.raw_scheme, host=request.url.raw_host, port=request.url.port, target=request.url.raw_path
        )
        answer = self._pool_for(request.url).handle_request(
            httpcore.Request(
                request.method, url, headers=request.headers.raw, content=request.read(), extensions=request.extensions
            )
        )
        return httpx.Response(answer.status, headers=answer.headers, stream=_Body(answer), extensions=answer.extensions)

    def _pool_for(self, url: httpx.URL) -> httpcore.ConnectionPool:
        host = url.raw_host.decode("ascii")
        proxy = self._proxies.of(url.scheme, host)
        if proxy is not None:
            self._must_be_permitted(host, url.port or 0)
        context = self._context(host)
        place = proxy, hash(host) % _POOLS if context is None else host
        # Two threads may make one each; the pool that loses has no connections yet.
        return self._pools.get(place) or self._pools.setdefault(place, self._pool_of(proxy, context))

    def _must_be_permitted(self, host: str, port: int) -> None:
        """Reject a host known to be private before a request through a proxy."""
        addresses: list[str] = []
        if host not in self._unresolved:
            try:
                addresses = self._resolve(host, port)
            except (OSError, UnicodeError):
                self._unresolved.add(host)  # common with a proxy, and another lookup may take seconds
        if not addresses and is_local_name(host):
            addresses = [host]
        for address in addresses:
            if not self._permit(address):
                raise ForbiddenAddressError(address)

    def _pool_of(self, proxy: Proxy | None, context: ssl.SSLContext | None) -> httpcore.ConnectionPool:
        options = self._options | ({} if context is None else {"ssl_context": context})
        if proxy is None:
            backend = _Backend(self._resolve, self._permit)
            return httpcore.ConnectionPool(network_backend=backend, **options)
        return httpcore.HTTPProxy(
            proxy.url, proxy_auth=proxy.login, network_backend=_ProxyBackend(self._resolve), **options
        )

    def close(self) -> None:
        """Close all connections."""
        for pool in self._pools.values():
            pool.close()
