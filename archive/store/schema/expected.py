"""What the migrations make, to hold an archive against: its tables, indexes, triggers and views."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from archive.store.libraries import Database
from archive.store.schema import MIGRATIONS
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping

#: Tables that every archive has had since its first migration; by them one without any record of
#: migrations is recognised.
FIRST_TABLES = frozenset({"articles", "posts", "printings", "embeds"})

_OURS = """
    SELECT type, name, tbl_name, sql FROM sqlite_master
    WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND tbl_name <> '_sqlite_migrations'
"""
_SPACE = lazy_regex(r"\s+")
_AROUND_SIGNS = lazy_regex(r" ?([(),;]) ?")
_QUOTED = lazy_regex(r'"(\w+)"')
#: Longer statements are none of ours, and not remembered: a hostile archive may hold any number of them.
_LONG = 20_000


@dataclass(frozen=True, slots=True)
class Item:
    """One table, index, trigger or view.

    Attributes:
        kind: As ``sqlite_master`` calls it.
        name: Its name.
        table: The table that it is, or hangs on.
        sql: The statement that made it.
        shape: What must be equal in two archives: of a table its columns and references, else the statement
            without what does not matter.
        columns: Of a table, the names of its columns in their order.
    """

    kind: str
    name: str
    table: str
    sql: str
    shape: tuple[object, ...]
    columns: tuple[str, ...] = ()

    @property
    def is_virtual(self) -> bool:
        """Return whether it is a search index."""
        return self.kind == "table" and self.sql.upper().startswith("CREATE VIRTUAL")


Items = dict[tuple[str, str], Item]


def items_of(connection: sqlite3.Connection) -> Items:
    """Return what a database consists of, by kind and name, without what SQLite and the migrations keep."""
    return {(row[0], row[1]): _item(connection, *row) for row in connection.execute(_OURS).fetchall()}


@lru_cache(maxsize=4)
def items_after(migrations: frozenset[str]) -> Mapping[tuple[str, str], Item]:
    """Return what an archive consists of after these migrations, each with those before it."""
    return next((items for name, items in reversed(_steps()) if name in migrations), {})


def applied_to(db: Database) -> list[str]:
    """Return the names of the migrations that an archive says it has had."""
    return [migration.name for migration in MIGRATIONS.applied(db)]


def lost_from(db: Database) -> list[str]:
    """Return the migrations that an archive has had but has lost the record of.

    One is lost when a later one is recorded, or when something is there that only it makes.
    """
    recorded, present = set(applied_to(db)), _parts(items_of(db.conn))
    lost: list[str] = []
    later = False
    steps = _steps()
    for number, (name, items) in reversed([*enumerate(steps)]):
        before = steps[number - 1][1] if number else {}
        had = later or name in recorded or bool((_parts(items) - _parts(before)) & present)
        if had and name not in recorded:
            lost.append(name)
        later = had
    return lost[::-1]


@lru_cache(maxsize=1)
def _steps() -> tuple[tuple[str, Items], ...]:
    """Run the migrations one after the other in memory; give what there is after each."""
    db = Database(memory=True)
    try:
        steps = []
        for migration in MIGRATIONS._migrations:  # noqa: SLF001 - no public list of them
            migration.fn(db)
            steps.append((migration.name, items_of(db.conn)))
        return tuple(steps)
    finally:
        db.close()


def _parts(items: Mapping[tuple[str, str], Item]) -> set[tuple[str, str]]:
    columns = {("column", f"{item.name}.{column}") for item in items.values() for column in item.columns}
    return set(items) | columns


def _item(connection: sqlite3.Connection, kind: str, name: str, table: str, sql: str) -> Item:
    if kind != "table" or sql.upper().startswith("CREATE VIRTUAL"):
        return Item(kind, name, table, sql, (_normal(sql),))
    columns = connection.execute(f'PRAGMA table_xinfo("{name}")').fetchall()
    shape = (
        tuple((column, kind.upper(), *rest) for _, column, kind, *rest in columns),
        _flags(connection, name),
        frozenset(_references(connection, name)),
        frozenset(_unique_columns(connection, name)),
    )
    return Item(kind, name, table, sql, shape, tuple(row[1] for row in columns))


def _flags(connection: sqlite3.Connection, table: str) -> tuple[int, ...]:
    """Return whether a table is WITHOUT ROWID, and STRICT."""
    row = connection.execute("SELECT wr, strict FROM pragma_table_list(?) WHERE schema = 'main'", (table,))
    return tuple(row.fetchone() or ())


def _references(connection: sqlite3.Connection, table: str) -> Iterable[tuple[object, ...]]:
    query = 'SELECT "from", "table", "to" FROM pragma_foreign_key_list(?)'
    return connection.execute(query, (table,)).fetchall()


def _unique_columns(connection: sqlite3.Connection, table: str) -> Iterable[str]:
    """Return the constraints UNIQUE and PRIMARY KEY of a table, as lists of columns."""
    query = """
        SELECT (SELECT group_concat(name) FROM (SELECT name FROM pragma_index_info(list.name) ORDER BY seqno))
        FROM pragma_index_list(?) AS list WHERE origin IN ('u', 'pk')
    """
    return [columns for (columns,) in connection.execute(query, (table,))]


def _normal(sql: str) -> str:
    """Return a statement in one spelling.

    >>> _normal('CREATE INDEX "a_b"  ON a ( b )')
    'CREATE INDEX a_b ON a(b)'
    """
    return _remembered(sql) if len(sql) < _LONG else _remembered.__wrapped__(sql)


@lru_cache(maxsize=1024)
def _remembered(sql: str) -> str:
    return _QUOTED.sub(r"\1", _AROUND_SIGNS.sub(r"\1", _SPACE.sub(" ", sql.strip())))
