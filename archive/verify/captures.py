"""Check that the indexed captures are in their WARC files, with the same bytes."""

from __future__ import annotations

from contextlib import ExitStack, closing
from typing import IO, TYPE_CHECKING, Any

from archive.captures.checked import DAMAGE, LOCATION, CaptureLocation, mismatch
from archive.captures.naming import file_of_captures
from archive.humanize import counted
from archive.store.database import failures_named, open_as_it_is
from archive.verify.counts import disagreeing
from archive.verify.findings import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from sqlite_utils import Database

_FILES = """
    SELECT file, count(*), max(offset + coalesce(length, 1)) FROM captures
    WHERE file IS NOT NULL GROUP BY file ORDER BY file
"""
_BEYOND = "SELECT count(*) FROM captures WHERE file = ? AND offset + coalesce(length, 1) > ?"
#: A torn record with others appended after it runs into the next one.
_OVERLAPPING = """
    SELECT count(*) FROM (
        SELECT offset + length AS ending, lead(offset) OVER (ORDER BY offset) AS following FROM captures
        WHERE file = ?
    ) WHERE ending > following
"""
_RECORDS = "SELECT {} FROM captures WHERE file = ? ORDER BY offset"
_EACH = """
    SELECT {}, captures.article, articles.title
    FROM captures LEFT JOIN articles ON articles.id = captures.article
    WHERE captures.file IS NOT NULL ORDER BY captures.file, captures.offset
"""


def captures_in(database: str | Path) -> int:
    """Return the number of captures in the archive's folder, without those in files of other programs.

    Raises:
        ArchiveError: The database cannot be read.
    """
    with failures_named(database), closing(open_as_it_is(database)) as db:
        return sum(count for name, count, _ in disagreeing(db, _FILES) if "/" not in name)


def capture_findings(database: str | Path, folder: Path, *, deep: bool = False) -> list[Finding]:
    """Check that the WARC files of an archive exist and are long enough for its index.

    Args:
        database: The archive.
        folder: Folder of its WARC files.
        deep: Also read every record, and compare its digest with the stored one.

    Raises:
        ArchiveError: The database cannot be read.
    """
    with failures_named(database), closing(open_as_it_is(database)) as db:
        files = disagreeing(db, _FILES)
        if any("/" not in name for name, *_ in files) and not folder.is_dir():
            many = counted(sum(count for _, count, _ in files), "capture")
            return [Finding("captures", f"{folder}: no such folder, {many} should be there")]
        return [finding for row in files for finding in _file_findings(db, folder, row, deep=deep)]


def each_damaged(database: str | Path, folder: Path) -> list[Finding]:
    """Read every capture; return those that differ from the index or cannot be read, with their articles.

    Args:
        database: The archive.
        folder: Folder of its WARC files.

    Raises:
        ArchiveError: The database cannot be read.
    """
    found = []
    with failures_named(database), closing(open_as_it_is(database)) as db, ExitStack() as stack:
        name, stream = None, None
        for *place, article, title in disagreeing(db, _EACH.format(_location_in(db))):
            location = CaptureLocation(*place)
            path = location.path(folder)
            if location.file != name:
                stack.close()
                name, stream = location.file, _opened(path, stack)
            wrong = "the file cannot be read" if stream is None else mismatch(stream, location)
            if wrong is not None:
                of = f"of article {article}" + (f" ({title})" if title else "") if article else "of no article"
                what = f"{path}#{location.offset}: {location.url} of {location.fetched_at}, {of}"
                is_damaged = stream is None or wrong in DAMAGE
                found.append(Finding("captures", f"{what}, is {'damaged' if is_damaged else 'another'}"))
    return found


def _location_in(db: Database) -> str:
    """Return the columns of a location; an archive of an older voxpop has no digests of pointers."""
    has_digest = "payload_digest" in db["captures"].columns_dict
    return LOCATION if has_digest else LOCATION.replace("payload_digest", "digest")


def _opened(path: Path, stack: ExitStack) -> IO[bytes] | None:
    try:
        return stack.enter_context(path.open("rb"))
    except OSError:
        return None


def _file_findings(db: Database, folder: Path, row: Sequence[Any], *, deep: bool) -> Iterator[Finding]:
    name, count, end = row
    path = file_of_captures(folder, name)
    try:
        size = path.stat().st_size
        if size < end:
            (beyond,) = db.execute(_BEYOND, (name, size)).fetchone()
            many = counted(beyond, "capture")
            yield Finding("captures", f"{path}: ends at byte {size:,}, its last capture at {end:,}: {many} beyond")
        elif deep:
            rows = db.execute(_RECORDS.format(_location_in(db)), (name,))
            yield from _compared(path, [CaptureLocation(*row) for row in rows], count)
        (overlapping,) = db.execute(_OVERLAPPING, (name,)).fetchone()
        if overlapping:
            many = counted(overlapping, "capture")
            yield Finding("captures", f"{path}: {many} cut short: the next one begins before the end")
    except OSError as error:
        yield Finding("captures", f"{path}: {error.strerror}, with {counted(count, 'capture')}")


def _compared(path: Path, named: Sequence[CaptureLocation], count: int) -> Iterator[Finding]:
    """Compare the records of a file with the index."""
    with path.open("rb") as stream:
        found = {location: mismatch(stream, location) for location in named}
    wrong = {location: how for location, how in found.items() if how is not None}
    if damaged := sum(how in DAMAGE for how in wrong.values()):
        yield Finding("captures", f"{path}: {counted(damaged, 'capture')} damaged, of {count:,}")
    others = {location: how for location, how in wrong.items() if how not in DAMAGE}
    for location, how in list(others.items())[:1]:
        many = f"{counted(len(others), 'capture')} not those of the index, of {count:,}"
        yield Finding("captures", f"{path}: {many}: at byte {location.offset:,}, {how}")
