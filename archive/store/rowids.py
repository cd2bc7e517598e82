"""Row numbers for full-text search that grow with time and depend on nothing else (see ``schema/current.sql``)."""

from __future__ import annotations

import hashlib
import json
from datetime import date
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence
    from typing import Literal

    from scraper.records import Moment

# 27 bits for minutes since 1970 (until 2225) and 26 bits for rows of the same minute: together 53, the
# largest integers that JavaScript, and so Datasette's JSON in a browser, represents exactly.
_MINUTES_BITS, _SHARE_BITS = 27, 26
_FIRST_DAY = date(1970, 1, 1).toordinal()
_TAKEN = "SELECT 1 FROM {} WHERE rowid = ? AND id <> ?"


def free_rowid(
    connection: sqlite3.Connection, table: Literal["posts", "articles"], key: str, moment: Moment | None
) -> int:
    """Return the row number of a post or article, or the next free one."""
    rowid = rowid_of(key, moment)
    while connection.execute(_TAKEN.format(table), (rowid, key)).fetchone():
        rowid += 1
    return rowid


def free_rowids(
    connection: sqlite3.Connection, table: Literal["posts", "articles"], rows: Sequence[tuple[str, Moment | None]]
) -> list[int]:
    """Return the row numbers of many new posts or articles, equal to those of `free_rowid` one by one."""
    wanted = [rowid_of(key, moment) for key, moment in rows]
    query = f"SELECT rowid FROM {table} WHERE rowid IN (SELECT value FROM json_each(?))"  # noqa: S608 - our own names
    taken = {rowid for (rowid,) in connection.execute(query, (json.dumps(wanted),))}
    given: list[int] = []
    for (key, _), rowid in zip(rows, wanted, strict=True):
        while rowid in taken:
            rowid += 1  # noqa: PLW2901
            if rowid not in taken and connection.execute(_TAKEN.format(table), (rowid, key)).fetchone():
                taken.add(rowid)
        taken.add(rowid)
        given.append(rowid)
    return given


def rowid_of(key: str, moment: Moment | None) -> int:
    """Return the row number for a key and a time.

    >>> from scraper.records import Moment
    >>> day = Moment(at="2020-02-01", precision="day", source="printed")
    >>> rowid_of("a", None) < rowid_of("b", day) < 2**53
    True
    """
    minutes = min(max(_minutes((moment and moment.at) or ""), 0), (1 << _MINUTES_BITS) - 1)
    share = int.from_bytes(hashlib.sha256(key.encode()).digest()[:4]) >> (32 - _SHARE_BITS)
    return minutes << _SHARE_BITS | share


def _minutes(at: str) -> int:
    """Return the minutes from 1970 to the start of an ISO 8601 span; 0 if it is not valid."""
    try:
        day = date(int(at[:4]), int(at[5:7] or 1), int(at[8:10] or 1))
        clock = int(at[11:13] or 0) * 60 + int(at[14:16] or 0)
    except ValueError:
        return 0
    return (day.toordinal() - _FIRST_DAY) * 1440 + clock
