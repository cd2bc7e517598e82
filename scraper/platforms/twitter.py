"""X, formerly Twitter.

The official blockquote is what publish.x.com and oEmbed give: the text in ``<p lang>``, then ``— Name
(@handle)``, then the permalink with the date, which is the UTC date. Publishers rebuild it in many ways; all
of them carry the status address or the id somewhere.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from scraper.instants import instant
from scraper.platforms import Example
from scraper.reading.addresses import known_by, named_id
from scraper.reading.dating import dated
from scraper.reading.quoted import described, signed_quote
from scraper.reading.rendered import rendered
from scraper.reading.structured import structured
from scraper.reading.tags import attribute, links, named, quote_in, visible_text
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
    "other": (
        "twitter-widget[data-tweet-id], twitterwidget[data-tweet-id], embetty-tweet[status], p.bbpTweet,"
        " div[class*='embed'][data-tweet-id]"
    ),
}
_PATHS = (
    r"(?:[\w#!@%.-]{1,40}/){0,3}?status(?:es)?/\d|embed/(?:index|[Tt]weet)\.html|oembed"
    r"|i/(?:videos|cards/tfw/v1)/(?:tweet/)?\d"
)
ADDRESSES = {
    "twitter.com/": _PATHS,
    "x.com/": _PATHS,
    "fxtwitter.com/": _PATHS,
    "vxtwitter.com/": _PATHS,
    "fixupx.com/": _PATHS,
    "fixvx.com/": _PATHS,
    "twittpr.com/": _PATHS,
    "xcancel.com/": _PATHS,
    "s9e.github.io/iframe/": r"(?:\d/)?twitter(?:\.min)?\.html#\d",
    "nitter.": rf"[\w.-]{{2,40}}/(?:{_PATHS})",
    "kinja.com/": r"ajax/inset/iframe\?id=twitter-\d",
}
MARKS = (
    r"inset/iframe\?id=twitter-\d",
    r"data-tweet[-_]?[iI][dD]\b",
    r"/embetty-tweet",
    r"weet(?:[-_]?[iI][dD]\b|[-_]\d{15,19}|(?:Embed)?\(\s?[\"']\d)",
    # A box that is called by the id, before or behind its class.
    r"weet[\"']\s+id=[\"']\d{15}",
    r"weet(?:(?<=\d[\"'] class=[\"']tweet)|(?<=\d[\"'] class=[\"']twitter-tweet))[\"']",
)
EXAMPLES = (
    Example(
        '<blockquote class="twitter-tweet" data-lang="de"><p lang="en" dir="ltr">Snow at last'
        ' <a href="https://twitter.com/hashtag/snow?src=hash">#snow</a> <a href="https://t.co/aaaaaaaaaa">'
        "pic.twitter.com/aaaaaaaaaa</a></p>&mdash; Ada Example (@ada_example)"
        ' <a href="https://twitter.com/ada_example/status/1223400000000000001?ref_src=twsrc%5Etfw">'
        "31. Januar 2020</a></blockquote>",
        ("1223400000000000001",),
    ),
    Example(
        "<div class='bbpBox'><p class='bbpTweet'>Snow at last<span><a title='Tue May 04 21:29:25 +0000 2010'"
        " href='http://twitter.com/ada_example/status/13300000001'>2 minutes ago</a> via web</span><strong>"
        "<a href='http://twitter.com/ada_example'>Ada Example</a></strong><br/>ada_example</p></div>",
        ("13300000001",),
    ),
    Example('<amp-twitter data-tweetid="1223400000000000001"></amp-twitter>', ("1223400000000000001",)),
    Example('<div class="widget" data-tweet-id="1223400000000000001"></div>', ("1223400000000000001",)),
    Example(
        '<p>She <a href="https://x.com/ada_example/status/1223400000000000001">said so</a> on Friday.</p>'
        '<a class="twitter-timeline" data-widget-id="345170787868762112" href="https://twitter.com/ada_example">'
        'Tweets</a><a href="https://twitter.com/intent/like?tweet_id=1223400000000000001">Like</a>',
        (),
    ),
)
#: One of them stands in every address of a tweet, in lower case.
_HINTS = ("status", "id=", "html#", "/oembed", "tweet/", "/videos/", "/cards/")
_ID = re.compile(r"(?:tweet[-_])?([1-9]\d{0,19})")
#: Other ids are those of users, lists, widgets, adverts. XenForo's boxes have a key.
_ID_NAMES = re.compile(
    r"(?:tweet|status|post|embed|social|twitter)[-_]?id$|^(?:data-)?(?:(?:\w-)?id|status|media-key)$",
    re.IGNORECASE,
)


def recognise(url: str) -> Post | None:
    """Read a status address of any spelling, an embed frame's or an oEmbed request's."""
    lowered = url.lower()
    tweet = tweet_of(url) if any(hint in lowered for hint in _HINTS) else None
    if tweet is not None:
        return _post(tweet.id, tweet.handle)
    framed = named_id(url, NAME)
    return _post(framed) if framed and framed.isdecimal() else None


@lru_cache(maxsize=64)
def _post(native_id: str, handle: str | None = None) -> Post:
    author = Author(handle=handle) if handle else None
    url = tweet_permalink(native_id, handle)
    return Post(platform=NAME, id=native_id, url=url, author=author, posted=instant(NAME, native_id))


def read(tag: Tag) -> Post | None:
    """Read a quote, or what is signed like one; otherwise what attributes and a rebuilt tweet show."""
    quote = quote_in(tag)
    quoted = signed_quote(quote or tag, recognise, NAME)
    return quoted or _pie(tag) or _rebuilt(tag)


def _pie(tag: Tag) -> Post | None:
    """The box that Twitter's tool "Blackbird Pie" made in 2010, which signs a tweet below it.

    ``text <a title=date>2 minutes ago</a> via web <strong>handle</strong><br>name``, or name and then handle.
    """
    pie = next((line for line in (tag, *named(tag, "p")) if attribute(line, "class") == "bbpTweet"), None)
    signed = next(named(pie, "strong"), None) if pie else None
    if pie is None or signed is None:
        return None
    anchors = links(pie)
    found = [(n, post) for n, (_, href) in enumerate(anchors) if (post := recognise(href))]
    if not found:
        return None
    last, post = found[-1]
    anchor = anchors[last][0]
    text, above = visible_text(pie, until=anchor), visible_text(pie, until=signed)
    first = visible_text(signed)
    below = visible_text(pie)[len(above) :].strip().removeprefix(first)
    handle = post.author.handle if post.author else None
    if handle is None or not above.startswith(text):
        return None
    names = [name for name in (first, below.strip()) if name]
    name = next((name for name in names if name.lower() != handle.lower()), first if names[1:] else None)
    post = dated(post, attribute(anchor, "title") or visible_text(anchor))
    return described(post, text, anchors[:last], author=Author(handle=handle, name=name))


def _rebuilt(tag: Tag) -> Post | None:
    inner = [post for _, href in links(tag) if (post := recognise(href))]
    post = known_by(tag, recognise) or _numbered(tag) or (inner[-1] if inner else None)
    post = next((other for other in inner if post and other.id == post.id and other.author), post)
    return rendered(tag, post) if post else None


def _numbered(tag: Tag) -> Post | None:
    """An id in an attribute that is named for it, or in the JSON of one."""
    values = (attribute(tag, name) or "" for name in tag.attrs if _ID_NAMES.search(name))
    number = next((found[1] for value in values if (found := _ID.fullmatch(value))), None)
    data = structured(tag) if number is None else None
    number = number or (data.id if data else None)
    return _post(number) if number else None
