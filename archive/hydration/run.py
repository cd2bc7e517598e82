"""One round of filling in: the captures first, for which nothing is asked, then what was switched on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from archive.hydration.reading import read_captures
from archive.hydration.report import Report
from archive.hydration.wanted import answers_kept

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import Any

    from archive.store.archive import Archive

#: Where is looked, in this order.
SOURCES = ("captures",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """What is looked for, and where.

    Attributes:
        sources: Of `SOURCES`.
        platforms: Names of the platforms whose posts are looked for.
        limit: Look for so many posts at most.
    """

    sources: tuple[str, ...]
    platforms: tuple[str, ...]
    limit: int | None = None


def hydrate_posts(
    archive: Archive,
    folder: Path,
    asking: Asking,
    *,
    tell: Callable[[dict[str, Any]], None] = lambda _event: None,
) -> Report:
    """Look for what is missing of posts, and store each answer before the next one.

    Args:
        archive: Open.
        folder: Of the captures.
        asking: What is looked for, and where.
        tell: Called with every answer that was read, as a flat dictionary.

    Raises:
        ArchiveError: The database or the captures cannot be written.
    """
    report = Report(tell=tell)
    if "captures" in asking.sources:
        read_captures(archive, folder, asking.platforms, report, asking.limit)
    return report


def would_read(connection: sqlite3.Connection, asking: Asking) -> Iterator[tuple[str, str, str]]:
    """Yield where would be looked for which post: the kind of place, the post, the address."""
    seen: set[str] = set()
    for kept in answers_kept(connection, asking.platforms) if "captures" in asking.sources else ():
        for post in kept.posts:
            if asking.limit is not None and len(seen | {post}) > asking.limit:
                return
            seen.add(post)
            yield "captures", post, kept.url
