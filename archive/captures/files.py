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
import secrets
import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from archive.captures.packing import packed_answer, packed_resource, packed_warcinfo
from archive.captures.tail import cut_torn_end, ends_whole
from archive.clock import stamp
from archive.lock import is_locked, try_lock
from archive.store.captured import PREFIX, Owner
from scraper.errors import ArchiveError

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path
    from typing import Any

    from archive.captures.packing import Earlier, Packed, Resource
    from scraper.fetching import Exchange

ROTATE_BYTES = 1_000_000_000

_OPEN = ".open"
#: The mark of a file that an older voxpop was writing: its name has no id.
_OLDER = f"{PREFIX}{'[0-9]' * 8}-{'[0-9]' * 5}.warc.gz{_OPEN}"


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
        payload_digest: The digest of the bytes of a pointer; of all others it is `digest`.
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
    payload_digest: str | None = None


class Captures:
    """The writer of a folder of WARC files.

    Args:
        folder: Made when missing.
        rotate_bytes: A file of this size is followed by a new one; so is one of another day.
        owner: The archive. Only its own files are continued, and none that is shorter than its index says.

    Raises:
        ArchiveError: The folder cannot be written.
    """

    def __init__(self, folder: Path, rotate_bytes: int = ROTATE_BYTES, owner: Owner | None = None) -> None:
        self._folder = folder
        self._owner = owner or Owner()
        self._rotate_bytes = rotate_bytes
        self._file: Any = None
        self._name = ""
        self._unsynced: int | None = None
        try:
            if not folder.is_dir():
                folder.mkdir(parents=True, exist_ok=True)
                _sync_folder(folder.parent)
            for mark in sorted([*folder.glob(f"{PREFIX}{self._owner.id}-*{_OPEN}"), *folder.glob(_OLDER)]):
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
        """Open the day's newest file, or a new one where that cannot be continued."""
        day = f"{PREFIX}{self._owner.id}-{at:%Y%m%d}-"
        if self._file is not None and self._name.startswith(day) and self._file.tell() < self._rotate_bytes:
            return
        self.sync()
        self.__exit__()
        there = max((path.name for path in self._folder.glob(f"{day}*.warc.gz")), default=None)
        if there is not None and self._open(self._folder / there, _locked(self._folder / there, self._owner)):
            return
        last = max(there or "", self._owner.last_file(day) or "")
        number = int(last[len(day) : len(day) + 5]) + 1 if last else 1
        new = self._folder / f"{day}{number:05}-{secrets.token_hex(3)}.warc.gz"
        self._open(new, _made(new))

    def _open(self, path: Path, file: Any) -> bool:
        """Write into a locked file from now on, unless it is full; return whether that is so."""
        if file is None:
            return False
        if file.seek(0, os.SEEK_END) >= self._rotate_bytes:
            file.close()
            return False
        self._file, self._name = file, path.name
        try:
            _mark_of(path).touch()
            if file.tell() == 0:
                self._append(packed_warcinfo(path.name, self._owner.id))
            _sync_folder(self._folder)  # a new file's name is on disk only when its folder is
        except OSError:
            file.close()
            self._file = None
            raise
        return True

    def _mend(self, mark: Path) -> None:
        """Repair the file of a process that was killed; one that is still at work holds its lock."""
        path = mark.with_name(mark.name.removesuffix(_OPEN))
        file = _locked(path, self._owner) if path.exists() else None
        if file is not None:
            file.close()
        if file is not None or not path.exists():
            mark.unlink(missing_ok=True)


def _mark_of(path: Path) -> Path:
    return path.with_name(path.name + _OPEN)


def _made(path: Path) -> Any:
    """Make a file that is not there yet, and lock it."""
    file = open(path, "ab", 0, opener=lambda name, how: os.open(name, how | os.O_EXCL, 0o666))  # noqa: SIM115
    try_lock(file.fileno())
    return file


def _locked(path: Path, owner: Owner) -> Any:
    """Open a file to append whole records.

    Returns:
        None when another process has it, when records follow a torn one (readers stop there), or when it is
        shorter than the index says: a copy from a backup.
    """
    file = path.open("ab", buffering=0)
    try:
        if try_lock(file.fileno()):
            named = owner.end_of(path.name)
            is_whole = not _mark_of(path).exists() and ends_whole(path)
            if (is_whole or cut_torn_end(path, named)) and file.seek(0, os.SEEK_END) >= named:
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
