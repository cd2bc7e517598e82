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

from archive.store.database import failures_named, open_to_write
from archive.store.names import LATEST_NAME, show_spellings

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from archive.publishing.selection import Plan

#: Tables of selected rows.
_SELECTED = ("articles", "posts", "quotes", "printings", "authors", "hashtags")
_IN = "{} in (select key from temp.selected_{})"
_PRINTED = f"""
    printings.post = posts.key and (
        printings.source is not null
        or exists (
            select 1 from embeds
            where embeds.printing = printings.id and {_IN.format("embeds.article", "articles")})
        or exists (
            select 1 from repeats
            where repeats.printing = printings.id and {_IN.format("repeats.article", "articles")})
    )
"""  # noqa: S608 -- our own text
_FIND = {
    "printings": f"""
        select printings.id from temp.selected_posts as posts cross join printings where {_PRINTED}
    """,  # noqa: S608 -- our own text
    "authors": f"""
        select author from posts where {_IN.format("id", "posts")} and author is not null
        union select author from printings where {_IN.format("id", "printings")} and author is not null
        union select author from quotes where {_IN.format("id", "quotes")} and author is not null
    """,  # noqa: S608 -- our own text
    "hashtags": f"""
        select hashtag from posts_hashtags where {_IN.format("post", "posts")}
        union select hashtag from quotes_hashtags where {_IN.format("quote", "quotes")}
    """,  # noqa: S608 -- our own text
}
_NAMED = f"select hashtag from articles_hashtags where {_IN.format('article', 'articles')}"  # noqa: S608 -- our own text
#: Hashtags of an article that are in one of its selected posts or quotes, or in the selection itself.
_SHOWN_TAG = f"""(
    hashtag in (select value from json_each(:hashtag))
    or exists (
        select 1 from embeds join posts_hashtags as tags on tags.post = embeds.post
        where embeds.article = articles_hashtags.article and tags.hashtag = articles_hashtags.hashtag
        and {_IN.format("embeds.post", "posts")})
    or exists (
        select 1 from quotes join quotes_hashtags as tags on tags.quote = quotes.id
        where quotes.article = articles_hashtags.article and tags.hashtag = articles_hashtags.hashtag
        and {_IN.format("quotes.id", "quotes")})
)"""  # noqa: S608 -- our own text
_SHOWN_HANDLE = f"""exists (
    select 1 from embeds join mentions on mentions.post = embeds.post
    where embeds.article = articles_mentions.article and mentions.handle = articles_mentions.handle
    and {_IN.format("embeds.post", "posts")}
)"""  # noqa: S608 -- our own text
_OF_ARTICLE, _OF_POST = _IN.format("article", "articles"), _IN.format("post", "posts")
_CHECKED = f"id in (select capture from checks where {_OF_POST})"  # noqa: S608 -- our own text
#: The copied tables in the order of their references, and the rows to copy.
COPIED = {
    "articles": _IN.format("id", "articles"),
    "captures": f"({_OF_ARTICLE} or {_CHECKED}) and hidden is null",
    "authors": _IN.format("id", "authors"),
    "hashtags": _IN.format("id", "hashtags"),
    "posts": _IN.format("id", "posts"),
    "post_aliases": _OF_POST,
    "printings": _IN.format("id", "printings"),
    "author_names": _IN.format("author", "authors"),
    "embeds": f"{_OF_ARTICLE} and {_OF_POST}",
    "repeats": f"{_OF_ARTICLE} and {_IN.format('printing', 'printings')}",
    "quotes": _IN.format("id", "quotes"),
    "posts_hashtags": _OF_POST,
    "articles_hashtags": _OF_ARTICLE,
    "quotes_hashtags": _IN.format("quote", "quotes"),
    "mentions": _OF_POST,
    "cashtags": _OF_POST,
    "links": _OF_POST,
    "media": _OF_POST,
    "articles_mentions": _OF_ARTICLE,
    "allusions": _OF_ARTICLE,
    "bylines": _OF_ARTICLE,
    "articles_topics": _OF_ARTICLE,
    "sights": _OF_ARTICLE,
    "problems": _OF_ARTICLE,
    "checks": _OF_POST,
}
#: The same if single posts are selected, not everything that their articles show.
_OF_POSTS = {
    "articles_hashtags": f"{_OF_ARTICLE} and {_SHOWN_TAG}",
    "articles_mentions": f"{_OF_ARTICLE} and {_SHOWN_HANDLE}",
    "allusions": "false",
    "articles_topics": "false",
    "problems": f"{_OF_ARTICLE} and kind = 'date-disagrees-with-id'",
}
#: Counts that the triggers of the copy make.
_COUNTED = {
    "articles": ("embeds", "quotes"),
    "authors": ("posts", "embeds", "quotes", "names"),
    "hashtags": ("posts", "articles"),
    "posts": ("articles",),
}
_CHANGED = {"captures": {"run": "null"}}
#: Article text contains posts that were not selected.
_WITHOUT_PROSE = {
    "articles": {"text": "null", "allusions": "0"},
    "embeds": {"context_start": "null", "context_end": "null"},
    "quotes": {"context_start": "null", "context_end": "null"},
}
_LOST_CAPTURE = "update checks set capture = null where capture not in (select id from captures)"
#: Names of authors come from copied printings only.
_UNKNOWN_NAME = """
    delete from author_names where not exists (
        select 1 from printings
        where printings.author = author_names.author and printings.name = author_names.name)
"""
_SIGHTS_OF_NAMES = """
    update author_names set
        first_posted = seen.first_posted, last_posted = seen.last_posted,
        first_seen = seen.first_seen, last_seen = max(seen.first_seen, coalesce(seen.last_seen, ''))
    from (
        select printings.author, printings.name, min(printings.posted_at) as first_posted,
            max(printings.posted_at) as last_posted, min(printings.first_seen) as first_seen,
            max(embeds.last_seen) as last_seen
        from printings left join embeds on embeds.printing = printings.id
        group by printings.author, printings.name
    ) as seen
    where seen.author = author_names.author and seen.name = author_names.name
"""
_NAMES = f"update authors set name = ({LATEST_NAME.format('authors.id')})"  # noqa: S608 -- our own text
_SINCE = """
    update authors set first_seen = coalesce(
        (select min(first_seen) from (
            select first_seen from printings where author = authors.id
            union all select first_seen from quotes where author = authors.id)),
        first_seen)
"""
#: Columns that may name other posts.
_TELLING = {"captures": "url", "printings": "source", "problems": "message"}
_NATIVE = "select 1 from printings where native_id in (select value from json_each(?)) and {} limit 1"
_OTHER = f"not {_OF_POST}"
_HAS = {
    "outlet": "select 1 from tally_outlets where outlet = ?",
    "hashtag": "select 1 from hashtags where id = ?",
    "author": "select 1 from authors where id = ?",
    "post": "select 1 from posts where id = ?",
    "article": "select 1 from articles where id = ?",
}
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
            for table in COPIED:
                _copy(source, copy, table, plan)
        _recompute(copy)
        copy.execute("COMMIT")
        return _shown(copy, plan)


