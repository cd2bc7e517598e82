"""The index of captures: which WARC files belong to an archive, and whether they exist."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from archive.humanize import counted
from scraper.configuration import queries
from scraper.errors import ArchiveError

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from pathlib import Path

#: Make a new id. Copies of an archive share it; the rest of their WARC file names differs.
NEW_ID = "INSERT OR IGNORE INTO identity VALUES (1, lower(hex(randomblob(6))))"
#: Prefix of the names of our WARC files. Files of other programs have a path starting at the folder.
PREFIX = "voxpop-"
AFTER_PREFIX = "voxpop."
_ID = "SELECT archive FROM identity"
_LAST = "SELECT max(file) FROM captures WHERE file >= ? AND file < ?"
_END = "SELECT max(offset + coalesce(length, 1)) FROM captures WHERE file = ?"
_COUNT = "SELECT count(*) FROM captures WHERE file >= ? AND file < ? AND file NOT LIKE '%/%'"
_HAS_INDEX = "SELECT 1 FROM pragma_table_info('captures') WHERE name = 'length'"


@dataclass(frozen=True, slots=True)
class Owner:
    """The archive that owns WARC files: its id, part of their names, and a connection to its index if it has one."""

    id: str = "0" * 12
    connection: sqlite3.Connection | None = None

    def end_of(self, file: str) -> int:
        """Return the offset after the last indexed record of a file."""
        if self.connection is None:
            return 0
        return int(self.connection.execute(_END, (file,)).fetchone()[0] or 0)

    def last_file(self, begin: str) -> str | None:
        """Return the last file in the index with this prefix."""
        if self.connection is None:
            return None
        row = self.connection.execute(_LAST, (begin, f"{begin}\uffff")).fetchone()
        return None if row is None else row[0]


def owner_of(connection: sqlite3.Connection) -> Owner:
    """Return the owner of the WARC files of a writable archive; create an id if it has none."""
    if connection.execute(_ID).fetchone() is None:
        connection.execute(NEW_ID)
    return Owner(connection.execute(_ID).fetchone()[0], connection)


def problem_with_folder(connection: sqlite3.Connection, folder: Path) -> str | None:
    """Return advice if none of the WARC files indexed in an archive, old or new, is in its captures folder."""
    if connection.execute(_HAS_INDEX).fetchone() is None or not _are_all_missing(connection, folder):
        return None
    (number,) = connection.execute(_COUNT, (PREFIX, AFTER_PREFIX)).fetchone()
    what = "is empty" if folder.is_dir() else "no such folder"
    if folder.is_dir() and any(folder.iterdir()):
        what = "holds no WARC file of this archive"
    return (
        f"{folder}: {what}, but {counted(number, 'capture')} should be there: mount its disk, restore it or "
        "name another folder; if the files are lost for good, run `voxpop verify --repair --lost-captures DB`"
    )


def must_have_captures(connection: sqlite3.Connection, database: str | Path, folder: Path) -> None:
    """Raise an `ArchiveError` if no indexed WARC file is in the folder; its disk may not be mounted."""
    if problem := problem_with_folder(connection, folder):
        raise ArchiveError(f"{database}: {problem}")


def forget_lost(connection: sqlite3.Connection, folder: Path) -> Iterator[str]:
    """Remove index entries of captures whose WARC files are not in the folder."""
    gone = (name for name in _own_files(connection) if not (folder / name).exists())
    if lost := sum(connection.execute(queries("captures")["forget"], (name,)).rowcount for name in gone):
        yield f"removed from the index: {counted(lost, 'capture')} whose files are not in {folder}"


def _are_all_missing(connection: sqlite3.Connection, folder: Path) -> bool:
    """Return True if the index names files of ours and none exists."""
    is_any = False
    for name in _own_files(connection):
        if (folder / name).is_file():
            return False
        is_any = True
    return is_any


def _own_files(connection: sqlite3.Connection) -> Iterator[str]:
    """Yield the names of our WARC files in the index of captures, the last one first."""
    name = AFTER_PREFIX
    while (name := connection.execute(_LAST, (PREFIX, name)).fetchone()[0]) is not None:
        if "/" not in name:
            yield name
