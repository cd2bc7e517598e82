"""Find and cut off a torn record at the end of a WARC file, before appending to it."""

from __future__ import annotations

import os
import zlib
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_GZIP = b"\x1f\x8b\x08"
_RECORD = b"WARC/1."
_CHUNK = 1 << 20
#: Number of bytes checked at the end of a file: its last record is a request, metadata or warcinfo record,
#: and short.
_TAIL = 1 << 14
_INFLATED = 1 << 18


def ends_whole(path: Path) -> bool:
    """Return True if a file is empty or ends with one whole, short record.

    Reads only the last 16 kB, so the cost is independent of the file size. A file that ends with a longer
    record is not recognised.
    """
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(size - _TAIL, 0))
        tail = file.read()
    start = tail.rfind(_GZIP)
    while start >= 0:
        if _is_record(tail[start:]):
            return True
        start = tail.rfind(_GZIP, 0, start)
    return size == 0


def cut_torn_end(path: Path, named: int = 0) -> bool:
    """Truncate a file of gzip members after the last whole one, unless whole records follow a torn one.

    Args:
        path: The file.
        named: Offset after the last indexed record; nothing before it is cut off.

    Returns:
        True if the file ends whole now; one with a torn record in the middle is not changed.
    """
    with path.open("r+b") as file:
        end = 0
        for end in _member_ends(file):  # noqa: B007 -- the last one is wanted
            pass
        if end == file.seek(0, os.SEEK_END):
            return True
        if end < named or next_record(file, end + 1) is not None:
            return False
        file.truncate(end)
        os.fsync(file.fileno())
        return True


def next_record(file: IO[bytes], position: int) -> int | None:
    """Return the offset of the next whole WARC record at or after a position."""
    file.seek(position)
    kept = b""
    while chunk := file.read(_CHUNK):
        window, here = kept + chunk, file.tell()
        start = window.find(_GZIP)
        while start >= 0:
            found = here - len(window) + start
            file.seek(found)
            if _begins_with_record(file):
                return found
            start = window.find(_GZIP, start + 1)
        file.seek(here)
        kept = window[-len(_GZIP) + 1 :]
    return None


def members(file: IO[bytes]) -> Iterator[tuple[int, int]]:
    """Yield start and end of each whole gzip member, including those after a torn one."""
    start: int | None = 0
    while start is not None:
        file.seek(start)
        for end in _member_ends(file, start):
            yield start, end
            start = end
        start = next_record(file, start + 1)


def _begins_with_record(file: IO[bytes]) -> bool:
    """Return True if a whole gzip member with a WARC record starts at the current position."""
    machine = zlib.decompressobj(zlib.MAX_WBITS | 16)
    head = b""
    try:
        while not machine.eof and (chunk := machine.unconsumed_tail or file.read(_TAIL)):
            head = (head + machine.decompress(chunk, _INFLATED))[: len(_RECORD)]
            if not _RECORD.startswith(head):
                return False
    except zlib.error:
        return False
    return machine.eof and head == _RECORD


def _is_record(content: bytes) -> bool:
    """Return True if bytes are exactly one gzip member with a WARC record."""
    machine = zlib.decompressobj(zlib.MAX_WBITS | 16)
    try:
        inflated = machine.decompress(content, _INFLATED)
    except zlib.error:
        return False
    return machine.eof and not machine.unused_data and inflated.startswith(_RECORD)


def _member_ends(file: IO[bytes], position: int = 0) -> Iterator[int]:
    """Yield the offset after each whole gzip member from a position; stop at the first torn one."""
    rest = b""
    machine = zlib.decompressobj(zlib.MAX_WBITS | 16)
    while chunk := rest or file.read(_CHUNK):
        try:
            machine.decompress(chunk)
        except zlib.error:
            return
        rest = machine.unused_data
        position += len(chunk) - len(rest)
        if machine.eof:
            yield position
            machine = zlib.decompressobj(zlib.MAX_WBITS | 16)
