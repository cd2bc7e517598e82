"""Counts of an archive, each declared once: the tally tables, and the columns of rows that count others.

The triggers in ``schema/current.sql`` keep them row by row. `voxpop verify` compares them with these queries, and
``--repair`` corrects them. Many new articles are counted at once, without triggers, by `Counts`.
"""

# ruff: noqa: S608 - our own names

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from archive.store.terms import STEPS
from scraper.values.moments import day_of, local_day

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection

    from archive.store.versions import Version
    from scraper.records import Moment

# An article that shows a post in two wordings has two embeds of it, but counts once.
_SHOWN = "(SELECT DISTINCT article, post FROM embeds) AS shown"
_SHOWN_POSTS = f"{_SHOWN} JOIN articles ON articles.id = shown.article JOIN posts ON posts.id = shown.post"
_LAG = "(strftime('%s', {}) - strftime('%s', {})) / 60"
#: The first minute of the step of the lag from a post to an article, negative if the article is older; null unless
#: both are exact times in UTC, ending in Z.
STEP = f"""(
    SELECT max(steps.column1) * CASE WHEN lag < 0 THEN -1 ELSE 1 END
    FROM (
        SELECT {_LAG.format("published_at", "posted_at")} AS lag
        WHERE substr(published_at, -1) = 'Z' AND substr(posted_at, -1) = 'Z'
    ), (VALUES {", ".join(f"({minutes})" for minutes in STEPS)}) AS steps
    WHERE steps.column1 <= abs(lag)
)"""

#: Table -> the query for all its rows.
TALLIES = {
    "tally_days": f"""
        SELECT day, sum(articles), sum(posts), sum(embeds), sum(quotes) FROM (
            SELECT published_day AS day, 1 AS articles, 0 AS posts, 0 AS embeds, 0 AS quotes FROM articles
            UNION ALL SELECT substr(posted_at, 1, 10), 0, 1, 0, 0 FROM posts
            UNION ALL SELECT published_day, 0, 0, 1, 0 FROM {_SHOWN} JOIN articles ON articles.id = shown.article
            UNION ALL SELECT published_day, 0, 0, 0, 1 FROM quotes JOIN articles ON articles.id = quotes.article
        ) WHERE length(day) = 10 GROUP BY day
    """,
    "tally_hashtag_days": """
        SELECT hashtag, day, sum(posts), sum(articles) FROM (
            SELECT hashtag, substr(posted_at, 1, 10) AS day, 1 AS posts, 0 AS articles FROM posts_hashtags
            UNION ALL SELECT hashtag, published_day, 0, 1
            FROM (SELECT DISTINCT article, hashtag, published_day FROM articles_hashtags)
        ) WHERE length(day) = 10 GROUP BY hashtag, day
    """,
    "tally_spellings": "SELECT hashtag, as_written, count(*) FROM articles_hashtags GROUP BY hashtag, as_written",
    "tally_outlets": "SELECT coalesce(outlet, ''), count(*), sum(embeds), sum(quotes) FROM articles GROUP BY 1",
    "tally_outlet_platforms": f"""
        SELECT coalesce(outlet, ''), platform, count(*) FROM {_SHOWN_POSTS} GROUP BY 1, 2
    """,
    "tally_outlet_authors": f"""
        SELECT coalesce(outlet, ''), author, count(*) FROM {_SHOWN_POSTS} WHERE author IS NOT NULL GROUP BY 1, 2
    """,
    "tally_outlet_hashtags": """
        SELECT coalesce(outlet, ''), hashtag, count(DISTINCT article)
        FROM articles_hashtags JOIN articles ON articles.id = article GROUP BY 1, 2
    """,
    "tally_outlet_lags": f"""
        SELECT coalesce(outlet, '') AS outlet, {STEP} AS minutes, count(*) AS embeds
        FROM {_SHOWN_POSTS} WHERE minutes IS NOT NULL GROUP BY 1, 2
    """,
    "tally_platform_days": """
        SELECT platform, CASE WHEN length(posted_at) >= 10 THEN substr(posted_at, 1, 10) ELSE '' END AS day, count(*)
        FROM posts GROUP BY 1, 2
    """,
    "tally_language_days": """
        SELECT coalesce(language, ''), coalesce(published_day, '') AS day, count(*) FROM articles GROUP BY 1, 2
    """,
}
#: Column -> the query for the ids of its rows, each with its count; rows that it leaves out count 0.
COLUMNS = {
    "posts.articles": "SELECT post, count(DISTINCT article) FROM embeds GROUP BY 1",
    "articles.embeds": "SELECT article, count(DISTINCT post) FROM embeds GROUP BY 1",
    "articles.quotes": "SELECT article, count(*) FROM quotes GROUP BY 1",
    "articles.allusions": "SELECT article, count(*) FROM allusions GROUP BY 1",
    "authors.posts": "SELECT author, count(*) FROM posts GROUP BY 1",
    "authors.embeds": "SELECT author, sum(articles) FROM posts GROUP BY 1",
    "authors.quotes": "SELECT author, count(*) FROM quotes GROUP BY 1",
    "authors.names": "SELECT author, count(*) FROM author_names GROUP BY 1",
    "hashtags.posts": "SELECT hashtag, count(*) FROM posts_hashtags GROUP BY 1",
    "hashtags.articles": "SELECT hashtag, count(DISTINCT article) FROM articles_hashtags GROUP BY 1",
}


