"""Find the responses that frames of a page loaded, in the WARC files of a crawl, and join them to pages.

A response belongs to the page named by its record (``WARC-Page-ID``, as written by Browsertrix), or by its
request's referrer. If neither is a listed page, it belongs to every page that contains the id of its post.
"""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import replace
from typing import IO, TYPE_CHECKING
from urllib.parse import urldefrag

from scraper.input.exchanges import answer_at, recorded
from scraper.patterns import lazy_regex
from scraper.records import Loaded
from scraper.registry import answers

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scraper.input.exchanges import Recorded
    from scraper.input.listed_pages import ListedPages
    from scraper.records import Document

#: Most bytes of a response, most responses in a package, and most in one page.
_LARGEST, _MOST, _MOST_OF_PAGE = 2_000_000, 50_000, 200
_LONGEST_ADDRESS = 2000
#: The pattern of a post's id in a page.
_WORD = lazy_regex(rb"[0-9A-Za-z]{5,40}")


class Answers:
    """The responses in a package, by the ids of their posts."""

    def __init__(self, listed: ListedPages) -> None:
        self._listed = listed
        self._by_id: dict[bytes, list[tuple[str | None, str, Loaded]]] = defaultdict(list)
        self._referrers: dict[str, str] = {}
        self._number = 0

    def read(self, file: IO[bytes], base: int | None) -> None:
        """Add a WARC file.

        Args:
            file: The file, which must be seekable.
            base: Its offset in the package; None if it is not stored uncompressed.
        """
        for found in recorded(file, tuple(answers()), _LARGEST):
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
                self._by_id[loaded.post.id.encode()].append(entry)

    def joined(self, document: Document) -> Document:
        """Return a document with its responses."""
        if not self._by_id:
            return document
        words = {word[0] for word in _WORD.finditer(document.content)} & self._by_id.keys()
        found = [entry for word in sorted(words) for entry in self._by_id[word]]
        url = urldefrag(document.url or "").url
        loaded = [each for page, asked, each in found if self._page_of(page, asked) in {None, url}]
        return replace(document, loaded=tuple(loaded[:_MOST_OF_PAGE])) if loaded else document

    def _page_of(self, page: str | None, asked: str) -> str | None:
        """Return the listed page that loaded a response; None if unknown."""
        if page is not None:
            return page
        referrer = urldefrag(self._referrers.get(asked, "")).url
        return referrer if referrer in self._listed else None


def loaded_in(found: Recorded) -> Loaded | None:
    """Return the post in a response; None if there is none."""
    if len(found.url) > _LONGEST_ADDRESS:
        return None
    try:
        data = json.loads(found.body or b"")
    except (ValueError, RecursionError):
        return None
    parse = next(parse for begin, parse in answers().items() if found.url.startswith(begin))
    post = parse(found.url, data)
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
