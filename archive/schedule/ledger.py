"""The state of scheduled runs in the archive: runs, sources, visits and robots.txt."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from archive.captures.index import enter
from archive.clock import ahead_of, stamp
from archive.store.articles import is_ahead, set_back
from scraper.configuration import queries
from scraper.errors import printable
from scraper.fetching.host_policy import Rules
from scraper.records import Moment
from scraper.values.moments import is_possible

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from archive.captures.files import Capture
    from archive.settings import Source, Visiting
    from archive.store.archive import Archive
    from scraper.errors import FetchError
    from scraper.fetching import Answer
    from scraper.input.listings import Entry


# Visits to the URLs of articles: what is due, results, next times.

#: Maximum pause in seconds that a server may request; some request years.
LONGEST_REQUEST = 7 * 86_400
#: Statuses that don't change on a retry: gone, withheld, and pages that are not articles.
_FINAL = frozenset({200, 204, 410, 451})
#: Why a page was not stored that is no longer about a topic.
_OFF_TOPIC = "is about none of the topics of its source"

#: Later than any visit.
_NEVER = "9999"
_FILES_FAILING = "SELECT url FROM visits WHERE source = ? AND failing_since IS NOT NULL"


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """The URL of an article and its state."""

    url: str
    source: str
    target: str
    etag: str | None
    last_modified: str | None
    digest: str | None
    published: Moment | None
    first_visit: str | None
    visits: int
    attempts: int
    article: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """Marks by which an unchanged response is recognised: the digest of its bytes, ETag and Last-Modified."""

    digest: str | None = None
    etag: str | None = None
    last_modified: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The result of a successful visit."""

    status: int
    marks: Marks
    moved: str | None = None  # new permanent URL of the article
    kept: bool | None = None  # True if it is about one of the source's topics; None if that was not checked
    article: str | None = None
    page: str | None = None  # fingerprint of a page without reactions; see `archive.schedule.handling`
    captures: Sequence[Capture] = ()  # captures of the response, one per hop
    run: int | None = None


def marks_of(answer: Answer, digest: str | None, known: Visit | None = None) -> Marks:
    """Return the marks of a response; missing ones are those of the known visit."""
    etag, modified = answer.last.header("etag"), answer.last.header("last-modified")
    if known is not None:
        etag, modified = etag or known.etag, modified or known.last_modified
    return Marks(digest=digest, etag=etag, last_modified=modified)


class _Tables:
    """Tables of scheduled runs. One thread.

    `visiting` has the ages and pauses after which an article or source is fetched again.
    """

    def __init__(self, archive: Archive, visiting: Visiting) -> None:
        self._archive = archive
        self._visiting = visiting
        self.connection: sqlite3.Connection = archive.db.conn

    def _do(self, name: str, *values: object) -> None:
        with self._archive.transaction() as connection:
            connection.execute(queries("ledger")[name], values)


