"""Datasette on one archive, with our metadata, queries, pages and style."""

from __future__ import annotations

import os
import re
import signal
import socket
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NoReturn

from archive.configuration import config_directory
from archive.database import open_to_read
from archive.metadata import write_files
from scraper.errors import ArchiveError, SettingsError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MIDDLING = 20_000_000  # bytes; about 10,000 posts
#: Where the query or the fragment of a URI begins, and what stands for another character in it.
_OF_URIS = re.compile("[#?]|%[0-9a-fA-F]{2}")


def serve(  # noqa: PLR0913 - one argument per option of the command
    database: str,
    *,
    host: str = "127.0.0.1",
    port: int = 8001,
    open_browser: bool = False,
    get: str | None = None,
    options: Sequence[str] = (),
) -> None:
    """Serve an archive until interrupted, or answer one request and return.

    Args:
        database: Path of the archive; it is only ever read.
        host: Address to listen on.
        port: Port to listen on; 0 takes a free one.
        open_browser: Open the site in the browser of this machine.
        get: A path: print the answer to one GET request instead of serving.
        options: More options for ``datasette serve``; they win over ours.

    Raises:
        ArchiveError: The database is missing, not an archive of this version, or of a name that cannot be
            served.
        SettingsError: The address cannot be listened on.
    """
    open_to_read(database).close()
    require_name(database)
    address = ["--host", host, "--port", str(port), *(["--open"] if open_browser else [])]
    if get is not None:
        address = ["--get", get]
    elif "--uds" not in options:
        require_address(host, port)
    with _dying_in_order(), TemporaryDirectory(prefix="voxpop-serve-") as scratch:
        _run_datasette([*files_of(database, Path(scratch)), *settings_for(database), *address, *options])


def files_of(database: str, scratch: Path) -> list[str]:
    """Give the arguments that name the database and our files; those keyed by its name go into `scratch`."""
    from datasette.version import __version_info__

    metadata, configuration = write_files(scratch, Path(database).stem)
    arguments = [*_as_file(database), "--metadata", str(metadata)]
    if __version_info__[0] != "0":
        arguments += ["--config", str(configuration)]
    config = config_directory()
    for option, name in (("--plugins-dir", "plugins"), ("--template-dir", "templates")):
        if (config / name).is_dir():
            arguments += [option, str(config / name)]
    if (config / "static").is_dir():
        arguments += ["--static", f"voxpop:{config / 'static'}"]
    return arguments


def settings_for(database: str) -> list[str]:
    """Give settings of Datasette that a large archive needs.

    To suggest facets, Datasette counts the rows of every page's table by each column: with 10,000 posts that
    takes longer than all the rest of the page. The views of 500,000 reactions take longer to count than a
    query may, and Datasette 0.65 then answers with an error.
    """
    return ["--setting", "suggest_facets", "off"] if is_middling(database) else []


def is_middling(database: str | Path) -> bool:
    """Tell whether an archive is so large that no page can count its rows once for each column."""
    return Path(database).stat().st_size > MIDDLING


def require_name(database: str) -> None:
    """Raise an error of one line unless Datasette opens this very file: it takes a path for part of a URI.

    Raises:
        ArchiveError: The path holds what means something else there.
    """
    if sign := _OF_URIS.search(database):
        raise ArchiveError(
            f"{database}: cannot be served with {sign[0]} in its path: rename the file or folder"
        )


def require_address(host: str, port: int) -> None:
    """Raise an error of one line unless a server can listen there.

    Raises:
        SettingsError: The port is taken or not allowed, or the address is not one of this machine.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.create_server((host, port), family=family).close()
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else error
        raise SettingsError(
            f"{host}:{port}: {reason}; choose another address with --host or --port"
        ) from error


class _TerminatedError(BaseException):
    """SIGTERM came: what systemd and `kill` send."""


@contextmanager
def _dying_in_order() -> Iterator[None]:
    """Let SIGTERM unwind what is inside, so that no files of ours stay behind; then die of it as others do.

    Once it has closed its connections, Datasette's server sends itself the signal that it got.
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
    return ["--immutable", database] if _is_still(database) else [database]


def _is_still(database: str) -> bool:
    """Tell whether nothing can write beside `database`, where SQLite could not make its files for WAL."""
    return not os.access(Path(database).resolve().parent, os.W_OK) and not Path(f"{database}-wal").exists()


def _run_datasette(arguments: list[str]) -> None:
    from datasette.cli import cli

    cli.main(["serve", *arguments], prog_name="datasette", standalone_mode=False)
