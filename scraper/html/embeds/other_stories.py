"""Separate the article from other stories on its page: whole ones below it, teasers, and boxes next to it.

The structure decides, not the names: which ``<article>`` has the page's headline, what has a headline of its
own that leads to another page, and which column of a grid is the narrow one.
"""

from __future__ import annotations

import html
import re
from functools import cache, cached_property
from itertools import islice
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

from scraper.html.embeds.section_roles import class_and_id, names_other_content
from scraper.markup.tree_queries import ancestors, preceding
from scraper.patterns import lazy_regex
from scraper.values.urls import joined_url

if TYPE_CHECKING:
    from resiliparse.parse.html import ElementNode

    from scraper.html.embeds.section_roles import PageLayout

_HEADINGS = "h1, h2, h3, h4, h5, h6"
_HEADING_TAGS = frozenset(_HEADINGS.split(", "))
#: Most headings and links to examine, and most characters of a source in which its title is searched.
_MOST_HEADINGS, _MOST_LINKS, _HEAD = 60, 12, 200_000
_TITLE = lazy_regex(r"<title[^>]*+>([^<]{1,1000}+)", re.IGNORECASE)
_CANONICAL = lazy_regex(
    r"<link(?=[^>]{0,300}?rel=[\"']?canonical)[^>]{0,300}?href=[\"']?([^\"'\s>]{1,1000})"
    r"|<meta(?=[^>]{0,300}?=[\"']?og:url)[^>]{0,300}?content=[\"']?([^\"'\s>]{1,1000})"
)
#: Elements that may hold a story, by their microdata; and the names of boxes that may hold a teaser.
_STORY_TYPE = lazy_regex(r"schema\.org/\w*(?:Article|Posting)\b")
_TEASER = lazy_regex(r"teaser|card|promo|tile", re.IGNORECASE)
#: Most characters of running text in a teaser, and of a heading that labels a box.
_LONGEST_TEASER, _LONGEST_LABEL = 300, 60
#: Fewer characters of running text below a headline are a subtitle.
_SHORTEST_STORY = 300
#: The width of a column by its classes: ``col-md-4`` of 12, ``span_4_of_12``, ``four columns``, ``w-1/3``,
#: ``one-third``. A number without a hyphen counts columns from the left: ``col1``.
_OF = lazy_regex(r"(?:^|[a-z][-_])(\d{1,2})(?:[-_/]|[-_]of[-_])(\d{1,2})")
_TWELFTHS = lazy_regex(
    r"(?:(?:[a-z]{1,3}-)?col(?:umns?)?|grid|large|medium|grid__col|size)[-_]+"
    r"(?:(?:xs|sm|md|lg|xl|xxl|large|medium)[-_]+)?(\d{1,2})|span[-_]?(\d{1,2})"
)
#: The widest that a narrow column is, and the narrowest: less is the number of a column.
_NARROWEST, _WIDEST = 1 / 5, 1 / 2
_SPELLED = {
    "one-third": 1 / 3, "one-quarter": 1 / 4, "one-fourth": 1 / 4, "two-thirds": 2 / 3,
    "three-quarters": 3 / 4, "three-fourths": 3 / 4, "one-half": 1 / 2,
}  # fmt: skip
_COUNTED = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")
#: The attributes and tags that show stories, teasers and columns.
_MARKS, _STORY_TAGS = frozenset({"class", "itemtype", "role"}), frozenset({"article", "li", "aside"})
#: Most preceding siblings to examine; with fewer paragraphs a wider column is none of text.
_MOST_BESIDE, _FEWEST_PARAGRAPHS = 12, 2


