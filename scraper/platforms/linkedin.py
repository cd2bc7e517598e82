"""LinkedIn: posts in frames, known by their URN."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scraper.markup.addresses import post_in_attributes
from scraper.patterns import lazy_regex
from scraper.registry import Platform, Prose, post_at
from scraper.values.moments import IdClock, number

if TYPE_CHECKING:
    from scraper.records import Post

NAME = "linkedin"
#: What an update is called, by all names that its addresses have; the URN of one may be inside that of its
#: place in a feed.
_URN = r"(urn(?::|%3A)li(?::|%3A)(?:activity|share|ugcPost|groupPost)(?::|%3A)(?:\d{1,12}-)?\d{15,20})(?!\d)"
_UPDATE = lazy_regex(
    r"https?://(?:[\w-]+\.)*linkedin\.com/+(?:(?:embed/)?feed/update/|(?:embed/)?feed/?\?\S{0,300}?|video/(?:embed/)?(?:live|event)/"
    r"|groups/\S{0,200}?)(?:urn(?::|%3A)li(?::|%3A)fsd?_\w{1,30}(?::|%3A)(?:\(|%28))?"
    rf"{_URN}",
    re.IGNORECASE,
)
_SHARED = lazy_regex(
    r"https?://(?:[\w-]+\.)*linkedin\.com/+(?:posts/(?:[\w%.-]{1,200}?[-_])?|feed/update/)(activity|share|ugcPost|groupPost)"
    r"(?:[-:]|%3A)((?:\d{1,12}-)?\d{15,20})(?!\d)",
    re.IGNORECASE,
)
#: What the app gives out for sharing a post; other paths there lead anywhere.
_SHORT = lazy_regex(r"https?://(?:www\.)?lnkd\.in/p/([\w-]{4,20})/?(?:[?#].*)?$")
#: The spelling of the kinds in URNs, by their lower case.
_KINDS = {kind.lower(): kind for kind in ("activity", "share", "ugcPost", "groupPost")}


def _milliseconds(native_id: str) -> int | None:
    """Return the instant of an update: 41 bits of milliseconds since 1970, as examples in its documentation show."""
    value = number(native_id.rpartition(":")[2].rpartition("-")[2])
    return value >> 22 if value else None


def recognise(url: str) -> Post | None:
    """Read the address of an update, of its embed frame, or of a shared post."""
    found = _UPDATE.match(url)
    shared = None if found else _SHARED.match(url)
    if found:
        _, _, kind, number_ = re.sub("%3a", ":", found[1], flags=re.IGNORECASE).split(":")
    elif shared:
        kind, number_ = shared[1], shared[2]
    elif short := _SHORT.match(url):
        return post_at(NAME, short[1], f"https://lnkd.in/p/{short[1]}")
    else:
        return None
    urn = f"urn:li:{_KINDS[kind.lower()]}:{number_}"
    return post_at(NAME, urn, f"https://www.linkedin.com/feed/update/{urn}/")


PLATFORM = Platform(
    name=NAME,
    label="LinkedIn",
    addresses={
        "linkedin.com/": (
            r"(?:embed/)?feed/update/|(?:embed/)?feed/?\?|posts/[\w%.-]{0,200}[-_]\d{15}|video/(?:embed/)?(?:live|event)/urn"
            r"|(?:nhome/)?updates\?|groups/[\w%.-]{1,100}/.{0,100}?\d{15}"
        ),
        "lnkd.in/": r"p/\w",
    },
    permalinks=("https://www.linkedin.com/feed/update/{id}/",),
    short_links=(r"lnkd\.in/p/",),
    json_types=("linkedin",),
    json_id=r"urn:li:(?:activity|share|ugcPost):\d{15,20}",
    recognise=recognise,
    read=lambda tag: post_in_attributes(tag, recognise),  # a frame prints nothing else
    prose=Prose(names=r"linked ?in(?!\w)", stems=("linkedin",)),
    handle=r"[\w%-]{2,100}",
    clock=IdClock(milliseconds=_milliseconds, since=1_041_379_200_000),
    not_asked="it keeps programs out, and shows no post without a login",
)
