"""Write the hashtags, mentions, links and media of posts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from archive.store.hashtags import add_hashtags
from archive.store.identity import hashtag_key
from scraper.values.handles import fold_handle

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from scraper.records import Post


def hashtags_of_post(post: Post) -> dict[str, str]:
    """Return the hashtags of a post by key, each in its first spelling."""
    return {hashtag_key(tag): tag for tag in reversed(post.hashtags) if hashtag_key(tag)}


def write_post_parts(connection: sqlite3.Connection, posts: Sequence[tuple[str, Post]]) -> None:
    """Write the hashtags, mentions, links and media of posts that have none yet, given by id."""
    hashtags = []
    for key, post in posts:
        posted_at = post.posted.at if post.posted else None
        hashtags += [(key, tag, written, posted_at) for tag, written in hashtags_of_post(post).items()]
    add_hashtags(connection, {tag: written for _, tag, written, _ in hashtags})
    connection.executemany("INSERT INTO posts_hashtags VALUES (?, ?, ?, ?)", hashtags)
    for table, folded in (("mentions", fold_handle), ("cashtags", str.casefold)):
        connection.executemany(
            f"INSERT INTO {table} VALUES (?, ?, ?, ?)",  # noqa: S608 - our own names
            [
                (key, place, folded(written), written)
                for key, post in posts
                for place, written in enumerate(getattr(post, table))
            ],
        )
    for table in ("links", "media"):
        connection.executemany(
            f"INSERT INTO {table} VALUES (?, ?, ?)",  # noqa: S608 - our own names
            [(key, place, url) for key, post in posts for place, url in enumerate(getattr(post, table))],
        )


def delete_post_parts(connection: sqlite3.Connection, key: str) -> None:
    """Delete the hashtags, mentions, links and media of a post."""
    connection.execute("DELETE FROM posts_hashtags WHERE post = ?", (key,))
    connection.execute("DELETE FROM mentions WHERE post = ?", (key,))
    connection.execute("DELETE FROM cashtags WHERE post = ?", (key,))
    connection.execute("DELETE FROM links WHERE post = ?", (key,))
    connection.execute("DELETE FROM media WHERE post = ?", (key,))
