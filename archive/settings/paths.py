"""Check that the files and folders which the settings name are there, without changing them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from archive.settings.lists import read_list, unread_lines
from archive.store.database import must_be_usable
from scraper.errors import ArchiveError, SettingsError, SourceError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from archive.settings.records import Settings


def check_places(settings: Settings) -> None:
    """Check that a run with these settings can begin.

    Raises:
        SettingsError: A file or folder is missing, or is the wrong one of both. One line: file, key, remedy.
    """
    for problem in _problems(settings):
        raise SettingsError(f"{settings.file}: {problem}")


def _problems(settings: Settings) -> Iterator[str]:
    database, captures = settings.database, settings.captures
    if not database.parent.is_dir():
        yield f"database: the folder {database.parent} is missing: make it, or name another"
    elif not os.access(database.parent, os.W_OK):
        yield f"database: the folder {database.parent} is not writable: make it so, or name another"
    elif problem := _unusable(database):
        yield f"database: {problem}"
    if captures.exists() and not captures.is_dir():
        yield f"captures: {captures} is no folder: name another"
    elif not _may_be_made(captures):
        yield f"captures: {captures} is not writable: make it so, or name another"
    for number, source in enumerate(settings.sources, 1):
        place = Path(source.places[0])
        if source.kind == "folder" and not place.is_dir():
            yield f"sources[{number}].folder: {place} is no folder: make it, or name another"
        if source.kind == "urls_file" and not (place.is_file() and os.access(place, os.R_OK)):
            yield f"sources[{number}].urls_file: {place} is no readable file: make it, or name another"
        elif source.kind == "urls_file" and (line := _unread(place)):
            yield f"sources[{number}].urls_file: {line}"


def _unusable(database: Path) -> ArchiveError | None:
    if database.exists():
        try:
            must_be_usable(database)
        except ArchiveError as error:
            return error
    return None


def _may_be_made(folder: Path) -> bool:
    """Return whether a folder is there and can be written, or can be made."""
    there = next(path for path in (folder, *folder.parents) if path.exists())
    return there.is_dir() and os.access(there, os.W_OK)


def _unread(file: Path) -> SourceError | None:
    try:
        return unread_lines(file, read_list(file))
    except SourceError as error:
        return error
