"""Store names and passwords of sites: taken from URLs, sent only to their origin, and never recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import httpx

from scraper.values.urls import without_login

if TYPE_CHECKING:
    from collections.abc import Iterable

_Origin = tuple[str, str, int]
_PORTS = {"http": 80, "https": 443}


class Logins:
    """The known logins, by origin; thread-safe.

    Args:
        urls: URLs that contain one.
    """

    def __init__(self, urls: Iterable[str] = ()) -> None:
        self._known: dict[_Origin, httpx.Auth] = {}
        for url in urls:
            self.taken_from(url)

    def taken_from(self, url: str) -> str:
        """Store the login in a URL, if there is one, and return the URL without it."""
        if "@" not in url or (plain := without_login(url)) == url:
            return url
        parts = urlsplit(url)
        if (origin := _origin(plain)) and parts.username is not None:
            login = unquote(parts.username), unquote(parts.password or "")
            self._known[origin] = httpx.BasicAuth(*login)
        return plain

    def of(self, url: str) -> httpx.Auth | None:
        """Return the login of a URL's origin."""
        origin = _origin(url) if self._known else None
        return self._known.get(origin) if origin else None


def _origin(url: str) -> _Origin | None:
    try:
        parts = urlsplit(url)
        return parts.scheme, parts.hostname or "", parts.port or _PORTS.get(parts.scheme, 0)
    except ValueError:
        return None
