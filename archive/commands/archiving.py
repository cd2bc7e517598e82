"""The work of ``voxpop archive``: each source is read, extracted and stored, and its bytes are kept."""

from __future__ import annotations

from collections import Counter
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from archive.captures.lazy import LazyCaptures
from archive.captures.naming import without_folders
from archive.clock import stamp, utc_now
from archive.humanize import counted
from scraper.errors import SourceError
from scraper.records import Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Unpack

    from archive.captures.files import Capture
    from archive.captures.local import LocalCaptures
    from archive.commands.reading import Documents, Reading
    from archive.store.archive import Archive, Saved
    from archive.store.rows import RowsRead
    from scraper.fetching import Answer
    from scraper.input import Position
    from scraper.records import Document

#: The options that say something of the articles.
_SAID = ("url", "title", "outlet", "language", "published")
#: The columns that name a source as a key keep the whole path.
_SHORTENED = "UPDATE articles SET source = ? WHERE id = ? AND source = ?"


@dataclass(slots=True)
class Tally:
    """What one `voxpop archive` found, counted for the line that it prints.

    Attributes:
        left_out: Suffix -> how many files in folders were not read.
        shown: Article -> how many embeds and quotes it has; one that came twice counts once.
        known: How many rows of corpora and mails were archived before, and passed over.
        stopped: What ended the work early; None when it came to its end.
    """

    new: int = 0
    failed: int = 0
    known: int = 0
    stopped: KeyboardInterrupt | None = None
    shown: dict[str, tuple[int, int]] = field(default_factory=dict)
    posts: set[str] = field(default_factory=set)
    hashtags: set[str] = field(default_factory=set)
    left_out: Counter[str] = field(default_factory=Counter)

    @property
    def articles(self) -> int:
        """Count the articles that are stored."""
        return len(self.shown)

    def add(self, saved: Saved) -> None:
        """Count one stored article."""
        self.new += saved.new
        self.shown[saved.article] = saved.embeds, saved.quotes
        self.posts |= saved.posts
        self.hashtags |= saved.hashtags

    def line(self, database: str) -> str:
        """Return the line that is printed at the end."""
        from archive.commands.reading import left_out_line

        embeds, quotes = (sum(column) for column in zip((0, 0), *self.shown.values(), strict=True))
        found = (
            f"{database}: {counted(self.articles, 'article')} ({self.new:,} new), "
            f"{counted(embeds, 'embed')} of {counted(len(self.posts), 'post')}, "
            f"{counted(quotes, 'quote')}, {counted(len(self.hashtags), 'hashtag')}"
        )
        notes = [f"{counted(self.failed, 'source')} failed"] if self.failed else []
        notes += [f"{counted(self.known, 'row')} archived before"] if self.known else []
        notes += [left_out_line(self.left_out)] if self.left_out else []
        return "; ".join([found, *notes])


