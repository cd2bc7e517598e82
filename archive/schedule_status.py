"""How the scheduled run fares: what `voxpop status` says below the figures of the archive. Reads only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from archive.database import failures_named, open_to_read

if TYPE_CHECKING:
    from pathlib import Path

    from sqlite_utils import Database

#: So many lines of each kind; the tables hold the rest.
_SHOWN = 10

_RUNS = """
    SELECT started_at || ': ' || coalesce(outcome, 'at work') || ', ' || articles || ' articles (' || added
        || ' new), ' || unchanged || ' unchanged, ' || failed || ' failed, ' || requests || ' requests'
    FROM runs ORDER BY id DESC LIMIT 3
"""
_SOURCES = """
    SELECT name || ': failing since ' || failing_since || ', next try ' || coalesce(next_check, 'now') || ': '
        || problem
    FROM sources WHERE failing_since IS NOT NULL ORDER BY failing_since LIMIT :shown
"""
_ARTICLES = """
    SELECT url || ': ' || problem || ' (' || attempts || iif(attempts = 1, ' try', ' tries') || ' since '
        || failing_since || iif(given_up_at IS NULL, ', next ' || next_visit, ', given up') || ')'
    FROM visits WHERE failing_since IS NOT NULL ORDER BY last_visit DESC LIMIT :shown
"""
_DUE = """
    SELECT count(*) || ' visits due by ' || max(next_visit) || ', the next ' || min(next_visit)
    FROM visits WHERE next_visit IS NOT NULL HAVING count(*) > 0
"""
_CAPTURES = """
    SELECT count(*) || ' captures in ' || count(DISTINCT file)
        || iif(count(DISTINCT file) = 1, ' file, ', ' files, ')
        || sum(length) || ' bytes, since ' || substr(min(fetched_at), 1, 10)
    FROM captures WHERE file IS NOT NULL HAVING count(*) > 0
"""
_GROWTH = """
    SELECT '+' || count(*) || ' captures, +' || coalesce(sum(length), 0) || ' bytes, +'
        || (SELECT count(*) FROM articles WHERE first_seen >= date('now', '-7 days'))
        || ' articles in 7 days'
    FROM captures WHERE fetched_at >= date('now', '-7 days') HAVING count(*) > 0
"""
_FLAGS = "SELECT subject || ': ' || message FROM flags ORDER BY first_seen DESC, subject LIMIT :shown"


def schedule_report(path: str | Path) -> list[str]:
    """Give lines on the last runs, what fails and since when, what has gone quiet, what is due.

    Returns:
        Nothing for an archive without runs.

    Raises:
        ArchiveError: The file is missing, no archive, or damaged.
    """
    with failures_named(path):
        db = open_to_read(path)
        try:
            return _lines(db)
        finally:
            db.close()


def _lines(db: Database) -> list[str]:
    parts = (
        ("run ", _RUNS),
        ("captures: ", _CAPTURES),
        ("growth: ", _GROWTH),
        ("due: ", _DUE),
        ("source ", _SOURCES),
        ("look at ", _FLAGS),
        ("failing: ", _ARTICLES),
    )
    return [f"{prefix}{line}" for prefix, query in parts for (line,) in db.execute(query, {"shown": _SHOWN})]
