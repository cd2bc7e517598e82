"""Handle byte streams: replay the first bytes, bound lines, decompress gzip and deflate with a limit of size."""

from __future__ import annotations

import gzip
import io
import os
import zlib
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

#: How many first bytes are needed to identify a stream.
HEAD = 4096
#: The first bytes of a gzip member, a WARC record and a ZIP file.
GZIP, WARC, ZIP = b"\x1f\x8b\x08", b"WARC/1.", b"PK\x03\x04"
_CHUNK = 1 << 16
#: Smaller files are read too fast to need progress.
_LARGE = 1_000_000
#: Raised when reading a damaged gzip stream.
DAMAGED = (gzip.BadGzipFile, EOFError, zlib.error)


def is_warc(head: bytes) -> bool:
    """Return True if the first bytes of a file are those of a WARC, compressed or not."""
    return (head_inside(head, len(WARC)) if head.startswith(GZIP) else head).startswith(WARC)


def is_zip(head: bytes) -> bool:
    """Return True if the first bytes of a file are those of a ZIP file, perhaps inside a page by SingleFile."""
    return head.startswith(ZIP) or b"<html data-sfz" in head[:200]


class Position:
    """How far the current file has been read, for progress displays."""

    def __init__(self) -> None:
        self._stream: IO[bytes] | None = None
        self._size = 0

    @contextmanager
    def within(self, stream: IO[bytes]) -> Iterator[None]:
        """Track a file opened by the caller while it is read."""
        self._stream, self._size = stream, os.fstat(stream.fileno()).st_size
        try:
            yield
        finally:
            self._stream = None

    def share(self) -> float | None:
        """Return the share of the file read, from 0 to 1; None for a small file and a pipe."""
        if self._stream is None or self._size < _LARGE:
            return None
        try:
            return min(self._stream.tell() / self._size, 1.0)
        except (OSError, ValueError):
            return None


class _Replayed(io.RawIOBase):
    def __init__(self, head: bytes, rest: IO[bytes]) -> None:
        self._head = head
        self._rest = rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        """Fill the buffer; the signature is that of `io.RawIOBase`."""
        part = self._head[: len(buffer)] or self._rest.read(len(buffer))
        self._head = self._head[len(part) :]
        buffer[: len(part)] = part
        return len(part)


def replayed(head: bytes, rest: IO[bytes]) -> IO[bytes]:
    """Return a stream that begins with the bytes already read from it."""
    return io.BufferedReader(_Replayed(head, rest), _CHUNK)


def unzipped(stream: IO[bytes]) -> IO[bytes]:
    """Return the decompressed gzip stream; reading it raises one of `DAMAGED` if it is damaged."""
    return io.BufferedReader(gzip.GzipFile(fileobj=stream), _CHUNK)


def head_inside(head: bytes, most: int = HEAD) -> bytes:
    """Return the first decompressed bytes, as far as the first bytes of the stream give them."""
    try:
        return zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(head, most)
    except zlib.error:
        return b""


def bounded_lines(stream: IO[bytes], most: int) -> Iterator[bytes | int]:
    r"""Yield the lines of a stream with their ends; for an overlong line, its length.

    >>> list(bounded_lines(io.BytesIO(b"one\ntwo and more\nthree"), 6))
    [b'one\n', 13, b'three']
    """
    while line := stream.readline(most + 1):
        if len(line) <= most:
            yield line
            continue
        size = len(line)
        while not line.endswith(b"\n") and (line := stream.readline(_CHUNK)):
            size += len(line)
        yield size


_GZIP_OR_ZLIB = zlib.MAX_WBITS | 32
_RAW = -zlib.MAX_WBITS
#: zlib copies the rest of its input after each member, so input is fed in chunks: fed at once, a response of
#: a million empty members would take minutes.
_PIECE = 4096


class TooLargeError(Exception):
    """Raised for more bytes than allowed, compressed or decompressed."""


class BrokenContentError(Exception):
    """Raised for bytes that end early or are not in their declared encoding; a retry may help."""


def inflated(body: bytes, max_bytes: int, *, cut: bool = False) -> bytes:
    """Decompress gzip (with any number of members), zlib, and the raw deflate that some servers send.

    With `cut`, return the first `max_bytes` of longer content, and the readable part of a truncated body. Otherwise
    raise `TooLargeError`, without decompressing the rest, or `BrokenContentError`.
    """
    kept, end = bytearray(), 0
    windows = _GZIP_OR_ZLIB if _has_header(body) else _RAW
    machine = zlib.decompressobj(windows)
    for at in range(0, len(body), _PIECE):
        fed = body[at : at + _PIECE]
        while fed:
            if machine.eof:
                machine, end = zlib.decompressobj(windows), len(kept)
            try:
                kept += machine.decompress(fed, max_bytes + 1 - len(kept))
            except zlib.error as error:
                if end:  # bytes after the last member; browsers ignore them
                    return bytes(kept[:end])
                raise BrokenContentError(str(error)) from error
            if len(kept) > max_bytes and not cut:
                raise TooLargeError
            if len(kept) > max_bytes:
                return bytes(kept[:max_bytes])
            fed = machine.unused_data
    if body and not machine.eof and not cut:
        raise BrokenContentError("the compressed response is truncated")
    return bytes(kept)


def _has_header(body: bytes) -> bool:
    is_zlib = len(body) > 1 and body[0] & 0x0F == 8 and int.from_bytes(body[:2], "big") % 31 == 0
    return is_zlib or body.startswith(b"\x1f\x8b")
