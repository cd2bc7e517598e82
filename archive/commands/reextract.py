"""``voxpop reextract``: re-extract articles from their captures."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from archive.captures.lazy import captures_beside
from archive.clock import stamp, utc_now
from archive.commands.shared import (
    CAPTURES,
    DATABASE,
    JOBS,
    MAX_BYTES,
    MIN_CONFIDENCE,
    NO_TEXT,
    OCR,
    QUIET,
    ChangingLine,
    end,
)
from archive.humanize import counted
from archive.stopping import LongCommand
from scraper.errors import ArchiveError, DocumentError

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Collection, Iterator, Sequence
    from pathlib import Path

    from archive.captures.accepted import Search
    from archive.settings import Topic
    from archive.store.archive import Archive
    from scraper.processes import Crash
    from scraper.records import Document, Extraction

    Readings = tuple[Extraction, ...]
    Reread = Iterator[tuple["Kept", Readings | Crash | None]]


# Changed fields of an article: compare its rows before and after.

#: Table -> columns that identify the same row before and after.
_PARTS: dict[str, tuple[str, ...]] = {
    "embeds": ("post",),
    "quotes": ("text",),
    "articles_hashtags": ("hashtag", "as_written"),
    "articles_mentions": ("handle", "as_written"),
    "articles_topics": ("topic",),
    "bylines": ("name",),
    "allusions": ("text",),
    "problems": ("step", "kind", "message"),
}
#: Bookkeeping columns, and counts of other rows: not content of the article.
_ASIDE = frozenset(
    {
        "id", "article", "source", "digest", "record", "rowid", "printing", "first_seen", "last_seen",
        "changed_at", "saved_at", "gone_at", "embeds", "quotes", "allusions", "context_start", "context_end",
        "published_zone", "posted_zone",
    }
)  # fmt: skip
#: An embed or quote with a value here is no longer in the article.
_GONE = frozenset({"embeds", "quotes"})
_POSTS = """
    SELECT posts.* FROM posts WHERE id IN (SELECT post FROM embeds WHERE article = ? AND gone_at IS NULL)
