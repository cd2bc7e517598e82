"""Read the pages of an input file: a WARC, or the WARC files in a WACZ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from archive.bulk.tables import host_of
from scraper.errors import FaultError, SourceError, cause_of
from scraper.input import streams, wacz, warc

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from archive.bulk.dataset import Options
    from scraper.records import Document


class Wanted:
    """Tells by the header of a record whether its page is wanted.

    Attributes:
        passed_over: How many were not.
    """

    def __init__(self, options: Options) -> None:
        self._hosts = frozenset(options.hosts)
        self._since = options.since or ""
        self._until = options.until or "9999"
        self._dated = bool(options.since or options.until)
        self.passed_over = 0

    def __call__(self, url: str | None, recorded_at: str | None) -> bool:
        """Return whether a page is wanted, by its address and the time of its recording."""
        wanted = self._is_of_host(host_of(url)) and self._is_of_day((recorded_at or "")[:10])
        self.passed_over += not wanted
        return wanted

    def _is_of_host(self, host: str | None) -> bool:
        if not self._hosts:
            return True
        while host:
            if host in self._hosts:
                return True
            host = host.partition(".")[2]
        return False

    def _is_of_day(self, day: str) -> bool:
        return not self._dated or (bool(day) and self._since <= day <= self._until)


def read_pages(name: str, path: Path, max_bytes: int, wanted: Wanted) -> Iterator[Document | SourceError]:
    """Yield the wanted pages of an input file, and an error value for each place that is damaged.

    Args:
        name: The name of the input file; a page is named ``name#offset``.
        path: Where it can be read.
        max_bytes: Most bytes of a page.
        wanted: Asked with the header of each record.

    Raises:
        SourceError: The file cannot be read, or is none of these.
    """
    try:
        with path.open("rb") as stream:
            pages = _reader_of(name, stream.read(streams.HEAD))
            yield from pages(name, stream, max_bytes, wanted)
    except OSError as error:
        raise SourceError(name, f"{error.strerror or error}: check the file") from error
    except SourceError:
        raise
    except Exception as error:  # whatever a reader raises on hostile bytes is a problem of this file alone
        raise FaultError(name, cause_of(error)) from error


def _reader_of(name: str, head: bytes) -> Callable[..., Iterator[Document | SourceError]]:
    """Return what reads the pages of a file, by its first bytes.

    Raises:
        SourceError: Nothing does.
    """
    if streams.is_zip(head):
        return wacz.pages
    if streams.is_warc(head):
        return warc.pages
    raise SourceError(name, "is no WARC and no WACZ: leave it out")
