"""Find the feeds linked by a page, and those in a list of subscriptions (OPML)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape
from typing import Any
from urllib.parse import urljoin

from scraper.patterns import lazy_regex
from scraper.values.urls import http_url, with_login_of

#: Feed links in a page (https://www.rssboard.org/rss-autodiscovery), and how many of its bytes are searched.
_HEAD = 100_000
_LINK = lazy_regex(r"<link\s[^<>]{1,1000}>", re.IGNORECASE)
_ATTRIBUTE = lazy_regex(r"""(rel|type|href|title)\s*=\s*(["'])(.*?)\2""", re.IGNORECASE)
_FEED_TYPES = frozenset({"application/rss+xml", "application/atom+xml", "application/feed+json"})
#: The largest list of subscriptions, and the most feeds read from it.
MAX_OPML_BYTES = 10_000_000
MAX_FEEDS = 10_000


class NoSubscriptionsError(ValueError):
    """Raised for bytes that are not OPML with feeds; the message names what they are."""


@dataclass(frozen=True, slots=True)
class FeedLink:
    """The URL of a feed or sitemap, its title there, and how many articles it lists; None if that is unknown."""

    url: str
    title: str | None = None
    articles: int | None = 0


def linked_feeds(content: bytes, url: str) -> list[FeedLink]:
    """Return the feeds that a page links for autodiscovery, in page order, comment feeds last.

    Args:
        content: The page.
        url: Its URL, the base of relative URLs.
    """
    found: dict[str, FeedLink] = {}
    for link in _LINK.findall(content[:_HEAD].decode("utf-8", "replace")):
        named = {name.lower(): unescape(value) for name, _, value in _ATTRIBUTE.findall(link)}
        is_feed = named.get("rel", "").lower() == "alternate" and named.get("type", "").lower() in _FEED_TYPES
        if is_feed and (address := absolute_url(named.get("href"), url)):
            found.setdefault(address, FeedLink(address, one_line(named.get("title"))))
    return sorted(found.values(), key=lambda feed: "comment" in f"{feed.url} {feed.title}".lower())


def read_opml(content: bytes) -> list[FeedLink]:
    """Return the feeds of a list of subscriptions (http://opml.org/spec2.opml), including its folders.

    Raises:
        NoSubscriptionsError: The content is not OPML, names no feed, is too large, or declares entities,
            which can expand without end and do not belong in OPML.
    """
    from lxml import etree

    if len(content) > MAX_OPML_BYTES:
        raise NoSubscriptionsError(f"is larger than {MAX_OPML_BYTES:,} bytes")
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, recover=True, huge_tree=False)
    try:
        root = etree.fromstring(content, parser)
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
    if not isinstance(link, str) or not link.strip():
        return None
    try:
        return http_url(urljoin(base, link.strip()))
    except ValueError:
        return None


def one_line(text: Any) -> str | None:
    r"""Return a title as one line of printable text, at most 100 characters; None if nothing is left.

    >>> one_line("The\n Harbour &amp; Pier\x07 "), one_line(" ")
    ('The Harbour & Pier', None)
    """
    if not isinstance(text, str):
        return None
    printable = "".join(sign if sign.isprintable() else " " for sign in unescape(text[:1000]))
    return " ".join(printable.split())[:100].strip() or None
