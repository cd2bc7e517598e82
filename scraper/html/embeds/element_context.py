"""Where an element stands: on its own line or in a sentence, in a rebuilt post, in a box for consent."""

from __future__ import annotations

import re
from itertools import islice, takewhile
from typing import TYPE_CHECKING, Literal

from resiliparse.parse.html import ElementNode

from scraper.html.embeds.section_roles import is_answers, is_control, names_of
from scraper.html.embeds.tag_filter import CONSENT_STEMS, SURE_STEMS
from scraper.html.embeds.tag_marking import MARK
from scraper.html.tree_queries import outwards
from scraper.markup.addresses import stands_for_post
from scraper.markup.printed_date import is_date
from scraper.registry import recognise

if TYPE_CHECKING:
    from collections.abc import Iterator

    from resiliparse.parse.html import Node

    from scraper.records import Post

_BLOCKS = frozenset({
    "p", "div", "li", "td", "th", "dd", "dt", "section", "article", "figure", "figcaption", "blockquote",
    "main", "aside", "header", "footer", "nav", "h1", "h2", "h3", "h4", "h5", "h6", "center", "body", "pre",
    "address", "details", "summary", "caption", "form", "fieldset",
})  # fmt: skip
_LISTS = frozenset({"ul", "ol", "tbody", "table"})
_LINE_ENDS = _BLOCKS | _LISTS | {"br", "hr"}
_ROOTS = frozenset({"body", "html"})
#: What is no text of a line: it is not shown, or only where scripts do not run.
_UNSEEN = frozenset({"#comment", "noscript", "script", "style", "template"})
#: A handle at the end of a line; and how a line begins that signs what stands above.
_SIGNED = re.compile(r"[@＠]([^\s@＠()]{1,60}?)\)?\W{0,20}$")
_DASHES = frozenset("—–―-")
_HANDLE = re.compile(r"(?<![\w./])[@＠]\w")
#: How a paragraph begins that lists what an article rests on.
_SOURCES = re.compile(
    r"\s*(?:sources?|references?|links|quellen?|fuentes?|referencias|font[ei]s?|bron(?:nen)?)\s?:",
    re.IGNORECASE,
)
#: What a post's quote does not reach beyond, and how deep things stand in one at most.
_OUTSIDE_QUOTES = frozenset({"article", "main", "aside", "nav", "li", "td", "form"})
_FAR_OUT = 20
#: No post has more paragraphs, where they stand apart.
_MOST_PARAGRAPHS = 8
#: So many parts of a paragraph are read for what it is; with so many, an element holds more than a post.
_FIRST_PARTS, _MOST_OF_A_LIST = 3, 80
#: So many boxes, one in the other, are around a picture in a row of them.
_BOXES_OF_A_ROW = 3
#: So many parts without a word end a line too.
_FARTHEST = 100
#: What a rebuilt post is, and of how many parts at most; its line with name and date is shorter than this.
_CARDS, _MOST_OF_A_CARD, _LONGEST_HEAD = frozenset({"div", "article", "section", "li", "figure"}), 9, 80
#: An element that keeps an object has not many more.
_FEW_ATTRIBUTES = 20
#: Longer than a post with its name, date and counters; longer than a consent manager's explanation.
_LONGEST_CARD, _LONGEST_BOX = 3000, 700


def ancestors(node: ElementNode) -> Iterator[ElementNode]:
    """The elements around a node, from the inside; the body is not one of them."""
    return takewhile(lambda above: above.tag not in _ROOTS, outwards(node))


def _quote_around(node: ElementNode) -> ElementNode | None:
    """The nearest blockquote around a node, if there is one on this side of the article's own elements."""
    inside = takewhile(lambda above: above.tag not in _OUTSIDE_QUOTES, ancestors(node))
    return next((above for above in islice(inside, _FAR_OUT) if above.tag == "blockquote"), None)


def block_of(node: ElementNode) -> ElementNode | None:
    """The nearest element around a node that stands on lines of its own."""
    return next((above for above in ancestors(node) if above.tag in _BLOCKS), None)


def paragraphs_above(line: ElementNode) -> list[ElementNode]:
    """The paragraph above, or those from the one on that still has the marks of a post's first."""
    found: list[ElementNode] = []
    above = line.prev_element
    while above is not None and above.tag == "p" and len(found) < _MOST_PARAGRAPHS:
        found.insert(0, above)
        if above.hasattr("lang") and above.hasattr("dir"):
            return found
        above = above.prev_element
    return found[-1:]


