"""Fill in what articles did not print of posts: from the captures, from platforms, from web archives."""

from __future__ import annotations

from archive.hydration.report import Report
from archive.hydration.run import SOURCES, Asking, hydrate_posts, would_read

__all__ = ["SOURCES", "Asking", "Report", "hydrate_posts", "would_read"]
