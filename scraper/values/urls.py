"""Validate and normalize URLs. Only http and https URLs are accepted; nothing here raises."""

from __future__ import annotations

import html
import re
from base64 import urlsafe_b64decode
from functools import lru_cache
from urllib.parse import SplitResult, parse_qs, unquote, urljoin, urlsplit, urlunsplit

from scraper.configuration import packaged
from scraper.patterns import lazy_regex


def split_url(url: str) -> SplitResult:
    """Split a URL; one with brackets around no IPv6 address has no parts."""
    try:
        return urlsplit(url)
    except ValueError:
        return urlsplit("")


def joined_url(base: str, link: str) -> str:
    """Resolve a link on a page; one with brackets around no IPv6 address becomes empty.

    >>> joined_url("https://herald.example/a", "/b"), joined_url("https://herald.example/a", "http://[b")
    ('https://herald.example/b', '')
    """
    try:
        return urljoin(base, link)
    except ValueError:
        return ""


def host_without_www(url: str | None) -> str | None:
    """Return the host name of a URL, folded and without ``www.``."""
    host = split_url(url or "").hostname
    return host.removeprefix("www.") if host else None


def host_name(host: str) -> str:
    """Return the name in the Host header of a request, without port.

    >>> host_name("LocalHost:8001"), host_name("[::1]:8001"), host_name("reactions.example."), host_name("[")
    ('localhost', '::1', 'reactions.example', '')
    """
    return (split_url(f"//{host}").hostname or "").rstrip(".")


#: Most characters of a URL: browsers and servers accept about 8,000.
LONGEST = 8192
_MOST_FIELDS = 50
_CONTROL = lazy_regex(r"[\x00-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+")
_AMPERSAND = lazy_regex(r"&(?:(?:amp|#38|#x26);)+", re.IGNORECASE)
_ENTITY = lazy_regex(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,8});")
_HTTP = lazy_regex(r"https?://(?=[^/?#\s\\])", re.IGNORECASE)
#: The host begins after the last @ of the authority, as `urlsplit` has it.
_LOGIN = lazy_regex(r"\A\s*(https?://)[^/?#]*@", re.IGNORECASE)
_HOST_NAME = lazy_regex(r"[\w.~:-]+")


def fields_of(query: str) -> dict[str, list[str]]:
    """Parse the query of a URL into the values of each field; only the first 50 fields are read.

    >>> fields_of("id=12&url=https%3A%2F%2Fx.com%2F&id=13")
    {'id': ['12', '13'], 'url': ['https://x.com/']}
    """
    return parse_qs("&".join(query.split("&", _MOST_FIELDS)[:_MOST_FIELDS]))


def _without_entities(text: str) -> str:
    """Undo HTML escaping of any depth; only references with a semicolon count: ``&copy=1`` is a parameter."""
    if "&" not in text or ";" not in text:
        return text
    plain = _AMPERSAND.sub("&", text)
    return _ENTITY.sub(lambda found: html.unescape(found[0]), plain)


def trimmed(raw: str) -> str:
    """Return a URL without HTML entities and invisible characters; a space inside becomes ``%20``."""
    return _CONTROL.sub("", _without_entities(raw)).strip().replace(" ", "%20")


def is_web_address(text: str) -> bool:
    """Return True if a text begins with ``http://`` or ``https://``, in either case.

    >>> is_web_address("HTTPS://news.example/story"), is_web_address("story.html")
    (True, False)
    """
    return text.lower().startswith(("http://", "https://"))


def without_login(url: str) -> str:
    """Return a URL without the name and password in it: they are nobody else's business.

    >>> without_login("https://ada:secret@news.example/@ada"), without_login("https://news.example/@ada")
    ('https://news.example/@ada', 'https://news.example/@ada')
    """
    return _LOGIN.sub(r"\1", url) if "@" in url else url


def with_login_of(url: str, other: str) -> str:
    """Return another URL with the name and password that the first one has for its origin.

    >>> with_login_of("https://ada:secret@news.example/", "https://news.example/rss")
    'https://ada:secret@news.example/rss'
    >>> with_login_of("https://ada:secret@news.example/", "https://feeds.example/rss")
    'https://feeds.example/rss'
    """
    plain = without_login(url)
    one, two = urlsplit(plain), urlsplit(other)
    if plain == url or (one.scheme, one.netloc.lower()) != (two.scheme, two.netloc.lower()):
        return other
    login = urlsplit(url).netloc.rpartition("@")[0]
    return urlunsplit(two._replace(netloc=f"{login}@{two.netloc}"))


def http_url(raw: str | None) -> str | None:
    """Return an absolute http(s) URL; None for any other text (``javascript:``, ``data:``, relative, blob).

    It is cleaned by `trimmed` and has no name and password; ``//host/…`` gets ``https:``.
    """
    if raw is None or len(raw) > LONGEST:
        return None
    url = trimmed(raw)
    if url.startswith("//"):
        url = f"https:{url}"
    url = without_login(url)
    if _HTTP.match(url) is None or re.search(r"\s", url):
        return None
    return url if _has_host(url) else None


def _has_host(url: str) -> bool:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:  # brackets around no IPv6 address, a port that is not a number
        return False
    return port != 0 and _HOST_NAME.fullmatch(parts.hostname or "") is not None


