"""``voxpop verify --repair``: rebuild derived data in one transaction, or rescue a damaged file."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from archive.clock import stamp, utc_now
from archive.lock import only_one
from archive.store.captured import forget_lost
from archive.store.database import failures_named, open_as_it_is, open_to_check
from archive.verify.check import AGREEMENTS, disagreeing, reject_dates, remove_logins
from archive.verify.rebuild import rebuild_rest, rebuild_schema, recompute_posts
from archive.verify.rescue import rescue, rescued_name
from scraper.errors import ArchiveError
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlite_utils import Database

_PRIMARY_CODE = 0xFF
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
#: SQLite's messages about an index that lacks entries, in a file with intact pages.
_OF_INDEXES = lazy_regex(r"missing from index|wrong # of entries in index|inverted index|FTS5")
_UNSETTLED = (
    "a post without a printing",
    "an embed whose printing counts as another post",
    "an alias that is the id of a post",
)


class _DamagedError(Exception):
    """The pages of the file are damaged."""


@dataclass(frozen=True, slots=True)
class Repair:
    """Result of a repair; `rescued` is the new file with all readable rows, None if the old one was repaired."""

    lines: list[str]
    rescued: Path | None = None


def repair(database: str, captures: Path | None, *, deep: bool = False, lost: Path | None = None) -> Repair:
    """Rebuild the derived data of an archive; one of an older voxpop is upgraded.

    If pages are damaged, the file is not changed, and readable rows are written to a new one. With `deep`,
    recompute the posts in any case; forget captures without a WARC file in the folder `lost`.

    Raises:
        ArchiveError: Missing, not an archive, newer or not writable; or neither repair nor rescue is
            possible.
        LockedError: A run is in progress.
    """
    path = Path(database)
    with only_one(path):
        try:
            return Repair(_in_place(path, captures, deep=deep, lost=lost))
        except _DamagedError:
            pass
        except ArchiveError as error:
            if _code(error.__cause__) not in _DAMAGE:
                raise
        target = rescued_name(path)
        return Repair(rescue(path, target, captures), target)


def _in_place(path: Path, captures: Path | None, *, deep: bool, lost: Path | None) -> list[str]:
    open_as_it_is(path).close()
    with failures_named(path), closing(open_to_check(path, references=False)) as db:
        try:
            lines = list(_rebuilt(db, path, captures, deep=deep))
            if lost is not None:
                lines += forget_lost(db.conn, lost)
        except (sqlite3.OperationalError, sqlite3.IntegrityError) as error:
            if _code(error) not in {sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT}:
                raise
            raise ArchiveError(f"{path}: cannot be repaired ({error}): restore a copy") from error
        if lines:
            db.conn.commit()
    return lines


def _rebuilt(db: Database, path: Path, captures: Path | None, *, deep: bool) -> Iterator[str]:
    yield from _rebuild_indexes(db)
    yield from rebuild_schema(db)
    rejected = list(reject_dates(db.conn))
    yield from rejected
    if deep or rejected or _is_unsettled(db):
        yield from recompute_posts(db.conn)
    yield from remove_logins(db.conn, stamp(utc_now()))
    yield from rebuild_rest(db, captures, path)


def _rebuild_indexes(db: Database) -> Iterator[str]:
    """Rebuild the indexes if entries are missing; raise `_DamagedError` if SQLite finds other damage."""
    said = [message for (message,) in db.execute("PRAGMA integrity_check(1000)") if message != "ok"]
    if any(not _OF_INDEXES.search(message) for message in said):
        raise _DamagedError
    if said:
        try:
            db.execute("REINDEX")
        except sqlite3.IntegrityError as error:
            raise _DamagedError from error
        yield "rebuilt: the indexes"


def _is_unsettled(db: Database) -> bool:
    """Return True if posts, authors or hashtags differ from those computed from their printings and uses."""
    parents = {row[2] for row in db.execute("PRAGMA foreign_key_check")}
    return bool(parents & {"authors", "posts", "hashtags"}) or any(
        disagreeing(db, AGREEMENTS[message]) for message in _UNSETTLED
    )


def _code(error: BaseException | None) -> int:
    return int(getattr(error, "sqlite_errorcode", 0)) & _PRIMARY_CODE
