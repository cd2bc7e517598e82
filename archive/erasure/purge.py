"""Take purged captures out of WARC files: the other records are written to a new file, then the old one goes.

Killed at any moment, the index names whole records only, and the next erasure goes on: captures are marked
to be purged before, and are so until the file that holds them is gone.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Any

from archive.captures.naming import file_of_captures
from archive.lock import try_lock
from scraper.errors import ArchiveError
from scraper.input.warc_record import MAX_HEADERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from archive.store.archive import Archive

_FILES = "SELECT DISTINCT file FROM captures WHERE hidden = 'purge' AND file IS NOT NULL ORDER BY file"
_PURGED = "SELECT offset, record FROM captures WHERE file = ? AND hidden = 'purge'"
_KEPT = "SELECT id, offset FROM captures WHERE file = ? AND hidden IS NOT 'purge'"
_NAMED = "SELECT 1 FROM captures WHERE file = ? LIMIT 1"
_DONE = """
    UPDATE captures SET hidden = 'purged', file = NULL, offset = NULL, length = NULL, declared = NULL
    WHERE file = ? AND hidden = 'purge'
"""
_HIDE_FOREIGN = "UPDATE captures SET hidden = 'hidden' WHERE hidden = 'purge' AND file LIKE '%/%'"
_CHUNK = 1 << 20


def purge(archive: Archive, folder: Path) -> tuple[int, int]:
    """Purge the captures that are marked so.

    Args:
        archive: The archive.
        folder: Where its WARC files lie.

    Returns:
        How many are gone, and how many lie in files of other programs, which are only hidden.

    Raises:
        ArchiveError: A file is missing, is being written, or cannot be written anew.
    """
    with archive.transaction() as connection:
        foreign = connection.execute(_HIDE_FOREIGN).rowcount
    purged = 0
    for (name,) in archive.db.execute(_FILES).fetchall():
        try:
            purged += _purge_file(archive, folder, name)
        except OSError as error:
            raise ArchiveError(
                f"{file_of_captures(folder, name)}: cannot be purged ({error.strerror or error}): "
                f"name the folder of the WARC files with --captures, and run `voxpop erase {archive.path}`"
            ) from error
    return purged, foreign


def _purge_file(archive: Archive, folder: Path, name: str) -> int:
    path = file_of_captures(folder, name)
    kept = archive.db.execute(_KEPT, (name,)).fetchall()
    with suppress(FileNotFoundError), path.open("rb+") as old:  # gone, where a purge was killed at its end
        if not try_lock(old.fileno()):
            raise ArchiveError(f"{path}: is being written: run `voxpop erase {archive.path}` when that ends")
        if kept:
            purged = archive.db.execute(_PURGED, (name,)).fetchall()
            new = _free_name(archive, path)
            places = _copied(old, new, {offset for offset, _ in purged}, {record for _, record in purged})
            _point_to(archive, name, new.name, kept, places)
        path.unlink()
        _mark_gone(path)
    with archive.transaction() as connection:
        return int(connection.execute(_DONE, (name,)).rowcount)


def _mark_gone(path: Path) -> None:
    path.with_name(f"{path.name}.open").unlink(missing_ok=True)


def _point_to(
    archive: Archive, old: str, new: str, kept: list[tuple[int, int]], places: Mapping[int, int]
) -> None:
    """Name the new places of the captures that are left; only this makes the new file the one that counts."""
    lost = [offset for _, offset in kept if offset not in places]
    if lost:
        raise ArchiveError(
            f"{old}: no record begins at byte {lost[0]:,}: mend it with `voxpop verify --repair`"
        )
    with archive.transaction() as connection:
        connection.executemany(
            "UPDATE captures SET file = ?, offset = ? WHERE id = ?",
            [(new, places[offset], number) for number, offset in kept],
        )


def _free_name(archive: Archive, path: Path) -> Path:
    """Return the name of the new file: with one more ``r``, which no writer of captures goes on with.

    A file of that name that the index does not name was left by a purge that was killed; it is written anew.
    """
    stem = path.name.removesuffix(".warc.gz")
    while archive.db.execute(_NAMED, (f"{stem}r.warc.gz",)).fetchone():
        stem += "r"
    return path.with_name(f"{stem}r.warc.gz")


def _copied(old: IO[bytes], new: Path, offsets: set[int], records: set[str]) -> dict[int, int]:
    """Copy all records but some, and those that belong to them; return old place -> new place."""
    unfinished = new.with_name(f"{new.name}.part")
    places = {}
    with unfinished.open("wb") as out:
        for start, end in _spans(old, offsets, records):
            places[start] = out.tell()
            old.seek(start)
            left = end - start
            while left and (chunk := old.read(min(left, _CHUNK))):
                out.write(chunk)
                left -= len(chunk)
        out.flush()
        os.fsync(out.fileno())
    unfinished.replace(new)
    return places


def _spans(old: IO[bytes], offsets: set[int], records: set[str]) -> Iterator[tuple[int, int]]:
    """Yield where the records begin and end that stay."""
    from fastwarc.warc import ArchiveIterator

    old.seek(0)
    found: list[tuple[int, bool]] = []
    for record in ArchiveIterator(old, parse_http=False, max_header_len=MAX_HEADERS):
        found.append((record.stream_pos, _stays(record, offsets, records)))
        record.consume()
    ends = [start for start, _ in found[1:]] + [old.seek(0, os.SEEK_END)]
    yield from ((start, end) for (start, stays), end in zip(found, ends, strict=True) if stays)


def _stays(record: Any, offsets: set[int], records: set[str]) -> bool:
    beside = record.headers.get("WARC-Concurrent-To")
    return record.stream_pos not in offsets and (beside is None or beside not in records)
