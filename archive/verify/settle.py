"""Rebuild posts, authors and hashtags from printings, quotes and uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from archive.humanize import counted
from archive.store.authors import add_author, see_name
from archive.store.identity import author_key, clusters
from archive.store.post_parts import delete_post_parts
from archive.store.posts import delete_posts, write_post
from archive.store.printings import all_printings
from archive.store.wordings import choose_all_wordings
from archive.verify.counts import components
from archive.verify.wordings import restore_printings, restore_uses
from scraper.records import Author

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from archive.store.identity import Cluster, Printing

    Aside = Callable[[str, Mapping[str, Any], str], None]

_NAMED = """
    SELECT id, first_seen FROM printings WHERE author IS NOT NULL AND (
        NOT EXISTS (SELECT 1 FROM authors WHERE id = printings.author)
        OR name IS NOT NULL AND name <> '' AND NOT EXISTS (
            SELECT 1 FROM author_names
            WHERE author_names.author = printings.author AND author_names.name = printings.name
        )
    )
"""
_QUOTED = """
    SELECT author, platform, min(handle), min(first_seen) FROM quotes
    WHERE platform IS NOT NULL AND author NOT IN (SELECT id FROM authors) GROUP BY author, platform
"""
_HASHTAGS = """
    INSERT INTO hashtags (id, tag) SELECT hashtag, min(as_written) FROM (
        SELECT hashtag, as_written FROM articles_hashtags
        UNION ALL SELECT hashtag, as_written FROM posts_hashtags
        UNION ALL SELECT hashtag, as_written FROM quotes_hashtags
    ) WHERE hashtag NOT IN (SELECT id FROM hashtags) GROUP BY hashtag
"""
_EMBEDS = """
    UPDATE embeds SET post = printings.post FROM printings
    WHERE printings.id = embeds.printing AND embeds.post <> printings.post
"""


def recompute_posts(connection: sqlite3.Connection, aside: Aside | None = None) -> Iterator[str]:
    """Create missing wordings, authors, posts and hashtags, and assign each wording to its post.

    Args:
        connection: In a transaction, without triggers: recount afterwards.
        aside: Called with the table, the row and the reason for each row without a wording; if None, such
            rows are deleted, as after any regrouping of posts.
    """
    if made := restore_printings(connection):
        yield f"recreated: {counted(made, 'wording')}, from embeds and posts"
    printings = {printing.key: printing for printing in all_printings(connection)}
    yield from _settle_authors(connection, printings)
    yield from _settle_posts(connection, printings, aside)
    if made := restore_uses(connection):
        yield f"recreated: {counted(made, 'use')} of hashtags in articles"
    if made := connection.execute(_HASHTAGS).rowcount:
        yield f"recreated: {counted(made, 'hashtag')}"


def _settle_authors(connection: sqlite3.Connection, printings: dict[str, Printing]) -> Iterator[str]:
    made = 0
    for key, seen in connection.execute(_NAMED).fetchall():
        post = printings[key].post
        if post.author is not None:
            author = author_key(post.platform, post.author)
            add_author(connection, author, post.platform, post.author, seen)
            see_name(connection, post, seen)
            made += 1
    for author, platform, handle, seen in connection.execute(_QUOTED).fetchall():
        add_author(connection, author, platform, Author(handle=handle), seen)
        made += 1
    if made:
        yield f"recreated: authors and their names, from {counted(made, 'wording')}"


def _settle_posts(connection: sqlite3.Connection, printings: dict[str, Printing], aside: Aside | None) -> Iterator[str]:
    before = dict(connection.execute("SELECT id, post FROM printings"))
    posts = {post for (post,) in connection.execute("SELECT id FROM posts")}
    found = [cluster for near in components(list(printings.values())) for cluster in clusters(near)]
    if made := _write_missing_posts(connection, found, posts):
        yield f"recreated: {counted(made, 'post')}, from the wordings"
    after = {key: cluster.id for cluster in found for key in cluster.printings}
    moved = [(post, key) for key, post in after.items() if before[key] != post]
    connection.executemany("UPDATE printings SET post = ? WHERE id = ?", moved)
    embeds = connection.execute(_EMBEDS).rowcount
    if moved or embeds:
        yield f"corrected: the post of {counted(len(moved), 'wording')} and {counted(embeds, 'embed')}"
    if aside is None:
        delete_posts(connection, (set(before.values()) & posts) - set(after.values()))
    else:  # posts that nothing refers to are put aside with all others of the kind
        for _, key in moved:
            aside("printings", {"id": key, "post": before[key]}, "it counted as a post that is lost")
    if made := choose_all_wordings(connection):
        yield f"corrected: the text of {counted(made, 'post')}"
    if _settle_aliases(connection, found, aside):
        yield "recreated: the aliases of posts"


def _write_missing_posts(connection: sqlite3.Connection, found: list[Cluster], posts: set[str]) -> int:
    """Insert the missing posts; return their number."""
    missing = [cluster for cluster in found if cluster.id not in posts]
    for cluster in missing:
        delete_post_parts(connection, cluster.id)
        write_post(connection, cluster, None, _since(connection, cluster))
    return len(missing)


def _settle_aliases(connection: sqlite3.Connection, found: list[Cluster], aside: Aside | None) -> bool:
    """Update the aliases of posts; return True if any changed."""
    aliases = {(alias, cluster.id) for cluster in found for alias in cluster.aliases}
    stored = set(connection.execute("SELECT alias, post FROM post_aliases"))
    if aside is not None:
        for alias, post in sorted(stored - aliases):
            aside("post_aliases", {"alias": alias, "post": post}, "no wording of the post has it")
    connection.execute("DELETE FROM post_aliases")
    connection.executemany("INSERT INTO post_aliases VALUES (?, ?)", sorted(aliases))
    return stored != aliases


def _since(connection: sqlite3.Connection, cluster: Cluster) -> str:
    """Return the first sight of a post: the earliest of its printings."""
    query = "SELECT first_seen FROM printings WHERE id = ?"
    return min(str(connection.execute(query, (key,)).fetchone()[0]) for key in cluster.printings)