def archive_sources(  # noqa: PLR0913 - keyword-only but for the archive and its sources
    database: str,
    sources: Iterable[str],
    *,
    refused: Sequence[SourceError] = (),
    report: Callable[[SourceError], None],
    progress: Callable[[Documents], Documents] = iter,
    position: Position | None = None,
    pass_over: Callable[[int], None] = lambda _: None,
    tell: Callable[[Document, Saved], None] = lambda *_: None,
    captures: Path | None = None,
    keep_text: bool = True,
    min_confidence: float | None = None,
    **reading: Unpack[Reading],
) -> Tally:
    """Extract and store the reactions of every source, one transaction per article.

    Args:
        database: Path of the archive; created when missing.
        sources: URLs, files, folders, WARCs or ``-``.
        refused: What is wrong with a list of sources; reported and stored before the sources are read.
        report: Called with each source that failed; the others go on.
        progress: Wraps the documents, to show how far the work is.
        position: Follows how far the file at hand is read.
        pass_over: Called now and then with how many rows of corpora were archived before.
        tell: Called with each document that is stored, and what that came to.
        captures: The folder for the bytes of what is fetched; None keeps none.
        keep_text: Whether the text of articles is kept.
        min_confidence: Leave out quoted reactions of lower confidence; None stands for the fitted threshold.
        **reading: How sources are read.

    Raises:
        ArchiveError: The database cannot be used.
    """
    from archive.commands.reading import documents_of
    from archive.store.archive import Archive
    from archive.store.rows import RowsRead

    tally, sources = Tally(), list(sources)
    with (
        Archive.open(database, keep_text=keep_text) as archive,
        LazyCaptures(captures) as writer,
        _local(archive, captures, writer) as local,
    ):
        way = version("voxpop"), min_confidence, keep_text, captures is None, *map(reading.get, _SAID)
        rows = RowsRead(archive, way, pass_over)
        keeper = _Keeper(archive, writer, local, rows, sources, min_confidence)
        try:
            read = documents_of(
                sources,
                keep=keeper.answers.append,
                left_out=tally.left_out,
                is_known=rows.is_known,
                position=position,
                **reading,
            )
            for document in progress(chain(refused, read)):
                if isinstance(document, SourceError):
                    tally.failed += 1
                    report(document)
                    archive.note(document.source, problem_of(document), seen=stamp(utc_now()))
                else:
                    saved = keeper.store(document)
                    tally.add(saved)
                    tell(document, saved)
                keeper.answers.clear()
        except KeyboardInterrupt as stop:
            archive.db.rollback()  # it may come between a transaction's first statement and its guard
            tally.stopped = stop
        keeper.note()
        tally.known = rows.passed_over
        tally.posts = set(archive.current(tally.posts))
    return tally


class _Keeper:
    """Stores documents and their bytes.

    Attributes:
        answers: Of the document at hand, when it was fetched.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - what it needs to store a document
        self,
        archive: Archive,
        writer: LazyCaptures,
        local: LocalCaptures | None,
        rows: RowsRead,
        named: list[str],
        min_confidence: float | None,
    ) -> None:
        self._archive = archive
        self._writer = writer
        self._local = local
        self._rows = rows
        self._min_confidence = min_confidence
        self._named = {str(Path(name)) for name in named}
        self.answers: list[Answer] = []

    def store(self, document: Document) -> Saved:
        """Keep the bytes, store what they hold, then name the bytes in the archive."""
        from archive.store.identity import article_of, digest_of
        from scraper.extract import extract

        captures = self._captures(document)
        extraction = extract(document, min_confidence=self._min_confidence)
        saved = self._archive.save(
            extraction,
            article=article_of(document, extraction.article.url),
            digest=(document.record and document.digest) or digest_of(document.content),
            seen=stamp(utc_now()),
            saved_at=document.saved_at,
        )
        short = without_folders(document.source, self._named)
        if short != document.source:
            with self._archive.transaction() as connection:
                connection.execute(_SHORTENED, (short, saved.article, document.source))
        if captures:
            from archive.captures.index import enter

            with self._archive.transaction() as connection:
                enter(connection, captures, saved.article)
        elif self._local is not None and not self.answers and document.record is None:
            self._local.keep(document, kind=extraction.kind, article=saved.article, name=short)
        if document.row and self._rows.add(document.row, saved.article):
            self.note()
        return saved

    def note(self) -> None:
        """Write down which rows are archived, once their bytes are kept: known rows are passed over."""
        if self._local is not None:
            self._local.settle()
        self._rows.note()

    def _captures(self, document: Document) -> list[Capture]:
        writer = self._writer.opened() if self.answers else None
        if writer is None:
            return []
        from archive.captures.index import capture
        from scraper.input.kept import declared_json

        *hops, last = capture(self._archive, writer, self.answers[-1].exchanges)
        declared = declared_json(replace(document, url=None, media_type=None, saved_at=None))
        return [*hops, replace(last, declared=declared)]


def _local(
    archive: Archive, folder: Path | None, writer: LazyCaptures
) -> AbstractContextManager[LocalCaptures | None]:
    if folder is None:
        return nullcontext()
    from archive.captures.local import LocalCaptures

    return LocalCaptures(archive, folder, writer.opened)


def problem_of(error: SourceError) -> Problem:
    """Return the problem that the archive stores for a source that failed."""
    return Problem(step="source", kind=type(error).__name__, message=error.reason)
