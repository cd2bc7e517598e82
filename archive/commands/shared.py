"""Arguments, options and output that several commands share."""

from __future__ import annotations

import functools
import os
import re
import socket
import sys
from contextlib import closing, suppress
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NoReturn, Self, TypeVar
from urllib.parse import urlsplit

import click
from click.shell_completion import CompletionItem

from archive.humanize import counted
from scraper.errors import ALL_FAILED, ArchiveError, SettingsError, VoxpopError, in_one_line
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from archive.settings import Settings


#: Names of this machine that no other website can use; any other name may lead here.
_LOOPBACK = ("localhost", "127.0.0.1", "::1")


def allowed_hosts(host: str | None, *own: str | None) -> set[str]:
    """Return the host names that a server on `host` answers to; few for a loopback address, against DNS rebinding."""
    return set(filter(None, (*_LOOPBACK, host, *own))) if host and is_loopback(host) else set()


def is_loopback(host: str) -> bool:
    """Return True if only this machine can reach a server that listens there.

    >>> is_loopback("localhost"), is_loopback("127.1.2.3"), is_loopback("::1"), is_loopback("0.0.0.0")
    (True, True, True, False)
    """
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def require_address(host: str, port: int) -> None:
    """Raise an error unless a server can listen there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.create_server((host, port), family=family).close()
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else error
        raise SettingsError(f"{host}:{port}: {reason}; choose another address with --host or --port") from error


# Shared by `voxpop serve` and `voxpop publish`, which both use Datasette.

#: The start of a query or fragment in a URI, or an escaped character.
_OF_URIS = lazy_regex("[#?]|%[0-9a-fA-F]{2}")
#: Bytes of a name that the locale's encoding cannot decode.
_NOT_UTF8 = lazy_regex(r"[\udc80-\udcff]")


def checked_address(_ctx: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    """Refuse anything but the URL of a site."""
    if value is not None:
        try:
            parts = urlsplit(value)
            known = parts.scheme in ("http", "https") and parts.hostname and (parts.port or True)
        except ValueError:
            known = False
        if not known or parts.query or parts.fragment or parts.username or not value.isascii():
            raise click.BadParameter("not a URL such as https://reactions.example/")
    return value


def upgraded(database: str, folder: Path, note: str) -> str:
    """Make an upgraded copy with the same name, print the note, and return the copy's path."""
    from archive.store.database import open_as_it_is, upgraded_copy

    print_message(note)
    folder.mkdir()
    copy = folder / Path(database).name
    upgraded_copy(open_as_it_is(database), database, copy).close()
    return str(copy)


def require_name(database: str) -> None:
    """Raise an error if Datasette would open another file, because it treats the path as part of a URI."""
    if _NOT_UTF8.search(Path(database).name):
        raise ArchiveError(f"{database}: its name is not UTF-8: check the locale (LANG), or set PYTHONUTF8=1")
    if sign := _OF_URIS.search(database):
        raise ArchiveError(f"{database}: cannot be served with {sign[0]} in its path: rename the file or folder")


def is_still(database: str) -> bool:
    """Return True if nothing can write next to `database`, so that SQLite cannot create WAL files."""
    return not os.access(Path(database).resolve().parent, os.W_OK) and not Path(f"{database}-wal").exists()


# Shell completion: database files, sources in the settings, tables and questions.

_DATABASES = frozenset({".db", ".sqlite", ".sqlite3"})
#: Characters that bash needs escaped. Click's script for bash removes one backslash; zsh and fish quote by
#: themselves.
_SPECIAL = lazy_regex(r"([^\w@%+=:,./~-])")


