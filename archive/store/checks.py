"""Merge the checks of another archive (whether posts are still public)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3

_COLUMNS = "post, method, verdict, reason, http_status, first_at, last_at, times"
_THEIRS = f"SELECT {_COLUMNS} FROM checks ORDER BY id"  # noqa: S608 - our own columns
_OURS = """
    SELECT id FROM posts WHERE id = coalesce((SELECT post FROM post_aliases WHERE alias = ?1), ?1)
"""
_SAME_RUN = """
    UPDATE checks SET last_at = max(last_at, ?5), times = max(times, ?6)
    WHERE post = ?1 AND method = ?2 AND verdict = ?3 AND first_at = ?4
"""
_ADD = f"INSERT INTO checks ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608 - our own columns


def merge_checks(connection: sqlite3.Connection, other: sqlite3.Connection) -> None:
    """Add the checks of another archive for posts in this one; captures of the answers are not copied.

    Args:
        connection: In a transaction.
        other: The other archive.
    """
    for post, *run in other.execute(_THEIRS):
        method, verdict, _, _, first, last, times = run
        if (ours := connection.execute(_OURS, (post,)).fetchone()) is None:
            continue
        same = (ours[0], method, verdict, first, last, times)
        if not connection.execute(_SAME_RUN, same).rowcount:
            connection.execute(_ADD, (ours[0], *run))
