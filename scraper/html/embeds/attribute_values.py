"""Read the URLs, posts and markup in the attributes of an element.

A picture with a button may stand for a frame, which is in the handler of the click or known by the picture, the still.
"""

from __future__ import annotations

import re
from itertools import chain, islice, starmap
from typing import TYPE_CHECKING
from urllib.parse import unquote

from scraper.html.embeds.section_roles import class_and_id
from scraper.html.embeds.typed_ids import addresses_of_types
from scraper.html.embeds.unescaping import markup_in
from scraper.markup.addresses import addresses, is_prose, value_about_posts
from scraper.markup.json_post import json_address, json_markup
from scraper.markup.tree_queries import ancestors, has_few_parts, select_first
from scraper.patterns import lazy_regex
from scraper.registry import any_key, platforms, recognise

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from resiliparse.parse.html import ElementNode

    from scraper.records import Post

#: Markup after words: neither JSON nor code begins with two of them.
_WORDS_FIRST = lazy_regex(r"\s*[\"'“‘«„(]?\w[\w'’.,:-]*\s+[^\s<>{}()\[\]=;]+[\s<]")
_MARKUP_INSIDE = lazy_regex(r"<(?:a|p|blockquote|iframe|br|em|strong|i|b|div|span|figure)[\s>/]", re.IGNORECASE)
#: Reading an attribute takes longer the more there are in the element.
_MOST_ATTRIBUTES = 100


def attribute_values(node: ElementNode) -> list[str]:
    """Return the values of an element's attributes in which URLs are searched; prose that has one is none."""
    held = ((name, node.getattr(name) or "") for name in islice(node.attrs, _MOST_ATTRIBUTES))
    return [value for value in starmap(value_about_posts, held) if value and not is_prose(value)]


def markup_in_values(values: Iterable[str]) -> dict[str, str]:
    """Return the markup that is escaped or in base64 in values, by the value."""
    return {value: markup for value in values if len(value) > 20 and (markup := _markup_of(value))}


def posts_in_values(values: Iterable[str]) -> dict[tuple[str, str | None], Post]:
    """Return the posts with URLs in values, each once; `values` has no markup, where links may be."""
    found = (recognise(url) for value in values for url in (*addresses(value), *addresses_of_types(value)))
    return {(post.platform, post.id): post for post in found if post}


def first_post(values: Sequence[str]) -> Post | None:
    """Return the first post with a URL in one of the values; None without one."""
    return next((post for value in values for url in addresses(value) if (post := recognise(url))), None)


def main_post(values: list[str]) -> Post | None:
    """Return the post of which a JSON object states the URL; others in it are quoted or replied to."""
    objects = (value for value in values if value.lstrip().startswith("{"))
    return first_post([address for value in objects if (address := json_address(value))])


def _markup_of(value: str) -> str | None:
    """Return the markup in an attribute's value, or in the JSON object that the value is."""
    held = json_markup(value) if value.lstrip().startswith("{") else value
    return (markup_in(held) if held else None) or markup_in_code(value) or _prose_with_markup(value)


def _prose_with_markup(value: str) -> str | None:
    """Return a value that begins with words and has links or embeds after them; None for any other."""
    begins = _WORDS_FIRST.match(value) is not None
    return f"<p>{value}" if begins and _MARKUP_INSIDE.search(value) is not None else None


#: Markup of a frame or a quote in the code of a handler, as it is or percent-encoded, and where it ends.
_IN_CODE = lazy_regex(r"(?:%3C|<|&lt;)(?=(?:iframe|blockquote)\b)", re.IGNORECASE)
_END = lazy_regex(r"</(?:iframe|blockquote)\s*>", re.IGNORECASE)
#: The name of a player, that of its button, and most characters that the box of a still prints.
_PLAYER = lazy_regex(rf"player|{any_key()}", re.IGNORECASE)
_BUTTON = lazy_regex(r"(?:\b|_)play(?:\b|_|-?(?:button|btn|icon|er))", re.IGNORECASE)
_LONGEST_PRINTED = 40
#: Most boxes around a still, and most parts of one.
_BOXES_OF_STILL, _MOST_PARTS = 3, 12
_PRINTED = "p, h1, h2, h3, h4, h5, h6, figcaption, a[href]"


def markup_in_code(value: str) -> str | None:
    """Return the frame or quote in the code of a handler, without the code around it; None without one."""
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
    """Return the box of a still until it is clicked, with the name of a player or a button; in no link, list or row."""
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
