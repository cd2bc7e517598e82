"""Tweets as the platform's script rendered them, saved as text: the author above, the clock and the counts below.

::

    Follow
     A Name @handle
    Some text
    9:35 PM - 3 Mar 2016
      12 12 Retweets   9 9 likes

The clock is the reader's own, so the instant has no zone.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from scraper.dates import match_date
from scraper.flattened.layout import skip_blank, text_end
from scraper.flattened.marks import Mark, printed_name
from scraper.flattened.posts import Found

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scraper.records import Moment

_CLOCK_ANCHORS = (" AM - ", " PM - ", " AM · ", " PM · ", "AM · ", "PM · ")
_CLOCK = re.compile(r"(?<!\d)(?P<hour>\d{1,2}):(?P<minute>\d{2})[ \u202f\u00a0]?(?P<half>[AP]M)? [-·–] ")
_HEADER = re.compile(
    r"(?:^|\n)[ \t]*(?:Follow(?:ing)?[ \t]*\n\s*)?(?P<name>[^\n@]{0,60}?)[ \t]*(?:\n\s*(?:✔[^\n]{0,3}|Verified account)?\s*)?"
    r"@(?P<handle>[A-Za-z0-9_]{1,15})[ \t]*(?:\n\s*(?:Follow|Replying to[^\n]{0,80})[ \t]*)?(?=\n)"
)
_FOLLOW = re.compile(r"(?:^|\n)[ \t]*Follow(?:ing)?[ \t]*(?=\n)")
_COUNTS = re.compile(
    r"(?:[\s·]*[\d.,KkMm]{1,8})*\s*(?:(?:Re(?:tweets?|plies|ply|posts?)|[Ll]ikes?|Quote Tweets?|Twitter for \w+)[\s\d.,KkMm]{0,20}){1,4}"
)
_VIEW = re.compile(r"\s*(?:View image on Twitter|View photos?|Image will appear as a link|View summary)\s*$")
# How far above the clock the header may stand.
_ROOM = 1500


def find_widgets(text: str) -> list[Found]:
    """Find tweets rendered as widgets, in text order."""
    found: list[Found] = []
    floor = 0
    for clock in _clocks(text):
        widget = _widget(text, clock, floor)
        if widget is not None:
            found.append(widget)
            floor = widget.mark.end
    return found


def _clocks(text: str) -> Iterator[re.Match[str]]:
    if "etweet" not in text and not any(anchor in text for anchor in _CLOCK_ANCHORS):
        return
    yield from _CLOCK.finditer(text)


def _widget(text: str, clock: re.Match[str], floor: int) -> Found | None:
    dated = match_date(text, clock.end())
    if dated is None:
        return None
    header = None
    for header in _HEADER.finditer(text, max(floor, clock.start() - _ROOM), clock.start()):
        pass
    if header is None:
        return None
    start = skip_blank(text, header.end(), clock.start())
    end = text_end(text, start, clock.start())
    view = _VIEW.search(text[start:end])
    end -= len(view.group()) if view else 0
    counts = _COUNTS.match(text, dated[1])
    mark = Mark(
        start=end, end=counts.end() if counts else dated[1], platform="twitter", handle=header["handle"],
        name=printed_name(header["name"]) or None, posted=_at_clock(clock, *dated), form="widget",
    )  # fmt: skip
    return Found(start=start, end=end, mark=mark)


def _at_clock(clock: re.Match[str], day: Moment, end: int) -> Moment:
    """Join a clock and a day into a moment without a zone."""
    hour, minute = int(clock["hour"]), int(clock["minute"])
    if clock["half"]:
        hour = hour % 12 + 12 * (clock["half"] == "PM")
    if day.precision != "day" or hour > 23 or minute > 59:
        return day
    written = clock.string[clock.start() : end].strip()
    return replace(day, at=f"{day.at}T{hour:02}:{minute:02}", precision="minute", as_written=written)
