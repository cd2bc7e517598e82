"""The bytes of every answer and file, as WARC/1.1 files beside the database.

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
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from archive.captures.packing import packed_answer, packed_resource, packed_warcinfo
from archive.captures.tail import cut_torn_end, ends_whole
from archive.clock import stamp
from archive.lock import is_locked, try_lock
from scraper.errors import ArchiveError

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path
    from typing import Any

    from archive.captures.packing import Earlier, Packed, Resource
    from scraper.fetching import Exchange

ROTATE_BYTES = 1_000_000_000

_PREFIX = "voxpop"
_OPEN = ".open"


@dataclass(frozen=True, slots=True, kw_only=True)
class Capture:
    """Where an answer or a file is kept.

    Attributes:
        url: What was asked for; of a file its name.
        fetched_at: When, in UTC.
        status: The answer's status; None for a file.
        content_type: As declared.
        digest: Of the body as sent: ``sha1:`` and base 32, as WARC files write it.
        file: Name of the WARC file; with a path where another program made it.
        offset: Byte at which the record begins.
        length: Bytes of the record in the file.
        type: ``response``, or ``revisit`` where the bytes were stored before; ``resource``: a file;
            ``pointer``: an answer in a WARC file that another program made.
        record: The WARC-Record-ID.
        declared: What is said of a file elsewhere than in its bytes, as JSON.
    """

    url: str
    fetched_at: str
    status: int | None
    content_type: str | None
    digest: str | None
    file: str
    offset: int
    length: int | None
    type: str
    record: str | None
    declared: str | None = None


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
        self._unsynced: int | None = None
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
        packed = packed_answer(exchange, earlier)
        capture = self._place(packed, exchange.url, exchange.at)
        self.sync()
        return replace(capture, status=exchange.status, content_type=exchange.header("content-type"))

    def add(self, resource: Resource) -> Capture:
        """Append the bytes of a file; return where they lie, once `sync` has put them on disk.

        Raises:
            ArchiveError: The disk is full or fails; the file ends where it ended before.
        """
        capture = self._place(packed_resource(resource), resource.url, resource.at)
        return replace(capture, content_type=resource.content_type, declared=resource.declared)

    def sync(self) -> None:
        """Wait until all that was appended is on disk.

        Raises:
            ArchiveError: The disk fails; the file ends where it ended before.
        """
        start, self._unsynced = self._unsynced, None
        if self._file is None or start is None:
            return
        try:
            os.fsync(self._file.fileno())
        except OSError as error:
            self._take_back(start)
            raise _unwritable(self._folder, error) from error

    def _place(self, packed: Packed, url: str, at: datetime) -> Capture:
        try:
            self._turn_to(at)
            offset = self._append(packed.block)
        except OSError as error:
            raise _unwritable(self._folder, error) from error
        return Capture(
            url=url,
            fetched_at=stamp(at),
            status=None,
            content_type=None,
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
        except OSError:
            self._take_back(offset)
            raise
        self._unsynced = offset if self._unsynced is None else self._unsynced
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
        self.sync()
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
                self._append(packed_warcinfo(path.name))
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


def _unwritable(folder: Path, error: OSError) -> ArchiveError:
    reason = error.strerror or str(error)
    return ArchiveError(f"{folder}: captures cannot be written ({reason}): check the folder and the disk")
