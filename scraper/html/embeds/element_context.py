"""The context of an element: alone on its line or in a sentence, in a rebuilt post, in a consent box.

A card is a post that the publisher rebuilt in markup of its own.
"""

from __future__ import annotations

import re
from itertools import islice, takewhile
from typing import TYPE_CHECKING, Literal

from resiliparse.parse.html import ElementNode

from scraper.html.embeds.section_roles import class_and_id, is_comments, is_control
from scraper.html.embeds.tag_filter import CONSENT_STEMS, EMBED_ELEMENT, SURE_STEMS
from scraper.html.embeds.tag_marking import MARK
from scraper.markup.addresses import is_address, stands_for_post
from scraper.markup.signed_quote import is_date, signature
from scraper.markup.tags import tag_of, visible_text
from scraper.markup.tree_queries import ancestors, has_few_parts
from scraper.patterns import lazy_regex
from scraper.registry import any_key, by_name, recognise
from scraper.values.urls import split_url

if TYPE_CHECKING:
    from resiliparse.parse.html import Node

    from scraper.records import Post

_BLOCKS = frozenset({
    "p", "div", "li", "td", "th", "dd", "dt", "section", "article", "figure", "figcaption", "blockquote",
    "main", "aside", "header", "footer", "nav", "h1", "h2", "h3", "h4", "h5", "h6", "center", "body", "pre",
    "address", "details", "summary", "caption", "form", "fieldset",
})  # fmt: skip
_LISTS = frozenset({"ul", "ol", "tbody", "table"})
_LINE_ENDS = _BLOCKS | _LISTS | {"br", "hr"}
#: Nodes without visible text, or with text only where scripts do not run.
_UNSEEN = frozenset({"#comment", "noscript", "script", "style", "template"})
#: A handle at the end of a line; and what begins a signature.
_SIGNED = lazy_regex(r"[@＠]([^\s@＠()]{1,60}?)\)?\W{0,20}$")
_DASHES = frozenset("—–―-")
_HANDLE = lazy_regex(r"(?<![\w./])[@＠]\w")
#: The beginning of a paragraph that lists the sources of an article.
_SOURCES = lazy_regex(
    r"\s*(?:sources?|references?|links|quellen?|fuentes?|referencias|font[ei]s?|bron(?:nen)?)\s?:", re.IGNORECASE
)
#: Elements that are never inside a post's blockquote, and the deepest nesting in one.
_OUTSIDE_QUOTES = frozenset({"article", "main", "aside", "nav", "li", "td", "form"})
_FAR_OUT = 20
#: The name of a blockquote that a script is to fill.
_KEY = lazy_regex(any_key(), re.IGNORECASE)
_NAMED_EMBED = lazy_regex(rf"embed|media|{any_key()}", re.IGNORECASE)
#: Most paragraphs of a post whose paragraphs are not in one element.
_MOST_PARAGRAPHS = 8
#: Parts of a paragraph that are read to classify it; and most children of a card.
_FIRST_PARTS, _MOST_OF_A_LIST = 3, 80
#: Levels of nesting around a picture in a row of pictures.
_BOXES_OF_A_ROW = 3
#: Most siblings to examine for the text of a line.
_FARTHEST = 100
#: Tags of cards; its line with name and date has fewer characters than this.
_CARDS, _LONGEST_HEAD = frozenset({"div", "article", "section", "li", "figure"}), 80
#: Most attributes to examine of an element that may hold a JSON object.
_FEW_ATTRIBUTES = 20
#: Most words both before the handle and after the permalink of a card.
_MOST_AROUND = 15
#: Most characters of a card with name, date and counters; and of a consent box's explanation.
_LONGEST_CARD, _LONGEST_BOX = 3000, 700
#: Most letters between the links of an embed code: "by", "in"; with a handle in brackets and a date.
_MOST_BETWEEN_LINKS, _LONGEST_SIGNATURE = 12, 80


