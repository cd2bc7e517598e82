"""Read one record of a WARC file: its URL, its time, its body."""

from __future__ import annotations

from datetime import UTC, datetime
from io import BytesIO
from typing import IO, Any

from fastwarc.stream_io import BrotliReader, ChunkedReader, ZstdReader
from fastwarc.warc import ArchiveIterator, WarcRecordType

from scraper.errors import DocumentError
from scraper.input.inflate import BrokenContentError, inflated

#: Most bytes of the headers of a record, and of the response in it. The fetcher accepts header lines of more
#: than 100 kB, and must be able to read the captures that it wrote.
MAX_HEADERS = 1 << 18
#: Decoders of the other encodings; each returns at most the requested number of bytes.
_READERS: dict[str, Any] = {"chunked": ChunkedReader, "br": BrotliReader, "zstd": ZstdReader}
_MOST_ENCODINGS = 4
#: The message for a truncated record.
CUT = "it is truncated"


def too_large(source: str, max_bytes: int) -> DocumentError:
    """Return the error for a source over the limit, naming the option that raises it."""
    return DocumentError(source, f"is larger than {max_bytes:,} bytes: raise the limit with --max-bytes")


def iterator(stream: IO[bytes], start: int, kind: WarcRecordType = WarcRecordType.response) -> ArchiveIterator:
    """Return an iterator over the records of a kind from an offset on."""
    stream.seek(start)
    return ArchiveIterator(stream, record_types=kind, parse_http=False, max_header_len=MAX_HEADERS)


def url_of(record: Any) -> str | None:
    """Return the URL of a record."""
    return (record.headers.get("WARC-Target-URI") or "").strip("<>") or None


def body_of(record: Any, max_bytes: int) -> bytes:
    """Return the decoded body of a response; of a larger one, one byte more than `max_bytes`."""
    headers = record.http_headers
    body = bytes(record.reader.read())
    # Content encodings were applied before transfer encodings.
    written = f"{headers.get('Content-Encoding') or ''},{headers.get('Transfer-Encoding') or ''}"
    names = [name for part in written.split(",") if (name := part.strip().lower()) not in {"", "identity"}]
    if len(names) > _MOST_ENCODINGS:
        raise BrokenContentError(f"packed {len(names)} times")
    for name in reversed(names):
        body = _decoded(body, name, max_bytes + 1)
    return body


def _decoded(body: bytes, name: str, most: int) -> bytes:
    """Undo one encoding; return at most the first `most` bytes."""
    if not body:
        return body
    if name in {"gzip", "x-gzip", "deflate"}:
        return inflated(body, most, cut=True)
    if name not in _READERS:
        raise BrokenContentError(f"compressed as {name}")
    return bytes(_READERS[name](BytesIO(body)).read(most))


def saved_at(written: str | None) -> str | None:
    """Parse a WARC-Date, which is UTC and may have fractions of a second (WARC 1.1, 5.4)."""
    try:
        date = datetime.fromisoformat(written or "")
    except ValueError:
        return None
    return f"{date.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}" if date.tzinfo else None


def bytes_in(record: Any) -> bytes:
    """Return the block of a record.

    Raises:
        EOFError: It is shorter than its header says.
    """
    content = bytes(record.reader.read())
    if len(content) < record.content_length:
        raise EOFError(CUT)
    return content
