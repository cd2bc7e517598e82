"""Threads. The official blockquote prints no text, only the author and a call to view the post there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scraper.markup.addresses import post_in
from scraper.markup.answered import described
from scraper.markup.rebuilt_post import with_added_words, with_printed_post
from scraper.markup.tags import is_official_quote
from scraper.patterns import lazy_regex
from scraper.platforms.instagram import HANDLE, milliseconds
from scraper.registry import Platform, Prose, handle_in_url, post_at
from scraper.values.moments import DAY_MS, IdClock

if TYPE_CHECKING:
    from bs4 import Tag

    from scraper.records import Post

NAME = "threads"
_PATHS = r"(?:(?:@|%40)[\w.]{1,40}/post|t)/[\w-]"
_PERMALINK = lazy_regex(
    r"https?://(?:[\w-]+\.)*threads\.(?:net|com)/+(?:(?:@|%40)([\w.]{1,40})/post|t)/([\w-]{5,60})", re.IGNORECASE
)


def recognise(url: str) -> Post | None:
    """Read the address of a post."""
    found = _PERMALINK.match(url)
    if found is None:
        return None
    handle = handle_in_url(found[1], NAME)
    path = f"@{handle}/post" if handle else "t"
    return post_at(NAME, found[2], f"https://www.threads.com/{path}/{found[2]}", handle)


def read(tag: Tag) -> Post | None:
    """Read the permalink, and a rebuilt post; in the official blockquote, words that a publisher added."""
    post = post_in(tag, recognise)
    if post and is_official_quote(tag, "text-post-media"):
        return with_added_words(tag, post)
    return with_printed_post(tag, post) if post else None


PLATFORM = Platform(
    name=NAME,
    label="Threads",
    forms={"blockquote": "blockquote.text-post-media"},
    addresses={"threads.net/": _PATHS, "threads.com/": _PATHS},
    permalinks=("https://www.threads.net/@{user}/post/{id}", "https://www.threads.com/t/{id}"),
    json_types=("threads",),
    json_id=r"[CD][\w-]{10}",
    recognise=recognise,
    read=read,
    posts_in_page=lambda tree: described(tree, recognise),
    prose=Prose(names=r"(?-i:Threads)(?!\s+of)", stems=("Threads",)),
    handle=HANDLE,
    clock=IdClock(milliseconds=milliseconds, since=1_314_220_021_721 + DAY_MS),
    not_asked="its terms forbid to keep what its oEmbed answers",
)
