"""``voxpop reextract``: today's rules over the bytes of yesterday."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from archive.identity import digest_of
from archive.store import Archive
from archive.wording import counted
from scraper.documents import MAX_BYTES
from scraper.documents.warc import record_at
from scraper.errors import ArchiveError, DocumentError
from scraper.extract import extract
from scraper.records import Moment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    Rows = Iterable[Sequence[Any]]

#: The newest capture of each article that holds its bytes: a revisit says that they are still the same.
_LATEST = """
    SELECT captures.article, captures.file, captures.offset, coalesce(visits.url, captures.url),
        articles.last_seen, articles.embeds, articles.quotes,
        visits.published_at, visits.published_precision, visits.published_as_written
    FROM captures
    JOIN articles ON articles.id = captures.article
    LEFT JOIN visits ON visits.article = captures.article
    WHERE captures.id IN (
        SELECT max(id) FROM captures WHERE type = 'response' AND status BETWEEN 200 AND 299 GROUP BY article
    )
    GROUP BY captures.id ORDER BY captures.id
"""


@dataclass(slots=True)
class Tally:
    """What a `reextract` came to."""

    read: int = 0
    changed: int = 0
    failed: int = 0

    def line(self) -> str:
        """Give the line that is printed at the end."""
        failed = f", {self.failed:,} could not be read" if self.failed else ""
        return f"{counted(self.read, 'capture')} read, {counted(self.changed, 'article')} changed{failed}"


def reextract(
    database: str,
    folder: Path,
    *,
    report: Callable[[str], None],
    fail: Callable[[DocumentError], None],
    progress: Callable[[Rows], Rows] = iter,
) -> Tally:
    """Extract the newest capture of every article again and store the result.

    Args:
        database: The archive.
        folder: Where its WARC files lie.
        report: Called with a line for each article that changes.
        fail: Called with each capture that cannot be read, and once with each file that is missing.
        progress: Wraps the captures, to show how far the work is.

    Raises:
        ArchiveError: The database cannot be used, or the folder of its captures is not there.
    """
    tally = Tally()
    with Archive.open(database, create=False) as archive:
        rows = archive.db.execute(_LATEST).fetchall()
        if rows and not folder.is_dir():
            raise ArchiveError(f"{folder}: no such folder: name that of the WARC files with --captures")
        missing: set[str] = set()
        for row in progress(rows):
            try:
                line = _again(archive, folder, row)
            except DocumentError as error:
                tally.failed += 1
                if error.source not in missing:
                    fail(error)
                missing.add(error.source)
                continue
            tally.read += 1
            if line:
                tally.changed += 1
                report(line)
    return tally


def _again(archive: Archive, folder: Path, row: Sequence[Any]) -> str | None:
    """Read, extract and store one capture; give a line where something changed."""
    article, file, offset, url, seen, embeds, quotes, at, precision, written = row
    found = record_at(str(folder / file), offset, MAX_BYTES)
    published = Moment(at=at, precision=precision, source="feed", as_written=written) if at else None
    document = replace(found, source=url, published=published)
    digest = digest_of(document.content)
    saved = archive.save(extract(document), digest=digest, seen=seen, article=article)
    if not saved.changed:
        return None
    return f"{url}: {embeds} -> {saved.embeds} embeds, {quotes} -> {saved.quotes} quotes"
