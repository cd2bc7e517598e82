"""When articles were seen, in any version; used to date since when a row is gone."""

from __future__ import annotations

#: Sights from other tables: when versions were first and last seen, when rows appeared and went.
#: `articles.first_seen` is left out: a file that states when it was saved is older than that.
KNOWN_SIGHTS = """
    INSERT OR IGNORE INTO sights (article, seen_at, since)
    SELECT article, seen_at, seen_at FROM (
        SELECT id AS article, changed_at AS seen_at FROM articles
        UNION SELECT id, min(coalesce(saved_at, last_seen), last_seen) FROM articles
        UNION SELECT article, coalesce(saved_at, first_seen) FROM embeds
        UNION SELECT article, last_seen FROM embeds
        UNION SELECT article, gone_at FROM embeds
        UNION SELECT article, coalesce(saved_at, first_seen) FROM quotes
        UNION SELECT article, last_seen FROM quotes
        UNION SELECT article, gone_at FROM quotes
    ) WHERE seen_at IS NOT NULL
"""
SIGHTS = (
    """
    CREATE TABLE sights (
        article TEXT NOT NULL REFERENCES articles (id),
        seen_at TEXT NOT NULL,
        since TEXT NOT NULL,
        PRIMARY KEY (article, seen_at)
    ) STRICT, WITHOUT ROWID
    """,
    KNOWN_SIGHTS,
)
