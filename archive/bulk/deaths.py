"""Find the page at which processes die, so that it can be passed over and the other pages be read.

A process that reads pages notes which one is at hand. Whoever started it and sees it die reads that note. A
death that nobody saw, as when a whole machine is lost, is blamed on no page.
"""

from __future__ import annotations

import mmap
import os
import tempfile
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

#: A page at which processes died so often in a row is passed over; one death may have had another cause.
_MOST_AT_A_PAGE = 3
#: A file whose processes died so often without any such page cannot be worked on.
_MOST_OF_A_FILE = 9
#: More pages like that are not looked for in a file.
_MOST_FATAL = 20
_BYTES = 8


class Place:
    """The number of the page at hand, in a file that outlives this process.

    Args:
        path: The file; None notes nothing.
    """

    def __init__(self, path: str | None) -> None:
        self._memory: mmap.mmap | None = None
        if path is not None:
            with open(path, "r+b") as file:  # noqa: PTH123 -- a name from `Deaths`
                self._memory = mmap.mmap(file.fileno(), _BYTES)

    @contextmanager
    def reading(self, page: int) -> Iterator[None]:
        """Note that a page is at hand, and afterwards that none is.

        Args:
            page: Its number in the file, from 1.
        """
        self._write(page)
        yield
        self._write(0)

    def _write(self, page: int) -> None:
        if self._memory is not None:
            self._memory[:] = page.to_bytes(_BYTES, "big")


class Deaths:
    """Counts the deaths of the processes that read one input file.

    Attributes:
        place: The file in which they note the page at hand.
        fatal: The numbers of the pages that are to be passed over.
    """

    def __init__(self) -> None:
        number, self.place = tempfile.mkstemp(prefix="voxpop-at-")
        with os.fdopen(number, "wb") as file:
            file.write(bytes(_BYTES))
        self.fatal: frozenset[int] = frozenset()
        self._number = 0
        self._since = 0
        self._last = 0
        self._in_a_row = 0

    def count(self) -> bool:
        """Count a death; return whether the file is worth another try."""
        page = self._page()
        self._number += 1
        self._since += 1
        self._in_a_row = self._in_a_row + 1 if page == self._last else 1
        self._last = page
        if page and self._in_a_row >= _MOST_AT_A_PAGE:
            self.fatal |= {page}
            self._since = 0
        return self._since < _MOST_OF_A_FILE and len(self.fatal) <= _MOST_FATAL

    def reason(self, exit_code: int | None) -> str:
        """Return why the file cannot be worked on.

        Args:
            exit_code: Of the last process, negative for a signal.
        """
        how = f"signal {-exit_code}" if exit_code is not None and exit_code < 0 else f"exit code {exit_code}"
        return f"its process died {self._number} times ({how}): is there enough memory?"

    def close(self) -> None:
        """Delete the file of the note."""
        with suppress(OSError):
            os.unlink(self.place)  # noqa: PTH108

    def _page(self) -> int:
        """Return the page at hand when the process died, and forget it."""
        try:
            with open(self.place, "r+b") as file:  # noqa: PTH123
                page = int.from_bytes(file.read(_BYTES), "big")
                file.seek(0)
                file.write(bytes(_BYTES))
        except OSError:
            return 0
        return page
