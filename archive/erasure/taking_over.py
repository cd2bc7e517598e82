"""Apply the erasures of another archive, if both have the same key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from archive.clock import stamp, utc_now
from archive.store.erasures.removing import sweep
from archive.store.erasures.shield import Shield, Tombstone, check_of, note_without_traces, read_secret, store

if TYPE_CHECKING:
    import sqlite3

    from archive.store.archive import Archive

_THEIRS = "SELECT key, kind, length, author, sketch FROM erasures"


def take_over(archive: Archive, other: sqlite3.Connection) -> bool:
    """Erase from an archive what was erased from another one.

    Returns:
        False if the other archive has erasures made with a different key.

    Raises:
        ArchiveError: The archive is not writable, or its key is missing.
    """
    theirs = [Tombstone(*row) for row in other.execute(_THEIRS)]
    if not theirs:
        return True
    shield = archive.shield(archive.db.conn)
    if shield is None:
        secret = read_secret(archive.key)
        if secret is None:
            return False
        shield = Shield(secret)
    if check_of(shield.secret) not in theirs:
        return False
    if any(shield.lacks(each) for each in theirs):
        _add(archive, shield, theirs)
    return True


def _add(archive: Archive, shield: Shield, theirs: list[Tombstone]) -> None:
    now, last = stamp(utc_now()), shield.last
    with archive.transaction() as connection:
        store(connection, shield, theirs, now, None)
        if not any(sweep(connection, shield, now)):
            note_without_traces(connection, last, now)
