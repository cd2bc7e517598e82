"""Hashtags, mentions, cashtags and web addresses inside a text.

By the rules twitter-text publishes, written anew; its conformance cases hold. Everything is linear in the
length of the text and costs next to nothing where the sign does not occur.
"""

from __future__ import annotations

from scraper.text.entities.addresses import find_urls
from scraper.text.entities.entity import Entity
from scraper.text.entities.hashtags import find_hashtags
from scraper.text.entities.mentions import find_cashtags, find_mentions
from scraper.values.spelling import fold

__all__ = ["Entity", "find_cashtags", "find_hashtags", "find_mentions", "find_urls", "fold_tag"]


def fold_tag(tag: str) -> str:
    """The form in which hashtags are compared: no sign, NFKC, case folded; folding twice changes nothing.

    >>> fold_tag("#JusticeForX"), fold_tag("＃ｊｕｓｔｉｃｅｆｏｒｘ")
    ('justiceforx', 'justiceforx')
    """
    return fold(tag.lstrip("#＃"))
