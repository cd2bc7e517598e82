"""Open the WARC files of a folder when the first bytes are written."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from pathlib import Path

    from archive.captures.files import Captures
    from archive.store.archive import Archive


class LazyCaptures:
    """Open the WARC files of a folder when the first page is fetched.

    Args:
        archive: The archive they belong to.
        folder: The folder; None to store nothing.

    Raises:
        ArchiveError: The indexed files are missing.
    """

    def __init__(self, archive: Archive, folder: Path | None) -> None:
        if folder is not None:
            from archive.store.captured import must_have_captures  # late: it loads the schema

            must_have_captures(archive.db.conn, archive.path, folder)
        self._archive = archive
        self._folder = folder
        self._stack = ExitStack()
        self._captures: Captures | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def opened(self) -> Captures | None:
        """Return the writer; None if nothing is to be stored."""
        if self._captures is None and self._folder is not None:
            from archive.captures.opening import open_captures

            self._captures = self._stack.enter_context(open_captures(self._archive, self._folder))
        return self._captures
