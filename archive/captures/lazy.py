"""Open the WARC files of a folder when the first bytes are written."""

from __future__ import annotations

import os
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from scraper.errors import path_of
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from archive.captures.files import Captures
    from archive.store.archive import Archive

    OpenCaptures = Callable[[], Captures | None]


# Names of files in archives shown to others, and paths of WARC files.

#: Position of a document in a file: offset of a record, line of a row, number of a mail.
_PLACE = lazy_regex(r"(?::\d+)?(?:#\d+)?$")


def without_folders(source: str, named: Collection[str]) -> str:
    """Return a path relative to the parent of the path named on the command line.

    Archives are published, and folders of one machine should not be. URLs and relative paths are returned
    unchanged.

    >>> without_folders("/srv/jo/saved/2024/a.html", {"/srv/jo/saved"})
    'saved/2024/a.html'
    >>> without_folders("/srv/a.html", {"/srv/a.html"}), without_folders("saved/a.html", {"saved"})
    ('a.html', 'saved/a.html')
    >>> without_folders("/srv/a.csv:12", {"/srv/a.csv"})
    'a.csv:12'
    """
    if not source.startswith(("/", "..")):
        return source
    path = Path(_PLACE.sub("", source))
    root = next((str(part) for part in (path, *path.parents) if str(part) in named), None)
    return source if root is None else Path(root).resolve().name + source[len(root) :]


def captures_beside(database: str | Path) -> Path:
    """Return the default captures folder of an archive, next to the database."""
    return Path(database).parent / "captures"


def file_of_captures(folder: Path, file: str) -> Path:
    """Return the path of a WARC file: one in the folder, or with a path relative to it."""
    return Path(os.path.normpath(folder.resolve() / path_of(file))) if "/" in file else folder / file


@contextmanager
def lazy_captures(archive: Archive, folder: Path | None) -> Iterator[OpenCaptures]:
    """Yield a function that opens the WARC files of a folder when the first page is stored.

    Without a folder, it returns None: nothing is stored. Raises `ArchiveError` if the indexed files are missing.
    """
    if folder is not None:
        from archive.store.captured import must_have_captures  # late: it loads the schema

        must_have_captures(archive.db.conn, archive.path, folder)
    with ExitStack() as stack:

        @cache
        def opened() -> Captures | None:
            if folder is None:
                return None
            from archive.captures.files import open_captures

            return stack.enter_context(open_captures(archive, folder))

        yield opened
