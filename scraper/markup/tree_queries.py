"""Query the tree of a parsed page."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from resiliparse.parse.html import HTMLTree
from resiliparse.parse.html import node as nodes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from resiliparse.parse.html import ElementNode


class _NoCache(dict[object, object]):
    """Stands in for resiliparse's cache of wrapped nodes, which takes twice as long as wrapping a node again.

    >>> tree = HTMLTree.parse("<p>One<p>Two")
    >>> one, again = select_one(tree, "p"), select_one(tree, "p")
    >>> one == again, one in {again}, one == select(tree, "p")[1]
    (True, True, False)
    """

    def __setitem__(self, key: object, value: object) -> None:
        """Keep nothing."""


if hasattr(nodes, "_node_cache"):  # only a faster way: other versions may have none
    nodes._node_cache = _NoCache()  # noqa: SLF001 - there is no setting

#: Most ancestors to visit, a bound on the work for hostile pages; no article nests deeper.
_DEEPEST = 300
_ROOTS = frozenset({"body", "html"})
#: Most parts of a box that shows one thing.
_FEW_PARTS = 9


def select(tree: HTMLTree, css: str) -> list[ElementNode]:
    """Return every element that matches a selector, in document order; none where a tree has no document."""
    root = tree.document
    return root.query_selector_all(css).values() if root is not None else []


def select_one(tree: HTMLTree | ElementNode, css: str) -> ElementNode | None:
    """Return the first element in a tree or another that matches a selector, without a search of the rest."""
    root = tree.document if isinstance(tree, HTMLTree) else tree
    return root.query_selector(css) if root is not None else None


def select_first(tree: HTMLTree | ElementNode, css: str, most: int = 200) -> Iterator[ElementNode]:
    """Yield the first `most` elements in a tree or another; each is wrapped for Python only when needed."""
    root = tree.document if isinstance(tree, HTMLTree) else tree
    if root is not None:
        nodes = root.query_selector_all(css)
        yield from (node for n in range(min(most, len(nodes))) if (node := nodes.item(n)) is not None)


def ancestors_to_root(node: ElementNode) -> Iterator[ElementNode]:
    """Yield the ancestors of an element, from the inside, up to the root."""
    above = node.parent_element
    for _ in range(_DEEPEST):
        if above is None:
            return
        yield above
        above = above.parent_element


def ancestors(node: ElementNode) -> Iterator[ElementNode]:
    """Yield the ancestors of an element, from the inside, up to the body, which is left out."""
    return takewhile(lambda above: above.tag not in _ROOTS, ancestors_to_root(node))


def preceding(node: ElementNode, most: int) -> Iterator[ElementNode]:
    """Yield the first `most` preceding siblings of an element, the nearest first."""
    for _ in range(most):
        beside = node.prev_element
        if beside is None:
            return
        yield beside
        node = beside


def has_few_parts(box: ElementNode, most: int = _FEW_PARTS) -> bool:
    """Return True if an element has no more than a few children, so that it may show one thing."""
    part = box.first_element_child
    for _ in range(most):
        if part is None:
            return True
        part = part.next_element
    return part is None
