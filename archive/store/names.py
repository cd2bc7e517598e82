"""Authors and the names printed for them: added to, never overwritten; hashtags and mentions of articles."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from archive.store.identity import author_key, hashtag_key
from scraper.configuration import queries
from scraper.records import Author
from scraper.values.handles import fold_handle
from scraper.values.moments import is_possible, local_day

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping, Sequence

    from scraper.records import Extraction, Moment, Post, Within


#: The name of an author: from the latest post, preferring printings from articles.
LATEST_NAME = """
    SELECT name FROM author_names WHERE author = {}
    ORDER BY NOT EXISTS (
        SELECT 1 FROM printings
        WHERE printings.author = author_names.author AND printings.name = author_names.name AND source IS NULL
    ), last_posted IS NULL, last_posted DESC, name LIMIT 1
"""
#: The spelling of a hashtag in most articles; ties go to the first by code point.
TOP_SPELLING = "SELECT as_written FROM tally_spellings WHERE hashtag = {} ORDER BY articles DESC, as_written LIMIT 1"
_BEAR = f"""
    UPDATE authors SET name = latest.name FROM (SELECT ({LATEST_NAME.format("?1")}) AS name) AS latest
    WHERE id = ?1 AND authors.name IS NOT latest.name
"""  # noqa: S608 - our own text
#: The same, if the name differs from the one just seen, or there are several.
_BEAR_SEEN = f"""
    UPDATE authors SET name = ({LATEST_NAME.format("?1")})
    WHERE id = ?1 AND (names > 1 OR name IS NOT ?2) AND name IS NOT ({LATEST_NAME.format("?1")})
"""  # noqa: S608 - our own text


def add_author(connection: sqlite3.Connection, key: str | None, platform: str, author: Author, seen: str) -> None:
    """Insert an author, or update a stored one; of handles, one with capitals wins: URLs print lower case."""
    if key is None:
        return
    connection.execute(queries("store")["add_author"], (key, platform, author.handle or None, author.name, seen))


def add_authors(connection: sqlite3.Connection, posts: Iterable[Post], seen: str) -> None:
    """Insert the authors of posts, or update stored ones."""
    authors: dict[str, tuple[str, Author]] = {}
    for post in posts:
        key = author_key(post.platform, post.author)
        if key is None or post.author is None:
            continue
        _, known = authors.get(key, (post.platform, post.author))
        handles = [author.handle for author in (known, post.author) if author.handle]
        authors[key] = post.platform, Author(handle=min(handles, default=None), name=known.name)
    connection.executemany(
        queries("store")["add_author"],
        [(key, platform, author.handle, author.name, seen) for key, (platform, author) in authors.items()],
    )


def see_names(connection: sqlite3.Connection, posts: Iterable[Post], seen: str) -> None:
    """Store the names printed with posts, and set the names of authors to those of their latest posts."""
    dated: dict[tuple[str, str], list[str]] = {}
    for post in posts:
        author = author_key(post.platform, post.author)
        if author is not None and post.author is not None and post.author.name:
            dates = dated.setdefault((author, post.author.name), [])
            dates += [post.posted.at] if post.posted and post.posted.at else []
    connection.executemany(
        queries("store")["see_name"],
        [
            (author, name, min(dates, default=None), max(dates, default=None), seen, seen)
            for (author, name), dates in dated.items()
        ],
    )
    connection.executemany(_BEAR_SEEN, sorted(dict(dated.keys()).items()))


def merge_names(connection: sqlite3.Connection, other: sqlite3.Connection, authors: Sequence[str]) -> None:
    """Add the names that another archive has of authors."""
    query = """
        SELECT author, name, first_posted, last_posted, first_seen, last_seen FROM author_names
        WHERE author IN (SELECT value FROM json_each(?))
    """
    found = other.execute(query, (json.dumps(authors),)).fetchall()
    connection.executemany(
        queries("store")["see_name"],
        [
            (author, name, *(at if is_possible(at) else None for at in posted), first_seen, last_seen)
            for author, name, *posted, first_seen, last_seen in found
        ],
    )
    set_latest_names(connection, authors)


def forget_name(connection: sqlite3.Connection, author: str, name: str | None) -> None:
    """Correct an author after a printing with this name was deleted."""
    pair = author, name
    connection.execute(queries("store")["forget_name"], pair)
    connection.execute(queries("store")["date_name"], pair)
    connection.execute(queries("store")["correct_handle"], (author,))
    set_latest_names(connection, [author])


def correct_names(connection: sqlite3.Connection, authors: Iterable[str]) -> None:
    """Correct authors: only names in stored printings count."""
    for author in authors:
        names = connection.execute("SELECT name FROM author_names WHERE author = ?", (author,)).fetchall()
        for (name,) in names:
            forget_name(connection, author, name)


def forget_authors(connection: sqlite3.Connection, authors: Iterable[str]) -> None:
    """Delete authors that have no post or quote left."""
    connection.executemany(
        "DELETE FROM authors WHERE id = ?1 AND quotes = 0 AND NOT EXISTS (SELECT 1 FROM printings WHERE author = ?1)",
        [(author,) for author in sorted(authors)],
    )


def set_latest_names(connection: sqlite3.Connection, authors: Iterable[str]) -> None:
    """Set the names of authors to those printed with their latest posts."""
    connection.executemany(_BEAR, [(author,) for author in authors])


# Hashtags and mentions of articles.

_PROMINENCE: tuple[Within, ...] = ("prose", "quote", "post")


@dataclass(frozen=True, slots=True)
class Spelling:
    """One spelling of a hashtag or handle in one article, and its most prominent place."""

    key: str
    as_written: str
    within: Within


def hashtags_of(extraction: Extraction) -> list[Spelling]:
    """Collect all hashtags of an article: in prose, quotes and posts."""
    found = [(tag.tag, tag.within) for tag in extraction.hashtags]
    found += [(tag, "post") for embed in extraction.embeds for tag in embed.post.hashtags]
    return [Spelling(hashtag_key(tag), tag, within) for tag, within in found]


def mentions_of(extraction: Extraction) -> list[Spelling]:
    """Collect all handles that an article mentions with ``@``."""
    return [Spelling(fold_handle(mention.handle), mention.handle, mention.within) for mention in extraction.mentions]


def add_hashtags(connection: sqlite3.Connection, tags: Mapping[str, str]) -> None:
    """Insert missing hashtags; `show_spellings` sets the displayed spelling."""
    connection.executemany("INSERT INTO hashtags (id, tag) VALUES (?, ?) ON CONFLICT DO NOTHING", list(tags.items()))


def read_spellings(
    connection: sqlite3.Connection, column: Literal["hashtag", "handle"], article: str
) -> list[Spelling]:
    """Return the stored hashtags or mentions of an article."""
    table = {"hashtag": "articles_hashtags", "handle": "articles_mentions"}[column]
    rows = connection.execute(f"SELECT {column}, as_written, within FROM {table} WHERE article = ?", (article,))  # noqa: S608 - our own names
    return [Spelling(*row) for row in rows]


def insert_hashtags(connection: sqlite3.Connection, article: str, hashtags: Sequence[Spelling]) -> None:
    """Insert the hashtags of an article, each spelling once; the article's row must be up to date."""
    add_hashtags(connection, {hashtag.key: hashtag.as_written for hashtag in hashtags})
    connection.executemany(
        queries("store")["insert_hashtags"],
        [(article, hashtag.key, hashtag.as_written, hashtag.within) for hashtag in hashtags],
    )
    show_spellings(connection, {hashtag.key for hashtag in hashtags})


