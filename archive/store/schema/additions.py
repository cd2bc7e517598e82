"""Columns, tables and indexes added to existing archives, in this order."""

from __future__ import annotations

# For queries that would otherwise scan a table: changed names, allusions.
READING = (
    "ALTER TABLE authors ADD COLUMN names INTEGER NOT NULL DEFAULT 0",
    "UPDATE authors SET names = (SELECT count(*) FROM author_names WHERE author = authors.id)",
    """
    CREATE TRIGGER author_names_count_add AFTER INSERT ON author_names BEGIN
        UPDATE authors SET names = names + 1 WHERE id = new.author;
    END
    """,
    """
    CREATE TRIGGER author_names_count_remove AFTER DELETE ON author_names BEGIN
        UPDATE authors SET names = names - 1 WHERE id = old.author;
    END
    """,
    "CREATE INDEX authors_names ON authors (names, embeds) WHERE names > 1",
    """
    CREATE INDEX articles_told ON articles (published_at) WHERE embeds = 0 AND allusions > 0
    """,
)

# Needed in a second reading of the same bytes to distinguish gone rows from misread ones.
REREADING = (
    "ALTER TABLE articles ADD COLUMN changed_at TEXT",
    "UPDATE articles SET changed_at = first_seen",
    """
    CREATE TABLE repeats (
        article TEXT NOT NULL REFERENCES articles (id),
        printing TEXT NOT NULL REFERENCES printings (id),
        PRIMARY KEY (article, printing)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX repeats_printing ON repeats (printing)",
)

# Permanent URL of a feed: the redirect from its old URL may end.
MOVING = ("ALTER TABLE sources ADD COLUMN moved TEXT",)

# Why a stored answer was not accepted as the article; null if it was, and in older archives.
REFUSING = ("ALTER TABLE captures ADD COLUMN refused TEXT",)

# Time a file states that it was saved, which differs from when it was archived.
SAVING = (
    "ALTER TABLE articles ADD COLUMN saved_at TEXT",
    "ALTER TABLE embeds ADD COLUMN saved_at TEXT",
    "ALTER TABLE quotes ADD COLUMN saved_at TEXT",
    # Each run looks for visits dated in the future by a clock that was ahead.
    "CREATE INDEX visits_last ON visits (last_visit)",
)

# Confidence that a quote is a reaction; null in rows of older archives.
NAMING = ("ALTER TABLE quotes ADD COLUMN speaker_as_written TEXT", "UPDATE quotes SET speaker_as_written = speaker")
"""The printed phrase beside the name of the speaker, which in older rows is the same."""
RATING = ("ALTER TABLE quotes ADD COLUMN confidence REAL",)

# Which URLs return the same page: the only sign of a site that answers so for removed articles.
PAGES = (
    "ALTER TABLE visits ADD COLUMN page TEXT",
    "CREATE INDEX visits_pages ON visits (last_visit) WHERE page IS NOT NULL",
)

# Bylines, section and last modification of an article; missing until it is read again.
BYLINES = (
    "ALTER TABLE articles ADD COLUMN section TEXT",
    "ALTER TABLE articles ADD COLUMN modified_at TEXT",
    "ALTER TABLE articles ADD COLUMN modified_precision TEXT",
    "ALTER TABLE articles ADD COLUMN modified_source TEXT",
    "ALTER TABLE articles ADD COLUMN modified_as_written TEXT",
    "CREATE INDEX articles_section ON articles (section) WHERE section IS NOT NULL",
    """
    CREATE TABLE bylines (
        article TEXT NOT NULL REFERENCES articles (id),
        position INTEGER NOT NULL,
        name TEXT NOT NULL,
        PRIMARY KEY (article, position)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX bylines_name ON bylines (name COLLATE NOCASE)",
)

# Which corpus rows were archived, so an interrupted corpus resumes.
ROWS_READ = (
    """
    CREATE TABLE rows_read (
        row TEXT NOT NULL PRIMARY KEY,
        article TEXT NOT NULL REFERENCES articles (id)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX rows_read_article ON rows_read (article)",
)

# URL of a wording that no article printed; null for printed ones.
SOURCED = ("ALTER TABLE printings ADD COLUMN source TEXT",)

# Confidence in the name of a speaker not printed next to the quote; null in older rows.
SPEAKING = ("ALTER TABLE quotes ADD COLUMN speaker_confidence REAL",)
