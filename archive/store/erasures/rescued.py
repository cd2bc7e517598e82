"""Erase rows that a rescue of a damaged archive kept as JSON in ``rescued_rows``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import sqlite3

    from archive.store.erasures.shield import Shield

_HAS_TABLE = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'rescued_rows'"
_ROWS = "SELECT rowid, row FROM rescued_rows"


def rescued_erased(connection: sqlite3.Connection, shield: Shield) -> list[int]:
    """Return the numbers of rescued rows with erased content."""
    if connection.execute(_HAS_TABLE).fetchone() is None:
        return []
    return [number for number, row in connection.execute(_ROWS) if _has_erased(row, shield)]


def remove_rescued(connection: sqlite3.Connection, shield: Shield) -> int:
    """Remove these rows, within a transaction; return their number."""
    numbers = rescued_erased(connection, shield)
    if numbers:
        connection.executemany("DELETE FROM rescued_rows WHERE rowid = ?", [(number,) for number in numbers])
    return len(numbers)


def _has_erased(row: str, shield: Shield) -> bool:
    try:
        values: dict[str, Any] = json.loads(row)
    except (ValueError, RecursionError):
        return any(shield.passages(row))
    words = [value for value in values.values() if isinstance(value, str)]
    platform, _, handle = str(values.get("author") or "").partition(":")
    handle = str(values.get("handle") or handle)
    platform = str(values.get("platform") or platform)
    return any(
        shield.is_key(value) or shield.is_quote(value, platform or None, handle or None) or any(shield.passages(value))
        for value in words
    )