class VisitLedger(_Tables):
    """The tables ``visits`` and ``listed``, and the effects of visits on others."""

    def add(self, source: Source, entries: Sequence[tuple[Entry, str]], now: datetime) -> list[Visit]:
        """Add the articles of a listing, with their canonical URLs; return the new ones."""
        added = []
        with self._archive.transaction() as connection:
            for entry, url in entries:
                if _is_listed(connection, source.name, entry.guid):
                    continue
                known = connection.execute(queries("ledger")["known"], {"url": url}).fetchone()
                if known is None:
                    _add_visit(connection, source.name, entry, url, stamp(now))
                    added.append(url)
                row = (source.name, entry.guid, known[0] if known else url, stamp(now))
                connection.execute("INSERT INTO listed VALUES (?, ?, ?, ?)", row)
                connection.execute(queries("ledger")["wanted_after_all"], {"url": row[2], "now": stamp(now)})
            if added:
                connection.execute("UPDATE sources SET new_at = ? WHERE name = ?", (stamp(now), source.name))
        return [visit for url in added if (visit := self.get(url))]

    def listed_by(self, url: str) -> set[str]:
        """Return the names of the sources that list an article."""
        return {name for (name,) in self.connection.execute("SELECT source FROM listed WHERE url = ?", (url,))}

    def get(self, url: str) -> Visit | None:
        """Return the visit of a URL."""
        row = self.connection.execute(queries("ledger")["visit"], {"url": url}).fetchone()
        return _visit(row) if row else None

    def is_new(self, source: str, entry: Entry, url: str) -> bool:
        """Return True if `add` would create a visit for an entry with this canonical URL."""
        return (
            not _is_listed(self.connection, source, entry.guid)
            and self.connection.execute(queries("ledger")["known"], {"url": url}).fetchone() is None
        )

    def due(self, sources: Iterable[str], now: datetime, *, everything: bool = False) -> Iterator[Visit]:
        """Yield the due visits of these sources, or with `everything` all, longest waiting first."""
        names = set(sources)
        longest = max((*self._visiting.again, *self._visiting.retry, LONGEST_REQUEST))
        values = {"now": _NEVER if everything else stamp(now), "ahead": ahead_of(now)}
        values["latest"] = after(now, longest)
        rows = self.connection.execute(queries("ledger")["due"], values).fetchall()
        return (visit for row in rows if (visit := _visit(row)).source in names)

    def succeeded(self, visit: Visit, outcome: Outcome, now: datetime) -> None:
        """Store a successful visit, its captures and the time of the next one."""
        kept, marks = outcome.kept, outcome.marks
        values = {
            "url": visit.url, "now": stamp(now), "next": self._next_visit(visit, now),
            "status": outcome.status, "etag": marks.etag, "modified": marks.last_modified,
            "digest": marks.digest, "moved": outcome.moved, "article": outcome.article, "page": outcome.page,
            "kept": None if kept is None else int(kept),
        }  # fmt: skip
        article, refused = outcome.article or visit.article, _OFF_TOPIC if kept is False else None
        with self._archive.transaction() as connection:
            connection.execute(queries("ledger")["visited"], values)
            enter(connection, outcome.captures, article, outcome.run, refused)
            if article and is_ahead(connection, article, ahead_of(now)):
                set_back(connection, article, stamp(now))

    def failed(self, visit: Visit, error: FetchError, now: datetime, *, final: bool = False) -> None:
        """Store a failed visit: retried after growing pauses, or given up."""
        pauses = self._visiting.retry
        given_up = final or error.status in _FINAL or visit.attempts >= len(pauses)
        asked = min(error.retry_after or 0.0, LONGEST_REQUEST)
        pause = 0.0 if given_up else max(float(pauses[visit.attempts]), asked)
        values = {
            "url": visit.url, "now": stamp(now), "problem": error.reason, "status": error.status,
            "next": None if given_up else after(now, pause), "given_up": int(given_up),
        }  # fmt: skip
        with self._archive.transaction() as connection:
            connection.execute(queries("ledger")["failed"], values)

    def postpone(self, visit: Visit, now: datetime, seconds: float) -> None:
        """Postpone a visit because the server requested a pause."""
        self._do("postpone", after(now, min(seconds, LONGEST_REQUEST)), visit.url)

    def file_read(self, visit: Visit, now: datetime, digest: str, article: str | None) -> None:
        """Store that a file of a folder was read; it has no next visit."""
        self._do("file_read", stamp(now), digest, article, visit.url)

    def files_failed(self, source: Source, problems: Mapping[str, str], now: datetime) -> list[str]:
        """Store which files of a folder are unreadable; return those that were not known to be.

        The others are readable again, or gone.
        """
        news = []
        with self._archive.transaction() as connection:
            failing = connection.execute(_FILES_FAILING, (source.name,)).fetchall()
            connection.executemany(queries("ledger")["file_mended"], [row for row in failing if row[0] not in problems])
            for url, problem in problems.items():
                values = {"source": source.name, "url": url, "problem": problem, "now": stamp(now)}
                if connection.execute(queries("ledger")["file_failed"], values).rowcount:
                    news.append(url)
        return news

    def keep(self, captures: Sequence[Capture], article: str | None, run: int, refused: str | None = None) -> None:
        """Store captures of responses that are not articles, and why they were refused."""
        with self._archive.transaction() as connection:
            enter(connection, captures, article, run, refused)

    def _next_visit(self, visit: Visit, now: datetime) -> str | None:
        first = min(datetime.fromisoformat(visit.first_visit), now) if visit.first_visit else now
        due = (first + timedelta(seconds=age) for age in self._visiting.again)
        later = next((moment for moment in due if moment > now), None)
        return stamp(later) if later else None


def conditions(etag: str | None, last_modified: str | None) -> dict[str, str]:
    """Return the headers of a conditional request.

    >>> conditions('"1"', None)
    {'If-None-Match': '"1"'}
    """
    headers = {"If-None-Match": etag, "If-Modified-Since": last_modified}
    return {name: value for name, value in headers.items() if value}


