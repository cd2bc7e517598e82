"""``voxpop reextract``: extract the articles again from the captures that are kept of them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from archive.commands.common_options import DATABASE, MAX_BYTES, MIN_CONFIDENCE, NO_TEXT
from archive.commands.terminal import ChangingLine, print_message
from archive.humanize import counted
from archive.stopping import LongCommand
from scraper.errors import ArchiveError, DocumentError
from scraper.records import Declared, Moment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from archive.store.archive import Archive
    from scraper.records import Document, Extraction

    Rows = Iterable[Sequence[Any]]

#: The articles of which an answer is kept that may hold them, in the order of their newest ones.
_ARTICLES = """
    SELECT articles.id, articles.digest, visits.url, articles.embeds, articles.quotes,
        visits.published_at, visits.published_precision, visits.published_as_written, max(captures.id)
    FROM captures
    JOIN articles ON articles.id = captures.article
    LEFT JOIN visits ON visits.article = captures.article
    WHERE captures.status BETWEEN 200 AND 299 AND captures.refused IS NULL AND captures.file IS NOT NULL
    GROUP BY articles.id ORDER BY max(captures.id)
"""
#: The answers that may hold an article, newest first. The bytes of a revisit lie in an earlier one.
_ANSWERS = """
    SELECT captures.id, captures.url, captures.fetched_at, captures.status, captures.content_type,
        coalesce(whole.file, captures.file), coalesce(whole.offset, captures.offset)
    FROM captures LEFT JOIN captures AS whole ON captures.type = 'revisit' AND whole.id = (
        SELECT max(id) FROM captures AS earlier
        WHERE earlier.digest = captures.digest AND earlier.url = captures.url AND earlier.type = 'response'
            AND earlier.id < captures.id
    )
    WHERE captures.article = ? AND captures.status BETWEEN 200 AND 299 AND captures.refused IS NULL
        AND captures.file IS NOT NULL AND (captures.type = 'response' OR whole.id IS NOT NULL)
    ORDER BY captures.id DESC
"""
#: HTTP's Partial Content.
_PART = 206


@click.command(cls=LongCommand)
@DATABASE
@click.option(
    "--captures",
    metavar="FOLDER",
    type=click.Path(file_okay=False),
    help="The WARC files; `captures` beside DB unless named.",
)
@MAX_BYTES
@MIN_CONFIDENCE
@NO_TEXT
@click.option("-q", "--quiet", is_flag=True, help="Print nothing but errors.")
@click.pass_context
def reextract(  # noqa: PLR0913 - one argument per option
    ctx: click.Context,
    /,
    database: str,
    *,
    captures: str | None,
    max_bytes: int,
    min_confidence: float | None,
    no_text: bool,
    quiet: bool,
) -> None:
    """Read the stored captures again with today's rules.

    Of each article the newest capture that was accepted as the article is read; one that is empty, a PDF or a
    feed is not. Shows each article that changes, and which of its fields. Stopped in between, it is safe to
    run again.

    \b
    Example:
      voxpop reextract reactions.db
    """
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
        Path(captures) if captures else Path(database).parent / "captures",
        report=report,
        fail=fail,
        progress=iter if quiet else lambda rows: line.count(rows, "capture"),
        max_bytes=max_bytes,
        min_confidence=min_confidence,
        keep_text=not no_text,
    )
    if not quiet:
        click.echo(tally.line())
    ctx.exit(1 if tally.failed else 0)


@dataclass(slots=True)
class Tally:
    """How many captures were read and could not be read, and how many articles changed."""

    read: int = 0
    changed: int = 0
    failed: int = 0

    def line(self) -> str:
        """Return the line that is printed at the end."""
        failed = f", {self.failed:,} could not be read" if self.failed else ""
        return f"{counted(self.read, 'capture')} read, {counted(self.changed, 'article')} changed{failed}"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Answer:
    """An answer that was accepted as an article."""

    url: str
    fetched: str
    digest: str
    document: Document


@dataclass(slots=True)
class _Search:
    """What was found among the answers that are kept of an article.

    Attributes:
        answer: The newest one that was accepted as the article; that of the stored version where it is kept.
        refused: Capture -> why it is no article, of those that nobody has marked yet.
        mistaken: The one of these that is stored as the article.
    """

    answer: _Answer | None = None
    refused: dict[int, str] = field(default_factory=dict)
    mistaken: Document | None = None


def reextract_articles(  # noqa: PLR0913 -- keyword-only but for the archive and its folder
    database: str,
    folder: Path,
    *,
    report: Callable[[str], None],
    fail: Callable[[DocumentError], None],
    progress: Callable[[Rows], Rows] = iter,
    max_bytes: int,
    min_confidence: float | None = None,
    keep_text: bool = True,
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

    Raises:
        ArchiveError: The database cannot be used, or the folder of its captures is not there.
    """
    from archive.store.archive import Archive

    tally = Tally()
    with Archive.open(database, create=False, keep_text=keep_text) as archive:
        rows = archive.db.execute(_ARTICLES).fetchall()
        if rows and not folder.is_dir():
            raise ArchiveError(f"{folder}: no such folder: name that of the WARC files with --captures")
        missing: set[str] = set()
        for row in progress(rows):
            try:
                lines = _again(archive, folder, row, max_bytes, min_confidence)
            except DocumentError as error:
                tally.failed += 1
                if error.source not in missing:
                    fail(error)
                missing.add(error.source)
                continue
            if lines is None:
                continue
            tally.read += 1
            tally.changed += bool(lines)
            for line in lines:
                report(line)
    return tally


