"""Read the texts around a headline, where pages print who wrote an article and when."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scraper.html.embeds.section_roles import is_comments
from scraper.html.tree_queries import ancestors

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from resiliparse.parse.html import DOMNode, ElementNode

_SKIPPED = frozenset({"script", "style", "noscript", "template", "svg", "button", "select", "form", "iframe"})
_BESIDE = frozenset({"aside", "nav", "figcaption", "footer"})
#: Most texts read behind a headline and before it.
_BEHIND, _BEFORE = 60, 12
#: The length of a paragraph of the article; behind the last of so many its text has begun.
_LONG, _LONG_ALLOWED = 220, 3
#: The length of a sentence; and how much of them makes an introduction, not yet the article.
_SENTENCE, _OPENING = 60, 600
_NODES, _MOST_READ = 1_500, 200


@dataclass(frozen=True, slots=True)
class Text:
    """The words between two tags.

    Attributes:
        words: On one line; of a long text only the beginning.
        parent: The element that it is in.
    """

    words: str
    parent: ElementNode

    @property
    def is_beside(self) -> bool:
        """Return whether it is in a box beside the article, a comment or a caption."""
        around = (self.parent, *ancestors(self.parent))
        return any(above.tag in _BESIDE or is_comments(above) for above in around)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The texts before a headline and behind it, in their order."""

    before: Sequence[Text] = ()
    behind: Sequence[Text] = ()

    @property
    def opening(self) -> Sequence[Text]:
        """Return the texts behind the headline, up to where the article's own text has begun."""
        read = 0
        for place, text in enumerate(self.behind):
            read += len(text.words) if len(text.words) > _SENTENCE else 0
            if read > _OPENING:
                return self.behind[:place]
        return self.behind


def surroundings_of(headline: ElementNode | None) -> Surroundings:
    """Return the texts around a headline.

    >>> from resiliparse.parse.html import HTMLTree
    >>> tree = HTMLTree.parse("<p>Weather<h1>Rain</h1><p>By <a>Ann Lee</a>")
    >>> found = surroundings_of(tree.document and tree.document.query_selector("h1"))
    >>> [text.words for text in found.before], [text.words for text in found.behind]
    (['Weather'], ['By', 'Ann Lee'])
    """
    if headline is None:
        return Surroundings()
    before = list(_texts(headline, forward=False))
    return Surroundings(before[::-1], list(_texts(headline, forward=True)))


def _texts(headline: ElementNode, *, forward: bool) -> Iterator[Text]:
    """Yield the texts behind a headline, or those before it from the last on."""
    most, long = _BEHIND if forward else _BEFORE, 0
    for node, parent in _text_nodes(headline, forward=forward):
        words = " ".join((node.text or "").split())
        if not words:
            continue
        long += len(words) > _LONG
        if long >= _LONG_ALLOWED or most == 0:
            return
        most -= 1
        yield Text(words[:_MOST_READ], parent)


def _text_nodes(start: ElementNode, *, forward: bool) -> Iterator[tuple[DOMNode, ElementNode]]:
    """Yield the text nodes behind an element or before it, in that direction, with their parents."""
    node: Any = start
    is_left_out = True
    for _ in range(_NODES):
        child = None if is_left_out else (node.first_child if forward else node.last_child)
        while child is None:
            child = node.next if forward else node.prev
            if child is None:
                node = node.parent
                if node is None or node.tag in {"body", "html", "#document"}:
                    return
        node = child
        is_left_out = node.tag in _SKIPPED or node.tag == "#comment"
        if node.tag == "#text" and (parent := node.parent_element) is not None:
            yield node, parent