def is_code(node: ElementNode) -> bool:
    """Return whether a node is a piece of code in a line."""
    inline = takewhile(lambda above: above.tag not in _BLOCKS, ancestors(node))
    return any(above.tag == "code" for above in inline)


def lists_sources(block: ElementNode) -> bool:
    """Return whether a paragraph lists what an article rests on: its first parts say so."""
    head, part = "", block.first_child
    for _ in range(_FIRST_PARTS):
        head += (part.text or "") if part is not None else ""
        part = part.next if part is not None else None
    return _SOURCES.match(head) is not None


def is_line(node: ElementNode, *, apart: bool = False) -> bool:
    """Return whether an inline element fills a line.

    Args:
        node: The element.
        apart: Other elements may stand on its line, if only no text of the line itself does.
    """
    return not _beside(node, "prev", apart=apart) and not _beside(node, "next", apart=apart)


def is_preview(link: ElementNode, post: Post, block: ElementNode) -> bool:
    """Return whether a link is the picture of the post it leads to, alone in its block and none of a row."""
    own, all_here = (len(around.query_selector_all("img")) for around in (link, block))
    if not own or own < all_here or post.id is None or post.id not in link.html.partition(">")[2]:
        return False
    boxes = takewhile(lambda box: box.tag not in {"article", "main"}, [block, *ancestors(block)])
    return not any(box.tag == "li" or _is_of_a_row(box) for box in islice(boxes, _BOXES_OF_A_ROW))


def _is_of_a_row(box: ElementNode) -> bool:
    """Return whether what stands beside a box links pictures too."""
    beside = (box.prev_element, box.next_element)
    return any(other is not None and other.query_selector(f"a[{MARK}] img") is not None for other in beside)


def signs_a_post(node: ElementNode, post: Post, words: str) -> bool:
    """Return whether a link stands on the line that signs a rebuilt post, not in a sentence.

    Its words are a date; whatever they are where they end a quote, behind a dash and its author.
    """
    before, after = _beside(node, "prev"), _beside(node, "next")
    if not is_date(words) and (after or before[:1] not in _DASHES or _quote_around(node) is None):
        return False
    if len(after) >= 25 or len(before) < 4:
        return len(after) < 25
    signed = _SIGNED.search(before)
    handle = (post.author.handle if post.author else None) or ""
    return signed is not None and (not handle or signed[1].lower() in handle.lower().split("@"))


def _beside(node: ElementNode, side: Literal["prev", "next"], *, apart: bool = False) -> str:
    """The text beside an inline element, up to the next line end; if `apart`, not that of elements."""
    text = ""
    here: Node | None = node
    for _ in range(_FARTHEST):
        if here is None or len(text) >= 300:
            break
        beside: Node | None = getattr(here, side)
        here = here.parent if beside is None else beside
        if here is None or here.tag in _LINE_ENDS:
            break
        is_text = here.tag == "#text" if apart else here.tag not in _UNSEEN
        if beside is not None and is_text and not _is_button(here):
            words = " ".join((here.text or "").split())
            text = f"{words} {text}" if side == "prev" else f"{text} {words}"
    return text.strip()


def _is_button(node: Node) -> bool:
    """Return whether a link does something with a post; it prints no words of the line."""
    return isinstance(node, ElementNode) and node.tag == "a" and "/intent/" in (node.getattr("href") or "")


def card_of(node: ElementNode, post: Post, *, reach: int = 8) -> ElementNode | None:
    """The smallest element around a node, within reach, that prints the author's handle: the rebuilt post.

    Where the address does not tell the handle, it is the one that there is.
    """
    quote = _quote_around(node)
    handle = post.author.handle if post.author is not None else None
    if quote is not None and _names(quote, handle):
        return quote
    if quote is not None and handle is None:
        return None
    for above in takewhile(_may_be_card, [node, *islice(ancestors(node), reach)]):
        text = above.text or ""
        if _names(above, handle) and len(text.split()) > 4:
            return _with_text_below(above) if len(text) < _LONGEST_HEAD else above
    return None


def _may_be_card(element: ElementNode) -> bool:
    """Return whether an element is small enough to show one post and perhaps a quoted one, and no answers."""
    if not _has_few_parts(element, _MOST_OF_A_LIST) or len(element.text or "") > _LONGEST_CARD:
        return False
    most = 1 if element.tag in _LISTS else 2
    return _posts_linked(element) <= most and not is_answers(element)


def names_first(card: ElementNode, post: Post, quoted: Post) -> bool:
    """Return whether a card prints the handle of a post's author, and then that of one quoted."""
    printed = (card.text or "").lower()
    handles = [of.author.handle for of in (post, quoted) if of.author is not None and of.author.handle]
    places = [printed.find(f"@{handle.lower()}") for handle in handles]
    return len(places) > 1 and 0 <= places[0] < places[1]


