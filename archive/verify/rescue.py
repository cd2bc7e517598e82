"""Rescue a damaged archive: write the readable rows of its SQLite file to a new one.

Rows are read from the pages directly, so a damaged page costs only its own rows, even if it is an inner page.
Rows with broken references, and rows that fit several tables, are stored as JSON in the table
``rescued_rows``: nothing readable is lost, and nothing is invented.
"""

from __future__ import annotations

import mmap
import os
import re
import shutil
import sqlite3
from collections import Counter
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from archive.humanize import counted
from archive.outputs import draft_name
from archive.store.database import failures_named, open_to_write
from archive.store.schema.owning import NEW_ID
from archive.verify.orphans import ASIDE, Shape, lost_rows, prune, put_aside, shapes_of
from archive.verify.rebuild import rebuild_rest, take_out_triggers
from archive.verify.settle import recompute_posts
from archive.verify.sqlite_pages import INDEX_INSIDE, INDEX_LEAF, TABLE_LEAF, Pages
from scraper.errors import ArchiveError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sqlite_utils import Database

    from archive.verify.sqlite_pages import Row

_WITH_ROWS = {TABLE_LEAF: True, INDEX_LEAF: False, INDEX_INSIDE: False}
_SCHEMA = ("table", "index", "view", "trigger")
_ID = re.compile(r"[0-9a-f]{12}")
_UNKNOWN = "it cannot be said of which table it is"


def rescued_name(path: Path) -> Path:
    """Return the path of the archive rescued from a damaged one.

    >>> print(rescued_name(Path("news/reactions.db")))
    news/reactions.rescued.db
    """
    return path.with_name(f"{path.stem}.rescued{path.suffix}")


def rescue(path: Path, target: Path, captures: Path | None) -> list[str]:
    """Write the readable rows of a damaged archive to a new one, which appears whole or not at all.

    Args:
        path: The damaged file; only read.
        target: The new file; must not exist.
        captures: Folder of the WARC files; None to keep the index of captures as read.

    Returns:
        Changes, one line each.

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
        _remove(unfinished)
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
    """Fill a new archive."""
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
    """Read the rows of a damaged file into the tables of a new one.

    Attributes:
        count: Number of rows per table.
    """

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
        """Assign rows to the table whose references match."""
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


def _remove(file: Path) -> None:
    for end in ("", "-wal", "-shm", "-journal"):
        Path(f"{file}{end}").unlink(missing_ok=True)