def miscounted(column: str) -> str:
    """Return the query for the rows with a wrong count, each with the right one."""
    table, name = column.split(".")
    return f"""
        WITH counted (key, number) AS MATERIALIZED ({COLUMNS[column]})
        SELECT id, coalesce(number, 0) FROM {table} LEFT JOIN counted ON key = id WHERE {name} <> coalesce(number, 0)
    """


def difference(table: str) -> str:
    """Return the query for rows that are in a tally but not in its recount, and vice versa."""
    return f"""
        WITH counted AS MATERIALIZED ({TALLIES[table]})
        SELECT * FROM (SELECT * FROM {table} EXCEPT SELECT * FROM counted)
        UNION ALL SELECT * FROM (SELECT * FROM counted EXCEPT SELECT * FROM {table})
    """


# Lag from a post to the article that shows it, computed as by `STEP`.


def lag_of(connection: sqlite3.Connection, published: str, posted: str) -> int | None:
    """Return the minutes between two times, rounded towards zero; None unless both are exact times in UTC."""
    if published[-1:] != "Z" or posted[-1:] != "Z":
        return None
    lag: int | None = connection.execute(f"SELECT {_LAG.format('?', '?')}", (published, posted)).fetchone()[0]
    return lag


def step_of(lag: int) -> int:
    """Return the first minute of a lag's step; negative for a negative lag.

    >>> [step_of(lag) for lag in (0, 7, -7, 10**9)]
    [0, 6, -6, 5256000]
    """
    begin = STEPS[bisect_right(STEPS, abs(lag)) - 1]
    return begin if lag >= 0 else -begin


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
_KEY = "SELECT name FROM pragma_table_info(?) WHERE pk ORDER BY pk"
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

    tallies: defaultdict[tuple[str, str], defaultdict[tuple[str | int, ...], int]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(int))
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
                f"UPDATE {table} SET {added} WHERE id = ?",
                [(*(counter[key] for counter in counters), key) for key in sorted(set().union(*counters))],
            )
        for (table, column), tally in self.tallies.items():
            keys = [name for (name,) in connection.execute(_KEY, (table,))]
            places = ", ".join("?" * (len(keys) + 1))
            connection.executemany(
                f"INSERT INTO {table} ({', '.join(keys)}, {column}) VALUES ({places}) "
                f"ON CONFLICT DO UPDATE SET {column} = {column} + excluded.{column}",
                sorted((*key, number) for key, number in tally.items()),
            )


def outlet_of(version: Version) -> str:
    """Return the outlet that an article counts under."""
    return version.extraction.article.outlet or ""


def drop_triggers(connection: sqlite3.Connection) -> list[str]:
    """Drop the triggers that count and index new rows; return the statements that recreate them."""
    found = connection.execute(
        f"""
        SELECT name, sql FROM sqlite_master
        WHERE type = 'trigger' AND name IN ({", ".join("?" * len(_TRIGGERS))}) ORDER BY rowid
        """,
        _TRIGGERS,
    ).fetchall()
    for name, _ in found:
        connection.execute(f"DROP TRIGGER {name}")
    return [sql for _, sql in found]
