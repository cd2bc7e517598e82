"""``voxpop archive``: read articles, extract their reactions and store them."""

from __future__ import annotations

from collections import Counter
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import replace
from functools import partial
from itertools import chain
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from archive.captures.lazy import captures_beside, lazy_captures, without_folders
from archive.clock import stamp, utc_now
from archive.commands.shared import (
    CAPTURES,
    DATABASE,
    JOBS,
    MIN_CONFIDENCE,
    NO_TEXT,
    OCR,
    SOURCES,
    URLS,
    VERBOSE,
    ChangingLine,
    end,
    exit_code,
    filter_options,
    percentage,
    print_event,
    reading_options,
)
from archive.humanize import counted
from archive.stopping import LongCommand, mark_handled
from archive.store.identity import article_key, article_of, digest, digest_of
from scraper.configuration import own_version, queries
from scraper.errors import SourceError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from archive.bulk.loading import Loaded
    from archive.captures.files import Capture
    from archive.captures.lazy import OpenCaptures
    from archive.captures.local import LocalCaptures
    from archive.store.archive import Archive, Saved
    from scraper.fetching import Answer
    from scraper.records import Document, Extraction

    Read = tuple[Document | SourceError, tuple[Answer, ...]]


#: Number of rows recorded in one transaction.
_TOGETHER = 64
#: Call the callback after this many skipped rows.
_REPORTED = 500


class RowsRead:
    """Rows archived with one version of voxpop and one set of options.

    `way` is everything except the row that affects its stored result.
    """

    def __init__(
        self, archive: Archive, way: tuple[object, ...], on_skipped: Callable[[int], None] = lambda _: None
    ) -> None:
        self._archive = archive
        self._way = way
        self._on_skipped = on_skipped
        self._new: list[tuple[str, str]] = []
        self.skipped = 0  # as known

    def is_known(self, row: str) -> bool:
        """Return True if a row was archived before."""
        from archive.store.articles import noted_article

        known = noted_article(self._archive.db.conn, self.key(row)) is not None
        self.skipped += known
        if known and self.skipped % _REPORTED == 0:
            self._on_skipped(self.skipped)
        return known

    def add(self, row: str, article: str) -> bool:
        """Add an archived row; return True if enough rows are pending for `note`."""
        self._new.append((self.key(row), article))
        return len(self._new) >= _TOGETHER

    def note(self) -> None:
        """Record the pending rows."""
        from archive.store.articles import note_rows

        if self._new:
            with self._archive.transaction() as connection:
                note_rows(connection, self._new)
            self._new.clear()

    def key(self, row: str) -> str:
        """Return the key of a row."""
        return digest(row, *self._way)


# Datasets among the sources.


#: Options with metadata of articles.
METADATA_OPTIONS = ("url", "title", "outlet", "language", "published")


def split_sources(
    sources: Iterable[str], filters: Sequence[str], reading: Mapping[str, Any]
) -> tuple[list[str], list[str]]:
    """Return the datasets among the sources, and the other sources."""
    named = list(sources)
    datasets = [source for source in named if Path(source, "_dataset.json").is_file()]
    if filters and not datasets:
        raise click.UsageError("--filter is for datasets of `voxpop bulk`: name the folder of one.")
    for option in (name for name in METADATA_OPTIONS if datasets and reading.get(name)):
        raise click.UsageError(f"--{option} is for pages and texts, not for datasets: leave it out.")
    found = set(datasets)
    return datasets, [source for source in named if source not in found]


def load_datasets(  # noqa: PLR0913 -- keyword-only but for the archive and its sources
    database: str, datasets: Sequence[str], filters: Sequence[str], *, keep_text: bool, max_bytes: int, silent: bool
) -> Loaded:
    """Load datasets and print a summary."""
    from archive.commands.bulk import need_pyarrow
    from archive.selection import selection_of

    need_pyarrow()
    from archive.bulk.loading import Loader
    from archive.store.archive import Archive, join_segments

    selection, line = selection_of(filters), ChangingLine(quiet=silent)

    def on_progress(loaded: Loaded) -> None:
        done = loaded.parts + loaded.known
        parts = counted(loaded.parts_in_all, "part")
        line.show(f"{counted(loaded.saved.articles, 'article')}, {done:,} of {parts} …")

    with Archive.open(database, keep_text=keep_text) as archive:
        how: dict[str, Any] = {"max_bytes": max_bytes, "way": (keep_text,), "report": line.print_message}
        loader = Loader(archive, selection, on_progress=on_progress, **how)
        try:
            with line:
                for dataset in datasets:
                    loader.load(dataset)
                if loader.loaded.saved.articles:
                    join_segments(archive)
        finally:
            if not silent:
                click.echo(loader.loaded.line(database))
    return loader.loaded


