"""Fill in what articles did not print of posts: from the captures, and from platforms."""

from __future__ import annotations

from archive.hydration.asking import Ways
from archive.hydration.report import Report
from archive.hydration.run import Asking, hydrate_posts, would_ask

__all__ = ["Asking", "Report", "Ways", "hydrate_posts", "would_ask"]
