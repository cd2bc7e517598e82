"""The answers from which frames of a page were drawn, found in the WARC files of a crawl and joined to pages.

An answer belongs to the page that its record names (``WARC-Page-ID``, as Browsertrix writes it), or that its
request names as its referrer; where neither is a listed page, to every page that names the id of its post.
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

#: Most bytes of an answer, most answers in a package, and most of one page.
_LARGEST, _MOST, _MOST_OF_PAGE = 2_000_000, 50_000, 200
_LONGEST_ADDRESS = 2000
#: What an id of a post may be, in a page.
_WORD = lazy_regex(rb"[0-9A-Za-z]{5,40}")


class Answers:
    """The answers of a package, by the ids of their posts."""

    def __init__(self, listed: ListedPages) -> None:
        self._listed = listed
        self._by_id: dict[bytes, list[tuple[str | None, str, Loaded]]] = defaultdict(list)
        self._referrers: dict[str, str] = {}
        self._number = 0

    def read(self, file: IO[bytes], base: int | None) -> None:
        """Take in a WARC file.

        Args:
            file: The file, which can seek.
            base: Where it begins in the package; None where it is not stored as it is.
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
        """Return a document with the answers that belong to it."""
        if not self._by_id:
            return document
        words = {word[0] for word in _WORD.finditer(document.content)} & self._by_id.keys()
        found = [entry for word in sorted(words) for entry in self._by_id[word]]
        url = urldefrag(document.url or "").url
        loaded = [each for page, asked, each in found if self._page_of(page, asked) in {None, url}]
        return replace(document, loaded=tuple(loaded[:_MOST_OF_PAGE])) if loaded else document

    def _page_of(self, page: str | None, asked: str) -> str | None:
        """Return the listed page that loaded an answer; None where that is not known."""
        if page is not None:
            return page
        referrer = urldefrag(self._referrers.get(asked, "")).url
        return referrer if referrer in self._listed else None


def loaded_in(found: Recorded) -> Loaded | None:
    """Return the post in an answer; None where it is none."""
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
    """Return the posts in the answers that begin at some offsets of a file; what is not there is left out."""
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
