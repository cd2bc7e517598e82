"""Rebuild derived parts of an archive: schema, counts, tallies, search indexes.

Every function works in the caller's transaction, with the counting triggers dropped. It changes only
mismatches, and yields a line for each change.
"""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from archive.humanize import counted
from archive.store.authors import LATEST_NAME
from archive.store.older import note_lost
from archive.store.schema import MIGRATIONS
from archive.store.schema.expected import items_after, items_of, lost_from
from archive.store.schema.sights import KNOWN_SIGHTS
from archive.verify.counts import AGREEMENTS, COUNTS, TALLIES, difference, disagreeing, search_problem, searches_of
from archive.verify.recapture import rebuild_captures
from archive.verify.schema import had_by, wrong_items

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from sqlite_utils import Database

    from archive.store.schema.expected import Item

_COUNTED = {
    "posts.articles": "SELECT count(DISTINCT article) FROM embeds WHERE post = posts.id",
    "articles.embeds": "SELECT count(DISTINCT post) FROM embeds WHERE article = articles.id",
    "articles.quotes": "SELECT count(*) FROM quotes WHERE article = articles.id",
    "articles.allusions": "SELECT count(*) FROM allusions WHERE article = articles.id",
    "authors.posts": "SELECT count(*) FROM posts WHERE author = authors.id",
    "authors.embeds": "SELECT coalesce(sum(articles), 0) FROM posts WHERE author = authors.id",
    "authors.quotes": "SELECT count(*) FROM quotes WHERE author = authors.id",
    "authors.names": "SELECT count(*) FROM author_names WHERE author = authors.id",
    "hashtags.posts": "SELECT count(*) FROM posts_hashtags WHERE hashtag = hashtags.id",
    "hashtags.articles": "SELECT count(DISTINCT article) FROM articles_hashtags WHERE hashtag = hashtags.id",
}

#: Sources of counts come first, values chosen by counts last.
_COPIES = {
    "an embed whose text is not its printing's": """
        UPDATE embeds SET text = (SELECT text FROM printings WHERE id = printing)
    """,
    "a hashtag of a post with another date": """
        UPDATE posts_hashtags SET posted_at = (SELECT posted_at FROM posts WHERE id = post)
    """,
    "a hashtag of an article with another date": """
        UPDATE articles_hashtags SET (published_at, published_day) = (
            SELECT published_at, published_day FROM articles WHERE id = article
        )
    """,
}

_CHOICES = {
    "a hashtag that is not shown as most articles spell it": """
        UPDATE hashtags SET tag = coalesce((
            SELECT as_written FROM tally_spellings WHERE hashtag = id
            ORDER BY articles DESC, as_written LIMIT 1
        ), tag)
    """,
    "an author without the name of the latest post": f"""
        UPDATE authors SET name = (
            {LATEST_NAME.format("authors.id")}
        )
    """,  # noqa: S608 - our own text
}

_UNSEEN = (
    "an embed that was gone when its article was not seen",
    "a quote that was gone when its article was not seen",
    "an article whose last sight is not known",
)
#: Content of ``_data`` in an empty FTS5 index; FTS5 cannot drop an index without it.
_NO_WORDS = ((1, b""), (10, bytes(7)))


def rebuild_schema(db: Database) -> Iterator[str]:
    """Record lost migrations, and recreate tables, indexes and views as the migrations create them.

    Triggers are restored last, by `rebuild_triggers`.
    """
    lost = lost_from(db)
    note_lost(db, lost)
    yield from (f"recorded again: the migration {name}" for name in lost)
    wrong = _wrong_items(db)
    yield from (f"recreated: the trigger {item.name}" for item in wrong if item.kind == "trigger")
    take_out_triggers(db)
    _drop(db, [item for item in wrong if item.kind == "view"])
    _drop(db, [item for item in wrong if item.kind == "index"])
    yield from _remake_tables(db, wrong)
    yield from _make_indexes_and_views(db, wrong)
    yield from _remake_searches(db, wrong)  # one of them reads a view
    pending = [migration.name for migration in MIGRATIONS.pending(db)]
    MIGRATIONS.apply(db)
    take_out_triggers(db)
    yield from (f"upgraded: {name}" for name in pending)


def _wrong_items(db: Database) -> list[Item]:
    """Return the expected items that are missing from an archive or differ."""
    return wrong_items(items_after(had_by(db)), items_of(db.conn))


def take_out_triggers(db: Database) -> None:
    """Drop the triggers of the archive."""
    _drop(db, [item for item in items_after(had_by(db)).values() if item.kind == "trigger"])


def rebuild_triggers(db: Database) -> None:
    """Restore the triggers of the archive."""
    for item in items_after(had_by(db)).values():
        if item.kind == "trigger":
            db.execute(item.sql)


def rebuild_counts(db: Database) -> Iterator[str]:
    """Recount counts, and update copies of values."""
    yield from _correct(db, _COPIES)
    for check, expression in _COUNTED.items():
        table, column = check.split(".")
        if wrong := disagreeing(db, COUNTS[check]):
            db.conn.executemany(
                f"UPDATE {table} SET {column} = ({expression}) WHERE id = ?",  # noqa: S608 - our own names
                [(row[0],) for row in wrong],
            )
            yield f"recounted: {check} of {counted(len(wrong), 'row')}"
    for table, query in TALLIES.items():
        if wrong := disagreeing(db, difference(table, query)):
            db.execute(f"DELETE FROM {table}")  # noqa: S608 - our own names
            db.execute(f"INSERT INTO {table} {query}")
            yield f"recounted: {table}, {counted(len(wrong), 'difference')}"
    yield from _correct(db, _CHOICES)


