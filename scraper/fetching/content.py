"""The body of an answer: read within bounds, decompressed within bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scraper.input.inflate import BrokenContentError, TooLargeError, inflated

if TYPE_CHECKING:
    from collections.abc import Iterable

#: What is asked for, and so all that has to be understood. The standard library bounds both exactly.
ACCEPT_ENCODING = "gzip, deflate"

__all__ = [
    "ACCEPT_ENCODING",
    "BrokenContentError",
    "TooLargeError",
    "UnknownEncodingError",
    "bounded",
    "unpacked",
]


class UnknownEncodingError(Exception):
    """A content encoding that was not asked for."""


def bounded(chunks: Iterable[bytes], max_bytes: int, *, cut: bool = False) -> bytes:
    """Join the chunks of a body; stop reading as soon as there are too many bytes.

    Args:
        chunks: The body as it arrives.
        max_bytes: Most bytes to give.
        cut: Give the first `max_bytes` of a longer body.

    Raises:
        TooLargeError: There are more than `max_bytes`.
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
        max_bytes: Most bytes to give.
        cut: Give the first `max_bytes` of what is longer, and what there is of a body that ends early.

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
            body = inflated(body, max_bytes, cut=cut)
        elif name not in {"", "identity"}:
            raise UnknownEncodingError(name)
    return body
