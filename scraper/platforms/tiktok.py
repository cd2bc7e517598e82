"""TikTok: videos and photo posts; ``data-embed-type="creator"`` is a profile."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from scraper.availability import Row, oembed
from scraper.markup.addresses import post_in_attributes, post_in_links
from scraper.markup.answered import answered, at, counts_of, embedded, objects_in, text_at
from scraper.markup.signed_quote import with_text
from scraper.markup.tags import attribute, blockquote_in, links, visible_text
from scraper.markup.tree_queries import select_first
from scraper.patterns import lazy_regex
from scraper.records import Author, Post
from scraper.registry import Platform, Prose, handle_in_url, normal_handle, post_at
from scraper.values import json_of
from scraper.values.moments import IdClock, number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bs4 import Tag
    from resiliparse.parse.html import HTMLTree

    from scraper.records import Answered

NAME = "tiktok"
_PERMALINK = lazy_regex(
    r"https?://(?:(?:[\w-]+\.)*tiktokv?\.com/+(?:(?:@|%40)([\w.-]{0,100})/(?:video|photo)/|embed/(?:v\d/)?|player/v\d/|v/"
    r"|(?:(?:i18n|h5|node)/)?(?:share/)?(?:video|item|photo)/|[\w#!/]{0,20}\?(?:[^#\s]{0,400}&)?(?:share_)?item_id=)"
    r"|s9e\.github\.io/iframe/(?:\d/)?tiktok(?:\.min)?\.html#)(\d{15,20})(?!\d)",
    re.IGNORECASE,
)
#: The URLs that the app gives out for sharing; they do not contain the video's number.
_SHORT = lazy_regex(
    r"https?://(v[mt]\.tiktok\.com/+|(?:[\w-]+\.)?tiktok\.com/+t/)(?![a-z]+(?:[/?#]|$))([A-Za-z0-9]{6,12})/?(?:[?#].*)?$"
)
_ID = lazy_regex(r"\d{15,20}")
#: Attributes with the number of a video; people and sounds have such numbers too.
_NUMBERED = lazy_regex(r"(?!.*(?:author|user|creator|owner|account|profile|music|sound)).*(?:-id|videoid|data-src)")
#: Begins the line that names the music.
_SOUND = "♬"
#: The scripts that pages are drawn from, of each version of the site.
_STATE = "script#__UNIVERSAL_DATA_FOR_REHYDRATION__, script#SIGI_STATE, script#__NEXT_DATA__"


def _milliseconds(native_id: str) -> int | None:
    """Return the instant of a video: the upper 32 bits of its id are seconds since 1970."""
    value = number(native_id)
    return (value >> 32) * 1000 if value else None


def recognise(url: str) -> Post | None:
    """Read the addresses of videos and photo posts, and of their players."""
    found = _PERMALINK.match(url)
    if found is None and (short := _SHORT.match(url)):
        place = "www.tiktok.com/t" if short[1].endswith("/t/") else short[1].rstrip("/")
        return Post(platform=NAME, id=short[2], url=f"https://{place}/{short[2]}/")
    return _post(found[2], found[1]) if found else None


def _post(native_id: str, handle: str | None) -> Post:
    known = handle_in_url(handle, NAME)
    # The player finds a video by its number alone; any name in the path leads there.
    url = f"https://www.tiktok.com/@{known or ''}/video/{native_id}"
    return post_at(NAME, native_id, url, known)


def read(tag: Tag) -> Post | None:
    """Read the blockquote's caption; otherwise what an attribute tells, or a link."""
    quote = blockquote_in(tag)
    post = _numbered(tag, post_in_attributes(tag, recognise)) or (
        post_in_attributes(quote, recognise) if quote else None
    )
    post = post or post_in_links(tag, recognise)
    return _captioned(post, quote) if quote and post else post


def _captioned(post: Post, quote: Tag) -> Post:
    """Add the printed parts of the blockquote: the author in its first link, the caption, at last the sound."""
    first = next((anchor for anchor, _ in links(quote)), None)
    named = (attribute(first, "title") or visible_text(first)) if first else ""
    handle = normal_handle(named, NAME) if named.startswith("@") else None
    if post.author is None and handle:
        url = f"https://www.tiktok.com/@{handle}/video/{post.id}"
        post = replace(post, author=Author(handle=handle), url=url)
    lines = (text for p in quote.find_all("p") if (text := visible_text(p)))
    captions = [text for text in lines if not text.startswith(_SOUND) and text != f"@{handle}"]
    return with_text(post, "\n\n".join(captions) or _between_links(quote))


