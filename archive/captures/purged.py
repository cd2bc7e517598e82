"""Find purged captures whose bytes are back, as after restoring a backup of the WARC files."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fastwarc.warc import ArchiveIterator

from archive.captures.ownership import id_in_name
from scraper.input.warc_record import MAX_HEADERS

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from pathlib import Path

_COLUMNS = "SELECT name FROM pragma_table_info('captures')"
_PURGED = "SELECT id, record, {} FROM captures WHERE hidden = 'purged' AND record IS NOT NULL"
_HAS_ID = "SELECT 1 FROM sqlite_master WHERE name = 'identity'"
_FILES = "SELECT DISTINCT file FROM captures WHERE file IS NOT NULL"


@dataclass(frozen=True, slots=True)
class Back:
    """A purged capture that is back.

    Attributes:
        row: Its id in the index.
        record: The id of its record.
        path: The WARC file.
        offset: Offset of the record.
    """

    row: int
    record: str
    path: Path
    offset: int


def purged_records(connection: sqlite3.Connection) -> set[str]:
    """Return the ids of the purged records."""
    return {record for _, record, *_ in _rows(connection)}


def purged_that_are_back(connection: sqlite3.Connection, folder: Path, *, everywhere: bool = False) -> list[Back]:
    """Search for purged captures in their former places, and in own files that are not indexed.

    Args:
        connection: Connection to an archive, possibly with the tables of an older voxpop.
        folder: Folder of its WARC files.
        everywhere: Read all WARC files in the folder.
    """
    rows = _rows(connection)
    if not rows or not folder.is_dir():
        return []
    numbers = {record: row for row, record, *_ in rows}
    found: dict[tuple[Path, int], Back] = {}
    for _, _, file, offset in rows:
        if file is not None and "/" not in file:
            _note(found, numbers, folder / file, _records(folder / file, offset, 1))
    named = {file for (file,) in connection.execute(_FILES)}
    own = _own_id(connection)
    for path in sorted(folder.glob("*.warc.gz")):
        if everywhere or (path.name not in named and id_in_name(path.name) in {None, own}):
            _note(found, numbers, path, _records(path))
    return list(found.values())


def _rows(connection: sqlite3.Connection) -> list[tuple[int, str, str | None, int]]:
    columns = {name for (name,) in connection.execute(_COLUMNS)}
    if "hidden" not in columns:
        return []
    place = "purged_file, coalesce(purged_offset, 0)" if "purged_file" in columns else "NULL, 0"
    return connection.execute(_PURGED.format(place)).fetchall()


def _own_id(connection: sqlite3.Connection) -> str | None:
    if connection.execute(_HAS_ID).fetchone() is None:
        return None
    row = connection.execute("SELECT archive FROM identity").fetchone()
    return row[0] if row else None


def _note(
    found: dict[tuple[Path, int], Back], numbers: dict[str, int], path: Path, records: Iterator[tuple[int, str]]
) -> None:
    for offset, record in records:
        if record in numbers:
            found[path, offset] = Back(numbers[record], record, path, offset)


def _records(path: Path, offset: int = 0, most: int | None = None) -> Iterator[tuple[int, str]]:
    """Yield offset and id of the records of a file, up to the first damage."""
    with suppress(OSError, EOFError, ValueError), path.open("rb") as stream:
        stream.seek(offset)
        for number, record in enumerate(ArchiveIterator(stream, parse_http=False, max_header_len=MAX_HEADERS)):
            yield record.stream_pos, record.headers.get("WARC-Record-ID") or ""
            if most is not None and number + 1 >= most:
                return
            record.consume()
