"""One-off work: the sources of one command, read, extracted and stored one after the other."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from archive.clock import stamp, utc_now
from archive.store.identity import digest_of
from archive.wording import counted
from scraper.errors import SourceError
from scraper.extract import extract, to_json
from scraper.input import load
from scraper.records import Problem
from scraper.values.urls import is_web_address

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator
    from contextlib import AbstractContextManager
    from typing import Unpack

    from archive.captures.files import Capture, Captures
    from archive.store.archive import Archive, Saved
    from scraper.fetching import Answer
    from scraper.records import Document

    Documents = Iterator[Document | SourceError]


#: The columns that name a source as a key keep the whole path.
_SHORTENED = "UPDATE articles SET source = ? WHERE id = ? AND source = ?"


class Reading(TypedDict):
    """How sources are read: the options that `archive` and `extract` share.

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


@dataclass(slots=True)
class Tally:
    """What one `archive` command found, counted for a person.

    Attributes:
        shown: Article -> how many embeds and quotes it has; one that came twice counts once.
        stopped: What ended the work early; None when it came to its end.
    """

    new: int = 0
    failed: int = 0
    stopped: KeyboardInterrupt | None = None
    shown: dict[str, tuple[int, int]] = field(default_factory=dict)
    posts: set[str] = field(default_factory=set)
    hashtags: set[str] = field(default_factory=set)

    @property
    def articles(self) -> int:
        """How many articles are stored."""
        return len(self.shown)

    def add(self, saved: Saved) -> None:
        """Count one stored article."""
        self.new += saved.new
        self.shown[saved.article] = saved.embeds, saved.quotes
        self.posts |= saved.posts
        self.hashtags |= saved.hashtags

    def line(self, database: str) -> str:
        """Give the one line that is printed at the end."""
        embeds, quotes = (sum(column) for column in zip((0, 0), *self.shown.values(), strict=True))
        found = (
            f"{database}: {counted(self.articles, 'article')} ({self.new:,} new), "
            f"{counted(embeds, 'embed')} of {counted(len(self.posts), 'post')}, "
            f"{counted(quotes, 'quote')}, {counted(len(self.hashtags), 'hashtag')}"
        )
        return f"{found}; {counted(self.failed, 'source')} failed" if self.failed else found


def archive_sources(
    database: str,
    sources: Iterable[str],
    *,
    report: Callable[[SourceError], None],
    progress: Callable[[Documents], Documents] = iter,
    captures: Path | None = None,
    **reading: Unpack[Reading],
) -> Tally:
    """Extract and store the reactions of every source, one transaction per article.

    Args:
        database: Path of the archive; created when missing.
        sources: URLs, files, folders, WARCs or ``-``.
        report: Called with each source that failed; the others go on.
        progress: Wraps the documents, to show how far the work is.
        captures: The folder for the bytes of what is fetched; None keeps none.
        **reading: How sources are read.

    Raises:
        ArchiveError: The database cannot be used.
    """
    from archive.store.archive import Archive

    tally, sources = Tally(), list(sources)
    folder = captures if any(map(is_web_address, sources)) else None
    with Archive.open(database) as archive, _writer(folder) as writer:
        keeper = _Keeper(archive, writer, sources)
        try:
            for document in progress(documents_of(sources, keep=keeper.answers.append, **reading)):
                if isinstance(document, SourceError):
                    tally.failed += 1
                    report(document)
                    archive.note(document.source, problem_of(document), seen=stamp(utc_now()))
                else:
                    tally.add(keeper.store(document))
                keeper.answers.clear()
        except KeyboardInterrupt as stop:
            archive.db.rollback()  # it may come between a transaction's first statement and its guard
            tally.stopped = stop
        tally.posts = set(archive.current(tally.posts))
    return tally


class _Keeper:
    """Stores documents, and the bytes of those that were fetched.

    Attributes:
        answers: Of the document at hand, when it was fetched.
    """

    def __init__(self, archive: Archive, writer: Captures | None, named: list[str]) -> None:
        self._archive = archive
        self._writer = writer
        self._named = {str(Path(name)) for name in named}
        self.answers: list[Answer] = []

    def store(self, document: Document) -> Saved:
        """Keep the bytes, store what they hold, then name the bytes in the archive."""
        captures = self._captures()
        saved = self._archive.save(
            extract(document),
            digest=digest_of(document.content),
            seen=stamp(utc_now()),
            saved_at=document.saved_at,
        )
        if (short := without_folders(document.source, self._named)) != document.source:
            with self._archive.transaction() as connection:
                connection.execute(_SHORTENED, (short, saved.article, document.source))
        if captures:
            from archive.captures.index import enter

            with self._archive.transaction() as connection:
                enter(connection, captures, saved.article)
        return saved

    def _captures(self) -> list[Capture]:
        if self._writer is None or not self.answers:
            return []
        from archive.captures.index import capture

        return capture(self._archive, self._writer, self.answers[-1].exchanges)


def without_folders(source: str, named: Collection[str]) -> str:
    """Give a path as it lies below what was named on the command line, without the folders above that.

    An archive is shown to others, to whom it is nothing where a file lay on one machine. Addresses, and paths
    that were named from the folder one is in, stay what they are.

    >>> without_folders("/srv/jo/saved/2024/a.html", {"/srv/jo/saved"})
    'saved/2024/a.html'
    >>> without_folders("/srv/a.html", {"/srv/a.html"}), without_folders("saved/a.html", {"saved"})
    ('a.html', 'saved/a.html')
    """
    if not source.startswith(("/", "..")):
        return source
    path = Path(source.partition("#")[0])
    root = next((str(part) for part in (path, *path.parents) if str(part) in named), None)
    return source if root is None else Path(root).resolve().name + source[len(root) :]


def _writer(folder: Path | None) -> AbstractContextManager[Captures | None]:
    if folder is None:
        return nullcontext()
    from archive.captures.files import Captures

    return Captures(folder)


def extract_sources(sources: Iterable[str], **reading: Unpack[Reading]) -> Iterator[str | SourceError]:
    """Yield one JSON line per document, and the errors of the sources that failed."""
    for document in documents_of(sources, **reading):
        yield document if isinstance(document, SourceError) else to_json(extract(document))


def documents_of(
    sources: Iterable[str], *, keep: Callable[[Answer], object] = lambda _: None, **reading: Unpack[Reading]
) -> Documents:
    """Read the sources. A client for URLs is opened only when one is named; `keep` is given its answers."""
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


def problem_of(error: SourceError) -> Problem:
    """Give the stored form of a source that failed."""
    return Problem(step="source", kind=type(error).__name__, message=error.reason)
