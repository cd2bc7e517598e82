"""What was looked for that articles did not print: where each post was asked about, and its counts."""

from __future__ import annotations

#: `hydrations` has a row for each answer that was read about a post; a post that is not there any more takes
#: its rows with it. `counts` has one for each moment at which a source told them.
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
