"""Printings in, posts out: store new wordings and bring the posts of their neighbourhood up to date."""

from __future__ import annotations

from collections import defaultdict
from itertools import chain
from typing import TYPE_CHECKING

from archive.store.authors import add_author, forget_authors, forget_name, see_name
from archive.store.hashtags import add_hashtags
from archive.store.identity import author_key, clusters, hashtag_key, merged, printing_of, reach
from archive.store.printings import Neighbours, insert_printing, known_printings, moment_columns
from archive.store.rowids import free_rowid
from scraper.values.handles import fold_handle

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping, Sequence

    from archive.store.identity import Cluster, Printing
    from archive.store.printings import Known, Stored
    from scraper.records import Post

_COLUMNS = """
    printing, id, article, form, position, start_offset, end_offset, text, first_seen, last_seen, gone_at,
    saved_at
"""
_LIFT = f"SELECT {_COLUMNS} FROM embeds WHERE printing = ?"  # noqa: S608 - our own text
_PUT = f"INSERT INTO embeds (post, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608 - our own text


def store_printings(connection: sqlite3.Connection, posts: Iterable[Post], seen: str) -> dict[str, str]:
    """Store the wordings in which an article shows posts, and settle which posts they are.

    Returns:
        The id of the post, by the key of the printing.
    """
    shown = {printing.key: printing for printing in map(printing_of, posts)}
    _add_authors(connection, shown.values(), seen)
    known = known_printings(connection, shown)
    new = [printing for key, printing in shown.items() if key not in known]
    if new:
        _settle(connection, new, seen)
        known = known_printings(connection, shown)
    for key, printing in shown.items():
        see_name(connection, printing.post, seen)
        if seen < known[key].first_seen:
            _seen_before(connection, key, known[key].post, seen)
    return {key: printing.post for key, printing in known.items()}


def _add_authors(connection: sqlite3.Connection, printings: Iterable[Printing], seen: str) -> None:
    for printing in printings:
        post = printing.post
        if post.author is not None:
            add_author(connection, author_key(post.platform, post.author), post.platform, post.author, seen)


def _forget_authors(connection: sqlite3.Connection, posts: Iterable[Post]) -> None:
    named = {
        (key, post.author.name)
        for post in posts
        if post.author and (key := author_key(post.platform, post.author))
    }
    for author, name in named:
        forget_name(connection, author, name)
    forget_authors(connection, {author for author, _ in named})


def _seen_before(connection: sqlite3.Connection, key: str, post: str, seen: str) -> None:
    """Move first sights back when an older capture is archived after a newer one."""
    connection.execute("UPDATE printings SET first_seen = ? WHERE id = ?", (seen, key))
    connection.execute("UPDATE posts SET first_seen = min(first_seen, ?) WHERE id = ?", (seen, post))


def forget_printings(connection: sqlite3.Connection, keys: Iterable[str], seen: str) -> None:
    """Remove wordings that no embed shows any more; their posts become what their other wordings show."""
    neighbours = Neighbours(connection)
    forgotten = list(neighbours.unshown(keys))
    left = [*chain.from_iterable(neighbours.of_post(each.known.post) for each in forgotten)]
    for each in forgotten:
        connection.execute("DELETE FROM printings WHERE id = ?", (each.printing.key,))
        neighbours.stored.pop(each.printing.key, None)
    gone = {each.printing.key for each in forgotten}
    members = reach([printing for printing in left if printing.key not in gone], neighbours)
    _rearrange(connection, members, [*neighbours.of(members), *forgotten], (), seen)
    _forget_authors(connection, [each.printing.post for each in forgotten])


def _settle(connection: sqlite3.Connection, new: Sequence[Printing], seen: str) -> None:
    """Join new printings to the posts they belong to."""
    neighbours = Neighbours(connection)
    for printing in new:
        neighbours.add(printing)
    members = reach(new, neighbours)
    _rearrange(connection, members, neighbours.of(members), new, seen)


def _rearrange(
    connection: sqlite3.Connection,
    members: Sequence[Printing],
    known: Sequence[Stored],
    new: Iterable[Printing],
    seen: str,
) -> None:
    """Make the posts what their printings say.

    Args:
        connection: In a transaction.
        members: The printings that there are now, closed under `reach`.
        known: Those that were there before, also ones that have just been deleted.
        new: Those of the members that are not stored yet.
        seen: When the new ones were seen.
    """
    stored = {each.printing.key: each.known for each in known}
    before = defaultdict(list)
    for each in known:
        before[each.known.post].append(each.printing)
    old = {post: merged(printings) for post, printings in before.items()}
    after = clusters(members)
    lifted = _take_out(connection, stored, old, after)
    for cluster in after:
        since = min([seen, *(stored[key].first_seen for key in cluster.printings if key in stored)])
        write_post(connection, cluster, old.get(cluster.id), since)
    _write_printings(connection, after, {printing.key: printing.post for printing in new}, stored, seen)
    _put_back(connection, lifted, after)
    if old or len(members) > 1:
        _write_aliases(connection, old, after)
        drop_posts(connection, set(old) - {cluster.id for cluster in after})


