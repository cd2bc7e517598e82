"""Reddit: posts and comments. The official blockquote prints the post's title as its text."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from scraper.availability import Row, oembed
from scraper.markup.addresses import post_in_attributes
from scraper.markup.answered import answered, attribute_at, counts_of, embedded, text_at, words
from scraper.markup.signed_quote import with_printed_date, with_text
from scraper.markup.tags import links, visible_text
from scraper.markup.tree_queries import select_first, select_one
from scraper.patterns import lazy_regex
from scraper.records import Author, Post
from scraper.registry import Platform, Prose, normal_handle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bs4 import Tag
    from resiliparse.parse.html import ElementNode, HTMLTree

    from scraper.records import Answered

NAME = "reddit"
_PATHS = r"(?:rpan/)?(?:(?:r|u|user)/[\w-]{1,40}/)?(?:comments|gallery|duplicates|poll|tb|s)/\w|by_id/t3_\w"
_PERMALINK = lazy_regex(
    r"https?://(?:[\w-]+\.)*(?:reddit|redditmedia)\.com/+(?:rpan/)?((?:(?:r|u|user)/[\w-]{1,40}/)?comments/([a-z0-9]{2,12})(?!\w)"
    r"(?:/(?:comment|[^/?#]{0,200})/([a-z0-9]{2,12})(?=[/?#]|$))?)",
    re.IGNORECASE,
)
#: Other addresses with the id of a post, which lead to it: of its pictures, of those who link the same, of a
#: poll, in lists of ids, in the toolbar of old, and on the host for short links.
_BY_ID = lazy_regex(
    r"https?://(?:(?:[\w-]+\.)*reddit\.com/+(?:(?:(?:r|u|user)/[\w-]{1,40}/)?(?:gallery|duplicates|poll|tb)/|by_id/t3_)"
    r"|(?:www\.)?redd\.it/+)([a-z0-9]{4,10})/?(?:[?#].*|/[^.]*)?$",
    re.IGNORECASE,
)
#: The URLs that the app gives out for sharing, and that of a video; they do not contain the post's id.
_SHORT = lazy_regex(
    r"https?://(?:(?:[\w-]+\.)?reddit\.com/+((?:(?:r|u|user)/[\w-]{1,40}/)?s/)|v\.redd\.it/+)([A-Za-z0-9]{8,16})/?(?:[?#].*)?$"
)
_AUTHOR = lazy_regex(r"https?://(?:[\w-]+\.)*reddit\.com/+u(?:ser)?/([\w-]{1,40})", re.IGNORECASE)
#: Says next to a post who wrote it, or where it is: then the words of the first link are its title.
_PLACE = lazy_regex(r"https?://(?:[\w-]+\.)*reddit\.com/+(?:r|u|user)/[\w-]{1,40}/?(?:[?#]|$)", re.IGNORECASE)
#: Words in place of a title.
_REMOVED = frozenset({"[deleted by user]", "[removed]", "[deleted]"})


def recognise(url: str) -> Post | None:
    """Read the address of a post, or of one comment under it, whose id it then has."""
    found = _PERMALINK.match(url)
    if found is not None:
        return Post(platform=NAME, id=found[3] or found[2], url=f"https://www.reddit.com/{found[1]}/")
    if found := _BY_ID.match(url):
        native_id = found[1].lower()
        return Post(platform=NAME, id=native_id, url=f"https://www.reddit.com/comments/{native_id}/")
    if found := _SHORT.match(url):
        place = f"www.reddit.com/{found[1]}{found[2]}/" if found[1] else f"v.redd.it/{found[2]}"
        return Post(platform=NAME, id=found[2], url=f"https://{place}")
    return None


def read(tag: Tag) -> Post | None:
    """Read title and author; the first address is that of the post itself. A comment prints no words."""
    anchors = links(tag)
    here = next(((anchor, post) for anchor, href in anchors if (post := recognise(href))), None)
    post = here[1] if here else post_in_attributes(tag, recognise)
    if post is None:
        return None
    author = next((found[1] for _, href in anchors if (found := _AUTHOR.match(href))), None)
    handle = normal_handle(author, NAME) if author else None
    post = replace(post, author=Author(handle=handle) if handle else None)
    is_titled = any(_PLACE.match(href) for _, href in anchors) and f"/comments/{post.id}" in (post.url or "")
    return with_text(post, visible_text(here[0])) if here and is_titled else post


def posts_in_json(data: Any) -> Iterator[Answered]:
    """Yield the post in an answer of oEmbed: its title is its text, and its author has but a handle."""
    for found in embedded(data, read):
        handle = found.post.handle or normal_handle(text_at(data, "author_name") or "", NAME)
        if found.post.text not in _REMOVED:
            yield replace(found, post=replace(found.post, author=Author(handle=handle) if handle else None))


def posts_in_page(tree: HTMLTree) -> Iterator[Answered]:
    """Yield the posts of a page, of the old site and the new; no comments."""
    for box in select_first(tree, ".thing.link[data-permalink]"):
        yield from _listed(box, words(select_one(box, "a.title")), "data-")
    for box in select_first(tree, "shreddit-post[permalink]"):
        yield from _listed(box, box.getattr("post-title"), "")


def _listed(box: ElementNode, title: str | None, prefix: str) -> Iterator[Answered]:
    """Yield the post that the attributes of an element state, whose names have a prefix on the old site."""
    post = recognise(f"https://www.reddit.com{box.getattr(f'{prefix}permalink') or ''}")
    if post is None or title is None or title in _REMOVED:
        return
    handle = normal_handle(box.getattr(f"{prefix}author") or "", NAME)
    dated = box.getattr("created-timestamp") or attribute_at(box, "time[datetime]", "datetime")
    replies = box.getattr("data-comments-count") or box.getattr("comment-count")
    post = with_printed_date(post, dated)
    post = with_text(post, title, author=Author(handle=handle) if handle else None)
    yield answered(post, counts_of(replies=replies))


#: What is answered for a post that is gone is not known: it stays without a reason.
OEMBED = (
    Row(200, {"title": r"\[deleted by user\]", "html": r".*\bcomments/{id}\b.*"}, "deleted", "deleted by its author"),
    Row(200, {"html": r".*\b{id}\b.*"}, "up", "answered"),
)


PLATFORM = Platform(
    name=NAME,
    label="Reddit",
    forms={
        "blockquote": "blockquote.reddit-embed-bq, blockquote.reddit-card",
        "amp": "amp-reddit[data-src]",
        "other": "div.reddit-embed",
    },
    addresses={
        "reddit.com/": _PATHS,
        "redditmedia.com/": _PATHS,
        "redd.it/": r"\w",
        "ampproject.org/v0/amp-reddit": "",
    },
    permalinks=("https://www.reddit.com/comments/{id}",),
    short_links=(r"reddit\.com/(?:(?:r|u|user)/[\w-]{1,40}/)?s/", r"v\.redd\.it/"),
    json_types=("reddit",),
    json_id=r"(?=[a-z]{0,7}\d)[a-z0-9]{5,8}",
    recognise=recognise,
    read=read,
    prose=Prose(names=r"(?:sub)?reddit(?:ors?)?|(?<!\w)r/\w{2,21}", stems=("reddit",), cues=("r/",)),
    handle=r"[A-Za-z0-9_-]{1,20}",
    handle_prefixes=("/", "u/"),
    posts_in_json=posts_in_json,
    posts_in_page=posts_in_page,
    questions=(
        oembed(
            "reddit-oembed", "www.reddit.com/oembed?", OEMBED, delay=6.0, limit="10 requests a minute without a login"
        ),
    ),
)
