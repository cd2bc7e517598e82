"""The schema of an archive: today's in ``current.sql``, the migrations of older archives in ``history.sql``.

A change of the schema is a new section at the end of ``history.sql``, its name at the end of `NAMES`, and the same
change in ``current.sql``, from which new archives are made.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from archive.store.libraries import Database, Migrations
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

#: The sections of ``history.sql``: listed here, because each start of a command needs the names, few the statements.
NAMES = (
    "create_tables", "create_search", "create_tallies", "create_views", "create_schedule", "create_reading",
    "create_rereading", "create_moving", "create_refusing", "create_saving", "create_pages", "create_rating",
    "create_texts", "create_bylines", "create_rows_read", "create_naming", "create_keeping", "create_measures",
    "create_checking", "create_erasures", "create_answering", "create_looking_up", "create_sourced",
    "create_hydrating", "create_signs", "create_sights", "create_speaking", "create_days", "create_owning",
    "create_wordings", "create_zones", "create_signs_of_wordings", "join_hashtags",
    "create_byline_kinds", "create_pictures", "create_text_sources", "create_entries",
)  # fmt: skip
_SECTION = "\n-- migration "
_CHOOSE = "-- then: choose_all_wordings\n"
_RECORD = "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('voxpop', ?, ?)"


class _Migrations(Migrations):
    """The migrations; an empty database gets today's schema instead, with all of them recorded."""

    def apply(self, db: Database, *, stop_before: str | Iterable[str] | None = None) -> None:
        """Create or upgrade the tables."""
        if stop_before or db.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
            super().apply(db, stop_before=stop_before)
            return
        with db.atomic():
            create(db.conn)
            now = str(datetime.now(UTC))
            db.conn.executemany(_RECORD, [(name, now) for name in NAMES])


MIGRATIONS = _Migrations("voxpop")


def create(connection: sqlite3.Connection) -> None:
    """Create today's schema in an empty database."""
    for statement in _statements(_text("current")):
        connection.execute(statement)


def _migrate(db: Database, name: str) -> None:
    from archive.store.posts import choose_all_wordings
    from scraper.records import Moment
    from scraper.values.moments import local_day

    def local_day_of(at: str | None, written: str | None) -> str | None:
        return local_day(Moment(at=at, precision=None, source="column", as_written=written))

    db.conn.create_function("local_day", 2, local_day_of, deterministic=True)
    before, choose, after = history()[name].partition(_CHOOSE)
    for statement in _statements(before):
        db.execute(statement)
    if choose:
        choose_all_wordings(db.conn)
    for statement in _statements(after):
        db.execute(statement)


for _name in NAMES:
    MIGRATIONS(name=_name)(partial(_migrate, name=_name))  # type: ignore[type-var]  # it has no name of its own


def history() -> dict[str, str]:
    """Return the statements of each migration by name."""
    sections = (section.split(":", 1) for section in _text("history").split(_SECTION)[1:])
    return {name: statements.partition("\n")[2] for name, statements in sections}


@lru_cache(maxsize=2)
def _text(name: str) -> str:
    return Path(__file__).with_name(f"{name}.sql").read_text("utf-8")


def _statements(sql: str) -> Iterator[str]:
    """Split SQL into statements: ``executescript`` would commit the transaction in which a schema is made."""
    statement = ""
    for line in sql.splitlines(keepends=True):
        statement += line
        if line.endswith(";\n") and sqlite3.complete_statement(statement):
            yield statement
            statement = ""


# The schema that an archive should have: tables, indexes, triggers and views.

#: Tables of every archive since the first migration; they identify an archive without any record of
#: migrations.
FIRST_TABLES = frozenset({"articles", "posts", "printings", "embeds"})

