"""Choose the HTTP proxy for a URL: from the settings, from the environment, or none."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies_environment, proxy_bypass

from scraper.errors import SettingsError

ENVIRONMENT, NONE = "environment", "none"


@dataclass(frozen=True, slots=True)
class Proxy:
    """An HTTP proxy, itself reached over http or https.

    Attributes:
        url: Its URL, without name and password.
        login: Name and password; None if it needs none.
    """

    url: str
    login: tuple[bytes, bytes] | None = None


class Proxies:
    """The choice of a proxy for a URL.

    Args:
        setting: The URL of a proxy for every request; ``environment`` to use the variables HTTP_PROXY,
            HTTPS_PROXY, ALL_PROXY and NO_PROXY, in either case; ``none``.

    Raises:
        SettingsError: The proxy's URL is not http or https.
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
