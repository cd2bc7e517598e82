"""Find the owner of a WARC file, and other archives that refer to it."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from fastwarc.warc import ArchiveIterator, WarcRecordType

from archive.captures.packing import PART_OF
from archive.store.captured import AFTER_PREFIX, PREFIX
from scraper.input.warc_record import MAX_HEADERS

if TYPE_CHECKING:
    from collections.abc import Iterator

_SIGN = b"SQLite format 3\0"
_NAME = re.compile(rf"{PREFIX}(?P<id>[0-9a-f]{{12}})-\d{{8}}-\d{{5}}")
_PART_OF = re.compile(rf"^isPartOf: {PART_OF}(?P<id>[0-9a-f]{{12}})\s*$", re.MULTILINE)
_MOST_SAID = 1 << 14
_RECORDS = "SELECT record FROM captures WHERE file = ? AND record IS NOT NULL"
_FILES = "SELECT DISTINCT file FROM captures WHERE file >= ? AND file < ? AND file NOT LIKE '%/%'"
_HAS_HIDDEN = "SELECT 1 FROM pragma_table_info('captures') WHERE name = 'hidden'"


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Another archive that may use the same captures folder; an unreadable one counts as using nothing."""

    path: Path

    def files(self) -> set[str]:
        """Return the names of the WARC files in its index."""
        return {str(file) for (file,) in self._ask(_FILES, PREFIX, AFTER_PREFIX)}

    def records(self, file: str) -> set[str]:
        """Return the ids of its indexed records in a WARC file, except those marked for purging."""
        kept = " AND hidden IS NOT 'purge'" if self._ask(_HAS_HIDDEN) else ""
        return {str(record) for (record,) in self._ask(_RECORDS + kept, file)}

    def _ask(self, query: str, *parameters: str) -> list[tuple[Any, ...]]:
        with (
            suppress(sqlite3.DatabaseError),
            closing(sqlite3.connect(f"{self.path.resolve().as_uri()}?mode=ro", uri=True)) as db,
        ):
            return db.execute(query, parameters).fetchall()
        return []


def id_in_name(name: str) -> str | None:
    """Return the archive id in the name of a WARC file; None for a file of an older voxpop."""
    found = _NAME.match(name)
    return found["id"] if found else None


def id_of_owner(path: Path) -> str | None:
    """Return the id of the archive that owns a WARC file; None for a file of an older voxpop."""
    if found := id_in_name(path.name):
        return found
    with suppress(OSError), path.open("rb") as stream:
        said = _PART_OF.search(description_in(stream))
        return said["id"] if said else None
    return None


def description_in(stream: IO[bytes]) -> str:
    """Return the content of the ``warcinfo`` record at the start of a WARC file; empty if there is none."""
    stream.seek(0)
    with suppress(OSError, EOFError, ValueError):
        for record in ArchiveIterator(
            stream, record_types=WarcRecordType.warcinfo, parse_http=False, max_header_len=MAX_HEADERS
        ):
            return "" if record.stream_pos else record.reader.read(_MOST_SAID).decode("utf-8", "replace")
    return ""


def neighbours(database: str | Path, folder: Path) -> Iterator[Neighbour]:
    """Yield the other archives next to an archive, in its captures folder and in the parent of that."""
    own = Path(database).resolve()
    for place in sorted({own.parent, folder.resolve(), folder.resolve().parent}):
        with suppress(OSError):
            for path in sorted(place.iterdir()):
                if path.resolve() != own and _is_database(path) and Neighbour(path).files():
                    yield Neighbour(path)


def _is_database(path: Path) -> bool:
    """Return True if a file begins like a database: to let SQLite open each file of a large folder takes longer."""
    with suppress(OSError):
        if path.is_file():
            with path.open("rb") as file:
                return file.read(len(_SIGN)) == _SIGN
    return False


# Find purged captures with restored bytes, as after restoring a backup of the WARC files.

_COLUMNS = "SELECT name FROM pragma_table_info('captures')"
_PURGED = "SELECT id, record, {} FROM captures WHERE hidden = 'purged' AND record IS NOT NULL"
_HAS_ID = "SELECT 1 FROM sqlite_master WHERE name = 'identity'"
_ALL_FILES = "SELECT DISTINCT file FROM captures WHERE file IS NOT NULL"


@dataclass(frozen=True, slots=True)
class Back:
    """A purged capture that is back."""

    row: int
    record: str
    path: Path
    offset: int


def purged_that_are_back(connection: sqlite3.Connection, folder: Path, *, everywhere: bool = False) -> list[Back]:
    """Search for purged captures in their former places, and in own files that are not indexed.

    The archive can have the tables of an older voxpop. With `everywhere`, all WARC files in the folder are read.
    """
    rows = _rows(connection)
    if not rows or not folder.is_dir():
        return []
    numbers = {record: row for row, record, *_ in rows}
    found: dict[tuple[Path, int], Back] = {}
    for _, _, file, offset in rows:
        if file is not None and "/" not in file:
            _note(found, numbers, folder / file, _records(folder / file, offset, 1))
    named = {file for (file,) in connection.execute(_ALL_FILES)}
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
