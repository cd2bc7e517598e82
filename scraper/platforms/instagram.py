"""Instagram: posts, reels and IGTV videos.

The official blockquote repeats the permalink up to five times and ends in "A post shared by Name (@handle)",
until 2019 with the time of publication in US Pacific time and, machine-readable, in ``<time datetime>``.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from scraper.markup.addresses import id_behind_name, post_in_attributes, post_in_links
from scraper.markup.json_post import json_text
from scraper.markup.signed_quote import with_text, with_time_element
from scraper.markup.tags import attribute, blockquote_in, descendants, links, visible_text
from scraper.patterns import lazy_regex
from scraper.records import Author, Post
from scraper.registry import Platform, Prose, handle_in_url, normal_handle, post_at
from scraper.values.moments import DAY_MS, IdClock, number, number_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bs4 import Tag

NAME = "instagram"
_PATHS = r"(?:[\w.%]{1,40}/)?(?:p|reels?|tv)/[\w-]|share/[\w-]"
#: What is shared from the app has another code, which only Instagram can resolve. It is in the id with
#: its word, because it looks like that of a post.
_SHORT = lazy_regex(
    r"https?://(?:[\w-]+\.)*instagram\.com/+share/(p/|reel/)?(?!(?:p|reel|profile|story)/)([\w-]{8,20})/?(?:[?#].*)?$",
    re.IGNORECASE,
)
_PERMALINK = lazy_regex(
    r"https?://(?:[\w-]+\.)*(?:instagram\.com|instagr\.am)/+(?!share/|explore/)(?:([\w.]{1,30})/)?(p|reels?|tv)/(?!audio/)([\w-]{5,60})(?![\w.-])",
    re.IGNORECASE,
)
#: Words between "a post" (until 2018 "a photo", "a video") and the name, in Instagram's languages.
_BY = lazy_regex(
    r"\b(?:(?:shared|posted) by|geteilt von|gepostet von|comparti(?:d|lhad)[ao] (?:de|por)|publicad[ao] por"
    r"|partagée? par|publiée? par|condiviso da|pubblicat[oa] da|partilhad[ao] por|gedeeld door|geplaatst door"
    r"|delat av|delt a[vf]|henkilön|jakanut|udostępnion[ya] przez(?: użytkownika)?|sdílený(?: uživatelem)?"
    r"|ktorý zdieľa|zdieľaný používateľom|distribuită de|jo deli|dijeli|dibagikan oleh|dikongsi oleh"
    r"|bài viết do|megosztotta|от|поширений|дели|χρήστης?|על ידי|بواسطة|توسط)\b|โดย",
    re.IGNORECASE,
)
#: Right-to-left scripts put marks around a name, and around a handle.
_AROUND = " \n\u200e\u200f"
_SIGNED = lazy_regex(rf"[(（][{_AROUND}]{{0,3}}@[{_AROUND}]{{0,3}}([\w.]{{1,30}})[{_AROUND}]{{0,3}}[)）]")
#: Where no name was set, only the handle is printed; in front of the verb, where that comes last. Until 2019
#: a date followed.
_NAMELESS = lazy_regex(
    rf"(?:{_BY.pattern})\s@([\w.]{{1,30}})\s*(?:$|\s\w{{1,4}}\s[^\n]{{0,20}}\d{{4}})|^\s*@([a-z0-9_.]{{1,30}})\s?(?:が(?:シェア|投稿)|님|分享|发布|發佈)",
    re.IGNORECASE,
)
_SHORTCODE = lazy_regex(r"[A-Za-z0-9_-]{9,60}")
_SHORTCODE_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
HANDLE = r"[A-Za-z0-9_](?:[A-Za-z0-9_.]{0,28}[A-Za-z0-9_])?"
#: Names of the platform and of its posts in other scripts.
NAMES = (
    "instagiraamu", "instagraamu", "инстаграм", "إنستغرام", "إنستجرام", "انستغرام", "انستجرام", "انسٹاگرام",
    "इंस्टाग्राम", "ইনস্টাগ্রাম", "インスタグラム", "인스타그램", "ኢንስታግራም",
)  # fmt: skip


def milliseconds(native_id: str) -> int | None:
    """Return the instant of a post of Instagram or Threads: 41 bits of milliseconds since production's epoch.

    23 bits follow (Instagram engineering, "Sharding & IDs"). A shortcode is the id in base64url; what follows
    its eleventh character is the key of a private post.
    """
    value = number(native_id)
    if value is None or value < 10**15:
        if _SHORTCODE.fullmatch(native_id) is None:
            return None
        value = number_in(_SHORTCODE_ALPHABET, native_id[:11])
    return (value >> 23) + 1_314_220_021_721


def recognise(url: str) -> Post | None:
    """Read ``/p/``, ``/reel/`` and ``/tv/`` addresses, with or without the author's name in the path."""
    found = _PERMALINK.match(url if "//" in url[:8] else "")
    if found is not None:
        return _post(found[3], found[2].lower(), found[1])
    if short := _SHORT.match(url):
        path = f"share/{(short[1] or '').lower()}{short[2]}"
        return Post(platform=NAME, id=f"share/{short[2]}", url=f"https://www.instagram.com/{path}/")
    framed = id_behind_name(url, NAME)
    return _post(framed) if framed else None


def _post(shortcode: str, kind: str = "p", handle: str | None = None) -> Post:
    kind = "reel" if kind == "reels" else kind
    return post_at(NAME, shortcode, f"https://www.instagram.com/{kind}/{shortcode}/", handle_in_url(handle, NAME))


