"""One round of hydrating: first the captures, without requests, then the enabled sources."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from archive.hydration.archives import ask_archives
from archive.hydration.asking import RequestOptions, ask_platforms
from archive.hydration.missing import missing_from_archives, wanted_by_method
from archive.hydration.reading import read_captures
from archive.hydration.report import Report
from archive.hydration.wanted import unread_answers

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator
    from datetime import datetime
    from pathlib import Path
    from typing import Any

    from archive.store.archive import Archive


@dataclass(frozen=True, slots=True, kw_only=True)
class HydrationScope:
    """What to look up, and where.

    Attributes:
        sources: ``captures``, ``platform``, ``archives``.
        platforms: Platforms of the posts to look up.
        methods: Platforms, or their methods, to ask.
        limit: Maximum number of posts in each source.
        reason: Reason for looking up posts that are gone in web archives; None to skip them.
    """

    sources: tuple[str, ...]
    platforms: tuple[str, ...]
    methods: tuple[str, ...] = ()
    limit: int | None = None
    reason: str | None = None


def hydrate_posts(
    archive: Archive,
    folder: Path,
    asking: HydrationScope,
    ways: RequestOptions | None = None,
    *,
    on_event: Callable[[dict[str, Any]], None] = lambda _event: None,
) -> Report:
    """Look up missing post data, and store each answer before the next request.

    Args:
        archive: An open archive.
        folder: The captures folder.
        asking: What to look up, and where.
        ways: How to send requests.
        on_event: Called with every answer read, as a flat dictionary.

    Raises:
        ArchiveError: The database or the captures are not writable.
    """
    report, ways = Report(on_event=on_event), ways or RequestOptions()
    if "captures" in asking.sources:
        read_captures(archive, folder, asking.platforms, report, asking.limit)
    if "platform" in asking.sources:
        ask_platforms(archive, folder, asking.methods, ways, report, asking.limit)
    if "archives" in asking.sources:
        ask_archives(archive, folder, asking.platforms, ways, report, asking.limit, asking.reason)
    return report


def would_ask(connection: sqlite3.Connection, asking: HydrationScope, now: datetime) -> Iterator[tuple[str, str, str]]:
    """Yield each look-up that would be made: source, post and URL."""
    seen: set[str] = set()
    for kept in unread_answers(connection, asking.platforms) if "captures" in asking.sources else ():
        for post in kept.posts:
            if asking.limit is not None and len(seen | {post}) > asking.limit:
                return
            seen.add(post)
            yield "captures", post, kept.url
    methods = asking.methods if "platform" in asking.sources else ()
    for method, targets in wanted_by_method(connection, methods, lambda: now, None, asking.limit):
        yield from ((method, target.key, target.url) for target in targets)
    if "archives" in asking.sources:
        missing = missing_from_archives(connection, asking.platforms, None)
        wanted = [each.target for each in missing if asking.reason or not each.is_gone]
        yield from (("archives", target.key, target.url) for target in wanted[: asking.limit])