def after(now: datetime, seconds: float) -> str:
    """Return the time this many seconds after `now`, in the archive's format."""
    return stamp(now + timedelta(seconds=seconds))


def _is_listed(connection: sqlite3.Connection, source: str, guid: str) -> bool:
    query = "SELECT 1 FROM listed WHERE source = ? AND guid = ?"
    return connection.execute(query, (source, guid)).fetchone() is not None


def _add_visit(connection: sqlite3.Connection, source: str, entry: Entry, url: str, now: str) -> None:
    date = entry.published
    connection.execute(
        queries("ledger")["add"],
        (url, source, *((date.at, date.precision, date.as_written) if date else (None, None, None)), now),
    )


def _visit(row: Sequence[Any]) -> Visit:
    url, source, moved, etag, modified, digest, at, precision, written, first, visits, attempts, article = row
    published = None
    if is_possible(at):
        published = Moment(at=at, precision=precision, source="feed", as_written=written)
    return Visit(
        url=url, source=source, target=moved or url, etag=etag, last_modified=modified, digest=digest,
        published=published, first_visit=first, visits=visits, attempts=attempts, article=article,
    )  # fmt: skip


# Sources and their listings: what is due, last results, failures.

#: Maximum pause in seconds before a failing source is retried.
_LONGEST_PAUSE = 6 * 3600


class SourceLedger(_Tables):
    """The tables ``sources`` and ``listings``."""

    def follow(self, sources: Sequence[Source], now: datetime) -> None:
        """Add new sources, rename those with a known URL and a new name, retire the others."""
        with self._archive.transaction() as connection:
            rows = connection.execute("SELECT name, kind, place FROM sources").fetchall()
            known, dropped = {name for name, *_ in rows}, _dropped(rows, sources)
            for source in sources:
                place = (source.kind, printable(source.places[0]))
                if source.name not in known and place in dropped:
                    renamed = {"old": dropped.pop(place), "name": source.name}
                    for statement in queries("ledger")["rename"].split(";"):
                        connection.execute(statement, renamed)
                values = {"name": source.name, "kind": place[0], "place": place[1], "now": stamp(now)}
                connection.execute(queries("ledger")["enter"], values)
            connection.executemany(queries("ledger")["retire"], [{"old": name} for name in dropped.values()])

    def is_due(self, source: Source, now: datetime) -> bool:
        """Return True if a source is due."""
        query = "SELECT 1 FROM sources WHERE name = ? AND next_check > ? AND checked_at <= ?"
        return self.connection.execute(query, (source.name, stamp(now), ahead_of(now))).fetchone() is None

    def longest_unread_first(self, sources: Iterable[Source]) -> list[Source]:
        """Return the sources, those that the last runs had no time for first."""
        checked = dict(self.connection.execute("SELECT name, coalesce(checked_at, '') FROM sources"))
        return sorted(sources, key=lambda source: str(checked[source.name]))

    def former_names(self, sources: Sequence[Source]) -> dict[str, str]:
        """Return the name of each source in the archive before `follow` renames it."""
        rows = self.connection.execute("SELECT name, kind, place FROM sources").fetchall()
        dropped = _dropped(rows, sources)
        known = {name for name, *_ in rows}
        return {
            source.name: source.name
            if source.name in known
            else dropped.get((source.kind, printable(source.places[0])), source.name)
            for source in sources
        }

    def read(self, source: Source, now: datetime) -> None:
        """Store that a source was read."""
        due = after(now, source.every) if source.every else None
        self._do("source_read", stamp(now), due, source.name)

    def moved(self, source: Source, address: str | None) -> None:
        """Store the new permanent URL of a source, or None for the one in the settings."""
        self._do("moved", address, source.name)

    def failed(self, source: Source, problem: str, now: datetime, *, pause: bool = True, asked: float = 0.0) -> None:
        """Store that a source failed.

        With `pause`, it is retried after growing pauses of at most `_LONGEST_PAUSE`, unless its server `asked` for
        more seconds. It is never given up: a feed drops its older articles within hours.
        """
        (attempts,) = self.connection.execute("SELECT attempts FROM sources WHERE name = ?", (source.name,)).fetchone()
        pauses = self._visiting.retry or (3600,)
        wait = min(pauses[min(attempts, len(pauses) - 1)], _LONGEST_PAUSE) if pause else source.every
        later = after(now, max(wait, min(asked, LONGEST_REQUEST)))
        self._do("source_failed", stamp(now), later, problem, source.name)

    def listing_marks(self, url: str, source: str) -> Marks:
        """Return the marks of a listing's last response; none if another source fetched it."""
        query = "SELECT digest, etag, last_modified FROM listings WHERE url = ? AND source = ?"
        row = self.connection.execute(query, (url, source)).fetchone() or (None, None, None)
        return Marks(digest=row[0], etag=row[1], last_modified=row[2])

    def listing_checked_at(self, url: str, now: datetime) -> str | None:
        """Return when a listing was last read; None if a wrong clock dated that in the future."""
        query = "SELECT checked_at FROM listings WHERE url = ? AND checked_at <= ?"
        row = self.connection.execute(query, (url, ahead_of(now))).fetchone()
        return row[0] if row else None

    def listing_unchanged(self, url: str, now: datetime) -> None:
        """Store that a listing is unchanged; its time matters only if it was in the future."""
        self._do("listing_unchanged", stamp(now), url)

    def listing_read(self, url: str, source: Source, marks: Marks, now: datetime) -> None:
        """Store the marks of a listing for the next conditional request."""
        values = url, source.name, marks.digest, marks.etag, marks.last_modified, stamp(now)
        self._do("listing_read", *values)


