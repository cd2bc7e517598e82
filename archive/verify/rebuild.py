"""Rebuild derived parts of an archive: schema, counts, tallies, search indexes.

Every function works in the caller's transaction, with the counting triggers dropped. It changes only
mismatches, and yields a line for each change.
"""

from __future__ import annotations

import json
import sqlite3
from bisect import bisect_right
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import IO, TYPE_CHECKING, Any

from fastwarc.warc import ArchiveIterator

from archive.captures.files import Capture, is_being_written
from archive.captures.index import enter, is_picture
from archive.captures.ownership import id_in_name, id_of_owner, neighbours
from archive.captures.packing import members
from archive.humanize import counted
from archive.store.captured import owner_of
from archive.store.completing import completed_article
from archive.store.database import note_lost
from archive.store.identity import Printing, author_key, clusters, hashtag_key
from archive.store.names import add_author, see_names, set_latest_names, show_spellings
from archive.store.posts import choose_all_wordings, delete_post_parts, delete_posts, write_post
from archive.store.printings import all_printings, insert_printings
from archive.store.schema import MIGRATIONS, items_after, items_of, lost_from
from archive.verify import check
from scraper.configuration import queries
from scraper.input.warc_record import MAX_HEADERS, url_of
from scraper.records import Author, Moment, Post
from scraper.values.urls import joined_url

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
    from pathlib import Path

    from sqlite_utils import Database

    from archive.captures.ownership import Neighbour
    from archive.store.identity import Cluster
    from archive.store.schema import Item

    Aside = Callable[[str, Mapping[str, Any], str], None]


# Restore lost printings and uses of hashtags from embeds, posts and quotes.

_HAS_ID = "SELECT 1 FROM printings WHERE post = ? AND native_id IS NOT NULL"


def restore_printings(connection: sqlite3.Connection) -> int:
    """Recreate lost printings from their embeds; return their number.

    Missing fields come from the post. A flattened embed has no id, unless it is the only one left that
    determines the id of its post.
    """
    lost = connection.execute(queries("repair")["lost"]).fetchall()
    for key, text, form, seen, post in lost:
        is_bare = form == "flattened" and connection.execute(_HAS_ID, (post,)).fetchone() is not None
        row = connection.execute(queries("repair")["post"], (post,)).fetchone()
        wording = _wording(connection, post, row, text, is_bare=is_bare)
        insert_printings(connection, [(Printing(key, wording), post)], seen)
    return len(lost)


def restore_uses(connection: sqlite3.Connection) -> int:
    """Insert missing hashtags of posts and quotes for the articles that show them; return their number."""
    before = connection.total_changes
    connection.execute(queries("repair")["uses_in_quotes"])
    uses = [
        (hashtag_key(tag), tag, printing.key)
        for printing in all_printings(connection)
        for tag in printing.post.hashtags
        if hashtag_key(tag)
    ]
    connection.executemany(queries("repair")["use"], uses)
    return connection.total_changes - before


def _wording(
    connection: sqlite3.Connection, post: str, row: Sequence[str | None], text: str | None, *, is_bare: bool
) -> Post:
    platform, native_id, url, handle, name, _, language, at, precision, source, written = row
    posted = Moment(at=at, precision=precision, source=source, as_written=written) if at or written else None  # type: ignore[arg-type]  # as it was stored

    def listed(query: str) -> tuple[str, ...]:
        return tuple(value for (value,) in connection.execute(query, (post,)))

    def printed(query: str) -> tuple[str, ...]:
        return tuple(value for value in listed(query) if value.casefold() in (text or "").casefold())

    return Post(
        platform=str(platform),
        id=None if is_bare else native_id,
        url=None if is_bare else url,
        author=Author(handle=handle, name=name) if handle or name else None,
        text=text,
        language=language,
        posted=posted,
        hashtags=printed("SELECT as_written FROM posts_hashtags WHERE post = ?"),
        mentions=printed("SELECT as_written FROM mentions WHERE post = ? ORDER BY position"),
        cashtags=printed("SELECT as_written FROM cashtags WHERE post = ? ORDER BY position"),
        links=listed("SELECT url FROM links WHERE post = ? ORDER BY position"),
        media=listed("SELECT url FROM media WHERE post = ? ORDER BY position"),
    )


