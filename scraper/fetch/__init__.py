"""URL -> document, politely and within bounds: the only place that opens connections for articles."""

from __future__ import annotations

from scraper.fetch.client import Answer, Exchange, Fetcher
from scraper.fetch.limits import ARTICLE_TYPES, Limits

__all__ = ["ARTICLE_TYPES", "Answer", "Exchange", "Fetcher", "Limits"]
