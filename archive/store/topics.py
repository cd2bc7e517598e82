"""The topics of articles."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

#: Data of an article other than its bytes: its hashtags, one per row, and its words.
_TAGS = "SELECT as_written FROM articles_hashtags WHERE article = ?"
_WORDS = """
    SELECT coalesce(title, '') || char(10) || coalesce(text, '') FROM articles WHERE id = ?1
    UNION ALL SELECT coalesce(text, '') FROM embeds WHERE article = ?1
    UNION ALL SELECT text FROM quotes WHERE article = ?1
"""


def write_topics(connection: sqlite3.Connection, article: str, topics: Iterable[str]) -> bool:
    """Replace the topics of an article; return True if they changed."""
    wanted = set(topics)
    query = "SELECT topic FROM articles_topics WHERE article = ?"
    stored = {topic for (topic,) in connection.execute(query, (article,))}
    if stored == wanted:
        return False
    connection.execute("DELETE FROM articles_topics WHERE article = ?", (article,))
    connection.executemany("INSERT INTO articles_topics VALUES (?, ?)", [(article, topic) for topic in sorted(wanted)])
    return True


def stored_hashtags(connection: sqlite3.Connection, article: str) -> list[str]:
    """Return the hashtags of an article, without ``#``."""
    return [tag for (tag,) in connection.execute(_TAGS, (article,))]


def stored_words(connection: sqlite3.Connection, article: str) -> str:
    """Return the stored words of an article: title, text, posts, quotes."""
    return "\n".join(words for (words,) in connection.execute(_WORDS, (article,)))


def count_topics(connection: sqlite3.Connection) -> dict[str, int]:
    """Return the number of articles per topic, the largest first."""
    query = "SELECT topic, count(*) FROM articles_topics GROUP BY topic ORDER BY count(*) DESC, topic"
    return dict(connection.execute(query).fetchall())
