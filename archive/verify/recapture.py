"""Rebuild the index of captures from the WARC files, which contain all of its data."""

from __future__ import annotations

import json
from bisect import bisect_right
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import IO, TYPE_CHECKING, Any
from urllib.parse import urljoin

from fastwarc.warc import ArchiveIterator

from archive.captures.files import Capture, is_being_written
from archive.captures.index import enter
from archive.captures.ownership import id_of_owner, neighbours
from archive.captures.tail import members
from archive.humanize import counted
from archive.store.captured import owner_of
from scraper.input.warc_record import MAX_HEADERS

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Iterable, Iterator, Sequence
    from pathlib import Path

    from archive.captures.ownership import Neighbour

_ANSWERS = frozenset({"response", "revisit"})
#: Maximum number of bytes of a metadata record about a file.
_MOST_SAID = 1_000_000
#: Which article was fetched from which URL.
_ADDRESSES = """
    SELECT url, article FROM captures
    UNION ALL SELECT url, id FROM articles WHERE url IS NOT NULL
    UNION ALL SELECT moved, article FROM visits WHERE moved IS NOT NULL
    UNION ALL SELECT url, article FROM visits
"""
_PLACES = "SELECT id, file, offset, length, record, fetched_at FROM captures"
_PURGED = "SELECT record FROM captures WHERE hidden = 'purged' AND record IS NOT NULL"
_SAME_BYTES = """
    SELECT id FROM captures WHERE digest = ? AND article = ? AND type = 'resource' AND declared IS ?
"""


@dataclass(frozen=True, slots=True)
class _Found:
    """A record of a WARC file.

    Attributes:
        capture: The row for the index.
        target: Redirect target of an answer.
        article: Article id of a file, from the record after it.
    """

    capture: Capture
    target: str | None = None
    article: str | None = None


def rebuild_captures(connection: sqlite3.Connection, folder: Path, database: Path | None = None) -> Iterator[str]:
    """Restore lost index entries of captures, and correct wrong locations.

    Records of URLs not in the archive, and of other archives, are skipped. Purged records stay purged. If the
    archive has erasures, restored entries are hidden: they may have been hidden before.

    Args:
        connection: In a transaction.
        folder: Folder of the WARC files.
        database: The archive; None if its index was read from a damaged file.
    """
    index, left = _Index(connection), 0
    others = [] if database is None else list(neighbours(database, folder))
    for path in sorted(folder.glob("*.warc.gz")):
        if is_being_written(path):
            yield f"skipped: {path}, which is being written"
        elif index.may_hold_ours(path):
            index.compare(_records(path), _foreign(path.name, others, index.records))
        else:
            left += 1
    moved = index.move()
    index.leave_copies()
    index.name()
    if index.lengths or moved:
        yield f"corrected: the place of {counted(index.lengths + moved, 'capture')}"
    if index.lost:
        hidden = ", hidden as something was erased from this archive" if index.hides else ""
        yield f"indexed again: {counted(len(index.lost), 'capture')}{hidden}"
    if left and index.lost:
        yield f"skipped: {counted(left, 'WARC file')} of other archives"
    if index.unknown and index.lost:
        yield f"skipped: {counted(index.unknown, 'record')} of URLs not in the archive"


