"""Join the segments of the search indexes after much was written: each is asked in turn for every search.

An index that was filled in pieces keeps some 15 segments. Looking up one row in it takes 100 µs, with one
segment 20 µs. Joining the indexes of a million posts in 300,000 articles takes 14 s.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Mapping, Sequence

    from archive.store.archive import Archive

#: Fewer are left as they are: SQLite joins small ones itself.
FEW = 4
#: Pages of the file that are written in one transaction, within a second: another program may write between.
_PAGES = 4000
#: What FTS5 does unless told otherwise, and while it is filled: it joins as soon as four segments are equally
#: large, and writes one after a megabyte of words. Sixteen are joined in either case.
_USUAL = {"automerge": 4, "hashsize": 1 << 20}
_FILLING = {"automerge": 0, "hashsize": 1 << 25}
_INDEXES = "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%fts5%'"


@contextmanager
def filled_at_once(connection: sqlite3.Connection, indexes: Sequence[str]) -> Iterator[None]:
    """Have search indexes take much in as one segment, and join segments later; within a transaction.

    What is told to an index is stored in the file, so it is told otherwise before the transaction ends.
    """
    _tell(connection, indexes, _FILLING)
    yield
    connection.execute("SAVEPOINT filled")  # has FTS5 write what it holds
    connection.execute("RELEASE filled")
    _tell(connection, indexes, _USUAL)


def _tell(connection: sqlite3.Connection, indexes: Sequence[str], options: Mapping[str, int]) -> None:
    for name in indexes:
        for option, value in options.items():
            connection.execute(f'INSERT INTO "{name}" ("{name}", rank) VALUES (?, ?)', (option, value))  # noqa: S608 - our own names


def join_segments(archive: Archive) -> None:
    """Join the segments of each search index that has many. Killed at any moment, the index is right.

    Raises:
        ArchiveError: The archive cannot be written.
    """
    for (name,) in archive.db.execute(_INDEXES).fetchall():
        segments = f'SELECT count(DISTINCT segid) FROM "{name}_idx"'  # noqa: S608 - from the schema
        if archive.db.execute(segments).fetchone()[0] > FEW:
            _join(archive, name)


def _join(archive: Archive, name: str) -> None:
    """Have FTS5 join all segments, some pages at a time; the sign tells it to begin with that."""
    pages, connection = -_PAGES, archive.db.conn
    while True:
        with archive.transaction():
            before = connection.total_changes
            connection.execute(f'INSERT INTO "{name}" ("{name}", rank) VALUES (\'merge\', ?)', (pages,))  # noqa: S608 - from the schema
            if connection.total_changes - before < 2:
                return
        pages = _PAGES
