"""``voxpop reextract``: extract the articles again from the captures that are kept of them."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import click

from archive.captures.naming import captures_beside
from archive.commands.common_options import CAPTURES, DATABASE, JOBS, MAX_BYTES, MIN_CONFIDENCE, NO_TEXT
from archive.commands.terminal import ChangingLine, print_message
from archive.humanize import counted
from archive.stopping import LongCommand
from scraper.errors import ArchiveError, DocumentError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from pathlib import Path

    from archive.commands.rereading import Kept, Readings
    from scraper.processes import Crash

    Reread = Iterator[tuple[Kept, Readings | Crash | None]]
    from archive.settings import Topic
    from archive.store.archive import Archive


@click.command(cls=LongCommand)
@DATABASE
@CAPTURES
@MAX_BYTES
@MIN_CONFIDENCE
@NO_TEXT
@JOBS
@click.option("-q", "--quiet", is_flag=True, help="Print nothing but errors.")
@click.option(
    "--topics",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Say of every article which of the [[topics]] in this file, such as voxpop.toml, it is about.",
)
@click.pass_context
def reextract(  # noqa: PLR0913 - one argument per option
    ctx: click.Context,
    /,
    database: str,
    *,
    captures: Path | None,
    max_bytes: int,
    min_confidence: float | None,
    no_text: bool,
    jobs: int | None,
    quiet: bool,
    topics: str | None,
) -> None:
    """Read the stored captures again with today's rules.

    Of each article the newest capture that was accepted as the article is read; one that is empty, a PDF or a
    feed is not. Shows each article that changes, and which of its fields. Stopped in between, it is safe to
    run again.
    Topics are given also to articles of which no capture is kept, by the text that is stored.

    \b
    Example:
      voxpop reextract reactions.db
      voxpop reextract reactions.db --topics voxpop.toml
    """
    from archive.settings import read_topics

    line = ChangingLine()

    def report(text: str) -> None:
        line.clear()
        if not quiet:
            click.echo(text)

    def fail(error: DocumentError) -> None:
        line.clear()
        print_message(error)

    tally = reextract_articles(
        database,
        captures or captures_beside(database),
        report=report,
        fail=fail,
        progress=iter if quiet else lambda readings: line.count(readings, "capture"),
        max_bytes=max_bytes,
        min_confidence=min_confidence,
        keep_text=not no_text,
        jobs=jobs,
        topics=read_topics(topics) if topics else None,
    )
    if not quiet:
        click.echo(tally.line())
    ctx.exit(1 if tally.failed else 0)


@dataclass(slots=True)
class Tally:
    """How many captures were read and could not be read, and how many articles changed.

    Attributes:
        topics: How many articles are about each topic that was asked for.
    """

    read: int = 0
    changed: int = 0
    failed: int = 0
    topics: dict[str, int] | None = None

    def line(self) -> str:
        """Return the line that is printed at the end."""
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
    keep_text: bool = True,
    jobs: int | None = 1,
    topics: tuple[Topic, ...] | None = None,
) -> Tally:
    """Extract the newest accepted capture of every article again and store the result.

    An article that was once read from an answer which is none (an empty page, a feed) becomes again what its
    newest good capture shows.

    Args:
        database: The archive.
        folder: Where its WARC files lie.
        report: Called with a line for each article that changes.
        fail: Called with each capture that cannot be read, and once with each file that is missing.
        progress: Wraps the articles, to show how far the work is.
        max_bytes: Refuse captures larger than this, decompressed.
        min_confidence: Leave out quoted reactions of lower confidence; None stands for the fitted threshold.
        keep_text: Whether the text of articles is kept.
        jobs: How many processes extract; None stands for as many as there are cores.
        topics: Replace the topics of every article by those of these that it is about; None leaves them.

    Raises:
        ArchiveError: The database cannot be used, or the folder of its captures is not there.
    """
    from archive.captures.accepted import articles_with_captures
    from archive.commands.outcomes import PRELOAD, weight_of
    from archive.commands.rereading import look_for, read_again, store_again
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
            partial(attempt, partial(read_again, min_confidence=min_confidence)),
            (look_for(archive, folder, row, max_bytes) for row in rows),
            task=lambda kept: kept.documents or None,
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
    """Give topics to the articles that could not be read again, by what is stored of them.

    Returns:
        How many articles each topic has.
    """
    from archive.store.topics import count_topics, stored_hashtags, stored_words, write_topics
    from scraper.text.topics import topics_in

    for (article,) in archive.db.execute("SELECT id FROM articles").fetchall():
        if article not in done:
            with archive.transaction() as connection:
                words = partial(stored_words, connection, article)
                about = topics_in(stored_hashtags(connection, article), words, topics)
                write_topics(connection, article, about)
    return count_topics(archive.db.conn)
