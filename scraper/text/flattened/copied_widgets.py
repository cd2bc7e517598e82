"""Find tweets copied from a browser: name, handle and "· Follow" above the text, the clock below.

Since 2021 the widget prints, on lines of their own or on one line::

    A Name
    @handle
    ·
    Follow
    Some text
    9:30 PM · Mar 3, 2021
    ·
    Twitter for iPhone
    1.2K
    Reply
    Copy link
    Read 34 replies

The clock is the reader's own, so the instant has no time zone.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from scraper.text.flattened.dash_attributions import CLOCK, match_clocked_date
from scraper.text.flattened.found_post import Attribution, FoundPost, printed_name
from scraper.text.flattened.layout import skip_blank, text_end
from scraper.values.dates import match_date

if TYPE_CHECKING:
    from scraper.records import Moment

_BUTTON = (
    r"(?:Follow(?:ing)?|Folgen|Folge ich|Suivre|Seguir|Segui|Volgen|Följ|Følg|Seuraa|Obserwuj|Sledovat|Ikuti"
    r"|Takip et|Читать|Читати|متابعة|フォロー(?:する)?|팔로우(?:하기)?|关注|跟隨)"
)
_HEADER = re.compile(
    rf"@(?P<handle>[A-Za-z0-9_]{{1,15}})\s{{0,6}}·\s{{0,6}}{_BUTTON}(?=\s)"
    r"(?:\s{1,6}Replying to[^\n]{1,80}(?=\n))?"
)
_NAME_ROOM = 120
_CHECKED = re.compile(r"\s*(?:✔\ufe0f?|✓|Verified account)?\s*$")
_SENTENCE = re.compile(r"[.!?:…][\"”»’)]?\s")
#: The clock in any language; that of `CLOCK` is understood, of the others only the day.
_CLOCK = re.compile(r"(?<![\d:])\d{1,2}[:.]\d{2}(?:[ \u202f\u00a0][^\n\d·@]{1,12}?)?[ \u202f\u00a0]?· ?")
_ROOM = 4_000
_DOT = re.compile(r"\s*·\s*$")
_VIEW = re.compile(r"\s{1,12}(?:View (?:image|photo|media|video)[^\n]{0,20}|Watch on (?:Twitter|X))\s*$")
#: What stands below the clock: the app, numbers, buttons.
_BELOW = re.compile(
    r"(?:[\s·]{0,12}(?:Twitter (?:for|Web) [\w ]{1,20}"
    r"|[\d.,]{1,9}[KM]?(?: (?:Views|Likes?|Re(?:posts?|tweets?|plies)))?"
    r"|Likes?|Reply|Views|Share(?: this (?:post|Tweet))?|Copy link(?: to (?:post|Tweet))?"
    r"|Read (?:\d[\d.,KM]* )?repl(?:y|ies)|Read more on (?:Twitter|X)"
    r"|Explore what[’']s happening on (?:Twitter|X))(?=\s*(?:[\n·]|$)))+"
)


def find_copied_widgets(text: str) -> list[FoundPost]:
    """Find tweets copied from a browser; return them in text order.

    >>> (found,) = find_copied_widgets("Ada Ex @ada · Follow Snow at last 9:30 PM · Mar 3, 2021")
    >>> found.attribution.name, found.attribution.handle, found.start, found.end
    ('Ada Ex', 'ada', 21, 33)
    """
    found: list[FoundPost] = []
    headers = list(_HEADER.finditer(text)) if "·" in text and "@" in text else []
    for n, header in enumerate(headers):
        limit = headers[n + 1].start() if n + 1 < len(headers) else len(text)
        clock = _clock(text, header.end(), min(limit, header.end() + _ROOM))
        if clock is not None:
            found.append(_post(text, header, clock, floor=found[-1].outer_end if found else 0))
    return found


class _Clock(NamedTuple):
    """The clock below a tweet: its offsets and the moment."""

    start: int
    end: int
    posted: Moment


def _clock(text: str, start: int, limit: int) -> _Clock | None:
    """Return the first clock with a day."""
    for found in _CLOCK.finditer(text, start, limit):
        clock = CLOCK.match(text, found.start())
        dated = (match_clocked_date(clock) if clock else None) or match_date(text, found.end())
        if dated is not None:
            return _Clock(found.start(), dated[1], dated[0])
    return None


def _post(text: str, header: re.Match[str], clock: _Clock, *, floor: int) -> FoundPost:
    start = skip_blank(text, header.end(), clock.start)
    end = text_end(text, start, clock.start)
    for last in (_DOT, _VIEW):
        end = start + len(last.sub("", text[start:end]))
    name_start, name = _name(text, max(floor, header.start() - _NAME_ROOM), header.start())
    below = _BELOW.match(text, clock.end)
    attribution = Attribution(
        start=name_start,
        end=below.end() if below else clock.end,
        platform="twitter",
        handle=header["handle"],
        name=name,
        posted=clock.posted,
        form="widget",
    )
    return FoundPost(start=start, end=end, attribution=attribution)


def _name(text: str, floor: int, end: int) -> tuple[int, str | None]:
    """Return the offset and the words of the name before a handle, in its line or in the one above."""
    above = _CHECKED.sub("", text[floor:end])
    begin = above.rfind("\n") + 1
    if text.find("\n", floor + len(above), end) < 0:  # in the line of the handle, behind prose
        sentences = list(_SENTENCE.finditer(above, begin))
        begin = sentences[-1].end() if sentences else begin
    raw = above[begin:].strip()
    return floor + begin + (len(above[begin:]) - len(above[begin:].lstrip())), printed_name(raw) or None
