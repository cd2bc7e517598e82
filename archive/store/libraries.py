"""Import sqlite-utils without pandas and numpy, whose types it supports if loaded, and without its reader of dates."""

from __future__ import annotations

from scraper.lean_imports import deferred, left_out

with left_out("pandas", "numpy"), deferred("dateutil.parser"):
    from sqlite_utils import Database, Migrations

__all__ = ["Database", "Migrations"]
