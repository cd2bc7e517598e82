"""Round dates and round numbers, at which the lines and names of a chart stand."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from math import floor, log10
from typing import TYPE_CHECKING

from archive.site.words import MONTHS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from archive.site.days import Unit


@dataclass(frozen=True, slots=True)
class Step:
    """Dates that follow one another, all of one kind.

    Attributes:
        least: The fewest days between two of them.
        room: How wide the name of one is, in pixels.
        days: Which days of a month they are; none where a step is whole months.
        months: How many months lie between two of them.
    """

    least: int
    room: int
    days: tuple[int, ...] = ()
    months: int = 0


_YEARS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
STEPS = (
    Step(1, 84, days=tuple(range(1, 32))),
    Step(4, 84, days=(1, 5, 10, 15, 20, 25)),
    Step(13, 84, days=(1, 15)),
    *(Step(least, 76, months=months) for least, months in ((28, 1), (90, 3), (181, 6))),
    *(Step(365 * years, 44, months=12 * years) for years in _YEARS),
)
#: The finest step that names the bars of a unit.
_FINEST: dict[Unit, int] = {"day": 0, "week": 0, "month": 28, "year": 365, "decade": 3650, "century": 36500}


def round_dates(first: date, last: date, unit: Unit, width: float) -> list[tuple[date, str]]:
    """Return the round dates between two days whose names fit side by side, each with its name.

    >>> [name for _, name in round_dates(date(2023, 11, 20), date(2024, 12, 3), "week", 912)]
    ['Jan 2024', 'Apr 2024', 'Jul 2024', 'Oct 2024']
    >>> [name for _, name in round_dates(date(2024, 4, 24), date(2024, 5, 6), "day", 292)]
    ['25 Apr 2024', '1 May 2024', '5 May 2024']
    >>> [name for _, name in round_dates(date(1998, 7, 1), date(2026, 1, 1), "year", 292)]
    ['2000', '2005', '2010', '2015', '2020', '2025']
    """
    each = width / ((last - first).days + 1)
    fitting = (step for step in STEPS if step.least >= _FINEST[unit] and step.least * each >= step.room)
    step = next(fitting, STEPS[-1])
    return [(day, _name(day, step)) for day in _dates(first, last, step)]


def _dates(first: date, last: date, step: Step) -> Iterator[date]:
    if step.days:
        every = (first + timedelta(days=n) for n in range((last - first).days + 1))
        yield from (day for day in every if day.day in step.days)
        return
    month = 12 * first.year + first.month - 1
    for count in range(-(-month // step.months) * step.months, 12 * last.year + last.month, step.months):
        day = date(count // 12, count % 12 + 1, 1)
        if first <= day <= last:
            yield day


def _name(day: date, step: Step) -> str:
    if step.months >= 12:
        return str(day.year)
    month = f"{MONTHS[day.month - 1][:3]} {day.year}"
    return f"{day.day} {month}" if step.days else month


def round_step(most: float) -> float:
    """Return the distance of at most four lines that are round numbers, for a number above zero.

    >>> [round_step(most) for most in (0.4, 1, 3, 7, 40, 1203)]
    [0.1, 0.5, 1.0, 2.0, 10.0, 500.0]
    """
    power = 10.0 ** floor(log10(most / 4))
    return next(power * n for n in (1, 2, 5, 10) if most / (power * n) <= 4 + 1e-9)


def tenths(number: float) -> str:
    """Return a length as a drawing has it: in tenths of a pixel, at most.

    >>> tenths(12.04), tenths(12.06)
    ('12', '12.1')
    """
    return f"{number:.1f}".removesuffix(".0")
