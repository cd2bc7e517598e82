"""``voxpop export``: write a table or view of an archive as CSV, JSON lines or Parquet.

Rows are read one after the other in one transaction: the file shows one moment of an archive that is being
written, and an archive of any size can be exported.
"""

from __future__ import annotations

import csv
import io
import json
import os
import re
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from archive.commands.common_options import DATABASE
from archive.commands.completion import complete_tables
from archive.commands.terminal import print_message
from archive.stopping import LongCommand
from scraper.errors import ArchiveError, SettingsError

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

#: Rows in one row group of a Parquet file.
ROWS_IN_A_GROUP = 20_000
# Spreadsheets run a cell that begins like this (https://owasp.org/www-community/attacks/CSV_Injection), and
# posts often begin with @.
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\Z")
# What a spreadsheet may skip before it looks for a formula: space and characters without a shape.
_FORMULA = re.compile(r"[\t\r\n]|[\s\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]*[=+\-@＝＋－＠]")


@click.command(cls=LongCommand)
@DATABASE
@click.option(
    "--format",
    "file_format",
    type=click.Choice(["csv", "ndjson", "parquet"]),
    default="csv",
    show_default=True,
    help="parquet needs the extra voxpop[parquet].",
)
@click.option(
    "--table",
    metavar="NAME",
    default="reactions",
    show_default=True,
    shell_complete=complete_tables,
    help="The table or view to write.",
)
@click.option(
    "-o", "--output", metavar="FILE", type=click.Path(dir_okay=False), help="Write here, not to stdout (-)."
)
@click.option("--formulas", is_flag=True, help="Leave cells of CSV that a spreadsheet would run as they are.")
def export(database: str, *, file_format: str, table: str, output: str | None, formulas: bool) -> None:
    """Write a table of DB as CSV, JSON lines or Parquet.

    \b
    Example:
      voxpop export reactions.db --format ndjson | jq .text
      voxpop export reactions.db --format parquet --table posts -o posts.parquet
    """
    from archive.store.database import note_on_age, open_to_read
    from archive.store.reading import tables_of

    if note := note_on_age(database):
        print_message(note)
    write = _writer(file_format, formulas=formulas)
    db = open_to_read(database)
    try:
        db.execute("BEGIN")
        if table not in (tables := tables_of(db.conn)):
            raise ArchiveError(f"{database}: no table {table}: choose one of {', '.join(tables)}")
        with _opened(output) as out:
            write(_Table(db.conn, table), out)
    finally:
        db.close()


def harmless(cell: Any) -> Any:
    """Return a cell that no spreadsheet runs: with an apostrophe in front where it begins like a formula.

    >>> harmless("=cmd()"), harmless("@name hello"), harmless("-12.5"), harmless(-1)
    ("'=cmd()", "'@name hello", '-12.5', -1)
    """
    if not isinstance(cell, str) or not _FORMULA.match(cell) or _NUMBER.match(cell):
        return cell
    return f"'{cell}"


@dataclass(frozen=True, slots=True)
class _Table:
    """A table or view by a name that `tables_of` gave."""

    connection: sqlite3.Connection
    name: str

    def rows(self) -> sqlite3.Cursor:
        return self.connection.execute(f'SELECT * FROM "{self.name}"')  # noqa: S608 - a name of `tables_of`

    def holds_integers(self, column: str) -> bool:
        """Return whether the first known value is an integer; a column holds values of one kind."""
        sql = f'SELECT typeof("{column}") FROM "{self.name}" WHERE "{column}" IS NOT NULL LIMIT 1'  # noqa: S608 - names of the schema
        return bool(self.connection.execute(sql).fetchone() == ("integer",))


def _writer(name: str, *, formulas: bool) -> Callable[[_Table, BinaryIO], None]:
    """Return the function that writes a table in a format.

    Raises:
        SettingsError: Parquet is asked for, and pyarrow is missing.
    """
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


def _write_csv(rows: sqlite3.Cursor, out: BinaryIO, *, formulas: bool) -> None:
    """Write RFC 4180 with a header, UTF-8."""
    text = io.TextIOWrapper(out, "utf-8", newline="", write_through=True)
    writer = csv.writer(text)
    writer.writerow(_columns(rows))
    for row in rows:
        writer.writerow(row if formulas else map(harmless, row))
    text.detach()


def _write_ndjson(rows: sqlite3.Cursor, out: BinaryIO) -> None:
    """Write one JSON object a line, null where nothing is known."""
    names = _columns(rows)
    for row in rows:
        line = json.dumps(dict(zip(names, row, strict=True)), ensure_ascii=False)
        out.write(line.encode("utf-8", "replace") + b"\n")


def _write_parquet(table: _Table, out: BinaryIO) -> None:
    """Write groups of rows; a column is int64 or text."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows = table.rows()
    kinds = {name: pa.int64() if table.holds_integers(name) else pa.string() for name in _columns(rows)}
    schema = pa.schema(kinds.items())
    with pq.ParquetWriter(out, schema, compression="zstd") as writer:
        for group in _groups(rows):
            columns = zip(zip(*group, strict=True), schema, strict=True)
            arrays = [pa.array(values, field.type) for values, field in columns]
            writer.write_table(pa.table(arrays, schema=schema))


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
