"""Sort keys of URLs in capture indexes: reversed host, lower case, normalized."""

from __future__ import annotations

import posixpath
from urllib.parse import quote, unquote_to_bytes, urlsplit

from scraper.patterns import lazy_regex

_WWW = lazy_regex(r"^www\d*\.")
_LOCAL = lazy_regex(r"^file:///+")
_PORTS = {"http": 80, "https": 443}
_SESSION = lazy_regex(
    r"^(?:jsessionid|phpsessid|sid)=[0-9a-z]{32}$|^aspsessionid[a-z]{8}=[a-z]{24}$|^cfid=\d+$|^cftoken="
)
#: Printable ASCII except the two characters that are ambiguous unescaped.
_SAFE = "".join(sign for sign in map(chr, range(0x21, 0x7F)) if sign not in "#%")


def surt_of(url: str) -> str:
    """Return the key of a URL in an index (Sort-friendly URI Reordering Transform).

    Other strings are their own key; the key of a local file starts with one slash, as in other tools.

    >>> surt_of("https://www.News.example/Story/?b=2&a=1#top")
    'example,news)/story?a=1&b=2'
    >>> surt_of("http://news.example:8080/a//b/../c")
    'example,news:8080)/a/c'
    >>> surt_of("file:///pages/Pier.html")
    'file:/pages/pier.html'
    """
    try:
        parts = urlsplit(url.strip())
        host, port = parts.hostname, parts.port
    except ValueError:
        return _plain(url)
    if parts.scheme not in _PORTS or not host:
        return _LOCAL.sub("file:/", _plain(url))
    key = ",".join(reversed(_ascii(_WWW.sub("", host.rstrip("."))).split(".")))
    if port is not None and port != _PORTS[parts.scheme]:
        key += f":{port}"
    path = posixpath.normpath("/" + _plain(parts.path).lstrip("/"))
    query = sorted(part for part in _plain(parts.query).split("&") if part and not _SESSION.match(part))
    return f"{key}){path}" + (f"?{'&'.join(query)}" if query else "")


def _plain(part: str) -> str:
    """Return a part of a URL in lower case, with uniform escaping."""
    return quote(unquote_to_bytes(part), safe=_SAFE).lower()


def _ascii(host: str) -> str:
    try:
        return _plain(host.encode("idna").decode())
    except UnicodeError:
        return _plain(host)
