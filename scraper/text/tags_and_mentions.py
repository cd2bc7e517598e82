"""List an article's hashtags and mentions, and whether each is in a post, a quote or the prose."""

from __future__ import annotations

import sys
from bisect import bisect_right
from typing import TYPE_CHECKING

from scraper.records import Mention, Tag
from scraper.text.entities import find_hashtags, find_mentions

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scraper.records import Embed, Quote, Within

Span = tuple[int, int]


def list_tags(prose: str, embeds: Sequence[Embed], quotes: Sequence[Quote]) -> list[Tag]:
    """List every use of a hashtag: first in the prose (with offsets), then in markup embeds (without)."""
    places = _Places(embeds, quotes)
    tags = [
        Tag(tag=found.value, start=found.start, end=found.end, within=places.at(found.start))
        for found in find_hashtags(prose, flattened=True)
    ]
    for embed in _outside_prose(embeds):
        tags += [Tag(tag=tag, start=None, end=None, within="post") for tag in embed.post.hashtags]
    return tags


def list_mentions(
    prose: str, embeds: Sequence[Embed], quotes: Sequence[Quote], attributed: Iterable[Span]
) -> list[Mention]:
    """List every ``@handle`` as `list_tags` does, but not those of authors in the spans `attributed`."""
    places = _Places(embeds, quotes)
    attributions = _SpanIndex(attributed)
    mentions = []
    tweets = _SpanIndex((each.start or 0, each.end or 0) for each in embeds if each.post.platform == "twitter")
    whole = find_mentions(prose, everywhere=True)
    # Twitter's handles have no dots: in a tweet, "@one.two" is @one.
    cut = {found.start: found for found in find_mentions(prose)} if any(each.start in tweets for each in whole) else {}
    for each in whole:
        found = cut.get(each.start, each) if each.start in tweets else each
        within = places.at(found.start)
        if within != "prose" or found.start not in attributions:
            mentions.append(Mention(handle=found.value, start=found.start, end=found.end, within=within))
    for embed in _outside_prose(embeds):
        mentions += [Mention(handle=name, start=None, end=None, within="post") for name in embed.post.mentions]
    return mentions


def _outside_prose(embeds: Sequence[Embed]) -> list[Embed]:
    """Return the embeds found in markup, whose text is not in the prose."""
    return [embed for embed in embeds if embed.start is None or embed.start == embed.end]


class _Places:
    """Look up whether an offset is in a post, a quote or the article's own prose."""

    def __init__(self, embeds: Sequence[Embed], quotes: Sequence[Quote]) -> None:
        self._posts = _SpanIndex((embed.start or 0, embed.end or 0) for embed in embeds)
        self._quotes = _SpanIndex((quote.start, quote.end) for quote in quotes)

    def at(self, offset: int) -> Within:
        if offset in self._posts:
            return "post"
        return "quote" if offset in self._quotes else "prose"


class _SpanIndex:
    """Index spans that do not overlap, for lookups in logarithmic time."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._spans = sorted(span for span in spans if span[0] < span[1])

    def __contains__(self, offset: int) -> bool:
        at = bisect_right(self._spans, (offset, sys.maxsize)) - 1
        return at >= 0 and offset < self._spans[at][1]
