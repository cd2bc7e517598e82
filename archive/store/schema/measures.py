"""Counts by lag, platform and language."""

from __future__ import annotations

#: First minutes of the steps of lags; from three on, each is at most 1.5 times the last.
STEPS = (
    *(0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50),
    *(60, 75, 90, 105, 120, 150, 180, 210, 240, 300, 360, 420, 480, 600, 720, 840, 960, 1200),
    *(1440, 1800, 2160, 2880, 3600, 4320, 5760, 7200, 8640, 10080, 14400, 20160, 30240),
    *(43200, 64800, 86400, 129600, 172800, 259200, 388800, 525600, 788400, 1051200, 1576800, 2102400, 2628000),
    *(3888000, 5256000),
)


def step(published: str, posted: str) -> str:
    """Return the SQL for the step of a lag: the time from a post to the publication of an article.

    Args:
        published: The SQL of the article's date.
        posted: The SQL of the post's date.

    Returns:
        An expression: the first minute of the step, negative if the article is older than the post; null
        unless both are exact times in UTC, ending in Z.
    """
    steps = ", ".join(f"({minutes})" for minutes in STEPS)
    return f"""(
        SELECT max(steps.column1) * CASE WHEN lag < 0 THEN -1 ELSE 1 END
        FROM (
            SELECT (strftime('%s', {published}) - strftime('%s', {posted})) / 60 AS lag
            WHERE substr({published}, -1) = 'Z' AND substr({posted}, -1) = 'Z'
        ), (VALUES {steps}) AS steps
        WHERE steps.column1 <= abs(lag)
    )"""  # noqa: S608 - our own columns


def day(moment: str) -> str:
    """Return the SQL for the day of a date, '' if the day is unknown."""
    return f"CASE WHEN length({moment}) >= 10 THEN substr({moment}, 1, 10) ELSE '' END"


#: Recomputed rows of each table.
LAGS = f"""
    SELECT coalesce(outlet, '') AS outlet, {step("published_at", "posted_at")} AS minutes, count(*) AS embeds
    FROM (SELECT DISTINCT article, post FROM embeds) AS shown
    JOIN articles ON articles.id = shown.article JOIN posts ON posts.id = shown.post
    WHERE minutes IS NOT NULL GROUP BY 1, 2
"""  # noqa: S608 - our own columns
PLATFORM_DAYS = f"SELECT platform, {day('posted_at')} AS day, count(*) FROM posts GROUP BY 1, 2"  # noqa: S608
LANGUAGE_DAYS = f"""
    SELECT coalesce(language, ''), {day("published_at")} AS day, count(*) FROM articles GROUP BY 1, 2
"""  # noqa: S608


def _lags(posted: str, joined: str, number: str) -> str:
    """Return the statement that adds to the counts of lags, for posts and articles joined in this way."""
    return f"""
        INSERT INTO tally_outlet_lags (outlet, minutes, embeds)
        SELECT * FROM (
            SELECT coalesce(articles.outlet, ''), {step("articles.published_at", posted)} AS minutes, {number}
            FROM {joined}
        ) WHERE minutes IS NOT NULL
        ON CONFLICT DO UPDATE SET embeds = embeds + excluded.embeds;
    """  # noqa: S608 - our own names


def _of_embed(row: str, number: int) -> str:
    return _lags(
        "posts.posted_at", f"articles, posts WHERE articles.id = {row}.article AND posts.id = {row}.post", str(number)
    )


def _of_post(row: str, sign: str) -> str:
    shown = "(SELECT DISTINCT article FROM embeds WHERE post = new.id) AS shown"
    joined = f"{shown} JOIN articles ON articles.id = shown.article GROUP BY 1, 2"
    return _lags(f"{row}.posted_at", joined, f"{sign}count(*)")


def _by_day(table: str, key: str, value: str, moment: str, column: str, number: int) -> str:  # noqa: PLR0913, PLR0917 - the parts of one statement
    return f"""
        INSERT INTO {table} ({key}, day, {column}) VALUES ({value}, {day(moment)}, {number})
        ON CONFLICT DO UPDATE SET {column} = {column} + ({number});
    """  # noqa: S608 - our own names


