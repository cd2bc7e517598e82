"""Open the WARC files of a folder when the first bytes are kept."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from pathlib import Path

    from archive.captures.files import Captures


class LazyCaptures:
    """Opens the WARC files of a folder when the first page is fetched.

    Args:
        folder: The folder; None keeps nothing.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._stack = ExitStack()
        self._captures: Captures | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def opened(self) -> Captures | None:
        """Return the writer; None where nothing is kept."""
        if self._captures is None and self._folder is not None:
            from archive.captures.files import Captures

            self._captures = self._stack.enter_context(Captures(self._folder))
        return self._captures