_OURS = """
    SELECT type, name, sql FROM sqlite_master
    WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND tbl_name <> '_sqlite_migrations'
"""
#: The UNIQUE and PRIMARY KEY constraints of a table, as lists of columns.
_UNIQUE = """
    SELECT (SELECT group_concat(name) FROM (SELECT name FROM pragma_index_info(list.name) ORDER BY seqno))
    FROM pragma_index_list(?) AS list WHERE origin IN ('u', 'pk')
"""
_SPACE = lazy_regex(r"\s+")
_AROUND_SIGNS = lazy_regex(r" ?([(),;]) ?")
_QUOTED = lazy_regex(r'"(\w+)"')
#: Longer statements are not ours and not cached: a hostile archive may hold any number of them.
_LONG = 20_000


@dataclass(frozen=True, slots=True)
class Item:
    """One table, index, trigger or view."""

    kind: str  # as ``sqlite_master`` calls it
    name: str
    sql: str
    shape: tuple[Any, ...]  # the part that two archives must have equal: columns and references, else the statement
    columns: tuple[str, ...] = ()
    stored: tuple[str, ...] = ()  # names of the columns that are stored, not computed


Items = dict[tuple[str, str], Item]


def items_of(connection: sqlite3.Connection) -> Items:
    """Return the schema of a database by kind and name, without objects of SQLite and of the migrations."""
    return {(row[0], row[1]): _item(connection, *row) for row in connection.execute(_OURS).fetchall()}


@lru_cache(maxsize=4)
def items_after(migrations: frozenset[str]) -> Mapping[tuple[str, str], Item]:
    """Return the schema of an archive after these migrations and all earlier ones."""
    if NAMES[-1] in migrations:
        return _today()
    return next((items for name, items in reversed(_steps()) if name in migrations), {})


def applied_to(db: Database) -> list[str]:
    """Return the names of the migrations recorded as applied."""
    return [migration.name for migration in MIGRATIONS.applied(db)]


def lost_from(db: Database) -> list[str]:
    """Return the migrations that were applied but have no record.

    A record is lost if a later migration is recorded, or if something exists that only this migration
    creates.
    """
    recorded = set(applied_to(db))
    if recorded.issuperset(NAMES):
        return []
    present = _parts(items_of(db.conn))
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
def _today() -> Items:
    with closing(sqlite3.connect(":memory:")) as connection:
        create(connection)
        return items_of(connection)


@lru_cache(maxsize=1)
def _steps() -> tuple[tuple[str, Items], ...]:
    """Run the migrations one by one in memory; return the schema after each."""
    with closing(Database(memory=True)) as db:
        steps = []
        for name in NAMES:
            _migrate(db, name)
            steps.append((name, items_of(db.conn)))
        return tuple(steps)


def _parts(items: Mapping[tuple[str, str], Item]) -> set[tuple[str, str]]:
    columns = {("column", f"{item.name}.{column}") for item in items.values() for column in item.columns}
    return set(items) | columns


def _item(connection: sqlite3.Connection, kind: str, name: str, sql: str) -> Item:
    if kind != "table" or sql.upper().startswith("CREATE VIRTUAL"):
        return Item(kind, name, sql, (_normal(sql),))
    columns = connection.execute(f'PRAGMA table_xinfo("{name}")').fetchall()
    shape = (
        tuple((column, kind.upper(), *rest) for _, column, kind, *rest in columns),
        # WITHOUT ROWID and STRICT
        connection.execute("SELECT wr, strict FROM pragma_table_list(?) WHERE schema = 'main'", (name,)).fetchone(),
        frozenset(connection.execute('SELECT "from", "table", "to" FROM pragma_foreign_key_list(?)', (name,))),
        frozenset(connection.execute(_UNIQUE, (name,))),
    )
    stored = tuple(row[1] for row in columns if not row[6])
    return Item(kind, name, sql, shape, tuple(row[1] for row in columns), stored)


def _normal(sql: str) -> str:
    """Return a statement in normalized form.

    >>> _normal('CREATE INDEX "a_b"  ON a ( b )')
    'CREATE INDEX a_b ON a(b)'
    """
    return _remembered(sql) if len(sql) < _LONG else _remembered.__wrapped__(sql)


@lru_cache(maxsize=1024)
def _remembered(sql: str) -> str:
    return _QUOTED.sub(r"\1", _AROUND_SIGNS.sub(r"\1", _SPACE.sub(" ", sql.strip())))
