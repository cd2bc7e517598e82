"""Parse feeds, sitemaps and lists of URLs into the articles they list. Nothing is fetched here."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from html import unescape
from io import BytesIO
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Literal

from scraper.errors import cause_of
from scraper.input.streaming import SAFE_XML, Allowance, OverlongError, Sitemap, feed_pieces, well_formed
from scraper.input.streams import BrokenContentError, TooLargeError, inflated
from scraper.patterns import lazy_regex
from scraper.records import Moment
from scraper.values.moments import is_unset, iso_instant, mail_instant, to_the_second
from scraper.values.urls import http_url, is_web_address, joined_url, unwrap_redirector, with_login_of, without_login

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

#: Feed links in a page (https://www.rssboard.org/rss-autodiscovery), and how many of its bytes are searched.
_HEAD = 100_000
_LINK = lazy_regex(r"<link\s[^<>]{1,1000}>", re.IGNORECASE)
_ATTRIBUTE = lazy_regex(r"""(rel|type|href|title)\s*=\s*(["'])(.*?)\2""", re.IGNORECASE)
_FEED_TYPES = frozenset({"application/rss+xml", "application/atom+xml", "application/feed+json"})
#: The largest list of subscriptions, and the most feeds read from it.
MAX_OPML_BYTES = 10_000_000
MAX_FEEDS = 10_000


class NoSubscriptionsError(ValueError):
    """Raised for bytes that are not OPML with feeds; the message names their kind."""


@dataclass(frozen=True, slots=True)
class FeedLink:
    """The URL of a feed or sitemap, its title there, and how many articles it lists; None if that is unknown."""

    url: str
    title: str | None = None
    articles: int | None = 0


def linked_feeds(content: bytes, url: str) -> list[FeedLink]:
    """Return the feeds that a page at a URL links for autodiscovery, in page order, comment feeds last."""
    found: dict[str, FeedLink] = {}
    for link in _LINK.findall(content[:_HEAD].decode("utf-8", "replace")):
        named = {name.lower(): unescape(value) for name, _, value in _ATTRIBUTE.findall(link)}
        is_feed = named.get("rel", "").lower() == "alternate" and named.get("type", "").lower() in _FEED_TYPES
        if is_feed and (address := absolute_url(named.get("href"), url)):
            found.setdefault(address, FeedLink(address, one_line(named.get("title"))))
    return sorted(found.values(), key=lambda feed: "comment" in f"{feed.url} {feed.title}".lower())


def read_opml(content: bytes) -> list[FeedLink]:
    """Return the feeds of a list of subscriptions (http://opml.org/spec2.opml), including its folders.

    Raises `NoSubscriptionsError` if it is not OPML, names no feed, is too large, or declares entities, which can expand
    without end and do not belong in OPML.
    """
    from lxml import etree

    if len(content) > MAX_OPML_BYTES:
        raise NoSubscriptionsError(f"is larger than {MAX_OPML_BYTES:,} bytes")
    try:
        root = etree.fromstring(content, etree.XMLParser(load_dtd=False, recover=True, **SAFE_XML))
    except (etree.XMLSyntaxError, UnicodeDecodeError, ValueError) as error:
        raise NoSubscriptionsError("is not OPML") from error
    if root is None or root.tag.rpartition("}")[2].lower() != "opml":
        raise NoSubscriptionsError("is not OPML")
    subset = root.getroottree().docinfo.internalDTD
    if subset is not None and next(subset.iterentities(), None) is not None:
        raise NoSubscriptionsError("declares entities, which OPML does not need: remove them")
    found: dict[str, FeedLink] = {}
    for outline in root.iter("outline"):
        attributes = {name.lower(): value for name, value in outline.attrib.items()}
        written = (attributes.get("xmlurl") or "").strip()
        if url := http_url(written):
            title = one_line(attributes.get("title")) or one_line(attributes.get("text"))
            # It goes into the subscriber's settings, with the login that opens it.
            found.setdefault(url, FeedLink(with_login_of(written, url), title))
    if not found:
        raise NoSubscriptionsError("has no feed: no outline has an xmlUrl")
    if len(found) > MAX_FEEDS:
        raise NoSubscriptionsError(f"names more than {MAX_FEEDS:,} feeds")
    return list(found.values())


def absolute_url(link: Any, base: str) -> str | None:
    """Return the http(s) URL of a link on a page; None for other links."""
    return http_url(joined_url(base, link.strip())) if isinstance(link, str) and link.strip() else None


def one_line(text: Any) -> str | None:
    """Return a title as one line of printable text, at most 100 characters; None if nothing is left."""
    if not isinstance(text, str):
        return None
    printable = "".join(sign if sign.isprintable() else " " for sign in unescape(text[:1000]))
    return " ".join(printable.split())[:100].strip() or None


ListingKind = Literal["feed", "sitemap", "index", "urls"]

#: The limits of sitemaps are 50,000 URLs and 50 MB (https://www.sitemaps.org/protocol.html).
MAX_ENTRIES = 50_000
MAX_LISTING_BYTES = 50_000_000
#: A JSON Feed is parsed as a whole, which takes twenty times its size in memory; the largest seen has 2 MB.
_MAX_JSON_BYTES = 8_000_000
#: Most CPU seconds for one listing, as all others wait for it. A feed of 50,000 items takes six.
SECONDS = 10.0

_COMMENT = lazy_regex(r"(?:^|\s)#.*")
_URL_LINE = lazy_regex(rb"https?://\S+[ \t]*(?:[\r\n]|\Z)", re.IGNORECASE)
#: A date with the same reading in all formats, which most feeds have: `parse_date` takes longer.
_RFC_DATE = lazy_regex(
    r"(?:[A-Z][a-z]{2,8}, )?\d{1,2} [A-Z][a-z]{2,8} \d{4} \d{1,2}:\d\d(?::\d\d)? (?:GMT|UTC?|Z|[ECMP][SD]T|[+-]\d{4})"
)
_SHORT_YEAR = lazy_regex(r"(?<=[A-Z][a-z]{2}[ -])(\d\d)(?= +\d{1,2}:)")
#: Dates that are nearly ISO 8601: an hour or zone of one digit, a zone and a Z, no T.
_NEARLY = (
    (lazy_regex(r"(?<=[T ])(\d)(?=:\d\d(?::|\Z))"), r"0\1"),
    (lazy_regex(r"(?<=[ +-])(\d)(?=:\d\d\Z)"), r"0\1"),
    (lazy_regex(r"(?<=[+-]\d\d:\d\d)Z\Z"), ""),
    (lazy_regex(r"\A(\d{8})(\d{6})\Z"), r"\1T\2"),
)
_EPOCH = lazy_regex(r"(?P<seconds>[1-9]\d{8,9})(?P<thousandths>\d{3})?")
_HALF_DAY = lazy_regex(r"\d\s?[ap]\.?m\b", re.IGNORECASE)
_MARKUP = lazy_regex(r"</?(?:b|strong|i|em|span|u|sup|sub|small|mark|font|br)(?:\s[^<>]{0,200})?/?>", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One article in a listing."""

    url: str  # an http(s) URL
    guid: str  # the feed's own id for it; the URL if it has none
    title: str | None = None  # as in the listing
    published: Moment | None = None  # the publication date in the listing
    modified: str | None = None  # the date of the last change, as written


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """A feed, sitemap or sitemap index; entries are in its order, each URL once."""

    kind: ListingKind  # which of them, by its content
    entries: tuple[Entry, ...] = ()  # its articles
    children: tuple[Entry, ...] = ()  # the sitemaps of an index
    title: str | None = None
    unread: tuple[tuple[int, str], ...] = ()  # number and text of each line of a list that is not a URL
    # The URLs of a list with a name and password, including them. Entries have them removed.
    logins: tuple[str, ...] = field(default=(), repr=False)


class NoListingError(ValueError):
    """Raised for bytes that are not a feed or sitemap; the message names their kind."""


def read_listing(content: bytes, url: str, *, seconds: float = SECONDS) -> Listing:
    """Parse RSS, Atom, JSON Feed, a sitemap or a sitemap index, with or without gzip.

    Only the first `MAX_ENTRIES` entries are read; relative URLs are resolved with `url`. Raises `NoListingError` if it
    is none of these, is damaged, or takes more than `seconds` of CPU time.
    """
    try:
        return _read(_unzipped(content), url, seconds)
    except NoListingError:
        raise
    except Exception as error:  # whatever a parser raises on hostile bytes is a problem of this source only
        raise NoListingError(f"cannot be read ({cause_of(error)}): report it as a bug") from error


def _read(content: bytes, url: str, seconds: float) -> Listing:
    head = content.lstrip(b"\xef\xbb\xbf \t\r\n")[:4096]
    if not head:
        raise NoListingError("has only white space" if content.lstrip(b"\xef\xbb\xbf") else "is empty")
    if _URL_LINE.match(head):
        listing = read_urls(content.decode("utf-8", "replace"))
        return replace(listing, kind="sitemap", entries=listing.entries[:MAX_ENTRIES], unread=(), logins=())
    allowance = Allowance(seconds)
    try:
        if head.startswith(b"{"):
            return _listing("feed", *_json_feed(content), url)
        content = well_formed(content)
        head = content.lstrip()[:4096]
        if b"<urlset" not in head and b"<sitemapindex" not in head:
            return _listing("feed", *_feed(content, url, allowance), url)
        sitemap = Sitemap()
        entries = sitemap.read(content, MAX_ENTRIES, allowance)
        if sitemap.root is None:
            raise NoListingError("is a damaged sitemap")
        # The news extension has the publication date, ``lastmod`` the date of a change.
        names = ("loc", "guid", "title", "publication_date", "lastmod")
        items = (tuple(map(each.get, names)) for each in entries)
        return _listing("index" if sitemap.root == "sitemapindex" else "sitemap", items, None, url)
    except OverlongError as error:
        raise NoListingError(str(error)) from error


def _listing(kind: ListingKind, items: Iterable[tuple[Any, ...]], title: str | None, base: str) -> Listing:
    """Return a listing of items: link, id, title, dates of publication and change; links may be relative."""
    found: dict[str, Entry] = {}
    for link, guid, name, published, modified in islice(items, MAX_ENTRIES):
        address = absolute_url(link, base)
        if address and (url := unwrap_redirector(address)) not in found:
            at, changed = listed_date(published), modified if isinstance(modified, str) and modified else None
            found[url] = Entry(url=url, guid=str(guid or url), title=_title(name), published=at, modified=changed)
    entries = tuple(found.values())
    listing = Listing(kind=kind, title=title, entries=entries)
    return replace(listing, entries=(), children=entries) if kind == "index" else listing


def read_urls(text: str) -> Listing:
    r"""Parse a list of URLs, one a line; ``#`` begins a comment at the start of a line or after a space.

    The user wrote the list, so all of it is read. URLs of redirectors become those they lead to.

    >>> listing = read_urls("# mine\nhttps://a.example/1#top  # seen\nnot one\n")
    >>> [entry.url for entry in listing.entries], listing.unread
    (['https://a.example/1#top'], ((3, 'not one'),))
    """
    entries: dict[str, Entry] = {}
    unread, logins = [], []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        written = _COMMENT.sub("", line).strip()
        url = http_url(written) if is_web_address(written) else None
        if url:
            url = unwrap_redirector(url)
            entries.setdefault(url, Entry(url=url, guid=url))
            if without_login(written) != written:
                logins.append(written)
        elif written:
            unread.append((number, written))
    return Listing(kind="urls", entries=tuple(entries.values()), unread=tuple(unread), logins=tuple(logins))


def _unzipped(content: bytes) -> bytes:
    """Decompress ``.xml.gz``, served as a file, not with a content encoding."""
    if not content.startswith(b"\x1f\x8b"):
        return content
    try:
        return inflated(content, MAX_LISTING_BYTES)
    except BrokenContentError as error:
        raise NoListingError(f"is damaged gzip ({error})") from error
    except TooLargeError:
        raise NoListingError(f"is gzip with more than {MAX_LISTING_BYTES:,} bytes") from None


def _json_feed(content: bytes) -> tuple[list[tuple[Any, ...]], str | None]:
    if len(content) > _MAX_JSON_BYTES:
        raise NoListingError(f"is JSON of more than {_MAX_JSON_BYTES:,} bytes")
    try:
        feed = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise NoListingError("is broken JSON") from error
    items = feed.get("items") if isinstance(feed, dict) else None
    if not isinstance(items, list):
        raise NoListingError("is JSON, but not a JSON Feed")
    names = ("id", "title", "date_published", "date_modified")
    items = [item for item in items if isinstance(item, dict)]
    found = [(item.get("url") or item.get("external_url"), *map(item.get, names)) for item in items]
    return found, one_line(feed.get("title"))


def _feed(content: bytes, url: str, allowance: Allowance) -> tuple[Iterator[tuple[Any, ...]], str | None]:
    pieces = (_parsed(piece, url) for piece in feed_pieces(content, MAX_ENTRIES))
    first = next(pieces)
    if not first.get("version") and not first.entries:
        raise NoListingError(_what_it_is(content, url))

    def items() -> Iterator[tuple[Any, ...]]:
        for parsed in chain((first,), pieces):
            for item in parsed.entries:
                allowance.check()
                yield _feed_item(item, parsed)

    return items(), one_line(first.feed.get("title"))


def _parsed(content: bytes, url: str) -> Any:
    import feedparser

    # A file object keeps feedparser from fetching anything. The texts of items are not used here; sanitizing
    # them would take nine tenths of the time.
    try:
        return feedparser.parse(
            BytesIO(content),
            response_headers={"content-location": url},
            sanitize_html=False,
            resolve_relative_uris=False,
        )
    except Exception as error:  # some damage raises a KeyError, a ValueError, a UnicodeDecodeError …
        raise NoListingError(f"is a damaged feed ({type(error).__name__})") from error


def _what_it_is(content: bytes, url: str) -> str:
    head = content.lstrip()[:4096].lower()
    if b"<html" not in head and b"<!doctype html" not in head:
        return "is neither feed nor sitemap"
    feeds = linked_feeds(content, url)
    return "is a page, not a feed or sitemap" + (f" (its feed is {feeds[0].url})" if feeds else "")


def _feed_item(item: Any, feed: Any) -> tuple[Any, ...]:
    # The date's text, not feedparser's parsed value: that takes every unknown zone for UTC and guesses at days.
    # feedparser's get() falls back from `updated` to `published`, with a warning, so dict.get is used. It also calls
    # RSS's dc:date `updated`, which is the publication date (https://web.resource.org/rss/1.0/modules/dc/).
    updated = dict.get(item, "updated")
    published = item.get("published") or item.get("created")
    published = published or (updated if feed.version.startswith("rss") else None)
    return item.get("link"), item.get("id"), item.get("title"), published, updated


def _title(written: Any) -> str | None:
    """Return a title without tags; feeds escape titles once or twice.

    >>> _title("<b>Pier</b> closes &#39;for good&#39; &lt;b&gt;today&lt;/b&gt;")
    "Pier closes 'for good' today"
    """
    if not isinstance(written, str):
        return None
    plain = unescape(_MARKUP.sub("", written)) if "<" in written or "&" in written else written
    return " ".join(_MARKUP.sub("", plain).split()) or None


def listed_date(written: Any) -> Moment | None:
    """Parse the date of an entry: ISO 8601, RFC 822, or printed in any language.

    Without a known zone, the moment has none. The day 1 January 1970, of a date never set, gives None.
    """
    text = str(written).strip() if isinstance(written, str | int) else ""
    if not text:
        return None
    if (epoch := _EPOCH.fullmatch(text)) is not None:
        return to_the_second(datetime.fromtimestamp(int(epoch["seconds"]), UTC), "feed", text)
    for pattern, instead in _NEARLY:
        text = pattern.sub(instead, text)
    found = _iso_date(text) or (_mail_date(text) if _RFC_DATE.fullmatch(text) else None)
    found = found or _printed_date(text) or _mail_date(text)
    return None if found is None or is_unset(found) else replace(found, as_written=str(written).strip())


def _iso_date(text: str) -> Moment | None:
    instant = iso_instant(text)
    if instant and len(text) <= 10:
        return Moment(at=f"{instant:%Y-%m-%d}", precision="day", source="feed", as_written=text)
    return to_the_second(instant, "feed", text)


def _printed_date(written: str) -> Moment | None:
    from scraper.values.dates import parse_date

    found = parse_date(_SHORT_YEAR.sub(r"20\1", written))
    return replace(found, source="feed", as_written=written) if found else None


def _mail_date(written: str) -> Moment | None:
    """Parse an RFC 822 date; Python's parser skips "PM" and zones that are not the RFC's."""
    return to_the_second(None if _HALF_DAY.search(written) else mail_instant(written), "feed", written)
