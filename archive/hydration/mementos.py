"""Search web archives for a post: choose the next request and interpret answers. Pure.

The search queries an index for copies of the post's URL (the CDX API of the Wayback Machine and pywb), then
requests the copies, newest first, until one shows the post. Many show a login page or an error.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from archive.clock import stamp
from scraper.answered_posts import Disagreement, post_of_memento
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from archive.store.hydrations import Outcome
    from scraper.availability import Target
    from scraper.records import Answered

#: Maximum numbers of copies of a URL to list, and to request.
_LISTED, _LOOKED_AT = 20, 4
_LONGEST_ADDRESS = 2000
_MOMENT = lazy_regex(r"\d{14}")
_COPY = lazy_regex(r"/(\d{14})id_/")
#: Phrases of archives for URLs excluded on request; other refusals concern us, not the post.
_EXCLUDED = lazy_regex(rb"AccessControl|Blocked Site|been excluded|is excluded|not available .{0,40}request")
_LEGAL = 451


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A response of a web archive.

    Attributes:
        status: The HTTP status.
        body: The decoded body.
        content_type: As declared.
        given_at: Time that it is valid for, ISO 8601, UTC.
    """

    status: int
    body: bytes = b""
    content_type: str | None = None
    given_at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Result of a search.

    Attributes:
        outcome: ``found``, ``nothing``, ``disagrees``, or ``refused``: archives exclude it.
        url: URL of the decisive answer.
        given_at: Time that this answer is valid for.
        what: Its content.
    """

    outcome: Outcome
    url: str
    given_at: str | None = None
    what: Answered | Disagreement | None = None


@dataclass(slots=True)
class _Best:
    """The best result so far; a complete text ends the search."""

    found: Found

    def take(self, url: str, reply: Reply, what: Answered | Disagreement | None) -> bool:
        """Add the content of a copy; return True if it is enough."""
        if isinstance(what, Disagreement):
            if self.found.outcome == "nothing":
                self.found = Found(outcome="disagrees", url=url, given_at=reply.given_at, what=what)
            return False
        if what is None:
            return False
        if what.post.text or self.found.outcome != "found":
            self.found = Found(outcome="found", url=url, given_at=reply.given_at, what=what)
        return bool(what.post.text)


def search(
    platform: str, target: Target, addresses: Sequence[str], index: str, replay: str
) -> Generator[str, Reply, Found]:
    """Search web archives for a post.

    Args:
        platform: The name of its platform.
        target: The post.
        addresses: URLs to look up copies of.
        index: URL of the CDX API.
        replay: URL prefix of copies.
    """
    best = _Best(Found(outcome="nothing", url=""))
    for address in addresses:
        url = index_url(index, address)
        listed = yield url
        if is_refusal(listed):
            return Found(outcome="refused", url=url)
        if not best.found.url:
            best.found = Found(outcome="nothing", url=url)
        for moment, original in copies(listed.body)[:_LOOKED_AT]:
            url = f"{replay.rstrip('/')}/{moment}id_/{original}"
            reply = yield url
            if is_refusal(reply):
                return Found(outcome="refused", url=url)
            if reply.status != 200:
                continue
            what = post_of_memento(platform, target, reply.body, reply.content_type)
            if best.take(url, reply, what):
                return best.found
    return best.found


def index_url(index: str, address: str) -> str:
    """Return the URL that lists the latest copies of a URL.

    >>> index_url("https://archive.example/cdx", "https://x.com/ada/status/20")[:58]
    'https://archive.example/cdx?url=https%3A%2F%2Fx.com%2Fada%'
    """
    fields = {
        "url": address,
        "output": "json",
        "fl": "timestamp,original",
        "filter": "statuscode:200",
        "collapse": "digest",
        "limit": -_LISTED,
    }
    return f"{index}?{urlencode(fields)}"


def copies(body: bytes) -> list[tuple[str, str]]:
    """Return time and exact URL of each copy, newest first.

    >>> copies(b'[["timestamp", "original"], ["20200201000000", "https://x.com/a"], ["no", "https://x.com/b"]]')
    [('20200201000000', 'https://x.com/a')]
    """
    rows = _rows(body) or []
    names = rows[0] if rows else []
    if "timestamp" not in names or "original" not in names:
        return []
    places = names.index("timestamp"), names.index("original")
    found = {(row[places[0]], row[places[1]]) for row in rows[1:] if len(row) == len(names) and _is_copy(row, places)}
    return sorted(found, reverse=True)


def _rows(body: bytes) -> list[list[Any]] | None:
    """Return the rows of a list of copies; None if it is not one."""
    if not body.strip():
        return []
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        return None
    is_list = isinstance(data, list) and all(isinstance(row, list) for row in data)
    return data if is_list else None


def _is_copy(row: list[Any], places: tuple[int, int]) -> bool:
    moment, original = row[places[0]], row[places[1]]
    if not isinstance(moment, str) or not isinstance(original, str):
        return False
    is_address = original.startswith(("http://", "https://")) and original.isprintable() and " " not in original
    return bool(_MOMENT.fullmatch(moment)) and is_address and len(original) <= _LONGEST_ADDRESS


def is_refusal(reply: Reply) -> bool:
    """Return True if an archive excludes the URL on request."""
    return reply.status == _LEGAL or (reply.status in {403, 404} and _EXCLUDED.search(reply.body) is not None)


def is_silence(url: str, reply: Reply) -> bool:
    """Return True if an answer says nothing about the post: an outage, a limit, a page instead of a list."""
    if is_refusal(reply):
        return False
    is_copy = _COPY.search(url) is not None
    if reply.status in {401, 403, 408, 425, 429} or reply.status >= 500:
        return True
    is_elsewhere = 300 <= reply.status < 400  # a copy may redirect, as its page did; an index has no cause to
    return not is_copy and (is_elsewhere or (reply.status == 200 and _rows(reply.body) is None))


def given_at(url: str, declared: str | None) -> str | None:
    """Return the time that a copy is valid for: as declared, else from its URL.

    >>> copy = "https://archive.example/web/20200201000000id_/https://x.com/a"
    >>> given_at(copy, None), given_at(copy, "Sun, 02 Feb 2020 10:00:00 GMT")
    ('2020-02-01T00:00:00Z', '2020-02-02T10:00:00Z')
    """
    try:
        if declared:
            return stamp(parsedate_to_datetime(declared))
    except (ValueError, TypeError, OverflowError):
        pass
    moment = _COPY.search(url)
    try:
        return stamp(datetime.strptime(moment[1], "%Y%m%d%H%M%S").replace(tzinfo=UTC)) if moment else None
    except ValueError:
        return None
