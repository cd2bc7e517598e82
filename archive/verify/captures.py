"""Check that the captures which the archive names are in their WARC files, with the same bytes."""

from __future__ import annotations

from contextlib import ExitStack, closing
from typing import IO, TYPE_CHECKING, Any

from archive.captures.naming import file_of_captures
from archive.humanize import counted
from archive.store.database import failures_named, open_as_it_is
from archive.verify.counts import disagreeing
from archive.verify.findings import Finding
from scraper.input.warc_record import MAX_HEADERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from sqlite_utils import Database

_FILES = """
    SELECT file, count(*), max(offset + coalesce(length, 1)) FROM captures
    WHERE file IS NOT NULL GROUP BY file ORDER BY file
"""
_BEYOND = "SELECT count(*) FROM captures WHERE file = ? AND offset + coalesce(length, 1) > ?"
#: Where a record was torn and others were appended behind it, it runs into the next one.
_OVERLAPPING = """
    SELECT count(*) FROM (
        SELECT offset + length AS ending, lead(offset) OVER (ORDER BY offset) AS following FROM captures
        WHERE file = ?
    ) WHERE ending > following
"""
_RECORDS = "SELECT offset, digest FROM captures WHERE file = ? AND type IN ('response', 'resource')"
_EACH = """
    SELECT captures.file, captures.offset, captures.digest, captures.type, captures.url, captures.fetched_at,
        captures.article, articles.title
    FROM captures LEFT JOIN articles ON articles.id = captures.article
    WHERE captures.file IS NOT NULL ORDER BY captures.file, captures.offset
"""


def captures_in(database: str | Path) -> int:
    """Return the number of captures in the folder of an archive, not in files of other programs.

    Raises:
        ArchiveError: The database cannot be read.
    """
    with failures_named(database), closing(open_as_it_is(database)) as db:
        return sum(count for name, count, _ in disagreeing(db, _FILES) if "/" not in name)


def capture_findings(database: str | Path, folder: Path, *, deep: bool = False) -> list[Finding]:
    """Check that the WARC files of an archive are there, and long enough for what it says lies in them.

    Args:
        database: The archive.
        folder: Where its WARC files lie.
        deep: Also read every record, and compare the digest of its bytes with the one that is stored.

    Raises:
        ArchiveError: The database cannot be read.
    """
    with failures_named(database), closing(open_as_it_is(database)) as db:
        files = disagreeing(db, _FILES)
        if any("/" not in name for name, *_ in files) and not folder.is_dir():
            many = counted(sum(count for _, count, _ in files), "capture")
            return [Finding("captures", f"{folder}: no such folder, {many} should lie there")]
        return [finding for row in files for finding in _file_findings(db, folder, row, deep=deep)]


def each_damaged(database: str | Path, folder: Path) -> list[Finding]:
    """Read every capture; name each that is not there as it was stored, with its article.

    Args:
        database: The archive.
        folder: Where its WARC files lie.

    Raises:
        ArchiveError: The database cannot be read.
    """
    found = []
    with failures_named(database), closing(open_as_it_is(database)) as db, ExitStack() as stack:
        name, stream = None, None
        for file, *row in disagreeing(db, _EACH):
            if file != name:
                stack.close()
                name, stream = file, _opened(file_of_captures(folder, file), stack)
            offset, digest, kind, url, at, article, title = row
            if stream is None or not _is_whole(
                stream, offset, digest if kind in {"response", "resource"} else None
            ):
                of = (
                    f"of article {article}" + (f" ({title})" if title else "") if article else "of no article"
                )
                place = f"{file_of_captures(folder, file)}#{offset}"
                found.append(Finding("captures", f"{place}: {url} of {at}, {of}, is damaged"))
    return found


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
            yield Finding(
                "captures", f"{path}: ends at byte {size:,}, its last capture at {end:,}: {many} beyond"
            )
        elif deep and (wrong := _damaged(path, dict(db.execute(_RECORDS, (name,))))):
            yield Finding("captures", f"{path}: {counted(wrong, 'capture')} damaged, of {count:,}")
        (overlapping,) = db.execute(_OVERLAPPING, (name,)).fetchone()
        if overlapping:
            many = counted(overlapping, "capture")
            yield Finding("captures", f"{path}: {many} cut short: the next one begins before the end")
    except OSError as error:
        yield Finding("captures", f"{path}: {error.strerror}, with {counted(count, 'capture')}")


def _damaged(path: Path, named: Mapping[int, str]) -> int:
    """Count the records of a file that are not where they should be, or hold other bytes."""
    with path.open("rb") as stream:
        return sum(not _is_whole(stream, offset, digest) for offset, digest in sorted(named.items()))


def _is_whole(stream: IO[bytes], offset: int, digest: str | None) -> bool:
    """Return whether a record begins at an offset and is all there, and has the digest if one is given."""
    from fastwarc.warc import ArchiveIterator

    stream.seek(offset)
    try:
        record = next(ArchiveIterator(stream, parse_http=True, max_header_len=MAX_HEADERS), None)
        if record is None or record.stream_pos != offset:
            return False
        if digest is None:
            record.consume()
            return True
        if record.headers.get("WARC-Payload-Digest") != digest:
            return False
        # Of what is no answer, the payload is the block.
        is_answer = record.http_headers is not None
        return bool(record.verify_payload_digest() if is_answer else record.verify_block_digest())
    except (OSError, EOFError, ValueError):
        return False
