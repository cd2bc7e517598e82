"""Check an archive: recount its counts, and compare redundant values.

Each check is a query that returns one row per mismatch, with the name first. No check changes the file; each
raises `ArchiveError` if the file cannot be read.
"""

from __future__ import annotations

import os
import re
import sqlite3
from collections import Counter, defaultdict
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, TYPE_CHECKING, Any

from archive.captures.index import DAMAGE, LOCATION, UNREADABLE, CaptureLocation, mismatch
from archive.captures.lazy import file_of_captures
from archive.captures.ownership import Neighbour, neighbours, purged_that_are_back
from archive.humanize import counted
from archive.store.completing import set_fields, take_place
from archive.store.counts import STEP
from archive.store.database import failures_named, open_as_it_is, open_to_check
from archive.store.erasures.removing import still_there
from archive.store.erasures.shield import key_file, stored_shield
from archive.store.identity import article_key, clusters, place_of, post_key
from archive.store.names import LATEST_NAME, TOP_SPELLING
from archive.store.posts import delete_posts
from archive.store.printings import all_printings
from archive.store.schema import applied_to, items_after, items_of, lost_from
from archive.store.write import INDEXES
from scraper.configuration import queries
from scraper.errors import ArchiveError
from scraper.patterns import lazy_regex
from scraper.records import Moment
from scraper.values.moments import is_possible, local_day, possible
from scraper.values.urls import canonical_url

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sqlite_utils import Database

    from archive.store.identity import Printing
    from archive.store.schema import Item

    Items = Mapping[tuple[str, str], Item]

# Results of checking an archive.


@dataclass(frozen=True, slots=True)
class Finding:
    """An inconsistency in the archive, or with `is_note`, something right that the user should know."""

    check: str
    message: str
    is_note: bool = False


# Compare the schema of an archive with the one its migrations create.


def had_by(db: Database) -> frozenset[str]:
    """Return the migrations that an archive has had, including those with a lost record."""
    return frozenset([*applied_to(db), *lost_from(db)])


def schema_findings(db: Database) -> Iterator[Finding]:
    """Compare an archive with the result of its migrations; the user's own tables and indexes are allowed."""
    for name in lost_from(db):
        yield Finding("schema", f"the record of the migration {name} is missing")
    present = items_of(db.conn)
    for item in wrong_items(items_after(had_by(db)), present):
        there = present.get((item.kind, item.name))
        missing = [column for column in item.columns if there and column not in there.columns]
        if there is None:
            yield Finding("schema", f"the {item.kind} {item.name} is missing")
        elif missing:
            yield Finding("schema", f"the table {item.name} lacks {', '.join(missing)}")
        else:
            yield Finding("schema", f"the {item.kind} {item.name} differs from what voxpop creates")


def wrong_items(expected: Items, present: Items) -> list[Item]:
    """Return the expected items that are missing from an archive or differ."""
    return [item for key, item in expected.items() if key not in present or present[key].shape != item.shape]


# Recount counts, and compare redundant values.

#: Maximum number of rows that a finding names.
_MOST_NAMED = 5

#: An article that shows a post in two wordings has two embeds of it, but counts once.
_SHOWN = "(SELECT DISTINCT article, post FROM embeds) AS shown"


def _declared() -> Iterator[dict[str, str]]:
    shared = {
        "SHOWN": _SHOWN,
        "SHOWN_POSTS": f"{_SHOWN} JOIN articles ON articles.id = shown.article JOIN posts ON posts.id = shown.post",
        "STEP": STEP,
        "TOP_SPELLING": TOP_SPELLING.format("id"),
        "LATEST_NAME": LATEST_NAME.format("authors.id"),
    }
    for kind in ("column ", "tally ", "agreement ", "correction "):
        named = {name.removeprefix(kind): sql for name, sql in queries("verify").items() if name.startswith(kind)}
        yield {name: sql.format_map(shared) for name, sql in named.items()}


COLUMNS, TALLIES, AGREEMENTS, CORRECTIONS = _declared()


def miscounted(column: str) -> str:
    """Return the query for the rows with a wrong count, each with the right one."""
    table, name = column.split(".")
    return f"""
        WITH counted (key, number) AS MATERIALIZED ({COLUMNS[column]})
        SELECT id, coalesce(number, 0) FROM {table} LEFT JOIN counted ON key = id WHERE {name} <> coalesce(number, 0)
    """  # noqa: S608 - our own names


