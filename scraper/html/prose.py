"""The running text of a page's article, and where in it the embeds stood."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from resiliparse.extract.html2text import extract_plain_text

from scraper import input as documents
from scraper.html.tree_queries import select

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from resiliparse.parse.html import ElementNode, HTMLTree

    from scraper.records import Document

#: Signs of private use keep a place apart from the page's words; the letters keep it from being dropped.
_PLACE = re.compile(r"\ue000place(\d{1,6})\ue001")
#: With less text than this, the extraction found no article.
_SHORTEST = 250
#: What is shorter may be said twice; and so may a single paragraph, as that of a refrain.
_SHORTEST_PARAGRAPH, _COPIED = 40, 2
#: More than this above a headline, or half of the text, is a part of the article.
_MOST_ABOVE = 1000
_CONTAINERS = frozenset({"body", "html", "main", "article", "td", None})


def main_text(document: Document) -> str:
    """Return the words of a document after a quick look: those of a page without its menus."""
    decoded = documents.decode(document)
    return decoded.text if decoded.kind == "text" else _text(decoded.text, main_content=True)


def prose_of(
    tree: HTMLTree, embeds: Sequence[ElementNode], too_deep: Iterable[ElementNode]
) -> tuple[str, list[int | None]]:
    """Read the article's text without its embeds; the tree is changed on the way.

    Args:
        tree: The parsed page.
        embeds: Elements that are embeds; one may appear more than once.
        too_deep: Elements that are replaced by their text.

    Returns:
        The text, and for each embed the offset at which it stood: None where it stood outside of the text.
    """
    for node in too_deep:
        node.text_content = node.text or ""
    places = {node: n for n, node in reversed(list(enumerate(embeds)))}
    crowded: set[ElementNode] = set()
    for node, n in places.items():
        outer = _framed(node, crowded)
        if outer.tag not in _CONTAINERS and outer.parent is not None:
            outer.outer_html = f"<p>\ue000place{n}\ue001</p>"
    prose, offsets = _without_places(_once(_main_text(tree)))
    return prose, [offsets.get(places[node]) for node in embeds]


def headline_in(prose: str, title: str | None) -> int:
    r"""Where the headline stands in the text: above are controls, notices and advertisements.

    >>> headline_in("Skip to content\nLog in\nRain all week\nIt rained in the west.", "Rain all week")
    23
    """
    most = min(_MOST_ABOVE, len(prose) // 2)
    at = 0
    for line in prose[: most + len(title)].split("\n") if title else ():
        if " ".join(line.split()) == title:
            return at
        at += len(line) + 1
        if at > most:
            break
    return 0


def _framed(node: ElementNode, crowded: set[ElementNode]) -> ElementNode:
    """The outermost element that frames nothing but an embed; `crowded` are those known to hold more."""
    outer = node
    while (above := outer.parent_element) is not None and above.tag not in _CONTAINERS:
        if above in crowded or len((above.text or "").strip()) > len((outer.text or "").strip()):
            crowded.add(above)  # and once the embed gave way to its place, it still holds that
            break
        outer = above
    return outer


def _main_text(tree: HTMLTree) -> str:
    """The main text; where none is found, as in newsletters, what stands around most of the paragraphs."""
    text = _text(tree, main_content=True)
    if len(text) >= _SHORTEST:
        return text
    held: dict[ElementNode, int] = {}
    for paragraph in select(tree, "p"):
        if (around := paragraph.parent_element) is not None:
            held[around] = held.get(around, 0) + len(paragraph.text or "")
    best = max(held, key=held.__getitem__, default=None)
    return _text(best.html) if best is not None and held[best] > len(text) else text


def _once(text: str) -> str:
    r"""A text without its second copy: some pages hold their article again, for phones or for printers.

    >>> copy = "It rained in the west for all of a week.\nBy Friday all of the town was under water."
    >>> _once(f"{copy}\n{copy}") == copy
    True
    """
    lines = text.split("\n")
    paragraphs = [line.strip() for line in lines if len(line) >= _SHORTEST_PARAGRAPH]
    if len(paragraphs) < len(set(paragraphs)) + _COPIED:
        return text
    copied = {line for line, number in Counter(paragraphs).items() if number > 1}
    if len(copied) < _COPIED:
        return text
    first = {line.strip(): n for n, line in reversed(list(enumerate(lines)))}
    return "\n".join(
        line for n, line in enumerate(lines) if (own := line.strip()) not in copied or first[own] == n
    )


def _text(html: HTMLTree | str, *, main_content: bool = False) -> str:
    """A reader's text: no bylines, comments, bullets or descriptions of pictures."""
    return extract_plain_text(
        html, main_content=main_content, list_bullets=False, alt_texts=False, comments=False, post_meta=False
    )


def _without_places(text: str) -> tuple[str, dict[int, int]]:
    """Take the places out; one that filled a paragraph takes the blank line behind it along."""
    parts: list[str] = []
    offsets: dict[int, int] = {}
    position = length = 0
    for place in _PLACE.finditer(text):
        before = text[position : place.start()]
        parts.append(before)
        length += len(before)
        position = place.end()
        if place.start() == 0 or text[place.start() - 1] == "\n":
            position = _behind_blank(text, position)
        offsets.setdefault(int(place[1]), length)
    prose = "".join([*parts, text[position:]]).rstrip()
    return prose, {n: min(offset, len(prose)) for n, offset in offsets.items()}


def _behind_blank(text: str, position: int) -> int:
    while position < len(text) and text[position] == "\n":
        position += 1
    return position
