"""Write posts and their printings: a `PostPlan` for the posts of an article, or one post alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from archive.store.authors import add_author, forget_authors, forget_name, see_name
from archive.store.identity import author_key
from archive.store.post_parts import delete_post_parts, write_post_parts
from archive.store.printings import insert_printings, moment_columns
from archive.store.rowids import free_rowid, free_rowids
from archive.store.wordings import choose_wordings

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping, Sequence

    from archive.store.identity import Cluster, Printing
    from archive.store.plan_posts import PlannedPost, PostChanges, PostPlan
    from scraper.records import Post

_COLUMNS = """
    printing, id, article, form, position, start_offset, end_offset, text, first_seen, last_seen, gone_at,
    saved_at
"""
_INSERT = """
    INSERT INTO posts (platform, native_id, url, author, text, language, posted_at, posted_precision,
        posted_source, posted_as_written, first_seen, id, rowid, articles)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_INSERT_ALIAS = "INSERT INTO post_aliases VALUES (?, ?)"
_EMBEDS_OF_PRINTING = f"SELECT {_COLUMNS} FROM embeds WHERE printing = ?"  # noqa: S608 - our own text
_INSERT_EMBED = f"INSERT INTO embeds (post, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608 - our own text


def write_posts(connection: sqlite3.Connection, plan: PostPlan, seen: str) -> None:
    """Write the posts that an article shows, with their printings, authors and names.

    Args:
        connection: In a transaction.
        plan: The posts of the printings.
        seen: Time the article was archived, ISO 8601, UTC.
    """
    for printing in plan.shown:
        post = printing.post
        if post.author is not None:
            add_author(connection, author_key(post.platform, post.author), post.platform, post.author, seen)
    change_posts(connection, plan.changes, seen)
    for printing in plan.shown:
        see_name(connection, printing.post, seen)
    see_earlier(connection, plan, seen)


def see_earlier(connection: sqlite3.Connection, plan: PostPlan, seen: str) -> None:
    """Move the first sights of stored printings and their posts back."""
    for key, post_id in plan.seen_earlier:
        connection.execute("UPDATE printings SET first_seen = ? WHERE id = ?", (seen, key))
        _see_post_earlier(connection, post_id, seen)


def change_posts(connection: sqlite3.Connection, changes: PostChanges, seen: str) -> None:
    """Apply changes to stored posts.

    Args:
        connection: In a transaction.
        changes: The changes.
        seen: Time new printings were seen, ISO 8601, UTC.
    """
    moving = [_delete_embeds(connection, planned) for planned in changes.posts]
    for planned in changes.posts:
        write_post(connection, planned.cluster, planned.before, planned.first_seen)
    for planned in changes.posts:
        _write_printings(connection, planned, seen)
    for planned, embeds in zip(changes.posts, moving, strict=True):
        connection.executemany(_INSERT_EMBED, [(planned.cluster.id, *embed) for embed in embeds])
    _write_aliases(connection, changes)
    delete_posts(connection, changes.dropped)
    choose_wordings(connection, [planned.cluster.id for planned in changes.posts])


def _delete_embeds(connection: sqlite3.Connection, planned: PlannedPost) -> list[Sequence[object]]:
    """Delete and return embeds whose post, or its author, changes; they are inserted again later.

    The counting triggers run only on INSERT and DELETE.
    """
    embeds: list[Sequence[object]] = []
    for key in planned.recounted:
        embeds += connection.execute(_EMBEDS_OF_PRINTING, (key,))
        connection.execute("DELETE FROM embeds WHERE printing = ?", (key,))
    return embeds


def _write_printings(connection: sqlite3.Connection, planned: PlannedPost, seen: str) -> None:
    """Insert the new printings of a post, and assign printings of other posts to it."""
    insert_printings(connection, [(printing, planned.cluster.id) for printing in planned.added], seen)
    for stored in planned.moved:
        connection.execute("UPDATE printings SET post = ? WHERE id = ?", (planned.cluster.id, stored.printing.key))
        _see_post_earlier(connection, planned.cluster.id, stored.first_seen)


def _see_post_earlier(connection: sqlite3.Connection, post: str, seen: str) -> None:
    connection.execute("UPDATE posts SET first_seen = min(first_seen, ?) WHERE id = ?", (seen, post))


