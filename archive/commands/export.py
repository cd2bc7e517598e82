"""``voxpop export``: export a table or query as CSV, JSON lines, Parquet or an Excel file.

Rows are streamed in one transaction: the file is a consistent snapshot, and an archive of any size can be
exported.
"""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from importlib.util import find_spec
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from archive.captures.lazy import captures_beside
from archive.commands.shared import (
    CAPTURES,
    DATABASE,
    FORCE,
    PARAMETERS,
    QUIET,
    ChangingLine,
    complete_questions,
    complete_tables,
    end,
    print_message,
)
from archive.humanize import counted, sized
from archive.outputs import CREATOR, Kept, is_package, is_table, written_whole
from archive.spreadsheets import harmless
from archive.stopping import LongCommand
from scraper.configuration import queries
from scraper.errors import ArchiveError, SettingsError, VoxpopError
from scraper.patterns import lazy_regex
from scraper.values.handles import fold_handle
from scraper.values.spelling import fold_spelling

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import BinaryIO

    from archive.reading import Query, Reader, Request
    from archive.store.erasures.shield import Secret

    Row = tuple[Any, ...]


# Exports for sharing: ids only, or reactions with pseudonyms.

#: Exported columns of a reaction; those in `_ASIDE` are only read to find names.
_COLUMNS = (
    "kind", "article", "title", "outlet", "published_at", "article_url", "post", "quote", "platform",
    "author", "text", "posted_at", "form", "position", "first_seen", "last_seen", "gone_at",
)  # fmt: skip
_ASIDE = ("handle", "name")
_ADDRESS = lazy_regex(r"(?:https?://|pic\.(?:twitter|x)\.com/|t\.co/|www\.)\S+", re.IGNORECASE)
_HANDLE = lazy_regex(r"(?<!\w)[@＠](?P<handle>\w[\w.-]*(?:@[\w.-]+)?)")
_DAY = len("2024-05-06")


