"""The text of articles, its search index, and the sentences around embeds and quotes."""

from __future__ import annotations

TEXTS = (
    "ALTER TABLE articles ADD COLUMN text TEXT",
    "ALTER TABLE embeds ADD COLUMN context_start INTEGER",
    "ALTER TABLE embeds ADD COLUMN context_end INTEGER",
    "ALTER TABLE quotes ADD COLUMN context_start INTEGER",
    "ALTER TABLE quotes ADD COLUMN context_end INTEGER",
    # `verify --repair` upgrades with the triggers dropped.
    "DROP TRIGGER IF EXISTS articles_search_add",
    "DROP TRIGGER IF EXISTS articles_search_remove",
    "DROP TRIGGER IF EXISTS articles_search_change",
    "DROP TABLE articles_fts",
    """
    CREATE VIRTUAL TABLE articles_fts USING fts5 (
        title, text, content="articles", content_rowid="rowid", tokenize="unicode61 remove_diacritics 2"
    )
    """,
    "INSERT INTO articles_fts (articles_fts) VALUES ('rebuild')",
    """
    CREATE TRIGGER articles_search_add AFTER INSERT ON articles BEGIN
        INSERT INTO articles_fts (rowid, title, text) VALUES (new.rowid, new.title, new.text);
    END
    """,
    """
    CREATE TRIGGER articles_search_remove AFTER DELETE ON articles BEGIN
        INSERT INTO articles_fts (articles_fts, rowid, title, text)
            VALUES ('delete', old.rowid, old.title, old.text);
    END
    """,
    """
    CREATE TRIGGER articles_search_change AFTER UPDATE OF title, text, rowid ON articles
    WHEN old.title IS NOT new.title OR old.text IS NOT new.text OR old.rowid IS NOT new.rowid
    BEGIN
        INSERT INTO articles_fts (articles_fts, rowid, title, text)
            VALUES ('delete', old.rowid, old.title, old.text);
        INSERT INTO articles_fts (rowid, title, text) VALUES (new.rowid, new.title, new.text);
    END
    """,
    "DROP VIEW reactions",
    # As before, with the context after the other columns.
    """
    CREATE VIEW reactions AS
    SELECT 'embed' AS kind, embeds.article AS article, articles.title AS title, articles.outlet AS outlet,
        articles.published_at AS published_at, articles.url AS article_url,
        embeds.post AS post, CAST(NULL AS INTEGER) AS quote,
        posts.platform AS platform, posts.author AS author, authors.handle AS handle, authors.name AS name,
        embeds.text AS text, posts.posted_at AS posted_at, posts.url AS url,
        embeds.form AS form, embeds.position AS position,
        embeds.first_seen AS first_seen, embeds.last_seen AS last_seen, embeds.gone_at AS gone_at,
        substr(articles.text, embeds.context_start + 1, embeds.context_end - embeds.context_start) AS context
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
        substr(articles.text, quotes.context_start + 1, quotes.context_end - quotes.context_start)
    FROM quotes
    JOIN articles ON articles.id = quotes.article
    """,
)
