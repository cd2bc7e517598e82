"""Limits of a query: SQLite's own on every connection, and threads kept apart for visitors' SQL.

Datasette stops queries after a time limit, but checks the clock only between the steps of SQLite's virtual machine.
The time of one step grows with its values: ``hex(randomblob(400000000))`` took a minute and 3 GB. So a limit on the
length of values bounds a step.

Three pools of threads run queries: those of our pages, of URLs with parameters (filters, searches), and SQL written by
visitors. A busy pool does not block the others. The connections of the last one have the tightest limits.
"""

from __future__ import annotations

import sqlite3
import threading
import traceback
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import parse_qsl
from weakref import WeakKeyDictionary

from archive.site.site import options_of, shows_text
from archive.site.words import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


# Where an article was read from, as it is shown: an address, or a name without the folders of this machine.

#: The column that holds sources, in every table that strangers may read.
SOURCE = "source"
#: Columns that can contain paths: captures may be in files of other programs.
PATHS = frozenset({SOURCE, "file"})


def hide_paths(connection: sqlite3.Connection, datasette: Any) -> None:
    """Strip local folders from the sources in all rows, if the public reads them."""
    if not options_of(datasette).public:
        return
    make = connection.row_factory

    def without_paths(cursor: sqlite3.Cursor, row: tuple[Any, ...]) -> Any:
        names = [name for name, *_ in cursor.description]
        if not PATHS.isdisjoint(names):
            pairs = zip(names, row, strict=True)
            row = tuple(shown(value) if name in PATHS else value for name, value in pairs)
        return make(cursor, row) if make else row

    connection.row_factory = without_paths


#: Names of what may read the texts of articles where visitors may not: a view, and a subquery of `context_columns`.
SURROUNDINGS = ("reactions", "surroundings")


def hide_text(connection: sqlite3.Connection, datasette: Any) -> None:
    """Make the texts of articles null but for the sentences around reactions, if the public may not read them."""
    if shows_text(datasette):
        return

    def decide(action: int, table: str | None, column: str | None, _: str | None, through: str | None) -> int:
        is_text = action == sqlite3.SQLITE_READ and (table, column) == ("articles", "text")
        return sqlite3.SQLITE_IGNORE if is_text and through not in SURROUNDINGS else sqlite3.SQLITE_OK

    connection.set_authorizer(decide)


Pool = Literal["pages", "filters", "sql"]

THREADS = 2
#: Requests with a visitor's SQL that may be at hand or wait; each has a second or so. More are turned away.
MOST_WAITING = 40
#: Seconds beyond Datasette's own time limit after which a step that does not end is interrupted from outside.
GRACE = 0.1

#: The default limit of a document is 20 MB: no stored value is longer than this.
LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: 50_000_000,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 200_000,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 200,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 50,
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 1000,
    sqlite3.SQLITE_LIMIT_WORKER_THREADS: 0,
}
#: Some functions take time with the product of the lengths of two values: at 250,000 bytes, under a second.
VISITORS = {
    sqlite3.SQLITE_LIMIT_LENGTH: 250_000,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 50_000,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 100,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 20,
    sqlite3.SQLITE_LIMIT_COLUMN: 100,
}
#: Bytes of all rows that one question of a visitor may give.
MOST_BYTES = 20_000_000

_POOL: ContextVar[Pool] = ContextVar("voxpop_pool", default="pages")
_THREAD = threading.local()


def pool_of(scope: Any) -> Pool:
    """Return the pool that answers a request.

    >>> [pool_of({"method": "GET", "query_string": query}) for query in (b"", b"q=pier", b"_where=1")]
    ['pages', 'filters', 'sql']
    """
    if scope["method"] not in ("GET", "HEAD"):
        return "sql"
    names = {name for name, _ in parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)}
    if names & {"sql", "_where"}:
        return "sql"
    return "filters" if names else "pages"


@contextmanager
def asking(pool: Pool) -> Iterator[None]:
    """Answer the questions of this request from one pool."""
    token = _POOL.set(pool)
    try:
        yield
    finally:
        _POOL.reset(token)


