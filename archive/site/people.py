"""Finding people by a word of a name they were printed with, or by the beginning of their handle.

The search index of an archive holds posts, quotes and articles, but no names. Those are indexed here, in
memory and by the same rules (case and accents do not matter), when somebody first searches: two seconds for
300,000 people. From then on only the names that were archived since are read.
"""

from __future__ import annotations

import json
import re
import sqlite3
import threading
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from archive.site.selection.tree import is_piece

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from archive.site.site import Answer, Site

# Letters that are in no name looked for letter by letter: Latin, Greek, Cyrillic.
_BEYOND = re.compile("[^\x00-\u052f]")
SHOWN = 12
MOST = 1000  # of those who bear a common name, so many are looked at
SHORTEST_HANDLE = 3

INDEX = "create virtual table names using fts5 (name, author unindexed, tokenize='unicode61 remove_diacritics 2')"
NEW = "select rowid, name, author from author_names where rowid >= ? order by rowid"
ADD = "insert into names (rowid, name, author) values (?, ?, ?)"
LAST = "select rowid, name, author from names order by rowid desc limit 1"
# Most searches ask for none: then no name is looked through.
_HELD = """(:pieces = '[]' or not exists (
    select 1 from json_each(:pieces) where instr(lower(coalesce(name, '')), value) = 0
  ))"""
NAMED = f"select author from names where names match :words and {_HELD} limit :most"  # noqa: S608 - our own
#: Names that hold what is looked for letter by letter: few, and read one by one.
ODD = "create table odd (name, author)"
ADD_ODD = "insert into odd (name, author) values (lower(?), ?)"
HANDLE = """
select id from authors
where handle >= :handle collate nocase and handle < :handle || char(1114111) collate nocase
limit :most
"""
AMONG = """
select id, count(*) over () as people from authors
where id in (select value from json_each(:authors)) and (:platform = '' or platform = :platform)
order by embeds desc, quotes desc, id
limit :shown
"""
PEOPLE = """
select id, platform, handle, name, posts, quotes
from authors where id in (select value from json_each(:people))
order by embeds desc, quotes desc, id
"""


class Names:
    """The names in one archive, in an index of their own."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._begin()

    def find(self, archive: sqlite3.Connection, words: str, pieces: Sequence[str] = ()) -> list[str]:
        """Return the keys of authors who bear a name with these words, a search of FTS5, and these pieces."""
        wanted: dict[str, Any] = {"most": MOST}
        if words:
            sql = NAMED
            wanted |= {"words": words, "pieces": json.dumps(pieces, ensure_ascii=False)}
        else:
            held = {f"piece{number}": piece for number, piece in enumerate(pieces)}
            conditions = " and ".join(f"instr(name, :{name})" for name in held) or "1"
            sql = f"select author from odd where {conditions} limit :most"  # noqa: S608 - our own
            wanted |= held
        with self._lock:
            self._learn(archive)
            return [author for (author,) in self._index.execute(sql, wanted)]

    def _begin(self) -> None:
        self._index = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
        self._index.execute(INDEX)
        self._index.execute(ODD)
        self._last: tuple[Any, ...] = (0,)

    def _learn(self, archive: sqlite3.Connection) -> None:
        """Read the names behind the last one known; all of them where that one is no longer in its place."""
        rows = map(tuple, archive.execute(NEW, (self._last[0],)))
        if len(self._last) > 1 and next(rows, None) != self._last:
            self._begin()
            rows = map(tuple, archive.execute(NEW, self._last))
        with self._index:
            self._index.execute("begin")
            odd: list[tuple[Any, Any]] = []
            self._index.executemany(ADD, _noting(rows, odd))
            self._index.executemany(ADD_ODD, odd)
        self._last = self._index.execute(LAST).fetchone() or (0,)


def _noting(rows: Iterable[tuple[Any, ...]], odd: list[tuple[Any, Any]]) -> Iterator[tuple[Any, ...]]:
    """Pass rows on, and note the names that hold what is looked for letter by letter."""
    for row in rows:
        if _BEYOND.search(row[1]) and is_piece(row[1]):
            odd.append(row[1:])
        yield row


_NAMES: WeakKeyDictionary[Any, Names] = WeakKeyDictionary()


async def find(site: Site, words: str, pieces: Sequence[str], typed: str, platform: str) -> tuple[Answer, int]:
    """Return the people who are meant, those shown most first, and how many there are.

    Args:
        site: The archive.
        words: Words of a name, as a search of FTS5.
        pieces: What a name has to hold letter by letter.
        typed: What may be the beginning of a handle.
        platform: Where they are; anywhere where it is empty.
    """

    def look(archive: sqlite3.Connection) -> list[Any]:
        authors = ids(site, archive, words, pieces, typed)
        asked = {"authors": json.dumps(authors), "platform": platform, "shown": SHOWN}
        return archive.execute(AMONG, asked).fetchall()

    rows = await site.database.execute_fn(look)
    asked = {"people": json.dumps([row[0] for row in rows])}
    found = await site.ask_all(people=(PEOPLE, asked))
    return found["people"], rows[0][1] if rows else 0


def ids(site: Site, archive: sqlite3.Connection, words: str, pieces: Sequence[str], typed: str) -> list[str]:
    """Return the keys of those who bear a name with these words, or whose handle begins as was typed."""
    names = _NAMES.setdefault(site.database, Names())
    return names.find(archive, words, pieces) + _with_handle(archive, typed)


def _with_handle(archive: sqlite3.Connection, typed: str) -> list[str]:
    handle = typed.lstrip("@")
    if len(handle) < SHORTEST_HANDLE or len(handle.split()) > 1:
        return []
    return [author for (author,) in archive.execute(HANDLE, {"handle": handle, "most": MOST})]