def read(tag: Tag) -> Post | None:
    """Read the blockquote's caption and last line; otherwise an attribute."""
    quote = blockquote_in(tag)
    post = (
        post_in_attributes(tag, recognise)
        or _numbered(tag)
        or (post_in_links(quote or tag, recognise) if quote or tag.name == "body" else None)
    )
    return (_captioned(quote, post) if quote else _framed(tag, post)) if post else None


def _framed(tag: Tag, post: Post) -> Post:
    """Read the document of the frame that the platform's script makes: account, caption, date."""
    caption = next(_called(tag, ("div",), {"Caption"}), None)
    account = next(_called(tag, ("a", "span"), {"CaptionUsername", "UsernameText", "Username"}), None)
    handle = normal_handle(visible_text(account), NAME) if account else None
    if caption is None or handle is None:
        return replace(post, author=Author(handle=handle)) if handle else post
    for part in list(_called(caption, ("div", "a"), {"CaptionUsername", "CaptionComments"})):
        part.name = "template"
    inside = [(anchor, href) for anchor, href in links(caption) if anchor.name == "a"]
    return with_time_element(with_text(post, visible_text(caption), inside, author=Author(handle=handle)), tag)


def _called(tag: Tag, kinds: tuple[str, ...], names: set[str]) -> Iterator[Tag]:
    parts = (part for kind in kinds for part in descendants(tag, kind))
    yield from (part for part in parts if not names.isdisjoint((attribute(part, "class") or "").split()))


def _numbered(tag: Tag) -> Post | None:
    names = ("data-shortcode", "shortcode", "data-instagram-id", "postid")
    shortcode = next((value for name in names if (value := attribute(tag, name))), None)
    shortcode = shortcode or json_text(tag, "instagram_id", "shortcode")
    if not shortcode or re.fullmatch(r"[\w-]{5,60}", shortcode) is None:
        return None
    author = json_text(tag, "author_name", "username")
    return _post(shortcode, handle=author.removeprefix("@") if author else None)


def _captioned(quote: Tag, post: Post) -> Post:
    paragraphs = list(descendants(quote, "p"))
    signed = next((p for p in reversed(paragraphs) if _signature(p.get_text())), None)
    captions = [visible_text(p) for p in paragraphs if p is not signed and any(recognise(href) for _, href in links(p))]
    post = with_text(post, "\n\n".join(filter(None, captions)))
    return _signed(signed, post) if signed is not None else post


def _signature(printed: str) -> re.Match[str] | None:
    return _SIGNED.search(printed) or _NAMELESS.search(printed)


def _signed(line: Tag, post: Post) -> Post:
    printed = visible_text(line)
    found = _signature(printed)
    handle = normal_handle(found[found.lastindex or 1], NAME) if found else None
    anchor = next((anchor for anchor in descendants(line, "a") if _signature(anchor.get_text()) is None), None)
    name = visible_text(anchor) if anchor else _name(printed, found) if found else ""
    return with_time_element(replace(post, author=Author(handle=handle, name=name.strip(_AROUND) or None)), line)


def _name(printed: str, signed: re.Match[str]) -> str:
    """Return the name before the handle; without a "by", the words after it say what was shared."""
    if signed.re is _NAMELESS:
        return ""
    before = printed[: signed.start()]
    by = _BY.search(before)
    return before[by.end() :] if by else before if len(printed) - signed.end() > 1 else ""


PLATFORM = Platform(
    name=NAME,
    label="Instagram",
    forms={
        "blockquote": "blockquote.instagram-media",
        "amp": "amp-instagram[data-shortcode], amp-instagram[shortcode]",
        "lazy": "div.instagram_post[postid]",
    },
    addresses={
        "instagram.com/": _PATHS,
        "instagr.am/": _PATHS,
        "ampproject.org/v0/amp-instagram": "",
        "kinja.com/": r"ajax/inset/iframe\?id=instagram-[\w-]",
    },
    permalinks=("https://www.instagram.com/p/{id}/",),
    marks=(
        r"inset/iframe\?id=instagram-[\w-]",
        r"data-(?:shortcode|instagram(?:-id)?)=",
        "instagram_id",
        r"shortcode\\*[\"']\s*:\s*\\*[\"'][\w-]{9,14}\\*[\"']",
        r"\[instagram[\s=\]]",
        r"\{instagram[\s=}]",
        # The consent manager tarteaucitron's.
        r"instagram_post[\"'] post[iI][dD]=",
    ),
    json_ids={
        r"(?:instagram_id|shortcode)\\*[\"']\s*:\s*\\*[\"']([\w-]{9,14})(?![\w-])": "https://www.instagram.com/p/{}/"
    },
    short_links=(r"instagram\.com/share/",),
    json_types=("instagram", "Instagram"),
    json_id=r"[A-D][\w-]{10}",
    codes=("insta", "ig"),
    recognise=recognise,
    read=read,
    prose=Prose(
        names=r"instagram|insta(?:[ -]?stor(?:y|ies))?(?=\W)",
        abbreviations=("IG",),
        verbs=r"instagramm\w{0,6}",
        other_scripts=NAMES,
        stems=("instag",),
    ),
    handle=HANDLE,
    # A day late: the small numbers of older, counted ids all fall into the first hours of the epoch.
    clock=IdClock(milliseconds=milliseconds, since=1_314_220_021_721 + DAY_MS),
    not_asked="its terms forbid to keep what its oEmbed answers",
)
