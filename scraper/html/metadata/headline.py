"""Choose the title of an article among its headings and what its metadata state.

Readers see a heading; what the metadata state may have been written for search engines. Where both have the
same words, the heading is the title. Where they differ, it still is if it shares enough words with a stated
title, or with the page's address, to be about the same: others name the site, a section or a box.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from scraper.html.embeds.section_roles import class_and_id, is_comments
from scraper.html.metadata.meta_and_json_ld import ARTICLE, as_text, is_a, text_on_one_line
from scraper.html.metadata.titles import begins_with_part, is_most_of_title, is_site, parts_of, without_site
from scraper.markup.tree_queries import ancestors, select_first, select_one
from scraper.patterns import lazy_regex
from scraper.values.urls import split_url

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from resiliparse.parse.html import ElementNode

    from scraper.html.metadata.meta_and_json_ld import PageFacts

_META = ("og:title", "twitter:title", "sailthru.title", "parsely-title", "dc.title", "dcterms.title", "title")
_NO_WORDS = lazy_regex(r"[\W_]+")
_WORD = lazy_regex(r"[^\W_]{3,}|\d+")
#: Scripts that put no blanks between words.
_UNSPACED = lazy_regex(r"[\u3041-\u9fff\u0e01-\u0e5b\uac00-\ud7a3]")
_LOGO = lazy_regex(
    r"(?:^|[\s_-])(?:logo|brand(?:ing)?|(?:site|blog)[_-]?(?:title|name|header)|masthead)(?=$|[\s_-])", re.IGNORECASE
)
_BESIDE = frozenset({"nav", "aside", "footer", "figure", "dialog"})
_TRIED, _LOWER_TRIED, _AROUND, _DEEPEST = 20, 100, 2, 8
#: No title is longer.
_LONGEST, _LONGEST_SHOWN = 500, 200
#: How much of the words of the shorter of two titles are in the longer one, how many at least; how many letters of two
#: words are the same where one is a form of the other; and the share of words from which on two titles are one.
_SHARE, _FEWEST, _STEM, _NEARLY_ALL = 0.4, 2, 5, 0.8
#: A heading of so few words, all of them in a stated title, may be a part of it: a subject or a section.
_LABEL_WORDS = 3


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of a page, and its text on one line, without soft hyphens."""

    text: str
    node: ElementNode


def title_of(page: PageFacts, outlet: str | None, host: str | None) -> tuple[str | None, ElementNode | None]:
    """Return the title of the page's article, and the element that shows it or is most likely to."""
    headline = _headline(page, outlet, host)
    if headline is not None:
        return _without_section(headline.text, page.url), headline.node
    stated = _stated_title(page, outlet, host)
    title, shown = _without_section(stated, page.url) if stated else None, select_one(page.tree, "h1")
    if title and shown is None:
        lower = headings_of(select_first(page.tree, "h2, h3, h4, h5, h6", _LOWER_TRIED))
        shown = next((heading.node for heading in lower if _holds(heading.text, title)), None)
    return title, shown


def _without_section(title: str, url: str | None) -> str:
    """Return a title without a section after a bar that is a part of the page's address."""
    headline, bar, section = title.rpartition(" | ")
    path = {fold(part) for part in (url or "").split("/")[3:-1]} if bar else set()
    return headline if fold(section) in path and len(headline.split()) > _LABEL_WORDS else title


def _headline(page: PageFacts, outlet: str | None, host: str | None) -> Heading | None:
    """Return the heading that is the headline of the page's article; None without one that is certain."""
    headings = [heading for heading in headings_of(page.headings) if not is_site(heading.text, outlet, host)]
    stated: list[str] = []
    for title in _stated(page, outlet, host):
        stated.append(title)
        if named := _with_title(headings, title, outlet, host):
            return named
    about = [*stated, _slug(page.url)]
    about_it = (heading for heading in headings if _is_in_article(heading) and _is_about(heading.text, about))
    shown = next(about_it, None)
    if shown and len(shown.text.split()) <= _LABEL_WORDS and (lower := _lower_heading(page, stated)):
        return lower  # the heading above it is that of a subject
    if shown and shown.text.isupper():
        return _in_lower_case(shown, stated)
    return shown or _part_of_title(headings, stated, outlet, host) or _lower_heading(page, stated)


def _with_title(headings: Sequence[Heading], title: str, outlet: str | None, host: str | None) -> Heading | None:
    """Return the first heading that is a stated title, or has it."""
    for heading in headings:
        if fold(title) == fold(heading.text) or is_most_of_title(heading.text, title):
            return Heading(_as_written(heading.text, title), heading.node)
        if _holds(heading.text, title):  # and a label or a line below it, where it has several parts
            is_one = len(list(islice(texts_in(heading.node), 2))) == 1
            return Heading(without_site(heading.text, outlet, host) if is_one else title, heading.node)
    return None


def _in_lower_case(shown: Heading, stated: Sequence[str]) -> Heading:
    """Return a heading in capitals with the letters of the first stated title that has nearly all of its words."""
    words = _words(shown.text)
    same = (title for title in stated if len(words & _words(title)) >= _NEARLY_ALL * len(words | _words(title)))
    return Heading(next(same, shown.text), shown.node)


def _part_of_title(
    headings: Sequence[Heading], stated: Sequence[str], outlet: str | None, host: str | None
) -> Heading | None:
    """Return the heading that is a part of a stated title, between its separators, and no mere label."""
    titles = [parts_of(title) for title in stated]
    parts = {fold(part) for title in titles for part in title}
    sure = {fold(title[0]) for title in titles if title[1:] and is_site(title[1], outlet, host)}
    found = (
        heading
        for heading in headings
        if fold(heading.text) in sure or (len(heading.text.split()) >= _LABEL_WORDS and fold(heading.text) in parts)
    )
    return next(found, None)