# The last alternative is the form of self-links in pages saved from the Wayback Machine.
_ARCHIVES = lazy_regex(
    r"(?:(?:https?:)?//)?(?:(?:[\w-]{1,40}\.){0,3}(?:archive\.(?:org|is|today|ph|li|vn|fo|md)|archive-it\.org|arquivo\.pt)"
    r"|webarchive\.[\w.]{1,60}|webcache\.googleusercontent\.com|swap\.stanford\.edu|megalodon\.jp)(?::\d+)?/"
    r"|/(?=web/\d{4,14}(?:[a-z]{2}_)?/)",
    re.IGNORECASE,
)
_WRAPPED = lazy_regex(r"(?:https?:/{1,2}|https?%3A(?:/|%2F){1,2})(?=[^/%\s])", re.IGNORECASE)
_STAMPED = lazy_regex(r"/web/(?:\d{1,14}|\*)\*?(?:[a-z]{2}_)?/(?=[\w-]+\.[\w.-]+)", re.IGNORECASE)


def _unwrap_once(url: str) -> str:
    archive = _ARCHIVES.match(url)
    if archive is None:
        return url
    inner = _WRAPPED.search(url, archive.end())
    if inner is None:
        bare = _STAMPED.search(url, archive.end() - 1)
        return f"http://{url[bare.end() :]}" if bare else url
    if "%" in inner[0]:
        return unquote(url[inner.start() :])
    return inner[0].partition(":")[0].lower() + "://" + url[inner.end() :]


def unwrap_archive(url: str) -> str:
    """Return the original URL in a web archive's URL; other URLs are returned unchanged.

    Reads Wayback Machine URLs in all their spellings (any time stamp, ``id_`` and other flags, no scheme, a
    lost slash), and URLs of archive.today, its mirrors, and national archives with the same paths.
    """
    for _ in range(5):  # a copy of a copy of a copy; deeper nesting occurs only in attacks
        inner = _unwrap_once(url)
        if inner == url:
            break
        url = inner
    return url


@lru_cache(maxsize=1)
def _redirectors() -> dict[str, list[tuple[str, tuple[str, ...]]]]:
    """Return the paths and fields of each redirector's host, from ``config/redirectors.toml``."""
    tables = packaged("redirectors.toml")
    found: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    for row in tables["redirectors"]:
        for host in row["hosts"]:
            found.setdefault(host, []).append((row["path"], tuple(row["fields"])))
    return found


def unwrap_redirector(url: str) -> str:
    """Return the target of a known redirector's URL; other URLs are returned unchanged.

    >>> unwrap_redirector("https://www.google.com/url?rct=j&url=https://herald.example/1&ct=ga")
    'https://herald.example/1'
    """
    for _ in range(3):  # a newsletter's redirector may lead to a search engine's
        inner = _redirected(url)
        if inner is None:
            break
        url = inner
    return url


def _redirected(url: str) -> str | None:
    parts = split_url(url)
    host = (parts.hostname or "").removeprefix("www.")
    known = _redirectors()
    rows = known.get(host) or known.get(f"*.{host.partition('.')[2]}") or known.get(f"{host.partition('.')[0]}.*") or ()
    for path, fields in rows:
        if not parts.path.startswith(path):
            continue
        values = fields_of(parts.query)
        values |= {"?": [unquote(parts.query)], "path": [_in_path(unquote(parts.path))]}
        values["base64"] = [_in_base64(parts.path.rpartition("/")[2])] if "base64" in fields else [""]
        if inner := next(filter(None, (http_url(values.get(field, [""])[0]) for field in fields)), None):
            return inner
    return None


def _in_path(path: str) -> str:
    found = _WRAPPED.search(path)
    return path[found.start() :].partition("__;")[0] if found else ""


def _in_base64(text: str) -> str:
    try:
        found = _URL_BYTES.search(urlsafe_b64decode(f"{text[:LONGEST]}{'=' * (-len(text) % 4)}"))
    except ValueError:
        return ""
    return found[0].decode("ascii") if found else ""


_URL_BYTES = lazy_regex(rb"https?://[\x21-\x7e]{4,}")

# Tracking parameters: the documented prefixes of analytics suites, advertisers' click ids, and parameters
# added by share buttons and newsletters.
_TRACKING = lazy_regex(
    r"(?:utm|at|pk|mtm|piwik|matomo|hsa|ga|mc|wt|guce|oly|vero|spm|trk|ns|__twitter|_hs|hs|fb|soc|sr)_[\w.]+"
    r"|(?:fb|g|y|d|ms|tw|tt|wbra|gbra|irg)clid|twclsrc|gclsrc|igsh|igshid|ig_rid|_ga|_gl|__s|_hsenc|_hsmi|_openstat"
    r"|ref|refsrc|ref_src|ref_url|referrer|referer|smid|smtyp|smprod|cmp|cmpid|campaign_id|icid|ncid|ocid|s_cid|xtor"
    r"|ftag|guccounter|tsrc|mbid|sharetype|wtmc|emc|taid|traffic_source|spm|trk|yptr",
    re.IGNORECASE,
)
_DEFAULT_PORT = {"http": ":80", "https": ":443"}


def canonical_url(url: str) -> str:
    """Return the normal form of an article's URL: the same for every reader.

    Scheme and host are in lower case; default port, fragment and tracking parameters are dropped; the other
    parameters keep their order and spelling. Text that is not an http(s) URL is stripped and otherwise
    unchanged.
    """
    address = http_url(url)
    if address is None:
        return url.strip()
    parts = urlsplit(address)
    host = parts.netloc.lower().removesuffix(_DEFAULT_PORT[parts.scheme])
    kept = (part for part in parts.query.split("&") if part and not _TRACKING.fullmatch(part.partition("=")[0]))
    return urlunsplit((parts.scheme, host, parts.path or "/", "&".join(kept), ""))