# Rebuild posts, authors and hashtags from printings, quotes and uses.


def recompute_posts(connection: sqlite3.Connection, aside: Aside | None = None) -> Iterator[str]:
    """Create missing wordings, authors, posts and hashtags, and assign each wording to its post.

    There must be no triggers: recount afterwards. `aside` is called with the table, the row and the reason for
    each row without a wording; if None, such rows are deleted, as after any regrouping of posts.
    """
    if made := restore_printings(connection):
        yield f"recreated: {counted(made, 'wording')}, from embeds and posts"
    printings = {printing.key: printing for printing in all_printings(connection)}
    yield from _settle_authors(connection, printings)
    yield from _settle_posts(connection, printings, aside)
    if made := restore_uses(connection):
        yield f"recreated: {counted(made, 'use')} of hashtags in articles"
    if made := connection.execute(queries("repair")["hashtags"]).rowcount:
        yield f"recreated: {counted(made, 'hashtag')}"


def _settle_authors(connection: sqlite3.Connection, printings: dict[str, Printing]) -> Iterator[str]:
    made = 0
    for key, seen in connection.execute(queries("repair")["named"]).fetchall():
        post = printings[key].post
        if post.author is not None:
            author = author_key(post.platform, post.author)
            add_author(connection, author, post.platform, post.author, seen)
            see_names(connection, [post], seen)
            made += 1
    for author, platform, handle, seen in connection.execute(queries("repair")["quoted"]).fetchall():
        add_author(connection, author, platform, Author(handle=handle), seen)
        made += 1
    if made:
        yield f"recreated: authors and their names, from {counted(made, 'wording')}"


def _settle_posts(connection: sqlite3.Connection, printings: dict[str, Printing], aside: Aside | None) -> Iterator[str]:
    before = dict(connection.execute("SELECT id, post FROM printings"))
    posts = {post for (post,) in connection.execute("SELECT id FROM posts")}
    found = [cluster for near in check.components(list(printings.values())) for cluster in clusters(near)]
    if missing := [cluster for cluster in found if cluster.id not in posts]:
        _write_missing(connection, missing)
        yield f"recreated: {counted(len(missing), 'post')}, from the wordings"
    after = {key: cluster.id for cluster in found for key in cluster.printings}
    moved = [(post, key) for key, post in after.items() if before[key] != post]
    connection.executemany("UPDATE printings SET post = ? WHERE id = ?", moved)
    embeds = connection.execute(queries("repair")["embeds"]).rowcount
    if moved or embeds:
        yield f"corrected: the post of {counted(len(moved), 'wording')} and {counted(embeds, 'embed')}"
    if aside is None:
        delete_posts(connection, (set(before.values()) & posts) - set(after.values()))
    else:  # posts that nothing refers to are put aside with all others of the kind
        for _, key in moved:
            aside("printings", {"id": key, "post": before[key]}, "it counted as a post that is lost")
    if made := choose_all_wordings(connection):
        yield f"corrected: the text of {counted(made, 'post')}"
    if _settle_aliases(connection, found, aside):
        yield "recreated: the aliases of posts"


def _write_missing(connection: sqlite3.Connection, missing: Sequence[Cluster]) -> None:
    seen = dict(connection.execute("SELECT id, first_seen FROM printings"))
    for cluster in missing:
        delete_post_parts(connection, cluster.id)
        write_post(connection, cluster, None, min(seen[key] for key in cluster.printings))


def _settle_aliases(connection: sqlite3.Connection, found: list[Cluster], aside: Aside | None) -> bool:
    """Update the aliases of posts; return True if any changed."""
    aliases = {(alias, cluster.id) for cluster in found for alias in cluster.aliases}
    stored = set(connection.execute("SELECT alias, post FROM post_aliases"))
    if aside is not None:
        for alias, post in sorted(stored - aliases):
            aside("post_aliases", {"alias": alias, "post": post}, "no wording of the post has it")
    connection.execute("DELETE FROM post_aliases")
    connection.executemany("INSERT INTO post_aliases VALUES (?, ?)", sorted(aliases))
    return stored != aliases


# Rebuild the index of captures from the WARC files, which contain all of its data.

