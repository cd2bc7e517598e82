"""Overwrite records of a WARC file in place: other records, also those of other archives, do not move.

The replacement is a gzip member of the same length, with a short record that says that one was purged. The
padding is a comment in its header, which also identifies a partially written blank.
"""

from __future__ import annotations

import os
import zlib
from typing import IO, TYPE_CHECKING
from uuid import uuid4

from fastwarc.warc import ArchiveIterator

from archive.captures.copying import UnreadableRecordError, read_record, with_companion
from archive.captures.tail import next_record
from scraper.input.warc_record import MAX_HEADERS

if TYPE_CHECKING:
    from collections.abc import Iterable

#: gzip, deflate, with a comment; no time, no flags, unknown system.
_HEAD = b"\x1f\x8b\x08\x10\0\0\0\0\0\xff" + b"purged by voxpop"
_TYPE = "application/x-voxpop-purged"
_RECORD = (
    "WARC/1.1\r\nWARC-Type: metadata\r\nWARC-Record-ID: <urn:uuid:{}>\r\nWARC-Date: 1980-01-01T00:00:00Z\r\n"
    f"Content-Type: {_TYPE}\r\nContent-Length: 0\r\n\r\n\r\n\r\n"
)


def blank(stream: IO[bytes], start: int, end: int) -> None:
    """Overwrite the bytes between two offsets, and flush them to disk.

    Raises:
        OSError: The file cannot be written, or the span is too short for a record.
    """
    content = _blank_of(end - start)
    stream.seek(start)
    stream.write(content)
    stream.flush()
    os.fsync(stream.fileno())


def is_blank(stream: IO[bytes], offset: int) -> bool:
    """Return True if a record was overwritten here, even partially."""
    stream.seek(offset)
    return stream.read(len(_HEAD)) == _HEAD


def end_with_companion(stream: IO[bytes], offset: int) -> int:
    """Return the offset after the record at an offset and its companion.

    Raises:
        UnreadableRecordError: There is no whole record.
    """
    return [record.end for record in with_companion(stream, offset)][-1]


def end_of_torn(stream: IO[bytes], end: int, record: str | None) -> int:
    """Return the offset after a torn record and the rest of its companion.

    Args:
        stream: The WARC file.
        end: End of the record, from the index.
        record: Its id.
    """
    try:
        following = read_record(stream, end)
    except UnreadableRecordError:  # padding: a purge was killed while writing it
        stream.seek(end)
        is_padding = stream.read(1) == b" "
        found = next_record(stream, end) if is_padding else end
        return stream.seek(0, os.SEEK_END) if found is None else found
    return following.end if record is not None and following.concurrent_to == record else end


def is_all_blank(stream: IO[bytes]) -> bool:
    """Return True if a file holds only its warcinfo record and blanks."""
    stream.seek(0)
    try:
        return all(_is_empty(record) for record in _headers(stream))
    except (OSError, EOFError, ValueError):
        return False


def _headers(stream: IO[bytes]) -> Iterable[tuple[str, str]]:
    for record in ArchiveIterator(stream, parse_http=False, max_header_len=MAX_HEADERS):
        yield record.headers.get("WARC-Type") or "", record.headers.get("Content-Type") or ""
        record.consume()


def _is_empty(about: tuple[str, str]) -> bool:
    return about[0] == "warcinfo" or about == ("metadata", _TYPE)


def _blank_of(length: int) -> bytes:
    machine = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    record = _RECORD.format(uuid4()).encode()
    packed = machine.compress(record) + machine.flush()
    tail = packed + zlib.crc32(record).to_bytes(4, "little") + len(record).to_bytes(4, "little")
    padding = length - len(_HEAD) - 1 - len(tail)
    if padding < 0:
        raise OSError(f"{length} bytes are too few for a record")
    return _HEAD + b" " * padding + b"\0" + tail
