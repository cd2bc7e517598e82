"""Find the capture that was accepted as an article."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from archive.captures.index import CaptureLocation, located, must_match
from archive.store.identity import digest_of
from scraper.configuration import queries
from scraper.errors import DocumentError
from scraper.input.kept import document_of, with_declared
from scraper.input.kinds import ARTICLE_TYPES, essence_of, not_an_article
from scraper.input.warc import record_at, resource_at

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from archive.store.archive import Archive
    from scraper.records import Document

#: Captures that may hold an article: a response, a file, or a record in a WARC file of another program.
MAY_HOLD = """
    (captures.status BETWEEN 200 AND 299 OR captures.type IN ('resource', 'pointer'))
    AND captures.refused IS NULL AND captures.file IS NOT NULL AND captures.hidden IS NULL
"""
#: Most pictures of a version, most bytes of one, and of those after which no further one is read.
_MOST_PICTURES, _LARGEST_PICTURE, _MOST_BYTES = 20, 10_000_000, 40_000_000
#: HTTP's Partial Content.
_PART = 206


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """A capture accepted as an article; `url` is None for a file, `seen` the time of the version."""

    id: int  # of the capture
    url: str | None
    seen: str
    digest: str
    document: Document


@dataclass(slots=True)
class Search:
    """Result of searching the captures of an article."""

    answer: Accepted | None = None  # the capture of the stored version, else the newest one accepted as the article
    refused: dict[int, str] = field(default_factory=dict)  # capture, not marked yet -> why it is no article
    mistaken: Document | None = None  # the one of these that is stored as the article


@dataclass(frozen=True, slots=True)
class _Row:
    location: CaptureLocation
    id: int
    type: str
    url: str
    fetched: str
    status: int | None
    media_type: str | None
    declared: str | None

    @property
    def is_file(self) -> bool:
        """Return True if it is not a response to a request of ours."""
        return self.type in {"resource", "pointer"}

    def document(self, folder: Path, max_bytes: int) -> Document:
        must_match(folder, self.location, max_bytes)
        path, offset = str(self.location.path(folder)), self.location.offset
        if self.type == "resource":
            content = resource_at(path, offset, max_bytes)
            return document_of(f"{path}#{offset}", content, self.media_type or "", self.declared)
        return with_declared(record_at(path, offset, max_bytes), self.declared, path)


@dataclass(frozen=True, slots=True)
class Version:
    """A version of an article in one capture; `seen` is when it was fetched, or the file saved."""

    seen: str
    digest: str
    size: int
    _row: _Row

    @property
    def id(self) -> int:
        """The id of the capture."""
        return self._row.id

    def document(self, folder: Path, max_bytes: int) -> Document:
        """Read its bytes; raise `DocumentError` if it cannot be read."""
        return self._row.document(folder, max_bytes)


def articles_with_captures(archive: Archive) -> list[Sequence[Any]]:
    """Return the articles with a capture that may hold them, as rows.

    Columns: id, digest, source, URL of the visit, date from its feed, numbers of embeds and quotes, whether any
    capture is not a pointer, and the newest capture.
    """
    rows: list[Sequence[Any]] = archive.db.execute(queries("captures")["articles"].format(MAY_HOLD=MAY_HOLD)).fetchall()
    return rows


def _captures_of(connection: sqlite3.Connection, article: str) -> list[_Row]:
    query = located(queries("captures")["captures"], MAY_HOLD=MAY_HOLD)
    return [_Row(CaptureLocation(*row[7:]), *row[:7]) for row in connection.execute(query, (article,))]


def search(archive: Archive, folder: Path, article: str, known: str, max_bytes: int) -> Search:
    """Search the captures of an article for the accepted one; raise `DocumentError` if one cannot be read."""
    found = Search()
    for row in _captures_of(archive.db.conn, article):
        if not row.is_file and (reason := _unreadable(row.media_type)) is not None:
            found.refused[row.id] = reason
            continue
        document = row.document(folder, max_bytes)
        digest = digest_of(document.content)
        reason = "is only a part of the page" if row.status == _PART else not_an_article(document.content)
        if reason is not None:
            found.refused[row.id] = reason
            found.mistaken = document if digest == known else found.mistaken
            continue
        if found.answer is None or digest == known:
            found.answer = _accepted(row, document, digest)
        if found.mistaken or digest == known:
            break
    return found


def versions(
    connection: sqlite3.Connection, folder: Path, article: str, max_bytes: int
) -> Iterator[Version | DocumentError]:
    """Yield the versions of an article from its captures, in the order of archiving, without their bytes.

    An error takes the place of a capture that cannot be read.
    """
    for row in reversed(_captures_of(connection, article)):
        if not row.is_file and _unreadable(row.media_type) is not None:
            continue
        try:
            document = row.document(folder, max_bytes)
        except DocumentError as error:
            yield error
            continue
        if row.status != _PART and not_an_article(document.content) is None:
            accepted = _accepted(row, document, digest_of(document.content))
            yield Version(accepted.seen, accepted.digest, len(document.content), row)


def with_pictures_of(
    connection: sqlite3.Connection, folder: Path, article: str, document: Document, version: int
) -> Document:
    """Return the page in the capture `version` of an article, with the kept pictures from its folder, by their URLs."""
    found: dict[str, bytes] = {}
    query = located(queries("captures")["pictures"], MAY_HOLD=MAY_HOLD)
    for row in connection.execute(query, {"article": article, "version": version}):
        place = CaptureLocation(*row)
        is_full = len(found) >= _MOST_PICTURES or sum(map(len, found.values())) > _MOST_BYTES
        if place.url not in found and not is_full:
            with suppress(DocumentError):  # `verify` reports it
                must_match(folder, place, _LARGEST_PICTURE)
                found[place.url] = resource_at(str(place.path(folder)), place.offset, _LARGEST_PICTURE)
    return replace(document, pictures=tuple(found.items()))


def mark(archive: Archive, refused: dict[int, str]) -> None:
    """Mark captures in the index that are not articles."""
    if refused:
        with archive.transaction() as connection:
            connection.executemany(
                "UPDATE captures SET refused = ? WHERE id = ?",
                [(reason, capture) for capture, reason in refused.items()],
            )


def _accepted(row: _Row, document: Document, digest: str) -> Accepted:
    seen = min(document.saved_at or row.fetched, row.fetched) if row.is_file else row.fetched
    return Accepted(id=row.id, url=None if row.is_file else row.url, seen=seen, digest=digest, document=document)


def _unreadable(media_type: str | None) -> str | None:
    """Return why a media type cannot be an article; None if it can. The fetcher applies the same rule."""
    essence = essence_of(media_type)
    return f"is {essence}, not an article" if essence and essence not in ARTICLE_TYPES else None
