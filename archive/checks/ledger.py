"""The tables of checks: runs of equal verdicts, paused hosts, posts known to be public."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from archive.captures.index import enter_answer
from archive.clock import ahead_of, stamp
from scraper.availability import Target

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from archive.captures.files import Capture
    from archive.store.archive import Archive
    from scraper.availability import Finding

#: Why the capture of an answer is not an article; `voxpop reextract` skips it.
NO_ARTICLE = "is an answer about a post"

#: Maximum number of seconds that a host may ask for a pause.
_LONGEST_PAUSE = 7 * 86_400.0

_LATEST = """
    SELECT id, verdict, last_at, times, capture FROM checks WHERE post = ? AND method = ?
    ORDER BY last_at DESC, id DESC LIMIT 1
"""
#: Rows dated by a clock that was ahead.
_SET_BACK = """
    UPDATE checks SET first_at = min(first_at, :at), last_at = :at
    WHERE post = :post AND method = :method AND last_at > :ahead
"""
_THERE = """
    SELECT posts.id, posts.native_id, posts.url, authors.handle
    FROM checks
    JOIN posts ON posts.id = checks.post
    LEFT JOIN authors ON authors.id = posts.author
    WHERE checks.verdict = 'up' AND checks.method = :method AND posts.url IS NOT NULL
        AND checks.id = (
            SELECT id FROM checks AS later WHERE later.post = checks.post AND later.method = :method
            ORDER BY later.last_at DESC, later.id DESC LIMIT 1
        )
    ORDER BY checks.last_at DESC LIMIT 1000
"""


@dataclass(frozen=True, slots=True)
class Undo:
    """A row before a finding was stored; `before` is None if there was none."""

    row: int
    before: tuple[str, int, int | None] | None = None


class Ledger:
    """Stored checks. Use from one thread.

    Args:
        archive: An open archive.
        now: Clock.
        run: The scheduled run, if any.
    """

    def __init__(self, archive: Archive, now: Callable[[], datetime], run: int | None = None) -> None:
        self._archive = archive
        self._now = now
        self._run = run
        self._public: dict[str, Sequence[Target]] = {}

    def store(
        self,
        method: str,
        findings: Sequence[Finding],
        answer: tuple[Capture, Sequence[str]] | None,
        undone: dict[str, Undo],
    ) -> None:
        """Store an answer and its findings in one transaction.

        Args:
            method: The name of the method.
            findings: The findings; those about posts not in the archive are ignored.
            answer: Location of the answer, and the posts it is about; None if already stored, or if there was
                none.
            undone: Rows stored in this batch; a finding replaces an earlier one.
        """
        with self._archive.transaction() as connection:
            number = enter_answer(connection, *answer, NO_ARTICLE, self._run) if answer else None
            for finding in findings:
                if finding.key in undone:
                    _take_back(connection, undone[finding.key])
                if recorded := self._record(connection, method, finding, number):
                    undone[finding.key] = recorded

    def _record(
        self, connection: sqlite3.Connection, method: str, finding: Finding, capture: int | None
    ) -> Undo | None:
        at = stamp(self._now())
        if connection.execute("SELECT 1 FROM posts WHERE id = ?", (finding.key,)).fetchone() is None:
            return None
        values = {"at": at, "post": finding.key, "method": method, "ahead": ahead_of(self._now())}
        connection.execute(_SET_BACK, values)
        latest = connection.execute(_LATEST, (finding.key, method)).fetchone()
        if latest and latest[1] == finding.verdict:
            connection.execute(
                "UPDATE checks SET last_at = ?, times = times + 1, capture = coalesce(capture, ?) WHERE id = ?",
                (at, capture, latest[0]),
            )
            return Undo(latest[0], latest[2:])
        added = connection.execute(
            "INSERT INTO checks (post, method, verdict, reason, http_status, first_at, last_at, capture)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (finding.key, method, finding.verdict, finding.reason, finding.status, at, at, capture),
        )
        return Undo(int(added.lastrowid or 0))

    def pause(self, host: str, seconds: float, reason: str) -> str:
        """Store that a host asked for a pause; return its end."""
        until = self._after(min(seconds, _LONGEST_PAUSE))
        with self._archive.transaction() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO check_pauses (host, until, reason) VALUES (?, ?, ?)", (host, until, reason)
            )
        return until

    def paused(self, host: str) -> str | None:
        """Return until when a host is paused; None if it may be asked.

        A pause above the maximum was written by a clock that was ahead.
        """
        row = self._archive.db.execute("SELECT until FROM check_pauses WHERE host = ?", (host,)).fetchone()
        return row[0] if row and stamp(self._now()) < row[0] <= self._after(_LONGEST_PAUSE) else None

    def _after(self, seconds: float) -> str:
        return stamp(self._now() + timedelta(seconds=seconds))

    def known_public(self, method: str) -> Sequence[Target]:
        """Return the posts found public before this round, latest first, for all hosts."""
        if method not in self._public:
            rows = self._archive.db.execute(_THERE, {"method": method})
            self._public[method] = [
                Target(key=key, native_id=native_id, url=url, handle=handle) for key, native_id, url, handle in rows
            ]
        return self._public[method]

    def post_of(self, platform: str, native_id: str) -> str | None:
        """Return the archive's id of a post; None if there is none."""
        key = f"{platform}:{native_id}"
        row = self._archive.db.execute("SELECT id FROM posts WHERE id = ?", (key,)).fetchone()
        return row[0] if row else None


def _take_back(connection: sqlite3.Connection, undo: Undo) -> None:
    if undo.before is None:
        connection.execute("DELETE FROM checks WHERE id = ?", (undo.row,))
    else:
        connection.execute(
            "UPDATE checks SET last_at = ?, times = ?, capture = ? WHERE id = ?", (*undo.before, undo.row)
        )
