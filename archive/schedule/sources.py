"""The sources that the archive knows, and their listings: which are due, what they said last, what failed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from archive.clock import ahead_of, stamp
from archive.schedule.visits import LONGEST_REQUEST, after, conditions

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from archive.schedule.visits import Marks
    from archive.settings import Source, Visiting
    from archive.store.archive import Archive

#: Seconds between two tries of a source that fails.
_LONGEST_PAUSE = 6 * 3600
#: One whose address has changed is due at once.
_ENTER = """
    INSERT INTO sources (name, kind, place, first_seen) VALUES (:name, :kind, :place, :now)
    ON CONFLICT (name) DO UPDATE SET kind = excluded.kind, place = excluded.place,
        next_check = iif(place = excluded.place, next_check, NULL),
        moved = iif(place = excluded.place, moved, NULL)
"""
_COPY = """
    INSERT INTO sources
    SELECT :name, kind, place, first_seen, checked_at, next_check, new_at, attempts, failing_since, problem,
        moved
    FROM sources WHERE name = :old
"""
_RENAME = (
    _COPY,
    "UPDATE visits SET source = :name WHERE source = :old",
    "UPDATE listed SET source = :name WHERE source = :old",
    "UPDATE listings SET source = :name WHERE source = :old",
    "DELETE FROM sources WHERE name = :old",
)
#: What is no longer asked for no longer fails. It stays known: it may come back, and its articles name it.
_RETIRE = """
    UPDATE sources SET failing_since = NULL, problem = NULL, attempts = 0, next_check = NULL WHERE name = :old
