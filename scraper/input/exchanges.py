"""Read the answers of some addresses out of a WARC file, with the requests for them."""

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
    """What a WARC file holds of a request or of its answer.

    Attributes:
        url: The address.
        at: When, ``YYYY-MM-DDTHH:MM:SSZ``; None where the record does not tell.
        offset: Where the record begins.
        page: The id of the page that loaded it, where the crawler wrote that down.
        referrer: The address that the request names as the page it was made from; of an answer None.
        body: The decoded answer; of a request None.
    """

    url: str
    at: str | None
    offset: int
    page: str | None
    referrer: str | None
    body: bytes | None


def recorded(stream: IO[bytes], begin: tuple[str, ...], max_bytes: int, start: int = 0) -> Iterator[Recorded]:
    """Yield the successful answers of some addresses, and the requests for them, up to the first damage.

    Args:
        stream: The file, which can seek.
        begin: How the addresses begin.
        max_bytes: Most bytes of an answer; larger ones are left out.
        start: Where the first record begins.
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
    """Return the successful answer whose record begins at an offset; None where none does.

    Args:
        stream: The file, which can seek.
        begin: How its address may begin.
        max_bytes: Most bytes of it.
        offset: Where its record begins.
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