def _take_out(
    connection: sqlite3.Connection,
    stored: Mapping[str, Known],
    old: Mapping[str, Post],
    after: Iterable[Cluster],
) -> list[tuple[object, ...]]:
    """Take out the embeds whose post or whose post's author changes, so that the triggers count them anew."""
    lifted: list[tuple[object, ...]] = []
    for cluster in after:
        was = old.get(cluster.id)
        reauthored = was is not None and author_key(was.platform, was.author) != cluster.author
        for key in cluster.printings:
            if key in stored and (reauthored or stored[key].post != cluster.id):
                lifted += connection.execute(_LIFT, (key,))
                connection.execute("DELETE FROM embeds WHERE printing = ?", (key,))
    return lifted


def _put_back(
    connection: sqlite3.Connection, lifted: Iterable[tuple[object, ...]], after: Iterable[Cluster]
) -> None:
    posts = {key: cluster.id for cluster in after for key in cluster.printings}
    connection.executemany(
        _PUT,
        [(posts[str(printing)], printing, *rest) for printing, *rest in lifted],
    )


def write_post(connection: sqlite3.Connection, cluster: Cluster, old: Post | None, since: str) -> None:
    """Insert the post that a cluster is, or bring the row of it up to date where that was another one."""
    post = cluster.post
    if post == old:
        return
    values = (
        post.platform,
        post.id,
        post.url,
        cluster.author,
        post.text,
        post.language,
        *moment_columns(post.posted),
    )
    if old is None:
        rowid = free_rowid(connection, "posts", cluster.id, post.posted)
        connection.execute(
            """
            INSERT INTO posts (platform, native_id, url, author, text, language, posted_at, posted_precision,
                posted_source, posted_as_written, first_seen, id, rowid)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            (*values, since, cluster.id, rowid),
        )
    else:
        delete_parts(connection, cluster.id)
        _change_post(connection, cluster, old, values)
    _write_parts(connection, cluster.id, post)


def _change_post(
    connection: sqlite3.Connection, cluster: Cluster, old: Post, values: tuple[str | None, ...]
) -> None:
    connection.execute(
        """
        UPDATE posts SET platform = ?, native_id = ?, url = ?, author = ?, text = ?, language = ?,
            posted_at = ?, posted_precision = ?, posted_source = ?, posted_as_written = ?
        WHERE id = ?
        """,
        (*values, cluster.id),
    )
    if (old.posted and old.posted.at) != (cluster.post.posted and cluster.post.posted.at):
        rowid = free_rowid(connection, "posts", cluster.id, cluster.post.posted)
        connection.execute("UPDATE posts SET rowid = ? WHERE id = ?", (rowid, cluster.id))


def _write_parts(connection: sqlite3.Connection, key: str, post: Post) -> None:
    """Write the hashtags, mentions, links and media of a post that has none yet."""
    posted_at = post.posted.at if post.posted else None
    tags = {hashtag_key(tag): tag for tag in reversed(post.hashtags) if hashtag_key(tag)}
    add_hashtags(connection, tags)
    connection.executemany(
        "INSERT INTO posts_hashtags VALUES (?, ?, ?, ?)",
        [(key, tag, written, posted_at) for tag, written in tags.items()],
    )
    connection.executemany(
        "INSERT INTO mentions VALUES (?, ?, ?, ?)",
        [(key, place, fold_handle(handle), handle) for place, handle in enumerate(post.mentions)],
    )
    connection.executemany(
        "INSERT INTO cashtags VALUES (?, ?, ?, ?)",
        [(key, place, cashtag.casefold(), cashtag) for place, cashtag in enumerate(post.cashtags)],
    )
    connection.executemany(
        "INSERT INTO links VALUES (?, ?, ?)", [(key, place, url) for place, url in enumerate(post.links)]
    )
    connection.executemany(
        "INSERT INTO media VALUES (?, ?, ?)", [(key, place, url) for place, url in enumerate(post.media)]
    )


def delete_parts(connection: sqlite3.Connection, key: str) -> None:
    """Delete the hashtags, mentions, links and media of a post."""
    connection.execute("DELETE FROM posts_hashtags WHERE post = ?", (key,))
    connection.execute("DELETE FROM mentions WHERE post = ?", (key,))
    connection.execute("DELETE FROM cashtags WHERE post = ?", (key,))
    connection.execute("DELETE FROM links WHERE post = ?", (key,))
    connection.execute("DELETE FROM media WHERE post = ?", (key,))


def _write_printings(
    connection: sqlite3.Connection,
    after: Iterable[Cluster],
    new: Mapping[str, Post],
    stored: Mapping[str, Known],
    seen: str,
) -> None:
    for cluster in after:
        for key in cluster.printings:
            if key in new:
                insert_printing(connection, key, new[key], cluster.id, seen)
            elif stored[key].post != cluster.id:
                connection.execute("UPDATE printings SET post = ? WHERE id = ?", (cluster.id, key))
                connection.execute(
                    "UPDATE posts SET first_seen = min(first_seen, ?) WHERE id = ?",
                    (stored[key].first_seen, cluster.id),
                )


def _write_aliases(connection: sqlite3.Connection, old: Iterable[str], after: Iterable[Cluster]) -> None:
    for post in {*old, *(cluster.id for cluster in after)}:
        connection.execute("DELETE FROM post_aliases WHERE post = ?", (post,))
    for cluster in after:
        connection.executemany(
            "INSERT INTO post_aliases VALUES (?, ?)",
            [(alias, cluster.id) for alias in sorted(cluster.aliases)],
        )


def drop_posts(connection: sqlite3.Connection, posts: Iterable[str]) -> None:
    """Remove posts that have become part of others."""
    for post in posts:
        delete_parts(connection, post)
        connection.execute("DELETE FROM posts WHERE id = ?", (post,))
