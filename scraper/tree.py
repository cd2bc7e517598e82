"""Asking a parsed page for its elements."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from resiliparse.parse.html import ElementNode, HTMLTree


def select(tree: HTMLTree, css: str) -> list[ElementNode]:
    """Every element that matches, in document order; none where a tree has no document.

    >>> from resiliparse.parse.html import HTMLTree
    >>> [node.text for node in select(HTMLTree.parse("<p>One<p>Two"), "p")]
    ['One', 'Two']
    """
    root = tree.document
    return root.query_selector_all(css).values() if root is not None else []
