"""Read records of WARC files, and copy them unchanged, each as one gzip member."""

from __future__ import annotations

import hashlib
import os
import zlib
from base64 import b32encode
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any
from uuid import uuid4

from fastwarc.warc import ArchiveIterator

from archive.captures.packing import member_ends, next_record
from scraper.input.warc_record import MAX_HEADERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_GZIP = b"\x1f\x8b\x08"
_PLAIN = b"WARC/1."
_CHUNK = 1 << 16
_LEVEL = 4
#: The block of a record is followed by two line ends.
_TAIL = b"\r\n\r\n"


class UnreadableRecordError(Exception):
    """Raised if there is no whole record at an offset."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A record in a WARC file."""

    start: int
    end: int
    is_packed: bool  # True if it is a gzip member; copying compresses a plain one
    id: str | None
    type: str  # ``response``, ``revisit``, ``resource``, ``request`` …
    url: str | None
    date: str | None
    status: int | None
    media_type: str | None
    digest: str | None  # digest of its payload, with the name of the algorithm
    concurrent_to: str | None


def read_record(stream: IO[bytes], offset: int) -> Record:
    """Read the record at an offset.

    The stream can also be a ZIP that stores the WARC file uncompressed.

    Raises:
        UnreadableRecordError: There is no whole record.
    """
    stream.seek(offset)
    sign = stream.read(len(_PLAIN))
    if not sign.startswith(_GZIP) and sign != _PLAIN:
        raise UnreadableRecordError
    is_packed = sign != _PLAIN
    end = next(member_ends(stream, offset, _CHUNK), None) if is_packed else _end_of_plain(stream, offset)
    if end is None:
        raise UnreadableRecordError
    try:
        return _described(stream, offset, end, is_packed=is_packed)
    except (OSError, EOFError, ValueError) as error:
        raise UnreadableRecordError from error


def with_companion(stream: IO[bytes], offset: int) -> Iterator[Record]:
    """Yield the record at an offset, and the next if it belongs to it: a request or metadata."""
    record = read_record(stream, offset)
    yield record
    try:
        following = read_record(stream, record.end)
    except UnreadableRecordError:
        return
    if record.id is not None and following.concurrent_to == record.id:
        yield following


def copy_record(stream: IO[bytes], record: Record, write: Callable[[bytes], object]) -> int:
    """Write a record as one gzip member; return the number of bytes written."""
    if record.is_packed:
        return sum(_written(chunk, write) for chunk in _chunks(stream, record.start, record.end))
    machine = zlib.compressobj(_LEVEL, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    length = 0
    for chunk in _chunks(stream, record.start, record.end):
        length += _written(machine.compress(chunk), write)
    return length + _written(machine.compress(_TAIL) + machine.flush(), write)


def _written(chunk: bytes, write: Callable[[bytes], object]) -> int:
    write(chunk)
    return len(chunk)


def _chunks(stream: IO[bytes], start: int, end: int) -> Iterator[bytes]:
    stream.seek(start)
    while start < end and (chunk := stream.read(min(_CHUNK, end - start))):
        start += len(chunk)
        yield chunk


def _end_of_plain(stream: IO[bytes], start: int) -> int:
    """Return the offset after the block of an uncompressed record."""
    stream.seek(start)
    head, found, _ = stream.read(MAX_HEADERS).partition(_TAIL)
    lengths = [line for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")]
    written = lengths[0].partition(b":")[2].strip() if lengths else b""
    if not found or not written.isdigit() or len(written) > 18:
        raise UnreadableRecordError
    end = start + len(head) + len(_TAIL) + int(written)
    stream.seek(end - 1)
    if not stream.read(1):
        raise UnreadableRecordError
    return end


def _described(stream: IO[bytes], offset: int, end: int, *, is_packed: bool) -> Record:
    stream.seek(offset)
    record = next(ArchiveIterator(stream, parse_http=False, max_header_len=MAX_HEADERS), None)
    if record is None or record.stream_pos != offset:
        raise UnreadableRecordError
    headers = record.headers
    if record.is_http:
        record.parse_http(auto_decode="none", max_header_len=MAX_HEADERS)
    answer = record.http_headers
    status = answer.status_code if answer is not None else None
    kind = headers.get("WARC-Type") or ""
    return Record(
        start=offset,
        end=end,
        is_packed=is_packed,
        id=headers.get("WARC-Record-ID"),
        type=kind,
        url=(headers.get("WARC-Target-URI") or "").strip("<>") or None,
        date=headers.get("WARC-Date"),
        status=status or None,
        media_type=(headers if answer is None else answer).get("Content-Type"),
        digest=headers.get("WARC-Payload-Digest") or payload_digest(record)[0],
        concurrent_to=headers.get("WARC-Concurrent-To"),
    )


def payload_digest(record: Any) -> tuple[str, int]:
    """Return the digest of the rest of a record, as WARC files write it, and its number of bytes."""
    machine, length = hashlib.sha1(usedforsecurity=False), 0
    while chunk := record.reader.read(_CHUNK):
        machine.update(chunk)
        length += len(chunk)
    return "sha1:" + b32encode(machine.digest()).decode(), length


# Overwrite records of a WARC file in place: other records, also those of other archives, do not move.

#: gzip, deflate, with a comment; no time, no flags, unknown system.
_HEAD = b"\x1f\x8b\x08\x10\0\0\0\0\0\xff" + b"purged by voxpop"
_TYPE = "application/x-voxpop-purged"
_RECORD = (
    "WARC/1.1\r\nWARC-Type: metadata\r\nWARC-Record-ID: <urn:uuid:{}>\r\nWARC-Date: 1980-01-01T00:00:00Z\r\n"
    f"Content-Type: {_TYPE}\r\nContent-Length: 0\r\n\r\n\r\n\r\n"
)


def blank(stream: IO[bytes], start: int, end: int) -> None:
    """Overwrite the bytes between two offsets, and flush them; raise `OSError` if they are too few for a record."""
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
    """Return the end of a record and its companion; raise `UnreadableRecordError` if there is no whole record."""
    return [record.end for record in with_companion(stream, offset)][-1]


def end_of_torn(stream: IO[bytes], end: int, record: str | None) -> int:
    """Return the offset after a torn record, which ends at `end` in the index, and the rest of its companion."""
    try:
        following = read_record(stream, end)
    except UnreadableRecordError:  # padding: a purge was killed while writing it
        stream.seek(end)
        is_padding = stream.read(1) == b" "
        found = next_record(stream, end) if is_padding else end
        return stream.seek(0, os.SEEK_END) if found is None else found
    return following.end if record is not None and following.concurrent_to == record else end


def is_emptied(stream: IO[bytes]) -> bool:
    """Return True if a file holds only its warcinfo record and blanks."""
    stream.seek(0)
    try:
        for record in ArchiveIterator(stream, parse_http=False, max_header_len=MAX_HEADERS):
            kind = record.headers.get("WARC-Type")
            if kind != "warcinfo" and (kind, record.headers.get("Content-Type")) != ("metadata", _TYPE):
                return False
            record.consume()
    except (OSError, EOFError, ValueError):
        return False
    return True


def _blank_of(length: int) -> bytes:
    machine = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    record = _RECORD.format(uuid4()).encode()
    packed = machine.compress(record) + machine.flush()
    tail = packed + zlib.crc32(record).to_bytes(4, "little") + len(record).to_bytes(4, "little")
    padding = length - len(_HEAD) - 1 - len(tail)
    if padding < 0:
        raise OSError(f"{length} bytes are too few for a record")
    return _HEAD + b" " * padding + b"\0" + tail
