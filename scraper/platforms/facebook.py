"""Facebook: posts, videos, photos and reels, in the plugin's frame or in ``div.fb-post`` around a quote.

The id is the last number of the address, or the ``pfbid`` that replaced it in 2022. The quote inside may cite
another address of the same post; that of the ``div`` is what the publisher put there.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from scraper.markup.addresses import post_in_attributes, post_in_links
from scraper.markup.signed_quote import is_date, with_printed_date, with_text
from scraper.markup.tags import attribute, blockquote_in, descendants, links, visible_text
from scraper.patterns import lazy_regex
from scraper.records import Author, Post
from scraper.registry import Platform, Prose, handle_in_url, normal_handle
from scraper.values.urls import fields_of, split_url

if TYPE_CHECKING:
    from urllib.parse import SplitResult

    from bs4 import Tag

NAME = "facebook"
_PATHS = (
    r"(?:v\d{1,2}\.\d/)?plugins/(?:post|video|comment)|v/\d{5}|\d{5,20}_\d{5,20}\b"
    r"|(?:[\w.%!#-]{1,100}/){0,3}?(?:posts|activity|videos|photos|notes|permalink|reels?|watch|share|photo|story|video|groups)(?:/|\.php|\?)|media/set/?\?"
)
#: The path may have the version of the API, as the script that renders plugins writes it.
_PLUGIN = lazy_regex(r"/(?:v\d{1,2}\.\d/)?plugins/(post|video|comment)?")
#: The player of before 2015, for Flash.
_FLASH = lazy_regex(r"/v/(\d{5,25})/?$")
#: The URLs that Facebook gives out for sharing; they do not contain the post's number.
_SHORT = lazy_regex(
    r"https?://(fb\.watch/(?!v/)|fb\.watch/v/|fb\.me/[pvr]/|(?:[\w-]+\.)?(?:facebook|fb)\.com/share/(?:[pvr]/|(?=[\w-]*\d|[\w-]*[a-z][A-Z])))([\w-]{5,40})/?(?:[?#]|$)"
)
_HOST = lazy_regex(r"(?:[\w-]+\.)*(?:facebook|fb)\.com$", re.IGNORECASE)
_ID = lazy_regex(r"(?:[\w.%-]*?[-_])?(\d{5,25}|pfbid\w{10,120})(?::\d)?$")
_ALBUM = lazy_regex(r"a\.(\d{5,25})")
_PAGE = lazy_regex(r"https?://(?:[\w-]+\.)*facebook\.com/([\w.]*[^\W\d][\w.]*)/?(?:\?.*)?")
#: A page and its post, as the Graph API names a post.
_PAGE_AND_POST = lazy_regex(r"/(\d{5,20})_(\d{5,20})/?$")
#: What the old pages had after their hash sign.
_HASHED = lazy_regex(r"!?(/[\w./-]{0,200})(?:\?(.*))?$")
_KINDS = frozenset({
    "posts", "activity", "videos", "photos", "notes", "permalink", "reel", "reels", "photo", "video", "watch",
})  # fmt: skip
_PARAMETERS = ("story_fbid", "fbid", "v", "video_id", "multi_permalinks", "comment_id")
_NO_PAGES = frozenset({
    "watch", "groups", "events", "pages", "pg", "photo", "photo.php", "permalink.php", "story.php",
    "video.php", "plugins", "reel", "reels", "share", "login.php", "profile.php", "people", "media", "videos",
    "posts", "photos", "video", "notes",
})  # fmt: skip
_PREPOSITION = lazy_regex(r"^[^\W\d]{1,3}\s")
#: Names of the platform and of its posts in other scripts.
NAMES = (
    "фейсбук", "فيس بوك", "فيسبوك", "فیس بوك", "فیسبوك", "فیس بک", "فیسبک", "फेसबुक", "ফেসবুক", "フェイスブック", "脸书",
    "페이스북", "ፌስቡክ",
)  # fmt: skip


def recognise(url: str) -> Post | None:
    """Read the address of a post, photo, video or reel, or of the plugin's frame around it."""
    parts = split_url(url)
    short = _SHORT.match(url)
    if short:
        return Post(platform=NAME, id=short[2], url=f"https://{short[1]}{short[2]}/")
    return _on_site(parts) if _HOST.match(parts.hostname or "") else None


def _on_site(parts: SplitResult) -> Post | None:
    """Read an address on Facebook's own hosts."""
    hashed = _HASHED.match(parts.fragment) if parts.fragment[:1] in {"!", "/"} else None
    if hashed and (post := recognise(f"https://www.facebook.com{hashed[1]}?{hashed[2] or ''}")):
        return post
    query = fields_of(parts.query)
    plugin = _PLUGIN.match(parts.path)
    if plugin:
        return recognise(query["href"][0]) if plugin[1] and "href" in query else None
    flash = _FLASH.match(parts.path)
    if flash:
        return Post(platform=NAME, id=flash[1], url=f"https://www.facebook.com/watch/?v={flash[1]}")
    numbers = _PAGE_AND_POST.match(parts.path)
    return _post(f"/{numbers[1]}/posts/{numbers[2]}" if numbers else parts.path, query)


