"""X, formerly Twitter."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from scraper.dates import parse_date
from scraper.entities import find_cashtags, find_hashtags, find_mentions
from scraper.fragments import attribute, visible_text
from scraper.instants import instant
from scraper.records import Author, Post
from scraper.urls import http_url, tweet_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bs4 import Tag

    from scraper.records import Form, Moment

NAME = "twitter"
FORMS: Mapping[Form, str] = {
    "blockquote": "blockquote.twitter-tweet, blockquote.twitter-video, blockquote[data-tweetid]",
}
_MEDIA = re.compile(r"pic\.(?:twitter|x)\.com/\w+")
_HANDLE = re.compile(r"\(\s*[@＠](\w{1,20})\s*\)\s*$")


def recognise(url: str) -> Post | None:
    """Read a status URL of any spelling."""
    tweet = tweet_of(url)
    if tweet is None:
        return None
    author = Author(handle=tweet.handle) if tweet.handle else None
    return Post(platform=NAME, id=tweet.id, url=tweet.url, author=author, posted=instant(NAME, tweet.id))


def read(tag: Tag) -> Post | None:
    """Read an official blockquote: text, attribution line, and the permalink in its last status link."""
    anchor = _permalink(tag)
    if anchor is None:
        return None
    post = recognise(attribute(anchor, "href") or "")
    if post is None:
        return None
    before = visible_text(*_before(tag, anchor))
    text, author = _attribution(before)
    printed = visible_text(anchor)
    return _described(
        replace(
            post, author=author or post.author, posted=_posted(post.posted, printed), language=_language(tag)
        ),
        text,
        tag,
    )


def _permalink(tag: Tag) -> Tag | None:
    anchors = [a for a in tag.find_all("a", href=True) if tweet_of(attribute(a, "href") or "")]
    return anchors[-1] if anchors else None


def _before(tag: Tag, anchor: Tag) -> list[Tag]:
    """Everything of the blockquote in front of the permalink, as a copy without what follows."""
    for later in list(anchor.find_all_next()):
        later.extract()
    for later in list(anchor.next_siblings):
        later.extract()
    parent = anchor.parent
    marker = anchor.extract()
    del parent, marker
    return [tag]


def _attribution(before: str) -> tuple[str, Author | None]:
    handle = _HANDLE.search(before)
    if handle is None:
        return before, None
    head = before[: handle.start()].rstrip()
    dash = max(head.rfind("—"), head.rfind("―"))
    return head[:dash].rstrip(), Author(handle=handle[1], name=head[dash + 1 :].strip() or None)


def _posted(known: Moment | None, printed: str) -> Moment | None:
    if known is not None:
        return replace(known, as_written=printed or None)
    return parse_date(printed)


def _language(tag: Tag) -> str | None:
    paragraph = tag.find("p", lang=True)
    return attribute(paragraph, "lang") if paragraph else None


def _described(post: Post, text: str, tag: Tag) -> Post:
    links = [http_url(attribute(a, "href")) for a in tag.find_all("a", href=True)]
    return replace(
        post,
        text=text or None,
        hashtags=tuple(entity.value for entity in find_hashtags(text)),
        mentions=tuple(entity.value for entity in find_mentions(text)),
        cashtags=tuple(entity.value for entity in find_cashtags(text)),
        links=tuple(dict.fromkeys(link for link in links if link and "/hashtag/" not in link)),
        media=tuple(_MEDIA.findall(text)),
    )
