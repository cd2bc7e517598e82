"""``voxpop serve``: run Datasette on an archive, with our pages, queries and style."""

from __future__ import annotations

import json
import signal
import sqlite3
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NoReturn
from urllib.parse import urlsplit

import click

from archive.commands.shared import (
    ARTICLE_TEXT,
    DATABASE,
    allowed_hosts,
    checked_address,
    is_still,
    print_message,
    require_address,
    require_name,
    upgraded,
)
from scraper.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from archive.settings import Settings


MIDDLING = 20_000_000  # bytes; about 10,000 posts
#: Memory limit of SQLite for all queries at a time. Some functions exceed the limits of single values.
MEMORY = 300_000_000
#: Datasette's settings against custom SQL and downloads.
PUBLIC = ("--setting", "default_allow_sql", "off", "--setting", "allow_download", "off")


def checked_path(_ctx: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    """Refuse anything but a path of the site."""
    if value is not None and not value.startswith("/"):
        raise click.BadParameter("must start with a slash, such as /reactions/outlets")
    return value


@click.command()
@DATABASE
@click.option("-p", "--port", type=click.IntRange(0, 65535), default=8001, help="Port; 0 for a free one.")
@click.option("--host", metavar="ADDRESS", default="127.0.0.1", help="IP address to listen on.")
@click.option("--open", "open_browser", is_flag=True, help="Open the site in a browser.")
@click.option("--get", metavar="PATH", callback=checked_path, help="Print the response to one request and exit.")
@click.option("--public", is_flag=True, help="For the public: no custom SQL, no download, no local paths.")
@ARTICLE_TEXT
@click.option(
    "--base-url",
    metavar="URL",
    callback=checked_address,
    help="Public URL of the site, for citations, feeds and links.",
)
@click.option(
    "-c",
    "--config",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Settings file with named selections and the public URL [default: voxpop.toml, if it names DB].",
)
@click.argument("options", metavar="[-- DATASETTE-OPTION...]", nargs=-1, type=click.UNPROCESSED)
def serve(  # noqa: PLR0913 - one argument per option
    database: str,
    *,
    host: str,
    port: int,
    open_browser: bool,
    get: str | None,
    public: bool,
    article_text: bool,
    base_url: str | None,
    config: str | None,
    options: tuple[str, ...],
) -> None:
    """Browse an archive with Datasette.

    On a loopback address, only requests for localhost, that address or the host of --base-url are answered.
    Options for Datasette itself follow after --.

    \b
    Example:
      voxpop serve reactions.db --open
      voxpop serve reactions.db --public --base-url https://reactions.example/
      voxpop serve reactions.db --port 80 --host 0.0.0.0 -- --setting base_url /archive/
    """
    from archive.store.database import note_on_age

    note = note_on_age(database)
    require_name(database)
    address = ["--host", host, "--port", str(port), *(["--open"] if open_browser else [])]
    if get is not None:
        address = ["--get", get]
    elif "--uds" not in options:
        require_address(host, port)
    is_elsewhere = any(option.partition("=")[0] in {"--uds", "--host", "-h"} for option in options)
    settings = settings_of(config, database)
    base_url = base_url or (settings.site_url if settings else None)
    plugin = plugin_options(None if is_elsewhere else host, public=public, text=article_text, base_url=base_url)
    plugin["text"] |= settings is not None and settings.public_text
    if settings and settings.selections:
        plugin["selections"] = [[saved.name, dict(saved.filter)] for saved in settings.selections]
    of_datasette = [*settings_for(database), *(PUBLIC if public else ()), *_path_setting(base_url)]
    _limit_memory()
    with _dying_in_order(), TemporaryDirectory(prefix="voxpop-serve-") as scratch:
        shown = upgraded(database, Path(scratch) / "upgraded", note) if note else database
        _run_datasette([*_as_file(shown), *plugin_file(Path(scratch), plugin), *of_datasette, *address, *options])


def settings_of(config: str | None, database: str) -> Settings | None:
    """Return the settings of the pages: those of a named file, else of one in this folder that names the archive."""
    from archive.settings import read_settings

    if config is not None:
        return read_settings(config)
    with suppress(OSError):
        if not Path("voxpop.toml").exists():
            return None
        try:
            settings = read_settings("voxpop.toml")
            return settings if settings.database.samefile(database) else None
        except SettingsError as error:
            print_message(f"{error} (its selections and URL are not used)")
    return None


def plugin_options(
    host: str | None, *, public: bool, text: bool = False, base_url: str | None = None
) -> dict[str, Any]:
    """Return the settings of our plugin: see ``archive.site.site``.

    >>> plugin_options("0.0.0.0", public=True, base_url="https://reactions.example/archive/")
    {'public': True, 'text': False, 'origin': 'https://reactions.example', 'hosts': []}
    >>> plugin_options("127.0.0.2", public=False, base_url="http://pier.example")["hosts"]
    ['127.0.0.1', '127.0.0.2', '::1', 'localhost', 'pier.example']
    """
    own = urlsplit(base_url or "")
    origin = f"{own.scheme}://{own.netloc}" if base_url else ""
    return {"public": public, "text": text, "origin": origin, "hosts": sorted(allowed_hosts(host, own.hostname))}


def _path_setting(base_url: str | None) -> list[str]:
    path = urlsplit(base_url or "").path.strip("/")
    return ["--setting", "base_url", f"/{path}/"] if path else []


def plugin_file(scratch: Path, options: dict[str, Any]) -> list[str]:
    """Write the options of our plugin into `scratch`, and return the arguments that name the file."""
    from datasette.version import __version_info__

    path = scratch / "options.json"
    path.write_text(json.dumps({"plugins": {"voxpop": options}}), "utf-8")
    return ["--metadata" if __version_info__[0] == "0" else "--config", str(path)]


def settings_for(database: str) -> list[str]:
    """Return the settings of Datasette for a large archive.

    For facet suggestions, Datasette counts the rows of a table by each column: with 10,000 posts that takes longer
    than the rest of the page. Counting the views of 500,000 reactions exceeds the time limit of a query, which
    Datasette 0.65 reports as an error.
    """
    return ["--setting", "suggest_facets", "off"] if is_middling(database) else []


def is_middling(database: str | Path) -> bool:
    """Return True if an archive is too large to count its rows by each column."""
    return Path(database).stat().st_size > MIDDLING


def _limit_memory() -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(f"pragma hard_heap_limit = {MEMORY}")


class _TerminatedError(BaseException):
    """Raised by SIGTERM, which systemd and `kill` send."""


@contextmanager
def _dying_in_order() -> Iterator[None]:
    """Make SIGTERM unwind the block, so that temporary files are removed; then die of the signal.

    After closing its connections, Datasette's server sends itself the same signal.
    """

    def unwind(*_: object) -> NoReturn:
        raise _TerminatedError

    before = signal.signal(signal.SIGTERM, unwind)
    try:
        yield
    except _TerminatedError:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.raise_signal(signal.SIGTERM)
    finally:
        signal.signal(signal.SIGTERM, before)


def _as_file(database: str) -> list[str]:
    return ["--immutable", database] if is_still(database) else [database]


def _run_datasette(arguments: list[str]) -> None:
    from archive.datasette_files import import_units
    from archive.site import register

    import_units()
    from datasette.cli import cli

    register()
    cli.main(["serve", *arguments], prog_name="datasette", standalone_mode=False)
