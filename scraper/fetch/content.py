"""The body of an answer: read within bounds, decompressed within bounds."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

#: What is asked for, and so all that has to be understood. The standard library bounds both exactly.
ACCEPT_ENCODING = "gzip, deflate"

_GZIP_OR_ZLIB = zlib.MAX_WBITS | 32
_RAW = -zlib.MAX_WBITS


class TooLargeError(Exception):
    """More bytes than allowed, as sent or decompressed."""


class BrokenContentError(Exception):
    """The bytes end early or do not fit their declared encoding; asking again may help."""


class UnknownEncodingError(Exception):
    """A content encoding that was not asked for."""


def bounded(chunks: Iterable[bytes], max_bytes: int) -> bytes:
    """Join the chunks of a body; stop reading as soon as there are too many bytes.

    Raises:
        TooLargeError: There are more than `max_bytes`.
    """
    kept = bytearray()
    for chunk in chunks:
        kept += chunk
        if len(kept) > max_bytes:
            raise TooLargeError
    return bytes(kept)


def unpacked(body: bytes, encodings: str, max_bytes: int) -> bytes:
    """Undo the content encodings of a body.

    Args:
        body: As sent.
        encodings: The value of ``Content-Encoding``; empty for none.
        max_bytes: Most bytes to give.

    Raises:
        TooLargeError: It grows beyond `max_bytes`; the rest is never decompressed.
        BrokenContentError: It is cut short or damaged.
        UnknownEncodingError: It is neither gzip nor deflate.

    >>> import gzip
    >>> unpacked(gzip.compress(b"Fans answered."), "gzip", 100)
    b'Fans answered.'
    """
    for name in reversed([part.strip().lower() for part in encodings.split(",")][:4]):
        if name in {"gzip", "x-gzip", "deflate"}:
            body = _inflate(body, max_bytes)
        elif name not in {"", "identity"}:
            raise UnknownEncodingError(name)
    return body


def _inflate(body: bytes, max_bytes: int) -> bytes:
    """Decompress gzip (of several members too), zlib and the bare deflate that some servers send."""
    if not body:
        return b""
    kept = bytearray()
    windows = _GZIP_OR_ZLIB if _has_header(body) else _RAW
    while body:
        machine = zlib.decompressobj(windows)
        try:
            kept += machine.decompress(body, max_bytes + 1 - len(kept))
        except zlib.error as error:
            if kept:  # bytes behind the last member; browsers ignore them
                break
            raise BrokenContentError(str(error)) from error
        if len(kept) > max_bytes:
            raise TooLargeError
        if not machine.eof:
            raise BrokenContentError("the compressed answer ends early")
        body = machine.unused_data
    return bytes(kept)


def _has_header(body: bytes) -> bool:
    if body.startswith(b"\x1f\x8b"):
        return True
    return len(body) > 1 and body[0] & 0x0F == 8 and int.from_bytes(body[:2], "big") % 31 == 0
