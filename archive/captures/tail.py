"""Find and cut off a torn record at the end of a WARC file, before more is appended to it."""

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
#: Bytes at the end of a file that are looked at: its last record is a request or a warcinfo, and short.
_TAIL = 1 << 14
_INFLATED = 1 << 18


def ends_whole(path: Path) -> bool:
    """Return whether a file is empty or its last bytes are one whole, short record.

    Reads the last 16 kB alone, so it costs the same for a file of any size. A file that ends with a longer
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
    """End a file of gzip members behind its last whole one, unless whole records lie behind a torn one.

    Args:
        path: The file.
        named: The byte after the last record that an index names: nothing before it is cut off.

    Returns:
        Whether the file ends whole now; one with a torn record in its middle is left as it is.
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
    """Return the byte, not before a position, at which the next whole WARC record begins."""
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
    """Return where each whole gzip member begins and ends, also those behind a torn one."""
    start: int | None = 0
    while start is not None:
        file.seek(start)
        for end in _member_ends(file, start):
            yield start, end
            start = end
        start = next_record(file, start + 1)


def _begins_with_record(file: IO[bytes]) -> bool:
    """Return whether a whole gzip member that holds a WARC record begins where a file is."""
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
    """Return whether bytes are exactly one gzip member that holds a WARC record."""
    machine = zlib.decompressobj(zlib.MAX_WBITS | 16)
    try:
        inflated = machine.decompress(content, _INFLATED)
    except zlib.error:
        return False
    return machine.eof and not machine.unused_data and inflated.startswith(_RECORD)


def _member_ends(file: IO[bytes], position: int = 0) -> Iterator[int]:
    """Return the offset behind each whole gzip member from a position; stop at the first that is torn."""
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
