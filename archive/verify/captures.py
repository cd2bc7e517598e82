"""Are the bytes still there that the archive names? Findings are values."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING, Any

from archive.database import failures_named, open_to_read
from archive.verify.finding import Finding
from archive.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

_FILES = """
    SELECT file, count(*), max(offset + coalesce(length, 0)) FROM captures
    WHERE file IS NOT NULL GROUP BY file ORDER BY file
"""
_RECORDS = "SELECT offset, digest FROM captures WHERE file = ? AND type = 'response'"


def captures_in(database: str | Path) -> int:
    """Give the number of captures that an archive names.

    Raises:
        ArchiveError: The database cannot be read.
    """
    with failures_named(database):
        db = open_to_read(database)
        try:
            return sum(count for _, count, _ in db.execute(_FILES))
        finally:
            db.close()


def capture_findings(database: str | Path, folder: Path, *, deep: bool = False) -> list[Finding]:
    """Check that the WARC files of an archive are there, and long enough for what it says lies in them.

    Args:
        database: The archive.
        folder: Where its WARC files lie.
        deep: Also read every record, and compare the digest of its bytes with the one that is stored.

    Raises:
        ArchiveError: The database cannot be read.
    """
    with failures_named(database):
        db = open_to_read(database)
        try:
            files = db.execute(_FILES).fetchall()
            if files and not folder.is_dir():
                many = counted(sum(count for _, count, _ in files), "capture")
                return [Finding("captures", f"{folder}: no such folder, {many} should lie there")]
            named = {file: dict(db.execute(_RECORDS, (file,))) for file, _, _ in files} if deep else {}
        finally:
            db.close()
    return [finding for row in files for finding in _file_findings(folder, row, named)]


def _file_findings(
    folder: Path, row: Sequence[Any], named: Mapping[str, Mapping[int, str]]
) -> Iterator[Finding]:
    name, count, end = row
    path = folder / name
    try:
        size = path.stat().st_size
        if size < end:
            yield Finding("captures", f"{path}: ends at byte {size:,}, its last capture at {end:,}")
        elif name in named and (wrong := _damaged(path, named[name])):
            yield Finding("captures", f"{path}: {counted(wrong, 'capture')} damaged, of {count:,}")
    except OSError as error:
        yield Finding("captures", f"{path}: {error.strerror}, with {counted(count, 'capture')}")


def _damaged(path: Path, named: Mapping[int, str]) -> int:
    """Count the records of a file that are not where they should be, or hold other bytes."""
    with path.open("rb") as stream:
        return sum(not _is_whole(stream, offset, digest) for offset, digest in sorted(named.items()))


def _is_whole(stream: IO[bytes], offset: int, digest: str) -> bool:
    from fastwarc.warc import ArchiveIterator

    stream.seek(offset)
    try:
        record = next(ArchiveIterator(stream, parse_http=True), None)
        return bool(
            record and record.headers.get("WARC-Payload-Digest") == digest and record.verify_payload_digest()
        )
    except (OSError, EOFError, ValueError):
        return False
