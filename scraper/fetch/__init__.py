"""URL -> document, politely and within bounds: the only place that opens connections for articles."""

from __future__ import annotations

from scraper.fetch.answers import Answer, Exchange, RefusedError
from scraper.fetch.client import Fetcher
from scraper.fetch.limits import ARTICLE_TYPES, Limits

__all__ = ["ARTICLE_TYPES", "Answer", "Exchange", "Fetcher", "Limits", "RefusedError"]
