"""Rescue a damaged archive: write the readable rows of its SQLite file to a new one.

Rows are read from the pages directly, so a damaged page costs only its own rows, even if it is an inner page.
Rows with broken references, and rows that fit several tables, are stored as JSON in the table
``rescued_rows``: nothing readable is lost, and nothing is invented.
"""

from __future__ import annotations

import json
import mmap
import os
import re
import shutil
import sqlite3
import struct
from collections import Counter
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from archive.humanize import counted
from archive.outputs import draft_name
from archive.store.captured import NEW_ID
from archive.store.database import failures_named, open_to_write
from archive.store.schema import items_of
from archive.verify.check import AGREEMENTS
from archive.verify.rebuild import rebuild_rest, recompute_posts, take_out_triggers
from scraper.configuration import queries
from scraper.errors import ArchiveError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sqlite_utils import Database

    from archive.store.schema import Item


# Rows that were read without SQLite: match them to tables, and put orphans aside.

ASIDE = "CREATE TABLE rescued_rows (name TEXT, row TEXT NOT NULL, reason TEXT NOT NULL) STRICT"
_KINDS: dict[str, tuple[type, ...]] = {
    "TEXT": (str,),
    "INTEGER": (int,),
    "INT": (int,),
    "REAL": (int, float),
    "BLOB": (bytes,),
}
#: A post that nothing refers to has lost its embeds or its printings.
_ALONE = ("a post that no article embeds", "a post without a printing")


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its type, and whether a row needs a value for it or may have been written without it."""

    name: str
    kind: str
    is_required: bool
    is_optional: bool


@dataclass(frozen=True, slots=True)
class Shape:
    """The columns of a table, for recognising its rows."""

    name: str
    columns: tuple[Column, ...]
    is_numbered: bool  # True if the first column is stored as rowid
    has_rowid: bool  # True if its rows have rowids
    references: tuple[tuple[str, str, str], ...]  # foreign keys: column, table and column referred to

    def fit(self, row: Row) -> tuple[Any, ...] | None:
        """Return the values of a row, without those of newer columns; None if it cannot be one of this table."""
        values = list(row.values)
        if len(values) > len(self.columns) or (row.rowid is None) == self.has_rowid:
            return None
        if self.is_numbered and values and values[0] is None:
            values[0] = row.rowid
        fits = all(
            not column.is_required if value is None else isinstance(value, _KINDS.get(column.kind, (object,)))
            for column, value in zip(self.columns, values, strict=False)
        )
        return tuple(values) if fits and all(c.is_optional for c in self.columns[len(values) :]) else None

    def statement(self, count: int) -> str:
        """Return the statement that inserts the first columns of a row, unless its key exists."""
        names = ", ".join(f'"{column.name}"' for column in self.columns[:count])
        return f'INSERT OR IGNORE INTO "{self.name}" ({names}) VALUES ({", ".join("?" * count)})'  # noqa: S608 - our own names


def shapes_of(connection: sqlite3.Connection) -> dict[str, Shape]:
    """Return the tables of an archive with original rows, not computed from others."""
    return {
        item.name: _shape(item)
        for item in items_of(connection).values()
        if item.kind == "table" and "_fts" not in item.name and not item.name.startswith("tally_")
    }


def put_aside(connection: sqlite3.Connection, name: str | None, row: Mapping[str, Any], reason: str) -> None:
    """Store a row that does not fit in its table as JSON in ``rescued_rows``."""
    values = (name, json.dumps(dict(row), ensure_ascii=False, default=repr), reason)
    connection.execute("INSERT INTO rescued_rows VALUES (?, ?, ?)", values)


def prune(connection: sqlite3.Connection, shapes: Iterable[Shape]) -> int:
    """Put aside rows with a broken reference, or set it to null if possible, until none is left; return the number."""
    shapes, total = list(shapes), 0
    while True:
        aside = sum(_part_with(connection, shape, *reference) for shape in shapes for reference in shape.references)
        for message in _ALONE:
            alone = f"id IN ({AGREEMENTS[message]})"
            aside += _move(connection, "posts", alone, f"it is {message}", "DELETE FROM {} WHERE {}")
        aside += _move(
            connection, "hashtags", queries("repair")["unused"], "nothing leads to it", "DELETE FROM {} WHERE {}"
        )
        if not aside:
            return total
        total += aside


def lost_rows(connection: sqlite3.Connection) -> Iterator[str]:
    """Yield the articles that have fewer embeds, quotes or allusions than counted, and need another reading.

    An article without a record digest is stored again by the next reading of the same bytes.
    """
    for column, things in (
        ("embeds", "SELECT count(DISTINCT post) FROM embeds WHERE article = articles.id"),
        ("quotes", "SELECT count(*) FROM quotes WHERE article = articles.id"),
        ("allusions", "SELECT count(*) FROM allusions WHERE article = articles.id"),
    ):
        query = f"SELECT id, coalesce(url, source), {column} - ({things}) AS lost FROM articles WHERE lost > 0"  # noqa: S608 - our own names
        for article, source, lost in connection.execute(query).fetchall():
            connection.execute("UPDATE articles SET record = '' WHERE id = ?", (article,))
            yield f"lost: {counted(lost, column.removesuffix('s'))} of article {article} ({source})"


def _shape(item: Item) -> Shape:
    declared, (is_keyed, _), references, _ = item.shape
    rows = [row for row in declared if row[0] in item.stored]
    is_numbered = not is_keyed and [row[0] for row in rows if row[4]] == [rows[0][0]] and rows[0][1] == "INTEGER"
    if is_keyed:  # the key is stored first
        rows = sorted(rows, key=lambda row: row[4] or len(rows))
    columns = tuple(
        Column(name, kind, bool(required) or bool(key), not required or default is not None)
        for name, kind, required, default, key, _ in rows
    )
    return Shape(item.name, columns, is_numbered, not is_keyed, tuple(sorted(references)))


def _part_with(connection: sqlite3.Connection, shape: Shape, column: str, parent: str, key: str) -> int:
    is_required = next(one.is_required for one in shape.columns if one.name == column)
    lost = f'"{column}" IS NOT NULL AND "{column}" NOT IN (SELECT "{key}" FROM "{parent}")'  # noqa: S608 - our own names
    change = "DELETE FROM {}" if is_required else f"UPDATE {{}} SET {column} = NULL"  # noqa: S608 - our own names
    return _move(connection, shape.name, lost, f"its {column} is lost", f"{change} WHERE {{}}")


def _move(connection: sqlite3.Connection, table: str, condition: str, reason: str, change: str) -> int:
    """Copy rows to ``rescued_rows``, then change or delete them."""
    names = [name for _, name, *_ in connection.execute(f'PRAGMA table_info("{table}")')]  # stored columns
    stored = ", ".join(f'"{name}"' for name in names)
    found = connection.execute(f"SELECT {stored} FROM {table} WHERE {condition}").fetchall()  # noqa: S608 - our own names
    for row in found:
        put_aside(connection, table, dict(zip(names, row, strict=True)), reason)
    if found:
        connection.execute(change.format(table, condition))
    return len(found)


# Read the pages of an SQLite file without SQLite, so that a damaged page costs only its own rows.

MAGIC = b"SQLite format 3\x00"
#: Page size of a file without its first page: SQLite's default.
_USUAL_SIZE = 4096
TABLE_LEAF, TABLE_INSIDE, INDEX_LEAF, INDEX_INSIDE = 0x0D, 0x05, 0x0A, 0x02
_INSIDE = (TABLE_INSIDE, INDEX_INSIDE)
_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}


class _UnreadableError(Exception):
    """Raised for invalid bytes."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row or index entry: its rowid (None if it has none) and its values."""

    rowid: int | None
    values: tuple[Any, ...]


