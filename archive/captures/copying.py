"""Read records of WARC files, and copy them unchanged, each as one gzip member."""

from __future__ import annotations

import hashlib
import zlib
from base64 import b32encode
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

from fastwarc.warc import ArchiveIterator

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
    """A record in a WARC file.

    Attributes:
        start: Offset of its first byte.
        end: Offset after its last byte.
        is_packed: True if it is a gzip member; copying compresses a plain one.
        id: Its WARC-Record-ID.
        type: ``response``, ``revisit``, ``resource``, ``request`` …
        url: Its WARC-Target-URI.
        date: Its WARC-Date as written.
        status: The HTTP status of its answer; None if it holds none.
        media_type: Of the answer, or of the record.
        digest: Digest of its payload, with the name of the algorithm.
        concurrent_to: Id of the record it belongs to.
    """

    start: int
    end: int
    is_packed: bool
    id: str | None
    type: str
    url: str | None
    date: str | None
    status: int | None
    media_type: str | None
    digest: str | None
    concurrent_to: str | None


def read_record(stream: IO[bytes], offset: int) -> Record:
    """Read the record at an offset.

    Args:
        stream: The WARC file, or a file such as a ZIP that stores it uncompressed.
        offset: Offset of the record.

    Raises:
        UnreadableRecordError: There is no whole record.
    """
    stream.seek(offset)
    sign = stream.read(len(_PLAIN))
    if not sign.startswith(_GZIP) and sign != _PLAIN:
        raise UnreadableRecordError
    is_packed = sign != _PLAIN
    end = _end_of_member(stream, offset) if is_packed else _end_of_plain(stream, offset)
    try:
        return _described(stream, offset, end, is_packed=is_packed)
    except (OSError, EOFError, ValueError) as error:
        raise UnreadableRecordError from error


def with_companion(stream: IO[bytes], offset: int) -> Iterator[Record]:
    """Yield the record at an offset, and the next one if it belongs to it: a request or metadata.

    Raises:
        UnreadableRecordError: There is no whole record.
    """
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


def _end_of_member(stream: IO[bytes], start: int) -> int:
    """Return the offset after a gzip member, without loading all of it into memory."""
    machine = zlib.decompressobj(zlib.MAX_WBITS | 16)
    stream.seek(start)
    while not machine.eof:
        fed = machine.unconsumed_tail or stream.read(_CHUNK)
        if not fed:
            raise UnreadableRecordError
        try:
            machine.decompress(fed, _CHUNK * 16)
        except zlib.error as error:
            raise UnreadableRecordError from error
    return stream.tell() - len(machine.unused_data)


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
