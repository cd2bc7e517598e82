"""Merge the segments of the search indexes after bulk writes: every search reads each segment in turn.

An index filled in pieces has about 15 segments. Looking up a row takes 100 µs, with one segment 20 µs.
Merging the indexes of a million posts in 300,000 articles takes 14 s.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Mapping, Sequence

    from archive.store.archive import Archive

#: With fewer segments, leave the merging to SQLite.
FEW = 4
#: Pages written in one transaction, under a second: other programs can write in between.
_PAGES = 4000
#: FTS5 defaults, and the values while an index is filled. By default FTS5 merges four segments of equal size,
#: and writes a segment after a megabyte of words. Sixteen segments are always merged.
_USUAL = {"automerge": 4, "hashsize": 1 << 20}
_FILLING = {"automerge": 0, "hashsize": 1 << 25}
_INDEXES = "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%fts5%'"


@contextmanager
def filled_at_once(connection: sqlite3.Connection, indexes: Sequence[str]) -> Iterator[None]:
    """Make search indexes take bulk inserts as one segment, and merge segments later; within a transaction.

    FTS5 settings are stored in the file, so they are reset before the transaction ends.
    """
    _configure(connection, indexes, _FILLING)
    yield
    connection.execute("SAVEPOINT filled")  # makes FTS5 write its pending rows
    connection.execute("RELEASE filled")
    _configure(connection, indexes, _USUAL)


def _configure(connection: sqlite3.Connection, indexes: Sequence[str], options: Mapping[str, int]) -> None:
    for name in indexes:
        for option, value in options.items():
            connection.execute(f'INSERT INTO "{name}" ("{name}", rank) VALUES (?, ?)', (option, value))  # noqa: S608 - our own names


def join_segments(archive: Archive) -> None:
    """Merge the segments of each search index that has many. Safe to kill at any time.

    Raises:
        ArchiveError: The archive is not writable.
    """
    for (name,) in archive.db.execute(_INDEXES).fetchall():
        segments = f'SELECT count(DISTINCT segid) FROM "{name}_idx"'  # noqa: S608 - from the schema
        if archive.db.execute(segments).fetchone()[0] > FEW:
            _join(archive, name)


def _join(archive: Archive, name: str) -> None:
    """Merge all segments of an index, a few pages at a time; a negative number starts the merge."""
    pages, connection = -_PAGES, archive.db.conn
    while True:
        with archive.transaction():
            before = connection.total_changes
            connection.execute(f'INSERT INTO "{name}" ("{name}", rank) VALUES (\'merge\', ?)', (pages,))  # noqa: S608 - from the schema
            if connection.total_changes - before < 2:
                return
        pages = _PAGES
