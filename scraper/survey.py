"""One walk through a page for what several readers ask of all of it: every query costs a walk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scraper.tree import select

if TYPE_CHECKING:
    from resiliparse.parse.html import ElementNode, HTMLTree

_STATING = 'meta[content], meta[value], link[rel~="canonical"][href], script[type*="ld+json"]'
#: Deeper nesting is nobody's article, and text extraction takes quadratic time in it (10,000 levels: 2 s).
_DEEPEST = "html" + ">*" * 250


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """Elements of one page, in document order.

    Attributes:
        stating: The metas, canonical links and JSON-LD scripts that say what the page is.
        too_deep: The elements at the depth from which on nothing is read but text.
    """

    stating: tuple[ElementNode, ...]
    too_deep: tuple[ElementNode, ...]


def survey(tree: HTMLTree) -> Survey:
    """Look through a page once. What states facts has no elements inside, so is never too deep."""
    nodes = select(tree, f"{_STATING}, {_DEEPEST}")
    is_stating = [node.tag in {"meta", "link", "script"} for node in nodes]
    return Survey(
        stating=tuple(node for node, states in zip(nodes, is_stating, strict=True) if states),
        too_deep=tuple(node for node, states in zip(nodes, is_stating, strict=True) if not states),
    )
