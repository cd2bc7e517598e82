"""Fetch URLs as documents, with bounds on size, time and rate. No other package opens connections."""

from __future__ import annotations

from scraper.fetching.answers import Answer, Exchange, Limits, RefusedError
from scraper.fetching.client import Fetcher
from scraper.input.kinds import ARTICLE_TYPES

__all__ = ["ARTICLE_TYPES", "Answer", "Exchange", "Fetcher", "Limits", "RefusedError"]
