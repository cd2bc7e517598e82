"""The settings of scheduled runs: one TOML file -> a frozen `Settings`, or a one-line error."""

from __future__ import annotations

from archive.settings.adding import add_sources, remove_source, source_at, unique_name
from archive.settings.toml import (
    Availability,
    Fetching,
    Hydration,
    PictureReading,
    Running,
    SavedSelection,
    Settings,
    Source,
    Topic,
    Visiting,
    read_settings,
    read_topics,
)

__all__ = [
    "Availability",
    "Fetching",
    "Hydration",
    "PictureReading",
    "Running",
    "SavedSelection",
    "Settings",
    "Source",
    "Topic",
    "Visiting",
    "add_sources",
    "read_settings",
    "read_topics",
    "remove_source",
    "source_at",
    "unique_name",
]
