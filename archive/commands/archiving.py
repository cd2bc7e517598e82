"""The work of ``voxpop archive``: each source is read, extracted and stored, and its bytes are kept."""

from __future__ import annotations

from collections import Counter
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import version
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING

from archive.captures.lazy import LazyCaptures
from archive.clock import stamp, utc_now
from archive.humanize import counted
from scraper.errors import SourceError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path
    from typing import Unpack

    from archive.captures.local import LocalCaptures
    from archive.commands.reading import Reading
    from archive.commands.storing import Read
    from archive.store.archive import Archive, Saved
    from scraper.fetching import Answer
    from scraper.input import Position
    from scraper.records import Document, Extraction

    Outcomes = Iterator[SourceError | tuple[Read, Document, Extraction]]

#: The options that say something of the articles.
_SAID = ("url", "title", "outlet", "language", "published")


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
    progress: Callable[[Outcomes], Outcomes] = iter,
    position: Position | None = None,
    pass_over: Callable[[int], None] = lambda _: None,
    tell: Callable[[Document, Saved], None] = lambda *_: None,
    captures: Path | None = None,
    keep_text: bool = True,
    min_confidence: float | None = None,
    jobs: int | None = 1,
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
        jobs: How many processes extract; None stands for as many as there are cores.
        **reading: How sources are read.

    Raises:
        ArchiveError: The database cannot be used.
    """
    from archive.commands.outcomes import outcomes, problem_of
    from archive.commands.reading import documents_of
    from archive.commands.storing import Keeper, with_answers
    from archive.store.archive import Archive
    from archive.store.rows import RowsRead
    from scraper.extract import extract

    tally, sources = Tally(), list(sources)
    with (
        Archive.open(database, keep_text=keep_text) as archive,
        LazyCaptures(captures) as writer,
        _local(archive, captures, writer) as local,
    ):
        way = version("voxpop"), min_confidence, keep_text, captures is None, *map(reading.get, _SAID)
        rows = RowsRead(archive, way, pass_over)
        keeper = Keeper(archive, writer, local, rows, sources)
        answers: list[Answer] = []
        read = documents_of(
            sources,
            keep=answers.append,
            left_out=tally.left_out,
            is_known=rows.is_known,
            position=position,
            **reading,
        )
        work = partial(extract, min_confidence=min_confidence)
        results = outcomes(work, with_answers(chain(refused, read), answers), jobs, itemgetter(0))
        try:
            with closing(results):
                for outcome in progress(results):
                    if isinstance(outcome, SourceError):
                        tally.failed += 1
                        report(outcome)
                        archive.note(outcome.source, problem_of(outcome), seen=stamp(utc_now()))
                    elif not keeper.was_stored_meanwhile(outcome[1]):
                        saved = keeper.store(*outcome)
                        tally.add(saved)
                        tell(outcome[1], saved)
        except KeyboardInterrupt as stop:
            archive.db.rollback()  # it may come between a transaction's first statement and its guard
            tally.stopped = stop
        keeper.note()
        tally.known = rows.passed_over
        tally.posts = set(archive.current(tally.posts))
    return tally


def _local(
    archive: Archive, folder: Path | None, writer: LazyCaptures
) -> AbstractContextManager[LocalCaptures | None]:
    if folder is None:
        return nullcontext()
    from archive.captures.local import LocalCaptures

    return LocalCaptures(archive, folder, writer.opened)
