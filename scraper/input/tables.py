"""Read tables row by row: CSV and TSV, JSON lines, Parquet. No file is held in memory.

Every reader yields `Row` values; an unreadable row has a reason and no values, and reading continues.
"""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Literal

from scraper.input.decoding import encoding_of
from scraper.input.kinds import wide_encoding
from scraper.input.streams import bounded_lines, replayed
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

#: Most columns of a table; the widest exports of press databases have a few hundred.
MOST_COLUMNS = 10_000
#: The first bytes of a file, to detect its encoding and dialect.
SAMPLE = 64 * 1024
#: How far to read on for the end of an oversized row, as a multiple of the largest row.
_PATIENCE = 10
#: Rows of a Parquet file that are decoded at once.
_BATCH = 64
#: A column of a row group of a Parquet file with more bytes, and a higher growth when unpacked, is hostile:
#: texts grow fivefold.
_LARGE_PIECE, _MOST_GROWTH = 256_000_000, 200

#: Most signs that begin or separate something in a line of JSON: each costs up to 64 bytes when parsed.
_MOST_SIGNS = 2_000_000
_SIGNS, _SIGNS_OF_TEXT = (b"[", b"{", b",", b'"'), ("[", "{", ",", '"')
_TOO_MANY = "has too many values: is it one article a line?"
_BLANKS_OR_LIST, _BETWEEN_VALUES = lazy_regex(r"\s*\[?\s*"), lazy_regex(r"[\s,]*")

#: The first bytes of tables that are read in any order.
PARQUET, SQLITE = b"PAR1", b"SQLite format 3\x00"
_JSON_START = lazy_regex(rb"(?:\xef\xbb\xbf)?\s{0,1000}(\{\s{0,1000}(?:\"|\})|\[\s{0,1000}[\[{\"\]])")
_BETWEEN_SIGNS = lazy_regex(r'[^",;\t|\r\n]+')
_LONGEST_NAME = 60
_DELIMITERS = (",", "\t", ";", "|")
#: The line before the header that declares the delimiter to spreadsheets.
_NAMED_DELIMITER = lazy_regex(r"sep=(.)\r?\n")
#: A quoted cell with more text after it.
_QUOTE_OF_TEXT = lazy_regex(r'(?:^|\t)"[^"\t\n]*"(?=[^"\t\r\n])', re.MULTILINE)

