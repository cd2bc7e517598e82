"""Parse the ``<meta>`` elements and the JSON-LD of a page."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from scraper.configuration import packaged
from scraper.markup.tree_queries import select, select_one
from scraper.patterns import lazy_regex
from scraper.values import json_of
from scraper.values.urls import canonical_url

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from resiliparse.parse.html import ElementNode, HTMLTree

# schema.org's Article and its subtypes, and the types that publishers use instead.
ARTICLE = lazy_regex(r"(?:\w*Article|\w*(?:Blog|SocialMedia|Forum)Posting|Report\w*|\w*NewsStory|\w*Review)$")
_ARTICLE_TYPE = lazy_regex(r"\"@type\"\s{0,9}:\s{0,9}\"\w{0,20}(?:Article|BlogPosting)\"")
_PAGE = lazy_regex(r"(?:WebPage|ItemPage|AboutPage)$")
#: Things that have authors and dates though they are no articles, on pages that describe no article.
_WORK = lazy_regex(r"(?:Recipe|CreativeWork|HowTo|WebPage|ItemPage|LiveBlog\w*)$")
_AUTHORS = lazy_regex(r"(?:article:|parsely-|citation_)?authors?|dc\.(?:creator|contributor)")
_MOST_AUTHORS = 500  # characters; no more are read
_LAST_COMMA = lazy_regex(r",\s{0,100}(?=[}\]])")
_BROKEN = lazy_regex(r"\"datePublished\"\s{0,9}:\s{0,9}\"([^\"<>]{8,40})\"")


@dataclass(frozen=True, slots=True)
class PageFacts:
    """The metadata of a page before any choice."""

    tree: HTMLTree
    meta: dict[str, str]  # the content of the first ``<meta>`` of each name in lower case
    article: dict[str, Any]  # the JSON-LD object of the article, else that of the page, else an empty one
    url: str | None  # canonical
    things: Sequence[dict[str, Any]]  # all top-level objects of its JSON-LD
    feeds: Sequence[str]  # the titles of its first feeds
    headings: Sequence[ElementNode]  # its first ``<h1>`` elements

    @property
    def works(self) -> list[dict[str, Any]]:
        """Return the object of the article, and after it those of what else the page may be about."""
        return [self.article, *(thing for thing in self.things if is_a(thing, _WORK))]

    def text_of(self, selector: str) -> str | None:
        """Return the text of the first element that matches and has any; None without one."""
        node = select_one(self.tree, selector)
        if node is None:
            return None
        # Nearly always the first has words, which spares a walk through all of the page.
        return text_on_one_line(node) or next(filter(None, map(text_on_one_line, select(self.tree, selector))), None)


@cache
def metadata_words() -> dict[str, Any]:
    """Return ``config/metadata_words.toml``: the words in front of dates and names, and in names."""
    return packaged("metadata_words.toml")


def text_on_one_line(node: ElementNode) -> str:
    """Return the text of an element with all white space as single blanks."""
    return " ".join((node.text or "").split())


def meta_of(nodes: Iterable[ElementNode]) -> dict[str, str]:
    """Return the content of each ``<meta>`` by its lower-case name; cleaned pages have it in ``value``."""
    found: dict[str, str] = {}
    for node in nodes:
        name = (
            node.getattr("property") or node.getattr("name") or node.getattr("itemprop") or node.getattr("http-equiv")
        )
        content = (node.getattr("content") or node.getattr("value") or "").strip()
        if name and content:
            key = name.strip().lower()
            known = found.setdefault(key, content)
            # An article may have an element for each of its authors.
            if known is not content and len(known) < _MOST_AUTHORS and _AUTHORS.fullmatch(key):
                found[key] = f"{known}; {content}"
    return found


def json_ld_objects(scripts: Iterable[str]) -> list[dict[str, Any]]:
    """Return the top-level objects of a page's JSON-LD scripts."""
    return [thing for script in scripts for thing in _things(_json(script), 0)]


def article_object(things: Sequence[dict[str, Any]], stated: Iterable[str | None]) -> dict[str, Any]:
    """Return the JSON-LD object of the page's own article, else that of the page, else an empty one."""
    articles = [
        thing for thing in things if is_a(thing, ARTICLE) and as_text(thing.get("headline") or thing.get("name"))
    ]
    pages = [thing for thing in things if is_a(thing, _PAGE)]
    if len(articles) > 1:  # other stories are described too: the page's own is the one with its URL
        own = {canonical_url(address) for address in stated if address}
        articles = [thing for thing in articles if own & _addresses(thing)] or articles
    return (articles or pages or [{}])[0]


def _addresses(thing: dict[str, Any]) -> set[str]:
    page = thing.get("mainEntityOfPage")
    named = [page, thing.get("url"), thing.get("@id"), page.get("@id") if isinstance(page, dict) else None]
    return {canonical_url(address) for address in map(as_text, named) if address}


def _json(script: str) -> Any:
    """Parse JSON-LD as publishers write it: with raw line ends in strings, inside CDATA or a comment."""
    script = script.replace("<![CDATA[", "").replace("]]>", "")
    script = html.unescape(script) if "&quot;" in script and '"' not in script else script
    begin, end = re.search(r"[\[{]", script), max(script.rfind("}"), script.rfind("]"))
    if begin is None or end < begin.start():
        return None
    written = script[begin.start() : end + 1]
    return json_of(written) or json_of(_LAST_COMMA.sub("", written)) or _date_of_broken(written)


def _date_of_broken(written: str) -> dict[str, str] | None:
    """Return an object with the date of an article's JSON-LD that cannot be parsed."""
    date = _BROKEN.search(written)
    return {"@type": "WebPage", "datePublished": date[1]} if date and _ARTICLE_TYPE.search(written) else None


def _things(value: Any, depth: int) -> Iterator[dict[str, Any]]:
    """Yield the top-level objects of a JSON-LD script, but not those that are parts of others."""
    if isinstance(value, list) and depth < 4:
        for item in value[:200]:
            yield from _things(item, depth + 1)
    elif isinstance(value, dict):
        yield value
        yield from _things(value.get("@graph"), depth + 1)
        if isinstance(main := value.get("mainEntity"), dict):
            yield from _things(main, depth + 1)


def is_a(thing: dict[str, Any], types: re.Pattern[str]) -> bool:
    """Return True if a JSON-LD object is of one of these types."""
    kinds = thing.get("@type")
    return any(isinstance(kind, str) and types.search(kind) for kind in (kinds if isinstance(kinds, list) else [kinds]))


def as_text(value: Any) -> str | None:
    """Return a JSON-LD value as text: of a list the first item, of an object its name; None without one."""
    if value is None:  # as most are
        return None
    if isinstance(value, list):
        value = value[0] if value else None
    if isinstance(value, dict):
        value = value.get("name") or value.get("@id") or value.get("@value")
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        return None
    return " ".join(html.unescape(re.sub(r"<[^<>]{1,200}>", "", value)).split()) or None
