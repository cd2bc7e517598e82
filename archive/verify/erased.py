"""Check that an archive contains nothing erased, and no traces of it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from archive.humanize import counted
from archive.store.database import open_as_it_is
from archive.store.erasures.secret import key_file
from archive.store.erasures.shield import stored_shield
from archive.store.erasures.sweeping import still_there
from archive.verify.findings import Finding
from scraper.errors import ArchiveError

if TYPE_CHECKING:
    from pathlib import Path

    from sqlite_utils import Database

    from archive.store.erasures.sweeping import Found

_UNFINISHED = "SELECT count(*) FROM erasures WHERE cleaned_at IS NULL"
_TO_PURGE = "SELECT count(*) FROM captures WHERE hidden = 'purge'"
_CHECK = "erasures"


def erasure_findings(database: str | Path, named: str | Path | None = None) -> list[Finding]:
    """Search for erased content that is still there.

    Args:
        database: The archive.
        named: Path by which its key is found, for a rescued copy.

    Raises:
        ArchiveError: The database cannot be opened.
    """
    with closing(open_as_it_is(database)) as db:
        try:
            return _findings(db, database, named or database)
        except sqlite3.DatabaseError:  # it is damaged, which other checks report
            return []


def _findings(db: Database, database: str | Path, named: str | Path) -> list[Finding]:
    try:
        shield = stored_shield(db.conn, named, key_file(named))
    except ArchiveError as error:
        return [Finding(_CHECK, str(error))]
    if shield is None:
        return []
    back = _back(still_there(db.conn, shield))
    (unfinished,) = db.execute(_UNFINISHED).fetchone()
    (waiting,) = db.execute(_TO_PURGE).fetchone()
    remedy = f"run `voxpop erase {database}`"
    found = [Finding(_CHECK, f"{', '.join(back)} of what was erased: {remedy}")] if back else []
    if unfinished or waiting:
        found.append(Finding(_CHECK, f"an erasure was interrupted, and traces may be left: {remedy}"))
    return found


def _back(found: Found) -> list[str]:
    """Describe erased content that is still there, without quoting it."""
    counts = {
        "wording": len(found.printings),
        "article": len(found.articles),
        "text": len(found.texts | found.quoting),
        "problem": found.problems,
        "rescued row": found.rescued,
    }
    return [counted(number, noun) for noun, number in counts.items() if number]
