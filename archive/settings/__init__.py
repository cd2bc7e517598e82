"""The settings of the scheduled run: one TOML file -> one frozen value, or one line on what to change."""

from __future__ import annotations

from archive.settings.places import check_places
from archive.settings.reading import read_settings
from archive.settings.records import Fetching, Settings, Source, Topic, Visiting

__all__ = ["Fetching", "Settings", "Source", "Topic", "Visiting", "check_places", "read_settings"]
