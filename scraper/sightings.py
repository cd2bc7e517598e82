"""Where in the source of a page a post may stand: the addresses and ids that every embed carries.

A page without any of them embeds nothing and need not be parsed. Every expression begins with a literal, because
only then does `re` search at the speed of memory.
"""

from __future__ import annotations

import re
from functools import cache

from scraper.platforms import platforms

#: How a slash is written: plainly, or in JSON, where it is escaped for JSON or for HTML.
_SLASHES = ("/", r"\\(?:/|u002F)")
_SUBDOMAIN = r"//(?:[\w-]{1,12}\.){0,2}"
#: Services that show other sites' posts in a frame, with the post's address in the query.
_PROXIES = r"iframe\.ly/|embedly\.com/|embed\.ly/|iframely\.\w{2,5}/|twitframe\.com/|noembed\.com/"


@cache
def _searches() -> tuple[re.Pattern[str], ...]:
    addresses = "|".join(platform.ADDRESSES for platform in platforms())
    plain = re.compile(f"{_SUBDOMAIN}(?:{addresses}|{_PROXIES})")
    escaped = re.compile(f"{_SUBDOMAIN}(?:{addresses})".replace("/", _SLASHES[1]))
    marks = [re.compile(mark) for platform in platforms() for mark in platform.MARKS]
    return (plain, escaped, *marks)


def sightings(source: str) -> list[int]:
    """Find where addresses and ids of posts stand in a source.

    Args:
        source: HTML, JSON or script, not decoded.

    Returns:
        Offsets into `source`, ascending.
    """
    return sorted(hit.start() for search in _searches() for hit in search.finditer(source))
