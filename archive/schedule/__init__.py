"""One run of the scheduled scraper: sources -> articles -> captures and reactions."""

from __future__ import annotations

from archive.schedule.run import Report, run_once

__all__ = ["Report", "run_once"]
