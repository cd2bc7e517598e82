"""Write the `SavePlan` of a version of an article."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING

from archive.store import articles, names
from archive.store.counts import Counts, Shown, drop_triggers
from archive.store.identity import hashtag_key
from archive.store.plan import PostChanges, plan_new, plan_posts, plan_remaining
from archive.store.posts import add_posts, change_posts, choose_wordings, forget_names, see_earlier, write_posts
from archive.store.printings import delete_printings, unshown_printings
from archive.store.reactions import delete_rows, insert_embeds, insert_quotes, insert_repeats, insert_rows
from archive.store.terms import signs_of
from archive.store.versions import insert_sights

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from archive.store.plan import Misread, PlannedPost, SavePlan
    from archive.store.versions import Version


#: FTS5 defaults, and the values while an index is filled. By default FTS5 merges four segments of equal size,
#: and writes a segment after a megabyte of words. Sixteen segments are always merged.
_FTS_DEFAULTS = {"automerge": 4, "hashsize": 1 << 20}
_FILLING = {"automerge": 0, "hashsize": 1 << 25}


@contextmanager
def filled_at_once(connection: sqlite3.Connection, indexes: Sequence[str]) -> Iterator[None]:
    """Make search indexes take bulk inserts as one segment, and merge segments later; within a transaction.

    FTS5 settings are stored in the file, so they are reset before the transaction ends.
    """
    _configure(connection, indexes, _FILLING)
    yield
    connection.execute("SAVEPOINT filled")  # makes FTS5 write its pending rows
    connection.execute("RELEASE filled")
    _configure(connection, indexes, _FTS_DEFAULTS)


def _configure(connection: sqlite3.Connection, indexes: Sequence[str], options: Mapping[str, int]) -> None:
    for name in indexes:
        for option, value in options.items():
            connection.execute(f'INSERT INTO "{name}" ("{name}", rank) VALUES (?, ?)', (option, value))  # noqa: S608 - our own names


# Write the first versions of many articles at once: the rows that `archive.store.write` writes one by one.

INDEXES = ("posts_fts", "posts_signs_fts", "quotes_fts", "articles_fts")
#: Number of articles per segment of a search index.
_MANY = 100


def write_new(connection: sqlite3.Connection, versions: Sequence[Version]) -> list[SavePlan]:
    """Write articles that are not in the archive, all archived at the same time; return the plans."""
    seen = versions[0].taken
    printed = (embed.post for version in versions for embed in version.extraction.embeds)
    posts = plan_posts(connection, printed, seen)
    plans = [plan_new(version, posts) for version in versions]
    new = [planned for planned in posts.changes.posts if planned.is_new]
    others = tuple(planned for planned in posts.changes.posts if not planned.is_new)
    names.add_authors(connection, (printing.post for printing in posts.shown), seen)
    change_posts(connection, PostChanges(posts=others, dropped=posts.changes.dropped), seen)
    shown = Counter(post for plan in plans for post in {row.post for row in plan.rows.embeds})
    triggers, counts = drop_triggers(connection), Counts()
    with filled_at_once(connection, INDEXES if len(versions) >= _MANY else ()):
        _write_posts(connection, new, seen, shown, counts)
        _write_articles(connection, plans, counts)
    _count_shown(connection, plans, new, counts)
    counts.write(connection)
    for trigger in triggers:
        connection.execute(trigger)
    names.see_names(connection, (printing.post for printing in posts.shown), seen)
    see_earlier(connection, posts, seen)
    choose_wordings(connection, shown)
    names.show_spellings(connection, sorted({tag.key for plan in plans for tag in plan.rows.hashtags}))
    return plans


def _write_posts(
    connection: sqlite3.Connection, new: Sequence[PlannedPost], seen: str, shown: Counter[str], counts: Counts
) -> None:
    """Write new posts, and count them; `shown` has the number of articles that show each post."""
    added = add_posts(connection, new, seen, shown)
    added_ids = {planned.cluster.id for planned in new}
    counts.columns["posts", "articles"].update(
        {post: number for post, number in shown.items() if post not in added_ids}
    )
    for _, planned in added:
        post = planned.cluster.post
        hashtags = {hashtag_key(tag) for tag in post.hashtags} - {""}
        counts.add_post(post.platform, post.posted, planned.cluster.author, hashtags)
    # In this order the index stores all of them in one segment.
    texts = sorted((rowid, planned.cluster.post.text) for rowid, planned in added)
    connection.executemany("INSERT INTO posts_fts (rowid, text) VALUES (?, ?)", texts)
    signs = ((rowid, signs_of(text)) for rowid, text in texts)
    connection.executemany(
        "INSERT INTO posts_signs_fts (rowid, signs) VALUES (?, ?)", (each for each in signs if each[1])
    )


def _write_articles(connection: sqlite3.Connection, plans: Sequence[SavePlan], counts: Counts) -> None:
    (last_quote,) = connection.execute("SELECT coalesce(max(id), 0) FROM quotes").fetchone()
    added = articles.add_articles(
        connection,
        [(plan.version, len({row.post for row in plan.rows.embeds}), len(plan.rows.quotes)) for plan in plans],
    )
    _write_rows(connection, plans)
    for plan in plans:
        if plan.version.extraction.problems:
            articles.write_problems(connection, plan.version)
        counts.add_article(plan.version, [row.author for row in plan.rows.quotes])
        counts.add_hashtags(plan.version, [(tag.key, tag.as_written) for tag in plan.rows.hashtags])
    _index_articles(connection, added, last_quote)


def _write_rows(connection: sqlite3.Connection, plans: Sequence[SavePlan]) -> None:
    """Write the embeds, quotes and names of articles whose own rows are written."""
    insert_embeds(connection, *(plan.rows.embeds for plan in plans))
    insert_quotes(connection, *(plan.rows.quotes for plan in plans))
    names.insert_hashtags_of_many(
        connection,
        [
            (plan.version.article, plan.version.extraction.article.published, hashtag)
            for plan in plans
            for hashtag in plan.rows.hashtags
        ],
    )
    names.insert_mentions(
        connection, [(plan.version.article, mention) for plan in plans for mention in plan.rows.mentions]
    )
    insert_repeats(connection, [(plan.version.article, printing) for plan in plans for printing in plan.repeats])
    insert_sights(connection, [(plan.version.article, sight) for plan in plans for sight in plan.sights])
    articles.insert_bylines(connection, [plan.version for plan in plans])
    articles.insert_allusions(connection, ((plan.version.article, plan.version.extraction.allusions) for plan in plans))


def _index_articles(connection: sqlite3.Connection, added: Iterable[tuple[int, Version]], last_quote: int) -> None:
    texts = sorted(
        ((rowid, version.extraction.article.title, version.text) for rowid, version in added), key=lambda text: text[0]
    )
    connection.executemany("INSERT INTO articles_fts (rowid, title, text) VALUES (?, ?, ?)", texts)
    connection.execute(
        "INSERT INTO quotes_fts (rowid, text, speaker) SELECT id, text, speaker FROM quotes WHERE id > ?", (last_quote,)
    )


def _count_shown(
    connection: sqlite3.Connection, plans: Sequence[SavePlan], new: Iterable[PlannedPost], counts: Counts
) -> None:
    posts: dict[str, Shown] = {}
    for planned in new:
        post = planned.cluster.post
        posts[planned.cluster.id] = post.platform, planned.cluster.author, post.posted.at if post.posted else None
    stored = {row.post for plan in plans for row in plan.rows.embeds} - posts.keys()
    query = "SELECT id, platform, author, posted_at FROM posts WHERE id IN (SELECT value FROM json_each(?))"
    for key, *shown in connection.execute(query, (json.dumps(sorted(stored)),)):
        posts[key] = shown[0], shown[1], shown[2]
    for plan in plans:
        for key in {row.post for row in plan.rows.embeds}:
            counts.add_shown(plan.version, posts[key])


def write(connection: sqlite3.Connection, plan: SavePlan) -> None:
    """Write a plan, in the transaction that computed it."""
    version = plan.version
    if plan.kind == "unchanged":
        articles.see_again(connection, version)
    else:
        write_posts(connection, plan.posts, version.taken)
        write_article(connection, plan)
        if plan.misread:
            _remove_misread(connection, plan.misread, version.taken)
        if plan.kind != "older":
            articles.write_bylines(connection, version)
            articles.write_allusions(connection, version.article, version.extraction.allusions)
            articles.write_problems(connection, version)
    insert_sights(connection, [(version.article, sight) for sight in plan.sights])
    if plan.was_ahead:
        articles.set_back(connection, version.article, version.taken)


def write_article(connection: sqlite3.Connection, plan: SavePlan) -> None:
    """Write the row of an article and all its rows in other tables.

    Embeds, quotes and hashtags are deleted before the article changes and inserted after: triggers count them
    by its outlet and date on INSERT and DELETE.
    """
    version, rows = plan.version, plan.rows
    query = "SELECT DISTINCT post FROM embeds WHERE article = ?"
    before = {post for (post,) in connection.execute(query, (version.article,))}
    if plan.kind != "new":
        delete_rows(connection, version.article)
    if plan.kind == "new":
        articles.add_articles(connection, [(version, 0, 0)])
    elif plan.kind == "present":
        articles.change_article(connection, version)
    else:
        sooner = "UPDATE articles SET first_seen = ?1 WHERE id = ?2 AND first_seen > ?1"
        connection.execute(sooner, (version.taken, version.article))
    insert_rows(connection, version.article, rows)
    if version.reread:
        connection.execute("DELETE FROM repeats WHERE article = ?", (version.article,))
    insert_repeats(connection, [(version.article, printing) for printing in plan.repeats])
    choose_wordings(connection, before | {row.post for row in rows.embeds})


def _remove_misread(connection: sqlite3.Connection, misread: Misread, seen: str) -> None:
    """Remove results only in an earlier reading of the same bytes, after the rows of the article are written."""
    removed = unshown_printings(connection, misread.printings)
    delete_printings(connection, removed)
    change_posts(connection, plan_remaining(connection, removed, seen), seen)
    forget_names(connection, [stored.printing for stored in removed])
    told = {hashtag_key(tag) for stored in removed for tag in stored.printing.post.hashtags}
    names.forget_hashtags(connection, misread.hashtags | told)
    names.forget_authors(connection, misread.authors)
