"""The bytes of every answer, as WARC/1.1 files beside the database.

A record is made in memory, appended whole or not at all, and on disk (fsync) before the database may name it.
Several processes may write into one folder: each holds a lock on its file, and another one takes the next.
Beside a file that is being written lies an empty one, ``….open``. A process that is killed leaves it there,
and at most a torn record at the end of its file; the next writer cuts that off. It does so too where the end
of a file is not a whole record though nothing lies beside it.
"""

from __future__ import annotations

import errno
import os
import sys
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Self
from urllib.parse import quote, urlsplit

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from archive.captures.tail import cut_torn_end, ends_whole
from archive.clock import stamp
from archive.lock import is_locked, try_lock
from scraper.errors import ArchiveError

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path
    from typing import Any

    from scraper.fetching import Exchange

ROTATE_BYTES = 1_000_000_000

_PREFIX = "voxpop"
_OPEN = ".open"
_URL_SIGNS = "!$&'()*+,/:;=?@%[]~"


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    """The last capture of the same address that holds its bytes."""

    digest: str
    url: str
    fetched_at: str
    record: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Capture:
    """Where an answer is kept.

    Attributes:
        url: What was asked for.
        fetched_at: When, in UTC.
        status: The answer's status.
        content_type: As declared.
        digest: Of the body as sent: ``sha1:`` and base 32, as WARC files write it.
        file: Name of the WARC file.
        offset: Byte at which the record begins.
        length: Bytes of the record in the file.
        type: ``response``, or ``revisit`` where the bytes were stored before.
        record: The WARC-Record-ID.
    """

    url: str
    fetched_at: str
    status: int
    content_type: str | None
    digest: str
    file: str
    offset: int
    length: int
    type: str
    record: str


class Captures:
    """The writer of a folder of WARC files.

    Args:
        folder: Made when missing.
        rotate_bytes: A file of this size is followed by a new one; so is one of another day.

    Raises:
        ArchiveError: The folder cannot be written.
    """

    def __init__(self, folder: Path, rotate_bytes: int = ROTATE_BYTES) -> None:
        self._folder = folder
        self._rotate_bytes = rotate_bytes
        self._file: Any = None
        self._name = ""
        try:
            if not folder.is_dir():
                folder.mkdir(parents=True, exist_ok=True)
                _sync_folder(folder.parent)
            for mark in sorted(folder.glob(f"{_PREFIX}-*{_OPEN}")):
                self._mend(mark)
        except OSError as error:
            raise _unwritable(folder, error) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self._file is not None:
            _mark_of(self._folder / self._name).unlink(missing_ok=True)
            self._file.close()
            self._file = None

    def write(self, exchange: Exchange, earlier: Earlier | None = None) -> Capture:
        """Append a request and its answer; return where the answer lies once it is on disk.

        Args:
            exchange: What went over the wire.
            earlier: With the same digest, only a revisit record is written, which holds no body.

        Raises:
            ArchiveError: The disk is full or fails; the file ends where it ended before.
        """
        packed = _packed(exchange, earlier)
        try:
            self._turn_to(exchange.at)
            offset = self._append(packed.block)
        except OSError as error:
            raise _unwritable(self._folder, error) from error
        return Capture(
            url=exchange.url,
            fetched_at=stamp(exchange.at),
            status=exchange.status,
            content_type=exchange.header("content-type"),
            digest=packed.digest,
            file=self._name,
            offset=offset,
            length=packed.length,
            type=packed.type,
            record=packed.record,
        )

    def _append(self, block: bytes) -> int:
        """Write all of a block and give its offset; what cannot be written whole is taken back."""
        offset = int(self._file.seek(0, os.SEEK_END))
        try:
            _write_all(self._file, block)
            os.fsync(self._file.fileno())
        except OSError:
            self._take_back(offset)
            raise
        return offset

    def _take_back(self, offset: int) -> None:
        """End the file where it ended before; where that fails, leave it to be repaired."""
        try:
            self._file.truncate(offset)
        except OSError:
            self._file.close()  # its mark stays, so that it is repaired before anything is appended
            self._file = None

    def _turn_to(self, at: datetime) -> None:
        """Open the day's newest file, or the next one where it is full."""
        day = f"{_PREFIX}-{at:%Y%m%d}-"
        if self._file is not None and self._name.startswith(day) and self._file.tell() < self._rotate_bytes:
            return
        self.__exit__()
        today = sorted(self._folder.glob(f"{day}?????.warc.gz"))
        number = int(today[-1].name[len(day) : len(day) + 5]) if today else 1
        while self._file is None:
            self._name = f"{day}{number:05}.warc.gz"
            self._open(self._folder / self._name)
            number += 1

    def _open(self, path: Path) -> None:
        """Begin or go on with a file, unless it is full, is damaged, or another process writes it."""
        file = _locked(path)
        if file is None:
            return
        if file.seek(0, os.SEEK_END) >= self._rotate_bytes:
            file.close()
            return
        self._file = file
        try:
            _mark_of(path).touch()
            if file.tell() == 0:
                self._append(_warcinfo(path.name))
            _sync_folder(self._folder)  # a new file's name is on disk only when its folder is
        except OSError:
            file.close()
            self._file = None
            raise

    @staticmethod
    def _mend(mark: Path) -> None:
        """Repair the file of a process that was killed; one that is still at work holds its lock."""
        file = _locked(mark.with_name(mark.name.removesuffix(_OPEN)))
        if file is not None:
            mark.unlink(missing_ok=True)
            file.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Packed:
    """The bytes of a response record and its request, and what is known of the response."""

    block: bytes
    length: int
    digest: str
    type: str
    record: str