def _lower_heading(page: PageFacts, stated: Sequence[str]) -> Heading | None:
    """Return the heading of a lower level that a stated title begins with."""
    headings = headings_of(select_first(page.tree, "h2, h3", _TRIED)) if stated else []
    return next(
        (
            Heading(_as_written(heading.text, title), heading.node)
            for title in stated
            for heading in headings
            if fold(title) == fold(heading.text) or begins_with_part(title, heading.text)
        ),
        None,
    )


def _stated_title(page: PageFacts, outlet: str | None, host: str | None) -> str | None:
    """Return the first stated title, or ``<h1>``, that is more than the site's name; else that name."""
    article = page.article.get("headline") if is_a(page.article, ARTICLE) else None
    stated = (article, page.meta.get("og:title"), _first_heading(page), page.meta.get("twitter:title"))
    titles = [title for title in map(as_text, (*stated, page.text_of("title"))) if title]
    title = next((title for title in titles if not is_site(title, outlet, host)), next(iter(titles), None))
    return without_site(title, outlet, host) if title else None


def _first_heading(page: PageFacts) -> str | None:
    """Return the longest ``<h1>`` that the ``<title>`` begins with, else the first; no figure's heading."""
    headings = [heading.text for heading in headings_of(page.headings) if not heading.node.closest("figure")]
    title = (page.text_of("title") or "") if headings[1:] else ""
    begun = (text for text in headings if title.startswith(text))
    return max(begun, key=len, default=headings[0] if headings else None)


def headings_of(nodes: Iterable[ElementNode]) -> list[Heading]:
    """Return the headings that have words; one that ends in a colon introduces what is below it."""
    read = (
        (" ".join(unescape(_text_of(node)).replace("\xad", "").split()), node)
        for node in nodes
        if node.query_selector("style, script") is None
    )
    return [Heading(text, node) for text, node in read if text and len(text) <= _LONGEST and not text.endswith(":")]


def _text_of(node: ElementNode) -> str:
    """Return the text of a heading; a line break separates words."""
    return " ".join(texts_in(node)) if node.query_selector("br") is not None else text_on_one_line(node)


def texts_in(node: ElementNode, depth: int = 0) -> Iterator[str]:
    """Yield the texts of an element that have words; those of what is nested deeply as one."""
    child: Any = node.first_child
    for _ in range(_TRIED):
        if child is None:
            return
        if child.tag == "#text":
            yield from filter(None, [" ".join((child.text or "").split())])
        elif child.tag != "#comment":
            yield from texts_in(child, depth + 1) if depth < _DEEPEST else filter(None, [text_on_one_line(child)])
        child = child.next


@lru_cache(maxsize=32)  # a page's titles are compared many times
def fold(text: str) -> str:
    """Return the letters and digits of a text, in lower case; the text itself if it has none.

    >>> fold("Rain, “all week”!") == fold('Rain - "All" week')
    True
    """
    return _NO_WORDS.sub("", text.casefold()) or text.casefold()


def _stated(page: PageFacts, outlet: str | None, host: str | None) -> Iterator[str]:
    """Yield the titles that a page states, without the name of its site."""
    titles = [as_text(page.article.get("headline")) if is_a(page.article, ARTICLE) else None]
    titles += [as_text(page.meta.get(name)) for name in _META]
    titles.append(page.text_of("title"))
    for title in titles:
        if title and len(title) <= _LONGEST and not is_site(title, outlet, host):
            yield without_site(title, outlet, host)


def _as_written(heading: str, title: str) -> str:
    """Return a heading, but the same words of a title where the heading is all in capitals."""
    if not heading.isupper() or title.isupper():
        return heading
    if title.casefold().startswith(heading.casefold()):
        return title[: len(heading)]
    return title if fold(heading) == fold(title) else heading


def _holds(heading: str, title: str) -> bool:
    """Return True if a heading begins or ends with a title that is most of it."""
    whole, part = fold(heading), fold(title)
    return 2 * len(part) > len(whole) and len(title.split()) > _LABEL_WORDS and part in whole


def _is_in_article(heading: Heading) -> bool:
    """Return True if a heading is neither in a box next to the article nor in the banner of the site."""
    if _LOGO.search(class_and_id(heading.node)):
        return False
    around = list(ancestors(heading.node))
    if any(_LOGO.search(class_and_id(above)) for above in around[:_AROUND]):
        return False
    return not any(above.tag in _BESIDE or is_comments(above) for above in around)


def _is_about(heading: str, titles: Sequence[str]) -> bool:
    """Return True if a heading shares enough words with one of these titles, and is not a part of it."""
    own = _words(heading)
    for title in titles:
        words = _words(title)
        shared = sum(word in words for word in own)
        is_label = len(own) <= _LABEL_WORDS and shared == len(own) < len(words)
        if (
            len(heading) <= _LONGEST_SHOWN
            and shared >= _FEWEST
            and shared >= _SHARE * min(len(own), len(words))
            and not is_label
        ):
            return True
    return False


def _words(text: str) -> frozenset[str]:
    """Return the beginnings of the words of a text; pairs of characters where no blanks part its words."""
    folded = text.casefold()
    if _UNSPACED.search(folded):
        whole = _NO_WORDS.sub("", folded)
        return frozenset(map("".join, pairwise(whole)))
    return frozenset(word[:_STEM] for word in _WORD.findall(folded))


def _slug(url: str | None) -> str:
    """Return the words of the last part of a URL."""
    return unquote(split_url(url or "").path.rstrip("/").rpartition("/")[2])
