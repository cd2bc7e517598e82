"""What is published: matching articles, whole ones up to a number of pages, what they show, and a copy of that."""

from __future__ import annotations

import json
import re
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from archive.selection import Selection
from archive.store.database import failures_named, open_to_write
from archive.store.names import LATEST_NAME, show_spellings
from archive.store.terms import DAY
from scraper.configuration import packaged
from scraper.errors import SettingsError
from scraper.values.urls import host_without_www

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from sqlite_utils import Database

#: Kinds of things with a page each, in the order of interest.
KINDS = ("hashtag", "post", "author", "article", "outlet")

_DAY = DAY.format("articles.")
#: Named things of these kinds have a page; named articles and posts only if they match.
_NAMED = frozenset({"hashtag", "author", "outlet"})
#: Fields that select single posts and quotes.
_OF_POSTS = frozenset({"post", "author", "platform", "hashtag"})
_SHOWN = "from embeds join posts on posts.id = embeds.post where embeds.article {} and {}"
_SHOW = "articles.id in (select embeds.article from posts join embeds on embeds.post = posts.id where {})"
_QUOTE = "articles.id in (select quotes.article from quotes where {})"
_NAME = """articles.id in (
  select article from articles_hashtags where hashtag in (select value from json_each(:hashtag)))"""


@cache
def stored() -> dict[str, Any]:
    """Return the queries of this package."""
    return packaged("queries/publishing.toml")


@dataclass(frozen=True, slots=True)
class Wanted:
    """A selection; empty for everything. Authors are keys, such as ``bluesky:jo.example``. It may have a `name`."""

    articles: Selection = field(default_factory=Selection)
    author: tuple[str, ...] = ()
    post: tuple[str, ...] = ()
    article: tuple[str, ...] = ()
    name: str = ""

    def values(self) -> dict[str, tuple[str, ...]]:
        """Return the values by field, without empty fields."""
        found = {name: getattr(self.articles, name) for name in self.articles.__slots__}
        found |= {"author": self.author, "post": self.post, "article": self.article}
        return {name: values for name, values in found.items() if values}


@dataclass(frozen=True, slots=True)
class Plan:
    """What is published: values `wanted`, as spelled in the archive, and `keys` of things with a page, by kind."""

    wanted: dict[str, tuple[str, ...]]
    keys: dict[str, dict[str, None]]
    articles: int
    posts: int
    given: dict[str, str]
    name: str = ""

    @property
    def is_part(self) -> bool:
        """Return True if the archive may contain more than is published."""
        return not self.is_whole or self.is_cut

    @property
    def selects_posts(self) -> bool:
        """Return True if single posts are selected, not everything that the articles show."""
        return bool(self.wanted.keys() & _OF_POSTS)

    def quotes(self) -> str:
        """Return the SQL condition of matching quotes, with the parameters `given`."""
        return _all_of("quotes", self.wanted)

    @property
    def is_cut(self) -> bool:
        """Return True if more matches than is published."""
        return self.articles > len(self.keys["article"]) or self.posts > len(self.keys["post"])

    @property
    def is_whole(self) -> bool:
        """Return True if there is no selection."""
        return not self.wanted

    def __len__(self) -> int:
        """Return the number of pages."""
        return sum(map(len, self.keys.values()))

    def take(self, shown: Iterable[tuple[str, str]], limit: int) -> bool:
        """Add an article and what it shows, unless it exceeds the limit and is not the first; return True if added."""
        new = [(kind, key) for kind, key in dict.fromkeys(shown) if key not in self.keys[kind]]
        if self.keys["article"] and len(self) + len(new) > limit:
            return False
        for kind, key in new:
            self.keys[kind][key] = None
        return True


