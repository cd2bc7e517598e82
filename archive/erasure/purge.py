"""Purge captures: overwrite their records in place, so that other records do not move.

Only indexed records are overwritten, and none that another archive needs. If killed, the index still names
only whole records, and the next erasure resumes: captures stay marked for purging until their bytes are gone.
"""

from __future__ import annotations

from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

from archive.captures.copying import UnreadableRecordError, blank, end_of_torn, end_with_companion, is_blank, is_emptied
from archive.captures.index import CaptureLocation, located, mismatch
from archive.captures.lazy import file_of_captures
from archive.captures.ownership import id_of_owner, neighbours, purged_that_are_back
from archive.lock import try_lock
from archive.store.captured import must_have_captures, owner_of
from scraper.configuration import queries
from scraper.errors import ArchiveError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from archive.captures.ownership import Back, Neighbour
    from archive.store.archive import Archive

_FILES = "SELECT DISTINCT file FROM captures WHERE hidden = 'purge' AND file IS NOT NULL ORDER BY file"
_NAMED = "SELECT 1 FROM captures WHERE file = ? LIMIT 1"
_AGAIN = "UPDATE captures SET purged_file = ?, purged_offset = ? WHERE id = ?"
_HIDE_FOREIGN = "UPDATE captures SET hidden = 'hidden' WHERE hidden = 'purge' AND file LIKE '%/%'"


@dataclass(slots=True)
class Purged:
    """Result of a purge; `foreign` counts captures in files of other programs, which are only hidden."""

    gone: int = 0
    again: int = 0
    foreign: int = 0


def purge(archive: Archive, folder: Path) -> Purged:
    """Purge the marked captures, and purged ones that are back; raise `ArchiveError` if a file cannot be changed."""
    done = Purged()
    with archive.transaction() as connection:
        done.foreign = connection.execute(_HIDE_FOREIGN).rowcount
        owner = owner_of(connection)
    names = [name for (name,) in archive.db.execute(_FILES).fetchall()]
    back = purged_that_are_back(archive.db.conn, folder)
    if not names and not back:
        return done
    if names:
        must_have_captures(archive.db.conn, archive.path, folder)
    others = list(neighbours(archive.path, folder))
    for name in names:
        done.gone += _purge_file(archive, folder, name, owner.id, others)
    for path in sorted({each.path for each in back}):
        again = {each.offset: each for each in back if each.path == path}
        _must_be_free(archive, path, {each.record for each in again.values()}, others)
        with _opened(archive, path) as stream:
            for offset, one in again.items():
                blank(stream, offset, _end_of_back(path, stream, one))
            with archive.transaction() as connection:
                connection.executemany(_AGAIN, [(path.name, at, one.row) for at, one in again.items()])
            _remove_empty(archive, path, stream)
        done.again += len(again)
    return done


def _purge_file(archive: Archive, folder: Path, name: str, owner: str, others: list[Neighbour]) -> int:
    path = file_of_captures(folder, name)
    rows = archive.db.execute(located(queries("erasing")["to_purge"]), (name,)).fetchall()
    _must_be_free(archive, path, {row[6] for row in rows}, others)
    with _opened(archive, path) as stream:
        spans = [_span(path, stream, row, is_own=id_of_owner(path) == owner) for row in rows]
        for start, end in spans:
            blank(stream, start, end)
        with archive.transaction() as connection:
            number = int(connection.execute(queries("erasing")["done"], (name,)).rowcount)
        _remove_empty(archive, path, stream)
    return number


def _span(path: Path, stream: IO[bytes], row: tuple[Any, ...], *, is_own: bool) -> tuple[int, int]:
    _, length, *place = row
    location = CaptureLocation(*place)
    is_begun = is_blank(stream, location.offset)  # a purge was killed, after or while writing
    wrong = None if is_begun else mismatch(stream, location)
    if wrong is None:
        with suppress(UnreadableRecordError):
            return location.offset, end_with_companion(stream, location.offset)
    if length is not None and (is_begun or is_own):  # damaged, in a file that no other archive writes
        return location.offset, end_of_torn(stream, location.offset + length, location.record)
    raise ArchiveError(
        f"{path}: at byte {location.offset:,} is not the capture of {location.url} to be purged "
        f"({wrong}): repair the index with `voxpop verify --repair`, and run `voxpop erase` again"
    )


def _end_of_back(path: Path, stream: IO[bytes], back: Back) -> int:
    try:
        return end_with_companion(stream, back.offset)
    except UnreadableRecordError as error:
        raise ArchiveError(
            f"{path}: the purged capture at byte {back.offset:,} is back and damaged: delete the file, or "
            "restore a whole one"
        ) from error


def _must_be_free(archive: Archive, path: Path, records: set[str], others: list[Neighbour]) -> None:
    """Raise an error if another archive, such as a copy, uses records to purge."""
    for other in others:
        if other.records(path.name) & records:
            raise ArchiveError(
                f"{path}: {other.path} has the same captures, so none was purged: erase the same from it "
                f"with --purge-captures, or move it away, and run `voxpop erase {archive.path}`"
            )


@contextmanager
def _opened(archive: Archive, path: Path) -> Iterator[IO[bytes]]:
    """Open a WARC file that no process is writing, to overwrite records."""
    try:
        with path.open("rb+") as stream:
            if not try_lock(stream.fileno()):
                raise ArchiveError(f"{path}: is being written: run `voxpop erase {archive.path}` when that ends")
            yield stream
    except OSError as error:
        raise ArchiveError(
            f"{path}: cannot be purged ({error.strerror or error}): name the folder of the WARC files with "
            f"--captures, and run `voxpop erase {archive.path}`; if the file is lost for good, run "
            f"`voxpop verify --repair --lost-captures {archive.path}` first"
        ) from error


def _remove_empty(archive: Archive, path: Path, stream: IO[bytes]) -> None:
    """Delete a file with no records left, whichever program wrote it."""
    if archive.db.execute(_NAMED, (path.name,)).fetchone() is None and is_emptied(stream):
        path.unlink()
        path.with_name(f"{path.name}.open").unlink(missing_ok=True)