def difference(table: str) -> str:
    """Return the query for rows that are in a tally but not in its recount, and vice versa."""
    return f"""
        WITH counted AS MATERIALIZED ({TALLIES[table]})
        SELECT * FROM (SELECT * FROM {table} EXCEPT SELECT * FROM counted)
        UNION ALL SELECT * FROM (SELECT * FROM counted EXCEPT SELECT * FROM {table})
    """  # noqa: S608 - our own names


def findings(path: str | Path, *, deep: bool = False) -> list[Finding]:
    """Return the problems of an archive, which may be older; with `deep`, also recompute its posts."""
    with failures_named(path):
        db = open_as_it_is(path)
        try:
            db.execute("PRAGMA cache_size = -262144")  # 256 MB: every index is compared with its table
            db.execute("BEGIN")
            found = [*_structure(db), *schema_findings(db), *_disagreements(db), *date_findings(db.conn)]
            found += login_findings(db.conn)
            found += _identity(db) if deep else []
        except sqlite3.DatabaseError as error:
            found = [Finding("integrity", str(error))]
        finally:
            db.close()
    with _to_check(path) as db:  # FTS5 compares its indexes with the texts, which needs write access
        problems = {table: search_problem(db, table) for table in searches_of(db)}
    return found + [Finding("search", f"{table}: {problem}") for table, problem in problems.items() if problem]


def _structure(db: Database) -> Iterator[Finding]:
    for (message,) in db.execute("PRAGMA integrity_check(5)"):
        if message != "ok":
            yield Finding("integrity", message)
    for table, row, parent, _ in db.execute("PRAGMA foreign_key_check"):
        yield Finding("foreign keys", f"{table}: row {row} refers to a missing row of {parent}")


def _disagreements(db: Database) -> Iterator[Finding]:
    for column in COLUMNS:
        yield from _finding(column, "counted wrongly", disagreeing(db, miscounted(column)))
    for table in TALLIES:
        yield from _finding(table, "counted wrongly", disagreeing(db, difference(table)))
    for message, query in AGREEMENTS.items():
        yield from _finding("agreement", message, disagreeing(db, query))


def disagreeing(db: Database, query: str) -> list[Sequence[Any]]:
    """Return mismatches; none if the archive, being older or damaged, lacks a table or column."""
    try:
        return db.execute(query).fetchall()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_ERROR:
            raise
        return []


def searches_of(db: Database) -> list[str]:
    """Return the search indexes of an archive."""
    here = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    return [table for table in INDEXES if table in here]


def search_problem(db: Database, table: str) -> str | None:
    """Return a problem of a search index, found by SQLite's own check, which needs write access."""
    try:
        db.execute(f"INSERT INTO {table} ({table}, rank) VALUES ('integrity-check', 1)")  # noqa: S608 - our own names
    except sqlite3.DatabaseError as error:
        return str(error)
    return None


@contextmanager
def _to_check(path: str | Path) -> Iterator[Database]:
    """Open an archive for writing; if that is not allowed or another program is writing, a copy of it."""
    with ExitStack() as stack:
        try:
            db = open_to_check(path)
        except sqlite3.OperationalError:
            copy = Path(stack.enter_context(TemporaryDirectory(prefix="voxpop-verify-"))) / "copy.db"
            with failures_named(copy), closing(open_as_it_is(path)) as there, closing(sqlite3.connect(copy)) as target:
                there.conn.backup(target)
            db = open_to_check(copy)
        stack.callback(db.close)
        yield db


def _identity(db: Database) -> Iterator[Finding]:
    """Recompute the posts from the printings, and compare."""
    posts: dict[str, str] = {}
    aliases: dict[str, str] = {}
    for component in components(list(all_printings(db.conn))):
        for cluster in clusters(component):
            posts.update(dict.fromkeys(cluster.printings, cluster.id))
            aliases.update(dict.fromkeys(cluster.aliases, cluster.id))
    for name, query, expected in (
        ("a printing of another post", "SELECT id, post FROM printings", posts),
        ("an alias of another post", "SELECT alias, post FROM post_aliases", aliases),
    ):
        yield from _finding("identity", name, set(db.execute(query)) ^ set(expected.items()))


def components(printings: Sequence[Printing]) -> Iterable[list[Printing]]:
    """Group printings that share a block or an id, directly or through others (a disjoint-set forest)."""
    leaders: dict[str, str] = {}

    def leader(place: str) -> str:
        while (above := leaders.setdefault(place, place)) != place:
            leaders[place] = place = leaders[above]
        return place

    for printing in printings:
        leaders[leader(post_key(printing.post))] = leader(place_of(printing) or post_key(printing.post))
    groups = defaultdict(list)
    for printing in printings:
        groups[leader(post_key(printing.post))].append(printing)
    return groups.values()


