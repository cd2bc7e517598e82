"""Which fields of an article changed in a new reading: compare its rows before and after."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import sqlite3

#: Table -> columns that identify the same row before and after.
_PARTS: dict[str, tuple[str, ...]] = {
    "embeds": ("post",),
    "quotes": ("text",),
    "articles_hashtags": ("hashtag", "as_written"),
    "articles_mentions": ("handle", "as_written"),
    "articles_topics": ("topic",),
    "bylines": ("name",),
    "allusions": ("text",),
    "problems": ("step", "kind", "message"),
}
#: Bookkeeping columns, and counts of other rows: not content of the article.
_ASIDE = frozenset(
    {
        "id", "article", "source", "digest", "record", "rowid", "printing", "first_seen", "last_seen",
        "changed_at", "saved_at", "gone_at", "embeds", "quotes", "allusions", "context_start", "context_end",
        "published_zone", "posted_zone",
    }
)  # fmt: skip
#: An embed or quote with a value here is no longer in the article.
_GONE = frozenset({"embeds", "quotes"})
_POSTS = """
    SELECT posts.* FROM posts WHERE id IN (SELECT post FROM embeds WHERE article = ? AND gone_at IS NULL)
"""

#: Field -> key of a row -> value.
Fields = dict[str, dict[tuple[Any, ...], Any]]


def fields_of(connection: sqlite3.Connection, article: str) -> Fields:
    """Return all stored fields of an article, by name."""
    found: Fields = {}
    for row in _rows(connection, "SELECT * FROM articles WHERE id = ?", article):
        _add(found, "", (), row)
    for row in _rows(connection, _POSTS, article):
        _add(found, "posts.", (row["id"],), {**row, "articles": None})
    there = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    for table, key in _PARTS.items():
        if table in there:
            present = " AND gone_at IS NULL" if table in _GONE else ""
            sql = f"SELECT * FROM {table} WHERE article = ?{present}"  # noqa: S608 - our own names
            found[table] = {}
            for row in _rows(connection, sql, article):
                name = tuple(row[column] for column in key)
                found[table][name] = None
                _add(found, f"{table}.", name, row)
    return found


def changed_fields(before: Fields, after: Fields) -> list[str]:
    """Name the fields that differ: tables with added or removed rows, and columns with changed values.

    >>> changed_fields({"title": {(): "A"}, "embeds": {(1,): None}}, {"title": {(): "B"}, "embeds": {}})
    ['title', 'embeds']
    """
    return [
        name for name in dict.fromkeys([*before, *after]) if _differs(name, before.get(name, {}), after.get(name, {}))
    ]


def _differs(name: str, before: dict[tuple[Any, ...], Any], after: dict[tuple[Any, ...], Any]) -> bool:
    if name in _PARTS:
        return before.keys() != after.keys()
    return any(before[key] != after[key] for key in before.keys() & after.keys())


def _rows(connection: sqlite3.Connection, sql: str, article: str) -> list[dict[str, Any]]:
    rows = connection.execute(sql, (article,))
    names = [name for name, *_ in rows.description]
    return [dict(zip(names, row, strict=True)) for row in rows]


def _add(found: Fields, where: str, key: tuple[Any, ...], row: dict[str, Any]) -> None:
    for column, value in row.items():
        if column not in _ASIDE:
            found.setdefault(where + column, {})[key] = value
