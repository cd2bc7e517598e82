"""Join the segments of the search indexes after much was written: each is asked in turn for every search.

An index that was filled in pieces keeps some 15 segments. Looking up one row in it takes 100 µs, with one
segment 20 µs. Joining the indexes of a million posts in 300,000 articles takes 14 s.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from archive.store.archive import Archive

#: Fewer are left as they are: SQLite joins small ones itself.
FEW = 4
#: Pages of the file that are written in one transaction, within a second: another program may write between.
_PAGES = 4000
_INDEXES = "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%fts5%'"


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
