"""Read the responses of some URLs from a WARC file, with their requests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

from fastwarc.warc import WarcRecordType

from scraper.input.inflate import BrokenContentError
from scraper.input.warc_record import MAX_HEADERS, body_of, iterator, saved_at, url_of

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class Recorded:
    """A request or response in a WARC file.

    Attributes:
        url: The URL.
        at: The time, ``YYYY-MM-DDTHH:MM:SSZ``; None if the record has none.
        offset: The offset of the record.
        page: The id of the page that loaded it, if the crawler recorded it.
        referrer: The referring page's URL in the request; None for a response.
        body: The decoded response; None for a request.
    """

    url: str
    at: str | None
    offset: int
    page: str | None
    referrer: str | None
    body: bytes | None


def recorded(stream: IO[bytes], begin: tuple[str, ...], max_bytes: int, start: int = 0) -> Iterator[Recorded]:
    """Yield successful responses of some URLs, and their requests, up to the first damage.

    Args:
        stream: The file, which must be seekable.
        begin: The beginnings of the URLs.
        max_bytes: Most bytes of a response; larger ones are left out.
        start: The offset of the first record.
    """
    try:
        for record in iterator(stream, start, WarcRecordType.response | WarcRecordType.request):
            url = url_of(record)
            if url is None or not url.startswith(begin) or record.content_length > max_bytes + MAX_HEADERS:
                continue
            found = _recorded(url, record, max_bytes)
            if found is not None:
                yield found
    except (OSError, EOFError):
        return


def answer_at(stream: IO[bytes], begin: tuple[str, ...], max_bytes: int, offset: int) -> Recorded | None:
    """Return the successful response in the record at an offset; None if there is none.

    Args:
        stream: The file, which must be seekable.
        begin: The possible beginnings of its URL.
        max_bytes: Most bytes of it.
        offset: The offset of its record.
    """
    found = next(recorded(stream, begin, max_bytes, offset), None)
    return found if found is not None and found.offset == offset and found.body is not None else None


def _recorded(url: str, record: Any, max_bytes: int) -> Recorded | None:
    record.freeze()
    try:
        record.parse_http(auto_decode="none", max_header_len=MAX_HEADERS)
        headers = record.http_headers
        is_answer = record.record_type == WarcRecordType.response
        if headers is None or (is_answer and headers.status_code != 200):
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
    )