def _finding(check: str, message: str, rows: Iterable[Sequence[object]]) -> Iterator[Finding]:
    subjects = sorted({str(row[0]) for row in rows})
    if subjects:
        yield Finding(check, f"{message}: {_first(subjects)}")


def _first(named: Sequence[str]) -> str:
    more = f" and {len(named) - _MOST_NAMED:,} more" if len(named) > _MOST_NAMED else ""
    return f"{', '.join(named[:_MOST_NAMED])}{more}"


# Check that the indexed captures are in their WARC files, with the same bytes.

_BEYOND = "SELECT count(*) FROM captures WHERE file = ? AND offset + coalesce(length, 1) > ?"
_TITLE = "SELECT title FROM articles WHERE id = ?"


def captures_in(database: str | Path) -> int:
    """Return the number of captures in the archive's folder, without those in files of other programs."""
    with failures_named(database), closing(open_as_it_is(database)) as db:
        return sum(count for name, count, _ in disagreeing(db, queries("repair")["files"]) if "/" not in name)


def capture_findings(database: str | Path, folder: Path, *, deep: bool = False) -> list[Finding]:
    """Check that the WARC files of an archive exist and are long enough for its index.

    With `deep`, every record is read and its digest compared with the stored one.
    """
    with failures_named(database), closing(open_as_it_is(database)) as db:
        files = disagreeing(db, queries("repair")["files"])
        if any("/" not in name for name, *_ in files) and not folder.is_dir():
            many = counted(sum(count for _, count, _ in files), "capture")
            return [Finding("captures", f"{folder}: no such folder, {many} should be there")]
        return [finding for row in files for finding in _file_findings(db, folder, row, deep=deep)]


def each_damaged(database: str | Path, folder: Path) -> list[Finding]:
    """Read every capture; return those that differ from the index or cannot be read, with their articles."""
    found = []
    with failures_named(database), closing(open_as_it_is(database)) as db:
        for file, *_ in disagreeing(db, queries("repair")["files"]):
            for location, wrong, article in _mismatches(db, folder, file):
                (title,) = db.execute(_TITLE, (article,)).fetchone() or (None,)
                of = f"of article {article}" + (f" ({title})" if title else "") if article else "of no article"
                what = f"{location.path(folder)}#{location.offset}: {location.url} of {location.fetched_at}, {of}"
                found.append(Finding("captures", f"{what}, is {'damaged' if wrong in DAMAGE else 'another'}"))
    return found


def _mismatches(db: Database, folder: Path, file: str) -> Iterator[tuple[CaptureLocation, str, str | None]]:
    """Yield the captures of a file that differ from the index, how, and their article."""
    has_digest = "payload_digest" in db["captures"].columns_dict  # none in an archive of an older voxpop
    location = LOCATION if has_digest else LOCATION.replace("payload_digest", "digest")
    with ExitStack() as stack:
        stream: IO[bytes] | None = None
        with suppress(OSError):
            stream = stack.enter_context(file_of_captures(folder, file).open("rb"))
        for *place, article in db.execute(queries("repair")["records"].format(location), (file,)):
            capture = CaptureLocation(*place)
            if wrong := mismatch(stream, capture) if stream else UNREADABLE:
                yield capture, wrong, article


def _file_findings(db: Database, folder: Path, row: Sequence[Any], *, deep: bool) -> Iterator[Finding]:
    name, count, end = row
    path = file_of_captures(folder, name)
    try:
        with path.open("rb") as stream:
            size = stream.seek(0, os.SEEK_END)
    except OSError as error:
        yield Finding("captures", f"{path}: {error.strerror}, with {counted(count, 'capture')}")
        return
    if size < end:
        (beyond,) = db.execute(_BEYOND, (name, size)).fetchone()
        many = counted(beyond, "capture")
        yield Finding("captures", f"{path}: ends at byte {size:,}, its last capture at {end:,}: {many} beyond")
    elif deep:
        wrong = [(location, how) for location, how, *_ in _mismatches(db, folder, name)]
        if damaged := sum(how in DAMAGE for _, how in wrong):
            yield Finding("captures", f"{path}: {counted(damaged, 'capture')} damaged, of {count:,}")
        if others := [(location.offset, how) for location, how in wrong if how not in DAMAGE]:
            many = f"{counted(len(others), 'capture')} not those of the index, of {count:,}"
            yield Finding("captures", f"{path}: {many}: at byte {others[0][0]:,}, {others[0][1]}")
    (overlapping,) = db.execute(queries("repair")["overlapping"], (name,)).fetchone()
    if overlapping:
        many = counted(overlapping, "capture")
        yield Finding("captures", f"{path}: {many} cut short: the next one begins before the end")


