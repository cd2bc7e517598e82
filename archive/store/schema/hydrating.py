"""Look-ups of posts that articles did not print whole, and counts of posts."""

from __future__ import annotations

#: `hydrations` has a row per answer read about a post; deleting a post deletes its rows. `counts` has a row
#: per time that a source reported counts.
HYDRATING = (
    """
    CREATE TABLE counts (
        post TEXT NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
        observed_at TEXT NOT NULL,
        source TEXT NOT NULL,
        likes INTEGER,
        reposts INTEGER,
        replies INTEGER,
        views INTEGER,
        PRIMARY KEY (post, observed_at, source)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE hydrations (
        id INTEGER PRIMARY KEY,
        post TEXT NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
        method TEXT NOT NULL,
        outcome TEXT NOT NULL,
        source TEXT,
        given_at TEXT,
        asked_at TEXT NOT NULL,
        reason TEXT,
        capture INTEGER REFERENCES captures (id) ON DELETE SET NULL
    ) STRICT
    """,
    "CREATE INDEX hydrations_post ON hydrations (post, method)",
    "CREATE INDEX hydrations_capture ON hydrations (capture, post) WHERE capture IS NOT NULL",
    "CREATE INDEX hydrations_asked ON hydrations (asked_at)",
)
