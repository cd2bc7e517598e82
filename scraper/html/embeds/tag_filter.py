"""Rule out tags with a match in the source before the page is parsed; most cannot be embeds.

No tag is ruled out that the rules of `candidates` could accept: the checks are the same, but on the source. A
state is compared with the page's paragraphs in the source.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from scraper.html.embeds.attribute_values import first_post, has_code, post_of_still
from scraper.html.embeds.script_state import ScriptState, has_call, has_new_post
from scraper.html.embeds.state_context import is_unrelated
from scraper.html.embeds.unescaping import markup_in
from scraper.markup.addresses import FRAME_ADDRESS, stands_for_post
from scraper.markup.signed_quote import is_date
from scraper.patterns import lazy_regex
from scraper.registry import any_key, recognise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scraper.html.embeds.script_state import ScriptState
    from scraper.html.embeds.state_context import PageText
    from scraper.records import Post


class Token(NamedTuple):
    """The offsets of a tag, or of a whole element with raw content, which begins at `inside`."""

    start: int
    name_end: int
    inside: int
    end: int


#: Names of the boxes that consent managers and lazy loaders show in place of an embed; those of notices; and names
#: that other boxes have too.
SURE_STEMS = (
    "consent", "placeholder", "blocked", "optin", "opt-in", "twoclick", "two-click", "2click", "2-click",
    "gdpr", "dsgvo", "facade",
)  # fmt: skip
NOTICE_STEMS = (*SURE_STEMS, "fallback", "unavailable")
CONSENT_STEMS = (*NOTICE_STEMS, "embed", "cookie", "external", "privacy")
#: Those, and the box of Twitter's tool of 2010.
_BOXES = (*CONSENT_STEMS, "bbptweet")
#: Most characters of a URL, from the match on.
LONGEST_ADDRESS = 200
_LINK, _FRAME = lazy_regex(r"<[aA](?=[\s>])"), lazy_regex(r"<[iI][fF][rR][aA][mM][eE]\b")
_NEVER = lazy_regex(
    r"<(?:img|source(?![^>]*video/youtube)|link|meta|input|option|form|use|image|path|symbol|svg|html|body)\b",
    re.IGNORECASE,
)
#: The tag of a picture, the URLs in it, and most characters between a link and the picture in it.
_PICTURE_TAG, _PICTURE_ADDRESS = (lazy_regex(r"<img\b", re.IGNORECASE), lazy_regex(r"https?://[^\s\"'<>]{8,500}"))
_LONGEST_BEFORE = 400
#: On a ``<script>`` tag only an id, or the URL of AMP's elements, is a sign of a post.
_SCRIPT, _ON_SCRIPT = lazy_regex(r"<script\b", re.IGNORECASE), lazy_regex(r"data-|//cdn\.ampproject")
#: Parts of the tag of a link that acts on a post or shares the article; and the microformats for the page to
#: which an article replies.
_CONTROL_STEMS = (
    "/intent/", "/share?", "/share/", "sharer", "share.php", "sharearticle", "/submit?", "/pin/create",
    "api.whatsapp", "mailto:", "plugins/like", "plugins/page", "plugins/share", "plugins/comments",
    "plugins/follow", "plugins/save", "plugins/send",
    "u-in-reply-to", "u-like-of", "u-repost-of", "u-bookmark-of",
)  # fmt: skip
#: The names of custom elements that show a post: ``mastodon-post``, ``lite-tweet``.
EMBED_ELEMENT = lazy_regex(
    r"(?<=<)(?![a-z-]{0,30}(?:share|comment|follow|repl(?:y|ies)|button|feed|timeline))"
    rf"(?=[a-z-]{{0,30}}?(?:\b(?:x|bsky|toot|social)-|{any_key()}))(?:(?:lite|static)-[a-z]+|[a-z]+(?:-[a-z]+)*?"
    r"-(?:embed(?:ded)?|post|tweet|toot|status|skeet|reel|video|card|quote|note|element))(?![\w-])",
    re.IGNORECASE,
)
#: The beginning of a custom element's tag, which is searched much faster.
_CUSTOM = lazy_regex(r"<[a-zA-Z]+-")
_SKIP = lazy_regex(r"href=[\"']?#([\w-]{3,60})")
_HREF = lazy_regex(r"[hH][rR][eE][fF](?<![\w-].{4})\s*+=\s*+[\"']?+\s*+([^\s\"'<>]++)")
_ADDRESS = lazy_regex(r"(?:href|src)\s*+=\s*+[\"']?+\s*+([^\s\"'<>]++)", re.IGNORECASE)
_NAMES = (lazy_regex(r"class=[\"']?+([^\"'>]*+)"), lazy_regex(r"id=[\"']?+([^\"'>]*+)"))
_ANY_TAG = lazy_regex(r"<[^<>]*+>")
#: A link around blocks may be a whole card; one around a picture or an icon alone is no embed, unless the
#: picture is the post's.
_BLOCK = lazy_regex(r"<(?i:p|div|time|section|blockquote|tr)\b")
_PICTURE = lazy_regex(r"<(?i:img|picture|video|svg|iframe|i|span)\b")
_LONGEST_LINK = 3000
#: A longer tag may have application state in an attribute.
_LONGEST_TAG = 10_000
_VALUE = lazy_regex(r"(?P<opening>=\s*+[\"']\s*+)(?:(?<=\")[^\"]*+|(?<=')[^']*+|[^\"']*+)")


def may_embed(page: str, token: Token) -> bool:
    """Return True if a tag can be an embed: not a picture, a control, or a link in a sentence."""
    if _LINK.match(page, token.start):
        return _is_lone_link(page, token) and not _is_control(page, token)
    if _NEVER.match(page, token.start):
        return _PICTURE_TAG.match(page, token.start) is not None and _may_be_facade(page, token)
    if _SCRIPT.match(page, token.start):
        return _ON_SCRIPT.search(page, token.start, token.end) is not None
    return _FRAME.match(page, token.start) is None or not _is_control(page, token)


def _may_be_facade(page: str, token: Token) -> bool:
    """Return True if a picture is the still of a post outside of a link, or shows a frame when clicked."""
    tag = page[token.start : token.end]
    if has_code(tag):
        return True
    opened = page.rfind("<a", max(0, token.start - _LONGEST_BEFORE), token.start)
    if opened >= 0 and page[opened + 2].isspace() and page.find("</a", opened, token.start) < 0:
        return False
    return any(post_of_still(address) for address in _PICTURE_ADDRESS.findall(tag))


def _is_control(page: str, token: Token) -> bool:
    tag = page[token.start : token.end].partition("srcdoc=")[0]  # a whole page may follow
    lowered = tag.lower()
    stems = [stem for stem in _CONTROL_STEMS if stem in lowered]
    address = _ADDRESS.search(tag) if stems == ["/share/"] else None  # some URLs of posts have that word
    return bool(stems) and not (address and recognise(html.unescape(address[1])))


def _is_lone_link(page: str, token: Token) -> bool:
    """Return True if a link may be an embed; its content is checked first, as most links have mere words."""
    end = page.find("</a", token.end, token.end + _LONGEST_LINK)
    inside = page[token.end : end] if end >= 0 else "<p>"
    is_card = _BLOCK.search(inside) is not None
    places = (_is_in_quote, _is_in_box, _is_in_custom_element, _is_skipped)
    is_place = _stands_alone(inside) or any(is_in(page, token) for is_in in places)
    if has_code(page[token.start : token.end]):
        return True
    if not is_place and page.find("/embed", token.start, token.end) >= 0:
        is_place = FRAME_ADDRESS.search(page, token.start, token.end) is not None
    if not is_card and not is_place and "@" not in inside and "<img" not in inside.lower():
        return False
    post = _post_of_link(page, token)
    return post is not None and (is_place or (is_card and post.author is not None) or _shows(inside, post))


def _post_of_link(page: str, token: Token) -> Post | None:
    """Return the post that a link leads to, also behind a redirector."""
    address = _HREF.search(page, token.start, token.end)
    return first_post([html.unescape(address[1])]) if address else None


def _shows(inside: str, post: Post) -> bool:
    """Return True if a link ends with the author's handle, as a card's first line, or prints only a picture of it."""
    words = html.unescape(_ANY_TAG.sub(" ", inside)).strip().lower()
    is_head = post.handle is not None and words.endswith(f" @{post.handle}".lower())
    return is_head or (not words and post.id is not None and post.id in inside)


def _stands_alone(inside: str) -> bool:
    """Return True if a link prints an address, a date, or nothing and no picture either."""
    words = " ".join(html.unescape(_ANY_TAG.sub("", inside)).split())
    return is_date(words) or (stands_for_post(words) if words else _PICTURE.search(inside) is None)


def _is_in_quote(page: str, token: Token) -> bool:
    before = max(0, token.start - 5000)
    opened = page.rfind("<blockquote", before, token.start)
    closed = page.find("</blockquote", opened, token.start) if opened >= 0 else -1
    return opened >= 0 and (closed < 0 or page.find("<figcaption", closed, token.start) >= 0)


def _is_in_box(page: str, token: Token) -> bool:
    around = max(0, token.start - 1500), token.end
    names = " ".join(name for search in _NAMES for name in search.findall(page, *around)).lower()
    return any(stem in names for stem in _BOXES)


def _is_skipped(page: str, token: Token) -> bool:
    """Return True if a link is between a link to skip it and the element that this leads to."""
    first = max(0, token.start - _LONGEST_BEFORE)
    skips = _SKIP.finditer(page, first, token.start) if page.find('"#', first, token.start) >= 0 else ()
    return any(page.find(f'id="{skip[1]}"', token.end, token.end + _LONGEST_LINK) >= 0 for skip in skips)


def _is_in_custom_element(page: str, token: Token) -> bool:
    """Return True if a link is in a custom element that is called an embed of a platform."""
    first, last = max(0, token.start - _LONGEST_BEFORE), token.start
    tags = _CUSTOM.finditer(page, first, last)
    opened = [name for tag in tags if (name := EMBED_ELEMENT.match(page, tag.start() + 1, last))]
    return bool(opened) and page.find(f"</{opened[-1][0]}", opened[-1].end(), last) < 0


def may_hold_state(page: str, token: Token) -> bool:
    """Return True if a tag is long enough that its attributes may hold application state: stories, posts."""
    return token.end - token.start > _LONGEST_TAG and _LINK.match(page, token.start) is None


def tag_has_new_post(page: str, token: Token, hits: Sequence[int], page_text: PageText) -> bool:
    """Return True if a long tag has one of the ascending `hits` outside of application state with other stories."""
    for found in _VALUE.finditer(page, token.start, token.end):
        inside = hits[bisect_left(hits, found.start()) : bisect_left(hits, found.end())]
        is_list = page.startswith("[", found.end("opening"))
        if inside and not (is_list and is_unrelated(page, inside, page_text)):
            return True
    return False


def script_has_new_post(tag: str, state: ScriptState, outside: str, page_text: PageText) -> bool:
    """Return True if a script may have a post that is not `outside`: most repeat the page or have other stories."""
    if "ld+json" in tag:
        return False
    content, hits = state.text, state.hits
    if markup_in(content) is not None or has_call(content, hits):
        return True
    matches = (content[hit : hit + LONGEST_ADDRESS] for hit in hits)
    return has_new_post(matches, outside) and state.may_have_embeds(page_text)
