"""Leave with the data: a table or view of an archive as CSV, JSON lines or Parquet.

Rows are read one after the other in one transaction: an archive that is being written gives one moment of it,
and its size does not matter.
"""

from __future__ import annotations

import csv
import json
import os
import re
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from archive.store.database import open_to_read
from scraper.errors import ArchiveError, SettingsError

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

ROWS_IN_A_GROUP = 20_000
# Spreadsheets run a cell that begins like this (https://owasp.org/www-community/attacks/CSV_Injection), and
# posts often begin with @.
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\Z")
# What a spreadsheet may skip before it looks for a formula: space and characters without a shape.
_FORMULA = re.compile(r"[\t\r\n]|[\s\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]*[=+\-@＝＋－＠]")
_HIDDEN = re.compile(r"_fts(?:_|$)|^sqlite_|^_")


def export(
    database: str,
    *,
    file_format: str,
    table: str = "reactions",
    output: str | None = None,
    formulas: bool = False,
) -> int:
    """Write a table or view; give the number of its rows.

    Args:
        database: Path of the archive.
        file_format: ``csv``, ``ndjson`` or ``parquet``.
        table: What to write.
        output: Path of the file, which appears whole or not at all; None and ``-`` write to stdout.
        formulas: Leave cells of CSV as they are, also where a spreadsheet would run them.

    Raises:
        ArchiveError: The database is not an archive, or has no such table.
        SettingsError: The file cannot be written, or pyarrow is missing.
    """
    write = _writer(file_format, formulas=formulas)
    db = open_to_read(database)
    try:
        db.execute("BEGIN")
        if table not in (tables := tables_of(db.conn)):
            raise ArchiveError(f"{database}: no table {table}: choose one of {', '.join(tables)}")
        with _opened(output) as out:
            return write(_Table(db.conn, table), out)
    finally:
        db.close()


def harmless(cell: Any) -> Any:
    """Give a cell that no spreadsheet runs: with an apostrophe in front where it begins like a formula.

    >>> harmless("=cmd()"), harmless("@name hello"), harmless("-12.5"), harmless(-1)
    ("'=cmd()", "'@name hello", '-12.5', -1)
    """
    if not isinstance(cell, str) or not _FORMULA.match(cell) or _NUMBER.match(cell):
        return cell
    return f"'{cell}"


def tables_of(connection: sqlite3.Connection) -> list[str]:
    """Give the names of what can be exported: views first, they are made for people."""
    sql = "SELECT name FROM sqlite_master WHERE type IN ('view', 'table') ORDER BY type DESC, name"
    return [name for (name,) in connection.execute(sql) if not _HIDDEN.search(name)]


@dataclass(frozen=True, slots=True)
class _Table:
    """A table or view by a name that `tables_of` gave."""

    connection: sqlite3.Connection
    name: str

    def rows(self) -> sqlite3.Cursor:
        return self.connection.execute(f'SELECT * FROM "{self.name}"')  # noqa: S608 - a name of `tables_of`

    def holds_integers(self, column: str) -> bool:
        """Tell by the first value that is known; the columns of our tables hold one kind of value each."""
        sql = f'SELECT typeof("{column}") FROM "{self.name}" WHERE "{column}" IS NOT NULL LIMIT 1'  # noqa: S608 - names of the schema
        return bool(self.connection.execute(sql).fetchone() == ("integer",))


def _writer(name: str, *, formulas: bool) -> Callable[[_Table, BinaryIO], int]:
    if name == "csv":
        return lambda table, out: _write_csv(table.rows(), out, formulas=formulas)
    if name == "ndjson":
        return lambda table, out: _write_ndjson(table.rows(), out)
    try:
        import pyarrow.parquet  # noqa: F401 - asked for before a file is opened
    except ImportError as error:
        raise SettingsError(
            "Parquet needs pyarrow: install voxpop with the extra, `voxpop[parquet]`"
        ) from error
    return _write_parquet


def _write_csv(rows: sqlite3.Cursor, out: BinaryIO, *, formulas: bool) -> int:
    """Write RFC 4180 with a header, UTF-8."""
    import io

    text = io.TextIOWrapper(out, "utf-8", newline="", write_through=True)
    writer = csv.writer(text)
    writer.writerow(_columns(rows))
    count = 0
    for count, row in enumerate(rows, 1):  # noqa: B007 - the last count is the answer
        writer.writerow(row if formulas else map(harmless, row))
    text.detach()
    return count


def _write_ndjson(rows: sqlite3.Cursor, out: BinaryIO) -> int:
    """Write one JSON object a line, null where nothing is known."""
    names = _columns(rows)
    count = 0
    for count, row in enumerate(rows, 1):  # noqa: B007 - the last count is the answer
        line = json.dumps(dict(zip(names, row, strict=True)), ensure_ascii=False)
        out.write(line.encode("utf-8", "replace") + b"\n")
    return count


def _write_parquet(table: _Table, out: BinaryIO) -> int:
    """Write groups of rows; a column is int64 or text."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows = table.rows()
    kinds = {name: pa.int64() if table.holds_integers(name) else pa.string() for name in _columns(rows)}
    schema = pa.schema(kinds.items())
    count = 0
    with pq.ParquetWriter(out, schema, compression="zstd") as writer:
        for group in _groups(rows):
            count += len(group)
            columns = zip(zip(*group, strict=True), schema, strict=True)
            arrays = [pa.array(values, field.type) for values, field in columns]
            writer.write_table(pa.table(arrays, schema=schema))
    return count


def _groups(rows: sqlite3.Cursor) -> Iterator[list[tuple[Any, ...]]]:
    while group := list(islice(rows, ROWS_IN_A_GROUP)):
        yield group


def _columns(rows: sqlite3.Cursor) -> list[str]:
    return [name for name, *_ in rows.description]


@contextmanager
def _opened(output: str | None) -> Iterator[BinaryIO]:
    """Open stdout, or a file that takes its name when it is complete."""
    if output in {None, "-"}:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    unfinished = Path(f"{output}.part")
    try:
        with unfinished.open("wb") as out:
            yield out
        os.replace(unfinished, output)  # noqa: PTH105 - Path.replace is the same
    except OSError as error:
        raise SettingsError(f"{output}: cannot be written: {error.strerror}") from error
    finally:
        unfinished.unlink(missing_ok=True)
