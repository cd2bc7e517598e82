"""Read the URLs, posts and markup in the attributes of an element."""

from __future__ import annotations

import re
from itertools import islice, starmap
from typing import TYPE_CHECKING

from scraper.html.embeds.facades import markup_in_code
from scraper.html.embeds.typed_ids import addresses_of_types
from scraper.html.embeds.unescaping import markup_in
from scraper.markup.addresses import addresses, is_prose, value_about_posts
from scraper.markup.json_post import json_address, json_markup
from scraper.patterns import lazy_regex
from scraper.registry import recognise

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
