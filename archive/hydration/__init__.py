"""Fill in post data missing from articles: from captures, platforms and web archives."""

from __future__ import annotations

from archive.hydration.asking import Ways
from archive.hydration.report import Report
from archive.hydration.run import Asking, hydrate_posts, would_ask

__all__ = ["Asking", "Report", "Ways", "hydrate_posts", "would_ask"]
