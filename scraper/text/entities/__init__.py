"""Find the entities of a text: hashtags, mentions, cashtags and URLs.

A new implementation of twitter-text's published rules; it passes their conformance cases. Every search is
linear in the length of the text, and nearly free if the leading character does not occur.
"""

from __future__ import annotations

from scraper.text.entities.hashtags_and_mentions import find_cashtags, find_hashtags, find_mentions, may_hold_hashtags
from scraper.text.entities.urls import Entity, find_urls
from scraper.values.spelling import fold_hashtag as fold_tag

__all__ = ["Entity", "find_cashtags", "find_hashtags", "find_mentions", "find_urls", "fold_tag", "may_hold_hashtags"]
