"""Open the WARC files of an archive for writing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from archive.captures.files import ROTATE_BYTES, Captures
from archive.store.captured import must_have_captures, owner_of

if TYPE_CHECKING:
    from pathlib import Path

    from archive.store.archive import Archive


def open_captures(archive: Archive, folder: Path, rotate_bytes: int = ROTATE_BYTES) -> Captures:
    """Open the writer of the WARC files of an archive.

    Args:
        archive: The archive.
        folder: Created if missing, unless it should contain files of the archive.
        rotate_bytes: Size at which a new file is started.

    Raises:
        ArchiveError: The folder is not writable, or the indexed files are missing.
    """
    must_have_captures(archive.db.conn, archive.path, folder)
    with archive.transaction() as connection:
        owner = owner_of(connection)
    return Captures(folder, rotate_bytes, owner)
