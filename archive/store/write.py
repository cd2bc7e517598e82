"""Write the `SavePlan` of a version of an article."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections import Counter, defaultdict
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING

from archive.store.articles import (
    add_article,
    add_articles,
    change_article,
    insert_allusions,
    insert_bylines,
    see_again,
    see_article_before,
    set_back,
    write_allusions,
    write_bylines,
    write_problems,
)
from archive.store.identity import hashtag_key
from archive.store.names import (
    add_authors,
    delete_hashtags,
    delete_mentions,
    forget_authors,
    forget_hashtags,
    insert_hashtags,
    insert_hashtags_of_many,
    insert_mentions,
    see_names,
    show_spellings,
)
from archive.store.plan import PostChanges, plan_new, plan_posts, plan_remaining
from archive.store.posts import (
    add_posts,
    change_posts,
    choose_wordings,
    forget_names,
    posts_of_articles,
    see_earlier,
    write_posts,
)
from archive.store.printings import delete_printings, unshown_printings
from archive.store.reactions import (
    delete_embeds,
    delete_quotes,
    delete_repeats,
    insert_embeds,
    insert_quotes,
    insert_repeats,
)
from archive.store.terms import STEPS, signs_of
from archive.store.versions import insert_sights
from scraper.patterns import lazy_regex
from scraper.values.moments import day_of, local_day

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from archive.store.plan import Misread, PlannedPost, SavePlan
    from archive.store.versions import Version
    from scraper.records import Moment


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


# Lag from a post to the article that shows it, computed as in the SQL of `schema.measures`.

#: Times to the second and to the millisecond: nearly all that occur.
_USUAL = lazy_regex(r"([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2})(?:\.[0-9]{3})?Z")


def lag_of(connection: sqlite3.Connection, published: str, posted: str) -> int | None:
    """Return the minutes between two times, rounded towards zero; None unless both are exact times in UTC."""
    if published[-1:] != "Z" or posted[-1:] != "Z":
        return None
    later, earlier = _seconds(connection, published), _seconds(connection, posted)
    if later is None or earlier is None:
        return None
    minutes = abs(later - earlier) // 60
    return minutes if later >= earlier else -minutes


def step_of(lag: int) -> int:
    """Return the first minute of a lag's step; negative for a negative lag.

    >>> [step_of(lag) for lag in (0, 7, -7, 10**9)]
    [0, 6, -6, 5256000]
    """
    begin = STEPS[bisect_right(STEPS, abs(lag)) - 1]
    return begin if lag >= 0 else -begin


def _seconds(connection: sqlite3.Connection, moment: str) -> int | None:
    seconds = _usual_seconds(moment)
    if seconds is None:
        (found,) = connection.execute("SELECT strftime('%s', ?)", (moment,)).fetchone()
        seconds = None if found is None else int(found)
    return seconds


@lru_cache(maxsize=4096)
def _usual_seconds(moment: str) -> int | None:
    """Return seconds since 1970 of a time in the usual format; None if SQLite must parse it."""
    found = _USUAL.fullmatch(moment)
    try:
        return found and int(datetime.fromisoformat(f"{found[1]}+00:00").timestamp())
    except ValueError:
        return None


# Count many new rows and write the totals at once, in place of the row-by-row triggers.

#: Platform, author and date of a post in an article.
Shown = tuple[str, str | None, str | None]
#: Triggers replaced by this module, and those that update the search indexes.
_TRIGGERS = (
    "articles_count_add", "articles_search_add", "articles_language_add",
    "posts_count_add", "posts_search_add", "posts_signs_add", "posts_platform_add",
    "embeds_count_add", "embeds_lag_add", "quotes_count_add", "quotes_search_add",
    "posts_hashtags_count_add", "articles_hashtags_spelling_add", "articles_hashtags_count_add",
)  # fmt: skip
#: Table and column -> its key columns.
_KEYS = {
    ("tally_outlets", "articles"): ("outlet",),
    ("tally_outlets", "embeds"): ("outlet",),
    ("tally_outlets", "quotes"): ("outlet",),
    ("tally_days", "articles"): ("day",),
    ("tally_days", "posts"): ("day",),
    ("tally_days", "embeds"): ("day",),
    ("tally_days", "quotes"): ("day",),
    ("tally_outlet_platforms", "embeds"): ("outlet", "platform"),
    ("tally_outlet_authors", "embeds"): ("outlet", "author"),
    ("tally_hashtag_days", "posts"): ("hashtag", "day"),
    ("tally_hashtag_days", "articles"): ("hashtag", "day"),
    ("tally_spellings", "articles"): ("hashtag", "as_written"),
    ("tally_outlet_hashtags", "articles"): ("outlet", "hashtag"),
    ("tally_outlet_lags", "embeds"): ("outlet", "minutes"),
    ("tally_platform_days", "posts"): ("platform", "day"),
    ("tally_language_days", "articles"): ("language", "day"),
}
#: Table -> count columns of existing rows, by id.
_COLUMNS = {"posts": ("articles",), "authors": ("posts", "embeds", "quotes"), "hashtags": ("posts", "articles")}


@dataclass(slots=True)
class Counts:
    """Counts to add for rows written without triggers.

    Attributes:
        tallies: Table and column -> row key -> number to add.
        columns: Table and column -> row id -> number to add.
        lags: Outlet, date of an article and date of a post it shows -> number to add.
    """

    tallies: dict[tuple[str, str], defaultdict[tuple[str | int, ...], int]] = field(
        default_factory=lambda: {place: defaultdict(int) for place in _KEYS}
    )
    columns: dict[tuple[str, str], defaultdict[str, int]] = field(
        default_factory=lambda: {
            (table, column): defaultdict(int) for table, columns in _COLUMNS.items() for column in columns
        }
    )
    lags: defaultdict[tuple[str, str, str], int] = field(default_factory=lambda: defaultdict(int))

    def add_article(self, version: Version, quoted: Collection[str | None]) -> None:
        """Count an article and its quotes, given by author."""
        article = version.extraction.article
        outlet, day = outlet_of(version), local_day(article.published)
        self.tallies["tally_language_days", "articles"][article.language or "", day or ""] += 1
        for column, number in (("articles", 1), ("quotes", len(quoted))):
            if number:
                self.tallies["tally_outlets", column][outlet,] += number
                if day:
                    self.tallies["tally_days", column][day,] += number
        for author in quoted:
            if author:
                self.columns["authors", "quotes"][author] += 1

    def add_shown(self, version: Version, shown: Shown) -> None:
        """Count a post shown in an article, except for `articles` in the row of the post."""
        platform, author, posted_at = shown
        published = version.extraction.article.published
        outlet, day = outlet_of(version), local_day(published)
        if published and published.at and posted_at:
            self.lags[outlet, published.at, posted_at] += 1
        self.tallies["tally_outlets", "embeds"][outlet,] += 1
        self.tallies["tally_outlet_platforms", "embeds"][outlet, platform] += 1
        if day:
            self.tallies["tally_days", "embeds"][day,] += 1
        if author:
            self.columns["authors", "embeds"][author] += 1
            self.tallies["tally_outlet_authors", "embeds"][outlet, author] += 1

    def add_hashtags(self, version: Version, spellings: Collection[tuple[str, str]]) -> None:
        """Count the hashtags of an article, given by key and spelling."""
        outlet, day = outlet_of(version), local_day(version.extraction.article.published)
        for spelling in spellings:
            self.tallies["tally_spellings", "articles"][spelling] += 1
        for hashtag in {key for key, _ in spellings}:
            self.columns["hashtags", "articles"][hashtag] += 1
            self.tallies["tally_outlet_hashtags", "articles"][outlet, hashtag] += 1
            if day:
                self.tallies["tally_hashtag_days", "articles"][hashtag, day] += 1

    def add_post(self, platform: str, posted: Moment | None, author: str | None, hashtags: Collection[str]) -> None:
        """Count a new post and its hashtags."""
        day = day_of(posted)
        self.tallies["tally_platform_days", "posts"][platform, day or ""] += 1
        if author:
            self.columns["authors", "posts"][author] += 1
        if day:
            self.tallies["tally_days", "posts"][day,] += 1
        for hashtag in hashtags:
            self.columns["hashtags", "posts"][hashtag] += 1
            if day:
                self.tallies["tally_hashtag_days", "posts"][hashtag, day] += 1

    def write(self, connection: sqlite3.Connection) -> None:
        """Add the counts to the stored ones; all counted rows must be written."""
        for (outlet, published, posted), number in self.lags.items():
            if (lag := lag_of(connection, published, posted)) is not None:
                self.tallies["tally_outlet_lags", "embeds"][outlet, step_of(lag)] += number
        for table, columns in _COLUMNS.items():
            counters = [self.columns[table, column] for column in columns]
            added = ", ".join(f"{column} = {column} + ?" for column in columns)
            connection.executemany(
                f"UPDATE {table} SET {added} WHERE id = ?",  # noqa: S608 - our own names
                [(*(counter[key] for counter in counters), key) for key in sorted(set().union(*counters))],
            )
        for (table, column), tally in self.tallies.items():
            keys = _KEYS[table, column]
            places = ", ".join("?" * (len(keys) + 1))
            connection.executemany(
                f"INSERT INTO {table} ({', '.join(keys)}, {column}) VALUES ({places}) "  # noqa: S608 - our own names
                f"ON CONFLICT DO UPDATE SET {column} = {column} + excluded.{column}",
                sorted((*key, number) for key, number in tally.items()),
            )


def outlet_of(version: Version) -> str:
    """Return the outlet that an article counts under."""
    return version.extraction.article.outlet or ""


def drop_triggers(connection: sqlite3.Connection) -> list[str]:
    """Drop the triggers that count and index new rows, within a transaction.

    Returns:
        Statements that recreate them; execute them before the transaction ends.
    """
    found = connection.execute(
        f"""
        SELECT name, sql FROM sqlite_master
        WHERE type = 'trigger' AND name IN ({", ".join("?" * len(_TRIGGERS))}) ORDER BY rowid
        """,  # noqa: S608 - question marks
        _TRIGGERS,
    ).fetchall()
    for name, _ in found:
        connection.execute(f"DROP TRIGGER {name}")
    return [sql for _, sql in found]


# Write the first versions of many articles at once: the rows that `archive.store.write` writes one by one.

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


def write(connection: sqlite3.Connection, plan: SavePlan) -> None:
    """Write a plan.

    Args:
        connection: In the transaction that computed the plan.
        plan: The plan.
    """
    version = plan.version
    if plan.kind == "unchanged":
        see_again(connection, version)
    else:
        write_posts(connection, plan.posts, version.taken)
        write_article(connection, plan)
        if plan.misread:
            _remove_misread(connection, plan.misread, version.taken)
        if plan.kind != "older":
            write_bylines(connection, version)
            write_allusions(connection, version)
            write_problems(connection, version)
    insert_sights(connection, [(version.article, sight) for sight in plan.sights])
    if plan.was_ahead:
        set_back(connection, version.article, version.taken)


def write_article(connection: sqlite3.Connection, plan: SavePlan) -> None:
    """Write the row of an article and all its rows in other tables.

    Embeds, quotes and hashtags are deleted before the article changes and inserted after: triggers count them
    by its outlet and date on INSERT and DELETE.
    """
    version, rows = plan.version, plan.rows
    before = posts_of_articles(connection, [version.article])
    if plan.kind != "new":
        delete_embeds(connection, version.article)
        delete_quotes(connection, version.article)
        delete_hashtags(connection, version.article)
        delete_mentions(connection, version.article)
    if plan.kind == "new":
        add_article(connection, version)
    elif plan.kind == "present":
        change_article(connection, version)
    else:
        see_article_before(connection, version.article, version.taken)
    insert_embeds(connection, rows.embeds)
    insert_quotes(connection, rows.quotes)
    insert_hashtags(connection, version.article, rows.hashtags)
    insert_mentions(connection, [(version.article, mention) for mention in rows.mentions])
    if version.reread:
        delete_repeats(connection, version.article)
    insert_repeats(connection, [(version.article, printing) for printing in plan.repeats])
    choose_wordings(connection, before | {row.post for row in rows.embeds})


def _remove_misread(connection: sqlite3.Connection, misread: Misread, seen: str) -> None:
    """Remove results found only in an earlier reading of the same bytes, and their dependents.

    Call it after the rows of the article are written: the printings to remove are those that no article
    shows.
    """
    removed = unshown_printings(connection, misread.printings)
    delete_printings(connection, removed)
    change_posts(connection, plan_remaining(connection, removed, seen), seen)
    forget_names(connection, [stored.printing for stored in removed])
    told = {hashtag_key(tag) for stored in removed for tag in stored.printing.post.hashtags}
    forget_hashtags(connection, misread.hashtags | told)
    forget_authors(connection, misread.authors)
