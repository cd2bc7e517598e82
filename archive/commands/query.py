"""``voxpop query``, ``search`` and ``show``: read an archive in the terminal."""

from __future__ import annotations

import csv
import io
import json
import sys
import unicodedata
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from archive.characters import disclosed
from archive.commands.shared import DATABASE, PARAMETERS, print_message
from archive.humanize import counted
from archive.spreadsheets import harmless
from archive.stopping import LongCommand
from scraper.configuration import queries
from scraper.errors import ArchiveError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    Row = Mapping[str, Any]

_KINDS = ("post", "quote", "article")
#: Columns of the terminal that one cell of a table may take.
_WIDEST = 80
_TIMEOUT = click.option("--timeout", metavar="SECONDS", type=click.IntRange(min=1), default=60, help="Time limit.")
_AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")


@click.command(cls=LongCommand)
@DATABASE
@click.argument("sql", metavar="SQL")
@PARAMETERS
@click.option("-t", "--table", "form", flag_value="table", default="table", help="Print a table with shortened texts.")
@click.option("--csv", "form", flag_value="csv", help="Print CSV with a header.")
@click.option("--json", "form", flag_value="json", help="Print a JSON array of objects.")
@click.option("--jsonl", "--nl", "form", flag_value="jsonl", help="Print one JSON object a line.")
@click.option("--limit", metavar="N", type=click.IntRange(min=0), default=1000, help="Print at most N rows; 0 for all.")
@_TIMEOUT
def query(  # noqa: PLR0913 - one argument per option
    database: str, sql: str, *, parameters: tuple[tuple[str, str], ...], form: str, limit: int, timeout: int
) -> None:
    """Run an SQL query and print its rows.

    SQL is one SELECT statement; DB is opened read-only. For whole tables and files, see `voxpop export`.

    \b
    Example:
      voxpop query reactions.db "SELECT outlet, count(*) FROM articles GROUP BY 1"
      voxpop query reactions.db "SELECT * FROM posts WHERE text LIKE :like" -p like "%pier%" --csv > pier.csv
    """
    from archive.reading import Request, reader, reading_errors

    with reader(database, seconds=timeout) as db, reading_errors():
        cursor = db.rows(Request(sql=sql, parameters=dict(parameters)).query(db))
        names = [name for name, *_ in cursor.description]
        rows = list(islice(cursor, limit or None))
        is_cut = limit > 0 and cursor.fetchone() is not None
    _print_lines(_lines(names, rows, form))
    if is_cut:
        print_message(f"{counted(limit, 'row')} shown, there are more: raise --limit, or use `voxpop export --sql`")


def _is_terminal() -> bool:
    return sys.stdout.isatty()


def _print_lines(lines: Iterable[str]) -> None:
    """Print lines; on a terminal, with controls and invisible characters made visible."""
    shown = disclosed if _is_terminal() else str
    for line in lines:
        click.echo(shown(line))


def _lines(names: list[str], rows: list[tuple[Any, ...]], form: str) -> Iterator[str]:
    if form == "table":
        yield from table_of(names, rows)
    elif form == "csv":
        for row in (names, *rows):
            text = io.StringIO()
            csv.writer(text, lineterminator="\n").writerow(map(harmless, row))
            yield text.getvalue()[:-1]
    else:
        found = [json.dumps(dict(zip(names, row, strict=True)), ensure_ascii=False, default=bytes.hex) for row in rows]
        yield from found if form == "jsonl" else ["[" + ",\n ".join(found) + "]"]