"""


class SourceLedger:
    """The tables ``sources`` and ``listings``. One thread.

    Args:
        archive: Open.
        visiting: Says when a source that failed is asked again.
    """

    def __init__(self, archive: Archive, visiting: Visiting) -> None:
        self._archive = archive
        self._visiting = visiting

    def follow(self, sources: Sequence[Source], now: datetime) -> None:
        """Follow the sources of the settings."""
        with self._archive.transaction() as connection:
            _follow(connection, sources, stamp(now))

    def is_due(self, source: Source, now: datetime) -> bool:
        """Return whether a source is to be looked at."""
        query = "SELECT 1 FROM sources WHERE name = ? AND next_check > ? AND checked_at <= ?"
        return self._db.execute(query, (source.name, stamp(now), ahead_of(now))).fetchone() is None

    def longest_unread_first(self, sources: Iterable[Source]) -> list[Source]:
        """Return the sources, those that the last runs had no time for before the others."""
        checked = dict(self._db.execute("SELECT name, coalesce(checked_at, '') FROM sources"))
        return sorted(sources, key=lambda source: str(checked[source.name]))

    def former_names(self, sources: Sequence[Source]) -> dict[str, str]:
        """Return the name that each source has in the archive, where `follow` has not yet renamed it."""
        rows = self._db.execute("SELECT name, kind, place FROM sources").fetchall()
        dropped = _dropped(rows, sources)
        known = {name for name, *_ in rows}
        return {
            source.name: source.name
            if source.name in known
            else dropped.get((source.kind, source.places[0]), source.name)
            for source in sources
        }

    def read(self, source: Source, now: datetime) -> None:
        """Note that a source was read."""
        due = after(now, source.every) if source.every else None
        self._do(
            "UPDATE sources SET checked_at = ?1, next_check = ?2, attempts = 0, failing_since = NULL,"
            " problem = NULL, first_seen = min(first_seen, ?1), new_at = min(new_at, ?1) WHERE name = ?3",
            *(stamp(now), due, source.name),
        )

    def moved(self, source: Source, address: str | None) -> None:
        """Note where a source is for good now, or that it is where the settings say."""
        self._do("UPDATE sources SET moved = ? WHERE name = ? AND moved IS NOT ?", address, source.name, address)

    def failed(self, source: Source, problem: str, now: datetime, *, pause: bool = True, asked: float = 0.0) -> None:
        """Note that a source failed.

        With `pause` it is asked again ever more rarely, but never given up, and never left for longer than
        `_LONGEST_PAUSE`, unless its server `asked` for more seconds: a feed forgets its older articles within
        hours.
        """
        (attempts,) = self._db.execute("SELECT attempts FROM sources WHERE name = ?", (source.name,)).fetchone()
        pauses = self._visiting.retry or (3600,)
        wait = min(pauses[min(attempts, len(pauses) - 1)], _LONGEST_PAUSE) if pause else source.every
        self._do(
            "UPDATE sources SET checked_at = ?1, next_check = ?2, attempts = attempts + 1, problem = ?3,"
            " failing_since = min(coalesce(failing_since, ?1), ?1) WHERE name = ?4",
            *(stamp(now), after(now, max(wait, min(asked, LONGEST_REQUEST))), problem, source.name),
        )

    def conditions(self, url: str, source: str) -> dict[str, str]:
        """Return the headers that ask for a listing only if it has changed."""
        query = "SELECT etag, last_modified FROM listings WHERE url = ? AND source = ?"
        row = self._db.execute(query, (url, source)).fetchone()
        return conditions(*row) if row else {}

    def listing_digest(self, url: str, source: str) -> str | None:
        """Return the digest of a listing's last bytes, unless another source saw them."""
        query = "SELECT digest FROM listings WHERE url = ? AND source = ?"
        row = self._db.execute(query, (url, source)).fetchone()
        return row[0] if row else None

    def listing_checked_at(self, url: str, now: datetime) -> str | None:
        """Say when a listing was last read, unless a clock that was ahead has dated that."""
        query = "SELECT checked_at FROM listings WHERE url = ? AND checked_at <= ?"
        row = self._db.execute(query, (url, ahead_of(now))).fetchone()
        return row[0] if row else None

    def listing_unchanged(self, url: str, now: datetime) -> None:
        """Note that a listing is as it was; when that was matters only where it lies in the future."""
        self._do("UPDATE listings SET checked_at = ?1 WHERE url = ?2 AND checked_at > ?1", stamp(now), url)

    def listing_read(self, url: str, source: Source, marks: Marks, now: datetime) -> None:
        """Remember a listing's marks, for the next conditional request."""
        self._do(
            "INSERT INTO listings (url, source, digest, etag, last_modified, checked_at)"
            " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (url) DO UPDATE SET source = excluded.source,"
            " digest = excluded.digest, etag = excluded.etag, last_modified = excluded.last_modified,"
            " checked_at = excluded.checked_at",
            *(url, source.name, marks.digest, marks.etag, marks.last_modified, stamp(now)),
        )

    @property
    def _db(self) -> sqlite3.Connection:
        connection: sqlite3.Connection = self._archive.db.conn
        return connection

    def _do(self, statement: str, *values: object) -> None:
        with self._archive.transaction() as connection:
            connection.execute(statement, values)


def _follow(connection: sqlite3.Connection, sources: Sequence[Source], now: str) -> None:
    """Enter new sources, rename those that have an old address and a new name, retire the others."""
    rows = connection.execute("SELECT name, kind, place FROM sources").fetchall()
    known, dropped = {name for name, *_ in rows}, _dropped(rows, sources)
    for source in sources:
        place = (source.kind, source.places[0])
        if source.name not in known and place in dropped:
            renamed = {"old": dropped.pop(place), "name": source.name}
            for statement in _RENAME:
                connection.execute(statement, renamed)
        connection.execute(_ENTER, {"name": source.name, "kind": place[0], "place": place[1], "now": now})
    connection.executemany(_RETIRE, [{"old": name} for name in dropped.values()])


def _dropped(rows: Iterable[tuple[str, str, str]], sources: Iterable[Source]) -> dict[tuple[str, str], str]:
    """Return the known sources that are no longer in the settings, by kind and place."""
    names = {source.name for source in sources}
    return {(kind, place): name for name, kind, place in rows if name not in names}
