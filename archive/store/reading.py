"""What can be read from an archive by name: its tables and views."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3

_HIDDEN = re.compile(r"_fts(?:_|$)|^sqlite_|^_")


def tables_of(connection: sqlite3.Connection) -> list[str]:
    """Return the names of what can be exported: views first, as they are made for people."""
    sql = "SELECT name FROM sqlite_master WHERE type IN ('view', 'table') ORDER BY type DESC, name"
    return [name for (name,) in connection.execute(sql) if not _HIDDEN.search(name)]
