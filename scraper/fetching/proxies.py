"""Which proxy an address is asked for through: the one of the settings, or the environment's, or none."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies_environment, proxy_bypass

from scraper.errors import SettingsError

ENVIRONMENT, NONE = "environment", "none"


@dataclass(frozen=True, slots=True)
class Proxy:
    """A proxy that speaks HTTP, itself asked in the clear or over TLS.

    Attributes:
        url: Its address, without name and password.
        login: Name and password.
    """

    url: str
    login: tuple[bytes, bytes] | None = None


class Proxies:
    """Choose the proxy for an address.

    Args:
        setting: The address of a proxy for everything; ``environment`` for what HTTP_PROXY, HTTPS_PROXY,
            ALL_PROXY and NO_PROXY say, in either case; ``none``.

    Raises:
        SettingsError: A proxy is named that is no http or https address.
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
        """Give the proxy for an address of this scheme and host; None to ask the host itself."""
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
        remedy = 'name it as http://proxy.example:3128, or ask without one: fetch.proxy = "none"'
        raise SettingsError(f"{source}: no proxy that speaks HTTP: {remedy}")
    login = (
        (unquote(parts.username).encode(), unquote(parts.password or "").encode()) if parts.username else None
    )
    name = f"[{host}]" if ":" in host else host
    return Proxy(f"{parts.scheme}://{name}:{port or (443 if parts.scheme == 'https' else 80)}", login)
