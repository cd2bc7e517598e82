"""Choose the text of posts with several wordings, once all their rows are written.

The best wording depends on the rows of articles (`identity.best_wording`). So `posts` first gets the most
complete one, and the best one after the embeds of a transaction are written.
"""

from __future__ import annotations

import json
from collections import defaultdict
from typing import TYPE_CHECKING

from archive.store.identity import best_wording, merged, other_wordings
from archive.store.post_parts import delete_post_parts, hashtags_of_post, write_post_parts
from archive.store.printings import printings_of

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

    from scraper.records import Post

#: Posts with different printed texts, now or earlier.
_SEVERAL = """
    SELECT post FROM printings
    WHERE post IN (SELECT value FROM json_each(?1)) AND source IS NULL AND text IS NOT NULL
    GROUP BY post HAVING min(text) <> max(text)
    UNION SELECT id FROM posts WHERE id IN (SELECT value FROM json_each(?1)) AND wordings IS NOT NULL
"""
_SHOWN = "SELECT printing, article FROM embeds WHERE post = ? AND gone_at IS NULL"
_OF_ARTICLES = "SELECT DISTINCT post FROM embeds WHERE article IN (SELECT value FROM json_each(?))"
_ALL_SEVERAL = """
    SELECT post FROM printings WHERE source IS NULL AND text IS NOT NULL
    GROUP BY post HAVING min(text) <> max(text)
"""
_TOGETHER = 500
_PARTS = (
    "SELECT as_written FROM posts_hashtags WHERE post = ? ORDER BY as_written",
    "SELECT as_written FROM mentions WHERE post = ? ORDER BY position",
    "SELECT as_written FROM cashtags WHERE post = ? ORDER BY position",
    "SELECT url FROM links WHERE post = ? ORDER BY position",
)


def choose_wordings(connection: sqlite3.Connection, posts: Iterable[str]) -> int:
    """Set the text of posts to the best wording, and their other wordings for the search.

    Args:
        connection: In a transaction, with all embeds written.
        posts: Ids; all those with one wording cost a single lookup.

    Returns:
        Number of changed posts.
    """
    ids = json.dumps(sorted(set(posts)))
    return sum(_choose(connection, post) for (post,) in connection.execute(_SEVERAL, (ids,)).fetchall())


def posts_of_articles(connection: sqlite3.Connection, articles: Iterable[str]) -> set[str]:
    """Return the posts that articles show or showed."""
    return {post for (post,) in connection.execute(_OF_ARTICLES, (json.dumps(list(articles)),))}


def choose_all_wordings(connection: sqlite3.Connection) -> int:
    """Call `choose_wordings` for all posts of an archive."""
    posts = [post for (post,) in connection.execute(_ALL_SEVERAL)]
    return sum(
        choose_wordings(connection, posts[start : start + _TOGETHER]) for start in range(0, len(posts), _TOGETHER)
    )


def _choose(connection: sqlite3.Connection, key: str) -> bool:
    printings = printings_of(connection, key)
    stored = connection.execute("SELECT text, wordings FROM posts WHERE id = ?", (key,)).fetchone()
    if stored is None or not printings:
        return False
    post = merged(printings, best_wording(printings, _shown_by(connection, key)))
    now = post.text, "\n".join(other_wordings(post.text, printings)) or None
    is_other = now != tuple(stored)
    if is_other:
        connection.execute("UPDATE posts SET text = ?, wordings = ? WHERE id = ?", (*now, key))
    if not _has_parts(connection, key, post):
        delete_post_parts(connection, key)
        write_post_parts(connection, [(key, post)])
        return True
    return is_other


def _shown_by(connection: sqlite3.Connection, post: str) -> dict[str, set[str]]:
    """Return the articles that currently show each printing of a post, by key."""
    found: dict[str, set[str]] = defaultdict(set)
    for printing, article in connection.execute(_SHOWN, (post,)):
        found[printing].add(article)
    return found


def _has_parts(connection: sqlite3.Connection, key: str, post: Post) -> bool:
    """Return True if the hashtags, mentions and links of a post are already stored."""
    stored = [[value for (value,) in connection.execute(query, (key,))] for query in _PARTS]
    tags = sorted(hashtags_of_post(post).values())
    return stored == [tags, list(post.mentions), list(post.cashtags), list(post.links)]