def _quote_around(node: ElementNode) -> ElementNode | None:
    """Return the nearest blockquote around a node that does not contain parts of the article; else None."""
    inside = takewhile(lambda above: above.tag not in _OUTSIDE_QUOTES, ancestors(node))
    return next((above for above in islice(inside, _FAR_OUT) if above.tag == "blockquote"), None)


def block_of(node: ElementNode) -> ElementNode | None:
    """Return the nearest block element around a node."""
    return next((above for above in ancestors(node) if above.tag in _BLOCKS), None)


def paragraphs_above(line: ElementNode) -> list[ElementNode]:
    """Return the paragraph above, or all from the one with the attributes of a post's first paragraph on."""
    found: list[ElementNode] = []
    above = line.prev_element
    while above is not None and above.tag == "p" and len(found) < _MOST_PARAGRAPHS:
        found.insert(0, above)
        if above.hasattr("lang") and above.hasattr("dir"):
            return found
        above = above.prev_element
    return found[-1:]


def is_code(node: ElementNode) -> bool:
    """Return True if a node is inline code."""
    inline = takewhile(lambda above: above.tag not in _BLOCKS, ancestors(node))
    return any(above.tag == "code" for above in inline)


def lists_sources(block: ElementNode) -> bool:
    """Return True if a paragraph begins like a list of sources."""
    head, part = "", block.first_child
    for _ in range(_FIRST_PARTS):
        head += (part.text or "") if part is not None else ""
        part = part.next if part is not None else None
    return begins_list_of_sources(head)


def begins_list_of_sources(text: str) -> bool:
    """Return True if a text begins with "Sources:" or a like word of another language."""
    return _SOURCES.match(text) is not None


def fills_line(node: ElementNode, *, apart: bool = False) -> bool:
    """Return True if an inline element is alone on its line; `apart`, next to elements but to no other text."""
    return not _beside(node, "prev", apart=apart) and not _beside(node, "next", apart=apart)


def is_preview(link: ElementNode, post: Post, block: ElementNode) -> bool:
    """Return True if a link is on a picture of the post, alone in its block and in no row of pictures."""
    own, all_here = (len(around.query_selector_all("img")) for around in (link, block))
    if not own or own < all_here or not shows_still(link, post):
        return False
    boxes = takewhile(lambda box: box.tag not in {"article", "main"}, [block, *ancestors(block)])
    return not any(box.tag == "li" or _is_of_a_row(box) for box in islice(boxes, _BOXES_OF_A_ROW))


def shows_still(link: ElementNode, post: Post) -> bool:
    """Return True if a link has the still of its post inside, as a picture or as a background."""
    return post.id is not None and post.id in link.html.partition(">")[2]


def _is_of_a_row(box: ElementNode) -> bool:
    """Return True if a sibling of a box has linked pictures too."""
    beside = (box.prev_element, box.next_element)
    return any(other is not None and other.query_selector(f"a[{MARK}] img") is not None for other in beside)


def is_signature_link(node: ElementNode, post: Post, words: str) -> bool:
    """Return True if a link is in the signature of a card: a date, or after a dash and the author in a blockquote."""
    before, after = _beside(node, "prev"), _beside(node, "next")
    if not is_date(words) and (after or before[:1] not in _DASHES or _quote_around(node) is None):
        return False
    if len(after) >= 25 or len(before) < 4:
        return len(after) < 25
    signed = _SIGNED.search(before)
    handle = post.handle or ""
    return signed is not None and (not handle or signed[1].lower() in handle.lower().split("@"))