def plan_of(db: Database, wanted: Wanted, limit: int) -> Plan:
    """Plan what is published of an archive: whole articles, newest first, in at most `limit` pages.

    Raises SettingsError if a named thing is not in the archive, or nothing matches.
    """
    db.conn.create_function("host_of", 1, host_without_www, deterministic=True)
    asked = {
        name: tuple(_found(db.conn, name, value) for value in values) if name in KINDS else values
        for name, values in wanted.values().items()
    }
    given = {name: json.dumps(values) for name, values in asked.items()}
    articles = _articles(asked)
    those = f"in (select id from articles where {articles})"  # noqa: S608 -- our own SQL
    shown = _SHOWN.format(those, _all_of("posts", asked))
    plan = Plan(
        asked,
        {kind: dict.fromkeys(asked.get(kind, ()) if kind in _NAMED else ()) for kind in KINDS},
        _count(db.conn, f"select count(*) from articles where {articles}", given),  # noqa: S608 -- as above
        _count(db.conn, f"select count(distinct embeds.post) {shown}", given),
        given,
        wanted.name,
    )
    if not plan.articles:
        raise SettingsError("no article matches the selection: remove a condition")
    newest_first = f"select id, outlet from articles where {articles} order by published_at desc, id"  # noqa: S608 -- as above
    for article, outlet in db.conn.execute(newest_first, given):
        if not plan.take(_shown_by(db.conn, article, outlet, asked, given), limit):
            break
    return plan


def _count(db: sqlite3.Connection, sql: str, given: dict[str, str]) -> int:
    return int(db.execute(sql, given).fetchone()[0])


def _shown_by(
    db: sqlite3.Connection, article: str, outlet: str | None, asked: dict[str, Any], given: dict[str, str]
) -> Iterator[tuple[str, str]]:
    """Yield the kinds and keys of an article, its outlet, and what it shows of the selection."""
    this = given | {"this": article}
    yield "article", article
    yield "outlet", outlet or ""
    posts = f"select posts.id, posts.author {_SHOWN.format('= :this', _all_of('posts', asked))}"
    for post, author in db.execute(f"{posts} order by embeds.position", this):
        yield "post", post
        if author:
            yield "author", author
    if asked.keys() & _OF_POSTS:
        return
    quoted = "select distinct author from quotes where article = :this and author is not null"
    yield from (("author", author) for (author,) in db.execute(quoted, this))
    if not asked:
        named = """select hashtag from articles_hashtags where article = :this
union select hashtag from posts_hashtags where post in (select post from embeds where article = :this)"""
        yield from (("hashtag", tag) for (tag,) in db.execute(named, this))


def _found(db: sqlite3.Connection, kind: str, named: str) -> str:
    row = db.execute(stored()["selection"]["keys"][kind], {"named": named}).fetchone()
    if row is None:
        raise SettingsError(f"--{kind} {named}: is not in the archive: `voxpop export DB --table {kind}s` lists them")
    return str(row[0])


def _articles(asked: dict[str, Any]) -> str:
    """Return the SQL condition of the articles; if posts are selected, they must show or quote one.

    An article that contains the hashtag matches too. A quote only names its platform.
    """
    conditions = [_all_of("articles", asked)]
    if of_posts := asked.keys() & _OF_POSTS:
        shows = [_SHOW.format(_all_of("posts", asked))]
        if not of_posts & {"post", "platform"}:
            shows.append(_QUOTE.format(_all_of("quotes", asked)))
        if of_posts == {"hashtag"}:
            shows.append(_NAME)
        conditions.append(f"({' or '.join(shows)})")
    return " and ".join(conditions)


def _all_of(table: str, asked: dict[str, Any]) -> str:
    conditions: dict[str, str] = stored()["selection"][table]
    found = (sql.format(day=_DAY) for name, sql in conditions.items() if name in asked)
    return " and ".join(found) or "true"


# Copy the selected part of an archive into its own database, from which its pages are made. No page can show more than
# the copy: only listed tables and selected rows are copied, and the triggers of the new database count only these.
# Unlisted tables stay empty.

#: Condition of the posts that are not selected.
_OTHER = "post not in temp.selected_posts"
_NATIVE = "select 1 from printings where native_id in (select value from json_each(?)) and {} limit 1"
_BETWEEN = re.compile(r"[/?&=#,;:()\s\"'<>|]+")


def copy_part(source: sqlite3.Connection, plan: Plan, target: Path) -> Plan:
    """Copy the rows of a plan into a new archive; return the plan without what its articles don't show.

    The source is open for reading in the transaction of the plan. Raises ArchiveError if there is no space.
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
