"""File locks, which the operating system releases when their process ends, even by ``kill -9``.

`only_one` allows one run per database; `try_lock` and `is_locked` lock any open file.
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from scraper.errors import ArchiveError, LockedError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Windows locks bytes, and lets no other process read or write them: this one is after the end of every file.
_LOCKED_BYTE = 1 << 62


@contextmanager
def only_one(database: Path) -> Iterator[None]:
    """Hold the lock file of a database; raise the errors of `held`."""
    with held(_file(database), database):
        yield


@contextmanager
def held(file: Path, subject: Path) -> Iterator[None]:
    """Hold a lock file, created if missing; raise `LockedError` if another run holds it."""
    try:
        lock = os.open(file, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise ArchiveError(
            f"{subject}: no lock file can be created next to it ({error.strerror}): check the folder"
        ) from error
    try:
        if not try_lock(lock):
            raise LockedError(f"{subject}: another run is active")
        yield
    finally:
        os.close(lock)


def is_held(database: str | Path) -> bool:
    """Return True if a run is active on a database, or its lock file is unreadable."""
    try:
        lock = os.open(_file(Path(database)), os.O_RDONLY)
    except OSError as error:
        return not isinstance(error, FileNotFoundError)
    try:
        return is_locked(lock)
    finally:
        os.close(lock)


def is_locked(descriptor: int) -> bool:
    """Return True if another process or descriptor locks an open file; raise OSError where there are no locks."""
    if not try_lock(descriptor, shared=True):
        return True
    _unlock(descriptor)
    return False


if sys.platform == "win32":

    def try_lock(descriptor: int, *, shared: bool = False) -> bool:  # noqa: ARG001 -- there are no shared locks
        """Lock an open file as below; Windows, which has no shared locks, takes the lock for a moment to test it."""
        try:
            _change(descriptor, msvcrt.LK_NBLCK)
        except PermissionError:  # the bytes are locked by another process
            return False
        return True

    def _unlock(descriptor: int) -> None:
        _change(descriptor, msvcrt.LK_UNLCK)

    def _change(descriptor: int, mode: int) -> None:
        position = os.lseek(descriptor, 0, os.SEEK_CUR)
        os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, mode, 1)
        finally:
            os.lseek(descriptor, position, os.SEEK_SET)

else:

    def try_lock(descriptor: int, *, shared: bool = False) -> bool:
        """Lock an open file until its descriptor is closed, without waiting; return True on success."""
        try:
            fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _unlock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_UN)


def _file(database: Path) -> Path:
    """Return the lock file of a database, whatever path names it."""
    path = database.resolve()
    return path.with_name(f"{path.name}.lock")
