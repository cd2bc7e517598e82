"""Write the bytes of all responses and files as WARC/1.1 files next to the database.

A record is built in memory, appended whole or not at all, and flushed (fsync) before the database refers to
it. Several processes may write to one folder: each holds a lock on its file, and another process uses the
next one. While a file is being written, an empty ``….open`` file is next to it. A killed process leaves this
mark, and at most a torn record at the end of its file, which the next writer cuts off. A torn end without a
mark is cut off too.
"""

from __future__ import annotations

import errno
import os
import secrets
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Self

from archive.captures.packing import cut_torn_end, ends_whole, packed_answer, packed_resource, packed_warcinfo
from archive.clock import stamp
from archive.lock import is_locked, try_lock
from archive.store.captured import PREFIX, Owner, must_have_captures, owner_of
from scraper.errors import ArchiveError

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path
    from typing import Any

    from archive.captures.packing import Earlier, Packed, Resource
    from archive.store.archive import Archive
    from scraper.fetching import Exchange


ROTATE_BYTES = 1_000_000_000

_OPEN = ".open"
#: Mark of a file that an older voxpop was writing: its name has no id.
_OLDER = f"{PREFIX}{'[0-9]' * 8}-{'[0-9]' * 5}.warc.gz{_OPEN}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Capture:
    """A stored response or file."""

    url: str
    fetched_at: str
    status: int | None  # of HTTP; None for a file
    content_type: str | None
    digest: str | None  # of the body as sent: ``sha1:`` and base 32, as WARC files write it
    file: str  # name of the WARC file; with a path if another program wrote it
    offset: int
    length: int | None  # of the record in the file, in bytes
    type: str  # ``response``, ``revisit`` (bytes stored before), ``resource`` (a file), ``pointer`` (to a foreign one)
    record: str | None
    declared: str | None = None  # metadata of a file that is not in its bytes, as JSON
    payload_digest: str | None = None  # of the bytes of a pointer; for other types, `digest` is used


class Captures:
    """Write WARC files to a folder.

    A new file is started each day, and at `rotate_bytes`. Only files of the archive `owner` are continued, unless they
    are shorter than the index says.

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
                self._repair(mark)
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
        """Append a request and its response; return its location once it is on disk.

        If the earlier capture has the same digest, a revisit record without a body is written.

        Raises:
            ArchiveError: The disk is full or fails; the file keeps its previous length.
        """
        packed = packed_answer(exchange, earlier)
        capture = self._place(packed, exchange.url, exchange.at)
        self.sync()
        return replace(capture, status=exchange.status, content_type=exchange.header("content-type"))

    def add(self, resource: Resource) -> Capture:
        """Append the bytes of a file; return their location, valid once `sync` returns. Errors are those of `write`."""
        capture = self._place(packed_resource(resource), resource.url, resource.at)
        return replace(capture, content_type=resource.content_type, declared=resource.declared)

    def sync(self) -> None:
        """Flush all appended records to disk; raise `ArchiveError`, with the file at its previous length."""
        start, self._unsynced = self._unsynced, None
        if self._file is None or start is None:
            return
        try:
            os.fsync(self._file.fileno())
        except OSError as error:
            self._undo_append(start)
            raise _unwritable(self._folder, error) from error

    def _place(self, packed: Packed, url: str, at: datetime) -> Capture:
        try:
            self._open_for(at)
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
        """Append a block and return its offset; undo a partial write."""
        offset = int(self._file.seek(0, os.SEEK_END))
        try:
            _write_all(self._file, block)
        except OSError:
            self._undo_append(offset)
            raise
        self._unsynced = offset if self._unsynced is None else self._unsynced
        return offset

    def _undo_append(self, offset: int) -> None:
        """Truncate the file to its previous length; if that fails, leave it to be repaired."""
        try:
            self._file.truncate(offset)
        except OSError:
            self._file.close()  # its mark stays, so it is repaired before the next append
            self._file = None

    def _open_for(self, at: datetime) -> None:
        """Open the newest file of the day, or a new one if that cannot be continued."""
        day = f"{PREFIX}{self._owner.id}-{at:%Y%m%d}-"
        if self._file is not None and self._name.startswith(day) and self._file.tell() < self._rotate_bytes:
            return
        self.sync()
        self.__exit__()
        there = max((path.name for path in self._folder.glob(f"{day}*.warc.gz")), default=None)
        if there is not None and self._open(self._folder / there, _open_locked(self._folder / there, self._owner)):
            return
        last = max(there or "", self._owner.last_file(day) or "")
        number = int(last[len(day) : len(day) + 5]) + 1 if last else 1
        new = self._folder / f"{day}{number:05}-{secrets.token_hex(3)}.warc.gz"
        self._open(new, _create(new))

    def _open(self, path: Path, file: Any) -> bool:
        """Write to a locked file from now on, unless it is full; return True if so."""
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
            _sync_folder(self._folder)  # a new file name is on disk only after its folder is flushed
        except OSError:
            file.close()
            self._file = None
            raise
        return True

    def _repair(self, mark: Path) -> None:
        """Repair the file of a killed process; a live one holds its lock."""
        path = mark.with_name(mark.name.removesuffix(_OPEN))
        file = _open_locked(path, self._owner) if path.exists() else None
        if file is not None:
            file.close()
        if file is not None or not path.exists():
            mark.unlink(missing_ok=True)


def _mark_of(path: Path) -> Path:
    return path.with_name(path.name + _OPEN)


def _create(path: Path) -> Any:
    file = open(path, "ab", 0, opener=lambda name, how: os.open(name, how | os.O_EXCL, 0o666))  # noqa: SIM115
    try_lock(file.fileno())
    return file


def _open_locked(path: Path, owner: Owner) -> Any:
    """Open a file to append whole records.

    None if another process has it, if records follow a torn one (readers stop there), or if it is shorter than
    the index says: a copy from a backup.
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
    """Return True if a process is writing a WARC file."""
    with path.open("rb") as file:
        return is_locked(file.fileno())


def _write_all(file: Any, block: bytes) -> None:
    """Write all bytes: on a nearly full disk, ``write`` may accept only some of them."""
    left = memoryview(block)
    while left:
        written = file.write(left)
        if not written:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        left = left[written:]


def _sync_folder(folder: Path) -> None:
    """Flush the names in a folder to disk; not needed on Windows, which cannot open folders."""
    if sys.platform != "win32":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _unwritable(folder: Path, error: OSError) -> ArchiveError:
    reason = error.strerror or str(error)
    return ArchiveError(f"{folder}: captures cannot be written ({reason}): check the folder and the disk")


def open_captures(archive: Archive, folder: Path, rotate_bytes: int = ROTATE_BYTES) -> Captures:
    """Open the writer of the WARC files of an archive.

    The folder is created if missing, unless it should contain files of the archive.

    Raises:
        ArchiveError: The folder is not writable, or the indexed files are missing.
    """
    must_have_captures(archive.db.conn, archive.path, folder)
    with archive.transaction() as connection:
        owner = owner_of(connection)
    return Captures(folder, rotate_bytes, owner)
