"""X, formerly Twitter.

The official blockquote is what publish.x.com and oEmbed give: the text in ``<p lang>``, then ``— Name
(@handle)``, then the permalink with the date, which is the UTC date. Publishers rebuild it in many ways; all
of them carry the status address or the id somewhere.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scraper.instants import instant
from scraper.platforms import Example
from scraper.reading.addresses import known_by
from scraper.reading.quoted import signed_quote
from scraper.reading.rendered import rendered
from scraper.reading.structured import structured
from scraper.reading.tags import attribute, links, quote_in
from scraper.records import Author, Post
from scraper.urls import tweet_of, tweet_permalink

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bs4 import Tag

    from scraper.records import Form

NAME = "twitter"
FORMS: Mapping[Form, str] = {
    "blockquote": "blockquote.twitter-tweet, blockquote.twitter-video, blockquote[data-tweetid]",
    "iframe": "iframe[data-tweet-id]",
    "amp": "amp-twitter[data-tweetid]",
    "other": "twitter-widget[data-tweet-id], twitterwidget[data-tweet-id], embetty-tweet[status]",
}
ADDRESSES = (
    r"(?:twitter|x)\.com/(?:[\w#!@%.-]{1,40}/){0,3}?status(?:es)?/\d"
    r"|(?:twitter|x)\.com/(?:embed/(?:index|[Tt]weet)\.html|oembed)"
)
MARKS = (
    r"weet(?:[-_]?[iI][dD]\b|[-_]\d{15,19}\b|(?:Embed)?\(\s*[\"']\d|(?= status=)|(?<=[^.]twitter-tweet)[\\\"'& ])",
    r'id="(?:\d{17,19}"|(?<=-id=")[\w-]{0,20}(?:twitter|instagram|facebook|tiktok|youtube|bluesky|mastodon)[\w-]{0,12}"'
    r'|(?<=ideoid=")[\w-]{11}"|(?<=(?:ideo|tube)-id=")[\w-]{11}")',
)
EXAMPLES: tuple[Example, ...] = ()
_HINT = re.compile(r"status(?:es)?(?:/|%2F)\d|[?&#]id=\d|/oembed|tweet/|/videos/", re.IGNORECASE)
_ID = re.compile(r"(?:tweet[-_])?([1-9]\d{0,19})")
_ID_NAMES = re.compile(r"tweet[-_]?id|-id$|^status$|^id$", re.IGNORECASE)


def recognise(url: str) -> Post | None:
    """Read a status address of any spelling, an embed frame's or an oEmbed request's."""
    tweet = tweet_of(url) if _HINT.search(url) else None
    return _post(tweet.id, tweet.handle) if tweet else None


def _post(native_id: str, handle: str | None = None) -> Post:
    author = Author(handle=handle) if handle else None
    url = tweet_permalink(native_id, handle)
    return Post(platform=NAME, id=native_id, url=url, author=author, posted=instant(NAME, native_id))


def read(tag: Tag) -> Post | None:
    """Read a blockquote, or an element that holds one; otherwise what attributes and a rebuilt tweet show."""
    quote = quote_in(tag)
    quoted = signed_quote(quote, recognise, NAME) if quote else None
    return quoted or _rebuilt(tag)


def _rebuilt(tag: Tag) -> Post | None:
    inner = [post for _, href in links(tag) if (post := recognise(href))]
    post = known_by(tag, recognise) or _numbered(tag) or (inner[-1] if inner else None)
    post = next((other for other in inner if post and other.id == post.id and other.author), post)
    return rendered(tag, post) if post else None


def _numbered(tag: Tag) -> Post | None:
    """An id in an attribute that is named for it, or in the JSON of one."""
    values = (attribute(tag, name) or "" for name in tag.attrs if _ID_NAMES.search(name))
    number = next((found[1] for value in values if (found := _ID.fullmatch(value))), None)
    data = None if number else structured(tag)
    return _post(number or data.id) if number or (data and data.id) else None
