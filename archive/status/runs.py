"""Scheduled runs in ``voxpop status``: the last ones, failures, what is due. Read-only."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any

from archive.clock import ahead_of, utc_now
from archive.humanize import counted, sized
from archive.lock import is_held
from archive.store.database import failures_named, open_to_read
from scraper.errors import in_one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from sqlite_utils import Database

#: Maximum number of lines of each kind, and of objects in JSON; the tables have the rest.
_SHOWN = 10
_IN_JSON = 1000

_RUNS = """
    SELECT started_at, coalesce(outcome, :unended) AS outcome,
        strftime('%s', ended_at) - strftime('%s', started_at) AS seconds,
        articles, added, unchanged, failed, requests
    FROM runs ORDER BY id DESC LIMIT 3
"""
#: Times in the future, from a wrong clock; neither the ledger of a run nor the store uses them.
_AHEAD = """
    SELECT
        (SELECT count(*) FROM articles WHERE last_seen > :ahead) AS articles,
        (SELECT count(*) FROM visits WHERE given_up_at IS NULL AND url LIKE 'http%'
            AND (last_visit > :ahead OR last_visit IS NULL AND found_at > :ahead)) AS visits,
        (SELECT count(*) FROM sources WHERE next_check IS NOT NULL AND checked_at > :ahead) AS sources,
        (SELECT count(*) FROM robots WHERE fetched_at > :ahead) AS robots
"""
_CAPTURES = """
    SELECT count(*) AS captures, count(DISTINCT file) AS files, coalesce(sum(length), 0) AS bytes,
        substr(min(fetched_at), 1, 10) AS since
    FROM captures WHERE file IS NOT NULL HAVING count(*) > 0
"""
_GROWTH = """
    SELECT count(*) AS captures, coalesce(sum(length), 0) AS bytes,
        (SELECT count(*) FROM articles WHERE first_seen >= date('now', '-7 days')) AS new_articles
    FROM captures WHERE fetched_at >= date('now', '-7 days') HAVING count(*) > 0
"""
_DUE = """
    SELECT count(*) AS visits, min(next_visit) AS first, max(next_visit) AS last
    FROM visits WHERE next_visit IS NOT NULL HAVING count(*) > 0
"""
_SOURCES = """
    SELECT name, failing_since, next_check, problem
    FROM sources WHERE failing_since IS NOT NULL ORDER BY failing_since LIMIT :shown
"""
_LOOKED_AT = """
    SELECT name, checked_at, failing_since, problem,
        (SELECT count(*) FROM listed WHERE listed.source = sources.name)
    FROM sources
"""
#: A feed that is not one is among the failing sources already.
_FLAGS = """
    SELECT subject, message FROM flags WHERE kind <> 'no-listing'
    ORDER BY first_seen DESC, subject LIMIT :shown
"""
_ARTICLES = """
    SELECT url, problem, attempts, failing_since, next_visit, given_up_at
    FROM visits WHERE failing_since IS NOT NULL ORDER BY last_visit DESC LIMIT :shown