def prepare(connection: sqlite3.Connection, database: str | None) -> None:
    """Set the limits of a connection, by the thread that opens it."""
    limits = LIMITS | VISITORS if _is_visitors() else LIMITS
    for category, limit in limits.items():
        connection.setlimit(category, min(limit, connection.getlimit(category)))
    if database != "_memory":  # with --crossdb, Datasette attaches the others to that one
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    if _is_visitors():
        _THREAD.connections.append(connection)
        connection.row_factory = _Counted(connection.row_factory)
        for name, strip in (("trim", str.strip), ("ltrim", str.lstrip), ("rtrim", str.rstrip)):
            connection.create_function(name, 2, _stripping(strip), deterministic=True)


def _is_visitors() -> bool:
    return hasattr(_THREAD, "connections")


def _stripping(strip: Callable[[str, str], str]) -> Callable[[Any, Any], str | None]:
    """Return SQLite's ``trim(text, characters)``; its own takes time with the product of both lengths."""

    def stripped(text: Any, characters: Any) -> str | None:
        return None if text is None or characters is None else strip(_text(text), _text(characters))

    return stripped


def _text(value: Any) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


class _Counted:
    """A row factory that stops a result when all its rows together are too long to be held."""

    def __init__(self, make: Any) -> None:
        self._make = make or sqlite3.Row
        self._bytes: WeakKeyDictionary[sqlite3.Cursor, int] = WeakKeyDictionary()

    def __call__(self, cursor: sqlite3.Cursor, row: tuple[Any, ...]) -> Any:
        size = self._bytes.get(cursor, 0) + sum(len(v) for v in row if isinstance(v, str | bytes))
        self._bytes[cursor] = size
        if size > MOST_BYTES:
            raise sqlite3.OperationalError(
                f"the rows have more than {MOST_BYTES // 1_000_000} MB together: ask for fewer of them"
            )
        return self._make(cursor, row)


class Pools(Executor):
    """The threads that ask an archive, in place of Datasette's one pool; each has connections of its own."""

    def __init__(self, datasette: Any) -> None:
        self._seconds = datasette.sql_time_limit_ms / 1000 + GRACE
        self._pools: dict[Pool, Executor] = {
            "pages": datasette.executor,
            "filters": ThreadPoolExecutor(THREADS, "voxpop-filters"),
            "sql": ThreadPoolExecutor(THREADS, "voxpop-sql", _become_visitors),
        }

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run a function in the pool of the request that is being answered."""
        pool = _POOL.get()
        if pool == "sql":
            return self._pools[pool].submit(_cleared, _within, self._seconds, fn, *args, **kwargs)
        return self._pools[pool].submit(_cleared, fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - the signature of the library
        """End all threads."""
        for pool in self._pools.values():
            pool.shutdown(wait, cancel_futures=cancel_futures)


def install(datasette: Any) -> None:
    """Put the pools in the place of Datasette's one; without threads there is nothing to share out."""
    if isinstance(datasette.executor, ThreadPoolExecutor):
        datasette.executor = Pools(datasette)


def _become_visitors() -> None:
    _THREAD.connections = []


def _cleared(fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    """Run a function; where it raises, let go of its cursor here, in the thread of its connection.

    The frames of an exception hold the cursor of the query that was interrupted. Where the thread that
    answers requests is the last to hold it, closing it waits for the next query of the same connection to
    end, and every request waits with it.
    """
    try:
        return fn(*args, **kwargs)
    except BaseException as error:
        raised: BaseException | None = error
        while raised is not None:
            traceback.clear_frames(raised.__traceback__)
            raised = raised.__context__
        raise


def _within(seconds: float, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    """Run a function of a visitor's thread; interrupt its connections when it takes too long.

    The clock that Datasette looks at every 1000 steps of SQLite's machine is looked at too rarely where each
    step is slow. An interruption is noticed at the next turn of a loop.
    """
    mine, lock, done = _THREAD.connections, threading.Lock(), False

    def interrupt() -> None:
        with lock, suppress(sqlite3.ProgrammingError):  # closed in the meantime
            for connection in () if done else mine:
                connection.interrupt()

    timer = threading.Timer(seconds, interrupt)
    timer.daemon = True
    timer.start()
    try:
        return fn(*args, **kwargs)
    finally:
        timer.cancel()
        with lock:
            done = True
