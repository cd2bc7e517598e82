"""Selections of hashtags, authors and outlets: what has a name, and numbers that the archive keeps."""

from __future__ import annotations

import json
import re
import sqlite3
import threading
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from archive.site.selection import survey
from archive.site.selection.known import CONDITIONS, LISTED, MEANINGS, MOST_POSTS
from archive.site.selection.selection import is_piece
from archive.site.words import fold_hashtag, fold_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from archive.site.selection.known import Known, Meant
    from archive.site.site import Answer, Site


# Finding people by a word of a name they were printed with, or by the beginning of their handle.

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
NAMED = f"select author from names where names match :words and {_HELD} limit :most"
#: Names that are searched letter by letter: there are few.
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
            sql = f"select author from odd where {conditions} limit :most"
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
        """Read the names after the last one known; all of them if that one has moved."""
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
    for row in rows:
        if _BEYOND.search(row[1]) and is_piece(row[1]):
            odd.append(row[1:])
        yield row


_NAMES: WeakKeyDictionary[Any, Names] = WeakKeyDictionary()


async def find_people(site: Site, words: str, pieces: Sequence[str], typed: str, platform: str) -> tuple[Answer, int]:
    """Return the people who are meant, those shown most first, and how many there are.

    `words` is an FTS5 query, `pieces` are matched letter by letter, `typed` may begin a handle; no `platform` is any.
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
    """Return the keys of authors with these words in a name, or with a handle that starts with the query."""
    names = _NAMES.setdefault(site.database, Names())
    return names.find(archive, words, pieces) + _with_handle(archive, typed)


def _with_handle(archive: sqlite3.Connection, typed: str) -> list[str]:
    handle = typed.lstrip("@")
    if len(handle) < SHORTEST_HANDLE or len(handle.split()) > 1:
        return []
    return [author for (author,) in archive.execute(HANDLE, {"handle": handle, "most": MOST})]


#: Maximum number of reactions with the words of which names are counted.
SPOKEN_LOOKED = 1500
#: Number of the largest that are examined if no condition selects fewer.
CANDIDATES = 15_000
NAMES = """
select {columns} from (select * from {start} order by {order} limit :candidates) as {table}
where {holds}
order by {order} limit :looked
"""
POSTS = {
    "authors": "select sum(posts) as posts from hashtags where id = :key",
    "hashtags": "select sum(posts) as posts from authors where id in (select value from json_each(:key))",
}
CALLED = """
select id from hashtags
where {holds} order by articles desc limit :looked
"""
_AMONG = "in (select value from json_each"
_SPEAKING = f"""
select {{value}} as id, count(*) as number
from embeds join {{of_embeds}} where embeds.id {_AMONG}(:embeds)) group by 1
union all
select {{value}}, count(*) from quotes join {{of_quotes}} where quotes.id {_AMONG}(:quotes)) group by 1
"""
#: The hashtags, authors and outlets of reactions, with the numbers of embeds and of quotes.
SPEAKING = {
    "hashtags": _SPEAKING.format(
        value="tags.hashtag",
        of_embeds="posts_hashtags as tags on tags.post = embeds.post",
        of_quotes="quotes_hashtags as tags on tags.quote = quotes.id",
    ),
    "authors": _SPEAKING.format(
        value="author", of_embeds="posts on posts.id = embeds.post", of_quotes="(select 1) on 1"
    ),
    "outlets": _SPEAKING.format(
        value="outlet",
        of_embeds="articles on articles.id = embeds.article",
        of_quotes="articles on articles.id = quotes.article",
    ),
}
SPOKEN = "(select key as said, value as spoken from json_each(:speaking)) cross join {table} on {table}.{key} = said"
COUNT = "select count(*) as number from {table}"
TABLES = {"hashtags": "hashtags", "authors": "authors", "outlets": "tally_outlets"}
_COLUMNS = {
    "hashtags": "id, tag, posts, articles",
    "authors": "id, platform, handle, name, posts, embeds, quotes",
    "outlets": "outlet as id, outlet, articles, embeds, quotes",
}
_KEYS = {"hashtags": "id", "authors": "id", "outlets": "outlet"}
_BY_NAME = {"hashtags": "id", "authors": "name collate nocase", "outlets": "outlet collate nocase"}
#: Conditions that lead to few names.
_NARROW = {"hashtags": ("hashtag", "author", "outlet"), "authors": ("author", "outlet", "hashtag"), "outlets": ()}


@dataclass(frozen=True, slots=True)
class Named:
    """The rows found, and their least number (exact if `is_exact`); `says` names a bound of the search.

    `spoken` are the reactions with the words if no name has them: these rows have most of them.
    """

    answer: Answer
    total: int
    is_exact: bool
    says: str = ""
    spoken: survey.Survey | None = None


async def find(site: Site, known: Known, looked: int | None = None) -> Named:
    """Return the names of a selection, in its order; at most `looked`."""
    looked = looked or survey.LOOKED
    selection = known.selection
    kind, order, says, spoken = selection.kind, selection.order, "", None
    table, (narrow, led), columns = TABLES[kind], _narrow(known), _COLUMNS[kind]
    start = f"{table} where {narrow}" if narrow else table
    holds, parameters = known.holds(kind, led)
    if selection.typed.words or selection.typed.pieces:
        called = await _called(site, known)
        narrow = f"{_KEYS[kind]} {LISTED.format(c=':names')}"
        start = f"{table} where {narrow}"
        parameters["names"] = json.dumps(called, ensure_ascii=False)
        if not called:
            speaking, says, spoken = await _speaking(site, known)
            parameters["speaking"] = json.dumps(speaking, ensure_ascii=False)
            start, order, columns = SPOKEN.format(table=table, key=_KEYS[kind]), "spoken", f"{columns}, spoken"
    question = NAMES.format(
        columns=columns,
        table=table,
        start=start,
        holds=holds,
        order=_BY_NAME[kind] if order == "name" else f"{order} desc",
    )
    candidates = looked if holds == "1" else max(CANDIDATES, looked)
    asked: dict[str, Any] = {**parameters, "candidates": candidates, "looked": looked}
    answer = (await site.ask_all(**{kind: (question, asked)}))[kind]
    number, held = len(answer.rows), None if narrow else (await site.ask(COUNT.format(table=table))).first
    if selection.is_everything and held:
        return Named(answer, int(held["number"]), is_exact=True)
    says = says or await _bounded(site, known)
    if held and held["number"] > CANDIDATES:
        says = f"Among the first {CANDIDATES:,} in this order."
    is_exact = number < looked and (spoken.is_whole if spoken else not says)
    return Named(answer, number, is_exact=is_exact, says=says, spoken=spoken)


def _narrow(known: Known) -> tuple[str, Meant | None]:
    """Return the SQL of a condition that leads to few names, and the condition; empty for none, or if words do."""
    kind, typed = known.selection.kind, known.selection.typed
    for field in () if typed.words or typed.pieces else _NARROW[kind]:
        if meant := known.one(field):
            sql: str = (CONDITIONS[kind] | MEANINGS["names"][kind])[field]
            return sql.replace("{c}", f":c{known.meant.index(meant)}"), meant
    return "", None


async def _bounded(site: Site, known: Known) -> str:
    """Say where only some posts are looked at: of a hashtag for authors, of an author for hashtags."""
    kind = known.selection.kind
    wanted = {"authors": "hashtag", "hashtags": "author"}.get(kind)
    meant = known.one(wanted) if wanted else None
    if meant is None:
        return ""
    posts = int((await site.ask(POSTS[kind], key=meant.value)).rows[0]["posts"] or 0)
    return f"In {MOST_POSTS:,} of {posts:,} posts." if posts > MOST_POSTS else ""


async def _speaking(site: Site, known: Known) -> tuple[dict[str, int], str, survey.Survey]:
    """Return the names that reactions with the typed words have, each with their number; a note; these reactions."""
    found = await survey.survey(site, known, "reactions", looked=SPOKEN_LOOKED)
    among = {table: json.dumps(survey.keys(found.hits, table)) for table in ("embeds", "quotes")}
    numbers: Counter[str] = Counter()
    for row in (await site.ask(SPEAKING[known.selection.kind], **among)).rows:
        numbers[row["id"] or ""] += row["number"]
    del numbers[""]
    noun = known.selection.kind[:-1]
    bound = "" if found.is_whole else f" in the newest {found.looked:,}"
    says = f"No {noun} has this name. These {noun}s have the most reactions with the words{bound}." if numbers else ""
    return dict(numbers.most_common(1000)), says, found


async def _called(site: Site, known: Known) -> list[str]:
    kind, typed = known.selection.kind, known.selection.typed
    if kind == "authors":
        words = (typed.words, typed.pieces, known.selection.q)
        found: list[str] = await site.database.execute_fn(lambda archive: ids(site, archive, *words))
        return found
    if kind == "hashtags":
        wanted = {f"word{number}": fold_hashtag(word) for number, word in enumerate(typed.plain)}
        holds = " and ".join(f"instr(id, :{word})" for word in wanted) or "1"
        rows = (await site.ask(CALLED.format(holds=holds), **wanted, looked=survey.LOOKED)).rows
        return [row["id"] for row in rows]
    folded = [fold_name(word) for word in typed.plain]
    rows = (await site.ask("select outlet from tally_outlets limit 20000")).rows
    called = ((row["outlet"], fold_name(row["outlet"])) for row in rows)
    return [outlet for outlet, name in called if all(word in name for word in folded)]
