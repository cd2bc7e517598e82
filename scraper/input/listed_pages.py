"""Read the list of pages in a WACZ, with titles and times for pages that state none themselves."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import IO, TYPE_CHECKING, Any
from urllib.parse import urldefrag

from scraper.errors import DocumentError
from scraper.input.streams import bounded_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scraper.records import Document

#: Lists of pages in a package: those chosen by the user, and those found by the crawler.
PAGES = ("pages/pages.jsonl", "pages/extraPages.jsonl")
#: Most bytes of a line; lines may contain the text of the page.
_LONGEST_LINE = 4_000_000
_MOST_BYTES = 1_000_000_000
_MOST_PAGES = 200_000
_LONGEST_TITLE, _LONGEST_URL = 1000, 4000


@dataclass(frozen=True, slots=True)
class _Listed:
    at: str | None
    title: str | None


class ListedPages:
    """The entries of lists of pages, by URL."""

    def __init__(self) -> None:
        self._pages: dict[str, list[_Listed]] = defaultdict(list)
        #: URL of a page, by its id in the records of a crawl.
        self.url_of: dict[str, str] = {}
        self._lines = 0

    def __contains__(self, url: str) -> bool:
        """Return True if a page is listed."""
        return urldefrag(url).url in self._pages

    def read(self, name: str, lines: IO[bytes]) -> Iterator[DocumentError]:
        """Add a list, one JSON object a line; yield one error value if lines cannot be read."""
        wrong = size = 0
        for line in bounded_lines(lines, _LONGEST_LINE):
            size += line if isinstance(line, int) else len(line)
            self._lines += 1
            if self._lines > _MOST_PAGES or size > _MOST_BYTES:
                yield DocumentError(name, f"lists more than {_MOST_PAGES:,} pages: the titles of others are ignored")
                break
            wrong += isinstance(line, int) or not self._add(line)
        if wrong:
            yield DocumentError(name, f"has {wrong:,} unreadable lines: the others are read")

    def _add(self, line: bytes) -> bool:
        """Add a line; return True if it is valid."""
        if not line.strip():
            return True
        try:
            page = json.loads(line)
        except (ValueError, RecursionError):
            return False
        if not isinstance(page, dict):
            return False
        url = page.get("url")
        if isinstance(url, str) and len(url) < _LONGEST_URL:
            address = urldefrag(url).url
            self._pages[address].append(_Listed(_instant(page.get("ts")), _title(page.get("title"), url)))
            if isinstance(page.get("id"), str):
                self.url_of[page["id"][:100]] = address
        return True

    def complete(self, document: Document) -> Document:
        """Return a document with its listed title, and the listed time if it has none."""
        listed = self._pages.get(urldefrag(document.url or "").url)
        if not listed:
            return document
        at = document.saved_at
        near = min(listed, key=lambda page: _gap(page.at, at)) if at else listed[0]
        if at is None and len({page.at for page in listed}) == 1:
            document = replace(document, saved_at=near.at)
        if near.title is None:
            return document
        return replace(document, declared=replace(document.declared, listed_title=near.title))


def _title(raw: Any, url: str) -> str | None:
    """Return a listed title; programs without a title write the URL."""
    title = " ".join(raw.split())[:_LONGEST_TITLE] if isinstance(raw, str) else ""
    return title if title and title != url else None


def _instant(raw: Any) -> str | None:
    try:
        at = datetime.fromisoformat(raw)
    except (TypeError, ValueError):
        return None
    try:
        return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}" if at.tzinfo else None
    except OverflowError:
        return None


def _gap(one: str | None, other: str) -> float:
    """Return the seconds between two instants; infinite if one is unknown."""
    if one is None:
        return float("inf")
    return abs((datetime.fromisoformat(one) - datetime.fromisoformat(other)).total_seconds())
