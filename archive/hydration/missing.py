"""Find incomplete posts, to look them up elsewhere."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from archive.checks.due import History, next_check
from scraper.availability import GONE, Target
from scraper.records import Author, Post
from scraper.registry import by_name, question_of

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator
    from datetime import datetime

    from archive.store.erasures.shield import Shield

#: Posts without text or name come first. A method is not asked again about a post it answered.
_OF_METHOD = """
    SELECT posts.id, posts.native_id, posts.url, authors.handle, posts.first_seen, availability.status,
        tried.times, tried.last_at
    FROM posts
    LEFT JOIN authors ON authors.id = posts.author
    LEFT JOIN availability ON availability.post = posts.id
    LEFT JOIN (
        SELECT post, times, max(last_at) AS last_at FROM checks
        WHERE method = :method AND verdict = 'unknown' GROUP BY post
    ) AS tried ON tried.post = posts.id
    WHERE posts.platform = :platform AND posts.native_id IS NOT NULL AND posts.url IS NOT NULL
        AND (posts.text IS NULL OR authors.name IS NULL OR posts.posted_at IS NULL
            OR :counts AND NOT EXISTS (SELECT 1 FROM counts WHERE counts.post = posts.id))
        AND NOT EXISTS (
            SELECT 1 FROM checks WHERE checks.post = posts.id AND method = :method
                AND verdict <> 'unknown' AND capture IS NOT NULL
        )
    ORDER BY posts.text IS NOT NULL, authors.name IS NOT NULL, posts.rowid DESC
"""
#: Posts whose search in web archives is not finished.
_NOT_SEARCHED = """
    SELECT posts.platform, posts.id, posts.native_id, posts.url, authors.handle, availability.status
    FROM posts
    LEFT JOIN authors ON authors.id = posts.author
    LEFT JOIN availability ON availability.post = posts.id
    WHERE posts.platform IN (SELECT value FROM json_each(?))
        AND posts.native_id IS NOT NULL AND posts.url LIKE 'http%'
        AND (posts.text IS NULL OR authors.name IS NULL OR posts.posted_at IS NULL)
        AND NOT EXISTS (
            SELECT 1 FROM hydrations WHERE hydrations.post = posts.id AND method = 'archives'
                AND outcome <> 'answered'
        )
    ORDER BY posts.text IS NOT NULL, authors.name IS NOT NULL, posts.rowid DESC
"""
#: Verdicts of posts that were, or may have been, withdrawn: looking them up in archives needs a reason.
_WITHDRAWN = GONE - {"withheld"}
#: Maximum pause; it is doubled after each answer without a verdict.
_LONGEST_PAUSE = 180 * 86_400


def missing_from_platform(
    connection: sqlite3.Connection, method: str, now: datetime, shield: Shield | None
) -> Iterator[Target]:
    """Yield the posts to ask one method of a platform about; posts that are gone are skipped.

    Args:
        connection: Connection to the archive; only read.
        method: Name of a platform, or of one of its methods.
        now: Current time.
        shield: The erasures.
    """
    platform, question = question_of(method)
    values = {"platform": platform.name, "method": question.name, "counts": question.counts}
    for *names, seen, status, times, tried in connection.execute(_OF_METHOD, values).fetchall():
        key, native_id, url, handle = names
        target = Target(key=key, native_id=native_id, url=url, handle=handle)
        is_early = bool(tried) and next_check(History(seen, failures=times, failed=tried), (0, _LONGEST_PAUSE)) > now
        is_askable = status not in GONE and question.host(target) is not None
        if is_askable and not is_early and not is_erased(platform.name, target, shield):
            yield target


def wanted_by_method(
    connection: sqlite3.Connection,
    methods: Iterable[str],
    now: Callable[[], datetime],
    shield: Shield | None,
    limit: int | None,
) -> Iterator[tuple[str, list[Target]]]:
    """Yield each method with its posts, which are looked up lazily.

    Args:
        connection: Connection to the archive; only read.
        methods: Names of platforms, or of their methods.
        now: Current time.
        shield: The erasures.
        limit: Maximum number of posts of all methods together.
    """
    left = limit
    for method in methods:
        wanted = list(missing_from_platform(connection, method, now(), shield))[:left]
        left = None if left is None else left - len(wanted)
        if wanted:
            yield method, wanted


@dataclass(frozen=True, slots=True)
class Missing:
    """An incomplete post.

    Attributes:
        platform: Its platform.
        target: The post.
        is_gone: True if it was no longer public at its last check.
    """

    platform: str
    target: Target
    is_gone: bool


def missing_from_archives(
    connection: sqlite3.Connection, platforms: Iterable[str], shield: Shield | None
) -> Iterator[Missing]:
    """Yield the posts to look up in web archives, for platforms with readable copies.

    Args:
        connection: Connection to the archive; only read.
        platforms: Names of platforms.
        shield: The erasures.
    """
    read = [name for name in platforms if by_name()[name].posts_in_page or by_name()[name].posts_in_json]
    for platform, *names, status in connection.execute(_NOT_SEARCHED, (json.dumps(sorted(read)),)).fetchall():
        key, native_id, url, handle = names
        target = Target(key=key, native_id=native_id, url=url, handle=handle)
        if not is_erased(platform, target, shield):
            yield Missing(platform, target, status in _WITHDRAWN)


def is_erased(platform: str, target: Target, shield: Shield | None) -> bool:
    """Return True if a post or its author was erased, so no request may be sent about it."""
    if shield is None:
        return False
    author = Author(handle=target.handle) if target.handle else None
    return shield.is_post(Post(platform=platform, id=target.native_id, url=target.url, author=author))
