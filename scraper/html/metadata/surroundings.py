"""Read the texts around a headline, where pages print who wrote an article and when."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from resiliparse.parse.html import TextNode

from scraper.html.embeds.section_roles import is_comments
from scraper.markup.tree_queries import ancestors

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from resiliparse.parse.html import DOMNode, ElementNode

_SKIPPED = frozenset({"script", "style", "noscript", "template", "svg", "button", "select", "form", "iframe"})
#: What has no nodes with words inside.
_WITHOUT_TEXT = _SKIPPED | {"#comment"}
_ROOTS = frozenset({"body", "html", "#document"})
_BESIDE = frozenset({"aside", "nav", "figcaption", "footer"})
#: Most texts read after a headline and before it, and most nodes.
_BEHIND, _BEFORE, _NODES_BEHIND, _NODES_BEFORE = 60, 12, 600, 200
#: The length of a sentence; and how much of them is an introduction: after that the article has begun.
_SENTENCE, _INTRODUCTION = 60, 600
_MOST_READ = 200


class Text(NamedTuple):
    """The words between two tags on one line (of a long text the beginning), and the element they are in."""

    words: str
    parent: ElementNode

    @property
    def is_beside(self) -> bool:
        """Return True if it is in a box next to the article, a comment or a caption."""
        around = (self.parent, *ancestors(self.parent))
        return any(above.tag in _BESIDE or is_comments(above) for above in around)


class Texts:
    """Texts in their order, each read when it is first asked for: most pages print names and dates at once."""

    def __init__(self, texts: Iterable[Text]) -> None:
        self._rest = iter(texts)
        self._read: list[Text] = []

    def __iter__(self) -> Iterator[Text]:
        place = 0
        while (text := self.at(place)) is not None:
            yield text
            place += 1

    def at(self, place: int) -> Text | None:
        """Return the text at a place, counted from 0; None after the last one."""
        while len(self._read) <= place:
            text = next(self._rest, None)
            if text is None:
                return None
            self._read.append(text)
        return self._read[place]


class Surroundings:
    """The texts before a headline and after it, in their order; read when they are first asked for."""

    def __init__(self, headline: ElementNode | None) -> None:
        self._headline = headline

    @cached_property
    def before(self) -> Texts:
        """Return the texts before the headline."""
        return Texts(list(_texts(self._headline, forward=False))[::-1] if self._headline else ())

    @cached_property
    def behind(self) -> Texts:
        """Return the texts after the headline."""
        return Texts(_texts(self._headline, forward=True) if self._headline else ())


def _texts(headline: ElementNode, *, forward: bool) -> Iterator[Text]:
    """Yield the texts after a headline, or those before it from the last on."""
    most, prose = _BEHIND if forward else _BEFORE, 0
    for node, parent in _text_nodes(headline, forward=forward):
        words = " ".join((node.text or "").split())
        if not words:
            continue
        yield Text(words[:_MOST_READ], parent)
        most -= 1
        prose += len(words) if len(words) > _SENTENCE else 0
        if most == 0 or prose > _INTRODUCTION:
            return


def _text_nodes(start: ElementNode, *, forward: bool) -> Iterator[tuple[DOMNode, ElementNode]]:
    """Yield the text nodes after an element or before it, with their parents; none is asked for twice."""
    node: Any = start
    above: Any = start.parent
    entered: list[Any] = []  # the ancestors of a node, to go back to
    is_left_out = True
    for _ in range(_NODES_BEHIND if forward else _NODES_BEFORE):
        child = None if is_left_out else (node.first_child if forward else node.last_child)
        if child is not None:
            entered.append(above)
            above = node
        while child is None:
            child = node.next if forward else node.prev
            if child is None:
                node = above
                if node is None or node.tag in _ROOTS:
                    return
                above = entered.pop() if entered else node.parent
        node = child
        if is_text := isinstance(child, TextNode):
            yield node, above
        is_left_out = is_text or child.tag in _WITHOUT_TEXT
