"""Counts of an archive, each declared once: the tally tables, and the columns of rows that count others.

The triggers in ``schema/current.sql`` keep them row by row. `voxpop verify` compares them with these queries, and
``--repair`` corrects them.
"""

# ruff: noqa: S608 - our own names

from __future__ import annotations

from archive.store.terms import STEPS

# An article that shows a post in two wordings has two embeds of it, but counts once.
_SHOWN = "(SELECT DISTINCT article, post FROM embeds) AS shown"
_SHOWN_POSTS = f"{_SHOWN} JOIN articles ON articles.id = shown.article JOIN posts ON posts.id = shown.post"
#: The first minute of the step of the lag from a post to an article, negative if the article is older; null unless
#: both are exact times in UTC, ending in Z.
STEP = f"""(
    SELECT max(steps.column1) * CASE WHEN lag < 0 THEN -1 ELSE 1 END
    FROM (
        SELECT (strftime('%s', published_at) - strftime('%s', posted_at)) / 60 AS lag
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
