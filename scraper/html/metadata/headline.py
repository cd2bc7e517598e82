"""Choose the title of an article among its headings and what its metadata state, without the name of the site.

Readers see a heading; what the metadata state may have been written for search engines. Where both have the
same words, the heading is the title. Where they differ, it still is if it shares enough words with a stated
title, or with the page's address, to be about the same: others name the site, a section or a box.

Headline and site name may be joined by a separator: "Headline | Site". A part of a title is the site's name when it
equals the outlet's name or that of the host, but for grammatical articles, punctuation and words such as "News".
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
    slug = unquote(split_url(page.url or "").path.rstrip("/").rpartition("/")[2])
    about = [*stated, slug]
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
    """Return the letters and digits of a text, in lower case; the text itself if it has none."""
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


_SEPARATOR = lazy_regex(
    r"\s+[-–—:•·~»«›‹]{1,2}\s+|\s*[|｜：]+\s*|(?<=\w):\s+|(?<=[\u3041-\u9fff\uac00-\ud7a3])[-_—]{1,2}(?=\w)"
)
_SEPARATOR_LAST = lazy_regex(rf"(?:{_SEPARATOR.pattern})\Z")
_FEED = lazy_regex(
    r"(?P<site>\w[^\n]{0,58}?)(?:['’]s|\s+als)?\s+(?:(?P<mark>[»›|–—-])\s+)?"
    r"(?:RSS|Atom|Feed|Flux|Лента|стрічка|Kanał z wpisami|flöde|akışı|hírcsatorna|フィード)(?:[ -]Feed)?",
    re.IGNORECASE,
)
#: A name: some words with a capital at the front, or a run of Chinese, Japanese or Korean characters.
_SITE = lazy_regex(r"(?:[A-Z]|[^\W\d_a-z])[^\d\s,]{0,20}(?:\s[^\d\s,]{1,20}){1,4}|[\u3041-\u9fff\uac00-\ud7a3]{3,12}")
#: A separator with nothing on its other side.
_EDGE = lazy_regex(r"^\s*[|»«›‹·•–—]+\s+|\s+[|»«›‹·•–—-]+\s*$")
_IN_BRACKETS = lazy_regex(r"\s*\(([^()]{2,60})\)$")
_ARTICLE = lazy_regex(r"^(?:the|der|die|das|el|la|le|les|il|lo|o|os)(?=\w{3})")
_ADDRESS = lazy_regex(r"\s*(?:https?://|www\.)[^\s/]+/?\s*")
_HOST = lazy_regex(r"(?:[a-z\d-]{2,30}\.){1,3}(?:[a-z]{2}|com|net|org|info|news|example)", re.IGNORECASE)
_COMMON = lazy_regex(r"(?:com|net|org|news|online|tv|magazine|daily|blog|電子版|デジタル|オンライン|ニュース)$")
#: Labels of a host between the name of the site and its country.
_SUFFIXES = frozenset({"co", "com", "org", "net", "gov", "gob", "gouv", "ac", "edu", "or", "ne", "go"})
_NO_NAMES = frozenset({"www", "news", "blog", "amp", "edition", "mobile"})
#: The name of a section, such as "World" or "Local news", has few words.
_SECTION_WORDS = 2
#: A title with fewer words may be the name of a person or a place.
_TITLE_WORDS = 4


def without_site(title: str, outlet: str | None, host: str | None) -> str:
    """Return a title without the site's name, and without the section before that."""
    names = _names(outlet, host)
    bracket = _IN_BRACKETS.search(title)
    title = title[: bracket.start()] if bracket and _is_name(bracket[1], names) else title
    title = _without(title, outlet) if outlet and _SEPARATOR.search(outlet) else title
    kept = _cut(title, _parts(title), names)
    return _EDGE.sub("", title[kept[0][0] : kept[-1][1]]).strip() or title


def _without(title: str, outlet: str) -> str:
    """Return a title without the outlet's name as stated, which may contain a separator."""
    name, lowered = outlet.lower(), title.lower()
    if len(lowered) == len(title) and lowered.endswith(name):
        left = _SEPARATOR_LAST.search(title, 0, len(title) - len(name))
        return title[: left.start()] or title if left else title
    right = _SEPARATOR.match(title, len(name)) if lowered.startswith(name) else None
    return title[right.end() :] or title if right else title


def begins_with_part(title: str, part: str) -> bool:
    """Return True if a title begins with a part of it and a separator."""
    return title.startswith(part) and _SEPARATOR.match(title, len(part)) is not None