@dataclass(frozen=True, slots=True)
class Pseudonyms:
    """Pseudonyms of people, for one export, or for all exports with the archive's key of erasures."""

    secret: Secret

    def redacted(self, names: list[str], row: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return a row of `_COLUMNS` without names."""
        values = dict(zip(names, row, strict=True))
        handle, name, platform = (values.pop(key) for key in (*_ASIDE, "platform"))
        person = self._author(values["author"], name)
        values["text"] = self._text(values["text"], platform, [handle, name], person)
        values["author"] = person
        values["post"] = self._pseudonym("post", values["post"]) if values["post"] else None
        # The exact time of a tweet is most of its id.
        values["posted_at"] = values["posted_at"][:_DAY] if values["posted_at"] else None
        return tuple(platform if column == "platform" else values[column] for column in _COLUMNS)

    def _author(self, author: str | None, name: str | None) -> str | None:
        """Return the pseudonym of an author; a phrase without capitals, such as "one fan", stays."""
        if author:
            return self._pseudonym("person", author)
        if not name or name == name.lower():
            return name
        return self._pseudonym("person", f"~{fold_spelling(name)}")

    def _text(self, text: str | None, platform: str | None, own: list[str | None], person: str | None) -> str | None:
        if not text:
            return text
        text = _ADDRESS.sub("[link]", text)
        for name in filter(None, own):
            if name != person:
                text = re.sub(rf"(?<!\w)[@＠]?{re.escape(name)}(?!\w)", f"@{person}", text, flags=re.IGNORECASE)
        return _HANDLE.sub(lambda found: self._mentioned(found["handle"], platform, person), text)

    def _mentioned(self, handle: str, platform: str | None, person: str | None) -> str:
        """Return the pseudonym of a handle; the author's, which is already in the text, stays."""
        if person and (handle == person or handle.startswith((f"{person}.", f"{person}-"))):
            return f"@{handle}"
        kept = handle.rstrip(".-")
        who = self._pseudonym("person", f"{platform or ''}:{fold_handle(kept)}")
        return f"@{who}{handle[len(kept) :]}"

    def _pseudonym(self, kind: str, key: str) -> str:
        return f"{kind}-{self.secret.of('pseudonym', kind, key)[:12]}"


# Captures of selected articles in one WACZ file.


def write_wacz(  # noqa: PLR0913 -- the options of the command
    db: Reader, request: Request, output: str | None, folder: Path | None, *, force: bool = False, quiet: bool = False
) -> int:
    """Write the captures of the selected articles, by default of all, as WACZ; return 1 if some are missing, else 0."""
    if output in {None, "-"}:
        raise click.UsageError("--wacz writes a file: name it with -o.")
    target = Path(str(output))
    kept = Kept.of(db.path, folder)
    with written_whole(target, kept, is_package, force=force) as unfinished:
        missing, summary = _write(db, request, unfinished, folder or captures_beside(db.path), target.stem)
        size = unfinished.stat().st_size
    if not quiet:
        click.echo(f"{output}: {summary}, {sized(size)}", err=True)
    return VoxpopError.exit_code if missing else 0


def _write(db: Reader, request: Request, path: Path, folder: Path, title: str) -> tuple[Counter[tuple[str, str]], str]:
    """Return the numbers of missing captures by file and reason, and a summary."""
    from archive.evidence.selected import captures_of, query_of
    from archive.evidence.wacz import Package
    from archive.reading import reading_errors

    missing = Counter[tuple[str, str]]()
    if request.where and not request.table:
        request = replace(request, table="articles")
    query = query_of(db, request)
    line = ChangingLine()
    with path.open("wb") as out, Package(out, title) as package, reading_errors():
        found = captures_of(db, query, folder, lambda file, reason: missing.update([(file, reason)]))
        for capture in line.count(found, "capture"):
            package.add(capture)
        summary = f"{counted(package.records, 'capture')} of {counted(package.articles, 'article')}"
        records = package.records
    for (file, reason), number in missing.items():
        print_message(f"{file}: {reason}: {counted(number, 'capture')} left out")
    if not records:
        raise ArchiveError(f"{db.path}: no capture of these articles can be read: nothing is written")
    return missing, summary


#: Limits of Excel: rows of a sheet, characters of a cell, and integers that it stores exactly.
_SHEET_ROWS, _CELL, _EXACT = 1_048_576, 32_767, 10**15
#: Rows in one row group of a Parquet file.
ROWS_IN_A_GROUP = 20_000


@click.command(cls=LongCommand)
@DATABASE
@click.option(
    "--format",
    "file_format",
    type=click.Choice(["csv", "ndjson", "parquet", "xlsx"]),
    default="csv",
    help="Output format; parquet and xlsx need the extras voxpop[parquet] and voxpop[xlsx].",
)
@click.option(
    "--table", metavar="NAME", show_default="reactions", shell_complete=complete_tables, help="Table or view to export."
)
@click.option("--where", metavar="SQL", help="SQL condition for the rows, such as \"platform = 'x'\".")
@click.option("--sql", metavar="SQL", help="Export the result of a SELECT statement.")
@click.option(
    "--question",
    metavar="NAME",
    shell_complete=complete_questions,
    help="Export the result of a prepared question; a wrong name lists them all.",
)
@PARAMETERS
@click.option(
    "--timeout",
    metavar="SECONDS",
    type=click.IntRange(min=1),
    default=600,
    help="Time limit of --where, --sql and --question.",
)
@click.option("-o", "--output", metavar="FILE", type=click.Path(dir_okay=False), help="Output file [default: stdout].")
@FORCE
@click.option("--bom", is_flag=True, help="Begin CSV with a byte order mark, so that Excel reads it as UTF-8.")
@click.option("--formulas", is_flag=True, help="Don't disarm CSV cells that look like formulas.")
@click.option(
    "--wacz",
    is_flag=True,
    help="Export the captures of the articles selected by --where or named in the rows, as a WACZ file.",
)
@click.option("--dehydrated", is_flag=True, help="Export only the ids of embedded posts, without their content.")
@click.option("--redacted", is_flag=True, help="Export the reactions with pseudonyms instead of names. Not anonymous.")
@CAPTURES
@QUIET
def export(  # noqa: PLR0913 - one argument per option
    database: str,
    *,
    file_format: str,
    table: str | None,
    where: str | None,
    sql: str | None,
    question: str | None,
    parameters: tuple[tuple[str, str], ...],
    timeout: int,
    output: str | None,
    force: bool,
    bom: bool,
    formulas: bool,
    wacz: bool,
    dehydrated: bool,
    redacted: bool,
    captures: Path | None,
    quiet: bool,
) -> None:
    """Export a table or query as CSV, JSON lines or Parquet.

    DB is opened read-only.

    \b
    Example:
      voxpop export reactions.db --format ndjson | jq .text
      voxpop export reactions.db --table posts --where "platform = 'bluesky'" -o posts.csv
      voxpop export reactions.db --question posts_of_hashtag -p hashtag StormAlva
      voxpop export reactions.db --sql "SELECT outlet, count(*) FROM articles GROUP BY 1"
      voxpop export reactions.db --dehydrated -o ids.csv
      voxpop export reactions.db --wacz --where "outlet = 'The Herald'" -o herald.wacz
    """
    from archive.reading import Request, reader
    from archive.store.database import note_on_age

    if (note := note_on_age(database)) and not quiet:
        print_message(note)
    write = _writer(file_format, formulas=formulas, bom=bom)
    if dehydrated + redacted + wacz > 1:
        raise click.UsageError("--dehydrated, --redacted and --wacz are different files: leave all but one out.")
    if (dehydrated or redacted) and any((table, sql, question, dehydrated and where)):
        raise click.UsageError(
            "--dehydrated and --redacted have their own columns: leave --table, --sql and --question out, "
            "and --where with --dehydrated."
        )
    request = Request(table=table, where=where, sql=sql, question=question, parameters=dict(parameters))
    is_bounded = any((where, sql, question))
    with reader(database, seconds=timeout if is_bounded else None) as db:
        if wacz:
            end(write_wacz(db, request, output, captures, force=force, quiet=quiet))
        answer = _answer(db, request, dehydrated=dehydrated, redacted=redacted)
        kept, is_ours = Kept.of(database, captures), is_table(file_format, answer.known_columns)
        with _opened(output, kept, is_ours, force=force) as out:
            write(answer, out)


def _answer(db: Reader, request: Request, *, dehydrated: bool, redacted: bool) -> _Answer:
    """Return the rows to export, and print what those for sharing don't protect."""
    from archive.reading import Query
    from archive.store.erasures.shield import Secret, key_file, read_secret

    query = request.query(db)
    if dehydrated:
        (left_out,) = db.connection.execute(queries("commands")["posts_without_id"]).fetchone()
        print_message(
            f"anyone can look up posts that are still public, and their authors, by these ids; "
            f"left out: {counted(left_out, 'embed')} of posts without an id"
        )
        return _Answer(db, Query(queries("commands")["ids"]))
    if not redacted:
        return _Answer(db, query)
    known = read_secret(file := key_file(db.path))
    alike = f"the same in all exports with the key {file}" if known else "only for this export"
    print_message(
        f"this is not anonymous: a search engine finds the author of a text, and the articles print names; "
        f"the pseudonyms are {alike}"
    )
    columns = query.inside(f"SELECT {', '.join((*_COLUMNS, *_ASIDE))}")
    return _Answer(db, columns, Pseudonyms(known or Secret.made()))


@dataclass(frozen=True, slots=True)
class _Answer:
    reader: Reader
    query: Query
    pseudonyms: Pseudonyms | None = None

    def rows(self) -> tuple[list[str], Iterator[Row]]:
        cursor = self.reader.rows(self.query)
        names, rows = [name for name, *_ in cursor.description], self._read(cursor)
        if self.pseudonyms is None:
            return names, rows
        redacted = partial(self.pseudonyms.redacted, names)
        return list(_COLUMNS), map(redacted, rows)

    def known_columns(self) -> set[str]:
        """Return the names of the columns of the result, and of all tables and views."""
        from archive.reading import Query

        tables = [Query(f'SELECT * FROM "{table}"') for table in self.reader.tables()]  # noqa: S608 - our own names
        return {name for query in (self.query, *tables) for name in self.reader.names(query)}

    def kind_of(self, column: str) -> str:
        """Return SQLite's type of the first value that is not null."""
        quoted = column.replace('"', '""')
        first = self.query.inside(f'SELECT typeof("{quoted}")', f'WHERE "{quoted}" IS NOT NULL LIMIT 1')
        found = self.reader.rows(first).fetchone()
        return str(found[0]) if found else "text"

    @staticmethod
    def _read(cursor: Iterable[Row]) -> Iterator[Row]:
        from archive.reading import reading_errors

        with reading_errors():
            for row in cursor:  # noqa: UP028 -- `yield from` would close the cursor, perhaps after its database
                yield row


def _writer(name: str, *, formulas: bool, bom: bool) -> Callable[[_Answer, BinaryIO], None]:
    if name == "csv":
        return lambda answer, out: _write_csv(answer, out, formulas=formulas, bom=bom)
    if name == "ndjson":
        return _write_ndjson
    write, shown, package = _WITH_EXTRAS[name]
    if find_spec(package.lower()) is None:  # reported before a file is opened
        raise SettingsError(f"{shown} needs {package}: install voxpop with the extra, `voxpop[{name}]`")
    return write


def _write_xlsx(answer: _Answer, out: BinaryIO) -> None:
    """Write one sheet, with formulas and links as text; cells are cut at Excel's limit."""
    from xlsxwriter import Workbook

    from archive.reading import QueryError

    names, rows = answer.rows()
    with Workbook(out, {"constant_memory": True}) as book:
        book.set_properties({"author": CREATOR})
        sheet = book.add_worksheet("voxpop")
        for number, row in enumerate(chain([names], rows)):
            if number == _SHEET_ROWS:
                raise QueryError(f"a sheet has at most {_SHEET_ROWS:,} rows: narrow the selection, or export CSV")
            for column, value in enumerate(row):
                if isinstance(value, int | float) and abs(value) < _EXACT:
                    sheet.write_number(number, column, value)
                elif value is not None:
                    sheet.write_string(number, column, _text(value)[:_CELL])


def _write_csv(answer: _Answer, out: BinaryIO, *, formulas: bool, bom: bool) -> None:
    """Write RFC 4180 with a header, UTF-8."""
    names, rows = answer.rows()
    text = io.TextIOWrapper(out, "utf-8-sig" if bom else "utf-8", newline="", write_through=True)
    writer = csv.writer(text)
    writer.writerow(names)
    for row in rows:
        writer.writerow(row if formulas else map(harmless, row))
    text.detach()


def _write_ndjson(answer: _Answer, out: BinaryIO) -> None:
    names, rows = answer.rows()
    for row in rows:
        line = json.dumps(dict(zip(names, row, strict=True)), ensure_ascii=False, default=bytes.hex)
        out.write(line.encode("utf-8", "replace") + b"\n")


def _write_parquet(answer: _Answer, out: BinaryIO) -> None:
    """Write row groups; a column is int64, float64 or text, by its first value."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    names, rows = answer.rows()
    first = list(islice(rows, ROWS_IN_A_GROUP))
    kinds = {"integer": pa.int64(), "real": pa.float64()}
    known = (_kind_in(first, index) or answer.kind_of(name) for index, name in enumerate(names))
    schema = pa.schema([(name, kinds.get(kind, pa.string())) for name, kind in zip(names, known, strict=True)])
    with pq.ParquetWriter(out, schema, compression="zstd") as writer:
        every = chain(first, rows)
        for group in iter(lambda: list(islice(every, ROWS_IN_A_GROUP)), []):
            columns = zip(zip(*group, strict=True), schema, strict=True)
            arrays = [pa.array(_alike(values, field), field.type) for values, field in columns]
            writer.write_table(pa.Table.from_arrays(arrays, schema=schema))


def _kind_in(rows: list[Row], index: int) -> str | None:
    """Return the type of the first value of a column; None if all are null."""
    value = next((row[index] for row in rows if row[index] is not None), None)
    if value is None:
        return None
    return {int: "integer", float: "real"}.get(type(value), "text")


def _alike(values: tuple[Any, ...], field: Any) -> list[Any]:
    """Convert the values of a column to its type; SQL may mix numbers and texts."""
    from archive.reading import QueryError

    if str(field.type) == "string":
        return [value if isinstance(value, str | None) else _text(value) for value in values]
    numbers = (int,) if str(field.type) == "int64" else (int, float)
    if not all(value is None or isinstance(value, numbers) for value in values):
        raise QueryError(f"the column {field.name} holds values of several kinds: cast it to text in the SQL")
    return list(values)


def _text(value: Any) -> str:
    return value.hex() if isinstance(value, bytes) else str(value)


_WITH_EXTRAS = {"xlsx": (_write_xlsx, "xlsx", "XlsxWriter"), "parquet": (_write_parquet, "Parquet", "pyarrow")}


@contextmanager
def _opened(output: str | None, kept: Kept, is_ours: Callable[[Path], bool], *, force: bool) -> Iterator[BinaryIO]:
    """Open stdout, or a file that gets its name when complete."""
    if output in {None, "-"}:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    with written_whole(str(output), kept, is_ours, force=force) as path, path.open("wb") as out:
        yield out