@contextmanager
def _selected(source: sqlite3.Connection, plan: Plan) -> Iterator[None]:
    """Keep the keys of selected rows in temporary tables."""
    given = {name: json.dumps(list(plan.keys[kind])) for name, kind in (("a", "article"), ("p", "post"))}
    found = {
        "articles": "select value from json_each(:a)",
        "posts": f"select distinct post from embeds where {_OF_ARTICLE}"  # noqa: S608 -- our own text
        " and post in (select value from json_each(:p))",
        "quotes": f"select id from quotes where {_OF_ARTICLE} and {plan.quotes()}",  # noqa: S608 -- our own text
        **_FIND,
    }
    if not plan.selects_posts:
        found["hashtags"] += f"union {_NAMED}"
    elif "hashtag" in plan.wanted:
        found["hashtags"] += f"union {_NAMED} and hashtag in (select value from json_each(:hashtag))"  # noqa: S608 -- our own text
    try:
        for table in _SELECTED:
            source.execute(f"create temp table selected_{table} (key primary key) without rowid")
            source.execute(f"insert into temp.selected_{table} {found[table]}", plan.given | given)
        yield
    finally:
        for table in _SELECTED:
            source.execute(f"drop table if exists temp.selected_{table}")


def _copy(source: sqlite3.Connection, copy: sqlite3.Connection, table: str, plan: Plan) -> None:
    changed = dict.fromkeys(_COUNTED.get(table, ()), "0") | _CHANGED.get(table, {})
    condition = COPIED[table]
    if plan.selects_posts:
        changed |= _WITHOUT_PROSE.get(table, {})
        condition = _OF_POSTS.get(table, condition)
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
    told = columns.index(_TELLING[table]) if table in _TELLING else None
    for row in rows:
        if told is None or row[told] is None:
            yield row
        elif table == "printings":
            yield (*row[:told], _source_of_one(source, row[told]), *row[told + 1 :])
        elif not _names_posts(source, row[told], _OTHER) and _is_of_post(source, table, row[told], plan):
            yield row


def _is_of_post(source: sqlite3.Connection, table: str, text: str, plan: Plan) -> bool:
    """Return True unless this is a problem that may concern posts that are not selected."""
    return table != "problems" or not plan.selects_posts or _names_posts(source, text, _OF_POST)


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
    for statement in (_LOST_CAPTURE, _UNKNOWN_NAME, _SIGHTS_OF_NAMES, _NAMES, _SINCE):
        copy.execute(statement)
    show_spellings(copy, [key for (key,) in copy.execute("select id from hashtags").fetchall()])


def _shown(copy: sqlite3.Connection, plan: Plan) -> Plan:
    """Return a plan without named things that no selected article shows."""
    keys = {
        kind: dict.fromkeys(key for key in named if copy.execute(_HAS[kind], (key,)).fetchone())
        for kind, named in plan.keys.items()
    }
    return replace(plan, keys=keys)
