"""Reading one embed's fragment: its text as a reader sees it, its links.

Works on BeautifulSoup tags without recursion, so nesting depth does not matter.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bs4 import NavigableString, Tag
from bs4.element import PreformattedString

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_HIDDEN = frozenset({"script", "style", "template", "noscript", "svg", "head", "title", "textarea"})
_PARAGRAPHS = frozenset(
    {"p", "blockquote", "section", "article", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol"}
)
_LINES = frozenset({"br", "div", "li", "tr", "dd", "dt", "figcaption", "header", "footer", "hr"})
_SPACES = re.compile(r"[ \t\n\r\f\xa0]+")
_LINE_EDGES = re.compile(r" *\n *")
_BLANK_LINES = re.compile(r"\n{3,}")


def visible_text(*nodes: Tag | NavigableString) -> str:
    r"""What a reader sees of the nodes: ``<br>`` is a line end, ``<p>`` a paragraph, an emoji its ``alt``.

    >>> from bs4 import BeautifulSoup
    >>> visible_text(BeautifulSoup("<p>One<br>two </p> <p>three <img alt='🌈'></p>", "lxml"))
    'One\ntwo\n\nthree 🌈'
    """
    return tidy("".join(piece for node in nodes for piece in _pieces(node)))


def tidy(text: str) -> str:
    r"""Lay out the pieces of `_pieces`: spaces collapsed, at most one blank line."""
    return _BLANK_LINES.sub("\n\n", _LINE_EDGES.sub("\n", text)).strip()


def _pieces(node: Tag | NavigableString) -> Iterator[str]:
    stack: list[Tag | NavigableString | str] = [node]
    while stack:
        item = stack.pop()
        if isinstance(item, Tag):
            if item.name not in _HIDDEN:
                yield from _open(item, stack)
        elif isinstance(item, NavigableString):
            if not isinstance(item, PreformattedString):
                yield _SPACES.sub(" ", item)
        else:
            yield item


def _open(tag: Tag, stack: list[Tag | NavigableString | str]) -> Iterable[str]:
    edge = "\n\n" if tag.name in _PARAGRAPHS else "\n" if tag.name in _LINES else ""
    if tag.name == "img":
        return (attribute(tag, "alt") or "",)
    if edge and tag.name != "br":
        stack.append(edge)
    stack.extend(reversed(tag.contents))  # type: ignore[arg-type]  # PageElement is one of the two
    return (edge,)


def attribute(tag: Tag, name: str) -> str | None:
    """One attribute as text; None when absent or empty."""
    value = tag.get(name)
    return (value if isinstance(value, str) else " ".join(value)) or None if value else None
