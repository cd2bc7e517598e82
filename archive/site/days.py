"""Days gathered into the bars of a chart: from days to centuries, whichever are few enough to read.

Centuries are no joke: one wrongly printed date stretches the line of time, and must not make a page of bars.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from archive.site.words import MONTHS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Unit = Literal["day", "week", "month", "year", "decade", "century"]
LEAST_BARS = 12
DAYS_IN: dict[Unit, float] = {"day": 1, "week": 7, "month": 30.44, "year": 365.25, "decade": 3652.5, "century": 36525}
YEARS_IN: dict[Unit, int] = {"year": 1, "decade": 10, "century": 100}


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: what happened in one unit of time.

    Attributes:
        start: Its first day.
        end: Its last day.
        label: Its name in words.
        above: The number above the line.
        below: The number below it.
    """

    start: date
    end: date
    label: str
    above: int
    below: int


def bars(rows: Iterable[dict[str, Any]], most: int, above: str, below: str = "") -> tuple[Unit, list[Bar]]:
    """Gather rows with a ``day`` into at most about `most` bars without gaps.

    Args:
        rows: Each with ``day`` (ISO 8601) and the numbers.
        most: How many bars may stand in a row.
        above: The column counted above the line.
        below: The column counted below it; empty where only one is counted.
    """
    counted = [(day, *_numbers(row, above, below)) for row in rows if (day := _day(row["day"])) is not None]
    if not counted:
        return "day", []
    first, last = min(day for day, *_ in counted), max(day for day, *_ in counted)
    unit = _unit((last - first).days + 1, most)
    sums = {start: [0, 0] for start in _starts(first, last, unit)}
    for day, up, down in counted:
        pair = sums[_start(day, unit)]
        pair[0] += up
        pair[1] += down
    return unit, [Bar(start, _end(start, unit), label(start, unit), *pair) for start, pair in sorted(sums.items())]


def without_day(rows: Iterable[dict[str, Any]], above: str, below: str = "") -> tuple[int, int]:
    """Return the two numbers of the rows that have no whole day: these are in no bar.

    >>> without_day([{"day": "2024-05", "posts": 2, "articles": None}], "posts", "articles")
    (2, 0)
    """
    lost = [_numbers(row, above, below) for row in rows if _day(row["day"]) is None]
    return sum(up for up, _ in lost), sum(down for _, down in lost)


def _numbers(row: dict[str, Any], above: str, below: str) -> tuple[int, int]:
    """Return what a row counts above the line and below it."""
    return row[above] or 0, (row[below] or 0) if below else 0


def label(start: date, unit: Unit) -> str:
    """Name a unit of time.

    >>> label(date(2024, 5, 6), "week"), label(date(2024, 5, 1), "month")
    ('Week of 6 May 2024', 'May 2024')
    """
    month = MONTHS[start.month - 1]
    if unit in YEARS_IN:
        return {"year": f"{start.year}", "decade": f"{start.year}s"}.get(unit, f"{start.year}–{start.year + 99}")
    if unit == "month":
        return f"{month} {start.year}"
    return f"{'Week of ' if unit == 'week' else ''}{start.day} {month} {start.year}"


@lru_cache(maxsize=20_000)
def _day(text: str | None) -> date | None:
    try:
        return date.fromisoformat(text or "")
    except ValueError:
        return None


def _unit(days: int, most: int) -> Unit:
    return next((unit for unit in DAYS_IN if days / DAYS_IN[unit] <= most), "century")


@lru_cache(maxsize=20_000)
def _start(day: date, unit: Unit) -> date:
    if unit == "day":
        return day
    if unit == "week":
        return day - timedelta(days=min(day.weekday(), (day - date.min).days))
    if unit == "month":
        return day.replace(day=1)
    return date(max(1, day.year // YEARS_IN[unit] * YEARS_IN[unit]), 1, 1)


def _starts(first: date, last: date, unit: Unit) -> Iterator[date]:
    """Yield every start from first to last; a short row is widened, so that a bar stays a bar."""
    start, end = _start(first, unit), _start(last, unit)
    if unit == "day" and (missing := LEAST_BARS - (end - start).days - 1) > 0:
        room = min(missing // 2, (start - date.min).days), min(missing - missing // 2, (date.max - end).days)
        start, end = start - timedelta(days=room[0]), end + timedelta(days=room[1])
    while start <= end:
        yield start
        try:
            start = _next(start, unit)
        except (OverflowError, ValueError):  # the calendar ends with the year 9999
            return


def _end(start: date, unit: Unit) -> date:
    try:
        return _next(start, unit) - timedelta(days=1)
    except (OverflowError, ValueError):  # as above
        return date.max


def _next(start: date, unit: Unit) -> date:
    if unit == "month":
        return start.replace(year=start.year + start.month // 12, month=start.month % 12 + 1)
    if unit in YEARS_IN:
        return date(start.year // YEARS_IN[unit] * YEARS_IN[unit] + YEARS_IN[unit], 1, 1)
    return start + timedelta(days=int(DAYS_IN[unit]))
