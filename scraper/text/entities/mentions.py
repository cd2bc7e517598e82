"""Find mentions and cashtags by twitter-text's published rules."""

from __future__ import annotations

from scraper.patterns import lazy_regex
from scraper.text.entities.entity import Entity
from scraper.text.entities.urls import outside_urls

# A retweet mark may touch the "@": "RT@one", but not "start@one". The pattern begins with "@" and looks back
# from there, so the regex engine can search for the literal.
_MENTION = lazy_regex(
    r"[@＠](?:(?<![A-Za-z0-9_!#$%&*@＠][@＠])|(?<![A-Za-z0-9_+~.-][Rr][Tt][@＠])(?<=[Rr][Tt][@＠]))"
    r"(?P<handle>[A-Za-z0-9_]{1,20})(?![A-Za-z0-9_@＠\xc0-\xd6\xd8-\xf6\xf8-\u024f\u0300-\u036f\u1e00-\u1eff]|://)"
    r"(?!/[A-Za-z])"
)
_CASHTAG = lazy_regex(
    r"\$(?<![^\s\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]\$)(?P<symbol>[A-Za-z]{1,6}(?:[._][A-Za-z]{1,2})?)"
    r"(?=$|[\s!'#%&()*+,\\\-./:;<=>?@\[\]^_{|}~$])"
)


def find_mentions(text: str) -> list[Entity]:
    """Find the Twitter handles marked with ``@``, in text order.

    Mail addresses, lists (``@one/list``), profile URLs, and handles followed by letters of another alphabet
    are skipped.

    >>> find_mentions("RT @one: thanks @two_2, one@two.example")
    [Entity(value='one', start=3, end=7), Entity(value='two_2', start=16, end=22)]
    """
    if "@" not in text and "＠" not in text:
        return []
    mentions = [Entity(found["handle"], found.start(), found.end()) for found in _MENTION.finditer(text)]
    if any(text[mention.start - 1 : mention.start] == "/" for mention in mentions):
        return outside_urls(text, mentions)
    return mentions


def find_cashtags(text: str) -> list[Entity]:
    """Find the stock symbols marked with ``$``, in text order.

    >>> find_cashtags("$ABC up, $XY.Z down, cost $100")
    [Entity(value='ABC', start=0, end=4), Entity(value='XY.Z', start=9, end=14)]
    """
    if "$" not in text:
        return []
    return [Entity(found["symbol"], found.start(), found.end()) for found in _CASHTAG.finditer(text)]
