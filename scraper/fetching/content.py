"""Read and decompress the body of a response within a size limit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scraper.input.inflate import BrokenContentError, TooLargeError, inflated

if TYPE_CHECKING:
    from collections.abc import Iterable

#: The value of Accept-Encoding: the only encodings decoded. The standard library can bound both.
ACCEPT_ENCODING = "gzip, deflate"

#: Encodings of HTTP that are not decoded. Other names, such as ``utf-8``, name no encoding, and are ignored.
_NOT_DECODED = frozenset({"br", "zstd", "compress", "x-compress", "dcb", "dcz", "bzip2", "xz", "lzma"})

__all__ = ["ACCEPT_ENCODING", "BrokenContentError", "TooLargeError", "UnknownEncodingError", "bounded", "unpacked"]


class UnknownEncodingError(Exception):
    """Raised for a content encoding of HTTP other than gzip and deflate."""


def bounded(chunks: Iterable[bytes], max_bytes: int, *, cut: bool = False) -> bytes:
    """Join the chunks of a body, and stop reading at a limit.

    Args:
        chunks: The body as it arrives.
        max_bytes: Most bytes to return.
        cut: Return the first `max_bytes` of a longer body instead of raising.

    Raises:
        TooLargeError: The body has more than `max_bytes`.
    """
    kept = bytearray()
    for chunk in chunks:
        kept += chunk
        if len(kept) > max_bytes:
            if cut:
                return bytes(kept[:max_bytes])
            raise TooLargeError
    return bytes(kept)


def unpacked(body: bytes, encodings: str, max_bytes: int, *, cut: bool = False) -> bytes:
    """Undo the content encodings of a body.

    Args:
        body: As sent.
        encodings: The value of ``Content-Encoding``; empty for none.
        max_bytes: Most bytes to return.
        cut: Return the first `max_bytes` of longer content, and the readable part of a truncated body.

    Raises:
        TooLargeError: The content has more than `max_bytes`; the rest is not decompressed.
        BrokenContentError: The body is cut short or damaged.
        UnknownEncodingError: The encoding is another one of HTTP. Names of no encoding are ignored.

    >>> import gzip
    >>> unpacked(gzip.compress(b"Fans answered."), "gzip", 100)
    b'Fans answered.'
    """
    for name in reversed([part.strip().lower() for part in encodings.split(",")][:4]):
        if name in {"gzip", "x-gzip", "deflate"}:
            body = _inflated(body, max_bytes, cut=cut)
        elif name in _NOT_DECODED:
            raise UnknownEncodingError(name)
    return body


def _inflated(body: bytes, max_bytes: int, *, cut: bool) -> bytes:
    try:
        return inflated(body, max_bytes, cut=cut)
    except BrokenContentError:
        if body.lstrip()[:1] == b"<":  # a page that only claims to be compressed
            return body
        raise
