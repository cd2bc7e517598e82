"""Check that captures belong to one archive, and that purged ones are gone."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from typing import TYPE_CHECKING

from archive.captures.ownership import neighbours
from archive.captures.purged import purged_that_are_back
from archive.humanize import counted
from archive.store.captured import AFTER_PREFIX, PREFIX
from archive.store.database import failures_named, open_as_it_is
from archive.verify.counts import disagreeing
from archive.verify.findings import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sqlite_utils import Database

_FILES = f"""
    SELECT DISTINCT file FROM captures
    WHERE file >= '{PREFIX}' AND file < '{AFTER_PREFIX}' AND file NOT LIKE '%/%' ORDER BY file
"""  # noqa: S608 - our own names


def owning_findings(database: str | Path, folder: Path, *, deep: bool = False) -> list[Finding]:
    """Find WARC files shared with another archive, and purged captures that are back.

    Args:
        database: The archive.
        folder: Folder of its WARC files.
        deep: Search all WARC files there for purged captures.

    Raises:
        ArchiveError: The database cannot be read.
    """
    with failures_named(database), closing(open_as_it_is(database)) as db:
        return [*_shared(db, database, folder), *_back(db, database, folder, deep=deep)]


def _shared(db: Database, database: str | Path, folder: Path) -> Iterator[Finding]:
    named = [file for (file,) in disagreeing(db, _FILES)]
    for other in neighbours(database, folder) if named else ():
        shared = other.files()
        for file in (name for name in named if name in shared):
            remedy = "move one of the two archives into another folder, with a copy of the captures"
            yield Finding("captures", f"{folder / file}: {other.path} uses it too: {remedy}")


def _back(db: Database, database: str | Path, folder: Path, *, deep: bool) -> Iterator[Finding]:
    found = Counter(each.path for each in purged_that_are_back(db.conn, folder, everywhere=deep))
    for path, number in sorted(found.items()):
        remedy = f"run `voxpop erase {database} --purge-captures`"
        yield Finding("captures", f"{path}: {counted(number, 'purged capture')} back: {remedy}")
