"""Parse dates as people and platforms print them, in the languages of the world.

One table has the month names of all languages from CLDR, because a page's language does not predict the
language of the dates in it. Nothing is guessed: two-digit years, ``03/04/2020``, days that do not exist and
missing years give None.
"""

from __future__ import annotations

import re
import sys
from datetime import UTC
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from scraper.patterns import lazy_regex
from scraper.records import Moment, Precision
from scraper.values.dates.clock import clock_before_day, clock_behind_day, moment_of, with_clock
from scraper.values.dates.grammar import find_day, read_month, skip_weekday
from scraper.values.moments import iso_instant

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["date_of_line", "match_date", "parse_date", "with_clock", "word_starts"]

# Most characters of a date with weekday, clock, zone and label; longer text is prose.
_LONGEST = 200
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
_MARKS = lazy_regex(r"[\u200b-\u200f\u061c\u202a-\u202e\u2060\u2066-\u2069\ufeff]+")
_YEAR_ALONE = lazy_regex(r"(?:19|20|21)\d{2}")
_WORD_START = lazy_regex(r"(?<![^\W_])[^\W_]")
_AROUND = " .,;:|·•∙●▪–—-]"
#: After the date of an edition: a clock, or the name of the edition.
_AFTER_DATE = lazy_regex(
    r"[^.!?]{0,20}\d{1,2}:\d\d|[^.!?]{0,40}\b(?:edition|ausgabe|édition|edición|editie|final)\b", re.IGNORECASE
)
# An unknown zone, the country of the clock ("06:37, UK"), "o'clock", the app of a tweet.
_TAIL = lazy_regex(r"[A-Z]{2,5}|Uhr|hrs?|h|Twitter [\w ]{1,30}")


def match_date(text: str, pos: int) -> tuple[Moment, int] | None:
    """Parse the date that begins exactly at `pos`, with any clock time before or after it.

    This is for running text. Text glued to the year is not part of the date (``2020The``, ``202015``), a line
    break may separate two parts, bidi marks and all kinds of spaces are skipped. Day, month and year are
    required. A call takes some microseconds.

    Returns the moment and the offset after it (with the dot of a Hungarian day, the ``г.`` of a Russian year,
    the zone of a clock); None without a complete and possible date.
    """
    return _match(text, pos, tied=True)


def _match(text: str, pos: int, *, tied: bool) -> tuple[Moment, int] | None:
    marks = _MARKS.match(text, pos)
    begin = marks.end() if marks else pos
    stamp = _IN_PROSE.match(text, begin) if text.startswith("T", begin + len("2020-02-01")) else None
    if stamp and (moment := _read_iso(stamp[0])):
        return moment, stamp.end()
    day = find_day(text, begin)
    if day:
        clock = clock_behind_day(text, day.end, tied=tied)
        end = clock.end if clock else day.end
    else:
        clock = clock_before_day(text, begin)
        day = find_day(text, clock.end) if clock else None
        if day is None:
            return None
        end = day.end
    return moment_of(day.date, clock, text[begin:end]), end


@lru_cache(maxsize=64)  # that of an embed is compared with its id, too
def parse_date(raw: str) -> Moment | None:
    """Parse a text that is a date: ISO 8601, a printed date with or without clock, a month, a year.

    A short label before the date (``Published on``) and a weekday after it are skipped. The moment has the
    printed precision and the stripped text as ``as_written``; None if it is not a date or could mean several
    days.

    >>> parse_date("8 de enero de 2019").at
    '2019-01-08'
    >>> parse_date("Nov 14, 2015 at 11:17pm PST").at
    '2015-11-15T07:17Z'
    >>> parse_date("03/04/2020") is None
    True
    """
    written = raw.strip()
    if not written or len(written) > _LONGEST or not any(sign.isdecimal() for sign in written):
        return None
    plain = " ".join(_MARKS.sub("", written).split())
    found = _by_table(plain)
    return found and Moment(at=found.at, precision=found.precision, source="printed", as_written=written)


def date_of_line(line: str) -> str | None:
    """Return the date in a line that a press database prints with a weekday, a clock or an edition after it.

    >>> date_of_line("May 21, 2000, Sunday, Final Edition"), date_of_line("May 21, 2000 was a Sunday.")
    ('May 21, 2000', None)
    """
    line = line.strip()
    if parse_date(line):
        return line
    found = match_date(line, 0) if len(line) < _LONGEST // 2 else None
    if found is None:
        return None
    after = len(line) - len(line[found[1] :].lstrip(" ,"))
    is_edition = skip_weekday(line, after) > after or _AFTER_DATE.match(line, found[1])
    return line[: found[1]] if is_edition else None


def _by_table(plain: str) -> Moment | None:
    if _YEAR_ALONE.fullmatch(plain):
        return Moment(at=plain, precision="year", source="printed")
    found = _read_iso(plain) or _whole(_CTIME.sub(r"\1 \3 \2", plain))  # the year before the clock
    if found:
        return found
    month = read_month(plain)
    return Moment(at=month, precision="month", source="printed") if month else None


def _read_iso(text: str) -> Moment | None:
    """Parse a text that is an ISO 8601 date or time; without a zone the moment has none either.

    Digits after the millisecond are dropped. A zone without a time gives None.

    >>> _read_iso("2020-02-01T03:04:05+01:00").at, _read_iso("2020-02-01 03:04").at
    ('2020-02-01T02:04:05Z', '2020-02-01T03:04')
    """
    found = _ISO.fullmatch(text)
    if found is None or (found["zone"] and not found["time"]):
        return None
    zone = "+00:00" if (found["zone"] or "").isalpha() else found["zone"] or ""
    instant = iso_instant(f"{found['day']}{found['time'] or ''}{zone}")
    if instant is None:
        return None
    if not found["time"]:
        return Moment(at=instant.date().isoformat(), precision="day", source="printed", as_written=text)
    precision: Precision = "millisecond" if found["fraction"] else "second" if found["second"] else "minute"
    instant = instant.astimezone(UTC) if zone else instant
    at = instant.replace(tzinfo=None).isoformat(timespec=f"{precision}s") + ("Z" if zone else "")
    return Moment(at=at, precision=precision, source="printed", as_written=text)


def _whole(plain: str) -> Moment | None:
    """Parse a date that fills the text, except a label before it and a weekday or full stop after it."""
    for begin in (0, *word_starts(plain, 1, 60)):
        found = _match(plain, begin, tied=False)
        if found and _is_noise(plain, found[1]):
            return found[0]
    return None


def word_starts(text: str, start: int = 0, end: int = sys.maxsize, most: int = 8) -> Iterator[int]:
    """Yield the offsets of the first words and numbers in a range, where a date may begin."""
    return (found.start() for found in islice(_WORD_START.finditer(text, start, end), most))


def _is_noise(plain: str, pos: int) -> bool:
    """Return True if only a weekday, a bracket, a zone or "o'clock" follows the date."""
    rest = plain[pos:].strip(_AROUND)
    if rest[:1] in {"(", "（"} and rest[-1:] in {")", "）"}:
        return True
    return not rest or _TAIL.fullmatch(rest) is not None or skip_weekday(rest, 0) == len(rest)