"""


def schedule_report(path: str | Path) -> list[str]:
    """Return lines on the last runs, failures, silent sources and what is due; none without runs.

    Raises:
        ArchiveError: The file is missing, not an archive, or damaged.
    """
    with failures_named(path), closing(open_to_read(path)) as db:
        values = _values(db, path, _SHOWN)
        return [text for _, sql, line in _PARTS for row in db.execute(sql, values) if (text := line(*row))]


def schedule_state(path: str | Path) -> dict[str, list[dict[str, Any]]]:
    """Return the data of `schedule_report` as lists of objects. Times are ISO 8601, sizes bytes.

    Raises:
        ArchiveError: The file is missing, not an archive, or damaged.
    """
    with failures_named(path), closing(open_to_read(path)) as db:
        values = _values(db, path, _IN_JSON)
        return {name: list(_objects(db, sql, values)) for name, sql, _ in _PARTS}


def sources_report(path: str | Path) -> dict[str, str]:
    """Return the result of the last fetch of each source, by its name.

    Raises:
        ArchiveError: The file is missing, not an archive, or damaged.
    """
    with failures_named(path), closing(open_to_read(path)) as db:
        return {name: _looked_at(*row) for name, *row in db.execute(_LOOKED_AT)}


def _values(db: Database, path: str | Path, shown: int) -> dict[str, Any]:
    values = {"shown": shown, "unended": "killed", "ahead": ahead_of(utc_now())}
    # Checked only in this case: a run that starts during this check would find the lock held.
    if db.execute("SELECT 1 FROM runs WHERE outcome IS NULL").fetchone() and is_held(path):
        values["unended"] = "at work"
    return values


def _objects(db: Database, sql: str, values: dict[str, Any]) -> Iterator[dict[str, Any]]:
    rows = db.execute(sql, values)
    names = [name for name, *_ in rows.description]
    return (dict(zip(names, row, strict=True)) for row in rows)


def run_line(started: str, outcome: str, took: int | None, *counts: int) -> str:
    """Format the result of a run as one line."""
    articles, added, same, failed, requests = counts
    after = " (after {})" if ":" in outcome else " in {}"  # a sentence of its own does not end in a time
    span = "" if took is None else after.format(counted(took, "second"))
    new = f"{counted(articles, 'article')} ({added:,} new), {same:,} unchanged, {failed:,} failed"
    return f"run {started}: {outcome}{span}, {new}, {counted(requests, 'request')}"


def _ahead(articles: int, visits: int, sources: int, rules: int) -> str | None:
    rows = ((articles, "article"), (visits, "visit"), (sources, "source"), (rules, "robots.txt file"))
    named = ", ".join(counted(number, noun) for number, noun in rows if number)
    what = "a clock was ahead: set this one right; the next `voxpop run` or `voxpop archive` dates them anew"
    return f"dated in the future: {named}; {what}" if named else None


def _captures(captures: int, files: int, size: int, since: str) -> str:
    return f"captures: {captures:,} in {counted(files, 'file')}, {sized(size)}, since {since}"


def _growth(captures: int, size: int, articles: int) -> str:
    return f"last 7 days: {counted(captures, 'capture')}, {sized(size)}, {counted(articles, 'new article')}"


def _due(visits: int, first: str, last: str) -> str:
    when = f"at {first}" if first == last else f"from {first} to {last}"
    return f"due: {counted(visits, 'visit')}, {when}"


def _source(name: str, since: str, following: str | None, problem: str) -> str:
    return f"failing source {name}: {problem} (since {since}, next try {following or 'in the next run'})"


def _looked_at(at: str | None, since: str | None, problem: str | None, listed: int) -> str:
    if since:
        return f"failing since {since}: {problem}"
    return f"read {at}, {counted(listed, 'article')} listed" if at else "not read yet"


def _flag(subject: str, message: str) -> str:
    return in_one_line(f"look at {subject}: {message}")


def _article(  # noqa: PLR0913, PLR0917 -- the columns of its row
    url: str, problem: str, attempts: int, since: str, following: str | None, given_up: str | None
) -> str:
    ahead = f"next {following}" if following else "given up" if given_up else "read again in every run"
    return in_one_line(f"failing article {url}: {problem}") + f" ({counted(attempts, 'try')} since {since}, {ahead})"


_PARTS: tuple[tuple[str, str, Callable[..., str | None]], ...] = (
    ("dated_in_the_future", _AHEAD, _ahead),
    ("runs", _RUNS, run_line),
    ("captures", _CAPTURES, _captures),
    ("last_7_days", _GROWTH, _growth),
    ("due", _DUE, _due),
    ("failing_sources", _SOURCES, _source),
    ("flags", _FLAGS, _flag),
    ("failing_articles", _ARTICLES, _article),
)
