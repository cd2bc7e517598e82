"""The work of ``voxpop archive``: each source is read, extracted and stored, and its bytes are kept."""

from __future__ import annotations

from contextlib import AbstractContextManager, closing, nullcontext
from functools import partial
from importlib.metadata import version
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING

from archive.captures.lazy import LazyCaptures
from archive.clock import stamp, utc_now
from archive.commands.datasets import SAID
from archive.commands.tally import Tally
from archive.stopping import hear
from scraper.errors import SourceError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path
    from typing import Unpack

    from archive.captures.local import LocalCaptures
    from archive.commands.reading import Reading
    from archive.commands.storing import Read
    from archive.store.archive import Archive
    from archive.store.entries import Saved
    from scraper.fetching import Answer
    from scraper.input import Position
    from scraper.records import Document, Extraction

    Outcomes = Iterator[SourceError | tuple[Read, Document, Extraction]]


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

    sources = list(sources)
    with (
        closing(Tally()) as tally,
        Archive.open(database, keep_text=keep_text) as archive,
        LazyCaptures(archive, captures) as writer,
        _local(archive, captures, writer) as local,
    ):
        way = version("voxpop"), min_confidence, keep_text, captures is None, *map(reading.get, SAID)
        rows = RowsRead(archive, way, pass_over)
        keeper = Keeper(archive, writer, local, rows, sources)
        answers: list[Answer] = []
        read = documents_of(
            sources, keep=answers.append, left_out=tally.left_out, is_known=rows.is_known, position=position, **reading
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
            hear(stop)
            tally.stopped = stop
        keeper.note()
        tally.known = rows.skipped
        tally.settle(archive)
    return tally


def _local(archive: Archive, folder: Path | None, writer: LazyCaptures) -> AbstractContextManager[LocalCaptures | None]:
    if folder is None:
        return nullcontext()
    from archive.captures.local import LocalCaptures

    return LocalCaptures(archive, folder, writer.opened)