def _mark_of(path: Path) -> Path:
    return path.with_name(path.name + _OPEN)


def _locked(path: Path) -> Any:
    """Open a file to append whole records.

    Returns:
        None when another process has it, or when records lie behind a torn one: readers stop there.
    """
    file = path.open("ab", buffering=0)
    try:
        if try_lock(file.fileno()):
            is_whole = not _mark_of(path).exists() and ends_whole(path)
            if is_whole or cut_torn_end(path):
                return file
    except OSError:
        file.close()
        raise
    file.close()
    return None


def is_being_written(path: Path) -> bool:
    """Return whether a process is writing a file of captures."""
    with path.open("rb") as file:
        return is_locked(file.fileno())


def _write_all(file: Any, block: bytes) -> None:
    """Write until nothing is left: a nearly full disk takes a part of the bytes and says how many.

    Raises:
        OSError: The disk takes no more.
    """
    left = memoryview(block)
    while left:
        written = file.write(left)
        if not written:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        left = left[written:]


def _sync_folder(folder: Path) -> None:
    """Write the names in a folder to disk; Windows opens no folder, and writes names without being asked."""
    if sys.platform != "win32":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _packed(exchange: Exchange, earlier: Earlier | None) -> _Packed:
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
    return _Packed(block=out.getvalue(), length=length, digest=digest, type=kind, record=_record_id(response))


def _record_id(record: Any) -> str:
    return str(record.rec_headers.get_header("WARC-Record-ID"))


def _about(exchange: Exchange) -> dict[str, str]:
    about = {"WARC-Date": f"{exchange.at:%Y-%m-%dT%H:%M:%S.%fZ}"}
    return {**about, "WARC-IP-Address": exchange.address} if exchange.address else about


def _answer_headers(exchange: Exchange) -> StatusAndHeaders:
    # The body is kept without the chunks of its transfer, so the header that announces them must go;
    # its name is changed, as other crawlers do, not lost.
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
    return writer.create_warc_record(
        exchange.url, "request", http_headers=headers, warc_headers_dict=_about(exchange)
    )


def _warcinfo(name: str) -> bytes:
    from importlib.metadata import version

    out = BytesIO()
    writer = WARCWriter(out, gzip=True, warc_version="1.1")
    info = {"software": f"voxpop/{version('voxpop')}", "format": "WARC File Format 1.1"}
    writer.write_record(writer.create_warcinfo_record(name, info))
    return out.getvalue()


def _unwritable(folder: Path, error: OSError) -> ArchiveError:
    reason = error.strerror or str(error)
    return ArchiveError(f"{folder}: captures cannot be written ({reason}): check the folder and the disk")
