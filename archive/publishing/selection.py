"""What is published: the articles that fit, whole ones up to a number of pages, and what they show."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from archive.selection import Selection
from archive.store.schema.days import DAY
from scraper.errors import SettingsError
from scraper.values.urls import host_without_www

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator

    from sqlite_utils import Database

#: The kinds of pages of which there is one for each thing, in the order in which readers look for them.
KINDS = ("hashtag", "post", "author", "article", "outlet")

#: The outlet's local day; a month or year where no day is known.
_DAY = DAY.format("articles.")
_ARTICLES = {
    "outlet": "articles.outlet in (select value from json_each(:outlet))",
    "host": "host_of(articles.url) in (select value from json_each(:host))",
    "language": "articles.language in (select value from json_each(:language))",
    "since": f"{_DAY} >= json_extract(:since, '$[0]')",
    "until": f"{_DAY} < json_extract(:until, '$[0]') || 'U'",  # behind every day of a month or year
    "article": "articles.id in (select value from json_each(:article))",
}
#: What has a page because it was named; named articles and posts have one where they fit.
_NAMED = frozenset({"hashtag", "author", "outlet"})
#: Of what these articles show, only the posts and quotes that were asked for.
_POSTS = {
    "post": "posts.id in (select value from json_each(:post))",
    "author": "posts.author in (select value from json_each(:author))",
    "platform": "posts.platform in (select value from json_each(:platform))",
    "hashtag": """exists (
  select 1 from posts_hashtags
  where post = posts.id and hashtag in (select value from json_each(:hashtag)))""",
}
_QUOTES = {
    "post": "false",
    "author": "quotes.author in (select value from json_each(:author))",
    "platform": "quotes.platform in (select value from json_each(:platform))",
    "hashtag": """exists (
  select 1 from quotes_hashtags
  where quote = quotes.id and hashtag in (select value from json_each(:hashtag)))""",
}
_SHOWN = "from embeds join posts on posts.id = embeds.post where embeds.article {} and {}"
_SHOW = "articles.id in (select embeds.article from posts join embeds on embeds.post = posts.id where {})"
_QUOTE = "articles.id in (select quotes.article from quotes where {})"
_NAME = """articles.id in (
  select article from articles_hashtags where hashtag in (select value from json_each(:hashtag)))"""
#: How each thing is found by what somebody names, and where its names can be looked up.
_LOOKUPS = {
    "hashtag": ("select id from hashtags where id = :named", "--table hashtags"),
    "author": ("select id from authors where id in (:named, lower(:named))", "--table authors"),
    "outlet": ("select outlet from tally_outlets where outlet = :named", "--table outlets"),
    "post": (
        """select id from posts where id = :named
union select post from post_aliases where alias = :named
union select id from posts where url = :named limit 1""",
        "--table posts",
    ),
    "article": ("select id from articles where id = :named or url = :named limit 1", "--table articles"),
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody asks to be published; what names nothing asks for all.

    Attributes:
        articles: Which articles, as for `voxpop bulk`'s datasets.
        author: Keys of authors, such as ``bluesky:jo.example``.
        post: Keys of posts.
        article: Keys of articles.
    """

    articles: Selection = field(default_factory=Selection)
    author: tuple[str, ...] = ()
    post: tuple[str, ...] = ()
    article: tuple[str, ...] = ()

    def values(self) -> dict[str, tuple[str, ...]]:
        """Return what was asked for, by field; without the fields that ask for nothing."""
        found = {name: getattr(self.articles, name) for name in self.articles.__slots__}
        found |= {"author": self.author, "post": self.post, "article": self.article}
        return {name: values for name, values in found.items() if values}


