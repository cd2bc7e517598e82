"""What `voxpop archive` and `voxpop extract` share: the reading of sources, and their exit code."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from scraper.errors import SourceError, VoxpopError
from scraper.input import load
from scraper.values.urls import is_web_address

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Unpack

    from scraper.fetching import Answer
    from scraper.records import Document

    Documents = Iterator[Document | SourceError]

EVERY_SOURCE_FAILED = 4


class Reading(TypedDict):
    """How sources are read: the values of `reading_options`.

    Attributes:
        published: The publication date of all of them, or None.
        max_bytes: Refuse documents larger than this, decompressed.
        allow_private: Fetch from private and loopback addresses too.
        contact: A URL or e-mail address for the User-Agent.
    """

    published: str | None
    max_bytes: int
    allow_private: bool
    contact: str | None


def documents_of(
    sources: Iterable[str], *, keep: Callable[[Answer], object] = lambda _: None, **reading: Unpack[Reading]
) -> Documents:
    """Read the sources one after the other; yield their documents, and an error for each that fails.

    Args:
        sources: URLs, files, folders, WARC files or ``-``. An HTTP client is opened only when one is a URL.
        keep: Called with each answer to an HTTP request.
        **reading: How sources are read.
    """
    sources = list(sources)
    published, max_bytes = reading["published"], reading["max_bytes"]
    if not any(map(is_web_address, sources)):
        yield from load(sources, published=published, max_bytes=max_bytes)
        return
    from scraper.fetching import Fetcher

    with Fetcher(
        contact=reading["contact"], max_bytes=max_bytes, allow_private=reading["allow_private"], keep=keep
    ) as fetcher:
        yield from load(sources, published=published, max_bytes=max_bytes, fetcher=fetcher)


def exit_code(failed: int, done: int) -> int:
    """Return 0 when no source failed, 1 when some did, 4 when every one did."""
    if not failed:
        return 0
    return VoxpopError.exit_code if done else EVERY_SOURCE_FAILED
