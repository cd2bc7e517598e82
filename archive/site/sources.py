"""Where an article was read from, as it is shown: an address, or a name without the folders of this machine.

Archives hold the paths that were named on the command line; in older ones these are whole paths.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from archive.site.site import options_of

if TYPE_CHECKING:
    import sqlite3

# An absolute path, or one that begins at a home or above: of POSIX, of Windows, or as a file's address.
_OF_THIS_MACHINE = re.compile(r"(?:file:)?(?:/|~[^/\\]*[/\\]|\.\.[/\\]|[A-Za-z]:[/\\]|\\\\)")
#: The column that holds sources, in every table that strangers may read.
SOURCE = "source"
#: The columns in which paths can stand: captures may lie in files of other programs.
PATHS = frozenset({SOURCE, "file"})


def shown(source: str | None) -> str:
    r"""Give a source without the folders of this machine.

    >>> shown("saved/a.html"), shown("/home/jo/saved/a.html"), shown("C:\\jo\\a.html")
    ('saved/a.html', 'a.html', 'a.html')
    >>> shown("https://news.example/pier"), shown("../saved/a.html"), shown(None)
    ('https://news.example/pier', 'a.html', '')
    """
    source = source or ""
    if not _OF_THIS_MACHINE.match(source):
        return source
    return re.split(r"[/\\]", source.rstrip("/\\"))[-1]


def prepare(connection: sqlite3.Connection, datasette: Any) -> None:
    """Have the sources shown so in all rows, where strangers read them."""
    if not options_of(datasette).public:
        return
    make = connection.row_factory

    def without_paths(cursor: sqlite3.Cursor, row: tuple[Any, ...]) -> Any:
        names = [name for name, *_ in cursor.description]
        if not PATHS.isdisjoint(names):
            pairs = zip(names, row, strict=True)
            row = tuple(shown(value) if name in PATHS else value for name, value in pairs)
        return make(cursor, row) if make else row

    connection.row_factory = without_paths
