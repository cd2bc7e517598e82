"""Ask an archive something without being able to change it: tables, SQL, and the prepared questions."""

from __future__ import annotations

import sqlite3
import time
from collections import defaultdict
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from archive.datasette_files import read_source
from archive.store.database import failures_named, open_to_read
from scraper.errors import ArchiveError, VoxpopError, in_one_line
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

_HIDDEN = lazy_regex(r"_fts(?:_|$)|^sqlite_|^_")
#: The name of a parameter of SQL; also in a text or a comment, where none is meant.
_PARAMETER = lazy_regex(r"[:@$](\w+)")
#: What reading takes. Anything else, such as attaching or writing a file, is refused by SQLite itself.
_ALLOWED = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE})
#: What the full-text search does by itself, and what SQLite asks when it first sees its table. Nobody can
#: change `sqlite_master` with that alone.
_FOR_SEARCH = frozenset({(sqlite3.SQLITE_PRAGMA, "data_version"), (sqlite3.SQLITE_UPDATE, "sqlite_master")})
#: Most bytes of one value; no article is larger.
_LONGEST_VALUE = 50_000_000
#: How many of SQLite's steps pass between two looks at the clock.
_STEPS = 10_000


class QueryError(VoxpopError):
    """A question to an archive is wrong, or takes too long."""

    exit_code = 2


@dataclass(frozen=True, slots=True)
class Query:
    """One SQL statement that reads.

    Attributes:
        sql: The statement.
        parameters: The values of its named parameters.
        lenient: Whether a parameter without a value is an empty text.
    """

    sql: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    lenient: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What somebody wants to know: a table, SQL, or a prepared question.

    Attributes:
        table: The name of a table or view; `reactions` where nothing else is asked.
        where: A condition of SQL that the rows of the table must meet.
        sql: One SELECT statement.
        question: The name of a prepared question.
        parameters: The values of the named parameters; those of a question may be left out.
    """

    table: str | None = None
    where: str | None = None
    sql: str | None = None
    question: str | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)

    def query(self, reader: Reader) -> Query:
        """Return the query for it.

        Raises:
            ArchiveError: There is no such table.
            QueryError: More than one thing is asked, or no question has that name.
        """
        if sum(asked is not None for asked in (self.table or self.where, self.sql, self.question)) > 1:
            raise QueryError("a table with its condition, SQL and a question exclude each other: give one")
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
    """An archive that is open to be read, in one transaction: it shows one moment."""

    path: str
    connection: sqlite3.Connection

    def tables(self) -> list[str]:
        """Return the names of what can be read: views first, as they are made for people."""
        return tables_of(self.connection)

    def known(self, table: str) -> str:
        """Return the name of a table or view that is there.

        Raises:
            ArchiveError: There is none of that name.
        """
        if table not in (tables := self.tables()):
            raise ArchiveError(f"{self.path}: no table {table}: choose one of {', '.join(tables)}")
        return table

    def rows(self, query: Query) -> sqlite3.Cursor:
        """Run a query; its rows are read while they are asked for, within `reading_errors`."""
        with reading_errors():
            rows = self.connection.execute(query.sql, _bound(query))
            if rows.description is None:
                raise QueryError("the SQL is no question: begin it with SELECT")
            return rows


@contextmanager
def reader(path: str | Path, *, seconds: float | None = None) -> Iterator[Reader]:
    """Open an archive to ask it something; it shows one moment, whoever writes meanwhile.

    Args:
        path: The archive.
        seconds: After so many, a query is ended with a `QueryError`; None lets it take its time.

    Raises:
        ArchiveError: The file is missing, no archive, or damaged.
    """
    with failures_named(path), closing(open_to_read(path)) as db:
        connection = db.conn
        connection.execute("PRAGMA temp_store = FILE")  # what somebody sorts may be larger than the memory
        connection.execute("BEGIN")
        guard(connection, seconds)
        yield Reader(str(path), connection)


def sql_of(question: str) -> str:
    """Return the SQL of a prepared question.

    Raises:
        QueryError: There is none of that name; the message names those that there are.
    """
    questions = read_source()["queries"]
    if question not in questions:
        raise QueryError(f"no question is named {question!r}: {_advice(question, list(questions))}")
    sql: str = questions[question]["sql"]
    return sql


def _check_names(parameters: Mapping[str, Any], sql: str, what: str) -> None:
    """Refuse parameters that occur nowhere in what is asked.

    Raises:
        QueryError: One is unknown; the message names the nearest one.
    """
    known = parameters_of(sql)
    for name in parameters:
        if name not in known:
            raise QueryError(f"{what} has no parameter {name!r}: {_advice(name, known)}")


def parameters_of(sql: str) -> list[str]:
    """Return the names of the parameters of an SQL statement, each once.

    >>> parameters_of("select :day, $tag, :day")
    ['day', 'tag']
    """
    return list(dict.fromkeys(_PARAMETER.findall(sql)))


def _advice(name: str, known: Sequence[str]) -> str:
    if close := get_close_matches(name, known, 1):
        return f"did you mean {close[0]}?"
    return f"choose one of {', '.join(known)}" if known else "it has none"


def tables_of(connection: sqlite3.Connection) -> list[str]:
    """Return the names of what can be read: views first, as they are made for people."""
    sql = "SELECT name FROM sqlite_master WHERE type IN ('view', 'table') ORDER BY type DESC, name"
    return [name for (name,) in connection.execute(sql) if not _HIDDEN.search(name)]


def guard(connection: sqlite3.Connection, seconds: float | None = None) -> None:
    """Let a connection do nothing but read the file that it has open, for a bounded time."""
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE)
    connection.create_function("escape_fts", 1, escape_fts, deterministic=True)
    connection.set_authorizer(_authorize)
    if seconds is not None:
        end = time.monotonic() + seconds
        connection.set_progress_handler(lambda: time.monotonic() > end, _STEPS)


@contextmanager
def reading_errors() -> Iterator[None]:
    """Turn what SQLite says about somebody's SQL into a `QueryError`; damage of the file passes.

    A question that takes too long is ended while its rows are read, so that reading them belongs here too.
    """
    try:
        yield
    except sqlite3.OperationalError as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
        if code == sqlite3.SQLITE_INTERRUPT:
            raise QueryError("the question took too long: narrow it, or give it more time") from error
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
    """Return words as a phrase each, so that none of them is an operator of the full-text search.

    >>> escape_fts('harbour AND "lights" x"y')
    '"harbour" "AND" \"\"\"lights\"\"\" "x""y"'
    """
    quoted = (word.replace('"', '""') for word in (words or "").split())
    return " ".join(f'"{word}"' for word in quoted)


def _authorize(action: int, name: str | None, *_: str | None) -> int:
    if action in _ALLOWED or (action, name) in _FOR_SEARCH:
        return sqlite3.SQLITE_OK
    return sqlite3.SQLITE_DENY


def _bound(query: Query) -> Mapping[str, Any]:
    return defaultdict(str, query.parameters) if query.lenient else dict(query.parameters)


def _reason(error: Exception) -> str:
    words = "only one statement that reads is allowed" if "authorized" in str(error) else str(error)
    return in_one_line(f"the SQL cannot be run: {words}")
