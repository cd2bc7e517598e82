"""Full-text indexes on posts, quotes and titles, and their triggers."""

from __future__ import annotations

SEARCH = (
    """
    CREATE VIRTUAL TABLE posts_fts USING fts5 (
        text, content="posts", content_rowid="rowid", tokenize="unicode61 remove_diacritics 2"
    )
    """,
    """
    CREATE TRIGGER posts_search_add AFTER INSERT ON posts BEGIN
        INSERT INTO posts_fts (rowid, text) VALUES (new.rowid, new.text);
    END
    """,
    """
    CREATE TRIGGER posts_search_remove AFTER DELETE ON posts BEGIN
        INSERT INTO posts_fts (posts_fts, rowid, text) VALUES ('delete', old.rowid, old.text);
    END
    """,
    """
    CREATE TRIGGER posts_search_change AFTER UPDATE OF text, rowid ON posts BEGIN
        INSERT INTO posts_fts (posts_fts, rowid, text) VALUES ('delete', old.rowid, old.text);
        INSERT INTO posts_fts (rowid, text) VALUES (new.rowid, new.text);
    END
    """,
    """
    CREATE VIRTUAL TABLE quotes_fts USING fts5 (
        text, speaker, content="quotes", content_rowid="id", tokenize="unicode61 remove_diacritics 2"
    )
    """,
    """
    CREATE TRIGGER quotes_search_add AFTER INSERT ON quotes BEGIN
        INSERT INTO quotes_fts (rowid, text, speaker) VALUES (new.id, new.text, new.speaker);
    END
    """,
    """
    CREATE TRIGGER quotes_search_remove AFTER DELETE ON quotes BEGIN
        INSERT INTO quotes_fts (quotes_fts, rowid, text, speaker)
            VALUES ('delete', old.id, old.text, old.speaker);
    END
    """,
    """
    CREATE TRIGGER quotes_search_change AFTER UPDATE OF text, speaker, id ON quotes BEGIN
        INSERT INTO quotes_fts (quotes_fts, rowid, text, speaker)
            VALUES ('delete', old.id, old.text, old.speaker);
        INSERT INTO quotes_fts (rowid, text, speaker) VALUES (new.id, new.text, new.speaker);
    END
    """,
    """
    CREATE VIRTUAL TABLE articles_fts USING fts5 (
        title, content="articles", content_rowid="rowid", tokenize="unicode61 remove_diacritics 2"
    )
    """,
    """
    CREATE TRIGGER articles_search_add AFTER INSERT ON articles BEGIN
        INSERT INTO articles_fts (rowid, title) VALUES (new.rowid, new.title);
    END
    """,
    """
    CREATE TRIGGER articles_search_remove AFTER DELETE ON articles BEGIN
        INSERT INTO articles_fts (articles_fts, rowid, title) VALUES ('delete', old.rowid, old.title);
    END
    """,
    """
    CREATE TRIGGER articles_search_change AFTER UPDATE OF title, rowid ON articles BEGIN
        INSERT INTO articles_fts (articles_fts, rowid, title) VALUES ('delete', old.rowid, old.title);
        INSERT INTO articles_fts (rowid, title) VALUES (new.rowid, new.title);
    END
    """,
)
