"""Instagram: posts, reels and IGTV videos.

The official blockquote repeats the permalink up to five times and ends in "A post shared by Name (@handle)",
until 2019 with the time of publication in US Pacific time and, machine-readable, in ``<time datetime>``.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from scraper.handles import normal_handle
from scraper.instants import instant
from scraper.platforms import Example
from scraper.reading.addresses import known_by
from scraper.reading.dating import stamped
from scraper.reading.quoted import described
from scraper.reading.tags import attribute, links, quote_in, visible_text
from scraper.records import Author, Post

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bs4 import Tag

    from scraper.records import Form

NAME = "instagram"
FORMS: Mapping[Form, str] = {
    "blockquote": "blockquote.instagram-media",
    "amp": "amp-instagram[data-shortcode]",
}
ADDRESSES = (
    r"(?:instagram\.com|instagr\.am)/(?:[\w.%]{1,40}/)?(?:p|reels?|tv)/[\w-]"
    r"|ampproject\.org/v0/amp-instagram"
)
MARKS: tuple[str, ...] = ()
_PERMALINK = re.compile(
    r"https?://(?:[\w-]+\.)*(?:instagram\.com|instagr\.am)/+(?:([\w.]{1,30})/)?(p|reels?|tv)/([\w-]{5,60})(?![\w.-])",
    re.IGNORECASE,
)
_SIGNED = re.compile(r"\(\s?@([\w.]{1,30})\s?\)")
#: How the last line begins, in the languages that Instagram writes it in; "a photo" and "a video" until 2018.
_SHARED = re.compile(
    r"(?:(?:a|eine?|ein von|una?|une|um|uma|en|ett|et|een|bir|ett) )?[^\s()]{0,20} ?[^\s()]{0,20}? ?"
    r"(?:shared by|posted by|geteilt von|geteilter beitrag|gepostet von|compartida? (?:de|por)|publicada? por|partagée? par"
    r"|publiée? par|condiviso da|pubblicat[oa] da|partilhada por|gedeeld door|geplaatst door|delat av|delt av|jakama"
    r"|udostępnion[ya] przez|sdílený uživatelem|zdieľan[ýá] používateľom|paylaştığı|от|共有した|megosztott|공유한)\s+",
    re.IGNORECASE,
)
EXAMPLES = (
    Example(
        '<blockquote class="instagram-media" data-instgrm-permalink="https://www.instagram.com/p/BzAaAaAaAaA/">'
        '<p><a href="https://www.instagram.com/p/BzAaAaAaAaA/">Ice cream for all</a></p><p>A post shared by'
        ' <a href="https://www.instagram.com/ada.example/">Ada Example</a> (@ada.example) on'
        ' <time datetime="2019-06-21T18:30:00+00:00">Jun 21, 2019 at 11:30am PDT</time></p></blockquote>',
        ("BzAaAaAaAaA",),
    ),
    Example(
        '<amp-instagram data-shortcode="BzAaAaAaAaA" width="1" height="1"></amp-instagram>', ("BzAaAaAaAaA",)
    ),
    Example(
        '<p>More on <a href="https://www.instagram.com/p/BzAaAaAaAaA/">her account</a>, where she spoke.</p>'
        '<blockquote class="instagram-media" data-instgrm-permalink="https://www.instagram.com/ada.example/"></blockquote>',
        (),
    ),
)


def recognise(url: str) -> Post | None:
    """Read ``/p/``, ``/reel/`` and ``/tv/`` addresses, with or without the author's name in the path."""
    found = _PERMALINK.match(url if "//" in url[:8] else "")
    return _post(found[3], found[2].lower(), found[1]) if found else None


def _post(shortcode: str, kind: str = "p", handle: str | None = None) -> Post:
    kind = "reel" if kind == "reels" else kind
    known = normal_handle(handle, NAME) if handle else None
    return Post(
        platform=NAME,
        id=shortcode,
        url=f"https://www.instagram.com/{kind}/{shortcode}/",
        author=Author(handle=known) if known else None,
        posted=instant(NAME, shortcode),
    )


def read(tag: Tag) -> Post | None:
    """Read the blockquote's caption and last line; otherwise what an attribute tells."""
    quote = quote_in(tag)
    post = known_by(tag, recognise) or _numbered(tag) or (_linked(quote) if quote else None)
    return _captioned(quote, post) if quote and post else post


def _numbered(tag: Tag) -> Post | None:
    shortcode = attribute(tag, "data-shortcode")
    return _post(shortcode) if shortcode and re.fullmatch(r"[\w-]{5,60}", shortcode) else None


def _linked(quote: Tag) -> Post | None:
    return next((post for _, href in links(quote) if (post := recognise(href))), None)


def _captioned(quote: Tag, post: Post) -> Post:
    signed = next((p for p in reversed(quote.find_all("p")) if _SIGNED.search(p.get_text())), None)
    if signed is not None:
        post = _signed(signed, post)
    captions = [p for p in quote.find_all("p") if p is not signed and _is_caption(p)]
    text = "\n\n".join(filter(None, map(visible_text, captions)))
    return described(post, text)


def _is_caption(paragraph: Tag) -> bool:
    """The caption is a link to the post; other paragraphs hold pictures and the call to view it there."""
    anchor = paragraph.find("a", href=True)
    return (
        anchor is not None
        and recognise(attribute(anchor, "href") or "") is not None
        and not _is_furniture(paragraph)
    )


def _is_furniture(paragraph: Tag) -> bool:
    return paragraph.find_parent("a") is not None


def _signed(line: Tag, post: Post) -> Post:
    printed = visible_text(line)
    found = _SIGNED.search(printed)
    handle = normal_handle(found[1], NAME) if found else None
    before = printed[: found.start()].strip() if found else ""
    shared = _SHARED.match(before)
    anchor = line.find("a", href=True)
    name = (
        visible_text(anchor)
        if anchor and "(@" not in anchor.get_text()
        else before[shared.end() :]
        if shared
        else ""
    )
    post = replace(post, author=Author(handle=handle, name=name.strip() or None))
    return stamped(post, line)
