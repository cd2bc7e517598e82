"""Where in the source of a page a post may stand: the addresses and ids that every embed carries.

This is the first stage, and the only one that most pages see: a page without any of them embeds nothing and
need not be parsed. So it reads the source as few times as it can: once for addresses, once for the ids in
attributes and once for Twitter's own signs. Every expression begins with a literal, because only then does
`re` search at the speed of memory.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from scraper.platforms import platforms

if TYPE_CHECKING:
    from collections.abc import Iterator

#: How a slash is written: plain, or behind the backslashes of a string in a string; and by its number.
_SLASH, _NUMBERED_SLASH = r"\\*+/", r"\\++u002[fF]"
#: Services that show other sites' posts in a frame, with the post's address in the query.
_PROXIES = r"iframe\.ly/|embedly\.com/|embed\.ly/|iframely\.\w{2,5}/|twitframe\.com/|noembed\.com/"
#: Attributes that hold an id: a long number, a video's eleven signs, the name of a platform.
_IDS = (
    r"(?:(?<=[dD]=)|(?<=[dD]=[\"']))\d{15,19}\b|(?<=(?:ideo|tube)-id=[\"'])[\w-]{11}[\"']"
    r"|(?<=id=[\"'])[\w-]{0,20}(?:%s)[\w-]{0,12}[\"']"
)
#: Attributes that hold an object, or markup: escaped, or in base64.
_OBJECT = r"(?P<object>(?<=[\"'])(?:[{\[]|&quot;|&#\d))"
_PARKED = r"(?<=[\"'])(?:(?:<|&lt;|%%3C)(?:blockquote|iframe)|PGJsb2NrcXVvdG|PGlmcmFtZ)"
_ATTRIBUTE = rf"[a-zA-Z0-9_-]{{1,48}}+=[\"']?+(?:{_IDS}|{_OBJECT}|{_PARKED})"
_KEYS = (re.compile(r"weet[-_]?[iI][dD]\b"), re.compile("instagram_id"))
#: What a platform's own element holds at most until a script fills it.
_LONGEST_ELEMENT = 5000
#: How far apart backslashes are looked at.
_STRIDE = 1000


class _Searches(NamedTuple):
    """What a source is searched for, each at the cost of reading it once.

    Attributes:
        plain: Addresses, and the closing tags of platforms' own elements: all that begins with a slash.
        numbered: Addresses with slashes that are written by their number.
        data: Attributes.
        others: What begins otherwise.
    """

    plain: re.Pattern[str]
    numbered: re.Pattern[str]
    data: re.Pattern[str]
    others: tuple[re.Pattern[str], ...]


@cache
def _searches() -> _Searches:
    known = _addresses()
    marks = [mark for platform in platforms() for mark in platform.MARKS]
    elements = "|".join(f"{mark[1:]}>" for mark in marks if mark[0] == "/")
    attributes = [mark.removeprefix("data-") for mark in marks if mark.startswith("data-")]
    attributes.append(_ATTRIBUTE % "|".join(platform.NAME for platform in platforms()))
    return _Searches(
        plain=re.compile(rf"/(?:{elements}|{_SLASH}(?:{known.replace('/', _SLASH)}))"),
        numbered=re.compile(rf"\\u002[fF]{_NUMBERED_SLASH}(?:{known.replace('/', _NUMBERED_SLASH)})"),
        data=re.compile(f"data-(?:{'|'.join(attributes)})"),
        others=tuple(re.compile(mark) for mark in marks if not mark.startswith(("data-", "/"))),
    )


def _addresses() -> str:
    """The addresses of all platforms; those of hosts with any name stand last, for they cost most."""
    addresses = [_PROXIES, *(platform.ADDRESSES for platform in platforms())]
    named = "|".join(address for address in addresses if address[0] != "[")
    others = [address for address in addresses if address[0] == "["]
    return "|".join([named, rf"[a-z-]{{1,12}}+\.(?:{named})", *others])


def sightings(source: str) -> list[int]:
    """Find where addresses and ids of posts stand in a source.

    Args:
        source: HTML, JSON or script, not decoded.

    Returns:
        Offsets into `source`, ascending.
    """
    searches = _searches()
    found = [*searches.plain.finditer(source), *_behind_escape(searches.numbered, source)]
    hits = [_opening(source, hit) if hit[0][-1] == ">" else hit.start() for hit in found]
    hits += _of_attributes(searches.data, source)
    hits += (hit.start() for other in searches.others for hit in other.finditer(source))
    return sorted(hits)


def _opening(source: str, closing: re.Match[str]) -> int:
    """Where on the opening tag of an element something stands; on its closing tag if that is all there is."""
    begin = closing.start()
    opening = source.rfind(f"<{closing[0][1:-1]}", max(0, begin - _LONGEST_ELEMENT), begin)
    return opening + 1 if opening >= 0 else begin


def _behind_escape(numbered: re.Pattern[str], source: str) -> Iterator[re.Match[str]]:
    r"""Search from the first ``\u002`` on; a page has few places with backslashes, and most have none."""
    at = source.find("\\")
    while at >= 0:
        if source.find("\\u002", at, at + _STRIDE + 5) >= 0:
            return numbered.finditer(source, at)
        at = source.find("\\", at + _STRIDE)
    return iter(())


def _of_attributes(data: re.Pattern[str], source: str) -> Iterator[int]:
    """Search attributes; an object in one is searched for the key of an id."""
    read = 0
    for hit in data.finditer(source):
        if hit.lastgroup is None:
            yield hit.start()
        elif hit.start() >= read:
            end = source.find(source[hit.start("object") - 1], hit.end())
            read = end if end >= 0 else len(source)
            keys = (search.search(source, hit.end(), read) for search in _KEYS)
            if key := next(filter(None, keys), None):
                yield key.start()
