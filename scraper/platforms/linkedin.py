"""LinkedIn: posts in frames, known by their URN."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scraper.markup.addresses import post_in_attributes
from scraper.patterns import lazy_regex
from scraper.records import Post
from scraper.registry import Example, Platform, Prose, instant
from scraper.values.instants import IdClock, number

if TYPE_CHECKING:
    from bs4 import Tag


NAME = "linkedin"
ADDRESSES = {"linkedin.com/": r"(?:embed/)?feed/update/|posts/[\w%.-]{1,200}-\d{15}"}
_UPDATE = lazy_regex(
    r"https?://(?:[\w-]+\.)*linkedin\.com/+(?:embed/)?feed/update/(urn(?::|%3A)li(?::|%3A)\w+(?::|%3A)\d{15,20})(?!\d)",
    re.IGNORECASE,
)
_SHARED = lazy_regex(
    r"https?://(?:[\w-]+\.)*linkedin\.com/+posts/[\w%.-]{1,200}?-(activity|share|ugcPost)-(\d{15,20})(?!\d)",
    re.IGNORECASE,
)
EXAMPLES = (
    Example(
        '<iframe src="https://www.linkedin.com/embed/feed/update/urn:li:share:7000000000000000000"></iframe>',
        ("urn:li:share:7000000000000000000",),
    ),
    Example('<p>She is hiring <a href="https://www.linkedin.com/in/ada-example/">over there</a>.</p>', ()),
)


def _milliseconds(native_id: str) -> int | None:
    """Return the instant of an update: 41 bits are milliseconds since 1970, then come 22 others.

    Found by comparison: in Microsoft's compliance documentation the share 6318971194909560123 was
    created at 1506560133675, and shifted right by 22 it gives 1506560133674.
    """
    value = number(native_id.rpartition(":")[2])
    return value >> 22 if value else None


def recognise(url: str) -> Post | None:
    """Read the address of an update, of its embed frame, or of a shared post."""
    found = _UPDATE.match(url)
    shared = None if found else _SHARED.match(url)
    if found:
        urn = re.sub("%3a", ":", found[1], flags=re.IGNORECASE)
    elif shared:
        urn = f"urn:li:{shared[1]}:{shared[2]}"
    else:
        return None
    url = f"https://www.linkedin.com/feed/update/{urn}/"
    return Post(platform=NAME, id=urn, url=url, posted=instant(NAME, urn))


def read(tag: Tag) -> Post | None:
    """Read the address in the attributes; the frame prints nothing else."""
    return post_in_attributes(tag, recognise)


PLATFORM = Platform(
    name=NAME,
    label="LinkedIn",
    addresses=ADDRESSES,
    examples=EXAMPLES,
    recognise=recognise,
    read=read,
    prose=Prose(
        names=r"linked ?in(?!\w)",
        stems=("linkedin",),
    ),
    handle=r"[\w%-]{2,100}",
    clock=IdClock(milliseconds=_milliseconds, since=1_041_379_200_000),
    not_asked="it keeps programs out, and shows no post without a login",
)
