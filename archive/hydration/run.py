"""One round of hydrating: first the captures, without requests, then the enabled sources."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from archive.checks import RequestOptions, Selection, check_posts
from archive.hydration.archives import ask_archives, missing_from_archives, wanted_by_method
from archive.hydration.reading import Report, read_captures, unread_answers
from scraper.registry import question_of

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator, Sequence
    from datetime import datetime
    from pathlib import Path

    from archive.store.archive import Archive


# Ask platforms about incomplete posts, as `voxpop check` does, and read their responses.

#: Number of posts after which their responses are read.
_TOGETHER = 50


def ask_platforms(  # noqa: PLR0913, PLR0917 -- where, what, how
    archive: Archive, folder: Path, methods: Sequence[str], ways: RequestOptions, report: Report, limit: int | None
) -> None:
    """Ask platforms, or methods of them, about incomplete posts; store contents, and findings as `voxpop check`."""
    connection = archive.db.conn
    shield = archive.shield(connection)
    for method, wanted in wanted_by_method(connection, methods, ways.now, shield, limit):
        _ask(archive, folder, method, [each.key for each in wanted], ways, report)


def _ask(  # noqa: PLR0913, PLR0917 -- as above
    archive: Archive, folder: Path, method: str, posts: Sequence[str], ways: RequestOptions, report: Report
) -> None:
    platforms = (question_of(method)[0].name,)

    def on_event(event: dict[str, Any]) -> None:
        report.on_event({**event, "method": method})
        if event["done"] % _TOGETHER == 0:
            read_captures(archive, folder, platforms, report, None)

    checked = check_posts(archive, folder, Selection(platforms=(method,), posts=tuple(posts)), ways, on_event=on_event)
    report.places += checked.hosts
    report.requests += checked.requests
    report.left += checked.left
    report.failures += checked.failures
    read_captures(archive, folder, platforms, report, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class HydrationScope:
    """What to look up, and where; posts that are gone are looked up in web archives only for a `reason`."""

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
    """Look up missing post data, and store each response before the next request.

    `on_event` is called with every response read, as a flat dictionary.

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
