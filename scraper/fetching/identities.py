"""How sites of sources are asked: a User-Agent, headers, cookies and certificates of the user's own.

They are sent to the site alone, over HTTPS only if its URL is so, and no answer, record or error holds them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from http.cookiejar import LoadError, MozillaCookieJar
from typing import TYPE_CHECKING

import httpx

from scraper.patterns import lazy_regex
from scraper.values.urls import split_url

if TYPE_CHECKING:
    import ssl
    from collections.abc import Iterable, Mapping
    from http.cookiejar import Cookie
    from pathlib import Path

_LABEL = lazy_regex(r"\A(?:www|feeds?|rss|news-?feed|m|amp)\.(?=[^.]+\.[^.]+)")
_MOST_BYTES = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """What is sent to the site of a source."""

    url: str  # a URL of the source. Its site is its host, without ``www`` or ``feeds``, and all hosts below that.
    user_agent: str | None = None  # in place of voxpop's own
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    # A file of cookies in Netscape's format, which browsers export; each cookie has a site.
    cookies_file: Path | None = None
    # A PEM file with certificates to trust; its first one is shown if the file has its key.
    certificates: Path | None = None


class Identities:
    """The identities of a fetcher, by site; raises `ValueError` for a file that cannot be used."""

    def __init__(self, identities: Iterable[Identity] = ()) -> None:
        self._headers: list[tuple[str, bool, dict[str, str]]] = []
        self._contexts: list[tuple[str, ssl.SSLContext]] = []
        self.cookies: list[Cookie] = []
        read: dict[Path, list[Cookie]] = {}
        for each in identities:
            site, is_secure = _site(each.url), each.url.lower().startswith("https:")
            headers = dict(each.headers) | ({"User-Agent": each.user_agent} if each.user_agent else {})
            self._headers += [(site, is_secure, headers)] if headers else []
            if each.cookies_file is not None and each.cookies_file not in read:
                read[each.cookies_file] = _cookies_in(each.cookies_file)
            if each.certificates is not None:
                self._contexts.append((site, _context_of(each.certificates)))
        for cookies in read.values():
            self.cookies += cookies

    def headers(self, url: str) -> dict[str, str]:
        """Return the headers for a URL."""
        host, is_plain = _host(url), not url.lower().startswith("https:")
        found: dict[str, str] = {}
        for site, is_secure, headers in self._headers:
            if _is_of(host, site) and not (is_secure and is_plain):
                found |= headers
        return found

    def context(self, host: str) -> ssl.SSLContext | None:
        """Return the TLS settings for a host; None for the usual ones."""
        return next((context for site, context in self._contexts if _is_of(host.lower(), site)), None)


def _host(url: str) -> str:
    return (split_url(url).hostname or "").lower()


def _site(url: str) -> str:
    """Return the site of a URL.

    >>> _site("https://www.herald.example/feed"), _site("https://feeds.herald.example/"), _site("http://10.0.0.1/")
    ('herald.example', 'herald.example', '10.0.0.1')
    """
    return _LABEL.sub("", _host(url))


def _is_of(host: str, site: str) -> bool:
    return bool(site) and (host == site or host.endswith(f".{site}"))


def _cookies_in(file: Path) -> list[Cookie]:
    jar = MozillaCookieJar(file)
    try:
        _must_be_small(file)
        jar.load(ignore_discard=True, ignore_expires=True)
    except (LoadError, UnicodeDecodeError) as error:
        message = f'{file}: is no file of cookies: export them as "Netscape" or "cookies.txt"'
        raise ValueError(message) from error
    except OSError as error:
        raise ValueError(f"{file}: cannot be read ({error.strerror or error}): check the path") from error
    for cookie in jar:
        cookie.expires = cookie.expires or None  # browsers write 0 for the end of the session
    return list(jar)


def _context_of(file: Path) -> ssl.SSLContext:
    context = httpx.create_ssl_context()
    try:
        _must_be_small(file)
        context.load_verify_locations(file)
        if b"PRIVATE KEY-----" in file.read_bytes():
            context.load_cert_chain(file, password=_no_password)
    except OSError as error:  # of which `ssl.SSLError` is one
        reason = error.strerror if error.filename else "is no PEM file, or its key has a password"
        raise ValueError(f"{file}: cannot be used ({reason}): check the file") from error
    return context


def _no_password() -> str:
    raise OSError("it has a password")


def _must_be_small(file: Path) -> None:
    if file.stat().st_size > _MOST_BYTES:
        raise OSError(0, f"is larger than {_MOST_BYTES:,} bytes")
