"""Read the pages of a WARC file, compressed or not, as documents.

Only records with HTML or text are read: responses, and resources (stored files). After a damaged record,
reading resumes at the next possible start of a record.
"""

from __future__ import annotations

import json
import os
import shutil
import stat
import sys
import tempfile
from contextlib import contextmanager
from dataclasses import replace
from typing import IO, TYPE_CHECKING, Any, TypeVar

from fastwarc.warc import WarcRecordType

from scraper.errors import DocumentError, SourceError
from scraper.input.kept import FORMS, document_of, with_declared
from scraper.input.kinds import ARTICLE_TYPES, essence_of
from scraper.input.loading import with_targets
from scraper.input.recorded import checked
from scraper.input.streams import GZIP, WARC, BrokenContentError
from scraper.input.warc_record import CUT, MAX_HEADERS, body_of, bytes_in, iterator, saved_at, too_large, url_of
from scraper.records import Declared, Document, Problem
from scraper.values.urls import http_url

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Wanted = Callable[[str | None, str | None], bool] | None

#: Most bytes of a page's metadata in a separate record.
LONGEST_SAID = 1_000_000
_TYPES = ARTICLE_TYPES | FORMS.keys()
#: Other records that crawlers write for a page (its picture, its text, their log) have other URLs.
_SCHEMES = ("http://", "https://", "file://")
_STATED = frozenset({"url", "media_type", "saved_at"})


def is_page(record: Any) -> bool:
    """Return True if a resource record may contain a page or a text."""
    return essence_of(record.headers.get("Content-Type")) in _TYPES and (url_of(record) or "").lower().startswith(
        _SCHEMES
    )


def page_in(source: str, record: Any, content: bytes) -> Document | SourceError:
    """Return the page in a resource record with some content, or an error."""
    media_type = record.headers.get("Content-Type")
    try:
        found = document_of(source, content, media_type or "", None)
    except DocumentError as error:
        return error
    if found.original is None:
        found = replace(found, url=http_url(url_of(record) or ""), media_type=media_type)
    recorded_at = found.saved_at or saved_at(record.headers.get("WARC-Date"))
    return replace(found, saved_at=recorded_at, offset=record.stream_pos)


def completed(document: Document, said: bytes) -> Document:
    """Return a page with the metadata of a record that `archive.captures.packing` wrote after it, if it is one."""
    try:
        known = json.loads(said)["declared"] or {}
        _check(known)
        return with_declared(document, json.dumps(known))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return document


def _check(known: dict[str, Any]) -> None:
    """Raise if a value is of the wrong kind: the file may be anyone's."""
    rest = dict(known)
    stated = rest.pop("from", {})
    if not stated.keys() <= _STATED or not all(isinstance(value, str) for value in stated.values()):
        raise ValueError("has an unknown key, or a value that is not text")
    if "url" in stated and http_url(stated["url"]) is None:
        raise ValueError("has a URL that is not http(s)")
    if "saved_at" in stated and saved_at(stated["saved_at"]) != stated["saved_at"]:
        raise ValueError("has an invalid time")
    rest.pop("loaded", None)
    for problem in rest.pop("problems", []):
        checked(Problem, problem)
    checked(Declared, rest)


Found = TypeVar("Found", Document, bytes)

_CHUNK = 1 << 20
_PARTIAL = 206
_PAGES = WarcRecordType.response | WarcRecordType.resource


@contextmanager
def seekable(stream: IO[bytes], head: bytes) -> Iterator[IO[bytes]]:
    """Yield a stream, of which `head` was read, at its beginning: itself, or a copy on disk if it cannot seek."""
    # On Windows Python also says so of pipes (python/cpython#86768).
    if stream.seekable() and (sys.platform != "win32" or stat.S_ISREG(os.fstat(stream.fileno()).st_mode)):
        stream.seek(0)
        yield stream
        return
    with tempfile.TemporaryFile() as copy:
        copy.write(head)
        shutil.copyfileobj(stream, copy)
        copy.seek(0)
        yield copy


def records(source: str, stream: IO[bytes], max_bytes: int) -> Iterator[Document | SourceError]:
    """Yield the HTML and text of a WARC as ``file#offset``; an error value for each damaged or too large place."""
    yield from any_of(with_targets(pages(source, stream, max_bytes), stream), source, "WARC")


def any_of(items: Iterator[Document | SourceError], source: str, kind: str) -> Iterator[Document | SourceError]:
    """Yield the items of a file of some kind (``WARC``), or an error value if there are none."""
    yield next(items, None) or DocumentError(source, f"has no responses with HTML or text: pass a {kind} that does")
    yield from items


class _DamageError(Exception):
    """Raised when a WARC cannot be read further; `at` is the offset."""

    def __init__(self, at: int, reason: str) -> None:
        super().__init__(reason)
        self.at = at


def pages(source: str, stream: IO[bytes], max_bytes: int, wanted: Wanted = None) -> Iterator[Document | SourceError]:
    """Yield the same as `records`, only for wanted pages; a file without any yields nothing.

    `wanted` is called with the URL of each response and the time of its recording, before its body is read; None
    for every page.
    """
    stream.seek(0)
    sign = GZIP if stream.read(len(GZIP)) == GZIP else WARC
    # Compressed records may be longer than the rest of the file; plain ones may not.
    size = stream.seek(0, os.SEEK_END) if sign == WARC else sys.maxsize
    start: int | None = 0
    whole = True
    while start is not None:
        try:
            for item in _run(source, stream, start, size, max_bytes, wanted):
                whole = True
                yield item
            start = None
        except _DamageError as damage:
            # Damaged places in a row give one error: a hostile file could have millions.
            if whole:
                reason = f"damaged WARC record near byte {damage.at} ({damage}): the others are read"
                yield DocumentError(source, reason)
            whole = False
            start = _next_start(stream, sign, damage.at + 1)


