"""Where in the source of a page a post may stand: the addresses and ids that every embed carries.

A page without any of them embeds nothing and need not be parsed, which is so for seven pages in eight.
Every expression begins with a literal, because only then does `re` search at the speed of memory.
"""

from __future__ import annotations

import re
from functools import cache

from scraper.platforms import platforms

#: How a slash is written: plainly, in JSON, in a query, in JSON that was made safe for HTML.
_SLASHES = ("/", r"\\/", "%2F", r"\\u002F")
_SUBDOMAINS = r"//(?:[\w-]{1,40}\.){0,4}"


@cache
def _searches() -> tuple[re.Pattern[str], ...]:
    addresses = _SUBDOMAINS + "(?:" + "|".join(platform.ADDRESSES for platform in platforms()) + ")"
    marks = [mark for platform in platforms() for mark in platform.MARKS]
    return tuple(re.compile(search) for search in [*(addresses.replace("/", s) for s in _SLASHES), *marks])


def sightings(source: str, start: int = 0, end: int | None = None) -> list[int]:
    """Find where addresses and ids of posts stand in a part of a source.

    Args:
        source: HTML, JSON or script, not decoded.
        start: Where the part begins.
        end: Where it ends.

    Returns:
        Offsets into `source`, ascending.
    """
    stop = len(source) if end is None else end
    return sorted(hit.start() for search in _searches() for hit in search.finditer(source, start, stop))
