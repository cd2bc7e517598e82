"""List an article's hashtags and mentions, and whether each is in a post, a quote or the prose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scraper.records import Mention, Tag
from scraper.text.embed_codes import is_within
from scraper.text.entities import find_hashtags, find_mentions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from scraper.records import Embed, Quote, Within

Span = tuple[int, int]


def list_tags(prose: str, embeds: Sequence[Embed], quotes: Sequence[Quote]) -> list[Tag]:
    """List every use of a hashtag: first in the prose (with offsets), then in markup embeds (without)."""
    place_of = _places(embeds, quotes)
    tags = [
        Tag(tag=found.value, start=found.start, end=found.end, within=place_of(found.start))
        for found in find_hashtags(prose, flattened=True)
    ]
    for embed in _outside_prose(embeds):
        tags += [Tag(tag=tag, start=None, end=None, within="post") for tag in embed.post.hashtags]
    return tags


def list_mentions(
    prose: str, embeds: Sequence[Embed], quotes: Sequence[Quote], attributed: Iterable[Span]
) -> list[Mention]:
    """List every ``@handle`` as `list_tags` does, but not those of authors in the spans `attributed`."""
    place_of = _places(embeds, quotes)
    attributions = _ordered(attributed)
    mentions = []
    tweets = _ordered((each.start or 0, each.end or 0) for each in embeds if each.post.platform == "twitter")
    whole = find_mentions(prose, everywhere=True)
    # Twitter's handles have no dots: in a tweet, "@one.two" is @one.
    is_any_cut = any(is_within(each.start, tweets) for each in whole)
    cut = {found.start: found for found in find_mentions(prose)} if is_any_cut else {}
    for each in whole:
        found = cut.get(each.start, each) if is_within(each.start, tweets) else each
        within = place_of(found.start)
        if within != "prose" or not is_within(found.start, attributions):
            mentions.append(Mention(handle=found.value, start=found.start, end=found.end, within=within))
    for embed in _outside_prose(embeds):
        mentions += [Mention(handle=name, start=None, end=None, within="post") for name in embed.post.mentions]
    return mentions


def _outside_prose(embeds: Sequence[Embed]) -> list[Embed]:
    return [embed for embed in embeds if embed.start is None or embed.start == embed.end]


def _places(embeds: Sequence[Embed], quotes: Sequence[Quote]) -> Callable[[int], Within]:
    """Return a function from an offset to what it is in: a post, a quote or the article's own prose."""
    posts = _ordered((embed.start or 0, embed.end or 0) for embed in embeds)
    quoted = _ordered((quote.start, quote.end) for quote in quotes)
    return lambda at: "post" if is_within(at, posts) else "quote" if is_within(at, quoted) else "prose"


def _ordered(spans: Iterable[Span]) -> list[Span]:
    return sorted(span for span in spans if span[0] < span[1])
