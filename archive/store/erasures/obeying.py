"""Apply erasures to every record, before it is planned or stored."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from archive.store.erasures.filtering import filtered
from archive.store.erasures.passages import first_words
from archive.store.erasures.removing import Removed, remove
from archive.store.erasures.shield import note_without_traces, store
from archive.store.identity import author_key
from archive.store.printings import printings_with_keys

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence

    from archive.store.erasures.filtering import Filtered
    from archive.store.erasures.shield import Shield, Tombstone
    from scraper.records import Extraction, Post

#: Maximum number of words in one query of the search indexes.
_TOGETHER = 50
_BY_AUTHOR = """
    SELECT id FROM printings WHERE native_id IS NULL AND author IN (SELECT value FROM json_each(?))
"""
_POSTS = """
    SELECT printings.id FROM posts_fts JOIN posts ON posts.rowid = posts_fts.rowid
    JOIN printings ON printings.post = posts.id WHERE posts_fts MATCH ?
"""
_ARTICLES = """
    SELECT articles.id FROM articles_fts JOIN articles ON articles.rowid = articles_fts.rowid
    WHERE articles_fts MATCH ?1
    UNION SELECT quotes.article FROM quotes_fts JOIN quotes ON quotes.id = quotes_fts.rowid
    WHERE quotes_fts MATCH ?1
"""


def apply_erasures(
    connection: sqlite3.Connection, shield: Shield, extraction: Extraction, article: str, now: str
) -> Extraction | None:
    """Return a record without erased content; None if its article was erased.

    A new wording of an erased post becomes part of its erasure. Stored printings without its id that turn out
    to be the same post are removed.

    Args:
        connection: In a transaction.
        shield: The erasures.
        extraction: The record.
        article: The id of the article.
        now: Current time, ISO 8601, UTC.
    """
    if is_erased_article(extraction, shield, article):
        return None
    found = _left_of(extraction, shield)
    if found.posts:
        extend_erasures(connection, shield, found.posts, now)
    return found.extraction


def holds_erased(extraction: Extraction, shield: Shield, article: str) -> bool:
    """Return True if part of a record, or its article, was erased."""
    return is_erased_article(extraction, shield, article) or _left_of(extraction, shield).is_changed


def _left_of(extraction: Extraction, shield: Shield) -> Filtered:
    if shield.judged is None or shield.judged[0] is not extraction or shield.judged[1] != shield.last:
        shield.judged = extraction, shield.last, filtered(extraction, shield)
    return shield.judged[2]


def is_erased_article(extraction: Extraction, shield: Shield, article: str) -> bool:
    """Return True if an article was erased, by id or URL."""
    return shield.is_article(article, extraction.article.url)


def extend_erasures(connection: sqlite3.Connection, shield: Shield, posts: Sequence[Post], now: str) -> None:
    """Extend erasures to these wordings, and remove stored printings without an id of the same posts."""
    new = [each for post in posts for each in shield.of_post(post) if shield.lacks(each)]
    if not new:
        return
    last = shield.last
    _, removed = erase_posts(connection, shield, posts, new, now=now)
    if not removed:
        note_without_traces(connection, last, now)


def erase_posts(  # noqa: PLR0913 -- keyword-only but for what is erased
    connection: sqlite3.Connection,
    shield: Shield,
    posts: Sequence[Post],
    tombstones: list[Tombstone],
    *,
    now: str,
    ground: str | None = None,
    printings: Iterable[str] = (),
    articles: Iterable[str] = (),
    hidden: str = "hidden",
) -> tuple[int, Removed]:
    """Store tombstones, and remove the erased content everywhere.

    Args:
        connection: In a transaction.
        shield: The existing erasures.
        posts: The posts as printed; quotes and texts with their words are removed too.
        tombstones: Keyed hashes that identify them.
        now: Current time, ISO 8601, UTC.
        ground: Reason for the erasure.
        printings: Keys of their known printings.
        articles: Other articles that may contain erased content.
        hidden: Value of `captures.hidden` for affected articles.

    Returns:
        The number of new keyed hashes, and the removed content.
    """
    added = store(connection, shield, tombstones, now, ground)
    like, showing = stored_like(connection, shield, posts)
    where = showing | set(articles)
    return added, remove(connection, shield, like | set(printings), where, now=now, hidden=hidden)


def stored_like(connection: sqlite3.Connection, shield: Shield, posts: Iterable[Post]) -> tuple[set[str], set[str]]:
    """Find erased printings, and articles that may contain the words of posts.

    Returns:
        Keys of printings, and ids of articles.
    """
    posts = list(posts)
    authors = sorted({author for post in posts if (author := author_key(post.platform, post.author))})
    found = {key for (key,) in connection.execute(_BY_AUTHOR, (json.dumps(authors),))}
    phrases = sorted({f'"{words}"' for post in posts for words in first_words(post.text or "")})
    articles: set[str] = set()
    for at in range(0, len(phrases), _TOGETHER):
        query = " OR ".join(phrases[at : at + _TOGETHER])
        found |= {key for (key,) in connection.execute(_POSTS, (query,))}
        articles |= {article for (article,) in connection.execute(_ARTICLES, (query,))}
    stored = printings_with_keys(connection, found)
    return {key for key, each in stored.items() if shield.is_post(each.printing.post)}, articles
