"""When an article was seen, in any version; used to date since when a row is gone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence

_READ = "SELECT seen_at, since FROM sights WHERE article = ? ORDER BY seen_at"
_INSERT = """
    INSERT INTO sights (article, seen_at, since) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET since = excluded.since WHERE excluded.since > since
"""


@dataclass(frozen=True, slots=True)
class Sight:
    """One sight of an article.

    Attributes:
        seen: Time, on the timeline of the versions, ISO 8601, UTC.
        since: Start of the session in which it was seen, if earlier: rows last seen in between in another
            version (a second rendition of a page) are not gone.
    """

    seen: str
    since: str


def gone_since(last_seen: str, sights: Sequence[Sight]) -> str:
    """Return since when something that an article no longer shows is gone.

    This is the first sight of the article in a session that began after `last_seen`; otherwise the first
    sight after it. If there is none either, two versions have the same time.

    Args:
        last_seen: Time it was last shown.
        sights: Sights of the article, in any version.

    >>> gone_since("2", [Sight("1", "1"), Sight("2", "2"), Sight("3", "2"), Sight("5", "4"), Sight("6", "6")])
    '5'
    """
    later = [sight.seen for sight in sights if sight.since > last_seen]
    return min(later or [sight.seen for sight in sights if sight.seen > last_seen], default=last_seen)


def last_before(moment: str, sights: Iterable[Sight]) -> str | None:
    """Return the last sight of an article before a time; None if there is none."""
    return max((sight.seen for sight in sights if sight.seen < moment), default=None)


def are_known(sights: Iterable[Sight], known: Iterable[Sight]) -> bool:
    """Return True if merging sights into others changes nothing."""
    since = {sight.seen: sight.since for sight in known}
    return all(sight.since <= since.get(sight.seen, "") for sight in sights)


def join_sights(sights: Iterable[Sight], others: Iterable[Sight]) -> list[Sight]:
    """Merge the sights of one article, in order of time; at equal times the latest session wins."""
    since: dict[str, str] = {}
    for sight in (*sights, *others):
        since[sight.seen] = max(sight.since, since.get(sight.seen, ""))
    return [Sight(seen, since[seen]) for seen in sorted(since)]


def read_sights(connection: sqlite3.Connection, article: str) -> list[Sight]:
    """Return the sights of an article, in order of time."""
    return [Sight(*row) for row in connection.execute(_READ, (article,))]


def insert_sights(connection: sqlite3.Connection, sights: Sequence[tuple[str, Sight]]) -> None:
    """Insert sights of existing articles; stored ones stay."""
    connection.executemany(_INSERT, [(article, sight.seen, sight.since) for article, sight in sights])


def set_sights_back(connection: sqlite3.Connection, article: str, now: str) -> None:
    """Move the sights of an article after now back to now: a clock was ahead."""
    connection.execute(
        """
        INSERT OR IGNORE INTO sights (article, seen_at, since)
        SELECT DISTINCT article, ?2, ?2 FROM sights WHERE article = ?1 AND seen_at > ?2
        """,
        (article, now),
    )
    connection.execute("DELETE FROM sights WHERE article = ? AND seen_at > ?", (article, now))