def _dropped(rows: Iterable[tuple[str, str, str]], sources: Iterable[Source]) -> dict[tuple[str, str], str]:
    """Return the known sources that are no longer in the settings, by kind and place."""
    names = {source.name for source in sources}
    return {(kind, place): name for name, kind, place in rows if name not in names}


#: A robots.txt is valid for a day (RFC 9309, 2.4).
_RULES_LAST = timedelta(days=1)


class Ledger(_Tables):
    """The state of scheduled runs. One thread."""

    def __init__(self, archive: Archive, visiting: Visiting) -> None:
        super().__init__(archive, visiting)
        self.sources = SourceLedger(archive, visiting)
        self.visits = VisitLedger(archive, visiting)

    def begin_run(self, now: datetime) -> int:
        """Insert a row for a run; earlier runs without an end were killed."""
        with self._archive.transaction() as connection:
            connection.execute("UPDATE runs SET outcome = 'killed' WHERE ended_at IS NULL AND outcome IS NULL")
            added = connection.execute("INSERT INTO runs (started_at) VALUES (?)", (stamp(now),))
            return int(added.lastrowid or 0)

    def count(self, run: int, counts: dict[str, int]) -> None:
        """Store the counts of a run so far."""
        with self._archive.transaction() as connection:
            _count(connection, run, counts)

    def end_run(self, run: int, now: datetime, outcome: str, exit_code: int, counts: dict[str, int]) -> None:
        """Store the end of a run."""
        ending = "UPDATE runs SET ended_at = ?, outcome = ?, exit_code = ? WHERE id = ?"
        with self._archive.transaction() as connection:
            connection.execute(ending, (stamp(now), outcome, exit_code, run))
            _count(connection, run, counts)

    def rules(self, now: datetime) -> Iterator[tuple[str, Rules]]:
        """Yield the valid robots.txt rules; delete those dated in the future."""
        with self._archive.transaction() as connection:
            connection.execute("DELETE FROM robots WHERE fetched_at > ?", (ahead_of(now),))
        query = "SELECT origin, status, body FROM robots WHERE fetched_at > ?"
        for origin, status, body in self.connection.execute(query, (stamp(now - _RULES_LAST),)):
            yield origin, Rules(status, body or "")

    def remember_rules(self, found: Iterable[tuple[str, Rules]], now: datetime) -> None:
        """Store robots.txt rules; failures are not stored, so that the next run retries."""
        rows = [(origin, stamp(now), rules.status, rules.body) for origin, rules in found if not rules.problem]
        with self._archive.transaction() as connection:
            connection.executemany("INSERT OR REPLACE INTO robots VALUES (?, ?, ?, ?)", rows)


def _count(connection: sqlite3.Connection, run: int, counts: dict[str, int]) -> None:
    if counts:
        columns = ", ".join(f"{name} = :{name}" for name in counts)
        connection.execute(f"UPDATE runs SET {columns} WHERE id = :run", {**counts, "run": run})  # noqa: S608 -- our own names