def signed_quote_around(node: ElementNode, post: Post, words: str) -> ElementNode | None:
    """Return the quote or figure whose signature ends with a link of some words: date, URL, or author in a caption."""
    is_dated = is_date(words) or is_address(words)
    if not (is_dated or "@" in words) or _beside(node, "next"):
        return None
    quote = _quote_around(node)
    if is_dated:
        before = f"\n{_beside(node, 'prev')}"
        is_signed = quote is not None and signature(before, post.platform, post.handle, sure=True) is not None
        return quote if is_signed else None
    is_apart = any(node.closest(name) is not None for name in ("figcaption", "cite", "footer"))
    is_author = is_apart and signature(f"\n— {words}", post.platform, post.handle) is not None
    return captioned_figure(node, post) or quote if is_author else None


def _beside(node: ElementNode, side: Literal["prev", "next"], *, apart: bool = False) -> str:
    """Return the text next to an inline element, up to the line end; if `apart`, without that of elements."""
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
    """Return True if a node is a link to like, share or answer a post, which is no text of the line."""
    return isinstance(node, ElementNode) and node.tag == "a" and "/intent/" in (node.getattr("href") or "")


def card_of(node: ElementNode, post: Post, *, reach: int = 8) -> ElementNode | None:
    """Return the card around a node: the smallest ancestor, within reach, that prints the author's handle.

    Where the URL does not have the handle, any handle counts. A post that the card quotes has no card.
    """
    quote = _quote_around(node)
    handle = post.handle
    if quote is not None and _names(quote, handle):
        return quote
    if quote is not None and handle is None:
        return None
    for above in takewhile(_may_be_card, [node, *islice(ancestors(node), reach)]):
        text = above.text or ""
        if _names(above, handle) and len(text.split()) > 4:
            if _is_amid_prose(node, text, handle):
                return None
            others = (other for other in _posts_in(above) if other.id != post.id)
            if any(shows_quoted_post(above, other, post) for other in others):
                return None
            return _with_text_below(above) if len(text) < _LONGEST_HEAD else above
    return None


def card_headed_by(node: ElementNode, post: Post, words: str) -> ElementNode | None:
    """Return the card with a text and a date whose first line links the post by the author's handle; else None."""
    if not post.handle or not words.lower().endswith(f"@{post.handle}".lower()) or not fills_line(node):
        return None
    head = "".join(words.split())
    around = ((above, "".join((above.text or "").split())) for above in takewhile(_may_be_card, ancestors(node)))
    card, printed = next((each for each in islice(around, 8) if each[1] != head), (node, ""))
    if not printed.startswith(head):
        return None
    lines = [line.strip() for line in visible_text(tag_of(card)).split("\n") if line.strip()]
    is_dated = any(is_date(line) for line in lines[1:] if len(line) <= _LONGEST_HEAD)
    return card if is_dated and len(lines) > 2 else None


def _is_amid_prose(link: ElementNode, text: str, handle: str | None) -> bool:
    """Return True if much text is before the handle and after the link: an article around both, not a card."""
    printed = (link.text or "").strip()
    before, _, _ = text.partition(f"@{handle}" if handle and f"@{handle}" in text else "@")
    _, _, after = text.rpartition(printed) if printed else ("", "", "")
    return min(len(before.split()), len(after.split())) > _MOST_AROUND


def _may_be_card(element: ElementNode) -> bool:
    """Return True if an element is small enough for one post and a quoted one, and is not the comments."""
    if not has_few_parts(element, _MOST_OF_A_LIST) or len(element.text or "") > _LONGEST_CARD:
        return False
    most = 1 if element.tag in _LISTS else 2
    return _posts_linked(element) <= most and not is_comments(element)


def shows_quoted_post(card: ElementNode, post: Post, quoted: Post) -> bool:
    """Return True if a card prints the handle of the post's author, and after it that of the quoted one."""
    printed = (card.text or "").lower()
    handles = [of.handle for of in (post, quoted) if of.handle]
    places = [printed.find(f"@{handle.lower()}") for handle in handles]
    return len(places) > 1 and 0 <= places[0] < places[1]