def frame_or_keeper(frame: ElementNode, post: Post) -> ElementNode:
    """A frame, or the element around nothing but it that keeps as an object what the frame will show."""
    around = frame.parent_element
    if around is None or post.id is None or frame.prev_element or frame.next_element:
        return frame
    values = (around.getattr(name) or "" for name in around.attrs[:_FEW_ATTRIBUTES])
    is_keeper = any(value.startswith("{") and post.id in value for value in values)
    return around if is_keeper else frame


def card_under(node: ElementNode, post: Post) -> ElementNode | None:
    """The rebuilt post that a wordless link is laid over: it begins it or ends it."""
    boxes = list(islice(ancestors(node), 2))
    is_edge = node.first_child is None and None in (node.prev_element, node.next_element)
    if not is_edge or not all(map(_has_few_parts, boxes)):
        return None
    card = card_of(node, post, reach=2)
    return card if card in boxes else None


def holds_blocks(node: ElementNode) -> bool:
    """Return whether a link holds blocks, as a whole post does."""
    return node.query_selector("p, div, time, section, blockquote") is not None


def whole_card(node: ElementNode) -> ElementNode | None:
    """A link around blocks of words is a rebuilt post without its author; around one, if called an embed."""
    texts = [text for block in node.query_selector_all("p, div").values() if (text := _own_text(block))]
    least = 1 if "embed" in names_of(node).lower() else 2
    return node if len(texts) >= least and not is_control(node) else None


def _own_text(block: ElementNode) -> str:
    """The text of a block without blocks in it."""
    return "" if holds_blocks(block) else (block.text or "").strip()


def _with_text_below(head: ElementNode) -> ElementNode:
    """What a line heads that says who posted and when: the box around it, with the words below."""
    around = head.parent_element
    is_first = head.prev_element is None and head.next_element is not None
    is_line = is_first and head.query_selector("p, div, br, blockquote") is None
    if not is_line or around is None or around.tag not in _CARDS or is_control(around):
        return head
    is_small = _has_few_parts(around) and len(around.text or "") <= _LONGEST_CARD
    return around if is_small and _posts_linked(around) <= 1 else head


def _has_few_parts(box: ElementNode, most: int = _MOST_OF_A_CARD) -> bool:
    part = box.first_element_child
    for _ in range(most):
        if part is None:
            return True
        part = part.next_element
    return part is None


def _names(card: ElementNode, handle: str | None) -> bool:
    """Return whether a card prints a handle, at times without its server; any, if it is not known which."""
    if handle is None:
        parts = [card, *card.query_selector_all("a, span, p, div").values()]
        return any(_HANDLE.search(part.text or "") for part in parts)
    printed, known = (card.text or "").lower(), handle.lower()
    return f"@{known.partition('@')[0]}" in printed or f"({known})" in printed


def _posts_linked(node: ElementNode) -> int:
    """How many posts an element links: its own and one quoted make a card, more make a list."""
    links = node.query_selector_all(f"a[{MARK}]").values()
    return len({post.id for link in links if (post := recognise(link.getattr("href") or ""))})


def consent_box_of(node: ElementNode) -> ElementNode | None:
    """All of the box that a consent manager shows in place of an embed, with this as the way there."""
    box = None
    for above in [node, *islice(ancestors(node), 5)]:
        names = _names_of_box(above)
        is_named = any(stem in names for stem in CONSENT_STEMS)
        # Only what is named for it is measured: to read the text of each element above costs most of a page.
        if above.tag in {"figcaption", "cite", "li"} or (is_named and len(above.text or "") > _LONGEST_BOX):
            break
        box = above if is_named else box
    return box


def _names_of_box(node: ElementNode) -> str:
    """What a box is called. A paragraph is none: systems of newsrooms call each of theirs a placeholder."""
    return "" if node.tag == "p" else names_of(node).lower()


def is_way_around(node: ElementNode) -> bool:
    """Return whether a link in a consent manager's box leads to what that hides, and is no word in a text."""
    names = " ".join(map(_names_of_box, islice(ancestors(node), 5)))
    words = " ".join((node.text or "").split())
    return any(stem in names for stem in SURE_STEMS) or stands_for_post(words) or is_line(node)


def shell_around(node: ElementNode) -> ElementNode | None:
    """The blockquote that a link fills: the shell of an embed that a script was to fill."""
    quote = _quote_around(node)
    fills = quote is not None and "".join((quote.text or "").split()) == "".join((node.text or "").split())
    return quote if fills else None
