"""Read posts in responses: JSON of an API, embed code from oEmbed, a page of the platform.

Responses are hostile: the walk through JSON, the elements of a page, texts and numbers are bounded.
"""

from __future__ import annotations

import re
from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from resiliparse.parse.html import HTMLTree

from scraper.markup.signed_quote import with_printed_date, with_text
from scraper.markup.tags import blockquote_in, links, tag_of, visible_text
from scraper.markup.tree_queries import ancestors_to_root, select_first, select_one
from scraper.patterns import lazy_regex
from scraper.records import Answered, Author, Counts, Post
from scraper.registry import normal_handle
from scraper.values import json_of
from scraper.values.moments import since_1970
from scraper.values.urls import fields_of, http_url, unwrap_archive

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bs4 import Tag
    from resiliparse.parse.html import ElementNode

    Recognise = Callable[[str], Post | None]

#: Most items of a list that are looked at, and most characters of a text.
_MOST, _LONGEST = 200, 100_000


def asked_for(url: str, name: str) -> str | None:
    """Return the first value of a parameter in an address.

    >>> asked_for("https://social.example/post?id=17&lang=en", "id")
    '17'
    """
    return next(iter(fields_of(urlsplit(url).query).get(name, ())), None)


def at(data: Any, *path: str) -> Any:
    """Return the value at a path of keys; None where there is none."""
    for name in path:
        data = data.get(name) if isinstance(data, dict) else None
    return data


def text_at(data: Any, *path: str) -> str | None:
    """Return the text at a path of keys; None where there is none, or an empty one.

    >>> text_at({"user": {"name": " Ada "}}, "user", "name"), text_at({"user": 7}, "user", "name")
    ('Ada', None)
    """
    found = at(data, *path)
    return _storable(found.strip()[:_LONGEST]) or None if isinstance(found, str) else None


def _storable(text: str) -> str:
    """Return a text without what cannot be stored: NUL, and halves of pairs of surrogates."""
    if text.isprintable():  # neither is
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").replace("\x00", "\ufffd")


def items_at(data: Any, *path: str) -> Iterator[dict[str, Any]]:
    """Yield the objects of the list at a path of keys."""
    found = at(data, *path)
    for item in found[:_MOST] if isinstance(found, list) else ():
        if isinstance(item, dict):
            yield item


def texts_at(data: Any, *path: str, name: str) -> tuple[str, ...]:
    """Return the texts that the objects of a list have under a name."""
    return tuple(text for item in items_at(data, *path) if (text := text_at(item, name)))


def links_at(data: Any, *path: str, name: str) -> tuple[str, ...]:
    """Return the http(s) addresses that the objects of a list have under a name."""
    return tuple(url for text in texts_at(data, *path, name=name) if (url := http_url(text)))


#: Levels and values of JSON that are looked at, and the greatest number believed.
_DEEPEST, _MOST_VALUES, _GREATEST = 40, 50_000, 10**12
#: Characters of a name, of a tag or handle; most of each.
_LONGEST_NAME, _LONGEST_TAG, _MOST_TAGS = 200, 200, 200
#: Under which an interface shows the post that a repost passes on.
_PASSED_ON = frozenset({"retweeted_status", "retweeted_status_result", "reblog"})
_DIGITS = lazy_regex(r"\d{1,13}")
_LANGUAGE = lazy_regex(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,3}")
_NO_LANGUAGES = frozenset({"und", "zxx", "qme", "qst", "qht", "qam", "qct", "art"})
_MEDIA = lazy_regex(r"pic\.(?:twitter|x)\.com/\w{1,40}")
#: How a text ends of which the rest was left out; platforms put the link to the whole post after it.
_CUT = lazy_regex(r"(?:…|\.\.\.)[\"”“]?(?:\s*(?:https?://t\.co/\w{1,20}|pic\.(?:twitter|x)\.com/\w{1,40}))?\s*")
#: A text that is shorter ends so because its author wrote it.
_SHORTEST_CUT = 100


def objects_in(data: Any) -> Iterator[dict[str, Any]]:
    """Yield the objects of JSON, the outer before the inner; not the posts that were only passed on.

    >>> [sorted(each) for each in objects_in({"a": [{"b": {"c": 1}}]})]
    [['a'], ['b'], ['c']]
    """
    waiting: deque[tuple[Any, int]] = deque([(data, 0)])
    for _ in range(_MOST_VALUES):
        if not waiting:
            return
        value, depth = waiting.popleft()
        if isinstance(value, dict):
            yield value
            value = [own for name, own in value.items() if name not in _PASSED_ON]
        inner = value if isinstance(value, list) else ()
        if depth < _DEEPEST:
            waiting.extend((item, depth + 1) for item in inner if isinstance(item, dict | list))