def _between_links(quote: Tag) -> str:
    """Return a caption outside of paragraphs: the text between the author's link and that of the sound."""
    section = quote.find("section")
    lines = visible_text(section).split(_SOUND)[0].strip() if section else ""
    first = section.find("a") if section else None
    author = visible_text(first) if first else ""
    return lines.removeprefix(author).strip() if author.startswith("@") else ""


def _numbered(tag: Tag, post: Post | None) -> Post | None:
    """Return the post of a URL, or that of a number where the URL has none."""
    if post and post.posted:
        return post
    values = (attribute(tag, name) or "" for name in tag.attrs if _NUMBERED.fullmatch(name))
    return next((_post(value, None) for value in values if _ID.fullmatch(value)), post)


def posts_in_json(data: Any) -> Iterator[Answered]:
    """Yield the videos that an answer states: the embed code of oEmbed, or the data of the site's own pages."""
    yield from embedded(data, read)
    for thing in objects_in(data):
        native_id, caption = text_at(thing, "id") or "", thing.get("desc")
        handle = normal_handle(text_at(thing, "author", "uniqueId") or text_at(thing, "author") or "", NAME)
        if handle and isinstance(caption, str) and _ID.fullmatch(native_id):
            name = text_at(thing, "author", "nickname") or text_at(thing, "nickname")
            post = _post(native_id, handle)
            text = text_at(thing, "desc") or ""
            likes, replies, views = (at(thing, "stats", f"{kind}Count") for kind in ("digg", "comment", "play"))
            counts = counts_of(likes=likes, replies=replies, views=views)
            yield answered(with_text(post, text, author=Author(handle=handle, name=name)), counts)


def posts_in_page(tree: HTMLTree) -> Iterator[Answered]:
    """Yield the videos in the JSON that a page of the site is drawn from."""
    for script in select_first(tree, _STATE):
        yield from posts_in_json(json_of(script.text or ""))


#: Which error is answered when is not documented: none of them is a reason.
OEMBED = (
    Row(200, {"embed_product_id": "{id}"}, "up", "answered"),
    Row(200, {"html": '.*data-video-id="{id}".*'}, "up", "answered"),
    Row(400, {"message": ".+"}, "unavailable", "refused without a reason"),
)


PLATFORM = Platform(
    name=NAME,
    label="TikTok",
    forms={"blockquote": "blockquote.tiktok-embed", "amp": "amp-tiktok[data-src]"},
    addresses={
        "tiktok.com/": (
            r"(?:@|%40)[\w.%-]{0,100}/(?:video|photo)/\d|embed/|player/v\d/\d|v/\d"
            r"|(?:(?:i18n|h5|node)/)?(?:share/)?(?:video|item|photo)/\d|(?:t/)?[A-Za-z0-9]{6,12}\b|(?:[\w#!]{0,20}/)?[\w#!]{0,20}\?[^\s\"<>]{0,200}?item_id="
        ),
        "tiktokv.com/": r"(?:i18n/)?share/(?:video|item)/\d",
        "s9e.github.io/iframe/": r"(?:\d/)?tiktok(?:\.min)?\.html#\d",
        "ampproject.org/v0/amp-tiktok": "",
    },
    marks=("/lite-tiktok", r"\[tiktok[\s=\]]"),
    permalinks=("https://www.tiktok.com/@{user}/video/{id}", "https://www.tiktok.com/embed/v2/{id}"),
    short_links=(r"vm\.tiktok\.com/", r"vt\.tiktok\.com/", r"tiktok\.com/t/"),
    json_types=("tiktok", "TikTok"),
    json_id=r"[67]\d{17,18}",
    recognise=recognise,
    read=read,
    prose=Prose(
        names="tik ?tok", other_scripts=("тикток", "تيك توك", "تیك توك", "ٹک ٹاک", "टिकटॉक"), stems=("tik tok",)
    ),
    handle=r"[A-Za-z0-9_.]{1,23}[A-Za-z0-9_]",
    placeholders=("i", "tiktok_user", "tiktokuser"),
    clock=IdClock(milliseconds=_milliseconds, since=1_388_534_400_000, precision="second"),
    posts_in_json=posts_in_json,
    posts_in_page=posts_in_page,
    questions=(oembed("tiktok-oembed", "www.tiktok.com/oembed?", OEMBED, delay=2.0),),
)