_ANSWERS = frozenset({"response", "revisit"})
#: Maximum number of bytes of a metadata record about a file.
_MOST_SAID = 1_000_000
_PLACES = "SELECT id, file, offset, length, record, fetched_at FROM captures"
_PURGED = "SELECT record FROM captures WHERE hidden = 'purged' AND record IS NOT NULL"
_SAME_BYTES = "SELECT id FROM captures WHERE digest = ? AND article = ? AND type = 'resource' AND declared IS ?"


@dataclass(frozen=True, slots=True)
class _Found:
    """A record of a WARC file."""

    capture: Capture
    target: str | None = None
    article: str | None = None


def rebuild_captures(connection: sqlite3.Connection, folder: Path, database: Path | None = None) -> Iterator[str]:
    """Restore lost index entries of captures, and correct wrong locations.

    Records of URLs not in the archive, and of other archives, are skipped. Purged records stay purged. If the
    archive has erasures, restored entries are hidden: they may have been hidden before.

    `database` is the archive; None if its index was read from a damaged file.
    """
    index, left = _Index(connection), 0
    others = [] if database is None else list(neighbours(database, folder))
    for path in sorted(folder.glob("*.warc.gz")):
        if is_being_written(path):
            yield f"skipped: {path}, which is being written"
        elif path.name in index.files or id_of_owner(path) in {None, index.owner}:
            is_own = id_in_name(path.name) == index.owner  # what a copy of this archive names is its own
            index.compare(_records(path), () if is_own else _foreign(path.name, others, index.records))
        else:
            left += 1
    moved = index.move()
    index.leave_copies()
    index.name()
    if index.lengths or moved:
        yield f"corrected: the place of {counted(index.lengths + moved, 'capture')}"
    if index.lost:
        hidden = ", hidden as something was erased from this archive" if index.hides else ""
        yield f"indexed again: {counted(len(index.lost), 'capture')}{hidden}"
    if left and index.lost:
        yield f"skipped: {counted(left, 'WARC file')} of other archives"
    if index.unknown and index.lost:
        yield f"skipped: {counted(index.unknown, 'record')} of URLs not in the archive"


