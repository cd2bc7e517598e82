"""Pages of tweets as web archives keep them, from 2008 on: each kind of page has its own markup.

They say in the markup which tweet is which: conversations, replies and other tweets stand on the same page. A
tweet that is only passed on is none, nor is one that is withheld: the site's own words stand in its place.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from scraper.markup.answered import (
    answered,
    counts_of,
    element,
    elements,
    number_at,
    outermost,
    with_epoch,
    with_words,
    words,
)
from scraper.markup.printed_date import with_printed_date
from scraper.markup.tags import attribute, descendants, tag_of
from scraper.patterns import lazy_regex
from scraper.records import Author
from scraper.registry import normal_handle, recognise

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bs4 import Tag
    from resiliparse.parse.html import ElementNode, HTMLTree

    from scraper.records import Answered, Counts, Post

#: Levels above a text in which its permalink is looked for; most texts of one page.
_BLOCK, _MOST_ENTRIES = 6, 40
_NUMBER = lazy_regex(r"[1-9]\d{0,19}", re.ASCII)
_GLUED = lazy_regex(r"(?<=\S)(?=pic\.(?:twitter|x)\.com/\w)")
_TIME = lazy_regex(r"time:\s*'([^']{1,60})'")


def tweets_on(tree: HTMLTree) -> Iterator[Answered]:
    """Yield the tweets that a page shows."""
    yield from _of_server(tree)
    yield from _of_phone(tree)
    yield from _of_script(tree)
    yield from _of_first_years(tree)


def _post(native_id: str, handle: str | None) -> Post | None:
    """Return the tweet with an id; None where it is none."""
    if _NUMBER.fullmatch(native_id) is None:
        return None
    return recognise(f"https://x.com/{handle or 'i'}/status/{native_id}")


def _linked(href: str | None) -> Post | None:
    """Return the tweet to which a link of the page leads, from the root of the site or in full."""
    url = href or ""
    post = recognise(f"https://twitter.com{url}" if url.startswith("/") else url)
    return post if post is not None and post.platform == "twitter" else None


def _worded(post: Post, node: ElementNode | None, author: Author, language: str | None = None) -> Post:
    """Add the words of an element as a reader sees them: a link without the parts that are hidden."""
    post = replace(post, author=author)
    if node is None:
        return post
    tag = tag_of(node)
    for span in list(descendants(tag, "span")):
        if "invisible" in (attribute(span, "class") or "").split():
            span.name = "template"
    _follow(tag)
    post = with_words(post, tag, language)
    return replace(post, text=_GLUED.sub(" ", post.text)) if post.text else post


def _follow(tag: Tag) -> None:
    """Give each link the address behind its short one, where the page tells it."""
    for anchor in descendants(tag, "a"):
        if address := attribute(anchor, "data-expanded-url"):
            anchor.attrs["href"] = address


def _of_server(tree: HTMLTree) -> Iterator[Answered]:
    """Yield the tweets of pages that the server wrote, from 2011 to 2020."""
    for box in outermost(tree, "[data-tweet-id][data-screen-name]"):
        handle = normal_handle(box.getattr("data-screen-name") or "")
        is_own = not box.getattr("data-retweet-id") and "withheld-tweet" not in box.class_list
        post = _post(box.getattr("data-tweet-id") or "", handle) if is_own else None
        text = element(box, ".js-tweet-text") or element(box, ".tweet-text:not(.QuoteTweet-text)")
        if post is not None and text is not None:
            clock = element(box, "[data-time]")
            post = with_epoch(post, clock.getattr("data-time") if clock else None)
            author = Author(handle=handle, name=box.getattr("data-name"))
            yield answered(_worded(post, text, author, text.getattr("lang")), _counts(box))


def _counts(box: ElementNode) -> Counts | None:
    found: dict[str, int | None] = {}
    for name, kind in (("likes", "favorite"), ("reposts", "retweet"), ("replies", "reply")):
        node = element(box, f".ProfileTweet-action--{kind} [data-tweet-stat-count]")
        found[name] = number_at({"n": node.getattr("data-tweet-stat-count")}, "n") if node else None
    return counts_of(**found)


def _of_phone(tree: HTMLTree) -> Iterator[Answered]:
    """Yield the tweet of a page for phones without scripts, until 2020."""
    for table in outermost(tree, "table.main-tweet"):
        text = element(table, ".tweet-text[data-id]")
        handle = normal_handle(words(element(table, ".username")) or "")
        post = _post(text.getattr("data-id") or "", handle) if text else None
        if post is not None:
            author = Author(handle=handle, name=words(element(table, ".fullname")))
            yield answered(_worded(post, text, author))


def _of_script(tree: HTMLTree) -> Iterator[Answered]:
    """Yield the tweets of pages that a script drew before they were kept, since 2019."""
    for box in outermost(tree, 'article[data-testid="tweet"]'):
        clock = next(_own(box, "a[href] time"), None)
        link = clock.parent_element if clock else None
        post = _linked(link.getattr("href")) if link is not None else None
        if post is None or clock is None:
            continue
        text = next(_own(box, '[data-testid="tweetText"]'), None)
        is_cut = any(True for _ in _own(box, '[data-testid="tweet-text-show-more-link"]'))
        name = words(element(box, '[data-testid="User-Name"] a, [data-testid="User-Names"] a'))
        author = Author(handle=post.author.handle if post.author else None, name=name)
        if post.posted is None:
            post = with_printed_date(post, clock.getattr("datetime") or "")
        yield answered(_worded(post, text, author, text.getattr("lang") if text else None), is_cut=is_cut)


def _own(box: ElementNode, css: str) -> Iterator[ElementNode]:
    """Yield the elements of a tweet that match a selector, without those of the tweet that it quotes."""
    yield from (node for node in elements(box, css) if not _is_quoted(node, box))


def _is_quoted(node: ElementNode, box: ElementNode) -> bool:
    """Return whether an element is in the tweet that another quotes, all of which is one link."""
    above = node.parent_element
    for _ in range(100):
        if above is None or above == box:
            return False
        if above.getattr("role") == "link" and above.tag == "div":
            return True
        above = above.parent_element
    return True


def _of_first_years(tree: HTMLTree) -> Iterator[Answered]:
    """Yield the tweets of pages until 2011, marked as entries of a feed."""
    named, called = words(element(tree, ".screen-name")), words(element(tree, ".full-name"))
    for text in islice(elements(tree, ".entry-content"), _MOST_ENTRIES):
        link = _permalink_beside(text)
        post = _linked(link.getattr("href")) if link is not None else None
        if post is None or link is None:
            continue
        handle = post.author.handle if post.author else None
        is_named = handle is not None and (named or "").lower() == handle.lower()
        said = element(link, ".published, .timestamp")
        time = _TIME.search(said.getattr("data") or "") if said else None
        if post.posted is None and time is not None:
            post = with_printed_date(post, time[1])
        yield answered(_worded(post, text, Author(handle=handle, name=called if is_named else None)))


def _permalink_beside(text: ElementNode) -> ElementNode | None:
    """Return the link with the date of the entry to which a text belongs."""
    above = text.parent_element
    for _ in range(_BLOCK):
        if above is None:
            return None
        if (link := element(above, "a.entry-date[href], a[rel~='bookmark'][href]")) is not None:
            return link
        above = above.parent_element
    return None