# Counts for the summary line.


class Tally:
    """Counts what is stored in an archive, for the summary line.

    An article that was read twice counts once. The ids are in a temporary table: 25 MB of memory for a million.
    """

    def __init__(self, archive: Archive) -> None:
        self.new = self.failed = self.known = self.articles = 0  # known: rows skipped; articles: counted by `settle`
        self.stopped: KeyboardInterrupt | None = None  # what ended the work early
        self.left_out: Counter[str] = Counter()  # suffix -> number of skipped files in folders
        self._totals = [0, 0, 0, 0]
        self._archive = archive
        archive.db.execute("CREATE TEMP TABLE stored_now (article TEXT PRIMARY KEY) WITHOUT ROWID")

    def add(self, saved: Saved) -> None:
        """Count one stored article."""
        self.new += saved.new
        self._archive.db.execute("INSERT OR IGNORE INTO stored_now VALUES (?)", (saved.article,))

    def settle(self) -> None:
        """Compute the totals."""
        self.articles, *self._totals = self._archive.db.execute(queries("commands")["archived_now"]).fetchone()

    def line(self, database: str) -> str:
        """Return the summary line."""
        from archive.commands.reading import left_out_line

        embeds, posts, quotes, hashtags = self._totals
        found = (
            f"{database}: {counted(self.articles, 'article')} ({self.new:,} new), "
            f"{counted(embeds, 'embed')} of {counted(posts, 'post')}, "
            f"{counted(quotes, 'quote')}, {counted(hashtags, 'hashtag')}"
        )
        failed = f"{counted(self.failed, 'source')} failed" if self.failed else ""
        known = f"{counted(self.known, 'row')} archived before" if self.known else ""
        return "; ".join(filter(None, (found, failed, known, left_out_line(self.left_out))))


# The work of `voxpop archive`: read, extract and store each source, and keep its bytes.


def archive_sources(  # noqa: PLR0913 - keyword-only but for the archive and its sources
    database: str,
    sources: Iterable[str],
    *,
    refused: Sequence[SourceError] = (),
    report: Callable[[SourceError], None],
    line: ChangingLine | None = None,
    verbose: bool = False,
    captures: Path | None = None,
    keep_text: bool = True,
    min_confidence: float | None = None,
    ocr: bool = False,
    jobs: int | None = 1,
    **reading: Any,
) -> Tally:
    """Extract and store the reactions of every source, one transaction per article.

    Errors in a list of sources (`refused`) are reported and stored first. `line` shows the progress. Without
    `captures`, no bytes are kept.
    """
    from archive.commands.reading import documents_of, outcomes, problem_of
    from archive.store.archive import Archive
    from scraper.extract import extract
    from scraper.input import Position

    sources, position, line = list(sources), Position(), line or ChangingLine(quiet=True)

    def on_skipped(number: int) -> None:
        line.show(f"{counted(number, 'row')} archived before{percentage(position.share())} …")

    with (
        Archive.open(database, keep_text=keep_text) as archive,
        lazy_captures(archive, captures) as writer,
        local_captures(archive, captures, writer) as local,
    ):
        way = own_version(), min_confidence, *["ocr"] * ocr, keep_text, captures is None
        tally, rows = Tally(archive), RowsRead(archive, (*way, *map(reading.get, METADATA_OPTIONS)), on_skipped)
        keeper = Keeper(archive, writer, local, rows, sources)
        answers: list[Answer] = []
        read = documents_of(
            sources,
            keep=answers.append,
            left_out=tally.left_out,
            is_known=rows.is_known,
            position=position,
            ocr=ocr,
            **reading,
        )
        work = partial(extract, min_confidence=min_confidence, ocr=ocr)
        results = outcomes(work, with_answers(chain(refused, read), answers), jobs, itemgetter(0))
        try:
            with closing(results):
                for outcome in line.count(results, "document", position.share):
                    if isinstance(outcome, SourceError):
                        tally.failed += 1
                        report(outcome)
                        archive.note(outcome.source, problem_of(outcome), seen=stamp(utc_now()))
                    elif not keeper.was_stored_meanwhile(outcome[1]):
                        saved = keeper.store(*outcome)
                        tally.add(saved)
                        if verbose:
                            event = "article" if saved.changed else "unchanged"
                            numbers = {"embeds": saved.embeds, "quotes": saved.quotes}
                            print_event(event, outcome[1].source, article=saved.article, **numbers)
        except KeyboardInterrupt as stop:
            archive.db.rollback()  # it may come between a transaction's first statement and its guard
            mark_handled(stop)
            tally.stopped = stop
        keeper.note()
        tally.known = rows.skipped
        tally.settle()
    return tally