# Fields are bounded here by the lines that the reader is fed.
csv.field_size_limit(sys.maxsize)


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table."""

    line: int  # the number of its first line in the file; for Parquet, the number of the row. Both begin with 1.
    values: Mapping[str, Any] = field(default_factory=dict)  # its values, by column name; empty if unreadable
    problem: str | None = None  # why it cannot be read, as words to follow its name
    part: int = 0  # its number among the articles on the line, from 1; 0 if there is only one


def is_json(head: bytes) -> bool:
    """Return True if the first bytes of a file are those of JSON with objects or lists."""
    wide = wide_encoding(head)
    if wide is not None:
        head = head.decode(wide, "replace").encode("utf-8", "replace")
    return _JSON_START.match(head) is not None


def json_rows(stream: IO[bytes], max_bytes: int) -> Iterator[Row]:
    """Yield the objects of a JSON file: one a line, those of one list, or those printed over several lines.

    An object has at most `max_bytes`; its texts are shorter, as JSON escapes them.
    """
    sample = stream.read(SAMPLE)
    stream = replayed(sample, stream)
    if not sample.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{"):
        yield from _json_values(stream, encoding_of(sample), max_bytes)
        return
    head = stream.readline(max_bytes + 1)
    first = _json_row(1, head.removeprefix(b"\xef\xbb\xbf").strip()) if len(head) <= max_bytes else Row(1)
    if first.values or first.problem == _TOO_MANY:
        yield first
        yield from _json_lines(stream, max_bytes)
    else:
        yield from _json_values(replayed(head, stream), encoding_of(sample), max_bytes)


def _json_lines(stream: IO[bytes], max_bytes: int) -> Iterator[Row]:
    """Yield the objects from the second line on; blank lines are skipped."""
    for number, line in enumerate(bounded_lines(stream, max_bytes), 2):
        if isinstance(line, int):
            yield Row(number, problem=f"is a line of {line:,} bytes: raise the limit with --max-bytes")
        elif text := line.strip():
            yield _json_row(number, text)


def _json_values(stream: IO[bytes], encoding: str, most: int) -> Iterator[Row]:
    """Yield the objects of a list, or objects one after the other, wherever their lines end."""
    text = _decoded(stream, encoding)
    parse = json.JSONDecoder(strict=False).raw_decode
    buffer, at, line, between = "", 0, 1, _BLANKS_OR_LIST
    before = part = 0
    while True:
        begin = found.end() if (found := between.match(buffer, at)) else at
        line += buffer.count("\n", at, begin)
        at, reason = begin, "it ends early"
        if buffer.startswith("]", at):
            return
        if begin < len(buffer) and (len(buffer) - at < _MOST_SIGNS or _signs(buffer[at:]) <= _MOST_SIGNS):
            between = _BETWEEN_VALUES
            try:
                values, end = parse(buffer, at)
            except RecursionError:
                yield Row(line, problem="is nested too deep: write one article an object")
                return
            except ValueError as error:
                reason = str(error).partition(":")[0]
            else:
                part = part + 1 if line == before else 1
                yield replace(_checked(line, values), part=part if part > 1 else 0)
                before = line
                line += buffer.count("\n", at, end)
                at = end
                continue
        more = text.read(max(SAMPLE, len(buffer) - at)) if len(buffer) - at <= most else ""
        if not more:
            if at < len(buffer):
                large = f"is one object larger than {most:,} characters: write its articles one a line with `jq -c`"
                broken = f"is broken JSON ({reason}): export it again"
                yield Row(line, problem=large if len(buffer) - at > most else broken)
            return
        buffer, at = buffer[at:] + more, 0


def _decoded(stream: IO[bytes], encoding: str, newline: str | None = None) -> io.TextIOWrapper:
    """Return a file as text; bytes outside UTF-8 are decoded as surrogate halves, and encoded back unchanged."""
    name, errors = ("utf-8-sig", "surrogateescape") if encoding == "utf-8" else (encoding, "replace")
    return io.TextIOWrapper(stream, name, errors, newline)


def _signs(text: bytes | str) -> int:
    signs, escaped = (_SIGNS, b'\\"') if isinstance(text, bytes) else (_SIGNS_OF_TEXT, '\\"')
    return sum(map(text.count, signs)) - text.count(escaped)  # type: ignore[arg-type]


def _json_row(number: int, text: bytes) -> Row:
    if _signs(text) > _MOST_SIGNS:
        return Row(number, problem=_TOO_MANY)
    try:
        return _checked(number, json.loads(text))
    except (ValueError, RecursionError) as error:
        reason = "nested too deep" if isinstance(error, RecursionError) else str(error).partition(":")[0]
        return Row(number, problem=f"is not a JSON object ({reason}): write one object a line")


def _checked(number: int, values: Any) -> Row:
    if isinstance(values, list) and values and isinstance(values[0], dict | list):
        values = {"": values}
    if not isinstance(values, dict):
        return Row(number, problem="is not a JSON object: write one object a line")
    if len(values) > MOST_COLUMNS:
        return Row(number, problem=f"has more than {MOST_COLUMNS:,} fields: write one article a line")
    return Row(number, values)


def sqlite_rows(stream: IO[bytes], chosen: Callable[[Sequence[str]], int], max_bytes: int) -> Iterator[Row]:
    """Yield the rows of the table in a database that is most like a corpus. The database is opened read-only.

    `chosen` returns how many fields of an article are among the columns of a table. Raises ValueError if no table has
    any, or the database is damaged.
    """
    import sqlite3

    name = getattr(stream, "name", None)
    if not isinstance(name, str):
        raise ValueError("an SQLite database cannot be read from a pipe")  # noqa: TRY004 - told to the user
    with closing(sqlite3.connect(f"{Path(name).resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as database:
        database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, max_bytes)
        database.execute("PRAGMA trusted_schema = OFF")
        database.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
        try:
            names = [each for (each,) in database.execute(_TABLES).fetchmany(MOST_COLUMNS)]
            if {"articles", "embeds", "printings"} <= {*names}:
                raise ValueError("it is an archive of voxpop: use `voxpop merge`")
            quoted = ['"' + each.replace('"', '""') + '"' for each in names]
            columns = {each: [row[1] for row in database.execute(f"PRAGMA table_info({each})")] for each in quoted}
            best = max(quoted, key=lambda each: chosen(columns[each]), default=None)
            if best is None or not chosen(columns[best]):
                raise ValueError("no table has a text, a page or a URL in each row")
            for number, row in enumerate(database.execute(f"SELECT * FROM {best}"), 1):  # noqa: S608 - quoted
                yield Row(number, dict(zip(columns[best], row, strict=True)))
        except sqlite3.Error as error:
            raise ValueError(str(error)) from error


_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'create table%' ORDER BY name"


def parquet_rows(stream: IO[bytes], wanted: Sequence[str], max_bytes: int) -> Iterator[Row]:
    """Yield some columns of a seekable Parquet file by row; a value of more than `max_bytes` makes it a problem.

    A file of some kB can contain gigabytes, because a text shared by all rows is stored once. So texts are read as
    dictionaries, and one row at a time is built from them once its size is known. Raises ValueError, OSError or
    NotImplementedError for a file that is damaged, or of a kind that pyarrow cannot read.
    """
    import pyarrow.parquet as pq

    about = pq.read_metadata(stream)
    stream.seek(0)
    leaves = [leaf for leaf in map(about.schema.column, range(about.num_columns)) if leaf.physical_type == "BYTE_ARRAY"]
    texts = [leaf.path for leaf in leaves if leaf.logical_type.type in {"STRING", "NONE"}]
    _check_growth(about, wanted)
    with pq.ParquetFile(stream, buffer_size=1 << 20, read_dictionary=texts) as table:
        number = 0
        for batch in table.iter_batches(batch_size=_BATCH, columns=list(wanted), use_threads=False):
            batch.validate(full=True)  # dictionary indexes of a damaged file may be out of range
            columns = {name: _Values(column, max_bytes) for name, column in _to_microseconds(batch)}
            for row in range(batch.num_rows):
                number += 1
                try:
                    yield Row(number, {name: column.value(row) for name, column in columns.items()})
                except OverflowError as error:
                    yield Row(number, problem=str(error))


def _check_growth(about: Any, wanted: Sequence[str]) -> None:
    """Raise `ValueError` for a file with a piece that unpacks to much more than texts do."""
    for group in map(about.row_group, range(about.num_row_groups)):
        for chunk in map(group.column, range(group.num_columns)):
            size = chunk.total_uncompressed_size
            is_hostile = size > _LARGE_PIECE and size > _MOST_GROWTH * chunk.total_compressed_size
            if is_hostile and chunk.path_in_schema.partition(".")[0] in wanted:
                raise ValueError(f"it unpacks to {size:,} bytes")


class _Values:
    """A column of a few rows with texts as dictionaries; each value is built when its size is known."""

    def __init__(self, column: Any, max_bytes: int) -> None:
        import pyarrow as pa
        import pyarrow.compute as pc

        self._column = column
        self._max_bytes = max_bytes
        kind = column.type
        self._is_list = pa.types.is_list(kind) and pa.types.is_dictionary(kind.value_type)
        self._is_text = pa.types.is_dictionary(kind)
        held = column.values if self._is_list else column
        has_sizes = self._is_list or self._is_text
        self._sizes: list[int | None] = pc.binary_length(held.dictionary).to_pylist() if has_sizes else []

    def value(self, row: int) -> Any:
        """Return the value of a row; raise OverflowError if it is too large."""
        found = self._column[row]
        if not found.is_valid:
            return None
        if self._is_list:
            places = found.values.indices.to_pylist()
            self._check(sum(self._sizes[place] or 0 for place in places if place is not None))
        elif self._is_text:
            self._check(self._sizes[found.index.as_py()] or 0)
        return found.as_py()

    def _check(self, size: int) -> None:
        if size > self._max_bytes:
            raise OverflowError(f"is larger than {self._max_bytes:,} bytes: raise the limit with --max-bytes")


def _to_microseconds(batch: Any) -> Iterator[tuple[str, Any]]:
    """Yield the names and columns of a batch, with times in Python's precision: pandas writes nanoseconds."""
    import pyarrow as pa

    for name, kind, column in zip(batch.schema.names, batch.schema.types, batch.columns, strict=True):
        is_time = pa.types.is_timestamp(kind)
        yield name, column.cast(pa.timestamp("us", kind.tz), safe=False) if is_time else column