@dataclass(frozen=True, slots=True)
class Plan:
    """What is published.

    Attributes:
        wanted: What was asked for, by field, as the archive calls it.
        keys: The keys of the things that have a page, by kind.
        articles: How many articles fit.
        posts: How many posts they show that fit.
        given: What was asked for, as parameters of SQL.
    """

    wanted: dict[str, tuple[str, ...]]
    keys: dict[str, dict[str, None]]
    articles: int
    posts: int
    given: dict[str, str]

    @property
    def is_part(self) -> bool:
        """Return True if the archive may hold more than is published."""
        return not self.is_whole or self.is_cut

    @property
    def selects_posts(self) -> bool:
        """Return True if single posts are selected, and not all that the articles show."""
        return bool(self.wanted.keys() & _POSTS.keys())

    def quotes(self) -> str:
        """Return the SQL condition of the quotes that fit, with the parameters `given`."""
        return _all_of(_QUOTES, self.wanted)

    @property
    def is_cut(self) -> bool:
        """Return whether more fits than is published."""
        return self.articles > len(self.keys["article"]) or self.posts > len(self.keys["post"])

    @property
    def is_whole(self) -> bool:
        """Return whether nothing was left out by name."""
        return not self.wanted

    def __len__(self) -> int:
        """Return the number of pages."""
        return sum(map(len, self.keys.values()))

    def take(self, shown: Iterable[tuple[str, str]], limit: int) -> bool:
        """Add an article and what it shows, unless that gives too many pages; return whether it was added.

        Args:
            shown: The kinds and keys of the things.
            limit: Most pages; the first article is taken whatever it shows.
        """
        new = [(kind, key) for kind, key in dict.fromkeys(shown) if key not in self.keys[kind]]
        if self.keys["article"] and len(self) + len(new) > limit:
            return False
        for kind, key in new:
            self.keys[kind][key] = None
        return True


def plan_of(db: Database, wanted: Wanted, limit: int) -> Plan:
    """Return what is published of an archive: whole articles, newest first, in at most `limit` pages.

    Raises:
        SettingsError: What was named is not in the archive, or nothing fits.
    """
    db.conn.create_function("host_of", 1, host_without_www, deterministic=True)
    asked = {
        name: tuple(_found(db.conn, name, value) for value in values) if name in _LOOKUPS else values
        for name, values in wanted.values().items()
    }
    given = {name: json.dumps(values) for name, values in asked.items()}
    articles = _articles(asked)
    those = f"in (select id from articles where {articles})"  # noqa: S608 -- our own SQL
    shown = _SHOWN.format(those, _all_of(_POSTS, asked))
    plan = Plan(
        asked,
        {kind: dict.fromkeys(asked.get(kind, ()) if kind in _NAMED else ()) for kind in KINDS},
        _count(db.conn, f"select count(*) from articles where {articles}", given),  # noqa: S608 -- as above
        _count(db.conn, f"select count(distinct embeds.post) {shown}", given),
        given,
    )
    if not plan.articles:
        raise SettingsError("no article fits what was asked for: leave out a condition")
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
    """Yield the kind and key of an article, its outlet, and what of it fits."""
    this = given | {"this": article}
    yield "article", article
    yield "outlet", outlet or ""
    posts = f"select posts.id, posts.author {_SHOWN.format('= :this', _all_of(_POSTS, asked))}"
    for post, author in db.execute(f"{posts} order by embeds.position", this):
        yield "post", post
        if author:
            yield "author", author
    if asked.keys() & _POSTS.keys():
        return
    quoted = "select distinct author from quotes where article = :this and author is not null"
    yield from (("author", author) for (author,) in db.execute(quoted, this))
    if not asked:
        named = """select hashtag from articles_hashtags where article = :this
union select hashtag from posts_hashtags where post in (select post from embeds where article = :this)"""
        yield from (("hashtag", tag) for (tag,) in db.execute(named, this))


def _found(db: sqlite3.Connection, kind: str, named: str) -> str:
    """Return the key of what somebody named.

    Raises:
        SettingsError: The archive does not have it.
    """
    sql, table = _LOOKUPS[kind]
    row = db.execute(sql, {"named": named}).fetchone()
    if row is None:
        raise SettingsError(f"--{kind} {named}: is not in the archive: `voxpop export DB {table}` lists them")
    return str(row[0])


def _articles(asked: dict[str, Any]) -> str:
    """Return the condition of the articles: they fit, and where posts are selected, they show or quote one.

    An article that names a hashtag belongs to it too. What quotes a platform only names it.
    """
    conditions = [_all_of(_ARTICLES, asked)]
    if of_posts := asked.keys() & _POSTS.keys():
        shows = [_SHOW.format(_all_of(_POSTS, asked))]
        if not of_posts & {"post", "platform"}:
            shows.append(_QUOTE.format(_all_of(_QUOTES, asked)))
        if of_posts == {"hashtag"}:
            shows.append(_NAME)
        conditions.append(f"({' or '.join(shows)})")
    return " and ".join(conditions)


def _all_of(conditions: dict[str, str], asked: dict[str, Any]) -> str:
    """Return the conditions of the fields that ask for something, as SQL."""
    return " and ".join(sql for name, sql in conditions.items() if name in asked) or "true"
