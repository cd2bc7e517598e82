"""Checks: whether posts are still public, since when, and from which answers."""

from __future__ import annotations

#: One row per run of equal verdicts about a post by one method. `check_pauses`: hosts that asked for a pause,
#: and until when. Deleting a post deletes its checks.
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

# All answers about a post; `checks.capture` is only the first of a run of equal verdicts.
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

_THERE = """
    coalesce((
        SELECT max(last_at) FROM checks AS there
        WHERE there.post = current.post AND there.verdict IN ('up', 'restricted')
    ), '')
"""
_FIRST_GONE = f"""
    iif(current.verdict IN ('up', 'restricted', 'unknown'), NULL, (
        SELECT min(max(gone.first_at, {_THERE})) FROM checks AS gone
        WHERE gone.post = current.post AND gone.verdict NOT IN ('up', 'restricted', 'unknown')
            AND gone.last_at > {_THERE}
    ))
"""  # noqa: S608 - our own names
# The view without GROUP BY, so that one post can be looked up fast, also for each row of a list.
LOOKING_UP = (
    "DROP VIEW availability",
    f"""
    CREATE VIEW availability AS
    SELECT current.post AS post, current.verdict AS status,
        (
            SELECT max(last_at) FROM checks AS up WHERE up.post = current.post AND up.verdict = 'up'
        ) AS last_up,
        {_FIRST_GONE} AS first_gone,
        coalesce(julianday(current.last_at) - julianday({_FIRST_GONE}) >= 1, 0) AS confirmed,
        iif(current.verdict = 'unknown', NULL, current.reason) AS reason,
        iif(current.verdict = 'unknown', NULL, current.method) AS method,
        (SELECT max(last_at) FROM checks AS latest WHERE latest.post = current.post) AS last_checked,
        iif(current.verdict = 'unknown', NULL, current.capture) AS capture
    FROM checks AS current
    WHERE current.id = (
        SELECT id FROM checks AS known WHERE known.post = current.post
        ORDER BY known.verdict = 'unknown', known.last_at DESC, known.id DESC LIMIT 1
    )
    """,  # noqa: S608 - our own names
    "DROP INDEX checks_verdict",
    "CREATE INDEX checks_verdict ON checks (verdict, last_at, post)",
)
