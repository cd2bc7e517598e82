"""Read a file that lists URLs, and report lines that are not URLs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scraper.errors import SourceError, printable
from scraper.input.listings import MAX_LISTING_BYTES, read_urls

if TYPE_CHECKING:
    from pathlib import Path

    from scraper.input.listings import Listing


class TooLargeError(Exception):
    """Raised for a file above its maximum size; the message follows its name."""


def read_at_most(file: Path, most: int) -> bytes:
    """Read a file, also a pipe or an endless device; raise TooLargeError above `most` bytes."""
    with file.open("rb") as stream:
        content = stream.read(most + 1)
    if len(content) > most:
        raise TooLargeError(f"is larger than {most:,} bytes")
    return content


def read_list(file: Path) -> Listing:
    """Read a list; raise SourceError if the file cannot be read."""
    name = printable(str(file))
    try:
        content = read_at_most(file, MAX_LISTING_BYTES)
    except TooLargeError as error:
        raise SourceError(name, f"{error}: split the list") from error
    except OSError as error:
        raise SourceError(name, f"{error.strerror}: check the file") from error
    return read_list_of(content, name)


def read_list_of(content: bytes, name: str) -> Listing:
    """Parse the bytes of a list; raise SourceError if they are not text."""
    try:
        return read_urls(content.decode())
    except UnicodeDecodeError as error:
        raise SourceError(name, "is not UTF-8 text: check the file") from error


def unread_lines(file: Path, listing: Listing) -> SourceError | None:
    """Return an error that names the lines that are not URLs; None if there are none."""
    if not listing.unread:
        return None
    (number, line), *others = listing.unread
    more = f" (and {len(others):,} more)" if others else ""
    return SourceError(
        printable(str(file)), f"line {number} is not a URL: {line[:80]!r}{more}: it must start with https://"
    )
