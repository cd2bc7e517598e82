"""Read one record of a WARC file: its URL, its time, its body; or the one at an offset."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from typing import IO, TYPE_CHECKING, Any

from fastwarc.stream_io import BrotliReader, ChunkedReader, ZstdReader
from fastwarc.warc import ArchiveIterator, WarcRecordType

from scraper.errors import DocumentError
from scraper.input.streams import BrokenContentError, inflated
from scraper.registry import short_link
from scraper.values.moments import in_utc
from scraper.values.urls import without_login

if TYPE_CHECKING:
    from collections.abc import Iterator

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
    """Return the URL of a record, without a name and password."""
    return without_login((record.headers.get("WARC-Target-URI") or "").strip("<>")) or None


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
    if not body:
        return body
    if name in {"gzip", "x-gzip", "deflate"}:
        return inflated(body, most, cut=True)
    if name not in _READERS:
        raise BrokenContentError(f"compressed as {name}")
    return bytes(_READERS[name](BytesIO(body)).read(most))


def saved_at(written: Any) -> str | None:
    """Parse a WARC-Date, or the time of a listed page: UTC, perhaps with fractions of a second (WARC 1.1, 5.4)."""
    try:
        return in_utc(datetime.fromisoformat(written))
    except (TypeError, ValueError):
        return None


def bytes_in(record: Any) -> bytes:
    """Return the block of a record; raise EOFError if it is shorter than its header says."""
    content = bytes(record.reader.read())
    if len(content) < record.content_length:
        raise EOFError(CUT)
    return content


@dataclass(frozen=True, slots=True)
class Recorded:
    """A request or response in a WARC file."""

    url: str
    at: str | None  # the time, ``YYYY-MM-DDTHH:MM:SSZ``; None if the record has none
    offset: int  # the offset of the record
    page: str | None  # the id of the page that loaded it, if the crawler recorded it
    referrer: str | None  # the referring page's URL in the request; None for a response
    body: bytes | None  # the decoded response; None for a request
    location: str | None = None  # the URL that a short link redirects to; None for all others


def recorded(stream: IO[bytes], begin: tuple[str, ...], max_bytes: int, start: int = 0) -> Iterator[Recorded]:
    """Yield responses of short links and of URLs with some beginnings, and their requests, up to damage."""
    try:
        for record in iterator(stream, start, WarcRecordType.response | WarcRecordType.request):
            url = url_of(record)
            if url is None or not (url.startswith(begin) or short_link(url)):
                continue
            if record.content_length > max_bytes + MAX_HEADERS:
                continue
            found = _recorded(url, record, max_bytes)
            if found is not None:
                yield found
    except (OSError, EOFError):
        return


def answer_at(stream: IO[bytes], begin: tuple[str, ...], max_bytes: int, offset: int) -> Recorded | None:
    """Return the successful response, to a URL with some beginning, in the record at an offset; else None."""
    found = next(recorded(stream, begin, max_bytes, offset), None)
    return found if found is not None and found.offset == offset and found.body is not None else None


def _recorded(url: str, record: Any, max_bytes: int) -> Recorded | None:
    record.freeze()
    try:
        record.parse_http(auto_decode="none", max_header_len=MAX_HEADERS)
        headers = record.http_headers
        is_answer = record.record_type == WarcRecordType.response
        location = headers.get("Location") if headers and is_answer and 300 <= headers.status_code < 400 else None
        if headers is None or (is_answer and headers.status_code != 200 and not location):
            return None
        body = body_of(record, max_bytes) if is_answer else None
    except (OSError, BrokenContentError):
        return None
    return Recorded(
        url=url,
        at=saved_at(record.headers.get("WARC-Date")),
        offset=record.stream_pos,
        page=record.headers.get("WARC-Page-ID"),
        referrer=None if is_answer else headers.get("Referer"),
        body=body,
        location=location,
    )