class Stories:
    """The headline of a page, whose head only `source` may have, and what on it belongs to other stories."""

    def __init__(self, source: str, layout: PageLayout) -> None:
        self._source = source
        self._layout = layout
        self._known: dict[tuple[ElementNode, bool], bool] = {}

    def holds_other(self, node: ElementNode, *, is_inside: bool) -> bool:
        """Return True if an ancestor of an embed holds another story, or is a box next to the article."""
        verdict = self._known.get((node, is_inside))
        if verdict is None:
            verdict = node not in self._above_headline and self._is_other(node, is_inside=is_inside)
            self._known[node, is_inside] = verdict
        return verdict

    def _is_other(self, node: ElementNode, *, is_inside: bool) -> bool:
        kind = _kind_of(node)
        if kind == "article":
            return self._is_other_article(node) or self._is_labelled(node)
        if kind == "teaser":
            return self._is_teaser(node)
        if kind == "aside":
            return _has_heading(node) and self._layout.is_behind_text(node)
        if self._is_labelled(node) or self._is_following_story(node):
            return True
        return kind == "box" and not is_inside and self._is_narrow_column(node)

    @cached_property
    def _headline(self) -> ElementNode | None:
        """The longest ``<h1>`` in the title; else the first in an ``<article>``, or the first of all."""
        headings = self._layout.headings[:_MOST_HEADINGS]
        found = [(text, node) for node in headings if (text := _text(node))]
        named = [(len(text), -n, node) for n, (text, node) in enumerate(found) if text.lower() in self._title]
        if named:
            return max(named, key=lambda one: one[:2])[2]
        nodes = [node for _, node in found]
        return next((node for node in nodes if node.closest("article") is not None), next(iter(nodes), None))

    @cached_property
    def _above_headline(self) -> frozenset[ElementNode]:
        return frozenset(ancestors(self._headline)) if self._headline is not None else frozenset()

    @cached_property
    def _own_article(self) -> ElementNode | None:
        return self._headline.closest("article") if self._headline is not None else None

    @cached_property
    def _title(self) -> str:
        found = _TITLE.search(self._source, 0, _HEAD)
        return " ".join(html.unescape(found[1]).lower().split()) if found else ""

    @cached_property
    def _address(self) -> str:
        """The canonical URL of the page, as far as its path; empty where it names none."""
        found = _CANONICAL.search(self._source, 0, _HEAD)
        return html.unescape(found[1] or found[2]).partition("?")[0].partition("#")[0].rstrip("/") if found else ""

    def _is_other_article(self, node: ElementNode) -> bool:
        """Return True if an ``<article>`` has another headline than the page, and is no entry of a live blog."""
        if self._headline is None:
            return False
        heading = node.query_selector("h1") or node.query_selector(_HEADINGS)
        if heading is None or not (own := _text(heading)):
            return False
        is_apart = self._own_article is not None and self._own_article not in ancestors(node)
        if heading.tag == "h1" and is_apart:
            return own != _text(self._headline)
        if is_apart:
            return self._leads_away(node, heading)
        return _is_one_of_several(node) and self._is_teaser(node)

    def _is_following_story(self, node: ElementNode) -> bool:
        """Return True if a box with a headline of its own follows one of the same kind with the page's."""
        kind = set((node.getattr("class") or "").split()) if len(self._layout.headings) > 1 else set()
        heading = node.query_selector("h1") if kind else None
        if heading is None or not (own := _text(heading)) or own == _text(self._headline):
            return False
        of_kind = (box for box in preceding(node, _MOST_BESIDE) if box.tag == node.tag and box in self._above_headline)
        whole = (box for box in of_kind if kind & set((box.getattr("class") or "").split()))
        return any(_length_of_paragraphs(box) > _SHORTEST_STORY for box in whole)

    def _is_teaser(self, node: ElementNode) -> bool:
        """Return True if a box has a heading that leads to another page, and hardly any text."""
        heading = node.query_selector(_HEADINGS)
        if heading is None or not _text(heading) or _length_of_paragraphs(node) > _LONGEST_TEASER:
            return False
        # An entry of a list in the article may have a link in its heading too.
        is_of_list = any(above.tag == "article" for above in ancestors(node))
        return (not is_of_list and self._leads_away(node, heading)) or self._leads_to_one_page(node)

    def _leads_away(self, node: ElementNode, heading: ElementNode) -> bool:
        """Return True if a heading is, or has, a link to another page."""
        inner = heading.query_selector("a[href]")
        outer = next((above for above in ancestors(heading) if above == node or above.tag == "a"), None)
        link = inner or (outer if outer is not None and outer.tag == "a" else None)
        return link is not None and bool(self._other_page(link))

    def _leads_to_one_page(self, node: ElementNode) -> bool:
        """Return True if all links of a box, two or more, lead to the same other page."""
        links = node.query_selector_all("a[href]")
        if not 1 < len(links) <= _MOST_LINKS:
            return False
        pages = [page for link in links.values() if (page := self._other_page(link)) != ""]
        return len(pages) > 1 and None not in pages and len(set(pages)) == 1

    def _other_page(self, link: ElementNode) -> str | None:
        """Return the page of this site that a link leads to; empty for this page, None for another site."""
        href = (link.getattr("href") or "").strip()
        if href.startswith(("#", "javascript:")) or not href:
            return ""
        parts = urlsplit(joined_url(self._address or "https://own.invalid", href.partition("#")[0]))
        page = f"{parts.scheme}://{parts.netloc}{parts.path}".rstrip("/")
        if self._address and page.startswith(self._address):
            return ""
        is_here = parts.netloc in {"own.invalid", urlsplit(self._address).netloc}
        return page if is_here and parts.scheme in {"http", "https"} else None

    def _is_labelled(self, node: ElementNode) -> bool:
        """Return True if the heading that begins a box names what others have: "Latest videos"."""
        label = _label_of(node)
        if label is None or len(words := _text(label)) > _LONGEST_LABEL or not names_other_content(words):
            return False
        return node not in self._layout.headed and not self._layout.holds_most_text(node)

    def _is_narrow_column(self, node: ElementNode) -> bool:
        """Return True if an element is a narrow column after a wider one, with more in it than a post."""
        width = width_of(node.getattr("class") or "")
        if width is None or not _NARROWEST < width < _WIDEST:
            return False
        has_more = node.query_selector(f"{_HEADINGS}, ul, ol") is not None
        has_more = has_more or len((node.text or "").strip()) > _LONGEST_LABEL
        return has_more and any(map(self._is_column_of_text, preceding(node, _MOST_BESIDE)))

    def _is_column_of_text(self, node: ElementNode) -> bool:
        if node in self._above_headline:
            return True
        width = width_of(node.getattr("class") or "")
        return bool(width and width > _WIDEST) and len(node.query_selector_all("p")) >= _FEWEST_PARAGRAPHS


