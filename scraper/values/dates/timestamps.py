"""Parse timestamps: ISO 8601, and the format of C's ctime, which Twitter's API uses."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from scraper.patterns import lazy_regex
from scraper.records import Moment, Precision
from scraper.values.moments import iso_instant

_ISO = lazy_regex(
    r"(?P<day>\d{4}-\d{2}-\d{2}|\d{8})"
    r"(?P<time>[T ]\d{2}:?\d{2}(?P<second>:?\d{2}(?P<fraction>[.,]\d{1,9})?)?)?"
    r" ?(?P<zone>Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?",
    re.ASCII | re.IGNORECASE,
)
_IN_PROSE = lazy_regex(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}(?!\d))?", re.ASCII)
_CTIME = lazy_regex(
    r"([A-Z][a-z]{2} {1,2}\d{1,2}) (\d{2}:\d{2}:\d{2}(?: (?:UTC|GMT)?[+-]\d{4}| [A-Z]{3,4})?) (\d{4})\Z", re.ASCII
)


def read_iso(text: str) -> Moment | None:
    """Parse a text that is an ISO 8601 date or time; without a zone the moment has none either.

    Digits after the millisecond are dropped. A zone without a time gives None.

    >>> read_iso("2020-02-01T03:04:05+01:00").at
    '2020-02-01T02:04:05Z'
    >>> read_iso("2020-02-01 03:04").at
    '2020-02-01T03:04'
    """
    found = _ISO.fullmatch(text)
    if found is None or (found["zone"] and not found["time"]):
        return None
    zone = found["zone"] or ""
    if zone.isalpha():
        zone = "+00:00"
    instant = iso_instant(f"{found['day']}{found['time'] or ''}{zone}")
    if instant is None:
        return None
    return _moment(instant.astimezone(UTC) if zone else instant, _precision(found), text)


def match_iso(text: str, pos: int) -> tuple[Moment, int] | None:
    """Parse the timestamp that begins exactly at `pos`; return the moment and the offset of its end.

    >>> match_iso("2020-02-01T03:04:05.006ZThe next", 0)[1]
    24
    """
    found = _IN_PROSE.match(text, pos)
    moment = read_iso(found.group()) if found else None
    return (moment, found.end()) if found and moment else None


def _precision(found: re.Match[str]) -> Precision:
    if found["fraction"]:
        return "millisecond"
    if found["second"]:
        return "second"
    return "minute" if found["time"] else "day"


def _moment(instant: datetime, precision: Precision, text: str) -> Moment:
    if precision == "day":
        at = instant.date().isoformat()
    else:
        at = instant.replace(tzinfo=None).isoformat(timespec=f"{precision}s") + ("Z" if instant.tzinfo else "")
    return Moment(at=at, precision=precision, source="printed", as_written=text)


def year_before_clock(text: str) -> str:
    """Move the year of a ctime timestamp before its clock; other texts are returned unchanged.

    >>> year_before_clock("Sat Feb 01 03:04:05 +0000 2020")
    'Sat Feb 01 2020 03:04:05 +0000'
    """
    return _CTIME.sub(r"\1 \3 \2", text)
