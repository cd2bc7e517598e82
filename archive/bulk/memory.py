"""Give back the memory that large pages took, from the thread that took it."""

from __future__ import annotations

import ctypes
import gc
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

#: What so many pages, or pages of so many bytes, leave behind is collected.
_MOST_PAGES, _MOST_BYTES = 32, 4_000_000


@contextmanager
def collected_here() -> Iterator[Callable[[int], None]]:
    """Yield a function that is called with the size of each page, and has what earlier ones left collected.

    The parser's nodes may be thrown away by this thread only. Python would do so in whichever is at work, as
    the one that speaks to remote storage, and there they would be lost: a message, and memory never freed.
    """
    was_on, pages, size = gc.isenabled(), 0, 0

    def collect(more: int) -> None:
        nonlocal pages, size
        pages, size = pages + 1, size + more
        if size >= _MOST_BYTES:
            give_back()
        elif pages >= _MOST_PAGES:
            gc.collect(1)
        else:
            return
        pages, size = 0, more

    gc.disable()
    try:
        yield collect
    finally:
        gc.collect(1)
        if was_on:
            gc.enable()


def give_back() -> None:
    """Collect what is left behind, and have the C library give back what is free; glibc keeps it otherwise.

    A page of 5 MB takes up to 140 MB while it is read; the next one would come on top of what is left of it.
    """
    gc.collect(1)
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # other C libraries have no such function
            ctypes.CDLL(None).malloc_trim(0)
