"""Import sqlite-utils without pandas and numpy, whose types it supports if they are loaded."""

from __future__ import annotations

from scraper.lean_imports import left_out

with left_out("pandas", "numpy"):
    from sqlite_utils import Database, Migrations

__all__ = ["Database", "Migrations"]