def _restore_sights(db: Database) -> Iterator[str]:
    """Restore the sights of articles that other tables imply."""
    if any(disagreeing(db, AGREEMENTS[message]) for message in _UNSEEN):
        made = db.execute(KNOWN_SIGHTS).rowcount
        yield f"recreated: {counted(made, 'sight')} of articles, from their embeds and quotes"


def _correct(db: Database, statements: Mapping[str, str]) -> Iterator[str]:
    for message, statement in statements.items():
        if wrong := disagreeing(db, AGREEMENTS[message]):
            db.execute(statement)
            yield f"corrected: {message}, {counted(len(wrong), 'row')}"


def rebuild_searches(db: Database) -> Iterator[str]:
    """Rebuild the search indexes that differ from their tables."""
    for table in searches_of(db):
        if search_problem(db, table) is None:
            continue
        try:
            db.execute(f"INSERT INTO {table} ({table}) VALUES ('rebuild')")  # noqa: S608 - our own names
        except sqlite3.DatabaseError:
            _remake_search(db, table)
        yield f"rebuilt: the search index {table}"


def rebuild_rest(db: Database, captures: Path | None, database: Path | None = None) -> Iterator[str]:
    """Rebuild derived data of an archive whose tables are correct.

    Args:
        db: In a transaction, without triggers, which are restored.
        captures: Folder of the WARC files; None to skip the index of captures.
        database: The archive, to find others next to it; None if it was read from a damaged file.
    """
    yield from rebuild_counts(db)
    yield from _restore_sights(db)
    yield from rebuild_searches(db)
    if captures is not None and captures.is_dir():
        yield from rebuild_captures(db.conn, captures, database)
    rebuild_triggers(db)


def _drop(db: Database, items: list[Item]) -> None:
    for item in items:
        db.execute(f'DROP {item.kind} IF EXISTS "{item.name}"')


def _is_part_of_search(name: str) -> bool:
    return "_fts" in name


def _remake_tables(db: Database, wrong: list[Item]) -> Iterator[str]:
    """Recreate the wrong tables, except those of search indexes."""
    for item in wrong:
        if item.kind == "table" and not item.is_virtual and not _is_part_of_search(item.name):
            yield _remake_table(db, item)


def _remake_table(db: Database, item: Item) -> str:
    """Recreate a table as expected, with its rows."""
    there = items_of(db.conn).get(("table", item.name))
    if there is None:
        db.execute(item.sql)
        lost = "" if item.name.startswith("tally_") else ", empty: its rows are lost"
        return f"recreated: the table {item.name}{lost}"
    shared = ", ".join(f'"{column}"' for column in item.stored if column in there.columns)
    db.execute(f'CREATE TEMP TABLE kept AS SELECT {shared} FROM main."{item.name}"')  # noqa: S608 - our own names
    db.execute(f'DROP TABLE main."{item.name}"')
    db.execute(item.sql)
    db.execute(f'INSERT INTO main."{item.name}" ({shared}) SELECT {shared} FROM temp.kept')  # noqa: S608 - our own names
    db.execute("DROP TABLE temp.kept")
    missing = [column for column in item.columns if column not in there.columns]
    return f"recreated: the table {item.name}" + (f" with {', '.join(missing)}" if missing else "")


def _make_indexes_and_views(db: Database, wrong: list[Item]) -> Iterator[str]:
    """Create missing indexes and views; those dropped with their table were not wrong."""
    for item in _wrong_items(db):
        if item.kind in {"index", "view"}:
            db.execute(item.sql)
            if item in wrong:
                yield f"recreated: the {item.kind} {item.name}"


def _remake_searches(db: Database, wrong: list[Item]) -> Iterator[str]:
    """Recreate the search indexes with a wrong table."""
    if not any(_is_part_of_search(item.name) for item in wrong):
        return
    for item in items_after(had_by(db)).values():
        if item.is_virtual and any(part.name.startswith(item.name) for part in wrong):
            _remake_search(db, item.name)
            yield f"rebuilt: the search index {item.name}"


def _remake_search(db: Database, table: str) -> None:
    """Recreate a search index; without its own tables SQLite can neither read nor drop it."""
    items = items_after(had_by(db))
    parts = [item for item in items.values() if item.name.startswith(f"{table}_") and item.kind == "table"]
    present = items_of(db.conn)
    if ("table", table) in present:
        for part in parts:
            if ("table", part.name) not in present:
                db.execute(part.sql)
                if part.name == f"{table}_data":
                    db.conn.executemany(f"INSERT INTO {table}_data VALUES (?, ?)", _NO_WORDS)  # noqa: S608 - our own names
        db.execute(f"DROP TABLE {table}")
    else:
        for part in parts:
            db.execute(f'DROP TABLE IF EXISTS "{part.name}"')
    db.execute(items["table", table].sql)
    db.execute(f"INSERT INTO {table} ({table}) VALUES ('rebuild')")  # noqa: S608 - our own names
