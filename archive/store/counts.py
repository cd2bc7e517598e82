"""Count many new articles at once, without the triggers in ``schema/current.sql`` that keep counts row by row."""

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
    """Counts to add for rows written without triggers."""

    #: Table and column -> row key (in `columns`: row id) -> number to add.
    tallies: defaultdict[tuple[str, str], defaultdict[tuple[str | int, ...], int]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(int))
    )
    columns: dict[tuple[str, str], defaultdict[str, int]] = field(
        default_factory=lambda: {
            (table, column): defaultdict(int) for table, columns in _COLUMNS.items() for column in columns
        }
    )
    #: Outlet, date of an article and date of a post it shows -> number to add.
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