# Check that an archive contains nothing erased, and no traces of it.

_UNFINISHED = "SELECT count(*) FROM erasures WHERE cleaned_at IS NULL"
_TO_PURGE = "SELECT count(*) FROM captures WHERE hidden = 'purge'"


def erasure_findings(database: str | Path, named: str | Path | None = None) -> list[Finding]:
    """Search for erased content that is still there; `named` is the path with its key, for a rescued copy."""
    with closing(open_as_it_is(database)) as db, suppress(sqlite3.DatabaseError):  # other checks report damage
        return [Finding("erasures", message) for message in _erasure_problems(db, database, named or database)]
    return []


def _erasure_problems(db: Database, database: str | Path, named: str | Path) -> Iterator[str]:
    """Yield the problems, without quoting erased content."""
    try:
        shield = stored_shield(db.conn, named, key_file(named))
    except ArchiveError as error:
        yield str(error)
        return
    if shield is None:
        return
    found, remedy = still_there(db.conn, shield), f"run `voxpop erase {database}`"
    counts = {
        "wording": len(found.printings),
        "article": len(found.articles),
        "text": len(found.texts | found.quoting),
        "problem": found.problems,
        "rescued row": found.rescued,
    }
    if back := [counted(number, noun) for noun, number in counts.items() if number]:
        yield f"{', '.join(back)} of what was erased: {remedy}"
    if any(db.execute(query).fetchone()[0] for query in (_UNFINISHED, _TO_PURGE)):
        yield f"an erasure was interrupted, and traces may be left: {remedy}"


# Find impossible dates, which older versions stored, and set them to null.

#: Tables, and the prefixes of their date columns, before ``_at``, ``_precision`` and ``_as_written``.
_DATES = (("articles", "published"), ("articles", "modified"), ("printings", "posted"), ("posts", "posted"))
_DAYS = "SELECT id, published_at, published_as_written, published_day FROM articles"


def date_findings(connection: sqlite3.Connection) -> Iterator[Finding]:
    """Yield a finding for each column with impossible dates."""
    for table, name, found in _impossible(connection):
        shown = [f"{key} ({at[:40]!r})" for key, at in found]
        yield Finding(f"{table}.{name}_at", f"impossible date: {_first(shown)}")
    if wrong := [key for key, _ in _wrong_days(connection)]:
        yield Finding("articles.published_day", f"not as printed: {_first(wrong)}")


def reject_dates(connection: sqlite3.Connection) -> Iterator[str]:
    """Set impossible dates to null, and keep the printed form; delete posts that `recompute_posts` recreates."""
    for table, name, found in _impossible(connection):
        _set_to_null(connection, table, name, [key for key, _ in found])
        yield f"set to null: {table}.{name}_at of {counted(len(found), 'row')}, which is not a date"
    if wrong := _wrong_days(connection):
        connection.executemany("UPDATE articles SET published_day = ?2 WHERE id = ?1", wrong)
        yield f"corrected: published_day of {counted(len(wrong), 'article')}"


def _wrong_days(connection: sqlite3.Connection) -> list[tuple[str, str | None]]:
    """Return each article with a wrong local day, and the right day."""
    if "published_day" not in _columns(connection, "articles"):
        return []
    found = []
    for key, at, written, day in connection.execute(_DAYS):
        moment = possible(Moment(at=at, precision=None, source="column", as_written=written))
        if (right := local_day(moment)) != day:
            found.append((key, right))
    return found


def _columns(connection: sqlite3.Connection, table: str) -> set[str]:
    return {column for _, column, *_ in connection.execute(f"PRAGMA table_info({table})")}


def _impossible(connection: sqlite3.Connection) -> Iterator[tuple[str, str, list[tuple[str, str]]]]:
    """Yield each column with impossible dates: table, prefix, and id and value of each row."""
    for table, name in _DATES:
        if f"{name}_at" in _columns(connection, table):
            query = f"SELECT id, {name}_at FROM {table} WHERE {name}_at IS NOT NULL ORDER BY id"  # noqa: S608 - our own names
            if found := [(key, at) for key, at in connection.execute(query) if not is_possible(at)]:
                yield table, name, found


