"""Rows that were read without SQLite: match them to tables, and put orphans aside."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from archive.humanize import counted
from archive.store.schema.expected import items_of
from archive.verify.counts import AGREEMENTS

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Mapping

    from archive.verify.sqlite_pages import Row

ASIDE = "CREATE TABLE rescued_rows (name TEXT, row TEXT NOT NULL, reason TEXT NOT NULL) STRICT"
_KINDS: dict[str, tuple[type, ...]] = {
    "TEXT": (str,),
    "INTEGER": (int,),
    "INT": (int,),
    "REAL": (int, float),
    "BLOB": (bytes,),
}
#: A post that nothing refers to has lost its embeds or its printings.
_ALONE = ("a post that no article embeds", "a post without a printing")
_UNUSED = """
    id NOT IN (
        SELECT hashtag FROM articles_hashtags
        UNION SELECT hashtag FROM posts_hashtags UNION SELECT hashtag FROM quotes_hashtags
    )
"""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its type, and whether a row needs a value for it or may have been written without it."""

    name: str
    kind: str
    is_required: bool
    is_optional: bool


@dataclass(frozen=True, slots=True)
class Shape:
    """The columns of a table, for recognising its rows.

    Attributes:
        name: Name of the table.
        columns: Columns, in storage order.
        number: Index of the column stored as rowid, if any.
        has_rowid: True if its rows have rowids.
        references: Foreign keys: column, table and column referred to.
    """

    name: str
    columns: tuple[Column, ...]
    number: int | None
    has_rowid: bool
    references: tuple[tuple[str, str, str], ...]

    def fit(self, row: Row) -> tuple[Any, ...] | None:
        """Return the values of a row, None if it cannot be a row of this table.

        A row written before a column was added has no value for it.
        """
        values = list(row.values)
        if len(values) > len(self.columns) or (row.rowid is None) == self.has_rowid:
            return None
        if self.number is not None and self.number < len(values) and values[self.number] is None:
            values[self.number] = row.rowid
        fits = all(_fits(column, value) for column, value in zip(self.columns, values, strict=False))
        return tuple(values) if fits and all(c.is_optional for c in self.columns[len(values) :]) else None

    def statement(self, count: int) -> str:
        """Return the statement that inserts the first columns of a row, unless its key exists."""
        names = ", ".join(f'"{column.name}"' for column in self.columns[:count])
        return f'INSERT OR IGNORE INTO "{self.name}" ({names}) VALUES ({", ".join("?" * count)})'  # noqa: S608 - our own names


def shapes_of(connection: sqlite3.Connection) -> dict[str, Shape]:
    """Return the tables of an archive whose rows are not computed from others."""
    return {
        item.name: _shape(connection, item.name)
        for item in items_of(connection).values()
        if item.kind == "table" and "_fts" not in item.name and not item.name.startswith("tally_")
    }


def put_aside(connection: sqlite3.Connection, name: str | None, row: Mapping[str, Any], reason: str) -> None:
    """Store a row that does not fit in its table as JSON in ``rescued_rows``."""
    values = (name, json.dumps(dict(row), ensure_ascii=False, default=repr), reason)
    connection.execute("INSERT INTO rescued_rows VALUES (?, ?, ?)", values)


def prune(connection: sqlite3.Connection, shapes: Iterable[Shape]) -> int:
    """Put aside rows with a broken reference, until none is left; return their number.

    A nullable column is set to null instead, and the row stays.
    """
    shapes, total = list(shapes), 0
    while True:
        aside = sum(_part_with(connection, shape, *reference) for shape in shapes for reference in shape.references)
        for message in _ALONE:
            alone = f"id IN ({AGREEMENTS[message]})"
            aside += _move(connection, "posts", alone, f"it is {message}", "DELETE FROM {} WHERE {}")
        aside += _move(connection, "hashtags", _UNUSED, "nothing leads to it", "DELETE FROM {} WHERE {}")
        if not aside:
            return total
        total += aside


def lost_rows(connection: sqlite3.Connection) -> Iterator[str]:
    """Yield the articles that have fewer embeds, quotes or allusions than counted, and need another reading.

    An article without a record digest is stored again by the next reading of the same bytes.
    """
    for column, things in (
        ("embeds", "SELECT count(DISTINCT post) FROM embeds WHERE article = articles.id"),
        ("quotes", "SELECT count(*) FROM quotes WHERE article = articles.id"),
        ("allusions", "SELECT count(*) FROM allusions WHERE article = articles.id"),
    ):
        query = f"SELECT id, coalesce(url, source), {column} - ({things}) AS lost FROM articles WHERE lost > 0"  # noqa: S608 - our own names
        for article, source, lost in connection.execute(query).fetchall():
            connection.execute("UPDATE articles SET record = '' WHERE id = ?", (article,))
            yield f"lost: {counted(lost, column.removesuffix('s'))} of article {article} ({source})"


def _fits(column: Column, value: Any) -> bool:
    if value is None:
        return not column.is_required
    return isinstance(value, _KINDS.get(column.kind, (object,)))


def _shape(connection: sqlite3.Connection, name: str) -> Shape:
    rows = connection.execute(f'PRAGMA table_info("{name}")').fetchall()  # of stored columns only
    (has_rowid,) = connection.execute("SELECT NOT wr FROM pragma_table_list(?)", (name,)).fetchone()
    keys = [row[1] for row in rows if row[5]]
    alias = rows[0][1] if has_rowid and len(keys) == 1 and rows[0][2] == "INTEGER" and rows[0][5] else None
    if not has_rowid:  # the key is stored first
        rows = sorted(rows, key=lambda row: row[5] or len(rows))
    columns = tuple(
        Column(column, kind.upper(), bool(required) or bool(key), not required or default is not None)
        for _, column, kind, required, default, key in rows
    )
    query = 'SELECT "from", "table", "to" FROM pragma_foreign_key_list(?)'
    number = None if alias is None else [column.name for column in columns].index(alias)
    return Shape(name, columns, number, bool(has_rowid), tuple(connection.execute(query, (name,))))


def _part_with(connection: sqlite3.Connection, shape: Shape, column: str, parent: str, key: str) -> int:
    is_required = next(one.is_required for one in shape.columns if one.name == column)
    lost = f'"{column}" IS NOT NULL AND "{column}" NOT IN (SELECT "{key}" FROM "{parent}")'  # noqa: S608 - our own names
    change = "DELETE FROM {}" if is_required else f"UPDATE {{}} SET {column} = NULL"  # noqa: S608 - our own names
    return _move(connection, shape.name, lost, f"its {column} is lost", f"{change} WHERE {{}}")


def _move(connection: sqlite3.Connection, table: str, condition: str, reason: str, change: str) -> int:
    """Copy rows to ``rescued_rows``, then change or delete them."""
    names = [name for _, name, *_ in connection.execute(f'PRAGMA table_info("{table}")')]  # stored columns
    stored = ", ".join(f'"{name}"' for name in names)
    found = connection.execute(f"SELECT {stored} FROM {table} WHERE {condition}").fetchall()  # noqa: S608 - our own names
    for row in found:
        put_aside(connection, table, dict(zip(names, row, strict=True)), reason)
    if found:
        connection.execute(change.format(table, condition))
    return len(found)