def table_of(names: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> Iterator[str]:
    """Yield the lines of a table; numbers are aligned to the right, long texts shortened.

    >>> print(*table_of(["name", "n"], [("Mira", 2), ("東京", 10), (None, None)]), sep="\\n")
    name   n
    ----  --
    Mira   2
    東京  10
    <BLANKLINE>
    """
    cells = [[_cell(value) for value in row] for row in rows]
    widths = [max(map(_width, column)) for column in zip(names, *cells, strict=True)]
    right = [
        any(value is not None for value in column) and all(isinstance(value, int | float | None) for value in column)
        for column in zip(*rows, strict=True)
    ] or [False] * len(names)
    for row in (names, ["-" * width for width in widths], *cells):
        padded = (
            " " * (width - _width(cell)) * is_number + cell + " " * (width - _width(cell)) * (not is_number)
            for cell, width, is_number in zip(row, widths, right, strict=True)
        )
        yield "  ".join(padded).rstrip()


def _cell(value: Any) -> str:
    if value is None:
        return ""
    text = disclosed(" ".join(str(value.hex() if isinstance(value, bytes) else value)[: 4 * _WIDEST].split()))
    if _width(text) <= _WIDEST:
        return text
    while _width(text) >= _WIDEST:
        text = text[: len(text) - 1]
    return f"{text}…"


def _width(text: str) -> int:
    return sum(
        0 if unicodedata.category(sign) in {"Mn", "Me", "Cf"} else 1 + (unicodedata.east_asian_width(sign) in "WF")
        for sign in text
    )


# The work of `voxpop search`.


@click.command(cls=LongCommand)
@DATABASE
@click.argument("words", metavar="WORDS...", nargs=-1, required=True)
@click.option("--in", "kinds", type=click.Choice(_KINDS), multiple=True, help="Search only posts, quotes or articles.")
@click.option(
    "--limit", metavar="N", type=click.IntRange(min=1), default=20, help="Print at most N results of each kind."
)
@_AS_JSON
@_TIMEOUT
def search(  # noqa: PLR0913 - one argument per option
    database: str, words: tuple[str, ...], *, kinds: tuple[str, ...], limit: int, as_json: bool, timeout: int
) -> None:
    """Search posts, quotes and articles for words.

    Prints posts, quotes and articles that contain all WORDS, newest first. As on the pages, a star ends a
    prefix, and AND, OR, NOT and "phrases" work. `voxpop show DB ID` prints one result in full.

    \b
    Example:
      voxpop search reactions.db closed pier
      voxpop search reactions.db '"ninety days" OR refund*'
      voxpop search reactions.db barn --in post --json | jq .text
    """
    from archive.reading import Query, reader
    from archive.site.selection.selection import read

    typed = read(" ".join(words))
    if typed.mistakes:
        raise click.UsageError(typed.mistakes[0])
    if not typed.words or typed.conditions or typed.pieces or typed.unwanted:
        raise click.UsageError("Filters, emoji and scripts without spaces are searched on the pages: `voxpop serve`.")
    for note in typed.notes:
        print_message(note)
    values = {"words": typed.words, "most": limit + 1}
    with reader(database, seconds=timeout) as db:
        for kind in kinds or _KINDS:
            found = db.dicts(Query(queries("commands")[f"search_{kind}"], values))
            if as_json:
                _print_json({"kind": kind, **row} for row in found[:limit])
                continue
            more = "more than " * (len(found) > limit)
            click.echo(f"{more}{counted(min(len(found), limit), kind)}")
            for row in found[:limit]:
                _print_result(row)
            click.echo()


def _print_result(row: Row) -> None:
    where = f"in {counted(row['articles'], 'article')}" if "articles" in row else None
    _print_line(row["id"], row["date"], row["name"], where)
    _print_text(row["text"])
    _print_text(in_terminal(row.get("passage") or ""))


# The work of `voxpop show`.


@click.command(cls=LongCommand)
@DATABASE
@click.argument("named", metavar="POST|ARTICLE")
@_AS_JSON
def show(database: str, named: str, *, as_json: bool) -> None:
    """Show a post or an article with its reactions.

    POST is an id such as twitter:1223, or a permalink; ARTICLE is an id, a URL, or the file it was read from.

    \b
    Example:
      voxpop show reactions.db twitter:1789411966798795267
      voxpop show reactions.db https://news.example/pier --json | jq .reactions
    """
    from archive.evidence.proof import find_post
    from archive.reading import Query, reader
    from archive.store.completing import article_named

    with reader(database) as db:
        try:
            key, about, listed = find_post(db, named, "post or article"), "post", "articles"
        except ArchiveError:
            if (known := article_named(db.connection, named)) is None:
                raise
            key, about, listed = known, "article", "reactions"
        row, *_ = db.dicts(Query(queries("commands")[f"show_{about}"], {"id": key}))
        rows = db.dicts(Query(queries("commands")[f"show_{listed}"], {"id": key}))
    if as_json:
        _print_json([{**row, listed: rows}])
        return
    for name, value in row.items():
        if value is not None and name != "text":
            click.echo(f"{name.replace('_', ' ')}: {in_terminal(value)}")
    if row.get("text"):
        click.echo()
    _print_text(row.get("text"))
    click.echo(f"\n{counted(len(rows), listed.removesuffix('s'))}")
    for each in rows:
        gone = f"gone {each['gone_at']}" if each["gone_at"] else None
        shown = (each.get(column) for column in ("id", "date", "name", "outlet"))
        _print_line(*shown, each.get("title") or each.get("source"), each["form"], gone)
        if each["text"] != row.get("text"):
            _print_text(each["text"])


def in_terminal(value: object) -> str:
    r"""Return a value on one line, with controls and invisible characters made visible.

    >>> in_terminal("\x1b[2Jhello\nyou\u202e")
    '[U+001B][2Jhello you[U+202E]'
    """
    return disclosed(" ".join(str(value).split()))


def _print_line(*parts: object) -> None:
    if shown := "  ".join(in_terminal(part) for part in parts if part):
        click.echo(shown)


def _print_text(text: str | None) -> None:
    for line in (text or "").splitlines():
        click.echo(f"    {in_terminal(line)}".rstrip())


def _print_json(rows: Iterable[Row]) -> None:
    _print_lines(json.dumps(row, ensure_ascii=False, default=bytes.hex) for row in rows)