class _Index:
    """The rows of ``captures``, for comparison with existing records; `lost` has records without a row."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._addresses: dict[str, str | None] = {}
        for url, article in connection.execute(queries("repair")["addresses"]):
            self._addresses[url] = article or self._addresses.get(url)
        self._articles = {article for (article,) in connection.execute("SELECT id FROM articles")}
        self._rows = connection.execute(_PLACES).fetchall()
        self._named = {
            (file, offset): (row, length, record)
            for row, file, offset, length, record, _ in self._rows
            if file is not None
        }
        self.files = {file for _, file, *_ in self._rows}
        self._purged = {record for (record,) in connection.execute(_PURGED)}
        self.owner = owner_of(connection).id
        self.records = {record for *_, record, _ in self._rows if record is not None}
        self.hides = connection.execute("SELECT 1 FROM erasures LIMIT 1").fetchone() is not None
        self.lost: list[tuple[Capture, str | None]] = []
        self.lengths = self.unknown = 0

    def compare(self, found: Sequence[_Found], foreign: Collection[str] = ()) -> None:
        """Match the records of one file with rows, in order; `foreign` has the ids of those of another archive."""
        for one, article in zip(found, _articles(found, self._addresses), strict=True):
            capture = one.capture
            row, length, record = self._named.get((capture.file, capture.offset), (None, None, None))
            if row is not None and record in {None, capture.record}:
                del self._named[capture.file, capture.offset]
                if length not in {None, capture.length}:
                    self._connection.execute("UPDATE captures SET length = ? WHERE id = ?", (capture.length, row))
                    self.lengths += 1
            elif capture.record in self._purged or capture.record in foreign:
                self.unknown += 1
            elif one.article is not None and (known := self._known(one.article)) is not None:
                self.lost.append((capture, known))
            elif capture.type == "resource" or (article is None and capture.url not in self._addresses):
                self.unknown += 1
            else:
                self.lost.append((capture, article))

    def _known(self, article: str) -> str | None:
        """Return an article, or the one that took its place; None if neither is in the archive."""
        return article if article in self._articles else completed_article(self._connection, article)

    def move(self) -> int:
        """Correct rows with wrong locations; return their number."""
        ids = {record: row for row, file, offset, _, record, _ in self._rows if (file, offset) in self._named}
        moved = [capture for capture, _ in self.lost if capture.record in ids]
        for capture in moved:
            self._connection.execute(
                "UPDATE captures SET file = ?, offset = ?, length = ? WHERE id = ?",
                (capture.file, capture.offset, capture.length, ids[capture.record]),
            )
        self.lost = [(capture, article) for capture, article in self.lost if capture.record not in ids]
        return len(moved)

    def leave_copies(self) -> None:
        """Skip records indexed elsewhere: a killed process wrote them, then the next process again."""
        missing = {row for row, *_ in self._named.values()}
        kept: set[tuple[str | None, ...]] = set()
        lost = []
        for capture, article in self.lost:
            key = capture.digest, article, capture.declared
            if capture.type == "resource" and not is_picture(capture):  # pages may share a picture, or return to one
                rows = {row for (row,) in self._connection.execute(_SAME_BYTES, key)}
                if key in kept or rows - missing:
                    continue
                kept.add(key)
            lost.append((capture, article))
        self.lost = lost

    def name(self) -> None:
        """Index lost records in the order of time: the newest capture of an article has the highest id.

        If no id is free in that order, a capture is indexed without its article.
        """
        rows = sorted((at, file or "", offset or 0, row) for row, file, offset, _, _, at in self._rows)
        before = [0, *accumulate((row for *_, row in rows), max)]
        after = [*accumulate((row for *_, row in reversed(rows)), min)][::-1]
        last, late = 0, []
        for capture, article in sorted(self.lost, key=lambda one: _moment(one[0])):
            place = bisect_right(rows, _moment(capture))
            last = max(before[place], last) + 1
            if place < len(after) and last >= after[place]:
                late.append(capture)
                last -= 1
                continue
            self._enter(capture, article)
            self._connection.execute("UPDATE captures SET id = ? WHERE id = last_insert_rowid()", (last,))
        for capture in late:
            self._enter(capture, None)

    def _enter(self, capture: Capture, article: str | None) -> None:
        enter(self._connection, [capture], article)
        if self.hides:
            self._connection.execute("UPDATE captures SET hidden = 'hidden' WHERE id = last_insert_rowid()")


def _foreign(file: str, others: Sequence[Neighbour], own: Collection[str]) -> set[str]:
    """Return records indexed only by other archives; a copy of this archive does not count as one."""
    named = [other.records(file) for other in others]
    return set().union(*(each for each in named if each.isdisjoint(own)))


def _moment(capture: Capture) -> tuple[str, str, int]:
    """Return the sort key of captures: time, then position in the file."""
    return capture.fetched_at, capture.file, capture.offset


def _records(path: Path) -> list[_Found]:
    with path.open("rb") as stream:
        places = list(members(stream))
        found: list[_Found] = []
        for start, end in places:
            one = _found(stream, path.name, start, end, found[-1] if found else None)
            if one is not None and found and one.capture.offset == found[-1].capture.offset:
                found[-1] = one
            elif one is not None:
                found.append(one)
        return found


def _found(stream: IO[bytes], name: str, start: int, end: int, before: _Found | None) -> _Found | None:
    """Read one record; for a metadata record, return the file before it with the metadata added."""
    stream.seek(start)
    try:
        record = next(ArchiveIterator(stream, parse_http=True, max_header_len=MAX_HEADERS), None)
    except (OSError, EOFError, ValueError):
        return None
    about: Any = record.headers if record is not None else {}
    kind, answer = about.get("WARC-Type"), record.http_headers if record is not None else None
    if kind == "metadata":
        return _with_said(record, about, before)
    if kind not in {*_ANSWERS, "resource"} or (kind in _ANSWERS and answer is None):
        return None
    url = url_of(record) or ""
    date = about.get("WARC-Date", "")
    location = answer.get("Location") if answer else None
    capture = Capture(
        url=url,
        fetched_at=f"{date[:19]}Z",
        status=(answer.status_code or 0) if answer else None,
        content_type=answer.get("Content-Type") if answer else about.get("Content-Type"),
        digest=about.get("WARC-Payload-Digest"),
        file=name,
        offset=start,
        length=end - start,
        type=kind,
        record=about.get("WARC-Record-ID"),
    )
    return _Found(capture, joined_url(url, location) or None if location else None)


def _with_said(record: Any, about: Any, before: _Found | None) -> _Found | None:
    """Return a file with the article and declared metadata from the metadata record after it."""
    if before is None or before.capture.record != about.get("WARC-Concurrent-To"):
        return None
    try:
        said = json.loads(record.reader.read(_MOST_SAID))
        declared = json.dumps(said["declared"]) if said["declared"] else None
        return replace(before, article=str(said["article"]), capture=replace(before.capture, declared=declared))
    except (ValueError, KeyError, TypeError):
        return None


def _articles(found: Sequence[_Found], addresses: dict[str, str | None]) -> list[str | None]:
    """Return the article of each record; a redirect belongs to the article of its target."""
    articles: list[str | None] = []
    following: _Found | None = None
    for one in reversed(found):
        article = addresses.get(one.capture.url)
        if article is None and following is not None and one.target == following.capture.url:
            article = articles[-1]
        articles.append(article)
        following = one
    return articles[::-1]


_CHOICES = {
    "a hashtag that is not shown as most articles spell it": show_spellings,
    "an author without the name of the latest post": set_latest_names,
}

_UNSEEN = (
    "an embed that was gone when its article was not seen",
    "a quote that was gone when its article was not seen",
    "an article whose last sight is not known",
)
#: Content of ``_data`` in an empty FTS5 index; FTS5 cannot drop an index without it.
_NO_WORDS = ((1, b""), (10, bytes(7)))


def rebuild_schema(db: Database) -> Iterator[str]:
    """Record lost migrations, and recreate all but triggers as the migrations create them."""
    lost = lost_from(db)
    note_lost(db, lost)
    yield from (f"recorded again: the migration {name}" for name in lost)
    wrong = _wrong_items(db)
    yield from (f"recreated: the trigger {item.name}" for item in wrong if item.kind == "trigger")
    take_out_triggers(db)
    for kind in ("view", "index"):
        _drop(db, [item for item in wrong if item.kind == kind])
    yield from (_remake_table(db, item) for item in wrong if item.kind == "table" and "_fts" not in item.name)
    yield from _make_indexes_and_views(db, wrong)
    yield from _remake_searches(db, wrong)  # one of them reads a view
    pending = [migration.name for migration in MIGRATIONS.pending(db)]
    MIGRATIONS.apply(db)
    take_out_triggers(db)
    yield from (f"upgraded: {name}" for name in pending)


def _wrong_items(db: Database) -> list[Item]:
    return check.wrong_items(items_after(check.had_by(db)), items_of(db.conn))


def take_out_triggers(db: Database) -> None:
    """Drop the triggers of the archive."""
    _drop(db, [item for item in items_after(check.had_by(db)).values() if item.kind == "trigger"])


def rebuild_counts(db: Database) -> Iterator[str]:
    """Recount counts, and update copies of values."""
    for message, statement in check.CORRECTIONS.items():
        if wrong := check.disagreeing(db, check.AGREEMENTS[message]):
            db.execute(statement)
            yield f"corrected: {message}, {counted(len(wrong), 'row')}"
    for column in check.COLUMNS:
        table, name = column.split(".")
        if wrong := check.disagreeing(db, check.miscounted(column)):
            db.conn.executemany(f"UPDATE {table} SET {name} = ?2 WHERE id = ?1", wrong)  # noqa: S608 - our own names
            yield f"recounted: {column} of {counted(len(wrong), 'row')}"
    for table, query in check.TALLIES.items():
        if wrong := check.disagreeing(db, check.difference(table)):
            db.execute(f"DELETE FROM {table}")  # noqa: S608 - our own names
            db.execute(f"INSERT INTO {table} {query}")
            yield f"recounted: {table}, {counted(len(wrong), 'difference')}"
    for message, choose in _CHOICES.items():
        if wrong := check.disagreeing(db, check.AGREEMENTS[message]):
            choose(db.conn, [row[0] for row in wrong])
            yield f"corrected: {message}, {counted(len(wrong), 'row')}"


def rebuild_searches(db: Database) -> Iterator[str]:
    """Rebuild the search indexes that differ from their tables."""
    for table in check.searches_of(db):
        if check.search_problem(db, table) is None:
            continue
        try:
            db.execute(f"INSERT INTO {table} ({table}) VALUES ('rebuild')")  # noqa: S608 - our own names
        except sqlite3.DatabaseError:
            _remake_search(db, table)
        yield f"rebuilt: the search index {table}"


def rebuild_rest(db: Database, captures: Path | None, database: Path | None = None) -> Iterator[str]:
    """Rebuild derived data of an archive with correct tables, and restore the triggers.

    Without `captures`, the index of captures is skipped. `database` is the archive, to find others next to it;
    None if it was read from a damaged file.
    """
    yield from rebuild_counts(db)
    if any(check.disagreeing(db, check.AGREEMENTS[message]) for message in _UNSEEN):
        made = db.execute(queries("repair")["known_sights"]).rowcount
        yield f"recreated: {counted(made, 'sight')} of articles, from their embeds and quotes"
    yield from rebuild_searches(db)
    if captures is not None and captures.is_dir():
        yield from rebuild_captures(db.conn, captures, database)
    for item in items_after(check.had_by(db)).values():
        if item.kind == "trigger":
            db.execute(item.sql)


def _drop(db: Database, items: list[Item]) -> None:
    for item in items:
        db.execute(f'DROP {item.kind} IF EXISTS "{item.name}"')


def _remake_table(db: Database, item: Item) -> str:
    """Recreate a table as expected, with its rows."""
    there = items_of(db.conn).get(("table", item.name))
    if there is None:
        db.execute(item.sql)
        lost = "" if item.name.startswith("tally_") else ", empty: its rows are lost"
        return f"recreated: the table {item.name}{lost}"
    shared = ", ".join(f'"{column}"' for column in item.stored if column in there.columns)
    db.execute(f'CREATE TEMP TABLE kept AS SELECT {shared} FROM main."{item.name}"')  # noqa: S608 - our own names
    db.execute(f'DROP TABLE main."{item.name}"')
    db.execute(item.sql)
    db.execute(f'INSERT INTO main."{item.name}" ({shared}) SELECT {shared} FROM temp.kept')  # noqa: S608 - our own names
    db.execute("DROP TABLE temp.kept")
    missing = [column for column in item.columns if column not in there.columns]
    return f"recreated: the table {item.name}" + (f" with {', '.join(missing)}" if missing else "")


def _make_indexes_and_views(db: Database, wrong: list[Item]) -> Iterator[str]:
    """Create missing indexes and views; those dropped with their table were not wrong."""
    for item in _wrong_items(db):
        if item.kind in {"index", "view"}:
            db.execute(item.sql)
            if item in wrong:
                yield f"recreated: the {item.kind} {item.name}"


def _remake_searches(db: Database, wrong: list[Item]) -> Iterator[str]:
    """Recreate the search indexes with a wrong table."""
    for item in items_after(check.had_by(db)).values():
        is_search = item.sql.upper().startswith("CREATE VIRTUAL")
        if is_search and any(part.name.startswith(item.name) for part in wrong):
            _remake_search(db, item.name)
            yield f"rebuilt: the search index {item.name}"


def _remake_search(db: Database, table: str) -> None:
    """Recreate a search index; without its own tables SQLite can neither read nor drop it."""
    items = items_after(check.had_by(db))
    parts = [item for item in items.values() if item.name.startswith(f"{table}_") and item.kind == "table"]
    present = items_of(db.conn)
    if ("table", table) in present:
        for part in parts:
            if ("table", part.name) not in present:
                db.execute(part.sql)
                if part.name == f"{table}_data":
                    db.conn.executemany(f"INSERT INTO {table}_data VALUES (?, ?)", _NO_WORDS)  # noqa: S608 - our own names
        db.execute(f"DROP TABLE {table}")
    else:
        for part in parts:
            db.execute(f'DROP TABLE IF EXISTS "{part.name}"')
    db.execute(items["table", table].sql)
    db.execute(f"INSERT INTO {table} ({table}) VALUES ('rebuild')")  # noqa: S608 - our own names
