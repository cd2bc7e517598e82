"""Truth Social: Mastodon's software, one host, embedded as a frame."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scraper.markup.answered import described
from scraper.markup.rebuilt_post import rebuilt_post
from scraper.patterns import lazy_regex
from scraper.platforms.mastodon import milliseconds
from scraper.registry import Platform, Prose, handle_in_url, post_at
from scraper.values.moments import IdClock

if TYPE_CHECKING:
    from scraper.records import Post

NAME = "truthsocial"
_STATUS = lazy_regex(
    r"https?://(?:[\w-]+\.)*truthsocial\.com/+(?:(?:@|%40)(\w{1,40})/(?:posts/)?|users/(\w{1,40})/statuses/|statuses/"
    r"|(?:groups?/[\w-]{1,60}/)?posts/)(\d{15,20})(?!\d)",
    re.IGNORECASE,
)


def recognise(url: str) -> Post | None:
    """Read the address of a post or of its embed frame."""
    found = _STATUS.match(url)
    if found is None:
        return None
    user, native_id = found[1] or found[2], found[3]
    handle = handle_in_url(user, NAME)
    url = f"https://truthsocial.com/{f'@{handle}/' if handle else ''}posts/{native_id}"
    return post_at(NAME, native_id, url, handle)


PLATFORM = Platform(
    name=NAME,
    label="Truth Social",
    forms={"iframe": "iframe.truthsocial-embed", "blockquote": "blockquote.truthsocial-embed"},
    addresses={
        "truthsocial.com/": (
            r"(?:@|%40)[\w.]{1,40}/(?:posts/)?\d|(?:users/\w{1,40}/)?statuses/\d"
            r"|(?:groups?/[\w-]{1,60}/)?posts/\d"
        )
    },
    permalinks=("https://truthsocial.com/@{user}/posts/{id}", "https://truthsocial.com/posts/{id}"),
    json_types=("truthsocial",),
    json_id=r"1\d{17}",
    recognise=recognise,
    read=lambda tag: rebuilt_post(tag, recognise),
    posts_in_page=lambda tree: described(tree, recognise),
    prose=Prose(names=r"truth ?social|(?<=\bsu\s)(?-i:Truth)(?!\w)", stems=("truth social",)),
    handle=r"[A-Za-z0-9_]{1,30}",
    clock=IdClock(milliseconds=milliseconds, since=1_634_688_000_000),
    not_asked="it keeps programs out",
)
