"""Bluesky. A post's id is its record key; the address holds the author as handle or as DID."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from scraper.markup.addresses import post_in_attributes
from scraper.markup.rebuilt_post import with_printed_post
from scraper.markup.signed_quote import signed_quote
from scraper.markup.tags import attribute, blockquote_in, descendants, visible_text
from scraper.records import Author, Post
from scraper.registry import Example, Platform, Prose, instant, normal_handle
from scraper.values.handles import DOMAIN
from scraper.values.instants import IdClock

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bs4 import Tag

    from scraper.records import Form

NAME = "bluesky"
FORMS: Mapping[Form, str] = {
    "blockquote": "blockquote.bluesky-embed",
    "other": "div[data-bluesky-uri]",
}
ADDRESSES = {
    "bsky.app/": r"profile/[\w.:%-]{3,100}/post/\w|embed/did",
    "s9e.github.io/iframe/": r"(?:\d/)?bluesky(?:\.min)?\.html#[ad]",
}
MARKS = (r"data-bluesky-uri=",)
_PERMALINK = re.compile(
    r"(?:https?://(?:(?:[\w-]+\.)*bsky\.app/+(?:profile|embed)/"
    r"|s9e\.github\.io/iframe/(?:\d/)?bluesky(?:\.min)?\.html#(?:at://)?)|at://)"
    r"([\w.:-]{3,120})/(?:post|app\.bsky\.feed\.post)/([a-z0-9]{5,40})",
    re.IGNORECASE,
)
#: What the end of the text has in place of pictures and links.
_ATTACHED = re.compile(r"\s*\[(?:image|video)?(?: or embed)?\]$")
_TID = re.compile(r"[234567a-j][234567a-z]{12}")
_TID_VALUE = {sign: value for value, sign in enumerate("234567abcdefghijklmnopqrstuvwxyz")}
EXAMPLES = (
    Example(
        '<blockquote class="bluesky-embed"'
        ' data-bluesky-uri="at://did:plc:aaaaexample/app.bsky.feed.post/3kaaaaaaaaa2a">'
        '<p lang="en">Hello there</p>&mdash; Ada'
        ' (<a href="https://bsky.app/profile/did:plc:aaaaexample">@ada.example</a>)'
        ' <a href="https://bsky.app/profile/did:plc:aaaaexample/post/3kaaaaaaaaa2a">March 3, 2024</a>'
        "</blockquote>",
        ("3kaaaaaaaaa2a",),
    ),
    Example(
        '<iframe src="https://embed.bsky.app/embed/did:plc:aaaaexample/app.bsky.feed.post/3kaaaaaaaaa2a?id=1"></iframe>',
        ("3kaaaaaaaaa2a",),
    ),
    Example(
        '<div data-bluesky-uri="at://did:plc:aaaaexample/app.bsky.feed.post/3kaaaaaaaaa2a"></div>',
        ("3kaaaaaaaaa2a",),
    ),
    Example('<p>She is <a href="https://bsky.app/profile/ada.example">on Bluesky</a> too.</p>', ()),
)


def _milliseconds(native_id: str) -> int | None:
    """Return the instant of a TID: 53 bits of microseconds since 1970 (atproto.com/specs/tid)."""
    if _TID.fullmatch(native_id) is None:
        return None
    value = 0
    for sign in native_id:
        value = value << 5 | _TID_VALUE[sign]
    return (value >> 10) // 1000


def recognise(url: str) -> Post | None:
    """Read the address of a post, of its embed frame, or its AT URI."""
    found = _PERMALINK.match(url)
    return _post(found[1], found[2]) if found else None


def _post(owner: str, key: str) -> Post:
    handle = None if owner.startswith("did:") else normal_handle(owner, NAME)
    author = Author(handle=handle) if handle else None
    url = f"https://bsky.app/profile/{owner}/post/{key}"
    return Post(platform=NAME, id=key, url=url, author=author, posted=instant(NAME, key))


def read(tag: Tag) -> Post | None:
    """Read the official blockquote; otherwise what attributes and a rebuilt post show."""
    quote = blockquote_in(tag)
    own = recognise(attribute(quote or tag, "data-bluesky-uri") or "")
    post = signed_quote(quote, recognise, NAME) if quote else None
    if post is None:
        known = own or post_in_attributes(tag, recognise)
        post = with_printed_post(tag, known) if known else None
    if post is None:
        return None
    text = post.text or (_unsigned(quote) if quote else "")
    return replace(post, text=_ATTACHED.sub("", text) or None)


def _unsigned(quote: Tag) -> str:
    """Return the text of a quote that has lost the line with the author."""
    return "\n\n".join(visible_text(p) for p in descendants(quote, "p") if attribute(p, "lang"))


PLATFORM = Platform(
    name=NAME,
    label="Bluesky",
    forms=FORMS,
    addresses=ADDRESSES,
    permalinks=("https://bsky.app/profile/{user}/post/{id}",),
    marks=MARKS,
    examples=EXAMPLES,
    recognise=recognise,
    read=read,
    prose=Prose(
        names="blue ?sky|skeets?",
        verbs=r"skeet\w{0,4}",
        stems=("bluesky", r"blue(?: sky|\Z)", "skeet"),
    ),
    handle=DOMAIN,
    # From Twitter's first year on: people bring their old posts along and give them ids of the old date.
    clock=IdClock(milliseconds=_milliseconds, since=1_136_073_600_000),
)
