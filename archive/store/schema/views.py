"""The views: reactions, hashtag_days, most_embedded, outlets."""

from __future__ import annotations

# The casts let SQLite flatten the two halves of `reactions`, so a sorted and limited read uses an index. It
# does so only if the columns of both halves have the same affinity (rule 17h of flattenSubquery).
VIEWS = (
    """
    CREATE VIEW reactions AS
    SELECT 'embed' AS kind, embeds.article AS article, articles.title AS title, articles.outlet AS outlet,
        articles.published_at AS published_at, articles.url AS article_url,
        embeds.post AS post, CAST(NULL AS INTEGER) AS quote,
        posts.platform AS platform, posts.author AS author, authors.handle AS handle, authors.name AS name,
        embeds.text AS text, posts.posted_at AS posted_at, posts.url AS url,
        embeds.form AS form, embeds.position AS position,
        embeds.first_seen AS first_seen, embeds.last_seen AS last_seen, embeds.gone_at AS gone_at
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
        quotes.first_seen, quotes.last_seen, quotes.gone_at
    FROM quotes
    JOIN articles ON articles.id = quotes.article
    """,
    """
    CREATE VIEW hashtag_days AS
    SELECT hashtag, (SELECT tag FROM hashtags WHERE id = hashtag) AS tag, day, posts, articles
    FROM tally_hashtag_days
    """,
    """
    CREATE VIEW most_embedded AS
    SELECT posts.id AS post, posts.articles AS articles, posts.platform AS platform, posts.author AS author,
        authors.handle AS handle, authors.name AS name, posts.text AS text, posts.posted_at AS posted_at,
        posts.url AS url
    FROM posts LEFT JOIN authors ON authors.id = posts.author
    ORDER BY posts.articles DESC, posts.id
    """,
    """
    CREATE VIEW outlets AS
    SELECT nullif(outlet, '') AS outlet, articles, embeds, quotes,
        (SELECT min(published_at) FROM articles WHERE articles.outlet IS nullif(tally_outlets.outlet, ''))
            AS first_published,
        (SELECT max(published_at) FROM articles WHERE articles.outlet IS nullif(tally_outlets.outlet, ''))
            AS last_published
    FROM tally_outlets
    """,
)
