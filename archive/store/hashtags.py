"""Hashtags, and the articles that lead to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from archive.store.identity import hashtag_key
from scraper.values.handles import fold_handle

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping

    from archive.store.versions import Version
    from scraper.records import Extraction, Within

_PROMINENCE: tuple[Within, ...] = ("prose", "quote", "post")


@dataclass(frozen=True, slots=True)
class Spelling:
    """One spelling of a hashtag or handle in one article, and the most prominent place where it stands."""

    key: str
    as_written: str
    within: Within


def hashtags_of(extraction: Extraction) -> list[Spelling]:
    """Collect every hashtag that an article leads to: in prose, quotes and posts."""
    found = [(tag.tag, tag.within) for tag in extraction.hashtags]
    found += [(tag, "post") for embed in extraction.embeds for tag in embed.post.hashtags]
    return [Spelling(hashtag_key(tag), tag, within) for tag, within in found]


def mentions_of(extraction: Extraction) -> list[Spelling]:
    """Collect every handle that an article names with ``@``."""
    return [
        Spelling(fold_handle(mention.handle), mention.handle, mention.within)
        for mention in extraction.mentions
    ]


def add_hashtags(connection: sqlite3.Connection, tags: Mapping[str, str]) -> None:
    """Make sure that hashtags have a row; which spelling it shows is decided by `show_spellings`."""
    connection.executemany(
        "INSERT INTO hashtags (id, tag) VALUES (?, ?) ON CONFLICT DO NOTHING", list(tags.items())
    )


def read_hashtags(connection: sqlite3.Connection, article: str) -> list[Spelling]:
    """Give the hashtags that an article is known to lead to."""
    rows = connection.execute(
        "SELECT hashtag, as_written, within FROM articles_hashtags WHERE article = ?", (article,)
    )
    return [Spelling(*row) for row in rows]


def delete_hashtags(connection: sqlite3.Connection, article: str) -> None:
    """Delete the rows of an article."""
    connection.execute("DELETE FROM articles_hashtags WHERE article = ?", (article,))


def insert_hashtags(connection: sqlite3.Connection, article: str, uses: Iterable[Spelling]) -> None:
    """Insert the hashtags that the versions of an article lead to; of equal ones the most prominent."""
    (published_at,) = connection.execute(
        "SELECT published_at FROM articles WHERE id = ?", (article,)
    ).fetchone()
    distinct = _distinct(uses)
    add_hashtags(connection, {use.key: use.as_written for use in distinct})
    connection.executemany(
        "INSERT INTO articles_hashtags VALUES (?, ?, ?, ?, ?)",
        [(article, use.key, use.as_written, use.within, published_at) for use in distinct],
    )
    show_spellings(connection, {use.key for use in distinct})


def forget_hashtags(connection: sqlite3.Connection, hashtags: Iterable[str]) -> None:
    """Show hashtags as they are spelled now, and remove those that nothing leads to any more."""
    keys = sorted(set(hashtags))
    connection.executemany(
        """
        DELETE FROM hashtags WHERE id = ? AND posts = 0 AND articles = 0
            AND NOT EXISTS (SELECT 1 FROM quotes_hashtags WHERE hashtag = hashtags.id)
        """,
        [(key,) for key in keys],
    )
    show_spellings(connection, keys)


def show_spellings(connection: sqlite3.Connection, hashtags: Iterable[str]) -> None:
    """Show each hashtag in the spelling that most articles use; of equally many the first by code point."""
    connection.executemany(
        """
        UPDATE hashtags SET tag = most.as_written FROM (
            SELECT as_written FROM tally_spellings WHERE hashtag = ?1
            ORDER BY articles DESC, as_written LIMIT 1
        ) AS most
        WHERE id = ?1 AND tag <> most.as_written
        """,
        [(hashtag,) for hashtag in hashtags],
    )


def write_mentions(connection: sqlite3.Connection, version: Version) -> None:
    """Add the handles named in a version of an article to those of its earlier versions.

    Another reading of the same bytes takes the place of the earlier one.
    """
    rows = connection.execute(
        "DELETE FROM articles_mentions WHERE article = ? RETURNING handle, as_written, within",
        (version.article,),
    ).fetchall()
    known = [] if version.reread else [Spelling(*row) for row in rows]
    connection.executemany(
        "INSERT INTO articles_mentions VALUES (?, ?, ?, ?)",
        [
            (version.article, use.key, use.as_written, use.within)
            for use in _distinct([*known, *mentions_of(version.extraction)])
        ],
    )


def _distinct(uses: Iterable[Spelling]) -> list[Spelling]:
    """Keep each spelling once, with the most prominent of its places."""
    found: dict[tuple[str, str], Spelling] = {}
    for use in uses:
        known = found.get((use.key, use.as_written), use)
        found[use.key, use.as_written] = min(known, use, key=lambda one: _PROMINENCE.index(one.within))
    return [use for use in found.values() if use.key]
