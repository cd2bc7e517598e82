"""What a file is called in an archive that others will see, and where a file of captures lies."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Collection

#: Where in a file a document stands: the offset of a record, the line of a row, the number of a mail.
_PLACE = lazy_regex(r"(?::\d+)?(?:#\d+)?$")


def without_folders(source: str, named: Collection[str]) -> str:
    """Return a path as it lies below what was named on the command line, without the folders above that.

    An archive is shown to others, to whom it is nothing where a file lay on one machine. Addresses, and paths
    that were named from the folder one is in, stay what they are.

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
    """Return the folder in which the WARC files of an archive lie unless another one is named."""
    return Path(database).parent / "captures"


def file_of_captures(folder: Path, file: str) -> Path:
    """Return where a file of captures lies.

    Args:
        folder: That of the captures; it need not be there where all lie elsewhere.
        file: As the archive names it: alone, or with a path from the folder on.
    """
    return Path(os.path.normpath(folder.resolve() / file)) if "/" in file else folder / file
