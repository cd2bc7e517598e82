"""Where in the source of a page a post may stand: the addresses and ids that every embed carries.

This is the first stage, and the only one that most pages see: a page without any of them embeds nothing and
need not be parsed. So it reads the source as few times as it can, once for addresses and once for ids, and
only what lies behind the head for ids. Every expression begins with a literal, because only then does `re`
search at the speed of memory.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from scraper.platforms import platforms

if TYPE_CHECKING:
    from collections.abc import Iterator

#: How a slash is written: plain, or behind the backslashes of a string in a string; and by its number.
_SLASH, _NUMBERED_SLASH = r"\\*+/", r"\\++u002[fF]"
#: Services that show other sites' posts in a frame, with the post's address in the query.
_PROXIES = r"iframe\.ly/|embedly\.com/|embed\.ly/|iframely\.\w{2,5}/|twitframe\.com/|noembed\.com/"
#: Twitter's script, or a stand-in for it: without one the marks that begin otherwise than with ``data-`` show
#: nothing.
_WIDGETS, _PROXY = r"(?P<widgets>(?<=platform\.)(?:twitter|x)\.com/widgets)", r"(?P<widgets>embetty-)"
#: Attributes that hold an id: a long number, a video's eleven signs, the name of a platform.
_IDS = (
    r"(?:(?<=[dD]=)|(?<=[dD]=[\"']))\d{15,19}\b|(?<=(?:ideo|tube)-id=[\"'])[\w-]{11}[\"']"
    r"|(?<=id=[\"'])[\w-]{0,20}(?:%s)[\w-]{0,12}[\"']"
)
#: Attributes that hold an object, or markup: escaped, or in base64.
_OBJECT = r"(?P<object>(?<=[\"'])(?:[{\[]|&quot;|&#\d))"
_PARKED = r"(?<=[\"'])(?:(?:<|&lt;|%%3C)(?:blockquote|iframe)|PGJsb2NrcXVvdG|PGlmcmFtZ)"
_ATTRIBUTE = rf"[a-zA-Z0-9_-]{{1,48}}+=[\"']?+(?:{_IDS}|{_OBJECT}|{_PARKED})"
_KEY = re.compile(r"weet[-_]?[iI][dD]\b")
#: How far apart backslashes are looked at.
_STRIDE = 1000


@cache
def _addresses() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """The addresses of all platforms; those of hosts with any name stand last, for they cost most."""
    addresses = [_PROXIES, *(platform.ADDRESSES for platform in platforms())]
    named = "|".join([_WIDGETS, *(address for address in addresses if address[0] != "[")])
    known = "|".join(
        [rf"(?:[a-z-]{{1,12}}\.)?(?:{named})", *(address for address in addresses if address[0] == "[")]
    )
    plain = rf"/{_SLASH}(?:{known.replace('/', _SLASH)})"
    numbered = rf"\\u002[fF]{_NUMBERED_SLASH}(?:{known.replace('/', _NUMBERED_SLASH)})"
    return re.compile(plain), re.compile(numbered)


@cache
def _ids() -> tuple[re.Pattern[str], tuple[re.Pattern[str], ...]]:
    """What begins with ``data-`` in one expression, for each costs the whole page a reading; and the rest."""
    marks = [mark for platform in platforms() for mark in platform.MARKS]
    attribute = _ATTRIBUTE % "|".join(platform.NAME for platform in platforms())
    data = [mark.removeprefix("data-") for mark in marks if mark.startswith("data-")]
    others = tuple(re.compile(mark) for mark in marks if not mark.startswith("data-"))
    return re.compile(f"data-(?:{'|'.join([_PROXY, *data, attribute])})"), others


def sightings(source: str) -> list[int]:
    """Find where addresses and ids of posts stand in a source.

    Args:
        source: HTML, JSON or script, not decoded.

    Returns:
        Offsets into `source`, ascending.
    """
    plain, numbered = _addresses()
    data, others = _ids()
    found = [*plain.finditer(source), *_behind_escape(numbered, source), *_of_attributes(data, source)]
    hits = [hit.start() for hit in found if hit.lastgroup != "widgets"]
    if len(hits) < len(found):
        hits += [hit.start() for other in others for hit in other.finditer(source)]
    return sorted(hits)


def _behind_escape(numbered: re.Pattern[str], source: str) -> Iterator[re.Match[str]]:
    r"""Search from the first ``\u002`` on; a page has few places with backslashes, and most have none."""
    at = source.find("\\")
    while at >= 0:
        if source.find("\\u002", at, at + _STRIDE + 5) >= 0:
            return numbered.finditer(source, at)
        at = source.find("\\", at + _STRIDE)
    return iter(())


def _of_attributes(data: re.Pattern[str], source: str) -> Iterator[re.Match[str]]:
    """Search attributes; an object in one is searched for the key of an id."""
    read = 0
    for hit in data.finditer(source):
        if hit.lastgroup != "object":
            yield hit
        elif hit.start() >= read:
            end = source.find(source[hit.start("object") - 1], hit.end())
            read = end if end >= 0 else len(source)
            if key := _KEY.search(source, hit.end(), read):
                yield key
