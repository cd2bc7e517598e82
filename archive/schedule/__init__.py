"""One run of the scheduled scraper: sources -> articles -> captures and reactions."""

from __future__ import annotations

from archive.schedule.run import Due, Report, Scope, pinging, run_once, what_is_due

__all__ = ["Due", "Report", "Scope", "pinging", "run_once", "what_is_due"]
