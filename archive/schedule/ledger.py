"""What the scheduled run remembers in the archive: runs, sources, visits and robots.txt."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from archive.captures.index import enter
from archive.clock import ahead_of, stamp
from archive.store.articles import is_ahead, set_back
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


# The addresses of articles that the archive knows: which are due, what visits came to, when the next is.

#: Seconds that a server may ask to be left alone; some ask for years.
LONGEST_REQUEST = 7 * 86_400
#: Answers that will not change by asking again: gone, withheld, and pages that are no articles.
_FINAL = frozenset({200, 204, 410, 451})
#: Why the page of a story that no longer is about a topic was not stored.
_OFF_TOPIC = "is about none of the topics of its source"

_VISIT = (
    "url, source, moved, etag, last_modified, digest, published_at, published_precision,"
    " published_as_written, first_visit, visits, attempts, article"
)
#: What a clock that was ahead has dated is due as well: it has put off the next visit by as much, or taken it
#: for the last one. A file of a folder is no address, and has no next visit.
_DUE = f"""
    SELECT {_VISIT} FROM visits
    WHERE next_visit <= :now OR next_visit > :latest
        OR (last_visit > :ahead AND given_up_at IS NULL AND url LIKE 'http%')
        OR (next_visit > :now AND last_visit IS NULL AND found_at > :ahead)
    ORDER BY next_visit, url
"""  # noqa: S608 -- our own names
#: Later than the time of any visit.
_NEVER = "9999"
#: The visit of an address, or of an article that has moved there.
_KNOWN = """
    SELECT url FROM visits WHERE url = ?1 UNION ALL SELECT url FROM visits WHERE moved = ?1 LIMIT 1
"""
#: What was about no topic of the sources that listed it may be about one of the source that lists it now.
_WANTED_AFTER_ALL = """
    UPDATE visits SET next_visit = :now, etag = NULL, last_modified = NULL, digest = NULL
    WHERE url = :url AND kept = 0
"""
_VISITED = """
    UPDATE visits SET first_visit = min(coalesce(first_visit, :now), :now), last_visit = :now,
        next_visit = :next,
        visits = visits + 1, attempts = 0, failing_since = NULL, given_up_at = NULL, problem = NULL,
        status = :status, etag = :etag, last_modified = :modified, digest = coalesce(:digest, digest),
        moved = coalesce(:moved, moved), kept = coalesce(:kept, kept), article = coalesce(:article, article),
        page = iif(:kept IS NULL, page, :page)
    WHERE url = :url
"""
_FAILED = """
    UPDATE visits SET last_visit = :now, next_visit = :next, attempts = attempts + 1, problem = :problem,
        status = :status, failing_since = min(coalesce(failing_since, :now), :now),
        given_up_at = iif(:given_up, :now, NULL)
    WHERE url = :url
"""
#: A file is looked at in every run, so it has no next visit, and is never given up.
_FILE_FAILED = """
    INSERT INTO visits (url, source, found_at, last_visit, attempts, problem, failing_since)
    VALUES (:url, :source, :now, :now, 1, :problem, :now)
    ON CONFLICT (url) DO UPDATE SET last_visit = :now, next_visit = NULL, attempts = attempts + 1,
        problem = :problem, failing_since = coalesce(failing_since, :now)
    WHERE problem IS NOT :problem
"""
_FILE_MENDED = """
    UPDATE visits SET attempts = 0, failing_since = NULL, problem = NULL WHERE url = ?