def frame_or_wrapper(frame: ElementNode, post: Post) -> ElementNode:
    """Return a frame, or the element around it alone that has the frame's post in a JSON attribute."""
    around = frame.parent_element
    if around is None or post.id is None or frame.prev_element or frame.next_element:
        return frame
    values = (around.getattr(name) or "" for name in around.attrs[:_FEW_ATTRIBUTES])
    is_keeper = any(value.startswith("{") and post.id in value for value in values)
    return around if is_keeper else frame


def card_below_link(node: ElementNode, post: Post) -> ElementNode | None:
    """Return the card over which an empty link is laid, as its first or last child; else None."""
    boxes = list(islice(ancestors(node), 2))
    is_edge = node.first_child is None and None in (node.prev_element, node.next_element)
    if not is_edge or not all(map(has_few_parts, boxes)):
        return None
    card = card_of(node, post, reach=2)
    return card if card in boxes else None


def has_blocks(node: ElementNode) -> bool:
    """Return True if an element contains blocks, as a whole post does."""
    return node.query_selector("p, div, time, section, blockquote, tr") is not None


def linked_card(node: ElementNode) -> ElementNode | None:
    """Return a link around several blocks of text, or around one if named an embed, as a card; else None."""
    blocks = node.query_selector_all("p, div, td").values()
    number = sum(not has_blocks(block) and bool((block.text or "").strip()) for block in blocks)
    least = 1 if "embed" in class_and_id(node).lower() else 2
    return node if number >= least and not is_control(node) else None


def _with_text_below(head: ElementNode) -> ElementNode:
    """Return the box around a card's first line, if the text of the post is below that; else the line."""
    around = head.parent_element
    is_first = head.prev_element is None and head.next_element is not None
    fills_line = is_first and head.query_selector("p, div, br, blockquote") is None
    if not fills_line or around is None or around.tag not in _CARDS or is_control(around):
        return head
    is_small = has_few_parts(around) and len(around.text or "") <= _LONGEST_CARD
    return around if is_small and _posts_linked(around) <= 1 else head


def _names(card: ElementNode, handle: str | None) -> bool:
    """Return True if a card prints a handle, with or without its server; any handle for None."""
    if handle is None:
        parts = [card, *card.query_selector_all("a, span, p, div").values()]
        return any(_HANDLE.search(part.text or "") for part in parts)
    printed, known = (card.text or "").lower(), handle.lower()
    return f"@{known.partition('@')[0]}" in printed or f"({known})" in printed


def _posts_linked(node: ElementNode) -> int:
    """Return how many posts an element links: a card links its own and one quoted, a list more."""
    return len({post.id for post in _posts_in(node)})


def _posts_in(node: ElementNode) -> list[Post]:
    """Return the posts that an element links."""
    links = node.query_selector_all(f"a[{MARK}]").values()
    return [post for link in links if (post := recognise(link.getattr("href") or ""))]


def consent_box_of(node: ElementNode) -> ElementNode | None:
    """Return the outermost box of a consent manager around a node; else None."""
    box = None
    for above in [node, *islice(ancestors(node), 5)]:
        names = _names_of_box(above)
        is_named = any(stem in names for stem in CONSENT_STEMS)
        # Only elements with such a name are measured: reading the text of every ancestor is slow.
        if above.tag in {"figcaption", "cite", "li"} or (is_named and len(above.text or "") > _LONGEST_BOX):
            break
        box = above if is_named else box
    return box


def skipped_box_around(node: ElementNode) -> ElementNode | None:
    """Return the small box around a link that begins with a link to skip it, to an element at its end; else None."""
    if any((near.text or "").strip() for near in (node.prev, node.next) if near is not None and near.tag == "#text"):
        return None
    small = takewhile(lambda box: has_few_parts(box, _MOST_OF_A_LIST), ancestors(node))
    for box in islice(small, _BOXES_OF_A_ROW + 1):
        skip = box.query_selector('a[href^="#"]')
        end = box.get_element_by_id((skip.getattr("href") or "")[1:]) if skip is not None else None
        if skip is not None and end is not None:
            text = (box.text or "").strip()
            is_box = text.startswith((skip.text or "").strip()) and len(text) <= _LONGEST_BOX
            return box if is_box and _posts_linked(box) == 1 else None
    return None


