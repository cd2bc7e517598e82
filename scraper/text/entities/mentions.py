"""Find mentions and cashtags by twitter-text's published rules."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from scraper.patterns import lazy_regex
from scraper.text.entities.entity import Entity
from scraper.text.entities.urls import outside_urls

if TYPE_CHECKING:
    from collections.abc import Iterator

# A retweet mark may touch the "@": "RT@one", but not "start@one". The pattern begins with "@" and looks back
# from there, so the regex engine can search for the literal.
_MENTION = lazy_regex(
    r"[@＠](?:(?<![A-Za-z0-9_!#$%&*@＠][@＠])|(?<![A-Za-z0-9_+~.-][Rr][Tt][@＠])(?<=[Rr][Tt][@＠]))"
    r"(?P<handle>[A-Za-z0-9_]{1,20})(?![A-Za-z0-9_@＠\xc0-\xd6\xd8-\xf6\xf8-\u024f\u0300-\u036f\u1e00-\u1eff]|://)"
    r"(?!/[A-Za-z])"
)
# Handles of other platforms, in prose: with dots (Bluesky, Instagram, TikTok), or with a server (Mastodon).
_DOTTED = lazy_regex(
    r"[@＠](?<![A-Za-z0-9_!#$%&*@＠/][@＠])(?P<handle>[A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,98}[A-Za-z0-9_])?+)"
)
_SERVER = lazy_regex(
    r"[@＠][A-Za-z0-9][A-Za-z0-9-]{0,62}(?:\.[a-z0-9][a-z0-9-]{0,62}){0,5}\.[a-z]{2,24}(?![A-Za-z0-9_@＠-]|/[A-Za-z])"
)
_LINK_HOST = lazy_regex(r"(?:pic\.)?(?:twitter|x|instagram|facebook|youtube)\.com\Z|(?:t\.co|bit\.ly|youtu\.be)\Z")
_CASHTAG = lazy_regex(
    r"\$(?<![^\s\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]\$)(?P<symbol>[A-Za-z]{1,6}(?:[._][A-Za-z]{1,2})?)"
    r"(?=$|[\s!'#%&()*+,\\\-./:;<=>?@\[\]^_{|}~$])"
)


def find_mentions(text: str, *, everywhere: bool = False) -> list[Entity]:
    """Find the handles marked with ``@``, in text order.

    Mail addresses, lists (``@one/list``), profile URLs, and handles followed by letters of another alphabet
    are skipped.

    Args:
        text: The text of a post, or prose.
        everywhere: Also find handles of other platforms than Twitter, which have dots or a server.

    >>> find_mentions("RT @one: thanks @two_2, one@two.example")
    [Entity(value='one', start=3, end=7), Entity(value='two_2', start=16, end=22)]
    >>> [mention.value for mention in find_mentions("@a.bsky.social, @b@c.example. @d.The", everywhere=True)]
    ['a.bsky.social', 'b@c.example', 'd']
    """
    if "@" not in text and "＠" not in text:
        return []
    mentions = [Entity(found["handle"], found.start(), found.end()) for found in _MENTION.finditer(text)]
    if everywhere:
        dotted = {mention.start: mention for mention in _dotted_mentions(text)}
        kept = {mention.start: mention for mention in mentions} | dotted
        mentions = sorted(kept.values(), key=lambda mention: mention.start)
    if any(text[mention.start - 1 : mention.start] == "/" for mention in mentions):
        return outside_urls(text, mentions)
    return mentions


def _dotted_mentions(text: str) -> Iterator[Entity]:
    for found in _DOTTED.finditer(text):
        server = _SERVER.match(text, found.end())
        end = server.end() if server else found.start("handle") + len(_whole(found["handle"], text[found.end() :][:1]))
        if end > found.start("handle"):
            yield Entity(text[found.start("handle") : end].replace("＠", "@"), found.start(), end)


def _whole(printed: str, following: str) -> str:
    """Return the handle with dots at the start of `printed`; empty if it has none or begins a URL."""
    first, *labels = printed.split(".")
    # A capital after a dot begins the next sentence, which lost the space before it.
    handle = ".".join([first, *takewhile(lambda label: label and not label[0].isupper(), labels)])
    if "." not in handle or (handle == printed and following in {"/", "@", "＠"}) or _LINK_HOST.search(handle):
        return ""
    return handle if "-" not in handle or handle.rpartition(".")[2].isalpha() else ""


def find_cashtags(text: str) -> list[Entity]:
    """Find the stock symbols marked with ``$``, in text order.

    >>> find_cashtags("$ABC up, $XY.Z down, cost $100")
    [Entity(value='ABC', start=0, end=4), Entity(value='XY.Z', start=9, end=14)]
    """
    if "$" not in text:
        return []
    return [Entity(found["symbol"], found.start(), found.end()) for found in _CASHTAG.finditer(text)]
