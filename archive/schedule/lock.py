"""One run at a time: a lock that the kernel lets go of when its process ends, however it ends."""

from __future__ import annotations

import fcntl
import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from scraper.errors import ArchiveError, LockedError

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def only_one(database: Path) -> Iterator[None]:
    """Hold the lock file beside a database.

    Raises:
        LockedError: Another run holds it.
        ArchiveError: The lock file cannot be made.
    """
    try:
        lock = os.open(_file(database), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise ArchiveError(
            f"{database}: no lock can be made beside it ({error.strerror}): check the folder"
        ) from error
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise LockedError(f"{database}: another run is at work") from None
        yield
    finally:
        os.close(lock)


def is_held(database: str | Path) -> bool:
    """Tell whether a run is at work; where the lock may not be looked at, one may be."""
    try:
        lock = os.open(_file(Path(database)), os.O_RDONLY | os.O_CLOEXEC)
    except OSError as error:
        return not isinstance(error, FileNotFoundError)
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(lock)
    return False


def _file(database: Path) -> Path:
    """Give the lock of a database, by whatever name that is called."""
    path = database.resolve()
    return path.with_name(f"{path.name}.lock")
