"""Resolve a name once, check the address, and connect to that address: the transport under httpx.

If a library resolved the name again after the check, the second answer could be a private address (DNS
rebinding); a check of the URL's text alone would miss ``http://2130706433/``. Every read and write also ends
at the request's deadline: a server that sends one byte a second cannot block a worker.

A proxy resolves names itself, so its answer decides. Private hosts known here are still rejected here:
private addresses, names that are private by their form, names that this machine resolves to a private
address.

The classes build on httpcore's documented interface for network backends, not on its internals.
"""

from __future__ import annotations

import socket
import time
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

import httpcore
import httpx

from scraper.fetching.addresses import is_local_name, is_public
from scraper.fetching.heads import Heads
from scraper.fetching.proxies import NONE, Proxies

if TYPE_CHECKING:
    import ssl
    from collections.abc import Callable, Iterable, Iterator

    from scraper.fetching.proxies import Proxy

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
        self._heads.expect()
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
                return self._wrapped(stream, address)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        raise failure

    def _wrapped(self, stream: httpcore.NetworkStream, address: str) -> httpcore.NetworkStream:
        return _Stream(stream, address)

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

    def __init__(self, resolve: Callable[[str, int], list[str]]) -> None:
        super().__init__(resolve, lambda _: True)

    def connect_tcp(self, host: str, port: int, *options: Any, **more: Any) -> httpcore.NetworkStream:
        try:
            return super().connect_tcp(host, port, *options, **more)
        except UnknownHostError as error:
            raise httpcore.ConnectError(f"the proxy {host} is unknown") from error
        except httpcore.ConnectError as error:
            raise httpcore.ConnectError(f"the proxy {host}:{port}: {error}") from error

    def _wrapped(self, stream: httpcore.NetworkStream, _address: str) -> httpcore.NetworkStream:
        return _Stream(stream, None)  # the proxy's address is not the site's


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

    Args:
        resolve: Returns the addresses of a host and port.
        permit: Returns True if connecting to an address, or requesting it from a proxy, is allowed.
        proxies: The proxies to use.
    """

    def __init__(
        self,
        resolve: Callable[[str, int], list[str]],
        permit: Callable[[str], bool] = is_public,
        proxies: Proxies | None = None,
    ) -> None:
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
        self._pools: dict[tuple[Proxy | None, int], httpcore.ConnectionPool] = {}

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send one request.

        Raises:
            ForbiddenAddressError: All addresses of the host are forbidden.
            UnknownHostError: The host has no address.
            httpcore.NetworkError: The connection failed.
            httpcore.TimeoutException: The deadline, or a shorter time limit, is over.
            httpcore.ProtocolError: The server does not speak HTTP.
            httpcore.ProxyError: The proxy refuses the request.
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
        place = proxy, hash(host) % _POOLS
        # Two threads may make one each; the pool that loses has no connections yet.
        return self._pools.get(place) or self._pools.setdefault(place, self._pool_of(proxy))

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

    def _pool_of(self, proxy: Proxy | None) -> httpcore.ConnectionPool:
        if proxy is None:
            backend = _Backend(self._resolve, self._permit)
            return httpcore.ConnectionPool(network_backend=backend, **self._options)
        return httpcore.HTTPProxy(
            proxy.url, proxy_auth=proxy.login, network_backend=_ProxyBackend(self._resolve), **self._options
        )

    def close(self) -> None:
        """Close all connections."""
        for pool in self._pools.values():
            pool.close()