def _again(
    archive: Archive, folder: Path, row: Sequence[Any], max_bytes: int, min_confidence: float | None
) -> list[str] | None:
    """Read, extract and store the newest good capture of an article.

    Returns:
        A line where something changed; None where no capture is of an article.
    """
    from archive.store.changes import changed_fields, fields_of
    from scraper.extract import extract

    article, known, url, embeds, quotes, at, precision, written, _ = row
    search = _search(archive, folder, article, known, max_bytes)
    published = Moment(at=at, precision=precision, source="feed", as_written=written) if at else None

    def reading(document: Document, source: str) -> Extraction:
        declared = Declared(published=published)
        return extract(replace(document, source=source, declared=declared), min_confidence=min_confidence)

    answer, mistaken = search.answer, search.mistaken
    if answer is None:
        if mistaken is not None:
            reason = "was read from an answer that is no article, and no other one is kept: archive it again"
            raise DocumentError(url or mistaken.url or mistaken.source, reason)
        _mark(archive, search.refused)
        return None
    url = url or answer.url
    before = fields_of(archive.db.conn, article)
    saved = archive.save_again(
        reading(answer.document, url),
        article=article,
        digest=answer.digest,
        fetched=answer.fetched,
        instead_of=(known, reading(mistaken, url)) if mistaken else None,
    )
    _mark(archive, search.refused)
    if saved is None or not saved.changed:
        return []
    fields = ", ".join(changed_fields(before, fields_of(archive.db.conn, article)))
    changed = f"; changed: {fields}" if fields else ""
    return [f"{url}: {embeds} -> {saved.embeds} embeds, {quotes} -> {saved.quotes} quotes{changed}"]


def _search(archive: Archive, folder: Path, article: str, known: str, max_bytes: int) -> _Search:
    """Go back from the newest answer to the one that was accepted as the article."""
    from archive.store.identity import digest_of
    from scraper.input.kinds import not_an_article
    from scraper.input.warc import record_at

    search = _Search()
    for capture, url, fetched, status, media_type, file, offset in archive.db.execute(_ANSWERS, (article,)):
        if (reason := _unreadable(media_type)) is not None:
            search.refused[capture] = reason
            continue
        document = record_at(str(folder / file), offset, max_bytes)
        digest = digest_of(document.content)
        reason = "is only a part of the page" if status == _PART else not_an_article(document.content)
        if reason is not None:
            search.refused[capture] = reason
            search.mistaken = document if digest == known else search.mistaken
            continue
        if search.answer is None or digest == known:
            search.answer = _Answer(url=url, fetched=fetched, digest=digest, document=document)
        if search.mistaken or digest == known:
            break
    return search


def _unreadable(media_type: str | None) -> str | None:
    """Return why an answer of a media type is no article, None when it may be; the fetcher judges alike."""
    from scraper.fetching.limits import ARTICLE_TYPES

    essence = (media_type or "").partition(";")[0].strip().lower()
    return f"is {essence}, not an article" if essence and essence not in ARTICLE_TYPES else None


def _mark(archive: Archive, refused: dict[int, str]) -> None:
    """Note in the index which captures are no articles."""
    if refused:
        with archive.transaction() as connection:
            connection.executemany(
                "UPDATE captures SET refused = ? WHERE id = ?",
                [(reason, capture) for capture, reason in refused.items()],
            )