def _post(path: str, query: dict[str, list[str]]) -> Post | None:
    """Read the path and the query of an address on Facebook's own hosts."""
    steps = [step for step in path.split("/") if step]
    if steps[:2] == ["media", "set"] and "set" in query and (album := _ALBUM.match(query["set"][0])):
        return Post(platform=NAME, id=album[1], url=f"https://www.facebook.com{path}?set={album[0]}")
    if steps[-1:] == ["video.php"] and "id" in query and "v" not in query:
        query = {"v": query["id"]}
    number = next((query[name][0] for name in _PARAMETERS if name in query), None)
    if number is None and _KINDS.isdisjoint(steps[:-1]):
        return None
    found = _ID.fullmatch(number or steps[-1])
    if found is None:
        return None
    address = f"https://www.facebook.com{path}" if number is None else _with(path, query)
    return Post(platform=NAME, id=found[1], url=address, author=_page_of(steps))


def _with(path: str, query: dict[str, list[str]]) -> str:
    """Return a URL with the parameters that name a post."""
    kept = [f"{name}={query[name][0]}" for name in (*_PARAMETERS, "id") if name in query]
    return f"https://www.facebook.com{path}?{'&'.join(kept)}"


def _page_of(steps: list[str]) -> Author | None:
    """Return the page in the first segment of a path; numbers and Facebook's own words are none."""
    page = steps[0] if steps else ""
    handle = None if page.isdigit() or page.lower() in _NO_PAGES else handle_in_url(page, NAME)
    return Author(handle=handle) if handle else None


def read(tag: Tag) -> Post | None:
    """Read the address, and the fallback quote where there is one."""
    old = (div for div in descendants(tag, "div") if "fb-xfbml-parse-ignore" in (attribute(div, "class") or ""))
    quote = blockquote_in(tag) or next(old, None)  # the fallback of 2014: ``<div><a>Post</a> by …</div>``
    post = post_in_attributes(tag, recognise) or (post_in_attributes(quote, recognise) if quote else None)
    post = post or post_in_links(quote or tag, recognise)
    return _quoted(quote, post) if quote and post else post


def _quoted(quote: Tag, post: Post) -> Post:
    """Parse ``<p>text</p>Posted by <a>Name</a> on <a>date</a>`` in any language; the date of a video is no link."""
    outside = [(anchor, href) for anchor, href in links(quote) if anchor.find_parent("p") is None]
    text = "\n\n".join(filter(None, map(visible_text, quote.find_all("p"))))
    inside = [(anchor, href) for anchor, href in links(quote) if anchor.find_parent("p") is not None]
    post = with_text(post, text, inside)
    if not outside:
        return post
    others = [(visible_text(anchor), href) for anchor, href in reversed(outside) if not recognise(href)]
    name, address = next((each for each in others if not is_date(each[0])), ("", ""))
    if name:
        handle = post.handle or _page(address)
        post = replace(post, author=Author(handle=handle, name=name))
    printed = visible_text(outside[-1][0])
    if name and printed == name:  # a video has its date after that, with a preposition
        printed = _PREPOSITION.sub("", visible_text(quote).rpartition(name)[2].strip())
    return with_printed_date(post, printed)


def _page(address: str) -> str | None:
    """Return the name of a page in its URL."""
    found = _PAGE.fullmatch(address)
    return normal_handle(found[1], NAME) if found and found[1].lower() not in _NO_PAGES else None


PLATFORM = Platform(
    name=NAME,
    label="Facebook",
    forms={
        "other": "div.fb-post[data-href], div.fb-video[data-href], div.fb-comment-embed[data-href]",
        "amp": "amp-facebook[data-href]",
        "blockquote": "blockquote.fb-xfbml-parse-ignore[cite]",
    },
    addresses={"facebook.com/": _PATHS, "fb.com/": _PATHS, "fb.watch/": r"\w", "fb.me/": r"[pvr]/\w"},
    permalinks=("https://www.facebook.com/{id}", "https://www.facebook.com/watch/?v={id}"),
    short_links=(r"facebook\.com/share/", r"fb\.com/share/", r"fb\.watch/", r"fb\.me/"),
    codes=("fb",),
    recognise=recognise,
    read=read,
    prose=Prose(
        names="facebook", abbreviations=("FB",), verbs=r"facebook\w{0,6}", other_scripts=NAMES, stems=("facebook",)
    ),
    handle=r"[A-Za-z0-9.]{1,50}",
    not_asked="its terms forbid to keep what its oEmbed answers",
)
