"""Build WARC/1.1 records: responses with their requests, files with their metadata."""

from __future__ import annotations

import json
import os
import zlib
from base64 import b32encode
from dataclasses import dataclass
from hashlib import sha1
from io import BytesIO
from typing import IO, TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

from scraper.configuration import own_version
from scraper.lean_imports import left_out

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from pathlib import Path

    from scraper.fetching import Exchange


# Find and cut off a torn record at the end of a WARC file, before appending to it.

_GZIP = b"\x1f\x8b\x08"
_RECORD = b"WARC/1."
_CHUNK = 1 << 20
#: Number of bytes checked at the end of a file: its last record is a request, metadata or warcinfo record,
#: and short.
_TAIL = 1 << 14
_INFLATED = 1 << 18


def ends_whole(path: Path) -> bool:
    """Return True if a file is empty or ends with one whole, short record.

    Reads only the last 16 kB, so the cost is independent of the file size. A file that ends with a longer
    record is not recognised.
    """
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(size - _TAIL, 0))
        tail = file.read()
    start = tail.rfind(_GZIP)
    while start >= 0:
        if _is_record(tail[start:]):
            return True
        start = tail.rfind(_GZIP, 0, start)
    return size == 0


def cut_torn_end(path: Path, named: int = 0) -> bool:
    """Truncate a file of gzip members after the last whole one; return True if it ends whole now.

    Nothing before `named`, the offset after the last indexed record, is cut off, and nothing if whole records
    follow a torn one.
    """
    with path.open("r+b") as file:
        end = 0
        for end in member_ends(file):  # noqa: B007 -- the last one is wanted
            pass
        if end == file.seek(0, os.SEEK_END):
            return True
        if end < named or next_record(file, end + 1) is not None:
            return False
        file.truncate(end)
        os.fsync(file.fileno())
        return True


def next_record(file: IO[bytes], position: int) -> int | None:
    """Return the offset of the next whole WARC record at or after a position."""
    file.seek(position)
    kept = b""
    while chunk := file.read(_CHUNK):
        window, here = kept + chunk, file.tell()
        start = window.find(_GZIP)
        while start >= 0:
            found = here - len(window) + start
            file.seek(found)
            if _begins_with_record(file):
                return found
            start = window.find(_GZIP, start + 1)
        file.seek(here)
        kept = window[-len(_GZIP) + 1 :]
    return None


def members(file: IO[bytes]) -> Iterator[tuple[int, int]]:
    """Yield start and end of each whole gzip member, including those after a torn one."""
    start: int | None = 0
    while start is not None:
        for end in member_ends(file, start):
            yield start, end
            start = end
        start = next_record(file, start + 1)


def _begins_with_record(file: IO[bytes]) -> bool:
    """Return True if a whole gzip member with a WARC record starts at the current position."""
    machine = zlib.decompressobj(zlib.MAX_WBITS | 16)
    head = b""
    try:
        while not machine.eof and (chunk := machine.unconsumed_tail or file.read(_TAIL)):
            head = (head + machine.decompress(chunk, _INFLATED))[: len(_RECORD)]
            if not _RECORD.startswith(head):
                return False
    except zlib.error:
        return False
    return machine.eof and head == _RECORD


def _is_record(content: bytes) -> bool:
    """Return True if bytes are exactly one gzip member with a WARC record."""
    machine = zlib.decompressobj(zlib.MAX_WBITS | 16)
    try:
        inflated = machine.decompress(content, _INFLATED)
    except zlib.error:
        return False
    return machine.eof and not machine.unused_data and inflated.startswith(_RECORD)


def member_ends(file: IO[bytes], position: int = 0, chunk_size: int = _CHUNK) -> Iterator[int]:
    """Yield the offset after each whole gzip member from a position; stop at the first torn one. Memory is bounded."""
    file.seek(position)
    rest = b""
    machine = zlib.decompressobj(zlib.MAX_WBITS | 16)
    while chunk := rest or machine.unconsumed_tail or file.read(chunk_size):
        try:
            machine.decompress(chunk, _INFLATED)
        except zlib.error:
            return
        rest = machine.unused_data
        if machine.eof:
            yield file.tell() - len(rest)
            machine = zlib.decompressobj(zlib.MAX_WBITS | 16)


with left_out("fsspec"):
    from warcio.statusandheaders import StatusAndHeaders
    from warcio.warcwriter import WARCWriter

_URL_SIGNS = "!$&'()*+,/:;=?@%[]~"
#: On saved pages level 4 takes 3.1 ms a page, and level 9 (warcio's) 7.8; the files are 5 % larger.
_LEVEL = 4
_GZIP_WINDOW = zlib.MAX_WBITS | 16
#: Prefix by which a warcinfo record names the archive that owns the file.
PART_OF = "voxpop archive "


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    """The last capture of the same URL that has its bytes."""

    digest: str
    url: str
    fetched_at: str
    record: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Resource:
    """Bytes that we did not fetch: a file, or a part of one. `declared` is metadata not in them, as JSON."""

    url: str
    at: datetime
    content: bytes
    content_type: str
    article: str
    declared: str | None

    @property
    def digest(self) -> str:
        """Return the digest of the bytes, as WARC files write it."""
        return "sha1:" + b32encode(sha1(self.content, usedforsecurity=False).digest()).decode()


