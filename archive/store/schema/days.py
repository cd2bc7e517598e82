"""The outlet's local day of articles, and counts by it: "2026-04-13T20:38-04:00" counts on 13 April."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from archive.store.schema.measures import MEASURES
from archive.store.schema.tallies import COUNTING
from scraper.records import Moment
from scraper.values.moments import local_day

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlite_utils import Database

#: Sort and filter key of articles: the local day, or the month or year if the day is unknown.
DAY = "coalesce({0}published_day, {0}published_at)"
#: Recomputed rows of each table that counts by day.
TALLY_DAYS = """
    SELECT day, sum(articles), sum(posts), sum(embeds), sum(quotes) FROM (
        SELECT published_day AS day, 1 AS articles, 0 AS posts, 0 AS embeds, 0 AS quotes FROM articles
        UNION ALL SELECT substr(posted_at, 1, 10), 0, 1, 0, 0 FROM posts
        UNION ALL SELECT published_day, 0, 0, 1, 0
        FROM (SELECT DISTINCT article, post FROM embeds) AS shown JOIN articles ON articles.id = shown.article
        UNION ALL SELECT published_day, 0, 0, 0, 1
        FROM quotes JOIN articles ON articles.id = quotes.article
    ) WHERE length(day) = 10 GROUP BY day
"""
TALLY_HASHTAG_DAYS = """
    SELECT hashtag, day, sum(posts), sum(articles) FROM (
        SELECT hashtag, substr(posted_at, 1, 10) AS day, 1 AS posts, 0 AS articles FROM posts_hashtags
        UNION ALL SELECT hashtag, published_day, 0, 1
        FROM (SELECT DISTINCT article, hashtag, published_day FROM articles_hashtags)
    ) WHERE length(day) = 10 GROUP BY hashtag, day
"""
TALLY_LANGUAGE_DAYS = """
    SELECT coalesce(language, ''), coalesce(published_day, '') AS day, count(*) FROM articles GROUP BY 1, 2
"""
_COUNTED = {
    "tally_days": TALLY_DAYS,
    "tally_hashtag_days": TALLY_HASHTAG_DAYS,
    "tally_language_days": TALLY_LANGUAGE_DAYS,
}
_TRIGGERS = (
    "articles_count_add", "articles_count_remove", "articles_count_change", "embeds_count_add",
    "embeds_count_remove", "quotes_count_add", "quotes_count_remove", "articles_hashtags_count_add",
    "articles_hashtags_count_remove", "articles_language_add", "articles_language_remove",
    "articles_language_change",
)  # fmt: skip
_NAME = re.compile(r"CREATE TRIGGER (\w+)")
_DAY_OF_DATE = re.compile(r"substr\(((?:\w+\.)?)published_at, 1, 10\)")


def _triggers() -> Iterator[str]:
    """Yield statements that recreate the triggers that count articles by day."""
    for statement in (*COUNTING, *MEASURES):
        found = _NAME.search(statement)
        if found and found[1] in _TRIGGERS:
            yield f"DROP TRIGGER IF EXISTS {found[1]}"
            yield _DAY_OF_DATE.sub(r"\1published_day", statement).replace("published_at", "published_day")


DAYS = (
    "ALTER TABLE articles ADD COLUMN published_day TEXT",
    "ALTER TABLE articles_hashtags ADD COLUMN published_day TEXT",
    "UPDATE articles SET published_day = local_day(published_at, published_as_written)",
    """
    UPDATE articles_hashtags SET published_day = articles.published_day FROM articles
    WHERE articles.id = articles_hashtags.article AND articles.published_day IS NOT NULL
    """,
    *_triggers(),
    *(
        statement
        for table, query in _COUNTED.items()
        for statement in (f"DELETE FROM {table}", f"INSERT INTO {table} {query}")  # noqa: S608 - our own names
    ),
    f"CREATE INDEX articles_days ON articles ({DAY.format('')})",
    f"CREATE INDEX articles_outlet_days ON articles (outlet, {DAY.format('')}, embeds, quotes)",
    f"CREATE INDEX articles_hashtags_days ON articles_hashtags (hashtag, {DAY.format('')})",
    "DROP VIEW reactions",
    # As before, with the day after the other columns.
    """
    CREATE VIEW reactions AS
    SELECT 'embed' AS kind, embeds.article AS article, articles.title AS title, articles.outlet AS outlet,
        articles.published_at AS published_at, articles.url AS article_url,
        embeds.post AS post, CAST(NULL AS INTEGER) AS quote,
        posts.platform AS platform, posts.author AS author, authors.handle AS handle, authors.name AS name,
        embeds.text AS text, posts.posted_at AS posted_at, posts.url AS url,
        embeds.form AS form, embeds.position AS position,
        embeds.first_seen AS first_seen, embeds.last_seen AS last_seen, embeds.gone_at AS gone_at,
        substr(articles.text, embeds.context_start + 1, embeds.context_end - embeds.context_start) AS context,
        articles.published_day AS published_day
    FROM embeds
    JOIN articles ON articles.id = embeds.article
    LEFT JOIN posts ON posts.id = embeds.post
    LEFT JOIN authors ON authors.id = posts.author
    UNION ALL
    SELECT 'quote', quotes.article, articles.title, articles.outlet,
        articles.published_at, articles.url,
        CAST(NULL AS TEXT), quotes.id, quotes.platform, quotes.author,
        quotes.handle, quotes.speaker, quotes.text, CAST(NULL AS TEXT),
        CAST(NULL AS TEXT), CAST('quote' AS TEXT), quotes.position,
        quotes.first_seen, quotes.last_seen, quotes.gone_at,
        substr(articles.text, quotes.context_start + 1, quotes.context_end - quotes.context_start),
        articles.published_day
    FROM quotes
    JOIN articles ON articles.id = quotes.article
    """,
)


def register_local_day(db: Database) -> None:
    """Register the SQL function ``local_day(published_at, published_as_written)``."""

    def local_day_of(at: str | None, written: str | None) -> str | None:
        return local_day(Moment(at=at, precision=None, source="column", as_written=written))

    db.conn.create_function("local_day", 2, local_day_of, deterministic=True)
