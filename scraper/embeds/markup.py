"""A page, or a piece of markup that was hidden in one, parsed with marks where posts may stand."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from resiliparse.parse.html import ElementNode, HTMLTree

from scraper.embeds.marking import MARK, Sighted, mark, mark_thoroughly, marked
from scraper.embeds.matter import Layout, is_other_matter
from scraper.embeds.paragraphs import paragraphs_of_tree
from scraper.embeds.places import ancestors
from scraper.embeds.sightings import sightings
from scraper.embeds.state import State
from scraper.embeds.unclosed import closings, may_be_unclosed
from scraper.platforms import platforms
from scraper.tree import select

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scraper.embeds.marking import Edit

#: More than the longest embed and the rest of the block around it.
_BEHIND_LAST = 10_000
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
        """Tell whether words stand in a paragraph of the page."""
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
        """Tell whether there is a picture in a block, which many links may stand in."""
        if block not in self._pictured:
            self._pictured[block] = block.query_selector("img, picture, video, svg, iframe") is not None
        return self._pictured[block]

    def is_elsewhere(self, node: ElementNode, *, generic: bool = False) -> bool:
        """Tell whether an element belongs to something else than the article.

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


def parse(source: str, *, whole: bool = True) -> Markup | None:
    """Parse a page, or a piece of markup, with marks where posts may stand.

    Args:
        source: The markup.
        whole: Parse all of it; otherwise neither the head nor what comes long after the last mark.

    Returns:
        None where no post can stand, so that nothing was parsed.
    """
    sighted = Sighted(source, sightings(source))
    edits = mark(sighted)
    if not edits:
        return None
    tree = HTMLTree.parse(marked(source, edits, *((0, None) if whole else _extent(sighted, edits))))
    nodes = _marked_nodes(tree)
    if sum(node.hasattr(MARK) for node in nodes) < sum(MARK in edit.text for edit in edits):
        edits = mark_thoroughly(sighted)
        tree = HTMLTree.parse(marked(source, edits))
        nodes = _marked_nodes(tree)
    if may_be_unclosed(nodes) and (lost := list(closings(sighted))):
        tree = HTMLTree.parse(marked(source, sorted([*edits, *lost])))
        nodes = _marked_nodes(tree)
    return Markup(tree=tree, nodes=nodes, sighted=sighted, layout=Layout(tree))


def _extent(sighted: Sighted, edits: Sequence[Edit]) -> tuple[int, int]:
    """The part of a page that decides about its marks; all, where a state is compared with the tree."""
    source, first = sighted.page, edits[0].at
    has_state = any(edit.resume > edit.at for edit in edits)
    if has_state and not sighted.is_sure:
        return 0, len(source)
    return max(0, source.find("<body", 0, first)), edits[-1].resume + _BEHIND_LAST


def _marked_nodes(tree: HTMLTree) -> list[ElementNode]:
    """Every form holds an address or an id, so is marked, or is a quote around a link; but for AMP's."""
    nodes = select(tree, f"[{MARK}], blockquote")
    if any(node.tag == "script" and "ampproject" in (node.getattr("src") or "") for node in nodes):
        amp = (css for platform in platforms() if (css := platform.FORMS.get("amp")))
        nodes = select(tree, ", ".join([f"[{MARK}]", "blockquote", *amp]))
    return nodes
