"""What checks found: whether posts are still public, since when, and by which answers it is known."""

from __future__ import annotations

#: One row for each run of equal verdicts about a post by one method. `check_pauses`: which hosts asked to be
#: left alone, and until when. A post that is not there any more takes its checks with it.
CHECKING = (
    """
    CREATE TABLE checks (
        id INTEGER PRIMARY KEY,
        post TEXT NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
        method TEXT NOT NULL,
        verdict TEXT NOT NULL,
        reason TEXT,
        http_status INTEGER,
        first_at TEXT NOT NULL,
        last_at TEXT NOT NULL,
        times INTEGER NOT NULL DEFAULT 1,
        capture INTEGER REFERENCES captures (id) ON DELETE SET NULL
    ) STRICT
    """,
    "CREATE INDEX checks_post ON checks (post, last_at)",
    "CREATE INDEX checks_method ON checks (method, post, last_at)",
    "CREATE INDEX checks_verdict ON checks (verdict, last_at)",
    "CREATE INDEX checks_last ON checks (last_at)",
    "CREATE INDEX checks_capture ON checks (capture) WHERE capture IS NOT NULL",
    """
    CREATE TABLE check_pauses (
        host TEXT NOT NULL PRIMARY KEY,
        until TEXT NOT NULL,
        reason TEXT NOT NULL
    ) STRICT
    """,
    """
    CREATE VIEW availability AS
    SELECT post, status, last_up, first_gone,
        coalesce(julianday(last_gone) - julianday(first_gone) >= 1, 0) AS confirmed,
        reason, method, last_checked, capture
    FROM (
        SELECT seen.post AS post, coalesce(known.verdict, 'unknown') AS status, seen.last_up AS last_up,
            (
                SELECT min(max(first_at, seen.last_there)) FROM checks
                WHERE checks.post = seen.post AND verdict NOT IN ('up', 'restricted', 'unknown')
                    AND last_at > seen.last_there AND known.verdict NOT IN ('up', 'restricted')
            ) AS first_gone,
            iif(known.verdict NOT IN ('up', 'restricted'), known.last_at, NULL) AS last_gone,
            known.reason AS reason, known.method AS method, seen.last_checked AS last_checked,
            known.capture AS capture
        FROM (
            SELECT post, max(iif(verdict = 'up', last_at, NULL)) AS last_up,
                max(iif(verdict IN ('up', 'restricted'), last_at, '')) AS last_there,
                max(last_at) AS last_checked
            FROM checks GROUP BY post
        ) AS seen
        LEFT JOIN checks AS known ON known.id = (
            SELECT id FROM checks WHERE checks.post = seen.post AND verdict <> 'unknown'
            ORDER BY last_at DESC, id DESC LIMIT 1
        )
    )
    """,
)

# Which answers speak of a post: all of them, where `checks.capture` is the first of a run of equal verdicts.
ANSWERING = (
    """
    CREATE TABLE check_answers (
        post TEXT NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
        capture INTEGER NOT NULL REFERENCES captures (id) ON DELETE CASCADE,
        PRIMARY KEY (post, capture)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX check_answers_capture ON check_answers (capture)",
    "INSERT OR IGNORE INTO check_answers SELECT post, capture FROM checks WHERE capture IS NOT NULL",
)
