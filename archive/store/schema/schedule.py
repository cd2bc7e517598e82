"""State of the scheduled run: sources, visits, robots.txt, flags."""

from __future__ import annotations

#: State of the scheduled run. A visit is keyed by URL, so no feed adds an article twice; times are UTC text.
#: `visits.next_visit` is null if an article is finished or given up.
SCHEDULE = (
    "ALTER TABLE captures ADD COLUMN length INTEGER",
    "ALTER TABLE captures ADD COLUMN type TEXT",
    "ALTER TABLE captures ADD COLUMN record TEXT",
    "ALTER TABLE captures ADD COLUMN run INTEGER REFERENCES runs (id)",
    "CREATE INDEX captures_file ON captures (file, offset)",
    "ALTER TABLE runs ADD COLUMN unchanged INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE runs ADD COLUMN requests INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE runs ADD COLUMN outcome TEXT",
    """
    CREATE TABLE sources (
        name TEXT NOT NULL PRIMARY KEY,
        kind TEXT NOT NULL,
        place TEXT NOT NULL,
        first_seen TEXT NOT NULL,
        checked_at TEXT,
        next_check TEXT,
        new_at TEXT,
        attempts INTEGER NOT NULL DEFAULT 0,
        failing_since TEXT,
        problem TEXT
    ) STRICT
    """,
    """
    CREATE TABLE listings (
        url TEXT NOT NULL PRIMARY KEY,
        source TEXT NOT NULL REFERENCES sources (name),
        etag TEXT,
        last_modified TEXT,
        digest TEXT,
        checked_at TEXT NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE visits (
        url TEXT NOT NULL PRIMARY KEY,
        source TEXT NOT NULL REFERENCES sources (name),
        published_at TEXT,
        published_precision TEXT,
        published_as_written TEXT,
        found_at TEXT NOT NULL,
        first_visit TEXT,
        last_visit TEXT,
        next_visit TEXT,
        visits INTEGER NOT NULL DEFAULT 0,
        attempts INTEGER NOT NULL DEFAULT 0,
        failing_since TEXT,
        given_up_at TEXT,
        problem TEXT,
        status INTEGER,
        etag TEXT,
        last_modified TEXT,
        digest TEXT,
        moved TEXT,
        kept INTEGER,
        article TEXT REFERENCES articles (id)
    ) STRICT
    """,
    "CREATE INDEX visits_next ON visits (next_visit) WHERE next_visit IS NOT NULL",
    "CREATE INDEX visits_source ON visits (source, found_at)",
    "CREATE INDEX visits_article ON visits (article)",
    "CREATE INDEX visits_moved ON visits (moved) WHERE moved IS NOT NULL",
    "CREATE INDEX visits_failing ON visits (failing_since) WHERE failing_since IS NOT NULL",
    """
    CREATE TABLE listed (
        source TEXT NOT NULL REFERENCES sources (name),
        guid TEXT NOT NULL,
        url TEXT NOT NULL REFERENCES visits (url),
        first_seen TEXT NOT NULL,
        PRIMARY KEY (source, guid)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX listed_url ON listed (url)",
    """
    CREATE TABLE robots (
        origin TEXT NOT NULL PRIMARY KEY,
        fetched_at TEXT NOT NULL,
        status INTEGER,
        body TEXT
    ) STRICT
    """,
    """
    CREATE TABLE flags (
        subject TEXT NOT NULL,
        kind TEXT NOT NULL,
        message TEXT NOT NULL,
        first_seen TEXT NOT NULL,
        last_seen TEXT NOT NULL,
        PRIMARY KEY (subject, kind)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE VIEW failing AS
    SELECT url, source, problem, status, attempts, failing_since, next_visit, given_up_at FROM visits
    WHERE failing_since IS NOT NULL
    UNION ALL
    SELECT place, name, problem, NULL, attempts, failing_since, next_check, NULL FROM sources
    WHERE failing_since IS NOT NULL
    """,
)
