"""The clock that some embeds print before the day: ``9:35 PM - 3 Mar 2016``, ``7:49 PM ∙ Mar 31, 2023``.

Twitter's widgets show the reader's own clock, newsletters the one of their server: the instant has no zone.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scraper.values.dates import match_date, with_clock

if TYPE_CHECKING:
    from scraper.records import Moment

CLOCK = re.compile(
    r"(?<!\d)(?P<hour>\d{1,2}):(?P<minute>\d{2})[ \u202f\u00a0]?(?P<half>[AP]M)?"
    r"[ \u202f\u00a0](?P<dot>[-·–∙•]) "
)


def match_clocked_date(clock: re.Match[str]) -> tuple[Moment, int] | None:
    """Read the day behind a clock; both make a moment without a zone, given with its end."""
    dated = match_date(clock.string, clock.end())
    if dated is None:
        return None
    day, end = dated
    moment = with_clock(day, clock, clock.string[clock.start() : end].strip())
    return (moment, end) if moment else dated
