"""Find what a box shows only when a reader asks for it: by its still, in a handler, in a call.

Publishers and their plugins put a picture with a button in place of a frame. The frame is in the handler of
the click, or known by the address of the picture alone.
"""

from __future__ import annotations

import re
from itertools import chain, islice
from typing import TYPE_CHECKING
from urllib.parse import unquote

from scraper.html.embeds.section_roles import class_and_id
from scraper.markup.addresses import addresses
from scraper.markup.tree_queries import ancestors, has_few_parts, select_first
from scraper.patterns import lazy_regex
from scraper.registry import any_key, platforms

if TYPE_CHECKING:
    from resiliparse.parse.html import ElementNode

    from scraper.records import Post

#: Markup of a frame or a quote in the code of a handler, as it is or percent-encoded, and where it ends.
_IN_CODE = lazy_regex(r"(?:%3C|<|&lt;)(?=(?:iframe|blockquote)\b)", re.IGNORECASE)
_END = lazy_regex(r"</(?:iframe|blockquote)\s*>", re.IGNORECASE)
#: The name of a player, that of its button, and most characters that the box of a still prints.
_PLAYER = lazy_regex(rf"player|{any_key()}", re.IGNORECASE)
_BUTTON = lazy_regex(r"(?:\b|_)play(?:\b|_|-?(?:button|btn|icon|er))", re.IGNORECASE)
_LONGEST_PRINTED = 40
#: Most boxes around a still, most parts of one, and most attributes to read.
_BOXES_OF_STILL, _MOST_PARTS, _MOST_ATTRIBUTES = 3, 12, 20
_PRINTED = "p, h1, h2, h3, h4, h5, h6, figcaption, a[href]"


def markup_in_code(value: str) -> str | None:
    """Return the frame or quote in the code of a handler, without the code around it; None without one.

    >>> markup_in_code("show(decodeURIComponent('%3Ciframe%20src%3D%22//a.example%22%3E%3C%2Fiframe%3E'))")
    '<iframe src="//a.example"></iframe>'
    """
    begin = _IN_CODE.search(value) if value[:1] not in {"[", "{"} else None
    if begin is None:
        return None
    code = value[begin.start() :]
    markup = (unquote(code) if code.startswith("%") else code).replace("\\", "")
    end = _END.search(markup)
    return markup[: end.end()] if end else None


def has_code(tag: str) -> bool:
    """Return True if the source of a tag has such markup in an attribute."""
    return _IN_CODE.search(tag, 1) is not None


def post_of_still(address: str) -> Post | None:
    """Return the post that a picture is the still of; None for any other picture."""
    found = (platform.still(address) for platform in platforms() if platform.still is not None)
    return next(filter(None, found), None)


def still_of(node: ElementNode) -> Post | None:
    """Return the post with a still in an attribute of an element; None without one."""
    values = (node.getattr(name) or "" for name in islice(node.attrs, _MOST_ATTRIBUTES))
    pictures = (picture for value in values if "//" in value or "%2F" in value for picture in addresses(value))
    return next((post for picture in pictures if (post := post_of_still(picture))), None)


def facade_of(node: ElementNode) -> ElementNode | None:
    """Return the box that a still fills until it is clicked: named for a player, or with a button to play it.

    A still in a link is that of a teaser, one in a list or a row is of a gallery.
    """
    if node.tag == "iframe":
        return node
    boxes = [node, *islice(ancestors(node), _BOXES_OF_STILL)][node.tag == "img" :]
    for box in boxes:
        if box.tag in {"a", "li", "body", "article", "main"} or not has_few_parts(box) or _prints(box):
            return None
        if _PLAYER.search(class_and_id(box)) or _has_button(box):
            return None if _is_in_row(box) else box
    return None


def _prints(box: ElementNode) -> bool:
    """Return True if a box has a text or a link of its own, so that it is more than a player."""
    return len((box.text or "").strip()) > _LONGEST_PRINTED or box.query_selector(_PRINTED) is not None


def _has_button(box: ElementNode) -> bool:
    parts = select_first(box, "button, div, span, i, svg", _MOST_PARTS)
    return any(_BUTTON.search(f"{class_and_id(part)} {part.getattr('aria-label') or ''}") for part in parts)


def _is_in_row(box: ElementNode) -> bool:
    """Return True if the still of another post is in the box or in one next to it."""
    beside = (around for around in (box.prev_element, box.next_element) if around is not None)
    boxes = [box, *(near for near in beside if near.tag == box.tag and has_few_parts(near))]
    pictures = (picture for near in boxes for picture in chain([near], select_first(near, "img", _MOST_PARTS)))
    posts = {post.id for picture in islice(pictures, _MOST_PARTS) if (post := still_of(picture))}
    return len(posts) > 1 or any(above.tag in {"a", "li"} for above in islice(ancestors(box), 2))