def parquet_columns(stream: IO[bytes]) -> tuple[list[str], bool]:
    """Return the columns of a Parquet file, and True if some hold objects; raise like `parquet_rows`."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pq.read_schema(stream)
    return list(schema.names), any(map(pa.types.is_struct, schema.types))


@dataclass(frozen=True, slots=True)
class Dialect:
    """The format of a CSV file: `quoting` is a constant of `csv`, `skipped` the number of lines before the header.

    `escape` is the sign before quotation marks within cells, if they are not doubled; blanks may precede cells.
    """

    encoding: str
    delimiter: str
    quoting: Literal[0, 3]
    skipped: int
    escape: str | None = None
    has_blanks: bool = False


def dialect_of(sample: bytes) -> Dialect:
    """Detect the format of a CSV file by its first bytes: the delimiter that gives the most header cells.

    Tabs may separate cells that begin with a quotation mark of the text (``"Never," she said``): such a file
    does not quote cells.
    """
    encoding = encoding_of(sample)
    text = sample.decode(encoding, "replace").removeprefix("\ufeff")
    named = _NAMED_DELIMITER.match(text)
    header = text[named.end() if named else 0 :].partition("\n")[0]
    delimiter = named[1] if named else max(_DELIMITERS, key=header.count)
    is_bare = delimiter == "\t" and _QUOTE_OF_TEXT.search(text) is not None
    quoting: Literal[0, 3] = csv.QUOTE_NONE if is_bare else csv.QUOTE_MINIMAL
    # A cell may also end with a backslash: only one before a quotation mark within a cell escapes.
    has_escapes = not is_bare and '""' not in text and re.search(rf'\\"[^{re.escape(delimiter)}\r\n]', text)
    escape = "\\" if has_escapes else None
    has_blanks = f'{delimiter} "' in text and f'{delimiter}"' not in text
    return Dialect(encoding, delimiter, quoting, 1 if named else 0, escape, has_blanks)


def csv_header(head: bytes) -> tuple[str, ...]:
    """Return the names in the header of a CSV file, by its first bytes; none if they are too long."""
    dialect = dialect_of(head)
    text = head.decode(dialect.encoding, "replace").removeprefix("\ufeff")
    lines = text.split("\n", dialect.skipped + 1)[dialect.skipped :]
    try:
        names = next(csv.reader(lines[:1], delimiter=dialect.delimiter), [])
    except csv.Error:  # a lone carriage return, or a NUL, outside quotation marks
        return ()
    return tuple(names) if all(len(name) <= _LONGEST_NAME for name in names) else ()


class CsvRows:
    """The rows of a CSV file.

    For an oversized row only the signs that delimit it are fed to `csv.reader`, to find its end. A row without an end
    within a multiple of the limit ends the reading. If `numbered`, the first line is a row, and the columns are named
    by their numbers, from 1. `problem` says why the first line is not a header; `max_bytes` counts characters.
    """

    def __init__(self, stream: IO[bytes], dialect: Dialect, max_bytes: int, *, numbered: bool = False) -> None:
        self._text, self._dialect, self._most = _decoded(stream, dialect.encoding, newline=""), dialect, max_bytes
        self._number, self._left = 0, max_bytes * _PATIENCE
        for _ in range(dialect.skipped):
            self._number += bool(self._text.readline(SAMPLE))
        #: Of the current row: the number of its first line, its characters so far, its lines; whether the end of the
        #: text, or the limit for its end, was reached within it.
        self._begin, self._size, self._row, self._is_over = self._number + 1, 0, list[str](), False
        self._waiting: list[str] = []
        self._reader = self._fresh_reader()
        self.columns: list[str] = []
        cells, self.problem = self._read() or ([], None)
        self.columns = [] if self.problem or len(cells) > MOST_COLUMNS else cells
        self._first = [cells] if numbered and self.columns else []
        self.columns = [str(number) for number, _ in enumerate(cells, 1)] if self._first else self.columns
        if len(cells) > MOST_COLUMNS:
            self.problem = f"has {len(cells):,} columns: at most {MOST_COLUMNS:,} are read"

    def __iter__(self) -> Iterator[Row]:
        for cells in self._first:
            yield Row(self._begin, dict(zip(self.columns, cells, strict=True)))
        while (found := self._read()) is not None:
            cells, problem = found
            begin = self._begin
            if problem is not None:
                yield Row(begin, problem=problem)
                self._read_again()
                self._reader = self._fresh_reader()
            elif len(cells) == len(self.columns):
                yield Row(begin, dict(zip(self.columns, cells, strict=True)))
            elif cells:
                reason = f"has {len(cells):,} cells and the header {len(self.columns):,}: put the text in quotes"
                yield Row(begin, problem=reason)

    def _fresh_reader(self) -> Any:
        how, lines = self._dialect, self._lines()
        if how.escape is not None:  # all others are backslashes of the text
            lone = re.compile(rf'\\(?=[^"\\\r\n{re.escape(how.delimiter)}])')
            lines = (lone.sub(r"\\\g<0>", line) for line in lines)
        return csv.reader(
            lines,
            delimiter=how.delimiter,
            quoting=how.quoting,
            escapechar=how.escape,
            doublequote=how.escape is None,
            skipinitialspace=how.has_blanks,
        )

    def _read(self) -> tuple[list[str], str | None] | None:
        """Return the next row and its problem, if any; None at the end."""
        self._begin, self._size, self._is_over = self._number + 1, 0, False
        self._row.clear()
        cells: list[str] | None = next(self._reader, None)
        if cells is None:
            return None
        if self._is_over:
            return [], "opens a quotation mark that is never closed: close it, or double it within the text"
        if self._size > self._most:
            return [], f"is larger than {self._most:,} bytes: raise the limit with --max-bytes"
        while len(cells) > len(self.columns) > 0 and not cells[-1]:
            cells.pop()
        return cells, None

    def _read_again(self) -> None:
        """Requeue the lines after the first one of a row as separate rows, if they are known."""
        if self._is_over and self._size <= min(self._most, self._left):
            self._left -= self._size
            self._waiting.extend(reversed(self._row[1:]))
            self._number = self._begin

    def _lines(self) -> Iterator[str]:
        while self._size <= self._most * _PATIENCE and (line := self._line()):
            self._number += 1
            yield line
        self._is_over = True

    def _line(self) -> str:
        """Return the next line, or the signs of one that makes the row too large; empty at the end."""
        line = self._waiting.pop() if self._waiting else self._text.readline(self._most + 1)
        self._size += len(line)
        if not line or self._size <= self._most:
            self._row.append(line)
            return line
        self._row.clear()
        signs = [_BETWEEN_SIGNS.sub("", line)]
        while line and not line.endswith(("\n", "\r")) and self._size <= self._most * _PATIENCE:
            line = self._text.readline(SAMPLE)
            self._size += len(line)
            signs.append(_BETWEEN_SIGNS.sub("", line))
        return "".join(signs) or "\n"
