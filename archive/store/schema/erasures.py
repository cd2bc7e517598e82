"""Erasures, as keyed hashes, and hidden captures."""

from __future__ import annotations

ERASURES = (
    """
    CREATE TABLE erasures (
        id INTEGER PRIMARY KEY,
        key TEXT NOT NULL,
        kind TEXT NOT NULL,
        made_at TEXT NOT NULL,
        ground TEXT,
        length INTEGER NOT NULL DEFAULT 0,
        author TEXT,
        sketch TEXT,
        cleaned_at TEXT,
        UNIQUE (key, length)
    ) STRICT
    """,
    "CREATE INDEX erasures_unfinished ON erasures (id) WHERE cleaned_at IS NULL",
    "ALTER TABLE captures ADD COLUMN hidden TEXT",
    "CREATE INDEX captures_hidden ON captures (hidden) WHERE hidden IS NOT NULL",
)
