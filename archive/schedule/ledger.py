"""What the scheduled run remembers in the archive: runs, sources, visits and robots.txt."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from archive.clock import ahead_of, stamp
from archive.schedule.sources import SourceLedger
from archive.schedule.visits import VisitLedger
from scraper.fetching.host_policy import Rules

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator
    from datetime import datetime

    from archive.settings import Visiting
    from archive.store.archive import Archive

#: A robots.txt is believed for a day (RFC 9309, 2.4).
_RULES_LAST = timedelta(days=1)


class Ledger:
    """The run's memory in the archive. One thread.

    Attributes:
        sources: What is known of the sources and their listings.
        visits: What is known of the articles' addresses.
    """

    def __init__(self, archive: Archive, visiting: Visiting) -> None:
        self._archive = archive
        self.sources = SourceLedger(archive, visiting)
        self.visits = VisitLedger(archive, visiting)

    @property
    def connection(self) -> sqlite3.Connection:
        """The archive's connection, to read."""
        connection: sqlite3.Connection = self._archive.db.conn
        return connection

    def begin_run(self, now: datetime) -> int:
        """Open the record of a run; runs that never ended were killed."""
        with self._archive.transaction() as connection:
            connection.execute("UPDATE runs SET outcome = 'killed' WHERE ended_at IS NULL AND outcome IS NULL")
            added = connection.execute("INSERT INTO runs (started_at) VALUES (?)", (stamp(now),))
            return int(added.lastrowid or 0)

    def count(self, run: int, counts: dict[str, int]) -> None:
        """Write down what a run has done so far."""
        with self._archive.transaction() as connection:
            _count(connection, run, counts)

    def end_run(self, run: int, now: datetime, outcome: str, exit_code: int, counts: dict[str, int]) -> None:
        """Close the record of a run."""
        ending = "UPDATE runs SET ended_at = ?, outcome = ?, exit_code = ? WHERE id = ?"
        with self._archive.transaction() as connection:
            connection.execute(ending, (stamp(now), outcome, exit_code, run))
            _count(connection, run, counts)

    def rules(self, now: datetime) -> Iterator[tuple[str, Rules]]:
        """Return what is known of robots.txt and still believed; forget what is dated in the future."""
        with self._archive.transaction() as connection:
            connection.execute("DELETE FROM robots WHERE fetched_at > ?", (ahead_of(now),))
        query = "SELECT origin, status, body FROM robots WHERE fetched_at > ?"
        for origin, status, body in self._archive.db.conn.execute(query, (stamp(now - _RULES_LAST),)):
            yield origin, Rules(status, body or "")

    def remember_rules(self, found: Iterable[tuple[str, Rules]], now: datetime) -> None:
        """Keep what was read of robots.txt; failures are not kept, so that the next run asks again."""
        rows = [(origin, stamp(now), rules.status, rules.body) for origin, rules in found if not rules.problem]
        with self._archive.transaction() as connection:
            connection.executemany("INSERT OR REPLACE INTO robots VALUES (?, ?, ?, ?)", rows)


def _count(connection: sqlite3.Connection, run: int, counts: dict[str, int]) -> None:
    if counts:
        columns = ", ".join(f"{name} = :{name}" for name in counts)
        connection.execute(f"UPDATE runs SET {columns} WHERE id = :run", {**counts, "run": run})  # noqa: S608 -- our own names
