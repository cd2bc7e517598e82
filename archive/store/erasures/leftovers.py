"""Delete rows that refer to an erased post or article in any table, including tables added later."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator

_REFERRING = """
    SELECT tables.name, refers."from", columns."notnull" OR columns.pk
    FROM pragma_table_list AS tables, pragma_foreign_key_list(tables.name) AS refers,
        pragma_table_info(tables.name) AS columns
    WHERE tables.schema = 'main' AND tables.type = 'table' AND refers."table" = ?
        AND columns.name = refers."from"
"""
_SHOWN = "SELECT printing FROM embeds WHERE article = ?1 UNION SELECT printing FROM repeats WHERE article = ?1"
#: Tables that the store itself maintains, with their counts.
_KEPT = frozenset({"embeds", "printings", "posts"})


def printings_shown(connection: sqlite3.Connection, article: str) -> list[str]:
    """Return the keys of the printings that an article shows."""
    return [printing for (printing,) in connection.execute(_SHOWN, (article,))]


def delete_article_rows(connection: sqlite3.Connection, article: str) -> None:
    """Delete an article and its dependent rows; set nullable references to it (as of captures) to null.

    Delete its embeds, quotes, hashtags and mentions first.
    """
    for table, column, is_needed in _referring(connection, "articles"):
        if is_needed:
            connection.execute(f'DELETE FROM "{table}" WHERE "{column}" = ?', (article,))  # noqa: S608 - from the schema
        else:
            _set_null(connection, table, column, article)
    connection.execute("DELETE FROM articles WHERE id = ?", (article,))


def _set_null(connection: sqlite3.Connection, table: str, column: str, article: str) -> None:
    if table == "problems":
        connection.execute("DELETE FROM problems WHERE article = ?", (article,))
    else:
        connection.execute(f'UPDATE "{table}" SET "{column}" = NULL WHERE "{column}" = ?', (article,))  # noqa: S608 - from the schema


def forget_posts(connection: sqlite3.Connection, posts: Iterable[str]) -> set[str]:
    """Delete rows that depend on posts about to be deleted; return the hashtags of these posts."""
    tags: set[str] = set()
    for post in posts:
        query = "SELECT hashtag FROM posts_hashtags WHERE post = ?"
        tags |= {tag for (tag,) in connection.execute(query, (post,))}
        for table, column, _ in _referring(connection, "posts"):
            if table not in _KEPT:
                connection.execute(f'DELETE FROM "{table}" WHERE "{column}" = ?', (post,))  # noqa: S608 - from the schema
    return tags


def _referring(connection: sqlite3.Connection, table: str) -> Iterator[tuple[str, str, bool]]:
    """Yield the tables that refer to a table, with the column, and True if it is NOT NULL."""
    yield from sorted((name, column, bool(needed)) for name, column, needed in connection.execute(_REFERRING, (table,)))
