"""Extract the running text of a page's article, and the offsets of the embeds in it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from resiliparse.extract.html2text import extract_plain_text

from scraper import input as documents
from scraper.html.article_lines import PLACE_END, PLACE_START, article_text
from scraper.markup.tree_queries import select
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from resiliparse.parse.html import ElementNode, HTMLTree

    from scraper.records import Document

#: A placeholder for an embed: private-use characters keep it apart from the page's text, and letters keep it
#: from being dropped.
_PLACEHOLDER = lazy_regex(rf"{PLACE_START}place(\d{{1,6}}){PLACE_END}")
#: With fewer characters than this, the extraction found no article.
_SHORTEST = 250
#: Shorter paragraphs may occur twice; and so may a single longer one, as a refrain.
_SHORTEST_PARAGRAPH, _COPIED = 40, 2
#: Most characters above a headline; more, or half of the text, are a part of the article.
_MOST_ABOVE = 1000
_CONTAINERS = frozenset({"body", "html", "main", "article", "td", None})


def main_text(document: Document) -> str:
    """Return the text of a document by a quick extraction: of a page the text without its menus."""
    decoded = documents.decode(document)
    return decoded.text if decoded.kind == "text" else _text(decoded.text, main_content=True)


def prose_of(
    tree: HTMLTree, embeds: Sequence[ElementNode], too_deep: Iterable[ElementNode]
) -> tuple[str, list[int | None], str]:
    """Return the article's text without its embeds, and the offsets of the embeds; this changes the tree.

    Args:
        tree: The parsed page.
        embeds: The elements that are embeds; one may occur more than once.
        too_deep: Elements to replace by their text.

    Returns:
        The text; for each embed its offset, or None where it is outside of the text; and the text with the lines
        around it, among them those that name its authors.
    """
    for node in too_deep:
        node.text_content = node.text or ""
    places = {node: n for n, node in reversed(list(enumerate(embeds)))}
    crowded: set[ElementNode] = set()
    for node, n in places.items():
        outer = _only_frame_of(node, crowded)
        if outer.tag not in _CONTAINERS and outer.parent is not None:
            outer.outer_html = f"<p>{PLACE_START}place{n}{PLACE_END}</p>"
    text, shown = _article_text(tree)
    prose, offsets = _without_placeholders(_without_copy(text))
    return prose, [offsets.get(places[node]) for node in embeds], _PLACEHOLDER.sub("", shown)


def headline_in(prose: str, title: str | None) -> int:
    r"""Return the offset of the headline in the text; above it are controls, notices and advertisements.

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


def _only_frame_of(node: ElementNode, crowded: set[ElementNode]) -> ElementNode:
    """Return the outermost element around an embed alone; `crowded` caches those that contain more."""
    outer = node
    while (above := outer.parent_element) is not None and above.tag not in _CONTAINERS:
        if above in crowded or len((above.text or "").strip()) > len((outer.text or "").strip()):
            crowded.add(above)  # also when the embed is replaced, for its placeholder is text too
            break
        outer = above
    return outer


def _article_text(tree: HTMLTree) -> tuple[str, str]:
    """Return the article's text; where none is found, as in newsletters, the parent of most paragraphs' text."""
    text, shown = article_text(tree)
    if len(text) >= _SHORTEST:
        return text, shown
    text = max(text, _text(tree, main_content=True), key=len)
    held: dict[ElementNode, int] = {}
    for paragraph in select(tree, "p"):
        if (around := paragraph.parent_element) is not None:
            held[around] = held.get(around, 0) + len(paragraph.text or "")
    best = max(held, key=held.__getitem__, default=None)
    if best is not None and held[best] > max(len(text), _SHORTEST):
        text = _text(best.html)
    return text, max(text, shown, key=len)


def _without_copy(text: str) -> str:
    r"""Return a text without a second copy of its paragraphs, which some pages have for phones or printers.

    >>> copy = "It rained in the west for all of a week.\nBy Friday all of the town was under water."
    >>> _without_copy(f"{copy}\n{copy}") == copy
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
    return "\n".join(line for n, line in enumerate(lines) if (own := line.strip()) not in copied or first[own] == n)


def _text(html: HTMLTree | str, *, main_content: bool = False) -> str:
    """Extract text without bylines, comments, bullets and descriptions of pictures."""
    return extract_plain_text(
        html, main_content=main_content, list_bullets=False, alt_texts=False, comments=False, post_meta=False
    )


def _without_placeholders(text: str) -> tuple[str, dict[int, int]]:
    """Remove the placeholders, with the blank line after one that is a paragraph; return their offsets."""
    parts: list[str] = []
    offsets: dict[int, int] = {}
    position = length = 0
    for found in _PLACEHOLDER.finditer(text):
        before = text[position : found.start()]
        parts.append(before)
        length += len(before)
        position = found.end()
        if found.start() == 0 or text[found.start() - 1] == "\n":
            position = _behind_blank(text, position)
        offsets.setdefault(int(found[1]), length)
    prose = "".join([*parts, text[position:]]).rstrip()
    return prose, {n: min(offset, len(prose)) for n, offset in offsets.items()}


def _behind_blank(text: str, position: int) -> int:
    while position < len(text) and text[position] == "\n":
        position += 1
    return position
