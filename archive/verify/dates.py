"""Find impossible dates, which older versions stored, and set them to null."""

from __future__ import annotations

from typing import TYPE_CHECKING

from archive.humanize import counted
from archive.store.posts import delete_posts
from archive.verify.findings import Finding
from scraper.records import Moment
from scraper.values.moments import is_possible, local_day, possible

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

#: Table -> prefixes of its date columns, before ``_at``, ``_precision`` and ``_as_written``.
DATES = {"articles": ("published", "modified"), "printings": ("posted",), "posts": ("posted",)}
_MOST_NAMED = 5
_DAYS = "SELECT id, published_at, published_as_written, published_day FROM articles"


def date_findings(connection: sqlite3.Connection) -> Iterator[Finding]:
    """Yield a finding for each column with impossible dates."""
    for table, names in DATES.items():
        for name in names:
            if found := _impossible(connection, table, name):
                shown = ", ".join(f"{key} ({at[:40]!r})" for key, at in found[:_MOST_NAMED])
                more = f" and {len(found) - _MOST_NAMED:,} more" if len(found) > _MOST_NAMED else ""
                yield Finding(f"{table}.{name}_at", f"impossible date: {shown}{more}")
    if wrong := [key for key, _ in _wrong_days(connection)]:
        more = f" and {len(wrong) - _MOST_NAMED:,} more" if len(wrong) > _MOST_NAMED else ""
        yield Finding("articles.published_day", f"not as printed: {', '.join(wrong[:_MOST_NAMED])}{more}")


def reject_dates(connection: sqlite3.Connection) -> Iterator[str]:
    """Set impossible dates to null, and keep the printed form.

    Posts with such a date are deleted if they have printings: `recompute_posts` recreates them.

    Args:
        connection: In a transaction, without triggers.
    """
    for table, names in DATES.items():
        for name in names:
            if found := [key for key, _ in _impossible(connection, table, name)]:
                _set_to_null(connection, table, name, found)
                yield f"set to null: {table}.{name}_at of {counted(len(found), 'row')}, which is not a date"
    if wrong := _wrong_days(connection):
        connection.executemany("UPDATE articles SET published_day = ?2 WHERE id = ?1", wrong)
        yield f"corrected: published_day of {counted(len(wrong), 'article')}"


def _wrong_days(connection: sqlite3.Connection) -> list[tuple[str, str | None]]:
    """Return each article with a wrong local day, and the right day."""
    if "published_day" not in _columns(connection, "articles"):
        return []
    found = []
    for key, at, written, day in connection.execute(_DAYS):
        moment = possible(Moment(at=at, precision=None, source="column", as_written=written))
        if (right := local_day(moment)) != day:
            found.append((key, right))
    return found


def _columns(connection: sqlite3.Connection, table: str) -> set[str]:
    return {column for _, column, *_ in connection.execute(f"PRAGMA table_info({table})")}


def _impossible(connection: sqlite3.Connection, table: str, name: str) -> list[tuple[str, str]]:
    query = f"SELECT id, {name}_at FROM {table} WHERE {name}_at IS NOT NULL ORDER BY id"  # noqa: S608 - our own names
    if f"{name}_at" not in _columns(connection, table):
        return []
    return [(key, at) for key, at in connection.execute(query) if not is_possible(at)]


def _set_to_null(connection: sqlite3.Connection, table: str, name: str, keys: list[str]) -> None:
    rows = [(key,) for key in keys]
    connection.executemany(
        f"UPDATE {table} SET {name}_as_written = coalesce({name}_as_written, {name}_at),"  # noqa: S608 - our own names
        f" {name}_at = NULL, {name}_precision = NULL WHERE id = ?",
        rows,
    )
    if table == "posts":
        printed = "SELECT 1 FROM printings WHERE post = ?"
        delete_posts(connection, [key for key in keys if connection.execute(printed, (key,)).fetchone()])
    for column in ("first_posted", "last_posted") if table == "printings" else ():
        names = connection.execute(f"SELECT DISTINCT {column} FROM author_names").fetchall()  # noqa: S608 - our own names
        connection.executemany(
            f"UPDATE author_names SET {column} = NULL WHERE {column} = ?",  # noqa: S608 - our own names
            [(at,) for (at,) in names if at is not None and not is_possible(at)],
        )