@dataclass(frozen=True, slots=True, kw_only=True)
class Packed:
    """The bytes of a record and its companion, with data about the record."""

    block: bytes
    length: int
    digest: str
    type: str
    record: str


def packed_resource(resource: Resource) -> Packed:
    """Return a resource record, and a metadata record with its article: short, so that `ends_whole` recognises it."""
    content = BytesIO(resource.content)
    record = _writer().create_warc_record(
        resource.url,
        "resource",
        payload=content,
        length=len(resource.content),
        warc_content_type=resource.content_type,
        warc_headers_dict={
            "WARC-Date": _date(resource.at),
            "WARC-Payload-Digest": resource.digest,
            "WARC-Block-Digest": resource.digest,
        },
    )
    said = json.dumps({"article": resource.article, "declared": json.loads(resource.declared or "null")})
    metadata = _writer().create_warc_record(
        resource.url,
        "metadata",
        payload=BytesIO(said.encode()),
        length=len(said),
        warc_content_type="application/json",
        warc_headers_dict={"WARC-Date": _date(resource.at), "WARC-Concurrent-To": _record_id(record)},
    )
    first = _zipped(record)
    return Packed(
        block=first + _zipped(metadata),
        length=len(first),
        digest=resource.digest,
        type="resource",
        record=_record_id(record),
    )


def packed_answer(exchange: Exchange, earlier: Earlier | None) -> Packed:
    """Return the records of a response (a revisit without a body if `earlier` has its digest) and its request."""
    out = BytesIO()
    writer = WARCWriter(out, gzip=True, warc_version="1.1")
    response = _response(writer, exchange)
    writer.ensure_digest(response, block=False, payload=True)
    digest = response.rec_headers.get_header("WARC-Payload-Digest")
    kind = "response"
    if earlier is not None and earlier.digest == digest:
        response, kind = _revisit(writer, exchange, earlier), "revisit"
    writer.write_record(response)
    length = out.tell()
    request = _request(writer, exchange)
    request.rec_headers.add_header("WARC-Concurrent-To", _record_id(response))
    writer.write_record(request)
    return Packed(block=out.getvalue(), length=length, digest=digest, type=kind, record=_record_id(response))


def _record_id(record: Any) -> str:
    return str(record.rec_headers.get_header("WARC-Record-ID"))


def _about(exchange: Exchange) -> dict[str, str]:
    about = {"WARC-Date": _date(exchange.at)}
    return {**about, "WARC-IP-Address": exchange.address} if exchange.address else about


def _answer_headers(exchange: Exchange) -> StatusAndHeaders:
    # The body is stored without chunked transfer coding, so the header that announces it is renamed, as other
    # crawlers do, to keep its value.
    headers = [
        ("X-Crawler-Transfer-Encoding" if name.lower() == "transfer-encoding" else name, value)
        for name, value in exchange.received
    ]
    line = f"{exchange.status} {exchange.reason}".strip().encode("ascii", "replace").decode()
    return StatusAndHeaders(line, headers, protocol=exchange.version)


def _response(writer: WARCWriter, exchange: Exchange) -> Any:
    return writer.create_warc_record(
        exchange.url,
        "response",
        payload=BytesIO(exchange.body),
        length=len(exchange.body),
        http_headers=_answer_headers(exchange),
        warc_headers_dict=_about(exchange),
    )


def _revisit(writer: WARCWriter, exchange: Exchange, earlier: Earlier) -> Any:
    record = writer.create_revisit_record(
        exchange.url,
        earlier.digest,
        earlier.url,
        earlier.fetched_at,
        http_headers=_answer_headers(exchange),
        warc_headers_dict=_about(exchange),
    )
    record.rec_headers.add_header("WARC-Refers-To", earlier.record)
    return record


def _request(writer: WARCWriter, exchange: Exchange) -> Any:
    parts = urlsplit(exchange.url)
    target = quote((parts.path or "/") + (f"?{parts.query}" if parts.query else ""), safe=_URL_SIGNS)
    headers = StatusAndHeaders(f"GET {target} HTTP/1.1", list(exchange.sent), is_http_request=True)
    return writer.create_warc_record(exchange.url, "request", http_headers=headers, warc_headers_dict=_about(exchange))


def packed_warcinfo(name: str, archive: str) -> bytes:
    """Return the first record of a file."""
    out = BytesIO()
    writer = WARCWriter(out, gzip=True, warc_version="1.1")
    info = {"software": f"voxpop/{own_version()}", "format": "WARC File Format 1.1"}
    info["isPartOf"] = f"{PART_OF}{archive}"
    writer.write_record(writer.create_warcinfo_record(name, info))
    return out.getvalue()


def _zipped(record: Any) -> bytes:
    out = BytesIO()
    _writer(out).write_record(record)
    machine = zlib.compressobj(_LEVEL, zlib.DEFLATED, _GZIP_WINDOW)
    return machine.compress(out.getvalue()) + machine.flush()


def _writer(out: BytesIO | None = None) -> WARCWriter:
    return WARCWriter(out or BytesIO(), gzip=False, warc_version="1.1")


def _date(at: datetime) -> str:
    return f"{at:%Y-%m-%dT%H:%M:%S.%fZ}"
