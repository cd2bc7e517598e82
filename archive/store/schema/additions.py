"""Columns, tables and indexes that were added to archives in use, in that order."""

from __future__ import annotations

# Questions that would otherwise read a whole table: who changed their name, what is told but not shown.
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

# What a second reading of the same bytes must know to tell what is gone from what was misread.
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

# Where a feed is for good now: the redirect from its old address will end some day.
MOVING = ("ALTER TABLE sources ADD COLUMN moved TEXT",)

# Why an answer that is kept was not taken as the article; null where it was, and in what older archives kept.
REFUSING = ("ALTER TABLE captures ADD COLUMN refused TEXT",)

# When a file says that it was saved: that is not when it was archived.
SAVING = (
    "ALTER TABLE articles ADD COLUMN saved_at TEXT",
    "ALTER TABLE embeds ADD COLUMN saved_at TEXT",
    "ALTER TABLE quotes ADD COLUMN saved_at TEXT",
    # Visits that a clock which was ahead has dated in the future are looked for in every run.
    "CREATE INDEX visits_last ON visits (last_visit)",
)

# How likely a quote is a reaction; null where an older archive does not tell.
NAMING = (
    "ALTER TABLE quotes ADD COLUMN speaker_as_written TEXT",
    "UPDATE quotes SET speaker_as_written = speaker",
)
"""The printed phrase beside the name of the speaker, which in older rows is the same."""
RATING = ("ALTER TABLE quotes ADD COLUMN confidence REAL",)

# Which addresses give one page: that a site answers so for stories that are gone shows in nothing else.
PAGES = (
    "ALTER TABLE visits ADD COLUMN page TEXT",
    "CREATE INDEX visits_pages ON visits (last_visit) WHERE page IS NOT NULL",
)

# Who wrote an article, the section it stands in, and its last change; empty until it is read again.
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

# Which rows of corpora were archived, so that one that was interrupted goes on.
ROWS_READ = (
    """
    CREATE TABLE rows_read (
        row TEXT NOT NULL PRIMARY KEY,
        article TEXT NOT NULL REFERENCES articles (id)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX rows_read_article ON rows_read (article)",
)

# Which address gave a wording that no article printed; null for those that one did.
SOURCED = ("ALTER TABLE printings ADD COLUMN source TEXT",)

# How likely a name is the speaker's that the article does not print beside the quote; null in older rows.
SPEAKING = ("ALTER TABLE quotes ADD COLUMN speaker_confidence REAL",)
