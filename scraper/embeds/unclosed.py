"""Embeds without an end tag, which swallow the rest of the text: closed again in the source.

A quote may have lost it. A library's own element may be closed as in XML, which in HTML closes nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from scraper.embeds.forms import form_of_platform
from scraper.embeds.marking import MARK, Edit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from resiliparse.parse.html import ElementNode

    from scraper.embeds.marking import Sighted

_TAG = re.compile(r"<(/?)blockquote\b", re.IGNORECASE)
_ELEMENT = re.compile(r"<([a-z]{2,20}-[a-z-]{2,20})\s[^<>]*+(?<=/)>")
_SCRIPT, _END_OF_LINK = re.compile(r"<script\b", re.IGNORECASE), re.compile(r"</a\s*>", re.IGNORECASE)
#: Longer than most posts; and more than the source of one up to the end of its last link.
_LONG, _LONGEST = 500, 8000


def may_be_unclosed(nodes: Iterable[ElementNode]) -> bool:
    """Tell whether a quote of a platform's own form ends its box, and holds more than most posts.

    Or whether a library's element holds text, or another post.
    """
    of_libraries = (node for node in nodes if "-" in (node.tag or ""))
    if any(element.query_selector(f"p, [{MARK}]") is not None for element in of_libraries):
        return True
    last = (node for node in nodes if node.tag == "blockquote" and node.next_element is None)
    return any(_holds_more(quote) for quote in last if form_of_platform(quote))


def _holds_more(quote: ElementNode) -> bool:
    return quote.query_selector("blockquote") is not None or len(quote.text or "") > _LONG


def closings(sighted: Sighted) -> Iterator[Edit]:
    """The end tags that were lost: a quoted post ends with the link to it."""
    for element in _ELEMENT.finditer(sighted.page):
        yield Edit(element.end(), f"</{element[1]}>", element.end())
    opened: int | None = None
    for tag in _TAG.finditer(sighted.page):
        if opened is not None and not tag[1]:
            yield from _closing(sighted, opened, tag.start())
        opened = None if tag[1] else tag.start()
    if opened is not None:
        yield from _closing(sighted, opened, len(sighted.page))


def _closing(sighted: Sighted, start: int, limit: int) -> Iterator[Edit]:
    page = sighted.page
    limit = min(limit, start + _LONGEST)
    script = _SCRIPT.search(page, start, limit)
    limit = script.start() if script else limit
    behind = bisect_left(sighted.hits, limit)
    last = sighted.hits[behind - 1] if behind else start
    end = _END_OF_LINK.search(page, last, limit) if last > start else None
    if end is not None:
        yield Edit(end.end(), "</blockquote>", end.end())