def _write_aliases(connection: sqlite3.Connection, changes: PostChanges) -> None:
    """Replace the aliases of changed posts."""
    stored = [planned.cluster.id for planned in changes.posts if planned.before is not None]
    for post in (*changes.dropped, *stored):
        connection.execute("DELETE FROM post_aliases WHERE post = ?", (post,))
    for planned in changes.posts:
        connection.executemany(
            _INSERT_ALIAS, [(alias, planned.cluster.id) for alias in sorted(planned.cluster.aliases)]
        )


def forget_names(connection: sqlite3.Connection, removed: Iterable[Printing]) -> None:
    """Correct the names of the authors of removed printings, and delete authors with nothing left."""
    names = {
        (key, printing.post.author.name)
        for printing in removed
        if printing.post.author and (key := author_key(printing.post.platform, printing.post.author))
    }
    for author, name in names:
        forget_name(connection, author, name)
    forget_authors(connection, {author for author, _ in names})


def add_posts(
    connection: sqlite3.Connection, posts: Sequence[PlannedPost], seen: str, shown: Mapping[str, int]
) -> list[tuple[int, PlannedPost]]:
    """Insert new posts, with their printings.

    Args:
        connection: In a transaction.
        posts: The posts.
        seen: Time they were seen, ISO 8601, UTC.
        shown: Id of a post -> number of articles that show it; inserting its embeds does not count them.

    Returns:
        Each with its row number.
    """
    clusters = [planned.cluster for planned in posts]
    rowids = free_rowids(connection, "posts", [(cluster.id, cluster.post.posted) for cluster in clusters])
    connection.executemany(
        _INSERT,
        [
            (*_values(planned.cluster), planned.first_seen, planned.cluster.id, rowid, shown[planned.cluster.id])
            for rowid, planned in zip(rowids, posts, strict=True)
        ],
    )
    write_post_parts(connection, [(cluster.id, cluster.post) for cluster in clusters])
    added = [(printing, planned.cluster.id) for planned in posts for printing in planned.added]
    insert_printings(connection, added, seen)
    connection.executemany(
        _INSERT_ALIAS, [(alias, cluster.id) for cluster in clusters for alias in sorted(cluster.aliases)]
    )
    return list(zip(rowids, posts, strict=True))


def write_post(connection: sqlite3.Connection, cluster: Cluster, old: Post | None, since: str) -> None:
    """Insert the post of a cluster, or update its row, hashtags, mentions, links and media.

    Args:
        connection: In a transaction.
        cluster: The printings of a post, and the post.
        old: The stored post; None if there is none.
        since: Time a new post was first seen, ISO 8601, UTC.
    """
    post = cluster.post
    if post == old:
        return
    if old is None:
        rowid = free_rowid(connection, "posts", cluster.id, post.posted)
        connection.execute(_INSERT, (*_values(cluster), since, cluster.id, rowid, 0))
    else:
        delete_post_parts(connection, cluster.id)
        _change_post(connection, cluster, old)
    write_post_parts(connection, [(cluster.id, post)])


def _values(cluster: Cluster) -> tuple[str | None, ...]:
    post = cluster.post
    return (*(post.platform, post.id, post.url, cluster.author, post.text, post.language), *moment_columns(post.posted))


def _change_post(connection: sqlite3.Connection, cluster: Cluster, old: Post) -> None:
    connection.execute(
        """
        UPDATE posts SET platform = ?, native_id = ?, url = ?, author = ?, text = ?, language = ?,
            posted_at = ?, posted_precision = ?, posted_source = ?, posted_as_written = ?
        WHERE id = ?
        """,
        (*_values(cluster), cluster.id),
    )
    if (old.posted and old.posted.at) != (cluster.post.posted and cluster.post.posted.at):
        rowid = free_rowid(connection, "posts", cluster.id, cluster.post.posted)
        connection.execute("UPDATE posts SET rowid = ? WHERE id = ?", (rowid, cluster.id))


def delete_posts(connection: sqlite3.Connection, posts: Iterable[str]) -> None:
    """Delete posts that have become part of others."""
    for post in posts:
        delete_post_parts(connection, post)
        connection.execute("DELETE FROM posts WHERE id = ?", (post,))
