"""Figures of an archive for ``voxpop status``: its contents and problems. Read-only."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from archive.humanize import counted, sized
from archive.store.database import count_topics, failures_named, open_to_read

if TYPE_CHECKING:
    from sqlite_utils import Database

_TABLES = ("articles", "posts", "embeds", "quotes", "authors", "hashtags")

_AVAILABILITY = "SELECT status, count(*) FROM availability GROUP BY status ORDER BY count(*) DESC, status"
_VANISHED = """
    SELECT count(*) FROM (
        SELECT DISTINCT post FROM checks WHERE verdict NOT IN ('up', 'restricted', 'unknown')
    ) AS gone JOIN availability ON availability.post = gone.post WHERE availability.confirmed = 1
"""

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
    """The state of an archive. Times are ISO 8601, sizes bytes.

    Attributes:
        silent: Number of articles that mention posts but show and quote none.
    """

    path: str
    counts: dict[str, int]
    outlets: int
    published: tuple[str, str] | None
    posted: tuple[str, str] | None
    archived: tuple[str, str] | None
    gone: int
    availability: dict[str, int]
    vanished: int
    silent: int
    topics: dict[str, int]
    size: int
    problems: tuple[Troubles, ...]


def status(path: str | Path) -> Status:
    """Read the state of an archive.

    Raises:
        ArchiveError: The file is missing, not an archive, or damaged.
    """
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
        counts={table: _number(db, f"SELECT count(*) FROM {table}") for table in _TABLES},  # noqa: S608
        outlets=_number(db, "SELECT count(*) FROM tally_outlets WHERE outlet <> ''"),
        published=_ends(db, "SELECT min(published_at) FROM articles", "SELECT max(published_at) FROM articles"),
        posted=_ends(db, "SELECT min(posted_at) FROM posts", "SELECT max(posted_at) FROM posts"),
        archived=_ends(db, "SELECT min(first_seen) FROM articles", "SELECT max(last_seen) FROM articles"),
        gone=_number(db, "SELECT count(*) FROM embeds WHERE gone_at IS NOT NULL"),
        availability=dict(db.execute(_AVAILABILITY).fetchall()),
        vanished=_number(db, _VANISHED),
        silent=_number(db, "SELECT count(*) FROM articles WHERE allusions > 0 AND embeds = 0 AND quotes = 0"),
        topics=count_topics(db.conn),
        size=sum(file.stat().st_size for suffix in ("", "-wal") if (file := Path(f"{path}{suffix}")).exists()),
        problems=_problems(db),
    )


def _number(db: Database, query: str) -> int:
    return int(db.execute(query).fetchone()[0])


def _ends(db: Database, first: str, last: str) -> tuple[str, str] | None:
    """Return both ends with two queries, each a single step in an index."""
    ends = db.execute(first).fetchone()[0], db.execute(last).fetchone()[0]
    return ends if ends[0] is not None else None


def _problems(db: Database) -> tuple[Troubles, ...]:
    rows = db.execute(
        """
        SELECT step, kind, count(DISTINCT source), max(last_seen), source, message FROM problems
        GROUP BY step, kind ORDER BY count(DISTINCT source) DESC, step, kind
        """
    )
    return tuple(Troubles(*row) for row in rows)


def _span(ends: tuple[str, str] | None) -> str:
    if ends is None:
        return "at unknown dates"
    return f"{ends[0]}" if ends[0] == ends[1] else f"{ends[0]} to {ends[1]}"
