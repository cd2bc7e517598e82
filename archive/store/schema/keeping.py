"""Declared metadata of stored files, and the topics of articles."""

from __future__ import annotations

KEEPING = (
    "ALTER TABLE captures ADD COLUMN declared TEXT",
    """
    CREATE TABLE articles_topics (
        article TEXT NOT NULL REFERENCES articles (id),
        topic TEXT NOT NULL,
        PRIMARY KEY (article, topic)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX articles_topics_topic ON articles_topics (topic)",
)