"""
_FILES_FAILING = "SELECT url FROM visits WHERE source = ? AND failing_since IS NOT NULL"


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """An article's address and what is known of it."""

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
    """How a later answer is known to be the same: the digest of the bytes, and what the server calls them."""

    digest: str | None = None
    etag: str | None = None
    last_modified: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a successful visit came to.

    Attributes:
        status: HTTP status.
        marks: The answer's.
        moved: Where the article is for good now.
        kept: Whether it is about one of the source's topics; None when it was not looked into.
        article: Its id in the archive.
        page: What pages without reactions are compared by; see `archive.schedule.handling`.
        captures: Where the answers lie, each hop of the chain.
        run: The run's number.
    """

    status: int
    marks: Marks
    moved: str | None = None
    kept: bool | None = None
    article: str | None = None
    page: str | None = None
    captures: Sequence[Capture] = ()
    run: int | None = None


def marks_of(answer: Answer, digest: str | None, known: Visit | None = None) -> Marks:
    """Return the marks of an answer; what it does not say is as it is known."""
    etag, modified = answer.last.header("etag"), answer.last.header("last-modified")
    if known is not None:
        etag, modified = etag or known.etag, modified or known.last_modified
    return Marks(digest=digest, etag=etag, last_modified=modified)


class VisitLedger:
    """The tables ``visits`` and ``listed``, and what a visit changes elsewhere. One thread.

    Args:
        archive: Open.
        visiting: Says when an article is asked for again.
    """

    def __init__(self, archive: Archive, visiting: Visiting) -> None:
        self._archive = archive
        self._visiting = visiting

    def add(self, source: Source, entries: Sequence[tuple[Entry, str]], now: datetime) -> list[Visit]:
        """Enter the articles of a listing, each with its canonical address; return the new ones."""
        added = []
        with self._archive.transaction() as connection:
            for entry, url in entries:
                if _is_listed(connection, source.name, entry.guid):
                    continue
                known = connection.execute(_KNOWN, (url,)).fetchone()
                if known is None:
                    _add_visit(connection, source.name, entry, url, stamp(now))
                    added.append(url)
                row = (source.name, entry.guid, known[0] if known else url, stamp(now))
                connection.execute("INSERT INTO listed VALUES (?, ?, ?, ?)", row)
                connection.execute(_WANTED_AFTER_ALL, {"url": row[2], "now": stamp(now)})
            if added:
                connection.execute("UPDATE sources SET new_at = ? WHERE name = ?", (stamp(now), source.name))
        return [visit for url in added if (visit := self.get(url))]

    def listed_by(self, url: str) -> set[str]:
        """Name the sources that list an article."""
        return {name for (name,) in self._db.execute("SELECT source FROM listed WHERE url = ?", (url,))}

    def get(self, url: str) -> Visit | None:
        """Return what is known of an address."""
        row = self._db.execute(f"SELECT {_VISIT} FROM visits WHERE url = ?", (url,)).fetchone()  # noqa: S608 -- our own names
        return _visit(row) if row else None

    def is_new(self, source: str, entry: Entry, url: str) -> bool:
        """Return whether an article of a listing, with its canonical address, would get a visit by `add`."""
        return not _is_listed(self._db, source, entry.guid) and self._db.execute(_KNOWN, (url,)).fetchone() is None

    def due(self, sources: Iterable[str], now: datetime, *, everything: bool = False) -> Iterator[Visit]:
        """Return the visits whose time has come, of these sources, the longest waiting first.

        With `everything`, also those whose time is still to come.
        """
        names = set(sources)
        longest = max((*self._visiting.again, *self._visiting.retry, LONGEST_REQUEST))
        values = {"now": _NEVER if everything else stamp(now), "ahead": ahead_of(now)}
        values["latest"] = after(now, longest)
        rows = self._db.execute(_DUE, values).fetchall()
        return (visit for row in rows if (visit := _visit(row)).source in names)

    def succeeded(self, visit: Visit, outcome: Outcome, now: datetime) -> None:
        """Note a successful visit, the captures it made, and when the next one is due."""
        kept, marks = outcome.kept, outcome.marks
        values = {
            "url": visit.url, "now": stamp(now), "next": self._next_visit(visit, now),
            "status": outcome.status, "etag": marks.etag, "modified": marks.last_modified,
            "digest": marks.digest, "moved": outcome.moved, "article": outcome.article, "page": outcome.page,
            "kept": None if kept is None else int(kept),
        }  # fmt: skip
        article, refused = outcome.article or visit.article, _OFF_TOPIC if kept is False else None
        with self._archive.transaction() as connection:
            connection.execute(_VISITED, values)
            enter(connection, outcome.captures, article, outcome.run, refused)
            if article and is_ahead(connection, article, ahead_of(now)):
                set_back(connection, article, stamp(now))

    def failed(self, visit: Visit, error: FetchError, now: datetime, *, final: bool = False) -> None:
        """Note a failed visit: again after a pause that grows, or given up."""
        pauses = self._visiting.retry
        given_up = final or error.status in _FINAL or visit.attempts >= len(pauses)
        asked = min(error.retry_after or 0.0, LONGEST_REQUEST)
        pause = 0.0 if given_up else max(float(pauses[visit.attempts]), asked)
        values = {
            "url": visit.url, "now": stamp(now), "problem": error.reason, "status": error.status,
            "next": None if given_up else after(now, pause), "given_up": int(given_up),
        }  # fmt: skip
        with self._archive.transaction() as connection:
            connection.execute(_FAILED, values)

    def postpone(self, visit: Visit, now: datetime, seconds: float) -> None:
        """Put off a visit that was not made, for the server asked for time."""
        later = after(now, min(seconds, LONGEST_REQUEST))
        self._do("UPDATE visits SET next_visit = ? WHERE url = ?", later, visit.url)

    def file_read(self, visit: Visit, now: datetime, digest: str, article: str | None) -> None:
        """Note that a file of a folder was read; it is looked at in every run, so it has no next visit."""
        self._do(
            "UPDATE visits SET first_visit = coalesce(first_visit, ?1), last_visit = ?1, next_visit = NULL,"
            " visits = visits + 1, digest = ?2, kept = ?3 IS NOT NULL, article = coalesce(?3, article)"
            " WHERE url = ?4",
            *(stamp(now), digest, article, visit.url),
        )

    def files_failed(self, source: Source, problems: Mapping[str, str], now: datetime) -> list[str]:
        """Note which files of a folder cannot be read; return those of which this is news."""
        with self._archive.transaction() as connection:
            return _follow_problems(connection, source.name, problems, stamp(now))

    def keep(self, captures: Sequence[Capture], article: str | None, run: int, refused: str | None = None) -> None:
        """Note captures of answers that are no pages of an article, and why they were refused."""
        with self._archive.transaction() as connection:
            enter(connection, captures, article, run, refused)

    def _next_visit(self, visit: Visit, now: datetime) -> str | None:
        first = min(datetime.fromisoformat(visit.first_visit), now) if visit.first_visit else now
        due = (first + timedelta(seconds=age) for age in self._visiting.again)
        later = next((moment for moment in due if moment > now), None)
        return stamp(later) if later else None

    @property
    def _db(self) -> sqlite3.Connection:
        connection: sqlite3.Connection = self._archive.db.conn
        return connection

    def _do(self, statement: str, *values: object) -> None:
        with self._archive.transaction() as connection:
            connection.execute(statement, values)


def conditions(etag: str | None, last_modified: str | None) -> dict[str, str]:
    """Return the headers that ask for something only if it has changed.

    >>> conditions('"1"', None)
    {'If-None-Match': '"1"'}
    """
    headers = {"If-None-Match": etag, "If-Modified-Since": last_modified}
    return {name: value for name, value in headers.items() if value}


def after(now: datetime, seconds: float) -> str:
    """Return the time so many seconds from now, as the archive writes it."""
    return stamp(now + timedelta(seconds=seconds))


def _is_listed(connection: sqlite3.Connection, source: str, guid: str) -> bool:
    query = "SELECT 1 FROM listed WHERE source = ? AND guid = ?"
    return connection.execute(query, (source, guid)).fetchone() is not None


def _add_visit(connection: sqlite3.Connection, source: str, entry: Entry, url: str, now: str) -> None:
    date = entry.published
    connection.execute(
        "INSERT INTO visits (url, source, published_at, published_precision, published_as_written,"
        " found_at, next_visit) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)",
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


def _follow_problems(connection: sqlite3.Connection, source: str, problems: Mapping[str, str], now: str) -> list[str]:
    """Note which files of a folder cannot be read, and that the others can, or are gone.

    Args:
        connection: In a transaction.
        source: The name of the source.
        problems: File -> why it cannot be read.
        now: The present, as the archive writes it.

    Returns:
        The files of which this was not known; those that are as they were are not told of again.
    """
    for (url,) in connection.execute(_FILES_FAILING, (source,)).fetchall():
        if url not in problems:
            connection.execute(_FILE_MENDED, (url,))
    news = []
    for url, problem in problems.items():
        values = {"source": source, "url": url, "problem": problem, "now": now}
        if connection.execute(_FILE_FAILED, values).rowcount:
            news.append(url)
    return news


# The sources that the archive knows, and their listings: which are due, what they said last, what failed.

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
