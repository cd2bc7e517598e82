"""Decompress gzip and deflate with a size limit that is enforced during decompression."""

from __future__ import annotations

import zlib

_GZIP_OR_ZLIB = zlib.MAX_WBITS | 32
_RAW = -zlib.MAX_WBITS
#: zlib copies the rest of its input after each member, so input is fed in chunks: fed at once, a response of
#: a million empty members would take minutes.
_CHUNK = 4096


class TooLargeError(Exception):
    """Raised for more bytes than allowed, compressed or decompressed."""


class BrokenContentError(Exception):
    """Raised for bytes that end early or are not in their declared encoding; a retry may help."""


def inflated(body: bytes, max_bytes: int, *, cut: bool = False) -> bytes:
    """Decompress gzip (with any number of members), zlib, and the raw deflate that some servers send.

    Args:
        body: The compressed bytes.
        max_bytes: Most bytes to return.
        cut: Return the first `max_bytes` of longer content, and the readable part of a truncated body.

    Raises:
        TooLargeError: The content has more than `max_bytes`; the rest is not decompressed.
        BrokenContentError: The body is cut short or damaged.

    >>> import gzip
    >>> inflated(gzip.compress(b"Fans ") + gzip.compress(b"answered."), 100)
    b'Fans answered.'
    """
    kept, end = bytearray(), 0
    windows = _GZIP_OR_ZLIB if _has_header(body) else _RAW
    machine = zlib.decompressobj(windows)
    for at in range(0, len(body), _CHUNK):
        fed = body[at : at + _CHUNK]
        while fed:
            if machine.eof:
                machine, end = zlib.decompressobj(windows), len(kept)
            try:
                kept += machine.decompress(fed, max_bytes + 1 - len(kept))
            except zlib.error as error:
                if end:  # bytes after the last member; browsers ignore them
                    return bytes(kept[:end])
                raise BrokenContentError(str(error)) from error
            if len(kept) > max_bytes:
                return _first(kept, max_bytes, cut=cut)
            fed = machine.unused_data
    if body and not machine.eof and not cut:
        raise BrokenContentError("the compressed response is truncated")
    return bytes(kept)


def _first(kept: bytearray, max_bytes: int, *, cut: bool) -> bytes:
    if not cut:
        raise TooLargeError
    return bytes(kept[:max_bytes])


def _has_header(body: bytes) -> bool:
    if body.startswith(b"\x1f\x8b"):
        return True
    return len(body) > 1 and body[0] & 0x0F == 8 and int.from_bytes(body[:2], "big") % 31 == 0