def _platform(row: str, number: int) -> str:
    return _by_day("tally_platform_days", "platform", f"{row}.platform", f"{row}.posted_at", "posts", number)


def _language(row: str, number: int) -> str:
    value = f"coalesce({row}.language, '')"
    return _by_day("tally_language_days", "language", value, f"{row}.published_at", "articles", number)


MEASURES = (
    """
    CREATE TABLE tally_outlet_lags (
        outlet TEXT NOT NULL,
        minutes INTEGER NOT NULL,
        embeds INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (outlet, minutes)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE tally_platform_days (
        platform TEXT NOT NULL,
        day TEXT NOT NULL,
        posts INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (platform, day)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE tally_language_days (
        language TEXT NOT NULL,
        day TEXT NOT NULL,
        articles INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (language, day)
    ) STRICT, WITHOUT ROWID
    """,
    f"INSERT INTO tally_outlet_lags {LAGS}",
    f"INSERT INTO tally_platform_days {PLATFORM_DAYS}",
    f"INSERT INTO tally_language_days {LANGUAGE_DAYS}",
    # The reactions of an outlet by day, as an index scan.
    "CREATE INDEX articles_outlet_counts ON articles (outlet, published_at, embeds, quotes)",
    f"""
    CREATE TRIGGER embeds_lag_add AFTER INSERT ON embeds
    WHEN NOT EXISTS (SELECT 1 FROM embeds WHERE post = new.post AND article = new.article AND id <> new.id)
    BEGIN {_of_embed("new", 1)} END
    """,  # noqa: S608 - our own names
    f"""
    CREATE TRIGGER embeds_lag_remove AFTER DELETE ON embeds
    WHEN NOT EXISTS (SELECT 1 FROM embeds WHERE post = old.post AND article = old.article)
    BEGIN {_of_embed("old", -1)} END
    """,  # noqa: S608 - our own names
    f"""
    CREATE TRIGGER posts_lag_change AFTER UPDATE OF posted_at ON posts
    WHEN old.posted_at IS NOT new.posted_at
    BEGIN {_of_post("old", "-")} {_of_post("new", "")} END
    """,
    f"CREATE TRIGGER posts_platform_add AFTER INSERT ON posts BEGIN {_platform('new', 1)} END",
    f"CREATE TRIGGER posts_platform_remove AFTER DELETE ON posts BEGIN {_platform('old', -1)} END",
    f"""
    CREATE TRIGGER posts_platform_change AFTER UPDATE OF platform, posted_at ON posts
    WHEN old.platform <> new.platform OR old.posted_at IS NOT new.posted_at
    BEGIN {_platform("old", -1)} {_platform("new", 1)} END
    """,
    f"CREATE TRIGGER articles_language_add AFTER INSERT ON articles BEGIN {_language('new', 1)} END",
    f"CREATE TRIGGER articles_language_remove AFTER DELETE ON articles BEGIN {_language('old', -1)} END",
    f"""
    CREATE TRIGGER articles_language_change AFTER UPDATE OF language, published_at ON articles
    WHEN old.language IS NOT new.language OR old.published_at IS NOT new.published_at
    BEGIN {_language("old", -1)} {_language("new", 1)} END
    """,
    """
    CREATE TRIGGER tally_outlet_lags_empty AFTER UPDATE ON tally_outlet_lags WHEN new.embeds = 0 BEGIN
        DELETE FROM tally_outlet_lags WHERE outlet = new.outlet AND minutes = new.minutes;
    END
    """,
    """
    CREATE TRIGGER tally_platform_days_empty AFTER UPDATE ON tally_platform_days WHEN new.posts = 0 BEGIN
        DELETE FROM tally_platform_days WHERE platform = new.platform AND day = new.day;
    END
    """,
    """
    CREATE TRIGGER tally_language_days_empty AFTER UPDATE ON tally_language_days WHEN new.articles = 0 BEGIN
        DELETE FROM tally_language_days WHERE language = new.language AND day = new.day;
    END
    """,
)
