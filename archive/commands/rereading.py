"""Read the captures of an article again, and store what is in them: the steps of `voxpop reextract`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from archive.captures.accepted import mark, search
from archive.clock import stamp, utc_now
from archive.commands.outcomes import problem_of
from archive.store.changes import changed_fields, fields_of
from scraper.errors import DocumentError
from scraper.extract import extract
from scraper.processes import Crash
from scraper.records import Moment
from scraper.text.topics import topics_of
from scraper.values.moments import is_possible

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from archive.captures.accepted import Search
    from archive.settings import Topic
    from archive.store.archive import Archive
    from scraper.records import Document, Extraction

    Readings = tuple[Extraction, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What is kept of an article.

    Attributes:
        article: Its id.
        known: The digest of the bytes that are stored as the article.
        shown: How many embeds and quotes it has.
        source: What it is called.
        found: The captures that say what it is; None where one cannot be read.
        documents: What is read again: the newest good capture, and the one that was mistaken for it.
        error: Why nothing can be read.
    """

    article: str
    known: str
    shown: tuple[int, int]
    source: str
    found: Search | None = None
    documents: tuple[Document, ...] = ()
    error: DocumentError | None = None


def look_for(archive: Archive, folder: Path, row: Sequence[Any], max_bytes: int) -> Kept:
    """Search the captures of an article.

    Args:
        archive: The archive.
        folder: Where its WARC files lie.
        row: A row of `articles_with_captures`.
        max_bytes: Refuse captures larger than this, decompressed.
    """
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
        reason = "was read from an answer that is no article, and no other one is kept: archive it again"
        return replace(kept, error=DocumentError(url or mistaken.url or mistaken.source, reason))
    published = None
    if is_possible(at):
        published = Moment(at=at, precision=precision, source="feed", as_written=written)
    source = url or answer.url or source
    documents = tuple(
        replace(
            document,
            source=source,
            declared=replace(document.declared, published=published or document.declared.published),
        )
        for document in (answer.document, mistaken)
        if document is not None
    )
    return replace(kept, source=source, found=found, documents=documents)


def read_again(documents: tuple[Document, ...], *, min_confidence: float | None) -> Readings:
    """Extract documents."""
    return tuple(extract(document, min_confidence=min_confidence) for document in documents)


def store_again(
    archive: Archive, kept: Kept, readings: Readings | Crash | None, topics: tuple[Topic, ...] | None
) -> list[str] | None:
    """Store the readings of `Kept.documents`.

    Returns:
        A line where something changed; None where no capture is of an article.

    Raises:
        DocumentError: The captures cannot be read.
    """
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
