"""One run of the scheduled scraper: sources -> articles -> captures and reactions."""

from __future__ import annotations

from archive.schedule.dry_run import Due, what_is_due
from archive.schedule.run import Report, Scope, pinging, run_once

__all__ = ["Due", "Report", "Scope", "pinging", "run_once", "what_is_due"]
