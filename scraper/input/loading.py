"""Find the responses that frames of a page loaded, in the WARC files of a crawl, and join them to pages.

A response belongs to the page named by its record (``WARC-Page-ID``, as written by Browsertrix), or by its
request's referrer. If neither is a listed page, it belongs to every page that contains the id of its post. The list of
pages in a WACZ also has titles and times for pages that state none themselves.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from datetime import datetime
from typing import IO, TYPE_CHECKING, Any

from scraper.errors import DocumentError, SourceError
from scraper.input.streams import bounded_lines
from scraper.input.warc_record import answer_at, recorded, saved_at
from scraper.patterns import lazy_regex
from scraper.records import Loaded
from scraper.registry import answers, may_hold_short_link, short_link, target_of
from scraper.values import json_of
from scraper.values.urls import joined_url

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scraper.input.warc_record import Recorded
    from scraper.records import Document

#: Lists of pages in a package: those chosen by the user, and those found by the crawler.
PAGES = ("pages/pages.jsonl", "pages/extraPages.jsonl")
#: Most bytes of a line; lines may contain the text of the page.
_LONGEST_LINE = 4_000_000
_MOST_BYTES = 1_000_000_000
_MOST_PAGES = 200_000
_LONGEST_TITLE, _LONGEST_URL = 1000, 4000


class ListedPages:
    """The entries of lists of pages, by URL."""

    def __init__(self) -> None:
        #: Time and title of each entry.
        self._pages: dict[str, list[tuple[str | None, str | None]]] = defaultdict(list)
        #: URL of a page, by its id in the records of a crawl.
        self.url_of: dict[str, str] = {}
        self._lines = 0

    def __contains__(self, url: str) -> bool:
        """Return True if a page is listed."""
        return url.partition("#")[0] in self._pages

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
        page = json_of(line)
        if not isinstance(page, dict):
            return False
        url = page.get("url")
        if isinstance(url, str) and len(url) < _LONGEST_URL:
            address = url.partition("#")[0]
            self._pages[address].append((saved_at(page.get("ts")), _title(page.get("title"), url)))
            if isinstance(page.get("id"), str):
                self.url_of[page["id"][:100]] = address
        return True

    def complete(self, document: Document) -> Document:
        """Return a document with its listed title, and the listed time if it has none."""
        listed = self._pages.get((document.url or "").partition("#")[0])
        if not listed:
            return document
        saved = document.saved_at
        at, title = min(listed, key=lambda page: _gap(page[0], saved)) if saved else listed[0]
        if saved is None and len({each for each, _ in listed}) == 1:
            document = replace(document, saved_at=at)
        return replace(document, declared=replace(document.declared, listed_title=title)) if title else document


def _title(raw: Any, url: str) -> str | None:
    """Return a listed title; programs without a title write the URL."""
    title = " ".join(raw.split())[:_LONGEST_TITLE] if isinstance(raw, str) else ""
    return title if title and title != url else None


def _gap(one: str | None, other: str) -> float:
    """Return the seconds between two instants; infinite if one is unknown."""
    if one is None:
        return float("inf")
    return abs((datetime.fromisoformat(one) - datetime.fromisoformat(other)).total_seconds())


#: Most bytes of a response, most responses in a package, and most in one page.
_LARGEST, _MOST, _MOST_OF_PAGE = 2_000_000, 50_000, 200
_LONGEST_ADDRESS = 2000
#: The pattern of a post's id in a page.
_WORD = lazy_regex(rb"[0-9A-Za-z]{5,40}")


class Answers:
    """The responses in a package, by the ids of their posts or of the short links that lead to them."""

    def __init__(self, listed: ListedPages) -> None:
        self._listed = listed
        self._by_id: dict[bytes, list[tuple[str | None, str, Loaded]]] = defaultdict(list)
        self._referrers: dict[str, str] = {}
        self._number = 0

    def read(self, file: IO[bytes], base: int | None, begin: Iterable[str] | None = None) -> None:
        """Add a seekable WARC file; `base` is its offset in the package, None if it is compressed there.

        Besides short links, the URLs read begin with `begin`: by default, those that frames load posts from.
        """
        for found in recorded(file, tuple(answers() if begin is None else begin), _LARGEST):
            if self._number >= _MOST:
                return
            self._number += 1
            if found.body is None:
                if found.referrer:
                    self._referrers[found.url] = found.referrer[:_LONGEST_ADDRESS]
                continue
            loaded = loaded_in(found)
            if loaded is not None and loaded.post.id:
                where = None if base is None else base + found.offset
                page = self._listed.url_of.get(found.page or "")
                entry = page, found.url, replace(loaded, offset=where)
                native_id = (short_link(loaded.source) or loaded.post).id or ""
                words = _WORD.findall(native_id.rpartition("/")[2].encode())
                self._by_id[words[0] if words else b""].append(entry)

    def joined(self, document: Document) -> Document:
        """Return a document with its responses."""
        if not self._by_id:
            return document
        words = {word[0] for word in _WORD.finditer(document.content)} & self._by_id.keys()
        found = [entry for word in sorted(words) for entry in self._by_id[word]]
        url = (document.url or "").partition("#")[0]
        loaded = [each for page, asked, each in found if self._page_of(page, asked) in {None, url}]
        return replace(document, loaded=tuple(loaded[:_MOST_OF_PAGE])) if loaded else document

    def _page_of(self, page: str | None, asked: str) -> str | None:
        if page is not None:
            return page
        referrer = self._referrers.get(asked, "").partition("#")[0]
        return referrer if referrer in self._listed else None


def with_targets(items: Iterable[Document | SourceError], stream: IO[bytes]) -> Iterator[Document | SourceError]:
    """Yield the items of a WARC file, pages with short links together with their redirects in the file.

    The redirects are read at the first such page; then the stream is where it was.
    """
    redirects = None
    for item in items:
        if isinstance(item, SourceError) or not may_hold_short_link(item.content):
            yield item
            continue
        if redirects is None:
            redirects, at = Answers(ListedPages()), stream.tell()
            redirects.read(stream, 0, begin=())
            stream.seek(at)
        yield redirects.joined(item)


def loaded_in(found: Recorded) -> Loaded | None:
    """Return the post in a response; None if there is none."""
    if len(found.url) > _LONGEST_ADDRESS or len(found.location or "") > _LONGEST_ADDRESS:
        return None
    if found.location and (short := short_link(found.url)) and short.url:
        post = target_of(short.url, joined_url(found.url, found.location))
        return Loaded(source=short.url, at=found.at, post=post) if post else None
    data = json_of(found.body or b"")
    if data is None:
        return None
    parse = next((parse for begin, parse in answers().items() if found.url.startswith(begin)), None)
    post = parse(found.url, data) if parse else None
    return Loaded(source=found.url, at=found.at, post=post) if post else None


def read_again(path: str, offsets: Iterable[int]) -> tuple[Loaded, ...]:
    """Return the posts in the responses at some offsets of a file; missing ones are left out."""
    found = []
    try:
        with open(path, "rb") as stream:  # noqa: PTH123 -- the path is text everywhere here
            for offset in list(offsets)[:_MOST_OF_PAGE]:
                answer = answer_at(stream, tuple(answers()), _LARGEST, offset)
                if answer is not None and (loaded := loaded_in(answer)):
                    found.append(replace(loaded, offset=offset))
    except OSError:
        return ()
    return tuple(found)