class Pages:
    """The pages of a file, by number from 1."""

    def __init__(self, content: bytes | mmap.mmap) -> None:
        self._content = content
        is_known = content[:16] == MAGIC
        size = int.from_bytes(content[16:18]) if is_known else 0
        size = 65536 if size == 1 else size
        self.size = size if size >= 512 and not size & (size - 1) else _USUAL_SIZE
        self._usable = self.size - (content[20] if is_known else 0)
        self.count = len(content) // self.size

    def kind(self, number: int) -> int:
        """Return the type byte of a page."""
        return self._content[self._head(number)] if 0 < number <= self.count else 0

    def tree(self, root: int) -> Iterator[int]:
        """Yield the pages reachable from a page, itself first; unreadable ones are leaves."""
        waiting, seen = [root], {root}
        while waiting:
            number = waiting.pop()
            if not 0 < number <= self.count:
                continue
            yield number
            below = [page for page in self._below(number) if page not in seen]
            seen.update(below)
            waiting.extend(reversed(below))

    def rows(self, number: int) -> Iterator[Row]:
        """Yield the rows of a page; unreadable ones are skipped."""
        kind = self.kind(number)
        if kind not in {TABLE_LEAF, INDEX_LEAF, INDEX_INSIDE}:
            return
        for at in self._cells(number):
            try:
                yield self._row(at, kind)
            except (_UnreadableError, IndexError, struct.error, UnicodeDecodeError):
                continue

    def free(self) -> tuple[set[int], bool]:
        """Return the unused pages, which hold deleted rows, and True if all of them were found."""
        found: set[int] = set()
        if self._content[:16] != MAGIC:
            return found, True
        trunk, expected = struct.unpack_from(">II", self._content, 32)
        while 0 < trunk <= self.count and trunk not in found:
            found.add(trunk)
            start = (trunk - 1) * self.size
            trunk, leaves = struct.unpack_from(">II", self._content, start)
            leaves = min(leaves, self._usable // 4 - 2)
            found.update(struct.unpack_from(f">{leaves}I", self._content, start + 8))
        return found, len(found) == expected

    def _head(self, number: int) -> int:
        """Return the offset of a page's header; on the first page it follows that of the file."""
        return (number - 1) * self.size + (100 if number == 1 else 0)

    def _cells(self, number: int) -> Iterator[int]:
        head, start = self._head(number), (number - 1) * self.size
        inside = self._content[head] in _INSIDE
        first = head + (12 if inside else 8)
        cells = min(int.from_bytes(self._content[head + 3 : head + 5]), (start + self.size - first) // 2)
        for place in range(first, first + 2 * cells, 2):
            at = int.from_bytes(self._content[place : place + 2])
            if first - start + 2 * cells <= at < self._usable:
                yield start + at

    def _below(self, number: int) -> list[int]:
        head = self._head(number)
        if self._content[head] not in _INSIDE:
            return []
        cells = [int.from_bytes(self._content[at : at + 4]) for at in self._cells(number)]
        return [*cells, int.from_bytes(self._content[head + 8 : head + 12])]

    def _row(self, at: int, kind: int) -> Row:
        if kind == INDEX_INSIDE:
            at += 4
        length, at = _varint(self._content, at)
        rowid = None
        if kind == TABLE_LEAF:
            rowid, at = _varint(self._content, at)
            rowid -= (rowid >> 63) << 64
        return Row(rowid, _values(self._payload(at, length, is_table=kind == TABLE_LEAF)))

    def _payload(self, at: int, length: int, *, is_table: bool) -> bytes:
        """Read the bytes of a row, which may continue on overflow pages."""
        if length > len(self._content):
            raise _UnreadableError
        usable = self._usable
        least = (usable - 12) * 32 // 255 - 23
        most = usable - 35 if is_table else (usable - 12) * 64 // 255 - 23
        if length <= most:
            return bytes(self._content[at : at + length])
        here = least + (length - least) % (usable - 4)
        here = here if here <= most else least
        parts, left = [bytes(self._content[at : at + here])], length - here
        page = int.from_bytes(self._content[at + here : at + here + 4])
        while left > 0:
            if not 0 < page <= self.count:
                raise _UnreadableError
            start = (page - 1) * self.size
            parts.append(bytes(self._content[start + 4 : start + 4 + min(left, usable - 4)]))
            left -= usable - 4
            page = int.from_bytes(self._content[start : start + 4])
        if page:
            raise _UnreadableError
        return b"".join(parts)


def _varint(content: bytes | mmap.mmap, at: int) -> tuple[int, int]:
    """Read a number of one to nine bytes; return it and the next offset."""
    value = 0
    for place in range(at, at + 8):
        byte = content[place]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, place + 1
    return value << 8 | content[at + 8], at + 9


def _values(payload: bytes) -> tuple[Any, ...]:
    """Read the values of a row; they must fill its bytes exactly."""
    end, at = _varint(payload, 0)
    place, values = end, []
    while at < end:
        kind, at = _varint(payload, at)
        value, place = _value(payload, place, kind)
        values.append(value)
    if at != end or place != len(payload) or not values:
        raise _UnreadableError
    return tuple(values)


def _value(payload: bytes, at: int, kind: int) -> tuple[Any, int]:
    if kind == 0:
        return None, at
    if kind in {8, 9}:
        return kind - 8, at
    if kind in _INTEGERS:
        end = at + _INTEGERS[kind]
        return int.from_bytes(payload[at:end], signed=True), end
    if kind == 7:
        return struct.unpack_from(">d", payload, at)[0], at + 8
    if kind < 12:
        raise _UnreadableError
    end = at + (kind - 12) // 2
    if not kind % 2:
        return payload[at:end], end
    text = payload[at:end].decode()
    if "\0" in text:  # none is ever stored, and an overwritten page may be full of them
        raise _UnreadableError
    return text, end


_WITH_ROWS = {TABLE_LEAF: True, INDEX_LEAF: False, INDEX_INSIDE: False}
_SCHEMA = ("table", "index", "view", "trigger")
_ID = re.compile(r"[0-9a-f]{12}")
_UNKNOWN = "it cannot be said of which table it is"


def rescued_name(path: Path) -> Path:
    """Return the path of the archive rescued from a damaged one: ``news/reactions.rescued.db``."""
    return path.with_name(f"{path.stem}.rescued{path.suffix}")


def rescue(path: Path, target: Path, captures: Path | None) -> list[str]:
    """Write the readable rows of a damaged archive to a new one, which appears whole or not at all.

    Without `captures`, the index of captures stays as read. Returns the changes, one line each.

    Raises:
        ArchiveError: The new file exists or cannot be written, or nothing could be read.
    """
    if os.path.lexists(target):
        raise ArchiveError(f"{target}: already exists: check it, and move it away to rescue {path} again")
    unfinished = draft_name(target)
    try:
        with _file_of(path) as content, failures_named(target), closing(open_to_write(unfinished)) as db:
            lines = _rescued(db, Pages(content), captures)
        if not lines:
            raise ArchiveError(f"{path}: contains no readable row of an archive: restore a copy")
        unfinished.replace(target)
    finally:
        for end in ("", "-wal", "-shm", "-journal"):
            Path(f"{unfinished}{end}").unlink(missing_ok=True)
    return lines


@contextmanager
def _file_of(path: Path) -> Iterator[mmap.mmap | bytes]:
    """Yield the bytes of a database, including those in its WAL."""
    beside = [Path(f"{path}{end}") for end in ("-wal", "-journal")]
    with TemporaryDirectory(prefix="voxpop-rescue-") as scratch:
        if any(file.exists() and file.stat().st_size for file in beside):
            for file in (path, *beside):
                if file.exists():
                    shutil.copy(file, scratch)
            path = Path(scratch) / path.name
            with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(path)) as db:
                db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        if not path.stat().st_size:
            yield b""
            return
        with path.open("rb") as stream, mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as content:
            yield content


def _rescued(db: Database, pages: Pages, captures: Path | None) -> list[str]:
    connection: sqlite3.Connection = db.conn
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("BEGIN IMMEDIATE")
    take_out_triggers(db)
    connection.execute(ASIDE)
    connection.execute("DELETE FROM identity")  # the new file is the same archive
    shapes = shapes_of(connection)
    reader = _Reader(connection, pages, shapes)
    reader.read()
    if not reader.count:
        return []
    lines = [f"rescued: {counted(number, 'row')} of {name}" for name, number in sorted(reader.count.items())]
    connection.execute(NEW_ID)
    aside = partial(put_aside, connection)
    lines += recompute_posts(connection, aside)
    while prune(connection, shapes.values()):
        lines += recompute_posts(connection, aside)
    connection.execute(
        "UPDATE visits SET etag = NULL, last_modified = NULL, digest = NULL WHERE kept AND article IS NULL"
    )
    lines += lost_rows(connection)
    lines += rebuild_rest(db, captures)
    (number,) = connection.execute("SELECT count(*) FROM rescued_rows").fetchone()
    if number:
        lines.append(f"put aside: {counted(number, 'row')}, in the table rescued_rows")
    else:
        connection.execute("DROP TABLE rescued_rows")
    connection.commit()
    return lines


class _Reader:
    """Read the rows of a damaged file into the tables of a new one."""

    def __init__(self, connection: sqlite3.Connection, pages: Pages, shapes: dict[str, Shape]) -> None:
        self._connection = connection
        self._pages = pages
        self._shapes = shapes
        self.count: Counter[str] = Counter()

    def read(self) -> None:
        """Read the pages that belong to tables, then the pages that belong to none."""
        seen = self._read_trees()
        free, is_complete = self._pages.free()
        orphans = [number for number in range(1, self._pages.count + 1) if number not in seen | free]
        undecided = []
        for number in orphans:
            rows, fitting = self._candidates(number)
            if not is_complete and fitting:
                self._put_aside(None, rows, "its page may be one that was given up")
            elif len(fitting) == 1 and fitting[0].has_rowid:
                self._insert(fitting[0], rows)
            elif rows:
                undecided.append((rows, fitting))
        for rows, fitting in undecided:
            self._decide(rows, fitting)

    def _read_trees(self) -> set[int]:
        """Read the rows of every table still in the schema; return their pages."""
        seen = set(self._pages.tree(1))
        schema = [row.values for number in seen for row in self._pages.rows(number) if len(row.values) == 5]
        for kind, name, _, root, _ in schema:
            if kind not in _SCHEMA or not isinstance(root, int):
                continue
            shape = self._shapes.get(str(name))
            for number in self._pages.tree(root):
                rows = list(self._pages.rows(number))
                if shape is None:
                    seen.add(number)
                elif not rows or any(shape.fit(row) for row in rows):
                    seen.add(number)
                    self._insert(shape, rows)
        return seen

    def _candidates(self, number: int) -> tuple[list[Row], list[Shape]]:
        """Return the rows of a page, and the tables that could hold all of them."""
        kind = self._pages.kind(number)
        rows = [row for row in self._pages.rows(number) if not _is_of_sqlite(row)]
        if len(rows) == 1 and _is_identity(rows[0]):
            return rows, [self._shapes["identity"]]
        fitting = [
            shape
            for shape in self._shapes.values()
            if rows and shape.has_rowid == _WITH_ROWS.get(kind) and all(shape.fit(row) for row in rows)
        ]
        return rows, fitting

    def _decide(self, rows: Sequence[Row], fitting: Sequence[Shape]) -> None:
        """Assign rows to the table with matching references."""
        worth = {shape.name: sum(self._leads_somewhere(shape, row) for row in rows) for shape in fitting}
        best = max(worth.values(), default=0)
        names = [name for name, number in worth.items() if number == best]
        if len(names) == 1 and 2 * best > len(rows):
            self._insert(self._shapes[names[0]], rows)
        elif rows[0].rowid is not None:  # others are probably index entries
            self._put_aside(None, rows, _UNKNOWN)

    def _leads_somewhere(self, shape: Shape, row: Row) -> bool:
        values = dict(zip((column.name for column in shape.columns), shape.fit(row) or (), strict=False))
        pointers = [(values.get(column), parent, key) for column, parent, key in shape.references]
        return bool(pointers) and all(
            self._connection.execute(f'SELECT 1 FROM "{parent}" WHERE "{key}" = ?', (value,)).fetchone()  # noqa: S608 - our own names
            for value, parent, key in pointers
            if value is not None
        )

    def _insert(self, shape: Shape, rows: Sequence[Row]) -> None:
        for row in rows:
            values = shape.fit(row)
            if values is None:
                self._put_aside(shape.name, [row], "it is not one of this table")
            elif self._connection.execute(shape.statement(len(values)), values).rowcount:
                self.count[shape.name] += 1
            else:
                self._put_aside(shape.name, [row], "another row has its key")

    def _put_aside(self, name: str | None, rows: Sequence[Row], reason: str) -> None:
        columns = [column.name for column in self._shapes[name].columns] if name else []
        for row in rows:
            names = [*columns, *(str(place) for place in range(len(columns), len(row.values)))]
            put_aside(self._connection, name, dict(zip(names, row.values, strict=False)), reason)


def _is_of_sqlite(row: Row) -> bool:
    """Return True for a row of a search index, the schema or the record of migrations."""
    values = row.values
    return (
        any(isinstance(value, bytes) for value in values)
        or (len(values) == 5 and values[0] in _SCHEMA)
        or (len(values) == 4 and values[1] == "voxpop")
    )


def _is_identity(row: Row) -> bool:
    """Return True for the row with the id of the archive, which no other row refers to."""
    is_first = row.rowid == 1 and len(row.values) == 2 and row.values[0] is None
    return is_first and _ID.fullmatch(str(row.values[1])) is not None
