"""Files of a watched folder that cannot be read: failing articles until they can be read, or are gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping

#: A file is looked at in every run, so it has no next visit, and is never given up.
_FAILED = """
    INSERT INTO visits (url, source, found_at, last_visit, attempts, problem, failing_since)
    VALUES (:url, :source, :now, :now, 1, :problem, :now)
    ON CONFLICT (url) DO UPDATE SET last_visit = :now, next_visit = NULL, attempts = attempts + 1,
        problem = :problem, failing_since = coalesce(failing_since, :now)
    WHERE problem IS NOT :problem
"""
_MENDED = """
    UPDATE visits SET attempts = 0, failing_since = NULL, problem = NULL WHERE url = ?
"""
_FAILING = "SELECT url FROM visits WHERE source = ? AND failing_since IS NOT NULL"


def follow_problems(
    connection: sqlite3.Connection, source: str, problems: Mapping[str, str], now: str
) -> list[str]:
    """Note which files of a folder cannot be read, and that the others can, or are gone.

    Args:
        connection: In a transaction.
        source: The name of the source.
        problems: File -> why it cannot be read.
        now: The present, as the archive writes it.

    Returns:
        The files of which this was not known; those that are as they were are not told of again.
    """
    for (url,) in connection.execute(_FAILING, (source,)).fetchall():
        if url not in problems:
            connection.execute(_MENDED, (url,))
    news = []
    for url, problem in problems.items():
        values = {"source": source, "url": url, "problem": problem, "now": now}
        if connection.execute(_FAILED, values).rowcount:
            news.append(url)
    return news