def _run(  # noqa: PLR0913, PLR0917 -- where to read, and what
    source: str, stream: IO[bytes], start: int, size: int, max_bytes: int, wanted: Wanted
) -> Iterator[Document | SourceError]:
    """Read the records from an offset to the end, or to the first damage."""
    at = start
    # The page in a resource record, by its id: the next record may have its metadata.
    waiting: dict[str | None, Document] = {}
    try:
        for record in iterator(stream, start, _PAGES | WarcRecordType.metadata):
            at = record.stream_pos
            if record.record_type == WarcRecordType.metadata:
                of = record.headers.get("WARC-Concurrent-To")
                if of and of in waiting and 0 <= record.content_length <= LONGEST_SAID:
                    waiting[of] = completed(waiting[of], bytes(record.reader.read()))
                continue
            if record.record_type == WarcRecordType.resource and not is_page(record):
                continue
            _check_length(record, size - at)
            if wanted and not wanted(url_of(record), saved_at(record.headers.get("WARC-Date"))):
                continue
            for found in _document(f"{source}#{at}", record, max_bytes):
                yield from waiting.values()
                waiting.clear()
                if record.record_type == WarcRecordType.resource and isinstance(found, Document):
                    waiting[record.headers.get("WARC-Record-ID")] = found
                else:
                    yield found
    except (OSError, EOFError) as error:
        yield from waiting.values()
        raise _DamageError(at, str(error)) from error
    yield from waiting.values()


def _check_length(record: Any, left: int) -> None:
    if "Content-Length" not in record.headers or record.content_length > left:
        raise EOFError(CUT)


def _document(source: str, record: Any, max_bytes: int) -> Iterator[Document | SourceError]:
    if record.record_type == WarcRecordType.response:
        yield from _answer(source, record, max_bytes)
        return
    for content in _resource(source, record, max_bytes):
        yield content if isinstance(content, SourceError) else page_in(source, record, content)


def _answer(source: str, record: Any, max_bytes: int) -> Iterator[Document | SourceError]:
    if record.content_length > max_bytes + MAX_HEADERS:
        yield too_large(source, max_bytes)
        return
    announced = record.content_length
    record.freeze()
    if record.content_length < announced:
        raise EOFError(CUT)
    try:
        # Not with its `auto_decode`, which inflates a whole response before the first byte can be read.
        record.parse_http(auto_decode="none", max_header_len=MAX_HEADERS)
        content = body_of(record, max_bytes) if _is_readable(record) else None
    except (OSError, BrokenContentError) as error:
        yield DocumentError(source, f"damaged HTTP response ({error}): the other records are read")
        return
    if content is None:
        return
    headers = record.http_headers
    yield (
        too_large(source, max_bytes)
        if len(content) > max_bytes
        else Document(
            source=source,
            content=content,
            url=url_of(record),
            media_type=headers.get("Content-Type"),
            saved_at=saved_at(record.headers.get("WARC-Date")),
            offset=record.stream_pos,
        )
    )


def _is_readable(record: Any) -> bool:
    """Return True if a response is successful, whole, and of HTML or text or of no declared type."""
    headers = record.http_headers
    status = 0 if headers is None else headers.status_code or 0
    if not 200 <= status < 300 or status == _PARTIAL:
        return False
    return essence_of(headers.get("Content-Type")) in {"", *ARTICLE_TYPES}


def _next_start(stream: IO[bytes], sign: bytes, at: int) -> int | None:
    """Return the next possible offset of a record; None at the end of the file."""
    stream.seek(at)
    kept = b""
    while chunk := stream.read(_CHUNK):
        window = kept + chunk
        found = window.find(sign)
        if found >= 0:
            return at - len(kept) + found
        at += len(chunk)
        kept = window[-len(sign) + 1 :]
    return None


def record_at(path: str, offset: int, max_bytes: int) -> Document:
    """Return the document in the response or resource record at an offset of a WARC file, or raise `DocumentError`."""
    return _at(path, offset, _PAGES, lambda record, at: _document(at, record, max_bytes))


def resource_at(path: str, offset: int, max_bytes: int) -> bytes:
    """Return the bytes in the resource record at an offset of a WARC file; raises like `record_at`."""
    return _at(path, offset, WarcRecordType.resource, lambda record, at: _resource(at, record, max_bytes))


def _resource(source: str, record: Any, max_bytes: int) -> Iterator[bytes | SourceError]:
    if record.content_length > max_bytes:
        yield too_large(source, max_bytes)
        return
    yield bytes_in(record)


def _at(
    path: str, offset: int, kind: WarcRecordType, read: Callable[[Any, str], Iterator[Found | SourceError]]
) -> Found:
    source = f"{path}#{offset}"
    try:
        with open(path, "rb") as stream:  # noqa: PTH123 -- the path is text everywhere here
            for record in iterator(stream, offset, kind):
                if record.stream_pos != offset:
                    break
                for found in read(record, source):
                    if isinstance(found, SourceError):
                        raise found
                    return found
                break
    except FileNotFoundError:
        raise DocumentError(path, "no such file: check the capture files") from None
    except (OSError, EOFError) as error:
        raise DocumentError(source, f"cannot be read ({error}): check the capture files") from error
    raise DocumentError(source, "has no readable response: check the capture files")
