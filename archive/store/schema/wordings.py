"""Other wordings of posts, in the search index."""

from __future__ import annotations

COLUMN = ("ALTER TABLE posts ADD COLUMN wordings TEXT",)
SEARCH_WORDINGS = (
    # `verify --repair` upgrades with the triggers dropped.
    "DROP TRIGGER IF EXISTS posts_search_add",
    "DROP TRIGGER IF EXISTS posts_search_remove",
    "DROP TRIGGER IF EXISTS posts_search_change",
    "DROP TABLE posts_fts",
    """
    CREATE VIRTUAL TABLE posts_fts USING fts5 (
        text, wordings, content="posts", content_rowid="rowid", tokenize="unicode61 remove_diacritics 2"
    )
    """,
    "INSERT INTO posts_fts (posts_fts) VALUES ('rebuild')",
    "INSERT INTO posts_signs_fts (posts_signs_fts) VALUES ('rebuild')",
    """
    CREATE TRIGGER posts_search_add AFTER INSERT ON posts BEGIN
        INSERT INTO posts_fts (rowid, text, wordings) VALUES (new.rowid, new.text, new.wordings);
    END
    """,
    """
    CREATE TRIGGER posts_search_remove AFTER DELETE ON posts BEGIN
        INSERT INTO posts_fts (posts_fts, rowid, text, wordings)
            VALUES ('delete', old.rowid, old.text, old.wordings);
    END
    """,
    """
    CREATE TRIGGER posts_search_change AFTER UPDATE OF text, wordings, rowid ON posts BEGIN
        INSERT INTO posts_fts (posts_fts, rowid, text, wordings)
            VALUES ('delete', old.rowid, old.text, old.wordings);
        INSERT INTO posts_fts (rowid, text, wordings) VALUES (new.rowid, new.text, new.wordings);
    END
    """,
)
