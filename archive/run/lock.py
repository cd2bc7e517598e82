"""One run at a time: a lock that the kernel lets go of when its process ends, however it ends."""

from __future__ import annotations

import fcntl
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

from scraper.errors import ArchiveError, LockedError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def only_one(database: Path) -> Iterator[None]:
    """Hold the lock file beside a database.

    Raises:
        LockedError: Another run holds it.
        ArchiveError: The lock file cannot be made.
    """
    path = database.with_name(f"{database.name}.lock")
    try:
        lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
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
