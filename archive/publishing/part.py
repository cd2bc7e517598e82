"""Copy the selected part of an archive into its own database, from which its pages are made.

No page can show more than the copy: only listed tables and selected rows are copied, and the triggers of the
new database count only these. Unlisted tables stay empty.
"""

from __future__ import annotations

import json
import re
from contextlib import closing, contextmanager
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from archive.publishing.selection import stored
from archive.store.database import failures_named, open_to_write
from archive.store.names import LATEST_NAME, show_spellings

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from archive.publishing.selection import Plan

#: Condition of the posts that are not selected.
_OTHER = "post not in temp.selected_posts"
_NATIVE = "select 1 from printings where native_id in (select value from json_each(?)) and {} limit 1"
_BETWEEN = re.compile(r"[/?&=#,;:()\s\"'<>|]+")


def copy_part(source: sqlite3.Connection, plan: Plan, target: Path) -> Plan:
    """Copy the rows of a plan into a new archive; return the plan without what its articles don't show.

    The source is open for reading in the transaction of the plan.

    Raises:
        ArchiveError: No space for the copy.
    """
    with failures_named(target), closing(open_to_write(target)) as db:
        copy = db.conn
        copy.execute("PRAGMA synchronous = OFF")
        copy.execute("BEGIN")
        copy.execute("PRAGMA defer_foreign_keys = ON")  # of an answer, its capture may stay behind
        with _selected(source, plan):
            for table in stored()["copied"]:
                _copy(source, copy, table, plan)
        _recompute(copy)
        copy.execute("COMMIT")
        return _shown(copy, plan)


@contextmanager
def _selected(source: sqlite3.Connection, plan: Plan) -> Iterator[None]:
    given = {f"{kind}s": json.dumps(list(plan.keys[kind])) for kind in ("article", "post")}
    in_selection = "hashtag in (select value from json_each(:hashtag))" if "hashtag" in plan.wanted else "false"
    hashtags = in_selection if plan.selects_posts else "true"
    tables: dict[str, str] = stored()["selected"]
    try:
        for table, sql in tables.items():
            source.execute(f"create temp table selected_{table} (key primary key) without rowid")
            keys = sql.format(quotes=plan.quotes(), hashtags=hashtags)
            source.execute(f"insert into temp.selected_{table} {keys}", plan.given | given)
        yield
    finally:
        for table in tables:
            source.execute(f"drop table if exists temp.selected_{table}")


def _copy(source: sqlite3.Connection, copy: sqlite3.Connection, table: str, plan: Plan) -> None:
    changed, condition = stored()["changed"].get(table, {}), stored()["copied"][table]
    if plan.selects_posts:
        changed = stored()["changed_of_posts"].get(table, changed)
        condition = stored()["copied_of_posts"].get(table, condition)
    columns = [name for _, name, *_ in copy.execute(f"pragma table_info({table})")]
    read = ", ".join(changed.get(name, f'"{name}"') for name in columns)
    rows = source.execute(
        f"select {read} from {table} where {condition}",  # noqa: S608 -- our own names
        {"hashtag": "[]"} | plan.given,
    )
    names, marks = ", ".join(f'"{name}"' for name in columns), ", ".join("?" * len(columns))
    insert = f"insert into {table} ({names}) values ({marks})"  # noqa: S608 -- our own names
    copy.executemany(insert, _own(source, rows, table, columns, plan))


def _own(source: sqlite3.Connection, rows: Iterable[Any], table: str, columns: list[str], plan: Plan) -> Iterator[Any]:
    """Yield rows of a table, except those that name posts that are not selected.

    One request can check many posts, and a recorded page loads the frames of all its posts.
    """
    telling = stored()["telling"].get(table)
    told = None if telling is None else columns.index(telling)
    for row in rows:
        if told is None or row[told] is None:
            yield row
        elif table == "printings":
            yield (*row[:told], _source_of_one(source, row[told]), *row[told + 1 :])
        elif not _names_posts(source, row[told], _OTHER) and _is_of_post(source, table, row[told], plan):
            yield row


def _is_of_post(source: sqlite3.Connection, table: str, text: str, plan: Plan) -> bool:
    """Return True unless this is a problem that may concern posts that are not selected."""
    return table != "problems" or not plan.selects_posts or _names_posts(source, text, "post in temp.selected_posts")


def _source_of_one(source: sqlite3.Connection, url: str) -> str:
    """Return the URL that a wording came from, without names of posts that are not selected."""
    if not _names_posts(source, url, _OTHER):
        return url
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.hostname}/"


def _names_posts(source: sqlite3.Connection, text: str, which: str) -> bool:
    """Return True if a text contains the platform's id of a post."""
    words = _BETWEEN.split(unquote(unquote(text)))
    ids = json.dumps([*words, *map("/".join, pairwise(words))])
    return source.execute(_NATIVE.format(which), (ids,)).fetchone() is not None


def _recompute(copy: sqlite3.Connection) -> None:
    """Recompute authors and hashtags from the copied rows only."""
    for statement in stored()["changes"].values():
        copy.execute(statement.format(latest_name=LATEST_NAME.format("authors.id")))
    show_spellings(copy, [key for (key,) in copy.execute("select id from hashtags").fetchall()])


def _shown(copy: sqlite3.Connection, plan: Plan) -> Plan:
    """Return a plan without named things that no selected article shows."""
    keys = {
        kind: dict.fromkeys(key for key in named if copy.execute(stored()["has"][kind], (key,)).fetchone())
        for kind, named in plan.keys.items()
    }
    return replace(plan, keys=keys)
