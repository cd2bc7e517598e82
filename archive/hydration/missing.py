"""Which posts lack something, so that others may be asked about them."""

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

#: Those of which words or a name are missing come first. What a method was answered once is not asked again.
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
#: Posts that web archives were not asked about to the end.
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
#: Posts that somebody has withdrawn, or may have: to look for them in archives needs a reason.
_WITHDRAWN = GONE - {"withheld"}
#: After an answer that told nothing the pause is doubled, up to this.
_LONGEST_PAUSE = 180 * 86_400


def missing_from_platform(
    connection: sqlite3.Connection, method: str, now: datetime, shield: Shield | None
) -> Iterator[Target]:
    """Yield the posts that one method of a platform is to be asked about; those that are gone are not.

    Args:
        connection: To the archive; only read.
        method: The name of a platform, or of a method of it.
        now: The present.
        shield: What was erased.
    """
    platform, question = question_of(method)
    values = {"platform": platform.name, "method": question.name, "counts": question.counts}
    for *names, seen, status, times, tried in connection.execute(_OF_METHOD, values).fetchall():
        key, native_id, url, handle = names
        target = Target(key=key, native_id=native_id, url=url, handle=handle)
        is_early = (
            bool(tried) and next_check(History(seen, failures=times, failed=tried), (0, _LONGEST_PAUSE)) > now
        )
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
    """Yield each method with the posts that it is to be asked about, looked up when it is its turn.

    Args:
        connection: To the archive; only read.
        methods: Names of platforms, or of their methods.
        now: The present.
        shield: What was erased.
        limit: Most posts of all methods together.
    """
    left = limit
    for method in methods:
        wanted = list(missing_from_platform(connection, method, now(), shield))[:left]
        left = None if left is None else left - len(wanted)
        if wanted:
            yield method, wanted


@dataclass(frozen=True, slots=True)
class Missing:
    """A post that lacks something.

    Attributes:
        platform: Its platform.
        target: The post.
        is_gone: When it was last asked about, it was no longer public.
    """

    platform: str
    target: Target
    is_gone: bool


def missing_from_archives(
    connection: sqlite3.Connection, platforms: Iterable[str], shield: Shield | None
) -> Iterator[Missing]:
    """Yield the posts that web archives are to be asked about, if copies of their platform can be read.

    Args:
        connection: To the archive; only read.
        platforms: Names of platforms.
        shield: What was erased.
    """
    read = [name for name in platforms if by_name()[name].posts_in_page or by_name()[name].posts_in_json]
    for platform, *names, status in connection.execute(_NOT_SEARCHED, (json.dumps(sorted(read)),)).fetchall():
        key, native_id, url, handle = names
        target = Target(key=key, native_id=native_id, url=url, handle=handle)
        if not is_erased(platform, target, shield):
            yield Missing(platform, target, status in _WITHDRAWN)


def is_erased(platform: str, target: Target, shield: Shield | None) -> bool:
    """Return whether a post or its author was erased: then nobody is asked about it."""
    if shield is None:
        return False
    author = Author(handle=target.handle) if target.handle else None
    return shield.is_post(Post(platform=platform, id=target.native_id, url=target.url, author=author))