def _set_to_null(connection: sqlite3.Connection, table: str, name: str, keys: list[str]) -> None:
    rows = [(key,) for key in keys]
    connection.executemany(
        f"UPDATE {table} SET {name}_as_written = coalesce({name}_as_written, {name}_at),"  # noqa: S608 - our own names
        f" {name}_at = NULL, {name}_precision = NULL WHERE id = ?",
        rows,
    )
    if table == "posts":
        printed = "SELECT 1 FROM printings WHERE post = ?"
        delete_posts(connection, [key for key in keys if connection.execute(printed, (key,)).fetchone()])
    for column in ("first_posted", "last_posted") if table == "printings" else ():
        names = connection.execute(f"SELECT DISTINCT {column} FROM author_names").fetchall()  # noqa: S608 - our own names
        connection.executemany(
            f"UPDATE author_names SET {column} = NULL WHERE {column} = ?",  # noqa: S608 - our own names
            [(at,) for (at,) in names if at is not None and not is_possible(at)],
        )


# Find names and passwords in URLs, which older versions stored, and remove them.

#: Table -> columns that can contain the URL of a request.
_REQUESTED = {
    "captures": ("url",), "sources": ("place", "moved", "problem"), "listings": ("url",), "listed": ("guid", "url"),
    "visits": ("url", "moved", "problem"), "problems": ("message",), "articles": ("source", "url"),
}  # fmt: skip
_LOGINS = lazy_regex(r"(https?://)[^/?#\s]*@", re.IGNORECASE)
_WITH_LOGIN = "{0} LIKE '%://%@%' AND {0} <> without_logins({0})"


def login_findings(connection: sqlite3.Connection) -> Iterator[Finding]:
    """Yield a finding for each column with names and passwords in URLs."""
    connection.create_function("without_logins", 1, partial(_LOGINS.sub, r"\1"), deterministic=True)
    for table, column, where in _requested(connection):
        ((number,),) = connection.execute(f"SELECT count(*) FROM {table} WHERE {where}")  # noqa: S608 - our own names
        if number:
            yield Finding(f"{table}.{column}", f"{counted(number, 'URL')} with a name and password")


def remove_logins(connection: sqlite3.Connection, now: str) -> Iterator[str]:
    """Remove names and passwords from URLs in a transaction; articles get the id of the URL without them."""
    found = list(login_findings(connection))
    query = f"SELECT id, url FROM articles WHERE {_WITH_LOGIN.format('url')}"  # noqa: S608 - our own names
    for article, url in connection.execute(query).fetchall():
        new = article_key(canonical_url(url), "")
        if new == article:
            continue
        if connection.execute("SELECT 1 FROM articles WHERE id = ?", (new,)).fetchone():
            take_place(connection, article, new, now)
        else:
            set_fields(connection, article, {"url": canonical_url(url)}, now)
    for table, column, where in _requested(connection):
        connection.execute(f"UPDATE OR IGNORE {table} SET {column} = without_logins({column}) WHERE {where}")  # noqa: S608
        connection.execute(f"DELETE FROM {table} WHERE {where}")  # noqa: S608 - the same URL without them is there
    for finding in found:
        yield f"removed: {finding.check}: {finding.message}"
    if any(finding.check == "captures.url" for finding in found):
        yield "the WARC files still contain them: change the passwords, or purge these articles with `voxpop erase`"


def _requested(connection: sqlite3.Connection) -> Iterator[tuple[str, str, str]]:
    for table, columns in _REQUESTED.items():
        for column in columns:
            if column in _columns(connection, table):
                yield table, column, _WITH_LOGIN.format(column)


# Check that captures belong to one archive, and that purged ones are gone.


def owning_findings(database: str | Path, folder: Path, *, deep: bool = False) -> list[Finding]:
    """Find WARC files shared with another archive, and purged captures that are back (`deep`: in all WARC files)."""
    with failures_named(database), closing(open_as_it_is(database)) as db:
        return [*_shared(db, database, folder), *_restored(db, database, folder, deep=deep)]


def _shared(db: Database, database: str | Path, folder: Path) -> Iterator[Finding]:
    own, named = Neighbour(Path(database)), [file for file, *_ in disagreeing(db, queries("repair")["files"])]
    for other in neighbours(database, folder) if named else ():
        shared = other.files()
        for file in (name for name in named if name in shared):
            same = len(own.records(file) & other.records(file))
            purging = f"has {same:,} of the same captures: erase from both, or move it away"
            said = purging if same else "uses it too: each archive purges only its own captures"
            yield Finding("captures", f"{folder / file}: {other.path} {said}", is_note=True)


def _restored(db: Database, database: str | Path, folder: Path, *, deep: bool) -> Iterator[Finding]:
    found = Counter(each.path for each in purged_that_are_back(db.conn, folder, everywhere=deep))
    for path, number in sorted(found.items()):
        remedy = f"run `voxpop erase {database} --purge-captures`"
        yield Finding("captures", f"{path}: {counted(number, 'purged capture')} back: {remedy}")
