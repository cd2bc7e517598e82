"""What is known of an article's address, and what a visit to it came to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from archive.captures.files import Capture
    from scraper.fetching import Answer
    from scraper.records import Moment


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """An article's address and what is known of it."""

    url: str
    source: str
    target: str
    etag: str | None
    last_modified: str | None
    digest: str | None
    published: Moment | None
    first_visit: str | None
    visits: int
    attempts: int
    article: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """How a later answer is known to be the same: the digest of the bytes, and what the server calls them."""

    digest: str | None = None
    etag: str | None = None
    last_modified: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a successful visit came to.

    Attributes:
        status: HTTP status.
        marks: The answer's.
        moved: Where the article is for good now.
        kept: Whether it is about one of the source's topics; None when it was not looked into.
        article: Its id in the archive.
        page: What pages without reactions are compared by; see `archive.schedule.pages`.
        captures: Where the answers lie, each hop of the chain.
        run: The run's number.
    """

    status: int
    marks: Marks
    moved: str | None = None
    kept: bool | None = None
    article: str | None = None
    page: str | None = None
    captures: Sequence[Capture] = ()
    run: int | None = None


def marks_of(answer: Answer, digest: str | None, known: Visit | None = None) -> Marks:
    """Give the marks of an answer; what it does not say is as it is known."""
    etag, modified = answer.last.header("etag"), answer.last.header("last-modified")
    if known is not None:
        etag, modified = etag or known.etag, modified or known.last_modified
    return Marks(digest=digest, etag=etag, last_modified=modified)
