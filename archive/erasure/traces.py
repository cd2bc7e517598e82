"""Clean away what an erasure leaves in the files of a database: free pages, search indexes, the WAL."""

from __future__ import annotations

from typing import TYPE_CHECKING

from archive.clock import stamp, utc_now
from archive.store.database import failures_named
from scraper.errors import ArchiveError

if TYPE_CHECKING:
    from archive.store.archive import Archive

_INDEXES = "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%fts5%'"
_UNFINISHED = "SELECT 1 FROM erasures WHERE cleaned_at IS NULL LIMIT 1"
_FINISH = "UPDATE erasures SET cleaned_at = ? WHERE cleaned_at IS NULL"
_EMPTY = "PRAGMA wal_checkpoint(TRUNCATE)"


def has_traces(archive: Archive) -> bool:
    """Return whether traces of an erasure were not cleaned away yet."""
    return archive.db.execute(_UNFINISHED).fetchone() is not None


def clean(archive: Archive) -> None:
    """Write the file of an archive anew, so that nothing of what was erased is left in it or beside it.

    Killed at any moment, it is done again from the beginning.

    Raises:
        ArchiveError: Another program uses the archive, or there is no room.
    """
    connection = archive.db.conn
    with failures_named(archive.path):
        connection.execute("PRAGMA secure_delete = ON")
        with archive.transaction():
            # FTS5 keeps the words of deleted rows until it merges; its own secure-delete needs SQLite 3.42.
            for (name,) in connection.execute(_INDEXES).fetchall():
                connection.execute(f'INSERT INTO "{name}" ("{name}") VALUES (\'rebuild\')')  # noqa: S608 - from the schema
        connection.execute("PRAGMA temp_store = FILE")  # an archive may be larger than the memory
        connection.execute("VACUUM")
        connection.execute("PRAGMA temp_store = MEMORY")
    _empty_wal(archive)
    with archive.transaction():
        connection.execute(_FINISH, (stamp(utc_now()),))
    _empty_wal(archive)


def _empty_wal(archive: Archive) -> None:
    with failures_named(archive.path):
        (busy, *_) = archive.db.conn.execute(_EMPTY).fetchone()
    if busy:
        raise ArchiveError(
            f"{archive.path}: is erased, but another program reads it, so that traces are left in "
            f"{archive.path}-wal: end it and run `voxpop erase {archive.path}`"
        )
