"""A file that lists addresses: what is to be fetched, and the lines that are no address."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scraper.errors import SourceError
from scraper.input.listings import read_urls

if TYPE_CHECKING:
    from pathlib import Path

    from scraper.input.listings import Listing


def read_list(file: Path) -> Listing:
    """Read a list.

    Raises:
        SourceError: The file cannot be read.
    """
    try:
        return read_urls(file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "is not UTF-8 text"
        raise SourceError(str(file), f"{reason}: check the file") from error


def unread_lines(file: Path, listing: Listing) -> SourceError | None:
    """Say which lines of a list are no address; None when all are."""
    if not listing.unread:
        return None
    (number, line), *others = listing.unread
    more = f" (and {len(others):,} more)" if others else ""
    return SourceError(str(file), f"line {number} is no address: {line[:80]!r}{more}: begin it with https://")
