"""The sources that the archive knows follow those of the settings: they come, go, and change their names."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from archive.settings import Source

#: One whose address has changed is due at once.
_ENTER = """
    INSERT INTO sources (name, kind, place, first_seen) VALUES (:name, :kind, :place, :now)
    ON CONFLICT (name) DO UPDATE SET kind = excluded.kind, place = excluded.place,
        next_check = iif(place = excluded.place, next_check, NULL),
        moved = iif(place = excluded.place, moved, NULL)
"""
_COPY = """
    INSERT INTO sources
    SELECT :name, kind, place, first_seen, checked_at, next_check, new_at, attempts, failing_since, problem,
        moved
    FROM sources WHERE name = :old
"""
_RENAME = (
    _COPY,
    "UPDATE visits SET source = :name WHERE source = :old",
    "UPDATE listed SET source = :name WHERE source = :old",
    "UPDATE listings SET source = :name WHERE source = :old",
    "DELETE FROM sources WHERE name = :old",
)
#: What is no longer asked for no longer fails. It stays known: it may come back, and its articles name it.
_RETIRE = """
    UPDATE sources SET failing_since = NULL, problem = NULL, attempts = 0, next_check = NULL WHERE name = :old
"""


def follow(connection: sqlite3.Connection, sources: Sequence[Source], now: str) -> None:
    """Enter new sources, rename those that have an old address and a new name, retire the others."""
    known = {row[0]: row[1:] for row in connection.execute("SELECT name, kind, place FROM sources")}
    names = {source.name for source in sources}
    dropped = {place: name for name, place in known.items() if name not in names}
    for source in sources:
        place = (source.kind, source.places[0])
        if source.name not in known and place in dropped:
            renamed = {"old": dropped.pop(place), "name": source.name}
            for statement in _RENAME:
                connection.execute(statement, renamed)
        connection.execute(_ENTER, {"name": source.name, "kind": place[0], "place": place[1], "now": now})
    connection.executemany(_RETIRE, [{"old": name} for name in dropped.values()])