def _names_of_box(node: ElementNode) -> str:
    return "" if node.tag == "p" else class_and_id(node).lower()  # as some systems name all placeholders


def is_link_to_hidden_post(node: ElementNode) -> bool:
    """Return True if a link in a consent box leads to the hidden post, and is not part of a text."""
    names = " ".join(map(_names_of_box, islice(ancestors(node), 5)))
    words = " ".join((node.text or "").split())
    return any(stem in names for stem in SURE_STEMS) or stands_for_post(words) or fills_line(node)


def named_quote_around(node: ElementNode, post: Post) -> ElementNode | None:
    """Return the blockquote around a link to a post that is named for the post's platform; else None."""
    quote = _quote_around(node)
    named = _KEY.search(class_and_id(quote)) if quote is not None else None
    return quote if named is not None and named[post.platform] else None


def captioned_figure(node: ElementNode, post: Post) -> ElementNode | None:
    """Return the figure of a quote or a link, with one quote and a caption that names the post's author; else None."""
    figure = node.closest("figure")
    caption = figure.query_selector("figcaption") if figure is not None else None
    if figure is None or caption is None or len(figure.query_selector_all("blockquote")) != 1:
        return None
    handle = post.handle
    is_of_post = _names(caption, handle) and len(caption.text or "") <= _LONGEST_BOX
    return figure if is_of_post and _posts_linked(figure) <= 1 else None


def quote_of_links(node: ElementNode, post: Post) -> ElementNode | None:
    """Return the blockquote around a link that has nothing but links to the site of the post; else None.

    This is what remains of an embed code whose class was removed: title, author, place. A signature may be longer.
    """
    quote = _quote_around(node)
    links = quote.query_selector_all("a[href]").values() if quote is not None else []
    if quote is None or not 1 < len(links) <= _MOST_PARAGRAPHS or links[0] != node:
        return None
    hosts = {_site_of(link.getattr("href") or "") for link in links}
    own = sum(len("".join((link.text or "").split())) for link in links)
    rest = len("".join((quote.text or "").split())) - own
    most = _LONGEST_SIGNATURE if "(@" in (quote.text or "") else _MOST_BETWEEN_LINKS
    return quote if hosts == {_site_of(post.url or "")} and rest <= most else None


def _site_of(address: str) -> str:
    """Return the last two labels of a URL's host."""
    return ".".join((split_url(address).hostname or "").split(".")[-2:])


def embed_element_around(node: ElementNode, post: Post) -> ElementNode | None:
    """Return the custom element around a link that is called an embed of the post's platform; else None."""
    for above in islice(ancestors(node), _BOXES_OF_A_ROW):
        name = above.tag or ""
        if "-" not in name or EMBED_ELEMENT.match(f"<{name}", 1) is None:
            continue
        named = _KEY.search(name)
        is_of_platform = named is None or named[post.platform] is not None
        is_small = _posts_linked(above) <= 1 and len(above.text or "") <= _LONGEST_BOX
        return above if is_of_platform and is_small and not is_control(above) else None
    return None


def unfilled_quote_around(node: ElementNode, post: Post) -> ElementNode | None:
    """Return the blockquote with this link as its whole text, which a script was to fill; else None.

    Where the platform's own code has no blockquote, one without a sign of that holds an advertisement.
    """
    quote = _quote_around(node)
    words = " ".join((node.text or "").split())
    if quote is None or "".join((quote.text or "").split()) != words.replace(" ", ""):
        return None
    is_waiting = "blockquote" in by_name()[post.platform].forms or not words or stands_for_post(words)
    return quote if is_waiting or _NAMED_EMBED.search(class_and_id(quote)) else None
