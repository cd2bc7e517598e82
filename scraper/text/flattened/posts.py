"""From a span and its mark to the `Embed` record."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from scraper.records import Author, Embed, Post, Problem
from scraper.registry import instant, recognise
from scraper.text.entities import find_cashtags, find_hashtags, find_mentions, find_urls
from scraper.values.urls import http_url

if TYPE_CHECKING:
    from scraper.records import Moment
    from scraper.text.flattened.found_post import Found, Mark

# The code of a picture has ten characters, in 2011 eight; what goes on behind them was glued to it.
PICTURE = re.compile(r"pic\.(?:twitter|x)\.com/[A-Za-z0-9]{1,10}", re.IGNORECASE)
_QUOTE_MARKS = re.compile(r"\n[ \t]{0,8}>[ \t>]{0,8}")


def embed_of(text: str, found: Found, position: int) -> tuple[Embed, list[Problem]]:
    """Build the record of one found post, and what does not fit in it."""
    mark = found.mark
    tweet = recognise(mark.url) if mark.url else None
    posted, problems = _when(mark, tweet.id if tweet else None)
    words = as_read(text[found.start : found.end])
    author = Author(handle=mark.handle, name=mark.name) if mark.handle or mark.name else None
    pictures = tuple(match.group() for match in PICTURE.finditer(words))
    post = Post(
        platform=mark.platform,
        id=tweet.id if tweet else None,
        url=tweet.url if tweet else None,
        author=author,
        text=words or None,
        posted=posted,
        hashtags=tuple(tag.value for tag in find_hashtags(words, flattened=True)),
        mentions=tuple(mention.value for mention in find_mentions(words)),
        cashtags=tuple(tag.value for tag in find_cashtags(words)),
        links=_links(words),
        media=pictures,
    )
    return Embed(form=mark.form, position=position, start=found.start, end=found.end, post=post), problems


def as_read(printed: str) -> str:
    r"""Drop the quote marks of markdown at line starts; the words and line breaks stay as printed.

    >>> as_read("One line\n> \n> and another")
    'One line\n\nand another'
    """
    return _QUOTE_MARKS.sub("\n", printed).strip()


def _links(words: str) -> tuple[str, ...]:
    found = (http_url(url.value) for url in find_urls(words) if not PICTURE.match(url.value))
    return tuple(dict.fromkeys(url for url in found if url is not None))


def _when(mark: Mark, native_id: str | None) -> tuple[Moment | None, list[Problem]]:
    """Take the instant from the id where there is one; a printed date that says otherwise is a problem."""
    known = instant(mark.platform, native_id) if native_id else None
    if known is None:
        return mark.posted, []
    printed = mark.posted
    if printed is None:
        return known, []
    posted = replace(known, as_written=printed.as_written)
    if printed.at[:10] == known.at[:10]:
        return posted, []
    message = f"the post {native_id} was printed with {printed.as_written!r}, its id says {known.at}"
    return posted, [Problem(step="flattened", kind="date-disagrees-with-id", message=message)]
