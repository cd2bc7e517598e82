"""``voxpop status``: contents and problems of an archive, and its scheduled runs. Read-only.

Every function that opens an archive raises `ArchiveError` if the file is missing, not an archive, or damaged.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from archive.clock import ahead_of, utc_now
from archive.humanize import counted, sized
from archive.lock import is_held
from archive.store.database import count_topics, failures_named, open_to_read
from scraper.configuration import queries
from scraper.errors import in_one_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlite_utils import Database

#: Problems of a whole source are stored under the name of the error.
_SPOKEN = {
    "DocumentError": "no article",
    "EmptyFolderError": "no article",
    "FetchError": "not fetched",
    "RefusedError": "not fetched",
}


@dataclass(frozen=True, slots=True)
class Troubles:
    """Problems of one kind, with the source and message of the last one."""

    step: str
    kind: str
    sources: int
    last_seen: str
    last_source: str
    last_message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """The state of an archive. Times are ISO 8601, sizes bytes."""

    path: str
    counts: dict[str, int]
    outlets: int
    published: tuple[str, str] | None
    posted: tuple[str, str] | None
    archived: tuple[str, str] | None
    gone: int
    availability: dict[str, int]
    vanished: int
    silent: int  # number of articles that mention posts but show and quote none
    topics: dict[str, int]
    size: int
    problems: tuple[Troubles, ...]


def status(path: str | Path) -> Status:
    """Read the state of an archive."""
    with failures_named(path), closing(open_to_read(path)) as db:
        db.execute("BEGIN")
        return _status(db, path)


def report(state: Status) -> list[str]:
    """Format the state of an archive as lines."""
    counts = ", ".join(counted(number, table.removesuffix("s")) for table, number in state.counts.items())
    lines = [f"{state.path}: {counts}, {counted(state.outlets, 'outlet')}; {sized(state.size)}"]
    if state.counts["articles"]:
        posted = f"; posts posted {_span(state.posted)}" if state.counts["posts"] else ""
        lines += [f"articles published {_span(state.published)}{posted}", f"archived {_span(state.archived)}"]
    if state.gone:
        lines.append(f"gone from their articles: {counted(state.gone, 'embed')}")
    if state.availability:
        found = ", ".join(f"{number:,} {status}" for status, number in state.availability.items())
        lines.append(f"posts checked: {found}; {state.vanished:,} gone for sure")
    if state.silent:
        lines.append(f"speaking of posts but showing none: {counted(state.silent, 'article')}")
    if state.topics:
        topics = (f"{name} ({counted(count, 'article')})" for name, count in state.topics.items())
        lines.append(f"topics: {', '.join(topics)}")
    for trouble in state.problems:
        what = _SPOKEN.get(trouble.kind) or f"{trouble.kind} ({trouble.step})"
        last = f"last {trouble.last_seen} in {trouble.last_source}: {trouble.last_message}"
        lines.append(f"problem: {what} in {counted(trouble.sources, 'source')}, {last}")
    return lines


def _status(db: Database, path: str | Path) -> Status:
    return Status(
        path=str(path),
        counts=next(db.query(queries("status")["counts"])),
        published=_ends(db, "published"),
        posted=_ends(db, "posted"),
        archived=_ends(db, "archived"),
        availability=dict(db.execute(queries("status")["availability"]).fetchall()),
        topics=count_topics(db.conn),
        size=sum(file.stat().st_size for suffix in ("", "-wal") if (file := Path(f"{path}{suffix}")).exists()),
        problems=tuple(Troubles(*row) for row in db.execute(queries("status")["problems"])),
        **{name: _first(db, name)[0] for name in ("outlets", "gone", "vanished", "silent")},
    )


def _first(db: Database, name: str) -> Any:
    return db.execute(queries("status")[name]).fetchone()


def _ends(db: Database, name: str) -> tuple[str, str] | None:
    first, last = _first(db, name)
    return None if first is None else (first, last)


def _span(ends: tuple[str, str] | None) -> str:
    if ends is None:
        return "at unknown dates"
    return f"{ends[0]}" if ends[0] == ends[1] else f"{ends[0]} to {ends[1]}"


# Scheduled runs: the last ones, failures, what is due.

#: Maximum number of lines of each kind, and of objects in JSON; the tables have the rest.
_SHOWN = 10
_IN_JSON = 1000


def schedule_report(path: str | Path) -> list[str]:
    """Return lines on the last runs, failures, silent sources and what is due; none without runs."""
    with failures_named(path), closing(open_to_read(path)) as db:
        values = _values(db, path, _SHOWN)
        found = ((line, row) for name, line in _LINES.items() for row in db.execute(queries("status")[name], values))
        return [text for line, row in found if (text := line(*row))]


def schedule_state(path: str | Path) -> dict[str, list[dict[str, Any]]]:
    """Return the data of `schedule_report` as lists of objects. Times are ISO 8601, sizes bytes."""
    with failures_named(path), closing(open_to_read(path)) as db:
        values = _values(db, path, _IN_JSON)
        return {name: list(db.query(queries("status")[name], values)) for name in _LINES}


def sources_report(path: str | Path) -> dict[str, str]:
    """Return the result of the last fetch of each source, by its name."""
    with failures_named(path), closing(open_to_read(path)) as db:
        return {name: _looked_at(*row) for name, *row in db.execute(queries("status")["looked_at"])}


def _values(db: Database, path: str | Path, shown: int) -> dict[str, Any]:
    values = {"shown": shown, "unended": "killed", "ahead": ahead_of(utc_now())}
    # Checked only in this case: a run that starts during this check would find the lock held.
    if db.execute("SELECT 1 FROM runs WHERE outcome IS NULL").fetchone() and is_held(path):
        values["unended"] = "at work"
    return values


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


#: Query -> function that formats one of its rows, in the order of the report.
_LINES: dict[str, Callable[..., str | None]] = {
    "dated_in_the_future": _ahead, "runs": run_line, "captures": _captures, "last_7_days": _growth, "due": _due,
    "failing_sources": _source, "flags": _flag, "failing_articles": _article,
}  # fmt: skip
