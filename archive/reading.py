"""Read-only queries of an archive: tables, SQL, and prepared questions."""

from __future__ import annotations

import sqlite3
import time
from collections import defaultdict
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from archive.datasette_files import parameters_of, read_source
from archive.store.database import failures_named, open_to_read
from scraper.errors import ArchiveError, VoxpopError, in_one_line, suggestion
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

_HIDDEN = lazy_regex(r"_fts(?:_|$)|^sqlite_|^_")
#: Actions needed for reading. SQLite refuses all others, such as attaching or writing a file.
_ALLOWED = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE})
#: Actions of full-text search and of its first use. They cannot change `sqlite_master` by themselves.
_FOR_SEARCH = frozenset({(sqlite3.SQLITE_PRAGMA, "data_version"), (sqlite3.SQLITE_UPDATE, "sqlite_master")})
#: Maximum bytes of one value; no article is larger.
_LONGEST_VALUE = 50_000_000
#: Number of SQLite's steps between two looks at the clock.
_STEPS = 10_000


class QueryError(VoxpopError):
    """A query is invalid, or exceeds its time limit."""

    exit_code = 2


@dataclass(frozen=True, slots=True)
class Query:
    """One SQL statement that reads."""

    sql: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    lenient: bool = False  # whether missing parameters are empty texts

    def inside(self, head: str, tail: str = "") -> Query:
        """Return a query of the rows of this one."""
        return replace(self, sql=f"{head} FROM (\n{self.sql.strip().rstrip(';')}\n) {tail}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A request: a table, SQL, or a prepared question."""

    table: str | None = None
    where: str | None = None
    sql: str | None = None
    question: str | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)

    def query(self, reader: Reader) -> Query:
        """Return the query of the request; raise `ArchiveError` for an unknown table, else `QueryError`."""
        if sum(asked is not None for asked in (self.table or self.where, self.sql, self.question)) > 1:
            raise QueryError("a table with its condition, SQL and a question exclude each other: pass one")
        if self.question is not None:
            sql = sql_of(self.question)
            _check_names(self.parameters, sql, f"the question {self.question}")
            return Query(sql, self.parameters, lenient=True)
        if self.sql is not None:
            _check_names(self.parameters, self.sql, "the SQL")
            return Query(self.sql, self.parameters)
        condition = f" WHERE {self.where}" if self.where else ""
        sql = f'SELECT * FROM "{reader.known(self.table or "reactions")}"{condition}'  # noqa: S608 - a known name; the connection can only read
        _check_names(self.parameters, self.where or "", "the condition")
        return Query(sql, self.parameters)


@dataclass(frozen=True, slots=True)
class Reader:
    """An archive opened read-only, in one transaction: a consistent snapshot."""

    path: str
    connection: sqlite3.Connection

    def tables(self) -> list[str]:
        """Return the names of the tables and views, views first."""
        return tables_of(self.connection)

    def known(self, table: str) -> str:
        """Return the name of a table or view; raise `ArchiveError` if it does not exist."""
        if table not in (tables := self.tables()):
            raise ArchiveError(f"{self.path}: no table {table}: choose one of {', '.join(tables)}")
        return table

    def rows(self, query: Query) -> sqlite3.Cursor:
        """Run a query; iterate its rows within `reading_errors`."""
        values = defaultdict(str, query.parameters) if query.lenient else dict(query.parameters)
        with reading_errors():
            rows = self.connection.execute(query.sql, values)
            if rows.description is None:
                raise QueryError("the SQL is not a query: start it with SELECT")
            return rows

    def names(self, query: Query) -> list[str]:
        """Return the names of the columns of a query."""
        return [name for name, *_ in self.rows(query.inside("SELECT *", "LIMIT 0")).description]

    def dicts(self, query: Query) -> list[dict[str, Any]]:
        """Return the rows of a query by the names of its columns."""
        with reading_errors():
            rows = self.rows(query)
            names = [name for name, *_ in rows.description]
            return [dict(zip(names, row, strict=True)) for row in rows]


@contextmanager
def reader(path: str | Path, *, seconds: float | None = None) -> Iterator[Reader]:
    """Open a consistent snapshot of an archive, also during writes; after `seconds`, queries raise `QueryError`."""
    with failures_named(path), closing(open_to_read(path)) as db:
        connection = db.conn
        connection.execute("PRAGMA temp_store = FILE")  # a sorted result may be larger than the memory
        connection.execute("BEGIN")
        guard(connection, seconds)
        yield Reader(str(path), connection)


def sql_of(question: str) -> str:
    """Return the SQL of a prepared question; the error for an unknown name suggests one or lists all."""
    questions = read_source()["queries"]
    if question not in questions:
        raise QueryError(f"unknown question {question!r}: {_advice(question, list(questions))}")
    sql: str = questions[question]["sql"]
    return sql


def _check_names(parameters: Mapping[str, Any], sql: str, what: str) -> None:
    known = parameters_of(sql)
    for name in parameters:
        if name not in known:
            raise QueryError(f"{what} has no parameter {name!r}: {_advice(name, known)}")


def _advice(name: str, known: Sequence[str]) -> str:
    return suggestion(name, known, f"choose one of {', '.join(known)}" if known else "it has none")


def tables_of(connection: sqlite3.Connection) -> list[str]:
    """Return the names of the tables and views, views first."""
    sql = "SELECT name FROM sqlite_master WHERE type IN ('view', 'table') ORDER BY type DESC, name"
    return [name for (name,) in connection.execute(sql) if not _HIDDEN.search(name)]


def guard(connection: sqlite3.Connection, seconds: float | None = None) -> None:
    """Restrict a connection to reading its open file, for a limited time."""
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE)
    connection.create_function("escape_fts", 1, escape_fts, deterministic=True)
    connection.set_authorizer(_authorize)
    if seconds is not None:
        end = time.monotonic() + seconds
        connection.set_progress_handler(lambda: time.monotonic() > end, _STEPS)


@contextmanager
def reading_errors() -> Iterator[None]:
    """Turn SQLite's errors about a query into `QueryError`; damage of the file passes.

    The time limit can also end a query while its rows are read, so read them in this context.
    """
    try:
        yield
    except sqlite3.OperationalError as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
        if code == sqlite3.SQLITE_INTERRUPT:
            raise QueryError("the query took too long: narrow it, or raise the time limit") from error
        if code != sqlite3.SQLITE_ERROR:
            raise
        raise QueryError(_reason(error)) from error
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", None) not in {None, sqlite3.SQLITE_AUTH, sqlite3.SQLITE_TOOBIG}:
            raise
        raise QueryError(_reason(error)) from error
    except (sqlite3.Error, sqlite3.Warning) as error:  # ahead of Python 3.12 two statements are a warning
        raise QueryError(_reason(error)) from error


def escape_fts(words: str | None) -> str | None:
    """Quote each word as a phrase, so that none is an operator of full-text search.

    >>> escape_fts('harbour AND "lights" x"y')
    '"harbour" "AND" \"\"\"lights\"\"\" "x""y"'
    """
    quoted = (word.replace('"', '""') for word in (words or "").split())
    return " ".join(f'"{word}"' for word in quoted)


def _authorize(action: int, name: str | None, *_: str | None) -> int:
    if action in _ALLOWED or (action, name) in _FOR_SEARCH:
        return sqlite3.SQLITE_OK
    return sqlite3.SQLITE_DENY


def _reason(error: Exception) -> str:
    words = "only one statement that reads is allowed" if "authorized" in str(error) else str(error)
    return in_one_line(f"the SQL cannot be run: {words}")
