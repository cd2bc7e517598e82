"""Hashtags: in markup by twitter-text's published rules, in flattened prose with more care.

Text extraction glues words together: ``NERVE#Tag``, ``word.#A#B#C``, ``#Tagpic.twitter.com/x``. Read by the
rules for markup, these tags would be lost or wrong. Flattened prose also holds signs that are no hashtags:
entities, anchors of links, fragments of addresses, colours, programming languages.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scraper.text.entities.addresses import outside_addresses
from scraper.text.entities.entity import Entity
from scraper.text.entities.glued import glued_tags
from scraper.text.entities.signs import SELECTORS, end_of_tag, has_letter, is_inside

if TYPE_CHECKING:
    from collections.abc import Iterator

_KEYCAP = frozenset("\ufe0f\u20e3")  # they make an emoji of "#"


def _candidates(text: str) -> Iterator[tuple[int, int]]:
    """Where a sign begins and where the signs that could be its tag end; those with a letter only."""
    for start in _signs(text):
        end = end_of_tag(text, start + 1)
        if end > start + 1 and text[start + 1] not in _KEYCAP and has_letter(text[start + 1 : end]):
            yield start, end


def _signs(text: str) -> Iterator[int]:
    """Where ``#`` and its full-width form stand."""
    if "＃" in text:
        yield from (found.start() for found in re.finditer("[#＃]", text))
        return
    start = text.find("#")
    while start >= 0:
        yield start
        start = text.find("#", start + 1)


def find_hashtags(text: str, *, flattened: bool = False) -> list[Entity]:
    """Hashtags in the order of the text.

    Args:
        text: Markup's text or flattened prose.
        flattened: Also recover tags that text extraction glued to their neighbours, and leave out what only
            looks like a tag in prose (see `scraper.text.entities.glued`).

    >>> [tag.value for tag in find_hashtags("NERVE#One #Twopic.twitter.com/x ](#three)", flattened=True)]
    ['One', 'Two']
    >>> find_hashtags("what a #Day, #1!")
    [Entity(value='Day', start=7, end=11)]
    """
    if "#" not in text and "＃" not in text:
        return []
    if flattened:
        return list(glued_tags(text, _candidates(text)))
    tags = [
        Entity(text[start + 1 : end], start, end)
        for start, end in _candidates(text)
        if _is_strict(text, start, end)
    ]
    return outside_addresses(text, tags)


def _is_strict(text: str, start: int, end: int) -> bool:
    """Twitter's rule: not behind a letter, digit or ``&``, not before another sign or ``://``."""
    before = text[start - 1 : start] if start else ""
    if before == "&" or (before and before not in SELECTORS and is_inside(before)):
        return False
    return text[end : end + 1] not in {"#", "＃"} and not text.startswith("://", end)
