"""Write posts and their printings: a `PostPlan` for the posts of an article, or one post alone."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from archive.store.identity import author_key, best_wording, hashtag_key, merged, other_wordings
from archive.store.names import add_authors, add_hashtags, forget_authors, forget_name, see_names
from archive.store.printings import insert_printings, moment_columns, printings_of
from archive.store.reactions import insert_embeds, read_embeds
from archive.store.rowids import free_rowid, free_rowids
from scraper.configuration import queries
from scraper.values.handles import fold_handle

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping, Sequence

    from archive.store.identity import Cluster, Printing
    from archive.store.plan import PlannedPost, PostChanges, PostPlan
    from archive.store.reactions import EmbedRow
    from scraper.records import Post


# Write the hashtags, mentions, links and media of posts.


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
    for table in ("posts_hashtags", "mentions", "cashtags", "links", "media"):
        connection.execute(f"DELETE FROM {table} WHERE post = ?", (key,))  # noqa: S608 - our own names


# Choose the text of posts with several wordings, once all their rows are written.

_SHOWN = "SELECT printing, article FROM embeds WHERE post = ? AND gone_at IS NULL"
_TOGETHER = 500
_PARTS = (
    "SELECT as_written FROM posts_hashtags WHERE post = ? ORDER BY as_written",
    "SELECT as_written FROM mentions WHERE post = ? ORDER BY position",
    "SELECT as_written FROM cashtags WHERE post = ? ORDER BY position",
    "SELECT url FROM links WHERE post = ? ORDER BY position",
)


def choose_wordings(connection: sqlite3.Connection, posts: Iterable[str]) -> int:
    """Set the wordings of posts, shown and searched, after embeds are written; return the number of changed posts."""
    ids = json.dumps(sorted(set(posts)))
    return sum(
        _choose(connection, post)
        for (post,) in connection.execute(queries("store")["posts_with_wordings"], (ids,)).fetchall()
    )


def choose_all_wordings(connection: sqlite3.Connection) -> int:
    """Call `choose_wordings` for all posts of an archive."""
    posts = [post for (post,) in connection.execute(queries("store")["all_posts_with_wordings"])]
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
    found: dict[str, set[str]] = defaultdict(set)
    for printing, article in connection.execute(_SHOWN, (post,)):
        found[printing].add(article)
    return found


def _has_parts(connection: sqlite3.Connection, key: str, post: Post) -> bool:
    stored = [[value for (value,) in connection.execute(query, (key,))] for query in _PARTS]
    tags = sorted(hashtags_of_post(post).values())
    return stored == [tags, list(post.mentions), list(post.cashtags), list(post.links)]


#: Columns of the post itself, in the order of `_values`.
_OF_POST = (
    "platform", "native_id", "url", "author", "text", "language", "posted_at", "posted_precision", "posted_source",
    "posted_as_written",
)  # fmt: skip
_INSERT = f"""
    INSERT INTO posts ({", ".join(_OF_POST)}, first_seen, id, rowid, articles)
    VALUES ({", ".join("?" * len(_OF_POST))}, ?, ?, ?, ?)
"""  # noqa: S608 - our own columns
_CHANGE = f"UPDATE posts SET {' = ?, '.join(_OF_POST)} = ? WHERE id = ?"  # noqa: S608 - our own columns
_INSERT_ALIAS = "INSERT INTO post_aliases VALUES (?, ?)"


def write_posts(connection: sqlite3.Connection, plan: PostPlan, seen: str) -> None:
    """Write the posts that an article shows, with their printings, authors and names."""
    posts = [printing.post for printing in plan.shown]
    add_authors(connection, posts, seen)
    change_posts(connection, plan.changes, seen)
    see_names(connection, posts, seen)
    see_earlier(connection, plan, seen)


def see_earlier(connection: sqlite3.Connection, plan: PostPlan, seen: str) -> None:
    """Move the first sights of stored printings and their posts back."""
    for key, post_id in plan.seen_earlier:
        connection.execute("UPDATE printings SET first_seen = ? WHERE id = ?", (seen, key))
        _see_post_earlier(connection, post_id, seen)


def change_posts(connection: sqlite3.Connection, changes: PostChanges, seen: str) -> None:
    """Apply changes to stored posts."""
    moving = [_delete_embeds(connection, planned) for planned in changes.posts]
    for planned in changes.posts:
        write_post(connection, planned.cluster, planned.before, planned.first_seen)
    for planned in changes.posts:
        _write_printings(connection, planned, seen)
    for planned, embeds in zip(changes.posts, moving, strict=True):
        insert_embeds(connection, [replace(embed, post=planned.cluster.id) for embed in embeds])
    _write_aliases(connection, changes)
    for table in ("checks", "check_answers", "hydrations", "counts"):
        connection.executemany(queries("store")["move_to_alias"].format(table), [(post,) for post in changes.dropped])
    delete_posts(connection, changes.dropped)
    choose_wordings(connection, [planned.cluster.id for planned in changes.posts])


def _delete_embeds(connection: sqlite3.Connection, planned: PlannedPost) -> list[EmbedRow]:
    """Delete and return embeds whose post or its author changes: the triggers count only on INSERT and DELETE."""
    embeds = []
    for key in planned.recounted:
        embeds += read_embeds(connection, key, "printing")
        connection.execute("DELETE FROM embeds WHERE printing = ?", (key,))
    return embeds


def _write_printings(connection: sqlite3.Connection, planned: PlannedPost, seen: str) -> None:
    insert_printings(connection, [(printing, planned.cluster.id) for printing in planned.added], seen)
    for stored in planned.moved:
        connection.execute("UPDATE printings SET post = ? WHERE id = ?", (planned.cluster.id, stored.printing.key))
        _see_post_earlier(connection, planned.cluster.id, stored.first_seen)


def _see_post_earlier(connection: sqlite3.Connection, post: str, seen: str) -> None:
    connection.execute("UPDATE posts SET first_seen = min(first_seen, ?) WHERE id = ?", (seen, post))


def _write_aliases(connection: sqlite3.Connection, changes: PostChanges) -> None:
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
    """Insert new posts, each shown by a number of articles, with their printings; return each with its row number."""
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
    """Insert the post of a cluster first seen at `since`, or update its row and parts if it was `old`."""
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
    connection.execute(_CHANGE, (*_values(cluster), cluster.id))
    if (old.posted and old.posted.at) != (cluster.post.posted and cluster.post.posted.at):
        rowid = free_rowid(connection, "posts", cluster.id, cluster.post.posted)
        connection.execute("UPDATE posts SET rowid = ? WHERE id = ?", (rowid, cluster.id))


def delete_posts(connection: sqlite3.Connection, posts: Iterable[str]) -> None:
    """Delete posts that have become part of others."""
    for post in posts:
        delete_post_parts(connection, post)
        connection.execute("DELETE FROM posts WHERE id = ?", (post,))
