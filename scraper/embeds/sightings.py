"""Where in the source of a page a post may stand: the addresses and ids that every embed carries.

A page without any of them embeds nothing and need not be parsed. Every expression begins with a literal,
because only then does `re` search at the speed of memory.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from scraper.platforms import platforms

if TYPE_CHECKING:
    from collections.abc import Iterator

#: How JSON writes a slash: escaped for itself, or for HTML.
_ESCAPED_SLASH = r"\\(?:/|u002F)"
#: Services that show other sites' posts in a frame, with the post's address in the query.
_PROXIES = r"iframe\.ly/|embedly\.com/|embed\.ly/|iframely\.\w{2,5}/|twitframe\.com/|noembed\.com/"


#: Attributes named for an id: with a long number, a video's eleven signs, the name of a platform.
_IDS = r'data-[\w-]{0,48}?id="(?:\d{17,19}"|(?<=(?:ideo|tube)-id=")[\w-]{11}"|[\w-]{0,20}(?:%s)[\w-]{0,12}")'


@cache
def _searches() -> tuple[re.Pattern[str], ...]:
    known = "|".join(platform.ADDRESSES for platform in platforms())
    plain = rf"//(?:[a-z-]{{1,12}}\.)?(?:{known}|{_PROXIES})"
    escaped = rf"//(?:[a-z-]{{1,12}}\.)?(?:{known})".replace("/", _ESCAPED_SLASH)
    ids = _IDS % "|".join(platform.NAME for platform in platforms())
    marks = [ids, *(mark for platform in platforms() for mark in platform.MARKS)]
    return tuple(map(re.compile, (plain, escaped, *_by_beginning(marks))))


def _by_beginning(marks: list[str]) -> Iterator[str]:
    """Put what begins with ``data-`` into one expression: each costs the whole page a reading."""
    data = [mark.removeprefix("data-") for mark in marks if mark.startswith("data-")]
    yield f"data-(?:{'|'.join(data)})"
    yield from (mark for mark in marks if not mark.startswith("data-"))


def sightings(source: str) -> list[int]:
    """Find where addresses and ids of posts stand in a source.

    Args:
        source: HTML, JSON or script, not decoded.

    Returns:
        Offsets into `source`, ascending.
    """
    return sorted(hit.start() for search in _searches() for hit in search.finditer(source))
