"""Validate moments, and return their day; shared by all readers of dates."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from email.utils import parsedate_to_datetime
from functools import lru_cache
from typing import TYPE_CHECKING

from scraper.patterns import lazy_regex
from scraper.records import Moment, Precision, Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from scraper.records import Extraction, MomentSource


# Decode the publication time in a post's id.

_EPOCH = datetime(1970, 1, 1)  # noqa: DTZ001 - naive UTC, so that isoformat() prints no offset
DAY_MS = 86_400_000


@dataclass(frozen=True, slots=True, kw_only=True)
class IdClock:
    """The decoding of a platform's ids to milliseconds since 1970 (UTC), none before `since` nor after tomorrow."""

    milliseconds: Callable[[str], int | None]
    since: int
    precision: Precision = "millisecond"

    def moment(self, native_id: str) -> Moment | None:
        """Return the UTC instant in an id, with ``source="id"``; None if it has none."""
        milliseconds = self.milliseconds(native_id)
        if milliseconds is None or not self.since <= milliseconds <= datetime.now(UTC).timestamp() * 1000 + DAY_MS:
            return None
        at = _EPOCH + timedelta(milliseconds=milliseconds)
        units = "milliseconds" if self.precision == "millisecond" else "seconds"
        return Moment(at=f"{at.isoformat(timespec=units)}Z", precision=self.precision, source="id")


def number(native_id: str) -> int | None:
    """Return a positive decimal number of at most 64 bits, or None for other ids."""
    if len(native_id) > 20 or not (native_id.isascii() and native_id.isdigit()):
        return None
    value = int(native_id)
    return value if 0 < value < 1 << 64 else None


def number_in(signs: str, written: str) -> int:
    """Return a number by its digits, which are these signs.

    >>> number_in("01", "101")
    5
    """
    value = 0
    for sign in written:
        value = value * len(signs) + signs.index(sign)
    return value


#: The first and last valid year of an article or post.
YEARS = (1900, 2199)
_AT = lazy_regex(r"(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?Z?)?)?)?", re.ASCII)
#: The first day of Unix time, also west of Greenwich, and of databases.
_UNSET = ("1970-01-01", "1969-12-31", "1900-01-01")

#: How many characters of a printed date to search for its zone.
_LONGEST = 500
#: Newer versions of Python read the hour 24 as the next day, older ones reject it.
_HOUR_24 = lazy_regex(r"[^\d:.,+-]24")
_YEAR_ZERO = lazy_regex(r"(?<=[\s-])0\d{3}(?=\s)")
#: The zone after a clock: "+05:30", "GMT-3", "EDT".
_ZONE = lazy_regex(
    r"(?:\d:\d\d(?::\d\d)?(?:[.,]\d{1,9})?|T\d{4}(?:\d\d)?)(?: ?(?:[AaPp]\.?[Mm]\.?|Uhr|h))? ?\(?"
    r"((?:UTC|GMT)? ?[+−-]\d{1,2}(?::?\d\d)?(?!\d)|[A-Z]{1,5}(?![A-Za-z]))"
)


#: The outlet's day before an instant in UTC; the hours in UTC at which it may be a day earlier or later.
_STATED_DAY = lazy_regex(r"(\d{4}-\d\d-\d\d) \(")
_LATEST_BEFORE, _EARLIEST_BEHIND = 12, 10


def is_possible(at: str | None) -> bool:
    """Return True if a text is an existing year, month, day or instant, in the format of `Moment.at`."""
    found = _AT.fullmatch(at or "")
    if found is None or not YEARS[0] <= int(found[1]) <= YEARS[1]:
        return False
    try:
        date(int(found[1]), int(found[2] or 1), int(found[3] or 1))
        time(int(found[4] or 0), int(found[5] or 0), int(found[6] or 0))
    except ValueError:
        return False
    return True


def iso_instant(text: str) -> datetime | None:
    """Parse a day or instant in ISO 8601 with Python's parser, but reject the hour 24.

    >>> iso_instant("2024-05-01T24:00:00Z"), iso_instant("0001-01-01"), iso_instant("２０２４-05-01")
    (None, None, None)
    """
    if not text.isascii() or _HOUR_24.search(text):
        return None
    try:
        instant = datetime.fromisoformat(text)
    except ValueError:
        return None
    return instant if YEARS[0] <= instant.year <= YEARS[1] else None


def in_utc(instant: datetime) -> str | None:
    """Return an instant in UTC to the second; None where it has no zone, or is outside of the calendar.

    >>> in_utc(datetime.fromisoformat("2020-02-02T10:00:00.5+01:00")), in_utc(datetime(2020, 2, 2))  # noqa: DTZ001
    ('2020-02-02T09:00:00Z', None)
    """
    try:
        return f"{instant.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}" if instant.tzinfo else None
    except OverflowError:
        return None


def to_the_second(instant: datetime | None, source: MomentSource, as_written: str) -> Moment | None:
    """Return the moment of an instant: in UTC, or without a zone where it has none."""
    at = instant and (in_utc(instant) if instant.tzinfo else f"{instant:%Y-%m-%dT%H:%M:%S}")
    return Moment(at=at, precision="second", source=source, as_written=as_written) if at else None


