"""What `voxpop serve` and `voxpop publish` share: both show an archive through Datasette."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import urlsplit

import click

from archive.commands.terminal import print_message
from scraper.errors import ArchiveError
from scraper.patterns import lazy_regex

#: Where the query or the fragment of a URI begins, and what stands for another character in it.
_OF_URIS = lazy_regex("[#?]|%[0-9a-fA-F]{2}")


def checked_address(_ctx: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    """Refuse what is no address of a site."""
    if value is not None:
        try:
            parts = urlsplit(value)
            known = parts.scheme in ("http", "https") and parts.hostname and (parts.port or True)
        except ValueError:
            known = False
        if not known or parts.query or parts.fragment or parts.username or not value.isascii():
            raise click.BadParameter("it is an address such as https://reactions.example/")
    return value


def upgraded(database: str, folder: Path, note: str) -> str:
    """Make an upgraded copy of the same name, print the note, and return the path of the copy.

    Raises:
        ArchiveError: There is no room for the copy.
    """
    from archive.store.database import open_as_it_is
    from archive.store.older import upgraded_copy

    print_message(note)
    folder.mkdir()
    copy = folder / Path(database).name
    upgraded_copy(open_as_it_is(database), database, copy).close()
    return str(copy)


def require_name(database: str) -> None:
    """Raise an error of one line unless Datasette opens this very file: it takes a path for part of a URI.

    Raises:
        ArchiveError: The path holds what means something else there.
    """
    if sign := _OF_URIS.search(database):
        raise ArchiveError(f"{database}: cannot be served with {sign[0]} in its path: rename the file or folder")


def is_still(database: str) -> bool:
    """Return whether nothing can write beside `database`, where SQLite could not make its files for WAL."""
    return not os.access(Path(database).resolve().parent, os.W_OK) and not Path(f"{database}-wal").exists()
