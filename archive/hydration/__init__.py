"""Fill in post data missing from articles: from captures, platforms and web archives."""

from __future__ import annotations

from archive.hydration.reading import Report
from archive.hydration.run import HydrationScope, hydrate_posts, would_ask

__all__ = ["HydrationScope", "Report", "hydrate_posts", "would_ask"]