def _kind_of(node: ElementNode) -> Literal["article", "teaser", "aside", "box"] | None:
    """Return the kind of an element by its tag and attributes; None where these say nothing."""
    tag = node.tag
    if not _MARKS.intersection(node.attrs) and tag not in _STORY_TAGS:
        return None
    if tag == "article" or _STORY_TYPE.search(node.getattr("itemtype") or ""):
        return "article"
    if tag == "li" or _TEASER.search(node.getattr("class") or ""):
        return "teaser"
    return "aside" if tag == "aside" or node.getattr("role") == "complementary" else "box"


@cache
def width_of(classes: str) -> float | None:
    """Return the share of a row that a column takes by its classes, on a wide screen; None where none says."""
    names = classes.lower().split()
    if {"column", "columns"} & set(names):
        counted = next((_COUNTED.index(name) / 12 for name in names if name in _COUNTED), None)
        if counted is not None:
            return counted
    shares = [share for name in names if (share := _share(name)) is not None]
    return shares[-1] if shares else None


def _share(name: str) -> float | None:
    if name in _SPELLED:
        return _SPELLED[name]
    of, twelfths = _OF.search(name), _TWELFTHS.fullmatch(name)
    part, whole = (int(of[1]), int(of[2])) if of and of.end() == len(name) else (0, 12)
    part = int(twelfths[1] or twelfths[2]) if twelfths else part
    return part / whole if 0 < part <= whole else None


def _text(node: ElementNode | None) -> str:
    return " ".join((node.text or "").split()) if node is not None else ""


def _has_heading(node: ElementNode) -> bool:
    heading = node.query_selector("h2, h3, h4, h5, h6")
    return heading is not None and bool(_text(heading)) and heading.closest("blockquote") is None


def _length_of_paragraphs(node: ElementNode) -> int:
    return sum(len(part.text or "") for part in islice(node.query_selector_all("p").values(), _MOST_HEADINGS))


def _label_of(node: ElementNode) -> ElementNode | None:
    """Return the heading at the start of a box, also one in a box of its own; else None."""
    first = node.first_element_child
    for _ in range(2):
        if first is None or first.tag in _HEADING_TAGS:
            break
        first = first.first_element_child
    return first if first is not None and first.tag in _HEADING_TAGS else None


def _is_one_of_several(node: ElementNode) -> bool:
    """Return True if an element, or the one around it, is next to another of its kind."""
    boxes = [node, *islice(ancestors(node), 1)]
    beside = ((box, near) for box in boxes for near in (box.prev_element, box.next_element))
    return any(near is not None and near.tag == box.tag for box, near in beside)


#: Names of the background film of a box, and the settings of a player that nobody starts.
_BACKDROP = lazy_regex(r"video[-_]?(?:bg|background)|(?:bg|background)[-_]?video|jarallax", re.IGNORECASE)
_UNASKED = lazy_regex(r"\b(?:autoplay|muted?|loop|background)(?:=[\"']?(?:1|true)|(?=[\s>]))|\bcontrols=[\"']?0")
_BOXES_OF_BACKDROP = 4
_NO_BACKDROPS = frozenset({"a", "blockquote", "p", "script", "vp-address"})


def is_backdrop(node: ElementNode) -> bool:
    """Return True if an element is the background film of a box, which readers do not start."""
    if node.tag in _NO_BACKDROPS:
        return False
    boxes = [node, *islice(ancestors(node), _BOXES_OF_BACKDROP)]
    if not any(_BACKDROP.search(class_and_id(box)) for box in boxes):
        return False
    return node.tag != "iframe" or _UNASKED.search(node.html.partition(">")[0]) is not None