class _Index:
    """The rows of ``captures``, for comparison with existing records.

    Attributes:
        lost: Records without a row, with their articles.
        lengths: Number of rows with a wrong length.
        unknown: Number of records of URLs not in the archive.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._addresses: dict[str, str | None] = {}
        for url, article in connection.execute(_ADDRESSES):
            self._addresses[url] = article or self._addresses.get(url)
        self._articles = {article for (article,) in connection.execute("SELECT id FROM articles")}
        self._rows = connection.execute(_PLACES).fetchall()
        self._named = {
            (file, offset): (row, length, record)
            for row, file, offset, length, record, _ in self._rows
            if file is not None
        }
        self._files = {file for _, file, *_ in self._rows}
        self._purged = {record for (record,) in connection.execute(_PURGED)}
        self._owner = owner_of(connection).id
        self.records = {record for *_, record, _ in self._rows if record is not None}
        self.hides = connection.execute("SELECT 1 FROM erasures LIMIT 1").fetchone() is not None
        self.lost: list[tuple[Capture, str | None]] = []
        self.lengths = self.unknown = 0

    def may_hold_ours(self, path: Path) -> bool:
        """Return True if a file is indexed here, or does not belong to another archive."""
        return path.name in self._files or id_of_owner(path) in {None, self._owner}

    def compare(self, found: Sequence[_Found], foreign: Collection[str] = ()) -> None:
        """Match the records of one file with rows, in order.

        Args:
            found: The records.
            foreign: Ids of records of another archive.
        """
        for one, article in zip(found, _articles(found, self._addresses), strict=True):
            capture = one.capture
            row, length, record = self._named.get((capture.file, capture.offset), (None, None, None))
            if row is not None and record in {None, capture.record}:
                del self._named[capture.file, capture.offset]
                self.lengths += _put_length(self._connection, row, length, capture)
            elif capture.record in self._purged or capture.record in foreign:
                self.unknown += 1
            elif one.article is not None and one.article in self._articles:
                self.lost.append((capture, one.article))
            elif capture.type == "resource" or (article is None and capture.url not in self._addresses):
                self.unknown += 1
            else:
                self.lost.append((capture, article))

    def move(self) -> int:
        """Correct rows with wrong locations; return their number."""
        ids = {record: row for row, file, offset, _, record, _ in self._rows if (file, offset) in self._named}
        moved = [capture for capture, _ in self.lost if capture.record in ids]
        for capture in moved:
            self._connection.execute(
                "UPDATE captures SET file = ?, offset = ?, length = ? WHERE id = ?",
                (capture.file, capture.offset, capture.length, ids[capture.record]),
            )
        self.lost = [(capture, article) for capture, article in self.lost if capture.record not in ids]
        return len(moved)

    def leave_copies(self) -> None:
        """Skip records indexed elsewhere: a killed process wrote them, then the next process again."""
        missing = {row for row, *_ in self._named.values()}
        kept: set[tuple[str | None, ...]] = set()
        lost = []
        for capture, article in self.lost:
            key = capture.digest, article, capture.declared
            if capture.type == "resource":
                rows = {row for (row,) in self._connection.execute(_SAME_BYTES, key)}
                if key in kept or rows - missing:
                    continue
                kept.add(key)
            lost.append((capture, article))
        self.lost = lost

    def name(self) -> None:
        """Index lost records in the order of time: the newest capture of an article has the highest id.

        If no id is free in that order, a capture is indexed without its article.
        """
        rows = sorted((at, file or "", offset or 0, row) for row, file, offset, _, _, at in self._rows)
        before = [0, *accumulate((row for *_, row in rows), max)]
        after = [*accumulate((row for *_, row in reversed(rows)), min)][::-1]
        last, late = 0, []
        for capture, article in sorted(self.lost, key=lambda one: _moment(one[0])):
            place = bisect_right(rows, _moment(capture))
            last = max(before[place], last) + 1
            if place < len(after) and last >= after[place]:
                late.append(capture)
                last -= 1
                continue
            self._enter(capture, article)
            self._connection.execute("UPDATE captures SET id = ? WHERE id = last_insert_rowid()", (last,))
        for capture in late:
            self._enter(capture, None)

    def _enter(self, capture: Capture, article: str | None) -> None:
        enter(self._connection, [capture], article)
        if self.hides:
            self._connection.execute("UPDATE captures SET hidden = 'hidden' WHERE id = last_insert_rowid()")


def _foreign(file: str, others: Iterable[Neighbour], own: Collection[str]) -> set[str]:
    """Return records indexed only by other archives; a copy of this archive does not count as one."""
    foreign: set[str] = set()
    for other in others:
        records = other.records(file)
        foreign |= records if records.isdisjoint(own) else set()
    return foreign


def _moment(capture: Capture) -> tuple[str, str, int]:
    """Return the sort key of captures: time, then position in the file."""
    return capture.fetched_at, capture.file, capture.offset


def _records(path: Path) -> list[_Found]:
    """Read the answers and files in a WARC file."""
    with path.open("rb") as stream:
        places = list(members(stream))
        found: list[_Found] = []
        for start, end in places:
            one = _found(stream, path.name, start, end, found[-1] if found else None)
            if one is not None and found and one.capture.offset == found[-1].capture.offset:
                found[-1] = one
            elif one is not None:
                found.append(one)
        return found


def _found(stream: IO[bytes], name: str, start: int, end: int, before: _Found | None) -> _Found | None:
    """Read one record; for a metadata record, return the file before it with the metadata added."""
    stream.seek(start)
    try:
        record = next(ArchiveIterator(stream, parse_http=True, max_header_len=MAX_HEADERS), None)
    except (OSError, EOFError, ValueError):
        return None
    about: Any = record.headers if record is not None else {}
    kind, answer = about.get("WARC-Type"), record.http_headers if record is not None else None
    if kind == "metadata":
        return _with_said(record, about, before)
    if kind not in {*_ANSWERS, "resource"} or (kind in _ANSWERS and answer is None):
        return None
    url = about.get("WARC-Target-URI", "").strip("<>")
    date = about.get("WARC-Date", "")
    location = answer.get("Location") if answer else None
    capture = Capture(
        url=url,
        fetched_at=f"{date[:19]}Z",
        status=(answer.status_code or 0) if answer else None,
        content_type=answer.get("Content-Type") if answer else about.get("Content-Type"),
        digest=about.get("WARC-Payload-Digest"),
        file=name,
        offset=start,
        length=end - start,
        type=kind,
        record=about.get("WARC-Record-ID"),
    )
    return _Found(capture, urljoin(url, location) if location else None)


def _with_said(record: Any, about: Any, before: _Found | None) -> _Found | None:
    """Return a file with the article and declared metadata from the metadata record after it."""
    if before is None or before.capture.record != about.get("WARC-Concurrent-To"):
        return None
    try:
        said = json.loads(record.reader.read(_MOST_SAID))
        declared = json.dumps(said["declared"]) if said["declared"] else None
        return replace(before, article=str(said["article"]), capture=replace(before.capture, declared=declared))
    except (ValueError, KeyError, TypeError):
        return None


def _articles(found: Sequence[_Found], addresses: dict[str, str | None]) -> list[str | None]:
    """Return the article of each record; a redirect belongs to the article of its target."""
    articles: list[str | None] = []
    following: _Found | None = None
    for one in reversed(found):
        article = addresses.get(one.capture.url)
        if article is None and following is not None and one.target == following.capture.url:
            article = articles[-1]
        articles.append(article)
        following = one
    return articles[::-1]


def _put_length(connection: sqlite3.Connection, row: int, length: int | None, capture: Capture) -> bool:
    if length in {None, capture.length}:
        return False
    connection.execute("UPDATE captures SET length = ? WHERE id = ?", (capture.length, row))
    return True
