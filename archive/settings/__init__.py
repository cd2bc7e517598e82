"""The settings of the scheduled run: one TOML file -> one frozen value, or one line on what to change."""

from __future__ import annotations

from archive.settings.paths import check_places
from archive.settings.records import Fetching, Settings, Source, Topic, Visiting
from archive.settings.toml import read_settings

__all__ = ["Fetching", "Settings", "Source", "Topic", "Visiting", "check_places", "read_settings"]
