"""The running text of a page's article, and where in it the embeds stood."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from resiliparse.extract.html2text import extract_plain_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from resiliparse.parse.html import ElementNode, HTMLTree

#: Deeper nesting is nobody's article, and the text extraction takes quadratic time in it (10,000 levels: 2 s).
_DEEPEST = "html" + ">*" * 250
#: Signs of private use keep a place apart from the page's words; the letters keep the extraction from dropping it.
_PLACE = re.compile(r"\ue000place(\d{1,6})\ue001")
#: A reader's text: no bylines, comments, bullets or descriptions of pictures.
_OPTIONS = {"list_bullets": False, "alt_texts": False, "comments": False, "post_meta": False}
_SHORTEST = 250
#: So many blank or empty nodes may stand on one side of an embed that is alone.
_BESIDE = 30
_CONTAINERS = frozenset({"body", "html", "main", "article", "td", None})


def prose_of(tree: HTMLTree, embeds: Sequence[ElementNode]) -> tuple[str, list[int | None]]:
    """Read the article's text without its embeds; the tree is changed on the way.

    Args:
        tree: The parsed page.
        embeds: Elements that are embeds; one may appear more than once.

    Returns:
        The text, and for each embed the offset at which it stood: None where it stood outside of the text.
    """
    make_shallow(tree)
    places = {node: n for n, node in reversed(list(enumerate(embeds)))}
    for node, n in places.items():
        _replace(tree, node, f"\ue000place{n}\ue001")
    prose, offsets = _without_places(_main_text(tree))
    return prose, [offsets.get(places[node]) for node in embeds]


def _main_text(tree: HTMLTree) -> str:
    """The main text; where none is found, which happens to newsletters, that around most of the paragraphs."""
    text = extract_plain_text(tree, main_content=True, **_OPTIONS)
    if len(text) >= _SHORTEST:
        return text
    held: dict[ElementNode, int] = {}
    for paragraph in tree.document.query_selector_all("p").values():
        if (around := paragraph.parent_element) is not None:
            held[around] = held.get(around, 0) + len(paragraph.text or "")
    best = max(held, key=held.__getitem__, default=None)
    if best is None or held[best] <= len(text):
        return text
    return extract_plain_text(best.html, **_OPTIONS)


def make_shallow(tree: HTMLTree) -> None:
    """Replace what is nested too deeply by its text."""
    for node in tree.document.query_selector_all(_DEEPEST).values():
        node.text_content = node.text or ""


def _replace(tree: HTMLTree, node: ElementNode, place: str) -> None:
    """Put a paragraph with the place in the stead of the embed and of the frames that hold nothing but it."""
    outer = node
    while (above := outer.parent_element) is not None and above.tag not in _CONTAINERS and _is_alone(outer):
        outer = above
    paragraph = tree.create_element("p")
    paragraph.append_child(tree.create_text_node(place))
    if outer.parent is not None and outer.tag not in _CONTAINERS:
        outer.parent.replace_child(paragraph, outer)


def _is_alone(node: ElementNode) -> bool:
    """Tell whether no words stand beside an element; its parent's text would cost too much."""
    for side in ("prev", "next"):
        beside = getattr(node, side)
        for _ in range(_BESIDE):
            if beside is None:
                break
            if beside.tag != "#comment" and (beside.text or "").strip():
                return False
            beside = getattr(beside, side)
        else:
            return False
    return True


def _without_places(text: str) -> tuple[str, dict[int, int]]:
    """Take the places out; one that filled a paragraph takes the blank line behind it along."""
    parts: list[str] = []
    offsets: dict[int, int] = {}
    position = length = 0
    for place in _PLACE.finditer(text):
        parts.append(text[position : place.start()])
        length += place.start() - position
        position = place.end()
        if place.start() == 0 or text[place.start() - 1] == "\n":
            position += len(text[position:]) - len(text[position:].lstrip("\n"))
        offsets.setdefault(int(place[1]), length)
    parts.append(text[position:])
    prose = "".join(parts)
    trimmed = prose.rstrip()
    return trimmed, {n: min(offset, len(trimmed)) for n, offset in offsets.items()}