def local_captures(
    archive: Archive, folder: Path | None, writer: OpenCaptures
) -> AbstractContextManager[LocalCaptures | None]:
    """Return a context of the writer for local documents; None without a folder."""
    if folder is None:
        return nullcontext()
    from archive.captures.local import LocalCaptures

    return LocalCaptures(archive, folder, writer)


# Store the record of a document, and its bytes.

#: Columns with a source as key keep the whole path.
_SHORTENED = "UPDATE articles SET source = ? WHERE id = ? AND source = ?"


def with_answers(read: Iterable[Document | SourceError], answers: list[Answer]) -> Iterator[Read]:
    """Yield what is read, with the HTTP responses since the last item."""
    for found in read:
        yield found, tuple(answers)
        answers.clear()


class Keeper:
    """Stores records of documents, and their bytes."""

    def __init__(
        self, archive: Archive, writer: OpenCaptures, local: LocalCaptures | None, rows: RowsRead, named: list[str]
    ) -> None:
        self._archive = archive
        self._writer = writer
        self._local = local
        self._rows = rows
        self._named = {str(Path(name)) for name in named}

    def was_stored_meanwhile(self, document: Document) -> bool:
        """Return True if a row was stored after it was read ahead."""
        return document.row is not None and self._rows.is_known(document.row)

    def store(self, read: Read, document: Document, extraction: Extraction) -> Saved:
        """Keep the bytes, store the record, then index the bytes."""
        from archive.store.completing import completed_article

        _, answers = read
        digest = (document.record and document.digest) or digest_of(document.content)
        article = article_of(document, extraction.article.url)
        by_bytes = article_key(None, document.digest or digest)
        if extraction.article.url is None:
            article = completed_article(self._archive.db.conn, by_bytes) or article
        key = article or article_key(extraction.article.url, digest)
        declared = document.declared
        document, extraction = self._completed(document, extraction, by_bytes, key)
        captures = self._captures(document, answers) if self._archive.may_keep(extraction, key) else []
        saved = self._archive.save(
            extraction,
            article=article,
            digest=digest,
            seen=stamp(utc_now()),
            saved_at=document.saved_at,
            declared=declared,
        )
        if not saved.erased:
            self._take_over(by_bytes, saved.article)
            short = self._shorten(document.source, saved.article)
            if captures:
                self._index(captures, saved.article)
            elif not (answers or saved.cut or document.record) and self._local is not None:
                self._local.keep(document, extraction, article=saved.article, name=short)
            if document.row and self._rows.add(document.row, saved.article):
                self.note()
        return saved

    def _take_over(self, former: str, article: str) -> None:
        """Move what was stored from the same bytes without a URL to the article with one."""
        from archive.store.completing import is_without_url, take_place

        if former != article and is_without_url(self._archive.db.conn, former):
            self.note()  # pending rows name the article by its former id
            with self._archive.transaction() as connection:
                take_place(connection, former, article, stamp(utc_now()))

    def _index(self, captures: Sequence[Capture], article: str) -> None:
        from archive.captures.index import enter

        with self._archive.transaction() as connection:
            enter(connection, captures, article)

    def _completed(
        self, document: Document, extraction: Extraction, by_bytes: str, article: str
    ) -> tuple[Document, Extraction]:
        """Return a document and its record with what was stated of the article before it had this URL."""
        from archive.store.articles import known_article
        from archive.store.completing import completed, completed_declared, moved, stated_fields

        connection = self._archive.db.conn
        declared = document.declared
        stated = stated_fields(connection, by_bytes) | stated_fields(connection, article)
        known = known_article(connection, by_bytes) if by_bytes != article else None
        if known is not None:
            extraction = completed(moved(extraction, known, declared), known, stated, declared, is_same=True)
        return replace(document, declared=completed_declared(declared, stated)), extraction

    def _shorten(self, source: str, article: str) -> str:
        """Shorten the stored source to a path relative to the named folder; return it."""
        short = without_folders(source, self._named)
        if short != source:
            with self._archive.transaction() as connection:
                connection.execute(_SHORTENED, (short, article, source))
        return short

    def note(self) -> None:
        """Record archived rows once their bytes are kept: recorded rows are skipped later."""
        if self._local is not None:
            self._local.flush()
        self._rows.note()

    def _captures(self, document: Document, answers: Sequence[Answer]) -> list[Capture]:
        writer = self._writer() if answers else None
        if writer is None:
            return []
        from archive.captures.index import capture
        from scraper.input.kept import declared_json

        *hops, last = capture(self._archive, writer, answers[-1].exchanges)
        declared = declared_json(replace(document, url=None, media_type=None, saved_at=None))
        return [*hops, replace(last, declared=declared)]


