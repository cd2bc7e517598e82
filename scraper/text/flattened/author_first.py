"""Tweets as the platform's script rendered them, saved as text: the author above, clock and counts below.

::

    Follow
     A Name @handle
    Some text
    9:35 PM - 3 Mar 2016
      12 12 Retweets   9 9 likes

Since 2018 the likes stand above the clock, and below it how many "are talking about this".
The clock is the reader's own, so the instant has no zone.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scraper.text.flattened.clocks import CLOCK, match_clocked_date
from scraper.text.flattened.found_post import Found, Mark, printed_name
from scraper.text.flattened.layout import skip_blank, text_end

if TYPE_CHECKING:
    from scraper.records import Moment

# One of these is in every widget: the counts below it, or the dot before its date.
_DOTS = "-·–"
_SIGNS = ("etweet", "M · ", "talking about this", "Twitter Ads info")
_HEADER = re.compile(
    r"(?:^|(?<=\n)|(?<=\s)(?=Follow))[ \t]{0,12}(?P<follow>Follow(?:ing)?\s{1,12})?"
    r"(?P<name>[^\n@]{0,60}?)[ \t]{0,3}"
    r"(?:\n\s{0,12}(?:✔[^\n]{0,3}|Verified account)?\s{0,12})?@(?P<handle>[A-Za-z0-9_]{1,15})[ \t]{0,3}"
    r"(?:\n\s{0,12}(?:Follow|Replying to[^\n]{0,80})[ \t]{0,3})?(?(follow)(?=\s)|(?=\n))"
)
_COUNTS = re.compile(
    r"[\s\d.,KkMm·]{0,30}(?:(?:Re(?:tweets?|plies|ply|posts?)|[Ll]ikes?|Quote Tweets?|Twitter for \w+"
    r"|(?:people are|person is) talking about this|Twitter Ads info and privacy)"
    r"[\s\d.,KkMm·]{0,30}){1,4}(?<!\s)"
)
# What stands between the text and the clock: a button, since 2018 how many like it.
_VIEW = re.compile(
    r"\s{0,12}(?:View image on Twitter|View photos?|Image will appear as a link|View summary)\s*$"
    r"|\n\s{0,12}[\d.,]{1,9}[KM]?$"
)
# How far above the clock the header may stand.
_ROOM = 1500


def find_widgets(text: str) -> list[Found]:
    """Find tweets rendered as widgets, in text order."""
    found: list[Found] = []
    if "@" not in text or not any(sign in text for sign in _SIGNS):
        return found
    floor = 0
    for clock in CLOCK.finditer(text):
        dated = match_clocked_date(clock) if clock["dot"] in _DOTS else None
        widget = _widget(text, clock, dated, floor) if dated else None
        floor = widget.mark.end if widget else clock.end()
        if widget is not None:
            found.append(widget)
    return found


def _widget(text: str, clock: re.Match[str], dated: tuple[Moment, int], floor: int) -> Found | None:
    header = _header(text, max(floor, clock.start() - _ROOM), clock.start())
    if header is None:
        return None
    start = skip_blank(text, header.end(), clock.start())
    end = text_end(text, start, clock.start())
    view = _VIEW.search(text[start:end])
    end -= len(view.group()) if view else 0
    counts = _COUNTS.match(text, dated[1])
    mark = Mark(
        start=end, end=counts.end() if counts else dated[1], platform="twitter", handle=header["handle"],
        name=printed_name(header["name"].rstrip("✔\ufe0f \t")) or None,
        posted=dated[0], form="widget",
    )  # fmt: skip
    return Found(start=start, end=end, mark=mark)


def _header(text: str, floor: int, end: int) -> re.Match[str] | None:
    """Find the author above a text: the last one behind a "Follow" button, else the first of the room."""
    headers = list(_HEADER.finditer(text, floor, end)) if text.find("@", floor, end) >= 0 else []
    followed = [header for header in headers if header["follow"]]
    return followed[-1] if followed else next(iter(headers), None)
