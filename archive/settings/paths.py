"""Check that the files and folders named in the settings exist, without changing them."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from archive.settings import read_draft
from archive.settings.lists import read_list, unread_lines
from archive.store.captured import problem_with_folder
from archive.store.database import failures_named, must_be_usable, open_as_it_is
from archive.store.erasures.shield import key_file, read_secret, stored_shield
from scraper.errors import ArchiveError, SourceError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from archive.settings import Source


def check_settings(path: str | Path) -> tuple[tuple[Source, ...], list[str]]:
    """Return the valid sources of a settings file, and one line per mistake in it or in what it names.

    Raises SettingsError if it cannot be read, or is not TOML.
    """
    values, problems = read_draft(path)
    if database := values.get("database"):
        unusable = list(_named("database", _database_problems(database)))
        problems += unusable or _with_key(database, values.get("erasures_key"))
        database = None if unusable else database
    if captures := values.get("captures"):
        problems += _named("captures", _with_captures(captures, database))
    sources: tuple[Source, ...] = values["sources"]
    for source in sources:
        problems += _named(f"sources[{source.number}].{source.kind}", _with_source(source))
        problems += _with_identity(source)
    return sources, problems


def _with_identity(source: Source) -> Iterator[str]:
    """Yield what is wrong with the files of a source's cookies and certificates."""
    for key in ("cookies_file", "certificates"):
        file = getattr(source, key)
        if file is not None:
            from scraper.fetching.identities import Identities, Identity

            try:
                Identities([Identity(url=source.places[0], **{key: file})])
            except ValueError as error:
                yield f"sources[{source.number}].{key}: {error}"


def _named(key: str, problems: Iterator[str]) -> Iterator[str]:
    """Yield the problems of a key, including a path that is too long."""
    try:
        yield from problems
    except OSError as error:
        yield f"{key}: {error.strerror}: name another"


def _database_problems(database: Path) -> Iterator[str]:
    if not database.parent.is_dir():
        yield f"database: the folder {database.parent} is missing: make it, or name another"
    elif not os.access(database.parent, os.W_OK):
        yield f"database: the folder {database.parent} is not writable: make it so, or name another"
    elif database.exists():
        try:
            must_be_usable(database)
        except ArchiveError as error:
            yield f"database: {error}"


def _with_key(database: Path, named: Path | None) -> Iterator[str]:
    try:
        if named is not None:
            read_secret(named)
        if database.exists() and database.stat().st_size:
            with failures_named(database), closing(open_as_it_is(database)) as db:
                stored_shield(db.conn, database, named or key_file(database))
    except ArchiveError as error:
        yield f"{'database' if named is None else 'erasures_key'}: {error}"


def _with_captures(captures: Path, database: Path | None) -> Iterator[str]:
    if captures.exists() and not captures.is_dir():
        yield f"captures: {captures} is no folder: name another"
    elif not _may_be_made(captures):
        yield f"captures: {captures} is not writable: make it so, or name another"
    elif database is not None and (problem := _missing(captures, database)):
        yield f"captures: {problem}"


def _missing(captures: Path, database: Path) -> str | None:
    """Return the remedy if the WARC files of an archive are not in the folder."""
    if not database.exists() or not database.stat().st_size:
        return None
    try:
        with failures_named(database), closing(open_as_it_is(database)) as db:
            return problem_with_folder(db.conn, captures)
    except ArchiveError:  # which is a problem of its own
        return None


def _with_source(source: Source) -> Iterator[str]:
    place, key = Path(source.places[0]), f"sources[{source.number}].{source.kind}"
    if source.kind == "folder" and not place.is_dir():
        yield f"{key}: {place} is no folder: make it, or name another"
    if source.kind != "urls_file":
        return
    if not (place.is_file() and os.access(place, os.R_OK)):
        yield f"{key}: {place} is no readable file: make it, or name another"
        return
    try:
        problem = unread_lines(place, read_list(place))
    except SourceError as error:
        problem = error
    if problem:
        yield f"{key}: {problem}"


def _may_be_made(folder: Path) -> bool:
    there = next(path for path in (folder, *folder.parents) if path.exists())
    return there.is_dir() and os.access(there, os.W_OK)
