"""Clean up traces of an erasure in the database files: free pages, search indexes, the WAL."""

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
    """Return True if traces of an erasure are still to be cleaned up."""
    return archive.db.execute(_UNFINISHED).fetchone() is not None


def clean(archive: Archive) -> None:
    """Rewrite the file of an archive, so that it and the files next to it hold nothing erased.

    If killed, it starts over.

    Raises:
        ArchiveError: Another program uses the archive, or there is no space.
    """
    connection = archive.db.conn
    with failures_named(archive.path):
        connection.execute("PRAGMA secure_delete = ON")
        with archive.transaction():
            # FTS5 keeps the words of deleted rows until it merges; its secure-delete option needs SQLite
            # 3.42.
            for (name,) in connection.execute(_INDEXES).fetchall():
                connection.execute(f'INSERT INTO "{name}" ("{name}") VALUES (\'rebuild\')')  # noqa: S608 - from the schema
        connection.execute("PRAGMA temp_store = FILE")  # the archive may not fit in memory
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
            f"{archive.path}: erased, but another program is reading the archive, so traces remain in "
            f"{archive.path}-wal: stop it and run `voxpop erase {archive.path}`"
        )