def insert_hashtags_of_many(
    connection: sqlite3.Connection, hashtags: Iterable[tuple[str, Moment | None, Spelling]]
) -> None:
    """Insert the hashtags of many articles with their dates, each spelling once; call `show_spellings` next."""
    rows = [
        (
            *(article, hashtag.key, hashtag.as_written, hashtag.within),
            *(published and published.at, local_day(published)),
        )
        for article, published, hashtag in hashtags
    ]
    add_hashtags(connection, {row[1]: row[2] for row in rows})
    connection.executemany("INSERT INTO articles_hashtags VALUES (?, ?, ?, ?, ?, ?)", rows)


def forget_hashtags(connection: sqlite3.Connection, hashtags: Iterable[str]) -> None:
    """Update the displayed spelling of hashtags, and delete unused ones."""
    keys = sorted(set(hashtags))
    connection.executemany(queries("store")["forget_hashtags"], [(key,) for key in keys])
    show_spellings(connection, keys)


def show_spellings(connection: sqlite3.Connection, hashtags: Iterable[str]) -> None:
    """Display each hashtag in the spelling of most articles."""
    connection.executemany(
        f"""
        UPDATE hashtags SET tag = most.as_written FROM ({TOP_SPELLING.format("?1")}) AS most
        WHERE id = ?1 AND tag <> most.as_written
        """,  # noqa: S608 - our own text
        [(hashtag,) for hashtag in hashtags],
    )


def insert_mentions(connection: sqlite3.Connection, mentions: Iterable[tuple[str, Spelling]]) -> None:
    """Insert the mentions of articles, each spelling once."""
    connection.executemany(
        "INSERT INTO articles_mentions VALUES (?, ?, ?, ?)",
        [(article, mention.key, mention.as_written, mention.within) for article, mention in mentions],
    )


def most_prominent(spellings: Iterable[Spelling]) -> list[Spelling]:
    """Keep each spelling once, with its most prominent place."""
    found: dict[tuple[str, str], Spelling] = {}
    for spelling in spellings:
        known = found.get((spelling.key, spelling.as_written), spelling)
        found[spelling.key, spelling.as_written] = min(known, spelling, key=lambda one: _PROMINENCE.index(one.within))
    return [spelling for spelling in found.values() if spelling.key]
