"""Read what a page of a platform states about its own post for other programs: Open Graph, JSON-LD."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from scraper.markup.answered import answered, counts_of, ends_cut, items_at, number_at, objects_in, text_at
from scraper.markup.signatures import with_printed_date
from scraper.markup.signed_quote import with_text
from scraper.markup.tree_queries import select_first, select_one
from scraper.patterns import lazy_regex
from scraper.records import Author, Counts
from scraper.registry import normal_handle
from scraper.values import json_of
from scraper.values.urls import unwrap_archive

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from resiliparse.parse.html import HTMLTree

    from scraper.records import Answered, Post

    Recognise = Callable[[str], Post | None]

_POSTINGS = ("SocialMediaPosting", "DiscussionForumPosting")
_LONGEST_TITLE, _MOST_SCRIPTS = 1000, 20
#: How the title of a page names the author: ``Ada Example (@ada) on X``, ``Ada Example on Twitter: …``.
_HANDLE = lazy_regex(r"\s*\(?@([\w.@-]{1,200})\)?\s*$")
_ON = lazy_regex(
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
            found = _posting(thing, recognise)
            if found is not None:
                yield found
    found = _open_graph(tree, recognise)
    if found is not None:
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
    author = _author(thing, post)
    text = text_at(thing, "articleBody") or text_at(thing, "text") or ""
    post = with_printed_date(post, text_at(thing, "datePublished") or text_at(thing, "dateCreated") or "")
    return answered(with_text(post, text, author=author), _interactions(thing), is_cut=ends_cut(text))


def _author(thing: dict[str, Any], post: Post) -> Author:
    printed = text_at(thing, "author", "additionalName") or text_at(thing, "author", "alternateName")
    handle = normal_handle(printed, post.platform) if printed else None
    return Author(
        handle=handle or post.handle, name=text_at(thing, "author", "givenName") or text_at(thing, "author", "name")
    )


def _interactions(thing: dict[str, Any]) -> Counts | None:
    found: dict[str, int | None] = {}
    for each in items_at({"all": _listed(thing.get("interactionStatistic"))}, "all"):
        kind = text_at(each, "interactionType") or text_at(each, "interactionType", "@type") or ""
        name = _COUNTED.get(kind.rpartition("/")[2].lower())
        if name:
            found.setdefault(name, number_at(each, "userInteractionCount"))
    found.setdefault("replies", number_at(thing, "commentCount"))
    return counts_of(**found)


def _listed(value: Any) -> Any:
    return value if isinstance(value, list) else [value]


def _open_graph(tree: HTMLTree, recognise: Recognise) -> Answered | None:
    """Read the Open Graph data of a page that states the address of its post and a description.

    A description that ends in ``…`` is cut, however short: platforms cut it at a length of their own.
    """
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
    named = _ON.sub("", title).strip()
    signed = _HANDLE.search(named)
    handle = normal_handle(signed[1], post.platform) if signed else None
    name = named[: signed.start()].strip() if signed else named
    is_named = signed is not None or named != title.strip()
    return Author(handle=handle or post.handle, name=name or None) if is_named else None


def meta_of(tree: HTMLTree, name: str) -> str | None:
    """Return the content of a ``<meta>``."""
    found = select_one(tree, f'meta[property="{name}"][content], meta[name="{name}"][content]')
    return (found.getattr("content") or "").strip()[:100_000] or None if found is not None else None