def counts_of(likes: Any = None, reposts: Any = None, replies: Any = None, views: Any = None) -> Counts | None:
    """Return the counts of a post, of numbers as JSON or a page has them; None where not one can be right.

    >>> counts_of(likes="12", reposts=-1, views=True)
    Counts(likes=12, reposts=None, replies=None, views=None)
    """
    counts = Counts(likes=_number(likes), reposts=_number(reposts), replies=_number(replies), views=_number(views))
    return None if counts == Counts() else counts


def _number(found: Any) -> int | None:
    if isinstance(found, str) and found.isascii() and _DIGITS.fullmatch(found):
        found = int(found)
    is_count = isinstance(found, int) and not isinstance(found, bool)
    return found if is_count and 0 <= found <= _GREATEST else None


def ends_cut(text: str, shortest: int = _SHORTEST_CUT) -> bool:
    """Return True if a text says by its end that there is more of it.

    >>> ends_cut("It rained and rained, " * 5 + "and then … https://t.co/aaaaaaaaaa"), ends_cut("Well …")
    (True, False)
    """
    end = max(text.rfind("…"), text.rfind("..."))
    return len(text) >= shortest and end >= 0 and _CUT.fullmatch(text, end) is not None


def answered(post: Post, counts: Counts | None = None, *, is_cut: bool = False, account: str | None = None) -> Answered:
    """Return what is said of a post, without what cannot be right; a text that was cut is left out."""
    if is_cut:
        post = replace(post, text=None, hashtags=(), mentions=(), cashtags=())
    return Answered(
        post=replace(
            post,
            author=_author(post.author or Author()),
            language=_language(post.language or ""),
            hashtags=_tags(post.hashtags),
            mentions=_tags(post.mentions),
            cashtags=_tags(post.cashtags),
            links=tuple(dict.fromkeys(url for each in post.links[:_MOST_TAGS] if (url := http_url(each)))),
            media=tuple(dict.fromkeys(shown for each in post.media[:_MOST_TAGS] if (shown := _medium(each)))),
        ),
        counts=counts,
        is_cut=is_cut,
        account=account,
    )


def _author(author: Author) -> Author | None:
    """Return an author without a name that is none, on one line; None where nothing is left."""
    name = " ".join((author.name or "").split())
    author = replace(author, name=name if 0 < len(name) <= _LONGEST_NAME else None)
    return author if author != Author() else None


def _language(language: str) -> str | None:
    """Return a language tag; None for what is none, and for one that platforms give where they know none."""
    is_language = _LANGUAGE.fullmatch(language) and language.lower() not in _NO_LANGUAGES
    return language if is_language else None


def _tags(tags: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(tag for tag in tags[:_MOST_TAGS] if len(tag) <= _LONGEST_TAG))


def _medium(printed: str) -> str | None:
    return printed if _MEDIA.fullmatch(printed) else http_url(printed)


def with_markup(post: Post, markup: str, language: str | None = None) -> Post:
    """Add a text that is given as HTML, with its tags and links."""
    body = HTMLTree.parse(markup).body
    return with_words(post, tag_of(body), language) if body is not None else post


def with_words(post: Post, tag: Tag, language: str | None = None) -> Post:
    """Add the text that an element shows, with its tags and links."""
    return with_text(post, visible_text(tag), links(tag), author=post.author, language=language)


def with_epoch(post: Post, seconds: str | None) -> Post:
    """Add a time that a page gives in seconds since 1970, where the id holds none."""
    if post.posted is not None or not seconds or re.fullmatch(r"1\d{9}", seconds, re.ASCII) is None:
        return post
    return replace(post, posted=since_1970(int(seconds), "printed", seconds))


def embedded(data: Any, read: Callable[[Tag], Post | None]) -> Iterator[Answered]:
    """Yield the post in an answer of oEmbed: read from its embed code, named as the answer names its author."""
    body = HTMLTree.parse(text_at(data, "html") or "").body
    if body is None:
        return
    tag = tag_of(body)
    post = read(blockquote_in(tag) or tag)
    if post is None:
        return
    author = post.author or Author()
    named = replace(author, name=author.name or text_at(data, "author_name"))
    yield answered(replace(post, author=named), is_cut=ends_cut(post.text or ""))


def outermost(tree: HTMLTree, css: str) -> Iterator[ElementNode]:
    """Yield the first elements that match a selector and are in no other that does, so that none is read twice."""
    kept: set[ElementNode] = set()
    for node in select_first(tree, css):
        if kept.isdisjoint(ancestors_to_root(node)):
            kept.add(node)
            yield node


def attribute_at(tree: HTMLTree | ElementNode, css: str, name: str) -> str:
    """Return an attribute of the first element that matches a selector; empty without one."""
    found = select_one(tree, css)
    return (found.getattr(name) if found else None) or ""


def words(node: ElementNode | None) -> str | None:
    """Return the text of an element on one line, emoji included; None without one."""
    return " ".join(visible_text(tag_of(node)).split()) or None if node is not None else None


