"""A page, or a piece of markup that was hidden in one, parsed with marks where posts may stand."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING

from resiliparse.parse.html import ElementNode, HTMLTree

from scraper.bounds import DEEPEST, MOST_SIGHTINGS, too_much
from scraper.html.embeds.element_context import ancestors
from scraper.html.embeds.literal_search import sightings
from scraper.html.embeds.paragraph_text import paragraphs_of_tree
from scraper.html.embeds.platform_selectors import form_of_platform
from scraper.html.embeds.script_state import State
from scraper.html.embeds.section_roles import Layout, is_other_matter
from scraper.html.embeds.tag_marking import MARK, Edit, Sighted, mark, mark_thoroughly, marked
from scraper.html.tree_queries import outwards, select
from scraper.registry import platforms

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scraper.records import Problem

#: More than the longest embed and the rest of the block around it.
_BEHIND_LAST = 10_000
_QUOTE_TAG = re.compile(r"<(/?)blockquote\b", re.IGNORECASE)
_SELF_CLOSED = re.compile(r"<([a-z]{2,20}-[a-z-]{2,20})\s[^<>]*+(?<=/)>")
_SCRIPT, _END_OF_LINK = re.compile(r"<script\b", re.IGNORECASE), re.compile(r"</a\s*>", re.IGNORECASE)
#: Longer than most posts; and more than the source of one up to the end of its last link.
_LONG_QUOTE, _LONGEST_QUOTE = 500, 8000
#: What is known of an element: whether it is other matter, and whether it stands in an article.
_Verdicts = dict[ElementNode, tuple[bool, bool]]


@dataclass(slots=True)
class Markup:
    """Parsed markup, and what the rules ask of it as a whole.

    Attributes:
        tree: The parsed markup.
        nodes: Its marked elements and its block quotes, in document order.
        sighted: Its source, with what was sighted in it.
        layout: Where its headings and its text stand.
        depth: How deep it was hidden: 0 for the page itself.
        foreign: Embeds that were found to belong to something else than the article.
    """

    tree: HTMLTree
    nodes: list[ElementNode]
    sighted: Sighted
    layout: Layout
    depth: int = 0
    foreign: list[ElementNode] = field(default_factory=list)
    _outer: Markup | None = None
    _paragraphs: str | None = None
    _pictured: dict[ElementNode, bool] = field(default_factory=dict)
    _verdicts: tuple[_Verdicts, _Verdicts] = field(default_factory=lambda: ({}, {}))

    def within(self, markup: str) -> Markup | None:
        """Parse a piece of markup that was hidden in this one; None where no post can stand in it."""
        inner = parse(markup)
        return replace(inner, depth=self.depth + 1, _outer=self) if inner else None

    @property
    def is_sure(self) -> bool:
        """The tree tells where the source cannot."""
        return True

    def shows(self, words: Sequence[str]) -> bool:
        """Return whether words stand in a paragraph of the page."""
        if self._outer is not None:
            return self._outer.shows(words)
        if self.sighted.is_sure:
            return self.sighted.shows(words)
        if self._paragraphs is None:
            self._paragraphs = paragraphs_of_tree(self.tree)
        return " ".join(words).strip(",") in self._paragraphs

    def state(self, node: ElementNode) -> State:
        """What a script holds, or a template or a text area."""
        known = self.sighted.state(node.getattr(MARK) or "")
        if known is not None:
            return known
        content = node.html.partition(">")[2] if node.tag == "template" else node.text or ""
        return State(content, sightings(content))

    def is_pictured(self, block: ElementNode) -> bool:
        """Return whether there is a picture in a block, which many links may stand in."""
        if block not in self._pictured:
            self._pictured[block] = block.query_selector("img, picture, video, svg, iframe") is not None
        return self._pictured[block]

    def is_elsewhere(self, node: ElementNode, *, generic: bool = False) -> bool:
        """Return whether an element belongs to something else than the article.

        Args:
            node: The element.
            generic: It is not of a form that a platform defines, so feeds and credits are ruled out too.
        """
        verdicts = self._verdicts[generic]
        chain: list[ElementNode] = []
        is_other = is_inside = False
        for above in ancestors(node):
            known = verdicts.get(above)
            if known is not None:
                is_other, is_inside = known
                break
            chain.append(above)
        for above in reversed(chain):
            is_other = is_other or is_other_matter(above, self.layout, generic=generic)
            is_inside = is_inside or above.tag == "article"
            verdicts[above] = is_other, is_inside
        return is_other or not (is_inside or node.tag == "script" or not self.layout.is_beside(node))


def parse(source: str, problems: list[Problem] | None = None, *, whole: bool = True) -> Markup | None:
    """Parse a page, or a piece of markup, with marks where posts may stand.

    Args:
        source: The markup.
        problems: What was too much work is added to it (`scraper.bounds`).
        whole: Parse all of it; otherwise neither the head nor what comes long after the last mark.

    Returns:
        None where no post can stand, so that nothing was parsed.
    """
    hits = sightings(source)
    if len(hits) > MOST_SIGHTINGS and problems is not None:
        problems.append(too_much("embeds", MOST_SIGHTINGS, len(hits), "addresses and marks of posts"))
    sighted = Sighted(source, hits)
    edits = mark(sighted)
    if not edits:
        return None
    tree = HTMLTree.parse(marked(source, edits, *((0, None) if whole else _extent(sighted, edits))))
    nodes = _marked_nodes(tree)
    if sum(node.hasattr(MARK) for node in nodes) < sum(MARK in edit.text for edit in edits):
        edits = mark_thoroughly(sighted)
        tree = HTMLTree.parse(marked(source, edits))
        nodes = _marked_nodes(tree)
    if _may_be_unclosed(nodes) and (lost := list(_lost_end_tags(sighted))):
        tree = HTMLTree.parse(marked(source, sorted([*edits, *lost])))
        nodes = _marked_nodes(tree)
    nodes = _not_too_deep(nodes, [] if problems is None else problems)
    return Markup(tree=tree, nodes=nodes, sighted=sighted, layout=Layout(tree))


def _extent(sighted: Sighted, edits: Sequence[Edit]) -> tuple[int, int]:
    """The part of a page that decides about its marks; all, where a state is compared with the tree."""
    source, first = sighted.page, edits[0].at
    has_state = any(edit.resume > edit.at for edit in edits)
    if has_state and not sighted.is_sure:
        return 0, len(source)
    return max(0, source.find("<body", 0, first)), edits[-1].resume + _BEHIND_LAST


def _not_too_deep(nodes: list[ElementNode], problems: list[Problem]) -> list[ElementNode]:
    """Leave out what is nested too deep: the text of what is around each would be read again and again."""
    kept = [node for node in nodes if next(islice(outwards(node), DEEPEST, None), None) is None]
    if len(kept) < len(nodes):
        things = f"elements that may be posts: the others are nested deeper than {DEEPEST}"
        problems.append(too_much("embeds", len(kept), len(nodes), things))
    return kept


def _marked_nodes(tree: HTMLTree) -> list[ElementNode]:
    """Every form holds an address or an id, so is marked, or is a quote around a link; but for AMP's."""
    nodes = select(tree, f"[{MARK}], blockquote")
    if any(node.tag == "script" and "ampproject" in (node.getattr("src") or "") for node in nodes):
        amp = (css for platform in platforms() if (css := platform.forms.get("amp")))
        nodes = select(tree, ", ".join([f"[{MARK}]", "blockquote", *amp]))
    return nodes