def is_most_of_title(heading: str, title: str) -> bool:
    """Return True if a title is a heading with a shorter part after it: a section, or a site of any name.

    >>> is_most_of_title("Rain all week in the west", "Rain All Week in the West | Ada Example")
    True
    >>> is_most_of_title("Rain", "Rain: what now")
    False
    """
    is_begun = begins_with_part(title.casefold(), heading.casefold())  # of which one May Be Written Like This
    return is_begun and len(heading.split()) >= _TITLE_WORDS and 2 * len(heading) > len(title)


def is_site(title: str, outlet: str | None, host: str | None) -> bool:
    """Return True if a title is nothing but the site's name."""
    return _is_name(title, _names(outlet, host))


def site_in(title: str, host: str | None) -> str | None:
    """Return the first or last part of a title that matches the host; None without one."""
    *_, last = parts = parts_of(title)
    labels = (host or "").lower().split(".")
    own = next((label for label in reversed(labels[:-1]) if label not in _SUFFIXES), "")
    if not own or own in _NO_NAMES or not parts[1:]:
        return None
    names = {_folded(name) for name in (own, host or "", f"{own}.{labels[-1]}")}
    return next((part for part in (last, parts[0]) if names & {_folded(part), _short(part)}), None)


def address_in(title: str) -> str | None:
    """Return the host name in a title after its first part; None without one."""
    return next((part for part in parts_of(title)[1:] if _HOST.fullmatch(part)), None)


def site_after_headline(title: str, headline: str) -> str | None:
    """Return the last part of a title, after a headline twice as long; None for one word, maybe a section."""
    last = parts_of(title)[-1] if begins_with_part(title, headline) else ""
    return last if len(headline) > 2 * len(last) and _SITE.fullmatch(last) else None


def site_of_feed(title: str, host: str | None) -> str | None:
    """Return the site's name in the title of its feed, as WordPress writes it, or if it matches the host."""
    found = _FEED.fullmatch(title.strip())
    if found is None or "://" in title or _SEPARATOR.search(found["site"]):
        return None
    name = _short(found["site"])
    labels = [label.replace("-", "") for label in (host or "").split(".")[:-1]]
    is_own = any(len(label) > 3 and (label in name or name in label) for label in labels)
    return found["site"] if found["mark"] == "»" or (is_own and len(name) > 3) else None


def parts_of(title: str) -> list[str]:
    """Return the parts of a title between its separators."""
    return [title[slice(*part)].strip() for part in _parts(title)]


def _short(part: str) -> str:
    return _COMMON.sub("", _folded(part))


def _parts(title: str) -> Sequence[tuple[int, int]]:
    """Return start and end of the parts of a title between separators."""
    edges = [(0, 0), *(found.span() for found in _SEPARATOR.finditer(title)), (len(title), len(title))]
    return [(left[1], right[0]) for left, right in pairwise(edges)]


def _cut(title: str, parts: Sequence[tuple[int, int]], names: frozenset[str]) -> Sequence[tuple[int, int]]:
    behind = len(parts)
    while behind > 1 and _is_name(title[slice(*parts[behind - 1])], names):
        behind -= 1
    # Words between the title and the name, separated by the same bars, are the section.
    barred = behind < len(parts) and "|" in title[parts[behind - 1][1] : parts[behind][0]]
    while barred and behind > 1 and len(title[slice(*parts[behind - 1])].split()) <= _SECTION_WORDS:
        barred = "|" in title[parts[behind - 2][1] : parts[behind - 1][0]]
        behind -= barred
    before = 1 if behind > 1 and _is_name(title[slice(*parts[0])], names) else 0
    return parts[before:behind]


@lru_cache(maxsize=8)
def _names(outlet: str | None, host: str | None) -> frozenset[str]:
    labels = (host or "").lower().split(".")
    stated = [outlet or "", host or "", ".".join(label for label in labels if label != "www")]
    own = [label for label in labels[:-1] if len(label) > 3 and label not in _NO_NAMES]
    return frozenset(name for part in (*stated, *own) if (name := _folded(part)))


@lru_cache(maxsize=64)  # a page's titles are compared many times
def _folded(name: str) -> str:
    return _ARTICLE.sub("", _NO_WORDS.sub("", name.casefold()))


def _is_name(part: str, names: frozenset[str]) -> bool:
    folded = _folded(part)
    short = _COMMON.sub("", folded)
    if _ADDRESS.fullmatch(part):
        return True
    return folded in names or (len(short) > 3 and any(short == _COMMON.sub("", name) for name in names))
