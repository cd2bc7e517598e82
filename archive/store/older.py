"""Archives of an older voxpop: pending migrations, and upgraded copies to read from."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from archive.humanize import sized
from archive.store.libraries import Database
from archive.store.schema import MIGRATIONS
from archive.store.schema.expected import lost_from
from scraper.errors import ArchiveError

if TYPE_CHECKING:
    from collections.abc import Sequence

_PRIMARY_CODE = 0xFF
_NO_ROOM = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)
_ONLY_HERE = ("journal_mode = MEMORY", "synchronous = OFF")


def pending(db: Database) -> list[str]:
    """Return the pending migrations, without those whose record is missing although they were applied."""
    missing = [migration.name for migration in MIGRATIONS.pending(db)]
    if not missing:
        return []
    lost = set(lost_from(db))
    return [name for name in missing if name not in lost]


def note_lost(db: Database, lost: Sequence[str]) -> None:
    """Record migrations that were already applied."""
    MIGRATIONS.ensure_migrations_table(db)
    for name in lost:
        MIGRATIONS._record_applied(db, name)  # noqa: SLF001 - no public way to record without running


def upgraded_copy(db: Database, path: str | Path, target: str | Path = "") -> Database:
    """Copy an open archive and upgrade the copy.

    Args:
        db: The archive; this function closes it.
        path: Its name, for errors.
        target: File to create; by default a temporary one, deleted when it is closed.

    Returns:
        The open copy.

    Raises:
        ArchiveError: No space for the copy.
    """
    folder = Path(target).parent if target else Path(tempfile.gettempdir())
    with closing(db):
        (size,) = db.execute("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size").fetchone()
        if shutil.disk_usage(folder).free < size:
            raise _no_room(path, folder, size)
        copy = Database(sqlite3.connect(target, isolation_level=None))
        try:
            for pragma in _ONLY_HERE:
                copy.conn.execute(f"PRAGMA {pragma}")
            db.conn.backup(copy.conn)
            note_lost(copy, lost_from(copy))
            MIGRATIONS.apply(copy)
        except BaseException as error:
            copy.close()
            if getattr(error, "sqlite_errorcode", 0) & _PRIMARY_CODE in _NO_ROOM:
                raise _no_room(path, folder, size) from error
            raise
    return copy


def _no_room(path: str | Path, folder: Path, size: int) -> ArchiveError:
    return ArchiveError(
        f"{path}: is of an older voxpop, and an upgraded copy to read from ({sized(size)}) does not fit into "
        f"{folder}: free some space, or name another folder in TMPDIR"
    )