def _may_be_unclosed(nodes: Iterable[ElementNode]) -> bool:
    """Return whether a quote of a platform's own form ends its box, and holds more than most posts.

    Or whether a library's element holds text, or another post.
    """
    of_libraries = (node for node in nodes if "-" in (node.tag or ""))
    if any(element.query_selector(f"p, [{MARK}]") is not None for element in of_libraries):
        return True
    last = (node for node in nodes if node.tag == "blockquote" and node.next_element is None)
    return any(_holds_more(quote) for quote in last if form_of_platform(quote))


def _holds_more(quote: ElementNode) -> bool:
    return quote.query_selector("blockquote") is not None or len(quote.text or "") > _LONG_QUOTE


def _lost_end_tags(sighted: Sighted) -> Iterator[Edit]:
    """The end tags that were lost: a quoted post ends with the link to it."""
    for element in _SELF_CLOSED.finditer(sighted.page):
        yield Edit(element.end(), f"</{element[1]}>", element.end())
    opened: int | None = None
    for tag in _QUOTE_TAG.finditer(sighted.page):
        if opened is not None and not tag[1]:
            yield from _lost_end_tag(sighted, opened, tag.start())
        opened = None if tag[1] else tag.start()
    if opened is not None:
        yield from _lost_end_tag(sighted, opened, len(sighted.page))


def _lost_end_tag(sighted: Sighted, start: int, limit: int) -> Iterator[Edit]:
    page = sighted.page
    limit = min(limit, start + _LONGEST_QUOTE)
    script = _SCRIPT.search(page, start, limit)
    limit = script.start() if script else limit
    behind = bisect_left(sighted.hits, limit)
    last = sighted.hits[behind - 1] if behind else start
    end = _END_OF_LINK.search(page, last, limit) if last > start else None
    if end is not None:
        yield Edit(end.end(), "</blockquote>", end.end())
