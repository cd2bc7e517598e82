"""Hashtags and mentions of articles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from archive.store.identity import hashtag_key
from scraper.values.handles import fold_handle
from scraper.values.moments import local_day

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping, Sequence

    from scraper.records import Extraction, Moment, Within

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


def read_hashtags(connection: sqlite3.Connection, article: str) -> list[Spelling]:
    """Return the stored hashtags of an article."""
    rows = connection.execute("SELECT hashtag, as_written, within FROM articles_hashtags WHERE article = ?", (article,))
    return [Spelling(*row) for row in rows]


def delete_hashtags(connection: sqlite3.Connection, article: str) -> None:
    """Delete the hashtags of an article."""
    connection.execute("DELETE FROM articles_hashtags WHERE article = ?", (article,))


def insert_hashtags(connection: sqlite3.Connection, article: str, hashtags: Sequence[Spelling]) -> None:
    """Insert the hashtags of an article, each spelling once; the article's row must be up to date."""
    add_hashtags(connection, {hashtag.key: hashtag.as_written for hashtag in hashtags})
    connection.executemany(
        """
        INSERT INTO articles_hashtags (article, hashtag, as_written, within, published_at, published_day)
        SELECT id, ?2, ?3, ?4, published_at, published_day FROM articles WHERE id = ?1
        """,
        [(article, hashtag.key, hashtag.as_written, hashtag.within) for hashtag in hashtags],
    )
    show_spellings(connection, {hashtag.key for hashtag in hashtags})


def insert_hashtags_of_many(
    connection: sqlite3.Connection, hashtags: Iterable[tuple[str, Moment | None, Spelling]]
) -> None:
    """Insert the hashtags of many articles with their dates, each spelling once.

    Call `show_spellings` afterwards.
    """
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
    connection.executemany(
        """
        DELETE FROM hashtags WHERE id = ? AND posts = 0 AND articles = 0
            AND NOT EXISTS (SELECT 1 FROM quotes_hashtags WHERE hashtag = hashtags.id)
        """,
        [(key,) for key in keys],
    )
    show_spellings(connection, keys)


def show_spellings(connection: sqlite3.Connection, hashtags: Iterable[str]) -> None:
    """Display each hashtag in the spelling of most articles; ties go to the first by code point."""
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


def read_mentions(connection: sqlite3.Connection, article: str) -> list[Spelling]:
    """Return the stored mentions of an article."""
    rows = connection.execute("SELECT handle, as_written, within FROM articles_mentions WHERE article = ?", (article,))
    return [Spelling(*row) for row in rows]


def delete_mentions(connection: sqlite3.Connection, article: str) -> None:
    """Delete the mentions of an article."""
    connection.execute("DELETE FROM articles_mentions WHERE article = ?", (article,))


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
