"""Restore lost printings and uses of hashtags from embeds, posts and quotes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from archive.store.identity import Printing, hashtag_key
from archive.store.printings import all_printings, insert_printings
from scraper.records import Author, Moment, Post

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

#: One embed of a lost wording is enough; all articles that show it have the same text.
_LOST = """
    SELECT embeds.printing, embeds.text, embeds.form, min(embeds.first_seen), posts.id
    FROM embeds JOIN posts ON posts.id = embeds.post
    WHERE embeds.printing NOT IN (SELECT id FROM printings)
    GROUP BY embeds.printing ORDER BY embeds.form = 'flattened', embeds.printing
"""
_POST = """
    SELECT posts.platform, native_id, url, handle, name, text, language,
        posted_at, posted_precision, posted_source, posted_as_written
    FROM posts LEFT JOIN authors ON authors.id = posts.author WHERE posts.id = ?
"""
_HAS_ID = "SELECT 1 FROM printings WHERE post = ? AND native_id IS NOT NULL"
_USE = """
    INSERT OR IGNORE INTO articles_hashtags (article, hashtag, as_written, within, published_at,
        published_day)
    SELECT article, ?, ?, 'post', articles.published_at, published_day FROM embeds
    JOIN articles ON articles.id = embeds.article WHERE printing = ?
"""
_USES_IN_QUOTES = """
    INSERT OR IGNORE INTO articles_hashtags (article, hashtag, as_written, within, published_at,
        published_day)
    SELECT article, hashtag, as_written, 'quote', articles.published_at, published_day FROM quotes_hashtags
    JOIN quotes ON quotes.id = quote JOIN articles ON articles.id = quotes.article
"""


def restore_printings(connection: sqlite3.Connection) -> int:
    """Recreate lost printings from their embeds; return their number.

    Missing fields come from the post. A flattened embed has no id, unless it is the only one left that
    determines the id of its post.
    """
    lost = connection.execute(_LOST).fetchall()
    for key, text, form, seen, post in lost:
        is_bare = form == "flattened" and connection.execute(_HAS_ID, (post,)).fetchone() is not None
        row = connection.execute(_POST, (post,)).fetchone()
        wording = _wording(connection, post, row, text, is_bare=is_bare)
        insert_printings(connection, [(Printing(key, wording), post)], seen)
    return len(lost)


def restore_uses(connection: sqlite3.Connection) -> int:
    """Insert missing hashtags of posts and quotes for the articles that show them; return their number."""
    before = connection.total_changes
    connection.execute(_USES_IN_QUOTES)
    uses = [
        (hashtag_key(tag), tag, printing.key)
        for printing in all_printings(connection)
        for tag in printing.post.hashtags
        if hashtag_key(tag)
    ]
    connection.executemany(_USE, uses)
    return connection.total_changes - before


def _wording(
    connection: sqlite3.Connection, post: str, row: Sequence[str | None], text: str | None, *, is_bare: bool
) -> Post:
    platform, native_id, url, handle, name, _, language, at, precision, source, written = row
    posted = Moment(at=at, precision=precision, source=source, as_written=written) if at or written else None  # type: ignore[arg-type]  # as it was stored

    def listed(query: str) -> tuple[str, ...]:
        return tuple(value for (value,) in connection.execute(query, (post,)))

    def printed(query: str) -> tuple[str, ...]:
        return tuple(value for value in listed(query) if value.casefold() in (text or "").casefold())

    return Post(
        platform=str(platform),
        id=None if is_bare else native_id,
        url=None if is_bare else url,
        author=Author(handle=handle, name=name) if handle or name else None,
        text=text,
        language=language,
        posted=posted,
        hashtags=printed("SELECT as_written FROM posts_hashtags WHERE post = ?"),
        mentions=printed("SELECT as_written FROM mentions WHERE post = ? ORDER BY position"),
        cashtags=printed("SELECT as_written FROM cashtags WHERE post = ? ORDER BY position"),
        links=listed("SELECT url FROM links WHERE post = ? ORDER BY position"),
        media=listed("SELECT url FROM media WHERE post = ? ORDER BY position"),
    )