def complete_files(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete files and folders."""
    return [CompletionItem(incomplete, type="file")]


def complete_databases(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete database files; all files and folders if there are none."""
    folder = "".join(incomplete.rpartition("/")[:2])
    found: list[CompletionItem] = []
    with suppress(OSError, RuntimeError):
        files = sorted(Path(folder or ".").expanduser().iterdir())
        found = _items((f"{folder}{file.name}" for file in files if file.suffix.lower() in _DATABASES), incomplete)
    return found or [CompletionItem(incomplete, type="file")]


def complete_sources(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the names of sources in the settings file of the command line."""
    from archive.settings import read_settings

    with suppress(VoxpopError):
        sources = read_settings(ctx.params.get("config") or "voxpop.toml").sources
        return _items((source.name for source in sources), incomplete)
    return []


def complete_tables(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the tables and views of the archive of the command line."""
    from archive.reading import tables_of
    from archive.store.database import open_to_read

    # Click has not assigned the arguments yet if the last word is an option that needs a value.
    database = ctx.params.get("database") or next(iter(ctx.args), "")
    with suppress(VoxpopError, OSError), closing(open_to_read(database)) as db:
        return _items(tables_of(db.conn), incomplete)
    return []


def complete_questions(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the prepared questions."""
    from archive.datasette_files import read_source

    items = _items(questions := read_source()["queries"], incomplete)
    for item in items:
        item.help = questions[item.value]["title"]
    return items


def _items(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    is_bash = os.environ.get("_VOXPOP_COMPLETE", "").startswith("bash")
    found = (name for name in names if name.casefold().startswith(incomplete.casefold()))
    return [CompletionItem(_SPECIAL.sub(r"\\\\\1", name) if is_bash else name) for name in found]


# Options and their validation.

_LANGUAGE = lazy_regex(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,3}")


def checked_date(_ctx: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    """Refuse an invalid date before any source is opened."""
    if value is not None:
        from scraper.input import published_option

        try:
            published_option(value)
        except ValueError as error:
            raise click.BadParameter(str(error)) from None
    return value


def checked_url(_ctx: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    """Refuse anything but an http(s) URL."""
    if value is not None and not value.lower().startswith(("http://", "https://")):
        raise click.BadParameter(f"{value!r} is not a URL: it must start with https://")
    return value


def checked_language(_ctx: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    """Return the primary part of a language tag; refuse anything else."""
    if value is None:
        return None
    if not _LANGUAGE.fullmatch(value.strip()):
        raise click.BadParameter(f"{value!r} is not a language tag: use en, de or pt-BR")
    return re.split("[-_]", value.strip())[0].lower()


def checked_words(_ctx: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    """Refuse an empty title or outlet."""
    if value is not None and not value.strip():
        raise click.BadParameter("is empty: pass a value, or omit the option")
    return None if value is None else " ".join(value.split())


def checked_columns(_ctx: click.Context, _option: click.Parameter, value: tuple[str, ...]) -> dict[str, str] | None:
    """Return field -> column; refuse unknown fields."""
    if not value:
        return None
    from scraper.input.corpora import FIELDS

    columns = {}
    for pair in value:
        field, _, column = pair.partition("=")
        if field not in FIELDS or not column:
            raise click.BadParameter(f"{pair!r}: write FIELD=NAME, FIELD one of {', '.join(FIELDS)}")
        columns[field] = column
    return columns


DATABASE = click.argument("database", metavar="DB", type=click.Path(dir_okay=False), shell_complete=complete_databases)
OPTIONAL_DATABASE = click.argument(
    "database", metavar="[DB]", type=click.Path(dir_okay=False), required=False, shell_complete=complete_databases
)
SOURCES = click.argument("sources", metavar="SOURCE...", nargs=-1, shell_complete=complete_files)
URLS = click.option(
    "--urls", metavar="FILE", shell_complete=complete_files, help="Read URLs from FILE, one per line; - for stdin."
)
NO_SOURCE = "sources: missing: add one as [[sources]], or with `voxpop sources add URL`"
CONFIG = click.option(
    "-c", "--config", metavar="FILE", default="voxpop.toml", type=click.Path(dir_okay=False), help="Settings file."
)
MAX_BYTES = click.option(
    "--max-bytes", type=click.IntRange(min=1), default=20_000_000, help="Maximum size of a document, decompressed."
)


PARAMETERS = click.option(
    "-p", "--param", "parameters", metavar="NAME VALUE", nargs=2, multiple=True, help="Value of :NAME in the query."
)
QUIET = click.option("-q", "--quiet", is_flag=True, help="Print only errors.")
FORCE = click.option("--force", is_flag=True, help="Overwrite FILE even if this command didn't write it.")
CAPTURES = click.option(
    "--captures",
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of the WARC files [default: captures/ next to DB].",
)
JOBS = click.option(
    "-j",
    "--jobs",
    metavar="N",
    type=click.IntRange(1, 512),
    help="Number of worker processes [default: one per core, started after 2 s].",
)
MIN_CONFIDENCE = click.option(
    "--min-confidence",
    type=click.FloatRange(0, 1),
    metavar="0..1",
    help="Minimum confidence of quoted reactions; 0 keeps all candidates, 0.8 only sure ones.",
)


def _check_extra(_ctx: click.Context, _option: click.Parameter, value: bool) -> bool:  # noqa: FBT001 - click's
    if value and find_spec("rapidocr") is None:
        raise click.UsageError("--ocr needs an OCR engine: install it with `pip install 'voxpop[ocr]'`.")
    return value


OCR = click.option(
    "--ocr",
    is_flag=True,
    callback=_check_extra,
    help="Also read the posts in pictures that were saved with the pages (needs the extra ocr).",
)

VERBOSE = click.option("-v", "--verbose", is_flag=True, help="Print each article on stderr.")

ARTICLE_TEXT = click.option(
    "--article-text",
    is_flag=True,
    help="Let the public read and search whole articles, not only the sentences around reactions.",
)
NO_TEXT = click.option("--no-text", is_flag=True, help="Don't store article text (and delete any stored before).")


#: A selection, not a condition of SQL.
_PAIR = lazy_regex(r"[a-z]+=(?![='\"])")


def filter_options(words: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator that adds ``--filter``, and ``--where``, its spelling in voxpop 0.2."""

    def noted(_ctx: click.Context, _option: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
        for condition in value:
            if not _PAIR.match(condition):
                raise SettingsError(
                    f"--where {condition}: SQL conditions are for export: select articles with --filter FIELD=VALUE"
                )
        if value:
            print_message(f"--where {value[0]}: is called --filter now: --where is for SQL conditions")
        return value

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(command)
        def joined(*arguments: Any, filters: tuple[str, ...], where: tuple[str, ...], **more: Any) -> Any:
            return command(*arguments, filters=(*filters, *where), **more)

        old = click.option("--where", metavar="FIELD=VALUE", multiple=True, hidden=True, callback=noted)(joined)
        return click.option("--filter", "filters", metavar="FIELD=VALUE", multiple=True, help=words)(old)

    return add


def all_of(*options: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a decorator that adds options, in this order."""
    return lambda command: functools.reduce(lambda made, option: option(made), reversed(options), command)


#: Options of `voxpop archive` and `voxpop extract` for reading sources.
reading_options = all_of(
    click.option(
        "--url",
        metavar="URL",
        callback=checked_url,
        help="URL of the article (single source only); overrides the one in the document.",
    ),
    click.option(
        "--title", metavar="WORDS", callback=checked_words, help="Headline of the article (single source only)."
    ),
    click.option("--outlet", metavar="NAME", callback=checked_words, help="Outlet of the sources: site or paper."),
    click.option("--language", metavar="TAG", callback=checked_language, help="Language of the sources, such as de."),
    click.option(
        "--published",
        metavar="DATE",
        callback=checked_date,
        help="Publication date of the sources, such as 2020-02-02; overrides the printed one.",
    ),
    click.option(
        "--column",
        "columns",
        metavar="FIELD=NAME",
        multiple=True,
        callback=checked_columns,
        help="Column of a corpus with an unusual name, such as text=story_raw. Repeatable.",
    ),
    MAX_BYTES,
    click.option("--allow-private", is_flag=True, help="Allow private and loopback addresses."),
    click.option("--contact", help="URL or e-mail address for the User-Agent."),
)


def read_config(file: str) -> Settings:
    """Read the settings file of ``--config``."""
    from archive.settings import read_settings

    settings = read_settings(file)
    if not settings.sources:
        raise SettingsError(f"{file}: {NO_SOURCE}")
    return settings


# Output: messages, progress, exit codes.

T = TypeVar("T")


def print_message(message: object) -> None:
    """Print an error or a note as one line on stderr."""
    click.echo(f"voxpop: {message}", err=True)


def print_event(event: str, source: str, *, embeds: int, quotes: int, article: str = "") -> None:
    """Print the result of one source as one line on stderr, with the id of the stored article."""
    found = f"{counted(embeds, 'embed')}, {counted(quotes, 'quote')}{article and f' ({article})'}"
    click.echo(in_one_line(f"{event} {source}: {found}"), err=True)


def discard(stream: IO[str]) -> None:
    """Drop the buffer of a stream into the null device; otherwise Python would write it at exit."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def percentage(share: float | None) -> str:
    """Format the processed share of a file, to follow a number.

    >>> percentage(0.125), percentage(None)
    (', 12 % of the file', '')
    """
    return "" if share is None else f", {int(100 * share)} % of the file"


def exit_code(failed: int, done: int) -> int:
    """Return 0 if no source failed, 1 if some did, 4 if all did."""
    if not failed:
        return 0
    return VoxpopError.exit_code if done else ALL_FAILED


def end(code: int) -> NoReturn:
    """End the command with an exit code."""
    click.get_current_context().exit(code)


class ChangingLine:
    """A progress line on the terminal; silent if stderr is not a terminal. A context that clears it at the end."""

    def __init__(self, *, quiet: bool = False) -> None:
        self.on_terminal = sys.stderr.isatty() and not quiet
        self._shown = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.clear()

    def show(self, text: str) -> None:
        """Replace the text of the line, cut to the width of the terminal."""
        if self.on_terminal:
            self._shown = True
            columns = 80  # of a terminal of unknown size
            with suppress(OSError):
                columns = os.get_terminal_size(sys.stderr.fileno()).columns or columns
            self._write(text[: columns - 1])

    def clear(self) -> None:
        """Clear the line before other output."""
        if self._shown:
            self._write("")
            self._shown = False

    def print_message(self, message: object) -> None:
        """Clear the line and print an error or a note."""
        self.clear()
        print_message(message)

    def count(self, items: Iterable[T], noun: str, share: Callable[[], float | None] = lambda: None) -> Iterator[T]:
        """Yield the items and show their number, and `share` of the current file; clear the line after the last one."""
        with self:
            self.show(f"{counted(0, noun)} …")
            for number, item in enumerate(items, 1):
                yield item
                self.show(f"{counted(number, noun)}{percentage(share())} …")

    def _write(self, line: str) -> None:
        try:
            click.echo(f"\r\x1b[K{line}", err=True, nl=False)
        except OSError:  # the terminal is gone; the work goes on until a signal ends it
            self.on_terminal = self._shown = False
            discard(sys.stderr)
