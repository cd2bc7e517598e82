"""The tables of checks: runs of equal verdicts, paused hosts, posts known to be public."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from archive.captures.index import enter_answer
from archive.clock import ahead_of, stamp
from archive.store.hydrations import post_here
from scraper.availability import GONE, Target
from scraper.configuration import queries
from scraper.errors import ArchiveError
from scraper.registry import question_of

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator, Sequence

    from archive.captures.files import Capture
    from archive.store.archive import Archive
    from scraper.availability import Finding, Question


# Which posts to check, and in which order.

#: Time until a post found gone is checked again, before it counts as gone.
CONFIRMED_AFTER = timedelta(days=1)
#: First pause after a response without a verdict; doubled each time, up to the last interval.
_AFTER_UNKNOWN = timedelta(hours=6)

#: An age of a post, the longest first; one reached since the last check makes it due.
_AGE = "WHEN posts.first_seen <= :age_{0} THEN {1}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Selection of posts to check: platforms or methods of them, and certain posts, due or not."""

    platforms: tuple[str, ...]
    posts: tuple[str, ...] = ()
    limit: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """A post to check."""

    platform: str
    question: Question
    host: str
    target: Target
    urgency: int = 1  # 0: found gone, to be confirmed; 1: never checked; 2: all others
    since: str = ""  # time since which it is due


@dataclass(frozen=True, slots=True)
class History:
    """History of a post with one method; times as the archive writes them."""

    seen: str
    verdict: str | None = None  # the last verdict; responses without one do not count
    first: str | None = None
    last: str | None = None
    failures: int | None = None  # length of the last run of responses without a verdict
    failed: str | None = None


def next_check(known: History, after: Sequence[int]) -> datetime:
    """Return the time of a post's next check.

    >>> seen = "2020-02-01T00:00:00Z"
    >>> next_check(History(seen), [86400, 604800]).day
    2
    >>> up = History(seen, "up", "2020-02-02T00:00:00Z", "2020-02-02T12:00:00Z")
    >>> next_check(up, [86400, 604800]).day
    8
    >>> gone = History(seen, "deleted", "2020-02-09T00:00:00Z", "2020-02-09T00:00:00Z")
    >>> next_check(gone, [86400, 604800]).day
    10
    """
    seen, longest = datetime.fromisoformat(known.seen), timedelta(seconds=after[-1])
    due = seen + timedelta(seconds=after[0])
    if known.last and known.first:
        first, last = datetime.fromisoformat(known.first), datetime.fromisoformat(known.last)
        then = (last - seen).total_seconds()
        age = next((age for age in after if age > then), None)
        due = last + longest if age is None else seen + timedelta(seconds=age)
        if known.verdict in GONE and last - first < CONFIRMED_AFTER:
            due = min(due, first + CONFIRMED_AFTER)
    if known.failed and known.failed > (known.last or ""):
        pause = min(_AFTER_UNKNOWN * 2 ** min((known.failures or 1) - 1, 20), longest)
        due = max(due, datetime.fromisoformat(known.failed) + pause)
    return due


def posts_due(connection: sqlite3.Connection, selection: Selection, after: Sequence[int], now: datetime) -> list[Due]:
    """Return the posts to check, most urgent first; raise `ArchiveError` if a named one cannot be checked."""
    _must_be_there(connection, selection.posts)
    found = [due for name in selection.platforms for due in _of_method(connection, name, selection, after, now)]
    if selection.posts and not found:
        named = ", ".join(selection.platforms)
        raise ArchiveError(f"{selection.posts[0]}: {named} cannot check it: name its platform")
    found.sort(key=lambda due: (due.urgency, due.since if due.urgency != 1 else ""))
    return found[: selection.limit]


def _must_be_there(connection: sqlite3.Connection, posts: Sequence[str]) -> None:
    for post in posts:
        if post_here(connection, post) is None:
            raise ArchiveError(f"{post}: is not a post in the archive: ids look like twitter:1223400000000000001")


def _of_method(
    connection: sqlite3.Connection, name: str, selection: Selection, after: Sequence[int], now: datetime
) -> Iterator[Due]:
    platform, question = question_of(name)
    ahead, present = ahead_of(now), stamp(now)
    due_at = partial(Due, platform=platform.name, question=question)
    values: dict[str, Any] = {"method": question.name, "platform": platform.name}
    if selection.posts:
        rows = connection.execute(_of_posts("chosen"), values | {"posts": json.dumps(selection.posts)})
    else:
        longest_first = sorted(enumerate(after), key=itemgetter(1), reverse=True)
        ages = " ".join(_AGE.format(number, age) for number, age in longest_first)
        rows = connection.execute(_of_posts("old_enough", ages), values | _times(after, now))
    for key, native_id, url, handle, *history in rows:
        target = Target(key=key, native_id=native_id, url=url, handle=handle)
        host = question.host(target)
        if host is None:
            continue
        last, failed = history[3], history[5]
        if max(last or "", failed or "") > ahead:  # dated by a clock that was ahead
            last = failed = None
        if last is None and failed is None:
            yield due_at(since=present, host=host, target=target)
            continue
        known = History(*history)
        moment = next_check(known, after)
        if selection.posts or moment <= now:
            is_unsure = known.verdict in GONE and known.first == known.last
            urgency = 0 if is_unsure else 1 if last is None else 2
            yield due_at(since=stamp(moment), host=host, target=target, urgency=urgency)


def _of_posts(name: str, ages: str = "") -> str:
    return queries("checks")[name].format(columns=queries("checks")["columns"], ages=ages)


def _times(after: Sequence[int], now: datetime) -> dict[str, str]:
    """Return the times that times of posts are compared with."""

    def before(seconds: float) -> str:
        return stamp(now - timedelta(seconds=seconds))

    ages = {f"age_{number}": before(age) for number, age in enumerate(after)}
    longest, yesterday = before(after[-1]), before(CONFIRMED_AFTER.total_seconds())
    return {"latest": before(after[0]), "longest": longest, "yesterday": yesterday, "ahead": ahead_of(now), **ages}


#: Why the capture of a response is not an article; `voxpop reextract` skips it.
NO_ARTICLE = "is an answer about a post"

#: Maximum number of seconds that a host may ask for a pause.
_LONGEST_PAUSE = 7 * 86_400.0


@dataclass(frozen=True, slots=True)
class Undo:
    """A row before a finding was stored; `before` is None if there was none."""

    row: int
    before: tuple[str, int, int | None] | None = None


class Ledger:
    """Stored checks. Use from one thread."""

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
        """Store a response and its findings in one transaction.

        Findings about posts not in the archive are ignored. `answer` is the location of the response and the posts
        it is about; None if already stored, or if there was none. A finding replaces an earlier one of this batch,
        whose rows are in `undone`.
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
        connection.execute(queries("checks")["set_back"], values)
        latest = connection.execute(queries("checks")["latest"], (finding.key, method)).fetchone()
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
        """Return until when a host is paused, else None; a longer pause was written by a clock that was ahead."""
        row = self._archive.db.execute("SELECT until FROM check_pauses WHERE host = ?", (host,)).fetchone()
        return row[0] if row and stamp(self._now()) < row[0] <= self._after(_LONGEST_PAUSE) else None

    def _after(self, seconds: float) -> str:
        return stamp(self._now() + timedelta(seconds=seconds))

    def known_public(self, method: str) -> Sequence[Target]:
        """Return the posts found public before this round, latest first, for all hosts."""
        if method not in self._public:
            rows = self._archive.db.execute(queries("checks")["still_there"], {"method": method})
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