"""

#: Field -> key of a row -> value.
Fields = dict[str, dict[tuple[Any, ...], Any]]


def fields_of(connection: sqlite3.Connection, article: str) -> Fields:
    """Return all stored fields of an article, by name."""
    found: Fields = {}
    for row in _rows(connection, "SELECT * FROM articles WHERE id = ?", article):
        _add(found, "", (), row)
    for row in _rows(connection, _POSTS, article):
        _add(found, "posts.", (row["id"],), {**row, "articles": None})
    there = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    for table, key in _PARTS.items():
        if table in there:
            present = " AND gone_at IS NULL" if table in _GONE else ""
            sql = f"SELECT * FROM {table} WHERE article = ?{present}"  # noqa: S608 - our own names
            found[table] = {}
            for row in _rows(connection, sql, article):
                name = tuple(row[column] for column in key)
                found[table][name] = None
                _add(found, f"{table}.", name, row)
    return found


def changed_fields(before: Fields, after: Fields) -> list[str]:
    """Name the fields that differ: tables with added or removed rows, and columns with changed values.

    >>> changed_fields({"title": {(): "A"}, "embeds": {(1,): None}}, {"title": {(): "B"}, "embeds": {}})
    ['title', 'embeds']
    """
    return [
        name for name in dict.fromkeys([*before, *after]) if _differs(name, before.get(name, {}), after.get(name, {}))
    ]


def _differs(name: str, before: dict[tuple[Any, ...], Any], after: dict[tuple[Any, ...], Any]) -> bool:
    if name in _PARTS:
        return before.keys() != after.keys()
    return any(before[key] != after[key] for key in before.keys() & after.keys())


def _rows(connection: sqlite3.Connection, sql: str, article: str) -> list[dict[str, Any]]:
    rows = connection.execute(sql, (article,))
    names = [name for name, *_ in rows.description]
    return [dict(zip(names, row, strict=True)) for row in rows]


def _add(found: Fields, where: str, key: tuple[Any, ...], row: dict[str, Any]) -> None:
    for column, value in row.items():
        if column not in _ASIDE:
            found.setdefault(where + column, {})[key] = value


# Read the captures of an article, and store their record.


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """The stored state of an article, and its captures."""

    article: str
    known: str
    shown: tuple[int, int]  # numbers of its embeds and quotes
    source: str
    found: Search | None = None  # its captures; None if one cannot be read
    documents: tuple[Document, ...] = ()  # documents to extract: the newest good capture, and the one mistaken for it
    error: DocumentError | None = None


def look_for(archive: Archive, folder: Path, row: Sequence[Any], max_bytes: int, *, ocr: bool = False) -> Kept:
    """Find the captures of an article, for `ocr` also pictures; the row is one of `articles_with_captures`."""
    from archive.captures.accepted import search, with_pictures_of
    from scraper.records import Moment
    from scraper.values.moments import is_possible

    article, known, source, url, embeds, quotes, at, precision, written, *_ = row
    kept = Kept(article=article, known=known, shown=(embeds, quotes), source=url or source)
    try:
        found = search(archive, folder, article, known, max_bytes)
    except DocumentError as error:
        return replace(kept, error=error)
    answer, mistaken = found.answer, found.mistaken
    if answer is None:
        if mistaken is None:
            return replace(kept, found=found)
        reason = "was read from a response that is not an article, and no other is stored: archive it again"
        return replace(kept, error=DocumentError(url or mistaken.url or mistaken.source, reason))
    published = None
    if is_possible(at):
        published = Moment(at=at, precision=precision, source="feed", as_written=written)
    page = answer.document
    page = with_pictures_of(archive.db.conn, folder, article, page, answer.id) if ocr else page
    documents = tuple(
        replace(document, declared=replace(document.declared, published=published or document.declared.published))
        for document in (page, mistaken)
        if document is not None
    )
    return replace(kept, source=url or answer.url or source, found=found, documents=documents)


def read_again(work: tuple[str, tuple[Document, ...]], *, min_confidence: float | None, ocr: bool = False) -> Readings:
    """Extract documents, and the pictures in their captures, under the name of a source."""
    from scraper.extract import extract

    source, documents = work
    if ocr:  # before they have the name: a file of this name is not the capture
        from scraper.post_pictures import with_pictures

        documents = tuple(map(with_pictures, documents))
    return tuple(extract(replace(each, source=source), min_confidence=min_confidence, ocr=ocr) for each in documents)


def store_again(
    archive: Archive, kept: Kept, readings: Readings | Crash | None, topics: tuple[Topic, ...] | None
) -> list[str] | None:
    """Store the records of `Kept.documents`; return a line if something changed; None without any."""
    from archive.captures.accepted import mark
    from archive.commands.reading import problem_of
    from scraper.processes import Crash
    from scraper.text.topics import topics_of

    if kept.error is not None:
        raise kept.error
    if isinstance(readings, Crash):
        error = readings.error(kept.source)
        archive.note(error.source, problem_of(error), seen=stamp(utc_now()))
        raise error
    found = kept.found
    if found is None or found.answer is None or readings is None:
        mark(archive, found.refused if found else {})
        return None
    before = fields_of(archive.db.conn, kept.article)
    extraction, *mistaken = readings
    saved = archive.save_again(
        extraction,
        article=kept.article,
        digest=found.answer.digest,
        fetched=found.answer.seen,
        instead_of=(kept.known, mistaken[0]) if mistaken else None,
        topics=None if topics is None else topics_of(found.answer.document, extraction, topics),
    )
    mark(archive, found.refused)
    if saved is None or not saved.changed:
        return []
    fields = ", ".join(changed_fields(before, fields_of(archive.db.conn, kept.article)))
    changed = f"; changed: {fields}" if fields else ""
    embeds, quotes = kept.shown
    return [f"{kept.source}: {embeds} -> {saved.embeds} embeds, {quotes} -> {saved.quotes} quotes{changed}"]


@click.command(cls=LongCommand)
@DATABASE
@CAPTURES
@MAX_BYTES
@MIN_CONFIDENCE
@OCR
@NO_TEXT
@JOBS
@QUIET
@click.option(
    "--topics",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Settings file with [[topics]] to assign to every article, such as voxpop.toml.",
)
def reextract(
    database: str, *, captures: Path | None, no_text: bool, quiet: bool, topics: str | None, **how: Any
) -> None:
    """Re-extract stored captures with the current rules.

    Reads the newest usable capture of each article (not empty, not a PDF or feed). Prints each article that
    changes, and its changed fields. Rerun the same command to resume. With --topics, articles without a
    capture are assigned by their stored text.

    \b
    Example:
      voxpop reextract reactions.db
      voxpop reextract reactions.db --topics voxpop.toml
    """
    from archive.settings import read_topics

    line = ChangingLine(quiet=quiet)

    def report(text: str) -> None:
        line.clear()
        if not quiet:
            click.echo(text)

    tally = reextract_articles(
        database,
        captures or captures_beside(database),
        report=report,
        fail=line.print_message,
        progress=lambda readings: line.count(readings, "capture"),
        keep_text=not no_text,
        topics=read_topics(topics) if topics else None,
        **how,
    )
    if not quiet:
        click.echo(tally.line())
    end(1 if tally.failed else 0)


@dataclass(slots=True)
class Tally:
    """Numbers of captures read and failed, and of changed articles."""

    read: int = 0
    changed: int = 0
    failed: int = 0
    topics: dict[str, int] | None = None

    def line(self) -> str:
        """Return the summary line."""
        failed = f", {self.failed:,} could not be read" if self.failed else ""
        about = [f"{name} {count:,}" for name, count in (self.topics or {}).items()]
        return f"{counted(self.read, 'capture')} read, {counted(self.changed, 'article')} changed{failed}" + (
            f"; topics: {', '.join(about)}" if about else ""
        )


def reextract_articles(  # noqa: PLR0913 -- keyword-only but for the archive and its folder
    database: str,
    folder: Path,
    *,
    report: Callable[[str], None],
    fail: Callable[[DocumentError], None],
    progress: Callable[[Reread], Reread] = iter,
    max_bytes: int,
    min_confidence: float | None = None,
    ocr: bool = False,
    keep_text: bool = True,
    jobs: int | None = 1,
    topics: tuple[Topic, ...] | None = None,
) -> Tally:
    """Extract the newest good capture of every article again and store the result.

    This also repairs articles that were stored from a bad response (an empty page, a feed). `report` is called
    with a line for each changed article, `fail` with each unreadable capture, and once with each missing file.
    Without new `topics`, those of the articles stay.
    """
    from archive.captures.accepted import articles_with_captures
    from archive.commands.reading import PRELOAD, weight_of
    from archive.store.archive import Archive
    from scraper.processes import attempt, each_in_order

    tally = Tally()
    with Archive.open(database, create=False, keep_text=keep_text) as archive:
        rows = articles_with_captures(archive)
        if any(row[-2] for row in rows) and not folder.is_dir():
            raise ArchiveError(f"{folder}: no such folder: name that of the WARC files with --captures")
        missing: set[str] = set()
        read: set[str] = set()
        readings = each_in_order(
            partial(attempt, partial(read_again, min_confidence=min_confidence, ocr=ocr)),
            (look_for(archive, folder, row, max_bytes, ocr=ocr) for row in rows),
            task=lambda kept: (kept.source, kept.documents) if kept.documents else None,
            jobs=jobs,
            weigh=lambda kept: sum(map(weight_of, kept.documents)),
            preload=PRELOAD,
        )
        with closing(readings):
            for kept, extractions in progress(readings):
                try:
                    lines = store_again(archive, kept, extractions, topics)
                except DocumentError as error:
                    tally.failed += 1
                    if error.source not in missing:
                        fail(error)
                    missing.add(error.source)
                    continue
                if lines is None:
                    continue
                tally.read += 1
                read.add(kept.article)
                tally.changed += bool(lines)
                for line in lines:
                    report(line)
        if topics is not None:
            counts = _apply(archive, topics, read)
            tally.topics = {topic.name: counts.get(topic.name, 0) for topic in topics}
    return tally


def _apply(archive: Archive, topics: tuple[Topic, ...], done: Collection[str]) -> dict[str, int]:
    """Assign topics to the articles that could not be read, by their stored text; count articles by topic."""
    from archive.store.archive import stored_hashtags, stored_words, write_topics
    from archive.store.database import count_topics
    from scraper.text.topics import topics_in

    for (article,) in archive.db.execute("SELECT id FROM articles").fetchall():
        if article not in done:
            with archive.transaction() as connection:
                words = partial(stored_words, connection, article)
                about = topics_in(stored_hashtags(connection, article), words, topics)
                write_topics(connection, article, about)
    return count_topics(archive.db.conn)