@click.command(cls=LongCommand)
@DATABASE
@SOURCES
@URLS
@reading_options
@MIN_CONFIDENCE
@OCR
@NO_TEXT
@JOBS
@filter_options(
    "Load only these articles of datasets. FIELD is outlet, host, language, since, until (dates of publication), "
    "hashtag or platform. Repeatable."
)
@click.option("-q", "--quiet", "--silent", "silent", is_flag=True, help="Print only errors.")
@VERBOSE
@CAPTURES
@click.option("--no-captures", is_flag=True, help="Don't keep pages and files.")
def archive(  # noqa: PLR0913 - one argument per option
    database: str,
    sources: tuple[str, ...],
    *,
    urls: str | None,
    silent: bool,
    verbose: bool,
    captures: Path | None,
    no_captures: bool,
    no_text: bool,
    filters: tuple[str, ...],
    **reading: Any,
) -> None:
    """Read articles and store their reactions.

    Creates DB if needed. Archiving an unchanged article again only updates the time it was last seen. Pages
    and files are kept as WARC files next to DB, for `voxpop reextract`; WARC files among the sources are not
    copied. SOURCE can also be a dataset made by `voxpop bulk`. Datasets contain no pages: to update their
    articles, run `bulk` again and load the result.

    \b
    Example:
      voxpop archive reactions.db saved-pages/ https://news.example/story
      voxpop archive reactions.db --outlet "The Herald" --published 2021-05-06 story.txt
      cat links.txt | voxpop archive reactions.db --urls -
      voxpop archive reactions.db --column text=story_raw --jobs 4 corpus.csv.gz
      voxpop archive -v reactions.db saved-pages/ 2> archived.log
      voxpop archive reactions.db dataset/ --filter hashtag=PierSong --filter since=2024-05
    """
    if silent and verbose:
        raise click.UsageError("-q and -v contradict each other: leave one out.")
    datasets, others = split_sources(sources, filters, reading)
    failed = done = 0
    if datasets:
        loaded = load_datasets(
            database, datasets, filters, keep_text=not no_text, max_bytes=reading["max_bytes"], silent=silent
        )
        failed, done = loaded.failed, loaded.saved.articles + loaded.known
        if not others and urls is None:
            end(exit_code(failed, done))
    from archive.commands.reading import named_sources

    line = ChangingLine(quiet=silent or verbose)
    folder = None if no_captures else captures or captures_beside(database)
    named, refused = named_sources(others, urls, reading)
    tally = archive_sources(
        database,
        named,
        refused=refused,
        report=line.print_message,
        line=line,
        verbose=verbose,
        captures=folder,
        keep_text=not no_text,
        **reading,
    )
    try:
        if not silent:
            click.echo(tally.line(database))
    finally:
        if tally.stopped:
            raise tally.stopped
    end(exit_code(failed + tally.failed, done + tally.articles + tally.known))
