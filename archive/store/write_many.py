"""Write the first versions of many articles at once: the rows that `archive.store.write` writes one by one.

The posts of all articles are planned together; counting and indexing happen at the end instead of in
row-by-row triggers. Stored posts that change (a new wording, or posts found to be the same) are written
before, in the usual way.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

from archive.store.articles import add_articles, insert_allusions, insert_bylines, write_problems
from archive.store.authors import add_authors, see_names
from archive.store.counting import Counts, Shown, drop_triggers
from archive.store.embeds import insert_embeds, insert_repeats
from archive.store.hashtags import insert_hashtags_of_many, insert_mentions, show_spellings
from archive.store.identity import hashtag_key
from archive.store.plan import plan_new
from archive.store.plan_posts import PostChanges, plan_posts
from archive.store.posts import add_posts, change_posts, see_earlier
from archive.store.quotes import insert_quotes
from archive.store.schema.signs import signs_of
from archive.store.segments import filled_at_once
from archive.store.sights import insert_sights
from archive.store.wordings import choose_wordings

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence

    from archive.store.plan import SavePlan
    from archive.store.plan_posts import PlannedPost
    from archive.store.versions import Version

INDEXES = ("posts_fts", "posts_signs_fts", "quotes_fts", "articles_fts")
#: Number of articles per segment of a search index.
_MANY = 100
#: Keyed by post id.
Posts = dict[str, Shown]


def write_new(connection: sqlite3.Connection, versions: Sequence[Version]) -> list[SavePlan]:
    """Write articles that are not in the archive.

    Args:
        connection: In a transaction.
        versions: The first version of each, all archived at the same time.

    Returns:
        The plan that was written for each.
    """
    seen = versions[0].taken
    printed = (embed.post for version in versions for embed in version.extraction.embeds)
    posts = plan_posts(connection, printed, seen)
    plans = [plan_new(version, posts) for version in versions]
    new = [planned for planned in posts.changes.posts if planned.is_new]
    others = tuple(planned for planned in posts.changes.posts if not planned.is_new)
    add_authors(connection, (printing.post for printing in posts.shown), seen)
    change_posts(connection, PostChanges(posts=others, dropped=posts.changes.dropped), seen)
    shown = Counter(post for plan in plans for post in {row.post for row in plan.rows.embeds})
    triggers, counts = drop_triggers(connection), Counts()
    with filled_at_once(connection, INDEXES if len(versions) >= _MANY else ()):
        _write_posts(connection, new, seen, shown, counts)
        _write_articles(connection, plans, counts)
    _count_shown(plans, _shown_posts(connection, plans, new), counts)
    counts.write(connection)
    for trigger in triggers:
        connection.execute(trigger)
    see_names(connection, (printing.post for printing in posts.shown), seen)
    see_earlier(connection, posts, seen)
    choose_wordings(connection, shown)
    show_spellings(connection, sorted({tag.key for plan in plans for tag in plan.rows.hashtags}))
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
    added = add_articles(
        connection,
        [(plan.version, len({row.post for row in plan.rows.embeds}), len(plan.rows.quotes)) for plan in plans],
    )
    _write_rows(connection, plans)
    for plan in plans:
        if plan.version.extraction.problems:
            write_problems(connection, plan.version)
        counts.add_article(plan.version, [row.author for row in plan.rows.quotes])
        counts.add_hashtags(plan.version, [(tag.key, tag.as_written) for tag in plan.rows.hashtags])
    _index_articles(connection, added, last_quote)


def _write_rows(connection: sqlite3.Connection, plans: Sequence[SavePlan]) -> None:
    """Write the embeds, quotes and names of articles whose own rows are written."""
    insert_embeds(connection, *(plan.rows.embeds for plan in plans))
    insert_quotes(connection, *(plan.rows.quotes for plan in plans))
    insert_hashtags_of_many(
        connection,
        [
            (plan.version.article, plan.version.extraction.article.published, hashtag)
            for plan in plans
            for hashtag in plan.rows.hashtags
        ],
    )
    insert_mentions(connection, [(plan.version.article, mention) for plan in plans for mention in plan.rows.mentions])
    insert_repeats(connection, [(plan.version.article, printing) for plan in plans for printing in plan.repeats])
    insert_sights(connection, [(plan.version.article, sight) for plan in plans for sight in plan.sights])
    insert_bylines(connection, [plan.version for plan in plans])
    insert_allusions(connection, [plan.version for plan in plans])


def _index_articles(connection: sqlite3.Connection, added: Iterable[tuple[int, Version]], last_quote: int) -> None:
    """Add articles to the search index, and quotes with ids above `last_quote`."""
    texts = sorted(
        ((rowid, version.extraction.article.title, version.text) for rowid, version in added), key=lambda text: text[0]
    )
    connection.executemany("INSERT INTO articles_fts (rowid, title, text) VALUES (?, ?, ?)", texts)
    connection.execute(
        """
        INSERT INTO quotes_fts (rowid, text, speaker) SELECT id, text, speaker FROM quotes WHERE id > ?
        """,
        (last_quote,),
    )


def _shown_posts(connection: sqlite3.Connection, plans: Iterable[SavePlan], new: Iterable[PlannedPost]) -> Posts:
    posts: Posts = {planned.cluster.id: _shown(planned) for planned in new}
    stored = {row.post for plan in plans for row in plan.rows.embeds} - posts.keys()
    query = "SELECT id, platform, author, posted_at FROM posts WHERE id IN (SELECT value FROM json_each(?))"
    for post, *shown in connection.execute(query, (json.dumps(sorted(stored)),)):
        posts[post] = shown[0], shown[1], shown[2]
    return posts


def _shown(planned: PlannedPost) -> Shown:
    post = planned.cluster.post
    return post.platform, planned.cluster.author, post.posted.at if post.posted else None


def _count_shown(plans: Iterable[SavePlan], posts: Posts, counts: Counts) -> None:
    for plan in plans:
        for post in {row.post for row in plan.rows.embeds}:
            counts.add_shown(plan.version, posts[post])
