"""Asking a parsed page for its elements."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from resiliparse.parse.html import ElementNode, HTMLTree

#: Nesting beyond this is nobody's article; it bounds the work on hostile pages.
_DEEPEST = 300


def select(tree: HTMLTree, css: str) -> list[ElementNode]:
    """Every element that matches, in document order; none where a tree has no document.

    >>> from resiliparse.parse.html import HTMLTree
    >>> [node.text for node in select(HTMLTree.parse("<p>One<p>Two"), "p")]
    ['One', 'Two']
    """
    root = tree.document
    return root.query_selector_all(css).values() if root is not None else []


def select_one(tree: HTMLTree, css: str) -> ElementNode | None:
    """The first element that matches: the walk ends there.

    >>> from resiliparse.parse.html import HTMLTree
    >>> node = select_one(HTMLTree.parse("<p>One<p>Two"), "p")
    >>> node and node.text
    'One'
    """
    root = tree.document
    return root.query_selector(css) if root is not None else None


def select_first(tree: HTMLTree, css: str, most: int) -> Iterator[ElementNode]:
    """The first elements that match, each fetched when it is asked for, which takes a good part of the time.

    >>> from resiliparse.parse.html import HTMLTree
    >>> [node.text for node in select_first(HTMLTree.parse("<p>One<p>Two<p>Three"), "p", 2)]
    ['One', 'Two']
    """
    if (root := tree.document) is not None:
        nodes = root.query_selector_all(css)
        yield from (node for n in range(min(most, len(nodes))) if (node := nodes.item(n)) is not None)


def ancestors_to_root(node: ElementNode) -> Iterator[ElementNode]:
    """The elements around an element, from the inside, up to the root.

    >>> from resiliparse.parse.html import HTMLTree
    >>> node = select_one(HTMLTree.parse("<div><p>One"), "p")
    >>> node and [above.tag for above in ancestors_to_root(node)]
    ['div', 'body', 'html']
    """
    above = node.parent_element
    for _ in range(_DEEPEST):
        if above is None:
            return
        yield above
        above = above.parent_element