_POSTINGS = ("SocialMediaPosting", "DiscussionForumPosting")
_LONGEST_TITLE, _MOST_SCRIPTS = 1000, 20
#: How the title of a page names the author: ``Ada Example (@ada) on X``, ``Ada Example on Twitter: …``.
_HANDLE_AT_END = lazy_regex(r"\s*\(?@([\w.@-]{1,200})\)?\s*$")
_ON_SITE = lazy_regex(
    r"\s(?:on|auf|sur|en|su|no|em|op|på|na|w|на)\s(?:Twitter|X|Bluesky|Threads|Truth Social)\b"
    r"(?=\s*(?:[:/|(]|$)).*",
    re.DOTALL,
)
QUOTED = lazy_regex(r"[“\"„«](.*)[”\"“»]", re.DOTALL)
#: Which count an interaction of schema.org is.
_COUNTED = {
    "likeaction": "likes",
    "shareaction": "reposts",
    "commentaction": "replies",
    "replyaction": "replies",
    "watchaction": "views",
    "viewaction": "views",
}


def described(tree: HTMLTree, recognise: Recognise) -> Iterator[Answered]:
    """Yield the post of a page as its JSON-LD and its Open Graph data state it."""
    for script in select_first(tree, 'script[type*="ld+json"]', _MOST_SCRIPTS):
        for thing in objects_in(json_of(script.text or "")):
            if found := _posting(thing, recognise):
                yield found
    if found := _open_graph(tree, recognise):
        yield found


def own_post(tree: HTMLTree, recognise: Recognise) -> Post | None:
    """Return the post with the address that a page states as its own."""
    link = select_one(tree, 'link[rel~="canonical"][href]')
    stated = (meta_of(tree, "og:url"), link.getattr("href") if link else None)
    return next((post for url in stated if url and (post := recognise(unwrap_archive(url.strip())))), None)


def _posting(thing: dict[str, Any], recognise: Recognise) -> Answered | None:
    """Read a posting of schema.org; None where its address is none of the platform's."""
    kinds = thing.get("@type")
    if not any(kind in _POSTINGS for kind in (kinds if isinstance(kinds, list) else [kinds])):
        return None
    addresses = (text_at(thing, "url"), text_at(thing, "@id"), text_at(thing, "mainEntityOfPage", "@id"))
    post = next((post for url in addresses if url and (post := recognise(unwrap_archive(url)))), None)
    if post is None:
        return None
    author = _stated_author(thing, post)
    text = text_at(thing, "articleBody") or text_at(thing, "text") or ""
    post = with_printed_date(post, text_at(thing, "datePublished") or text_at(thing, "dateCreated") or "")
    return answered(with_text(post, text, author=author), _interactions(thing), is_cut=ends_cut(text))


def _stated_author(thing: dict[str, Any], post: Post) -> Author:
    printed = text_at(thing, "author", "additionalName") or text_at(thing, "author", "alternateName")
    handle = normal_handle(printed, post.platform) if printed else None
    return Author(
        handle=handle or post.handle, name=text_at(thing, "author", "givenName") or text_at(thing, "author", "name")
    )


def _interactions(thing: dict[str, Any]) -> Counts | None:
    found: dict[str, Any] = {}
    stated = thing.get("interactionStatistic")
    for each in items_at({"all": stated if isinstance(stated, list) else [stated]}, "all"):
        kind = text_at(each, "interactionType") or text_at(each, "interactionType", "@type") or ""
        name = _COUNTED.get(kind.rpartition("/")[2].lower())
        if name:
            found.setdefault(name, each.get("userInteractionCount"))
    found.setdefault("replies", thing.get("commentCount"))
    return counts_of(**found)


def _open_graph(tree: HTMLTree, recognise: Recognise) -> Answered | None:
    """Read the Open Graph data of a post's page; a description that ends in ``…`` is cut, however short."""
    post, described_as = own_post(tree, recognise), meta_of(tree, "og:description")
    if post is None or described_as is None:
        return None
    quoted = QUOTED.fullmatch(described_as)
    text = (quoted[1] if quoted else described_as).strip()
    author = titled_author(meta_of(tree, "og:title") or "", post)
    if author is None:
        return None
    return answered(with_text(post, text, author=author), is_cut=ends_cut(text, 0))


def titled_author(title: str, post: Post) -> Author | None:
    """Return the author whom a title names; None if it names none, as for a login or the whole site."""
    title = title[:_LONGEST_TITLE]
    named = _ON_SITE.sub("", title).strip()
    signed = _HANDLE_AT_END.search(named)
    handle = normal_handle(signed[1], post.platform) if signed else None
    name = named[: signed.start()].strip() if signed else named
    is_named = signed is not None or named != title.strip()
    return Author(handle=handle or post.handle, name=name or None) if is_named else None


def meta_of(tree: HTMLTree, name: str) -> str | None:
    """Return the content of a ``<meta>``."""
    found = select_one(tree, f'meta[property="{name}"][content], meta[name="{name}"][content]')
    return (found.getattr("content") or "").strip()[:100_000] or None if found is not None else None