def since_1970(seconds: float, source: MomentSource, as_written: str | None = None) -> Moment:
    """Return the moment that is some seconds after the beginning of 1970 in UTC."""
    at = in_utc(datetime.fromtimestamp(seconds, UTC))
    return Moment(at=at, precision="second", source=source, as_written=as_written)


def mail_instant(written: str) -> datetime | None:
    """Parse a mail or RSS date; None for a year such as 0001, which Python's parser takes for 2001."""
    if not written.isascii() or _YEAR_ZERO.search(written):
        return None
    try:
        instant = parsedate_to_datetime(written)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return instant if YEARS[0] <= instant.year <= YEARS[1] else None


def is_unset(moment: Moment) -> bool:
    """Return True for the days that software prints for a date that was never set.

    >>> from scraper.records import Moment
    >>> is_unset(Moment(at="1970-01-01T00:00:00Z", precision="second", source="feed"))
    True
    """
    return (moment.at or "").startswith(_UNSET)


def day_of(moment: Moment | None) -> str | None:
    """Return the day ``YYYY-MM-DD`` of a moment; None for a lower precision."""
    at = moment.at if moment else None
    return at[:10] if at is not None and len(at) >= len("2020-02-01") else None


def days_apart(moment: Moment, other: Moment) -> int | None:
    """Return by how many local days a moment is later than another; None where one has no day."""
    one, two = local_day(moment), local_day(other)
    return (date.fromisoformat(one) - date.fromisoformat(two)).days if one and two else None


def local_day(moment: Moment | None) -> str | None:
    """Return the outlet's local day, by the offset in the printed form; None without a day.

    A time without an offset has its own day; if the printed form has no offset, the day is that in UTC.
    """
    if moment is None or moment.at is None:
        return None
    return _local_day(moment.at, (moment.as_written or "")[:_LONGEST])


def local_to(moment: Moment, others: Iterable[Moment], day: Moment) -> Moment | None:
    """Return a moment in UTC with the outlet's local day next to its own; None if no zone (of `others`) explains it."""
    same = next((other for other in others if other.at == moment.at), None)
    local, at = local_day(day), moment.at or ""
    if same or local is None or not at.endswith("Z") or _minutes_ahead(moment.as_written or ""):
        return same
    hour, is_before = int(at[11:13]), local < at[:10]
    if hour >= _EARLIEST_BEHIND if not is_before else hour < _LATEST_BEFORE:
        return replace(moment, as_written=f"{local} ({moment.as_written})")
    return None


@lru_cache(maxsize=4096)
def _local_day(at: str, written: str) -> str | None:
    day = at[:10] if len(at) >= len("2020-02-01") else None
    if stated := _STATED_DAY.match(written):
        return stated[1]
    ahead = _minutes_ahead(written) if at.endswith("Z") else None
    if not ahead or day is None or not is_possible(at):
        return day
    instant = datetime.combine(date.fromisoformat(day), time(int(at[11:13]), int(at[14:16])))
    return (instant + timedelta(minutes=ahead)).date().isoformat()


def _minutes_ahead(written: str) -> int | None:
    """Return the UTC offset of a printed date in minutes; None if unknown."""
    zones = _ZONE.findall(written)
    if not zones or zones[-1].upper() in {"Z", "UTC", "GMT"}:
        return None
    from scraper.values.dates.clock import zone_offset  # its patterns take 0.1 s

    return zone_offset(zones[-1])


def rejected(moment: Moment) -> Moment:
    """Return the rest of a moment with an impossible time: the printed form."""
    return replace(moment, at=None, precision=None, as_written=moment.as_written or moment.at)


def possible(moment: Moment | None) -> Moment | None:
    """Return a moment unchanged if its time exists; else the printed form only."""
    return moment if moment is None or moment.at is None or is_possible(moment.at) else rejected(moment)


def with_possible_dates(extraction: Extraction) -> Extraction:
    """Return a record without its impossible dates, each replaced by a problem."""
    wrong = tuple(_impossible(extraction))
    if not wrong:
        return extraction
    about = extraction.article
    return replace(
        extraction,
        article=replace(about, published=possible(about.published), modified=possible(about.modified)),
        embeds=tuple(
            replace(embed, entry=possible(embed.entry), post=replace(embed.post, posted=possible(embed.post.posted)))
            for embed in extraction.embeds
        ),
        quotes=tuple(replace(quote, entry=possible(quote.entry)) for quote in extraction.quotes),
        loaded=tuple(
            replace(each, post=replace(each.post, posted=possible(each.post.posted))) for each in extraction.loaded
        ),
        problems=(*extraction.problems, *wrong),
    )


def _impossible(extraction: Extraction) -> Iterator[Problem]:
    about = extraction.article
    named = [("published", about.published), ("modified", about.modified)]
    posts = [embed.post for embed in extraction.embeds] + [each.post for each in extraction.loaded]
    named += [("posted", post.posted) for post in posts]
    named += [("entry", embed.entry) for embed in extraction.embeds]
    named += [("entry", quote.entry) for quote in extraction.quotes]
    for name, moment in named:
        if moment is not None and moment.at is not None and not is_possible(moment.at):
            message = f"{name}: {moment.at[:100]!r} is no possible date"
            yield Problem(step="source", kind="impossible-date", message=message)
