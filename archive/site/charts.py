"""Charts as SVG, made on the server: bars above and below one line of time, each a link to its rows.

Scaled down to a phone, the labels of a drawing are unreadable. So each chart is drawn twice, wide and narrow, and
the style sheet shows one. A description and a table of its figures follow, for screen readers and keyboards: the
drawings are hidden from them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache
from math import ceil, floor, log10
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Literal

from markupsafe import Markup

from archive.humanize import counted
from archive.site.words import MONTHS, filled
from archive.site.words import name as shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from archive.site.site import Site

    Rows = Iterable[dict[str, Any]]


# Round dates and numbers for the grid lines and labels of a chart.


@dataclass(frozen=True, slots=True)
class Step:
    """Dates `least` days apart or more, on `days` of a month or every `months`, with names `room` pixels wide."""

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


# Days gathered into the bars of a chart: from days to centuries, whichever are few enough to read.

Unit = Literal["day", "week", "month", "year", "decade", "century"]
LEAST_BARS = 12
DAYS_IN: dict[Unit, float] = {"day": 1, "week": 7, "month": 30.44, "year": 365.25, "decade": 3652.5, "century": 36525}
YEARS_IN: dict[Unit, int] = {"year": 1, "decade": 10, "century": 100}


@dataclass(frozen=True, slots=True)
class Bar:
    """What happened in one unit of time, from its first to its last day: the numbers above and below the line."""

    start: date
    end: date
    label: str
    above: int
    below: int


#: The numbers above and below the line by day; under None, those without a whole day.
Days = dict["date | None", list[int]]


def by_day(rows: Iterable[dict[str, Any]], above: str, below: str = "") -> Days:
    """Add up the columns `above` and `below` of rows by their ``day`` (ISO 8601).

    >>> by_day([{"day": "2024-05", "posts": 2, "articles": None}], "posts", "articles")
    {None: [2, 0]}
    """
    sums: Days = {}
    for row in rows:
        pair = sums.setdefault(_day(row["day"]), [0, 0])
        pair[0] += row[above] or 0
        if below:
            pair[1] += row[below] or 0
    return sums


def bars(days: Days, most: int) -> tuple[Unit, list[Bar]]:
    """Gather days into about `most` bars without gaps."""
    counted = [(day, up, down) for day, (up, down) in days.items() if day is not None]
    if not counted:
        return "day", []
    first, last = min(counted)[0], max(counted)[0]
    unit: Unit = next((unit for unit in DAYS_IN if ((last - first).days + 1) / DAYS_IN[unit] <= most), "century")
    sums = {start: [0, 0] for start in _starts(first, last, unit)}
    for day, up, down in counted:
        pair = sums[_start(day, unit)]
        pair[0] += up
        pair[1] += down
    return unit, [Bar(start, _end(start, unit), label(start, unit), *pair) for start, pair in sorted(sums.items())]


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


LEFT, RIGHT, TOP, BOTTOM = 40, 8, 14, 26
WIDEST_BAR = 34
#: What is there at all is seen.
LEAST_HEIGHT = 1
#: Gives the address of the rows of a span of days, from its first to its last.
Link = Callable[["date", "date"], str]
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Size:
    """The measure of a drawing, in units that are pixels at full width."""

    name: str
    width: int
    height: int
    most: int

    @property
    def inner(self) -> int:
        """Return the width of all bars together."""
        return self.width - LEFT - RIGHT


WIDE = Size("wide", 960, 260, 120)
NARROW = Size("narrow", 340, 220, 48)
#: Charts without a larger number are drawn low.
LOW = 3
#: Above the rows of a list.
STRIPS = Size("wide", 960, 96, 120), Size("narrow", 340, 84, 48)


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart in both sizes, with its title (`finding`), its description (`says`) and the table of its figures.

    `drawing` is empty for fewer than two values. `above` and `below` are plural nouns; `below` may be empty.
    """

    drawing: Markup
    finding: str
    says: str
    unit: Unit
    bars: list[Bar]
    above: str
    below: str
    links: dict[str, Link]

    def rows(self, noun: str, bar: Bar) -> str | None:
        """Return the URL of the rows of a bar, if it has any."""
        number = bar.above if noun == self.above else bar.below
        return self.links[noun](bar.start, bar.end) if number and noun in self.links else None


def chart(  # noqa: PLR0913 - what is drawn, what is not, and where it leads
    rows: Iterable[dict[str, Any]],
    above: str = "posts",
    below: str = "articles",
    *,
    undated: Pair = (0, 0),
    older: Pair = (0, 0),
    links: dict[str, Link] | None = None,
    is_strip: bool = False,
) -> Chart | None:
    """Draw one or two numbers over time; None where there is nothing, with a day or without.

    `rows` have ``day`` and the columns `above` and `below`, plural nouns. `undated` and `older` count what is not
    drawn: without a known day, and from before the rows. `links` return the URL of a span of days, by noun.
    """
    days, nouns = by_day(rows, above, below), (above, below)
    unit, wide = bars(days, WIDE.most)
    is_low = is_strip or all(bar.above <= LOW and bar.below <= LOW for bar in wide)
    wide_size, narrow_size = STRIPS if is_low else (WIDE, NARROW)
    lost = days.get(None, [0, 0])
    missing = (undated[0] + lost[0], undated[1] + lost[1])
    full = [bar for bar in wide if bar.above or bar.below]
    if not full and not any(missing):
        return None
    says = " ".join(_sentences(unit, full, nouns, missing, older))
    made = Chart(Markup(), _finding(unit, full, nouns), says, unit, full, above, below, links or {})
    if len(full) < 2:  # one value is no chart
        return made
    narrow_unit, narrow = bars(days, narrow_size.most)
    drawing = _draw_bars(wide, unit, wide_size, made) + _draw_bars(narrow, narrow_unit, narrow_size, made)
    return replace(made, drawing=drawing)


def chart_of_latest(
    days: list[dict[str, Any]], undated: dict[str, Any], totals: Pair, nouns: tuple[str, str], links: dict[str, Link]
) -> Chart | None:
    """Draw the latest of two numbers: `undated` has those of them without a day, `totals` all that there are."""
    lost = {noun: undated.get(noun) or 0 for noun in nouns}
    older = [
        without(total, [lost[noun], *(day[noun] for day in days)]) for noun, total in zip(nouns, totals, strict=True)
    ]
    return chart(days, *nouns, undated=(lost[nouns[0]], lost[nouns[1]]), older=(older[0], older[1]), links=links)


def without(total: int, shown: Iterable[int | None]) -> int:
    """Return how many of all are not among those shown, by the day.

    >>> without(12, [3, None, 4]), without(0, [1])
    (5, 0)
    """
    return max(0, total - sum(number or 0 for number in shown))


def rows_between(site: Site, table: str, column: str, **filters: Any) -> Link:
    """Return a function that returns the URL of the rows of a table within a span of days."""

    def address(first: date, last: date) -> str:
        after = "" if last == last.max else (last + timedelta(days=1)).isoformat()
        return site.table(table, **filters, **{f"{column}__gte": first.isoformat(), f"{column}__lt": after})

    return address


def share(number: int, most: int) -> Markup:
    """Draw one number as a bar, relative to the largest of its column; nothing where all are small."""
    if most < LOW:
        return Markup()
    percent = round(100 * number / most, 1)
    return Markup(
        '<svg class="share" aria-hidden="true" width="100%" height="100%">'
        '<rect class="bar" width="{}%" height="100%" rx="2"/></svg>'
    ).format(max(percent, 0.5))


def _sentences(unit: Unit, full: list[Bar], nouns: tuple[str, str], missing: Pair, older: Pair) -> Iterable[str]:
    """Describe the rows in a chart, their days, and the rows left out."""
    if full:
        sums = _both((sum(bar.above for bar in full), sum(bar.below for bar in full)), nouns)
        yield f"{sums}{_span(unit, full)}."
    if any(older):
        yield f"Not shown: {_both(older, nouns)} from before."
    if any(missing):
        yield f"No day is known of {_both(missing, nouns)}{', not shown' if full else ''}."
    else:
        yield "All have a date."


def _span(unit: Unit, full: list[Bar]) -> str:
    if len(full) == 1:
        return f", all on {full[0].label}" if unit == "day" else f", all in {full[0].label}"
    first, last = (bar.label.removeprefix("Week of ") for bar in (full[0], full[-1]))
    return f" by {unit}{' from' if unit == 'week' else ','} {first} to {last}"


def at_span(unit: Unit, bar: Bar) -> str:
    """Return a span of time with its preposition."""
    return f"{'on' if unit == 'day' else 'in'} {bar.label.replace('Week', 'the week')}"


def _finding(unit: Unit, full: list[Bar], nouns: tuple[str, str]) -> str:
    """Return when there was most of each, if that was once: ``Most posts in 2019 (72 of 363)``."""
    said = []
    for noun, numbers in zip(nouns, ([bar.above for bar in full], [bar.below for bar in full]), strict=True):
        most = max(numbers, default=0)
        if most > 1 and len(full) > 1 and numbers.count(most) == 1:
            at, total = at_span(unit, full[numbers.index(most)]), sum(numbers)
            said.append(f"all {total:,} {noun} {at}" if most == total else f"most {noun} {at} ({most:,} of {total:,})")
    return ", ".join(said)[:1].upper() + ", ".join(said)[1:]


def _both(numbers: Pair, nouns: tuple[str, str]) -> str:
    """Return two numbers with their nouns; what there is none of is left out.

    >>> _both((1, 2), ("posts", "articles")), _both((0, 1), ("posts", "articles"))
    ('1 post and 2 articles', '1 article')
    """
    named = [_count(number, noun) for number, noun in zip(numbers, nouns, strict=True) if number]
    return " and ".join(named) or _count(0, nouns[0])


def _count(number: int, noun: str) -> str:
    return counted(number, noun.removesuffix("s"), noun)


def _draw_bars(found: list[Bar], unit: Unit, size: Size, made: Chart) -> Markup:
    up, down = max(bar.above for bar in found), max(bar.below for bar in found)
    scale = (size.height - TOP - BOTTOM) / max(up + down, 1)
    line = TOP + up * scale
    step = size.inner / len(found)
    most = max(up, down) * (2 if size.height < NARROW.height else 1)  # a strip has room for one line or two
    round_numbers = max(int(round_step(most)), 1)  # there is no half of a post
    parts = [_named_dates(found, unit, size.inner, size)]
    for n, bar in enumerate(found):
        above, below = max(bar.above * scale, LEAST_HEIGHT), max(bar.below * scale, LEAST_HEIGHT)
        left = LEFT + n * step
        parts.append(_bar(made, made.above, bar, (left, step), (line - above, above), (TOP, line - TOP)))
        bottom = size.height - BOTTOM - line - 1
        parts.append(_bar(made, made.below, bar, (left, step), (line + 1, below), (line + 1, bottom)))
    grid, base = _grid(up, down, round_numbers, scale, line, size.width - RIGHT)
    return _drawing([grid, *parts, base], size)


def _drawing(parts: Iterable[Markup], size: Size) -> Markup:
    shape = '<svg class="chart {}" viewBox="0 0 {} {}" aria-hidden="true">{}</svg>'
    return filled(shape, size.name, size.width, size.height, Markup().join(parts))


def _grid(up: float, down: float, step: float, scale: float, line: float, right: float) -> tuple[Markup, Markup]:  # noqa: PLR0913, PLR0917 - a grid has two sides
    """Draw grid lines above and below zero, each with its number at the left; apart from them the line at zero."""
    shape = (
        '<line class="grid" x1="{}" x2="{}" y1="{}" y2="{}"/><text class="tick" x="{}" y="{}" '
        'text-anchor="end">{}</text>'
    )
    drawn = Markup().join(
        filled(shape, LEFT, tenths(right), tenths(y), tenths(y), LEFT - 6, tenths(y + 4), f"{abs(n * step):,.10g}")
        for n in range(-floor(down / step), floor(up / step + 1e-9) + 1)
        if n and (y := line - n * step * scale)
    )
    base = '<line class="base" x1="{}" x2="{}" y1="{}" y2="{}"/>'
    return drawn, filled(base, LEFT, tenths(right), tenths(line), tenths(line))


def _date(at: float, foot: int, name: str) -> Markup:
    shape = (
        '<line class="grid" x1="{}" x2="{}" y1="{}" y2="{}"/>'
        '<text class="tick" x="{}" y="{}" text-anchor="middle">{}</text>'
    )
    return filled(shape, tenths(at), tenths(at), foot, foot + 5, tenths(at), foot + 18, name)


def _bar(  # noqa: PLR0913, PLR0917 - a bar has a place, a height, and the room around it
    made: Chart,
    noun: str,
    bar: Bar,
    across: tuple[float, float],
    drawn: tuple[float, float],
    whole: tuple[float, float],
) -> Markup:
    """Draw one bar, as a link that can be hit in all the height there is."""
    number, side = (bar.above, "above") if noun == made.above else (bar.below, "below")
    if not number:
        return Markup()
    left, step = across
    width = min(max(step - max(step * 0.18, 0.5), 1), WIDEST_BAR)
    shape = '<rect class="{}" x="{}" width="{}" y="{}" height="{}"/>'
    seen = filled(shape, side, tenths(left + (step - width) / 2), tenths(width), tenths(drawn[0]), tenths(drawn[1]))
    title = filled("<title>{}: {}</title>", bar.label, _count(number, noun))
    address = made.rows(noun, bar)
    if address is None:
        return filled("<g>{}{}</g>", title, seen)
    hit = filled(shape, "hit", tenths(left), tenths(step), tenths(whole[0]), tenths(max(whole[1], drawn[1])))
    return filled('<a href="{}" tabindex="-1" rel="nofollow">{}{}{}</a>', address, title, hit, seen)


def _named_dates(spans: list[Bar], unit: Unit, inner: float, size: Size) -> Markup:
    """Name the round dates; a name that would stick out at the right is left out."""
    pieces, step = [], inner / len(spans)
    starts = [span.start for span in spans]
    for day, name in round_dates(starts[0], spans[-1].end, unit, inner):
        n = bisect_right(starts, day) - 1
        inside = (day - starts[n]).days / 7 if unit == "week" else 0.5
        at = LEFT + (n + inside) * step
        if at + 3.2 * len(name) <= size.width:
            pieces.append(_date(at, size.height - BOTTOM, name))
    return Markup().join(pieces)


# Lines over time, for up to five things at once, and small bars for one: as SVG, made on the server.

LETTERS = "ABCDE"
MOST = 90
#: Minimum number of articles for a share: one of three would be 333 of a thousand.
LEAST_BASE = 10
_ROOM = {"wide": 150, "narrow": 24}
_MARKS = (
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",  # circle
    "M-3.6-3.6h7.2v7.2h-7.2z",  # square
    "M0-4.8 4.6 3.4h-9.2z",  # triangle
    "M0-5 5 0 0 5-5 0z",  # diamond
    "M-3.8-3.8 3.8 3.8M3.8-3.8-3.8 3.8",  # cross
)


@dataclass(frozen=True, slots=True)
class Line:
    """A line: `values` are the numbers by span, or their shares; None where there is too little to have one."""

    letter: str
    name: str
    numbers: list[int]
    values: list[float | None]


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines over the same spans of time, which have no gaps, in the order asked for."""

    unit: Unit
    spans: list[Bar]
    lines: list[Line]

    @property
    def drawing(self) -> Markup:
        """The drawing in two sizes (the style sheet shows one); none for a single span."""
        if sum(bool(span.above) for span in self.spans) < 2 or not any(self._drawn()):
            return Markup()
        return _draw_lines(self, WIDE) + _draw_lines(self, NARROW)

    @property
    def rows(self) -> list[tuple[Bar, list[tuple[Line, int, float | None]]]]:
        """The figures of each span that has any, the latest first."""
        found = [
            (span, [(line, line.numbers[n], line.values[n]) for line in self.lines])
            for n, span in enumerate(self.spans)
            if any(line.numbers[n] for line in self.lines)
        ]
        return found[::-1]

    @property
    def finding(self) -> str:
        """When one of them had most, as a title; empty where that is not once."""
        numbers = [n for line in self.lines for n in line.numbers]
        line, at = divmod(numbers.index(max(numbers)), len(self.spans))
        if numbers.count(max(numbers)) > 1:
            return ""
        return f"{shown(self.lines[line].name, 60)}: most {at_span(self.unit, self.spans[at])}, {max(numbers):,}"

    @property
    def multiples(self) -> list[tuple[Line, Markup]]:
        """A drawing of each line, all on one scale: where there are more than two, they would hide one another."""
        if len(self.lines) < 3 or not self.drawing:
            return []
        return [(line, small_bars(self.spans, [n or 0 for n in line.values], self.most)) for line in self.lines]

    @property
    def panels(self) -> Panels:
        """The drawings of each line, with their names."""
        named = [(f"{line.letter} {shown(line.name, 40)}", "", drawing) for line, drawing in self.multiples]
        return Panels(f"All on one scale, by {self.unit}: the tallest bar is {_figure(self.most)}.", self.spans, named)

    def sample(self, line: Line) -> Markup:
        """Return a short piece of a line, for the legend."""
        place = LETTERS.index(line.letter)
        return Markup(
            '<svg class="chart sample" viewBox="0 0 44 14" width="44" height="14" aria-hidden="true">'
            '<path class="line series-{0}" d="M1 7H43"/>{1}</svg>'
        ).format(place, _mark(place, 22, 7, ""))

    def _drawn(self) -> Iterator[float]:
        return (value for line in self.lines for value in line.values if value is not None)

    @property
    def most(self) -> float:
        """The largest value."""
        return max(self._drawn(), default=0)


def lines(
    named: Sequence[tuple[str, Rows]], bases: Sequence[Rows] | None = None, cut: Sequence[str] = ()
) -> Lines | None:
    """Gather rows with ``day`` and ``number`` into lines over the same time; None where no day is known.

    `bases` are rows with ``articles``: numbers are per thousand of them. A line begins after its day of `cut`, if any.
    """
    unit, spans = bars(by_day((row for _, rows in named for row in rows), "number"), MOST)
    if not any(span.above for span in spans):
        return None
    found = []
    for place, (called, rows) in enumerate(named):
        numbers = day_sums(spans, rows, "number")
        values: list[float | None] = [*numbers]
        if bases is not None:
            sums = day_sums(spans, bases[place], "articles")
            values = [_share(n, of) for n, of in zip(numbers, sums, strict=True)]
        if cut and cut[place]:
            is_whole = [span.start.isoformat() > cut[place] for span in spans]
            values = [value if whole else None for value, whole in zip(values, is_whole, strict=True)]
        found.append(Line(LETTERS[place], called, numbers, values))
    return Lines(unit, spans, found)


def small_bars(spans: Sequence[Bar], numbers: Sequence[float], most: float = 0) -> Markup:
    """Draw bars without letters, which may be stretched to any width: `most`, or the largest, takes all the height."""
    most = most or max(numbers, default=0) or 1
    shape = '<rect class="above" x="{}" width=".8" y="{}" height="{}"><title>{}: {}</title></rect>'
    drawn = Markup().join(
        filled(shape, tenths(n + 0.1), tenths(40 - height), tenths(height), span.label, _figure(number))
        for n, (span, number) in enumerate(zip(spans, numbers, strict=True))
        if number and (height := max(40 * number / most, 1))
    )
    return Markup(
        '<svg class="chart small" viewBox="0 0 {} 40" preserveAspectRatio="none" aria-hidden="true">{}</svg>'
    ).format(len(spans), drawn)


#: Colors of a drawing that leaves its page.
_COLORS = """text{font:12px system-ui,sans-serif;fill:#5d5a54}.base{stroke:#1c1b19}.grid{stroke:#dcd8cf}
.hit{fill:none}.above{fill:#26627f}.below{fill:#bf7a2c}.label{font-weight:600;fill:#1c1b19}
.line{fill:none;stroke-width:2}.mark{stroke:#fff}.series-0{--s:#26627f}.series-1{--s:#855213}.series-2{--s:#2b7049}
.series-3{--s:#77398c}.series-4{--s:#5d5a54}.line{stroke:var(--s)}.mark{fill:var(--s)}.mark.series-4{fill:none;stroke:var(--s)}
.line.series-1{stroke-dasharray:8 4}.line.series-2{stroke-dasharray:2 3}.line.series-3{stroke-dasharray:10 3 2 3}
.title{font-size:17px;font-weight:700;fill:#1c1b19}"""
#: Sizes in a picture: its sides, a line of text, the height of a small chart and of all that belongs to one.
_SIDE, _TEXT, _SMALL, _PANEL = 16, 18, 72, 146
_PANEL_SHAPE = (
    '<text class="label" x="{0}" y="{1}">{5}</text><text x="{0}" y="{9}">{6}</text>{10}'
    '<line class="base" x1="{0}" x2="{3}" y1="{2}" y2="{2}"/>'
    '<text x="{0}" y="{4}">{7}</text><text x="{3}" y="{4}" text-anchor="end">{8}</text>'
)
_PICTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}"><style>{2}</style>'
    '<rect width="{0}" height="{1}" fill="#fff"/>{3}</svg>'
)


@dataclass(frozen=True, slots=True)
class Panels:
    """Small charts over the same spans, each with its name and a note, and what is said of all."""

    says: str
    spans: Sequence[Bar]
    drawn: Sequence[tuple[str, str, Markup]]


def picture(made: Chart | Lines | Sequence[Panels] | None, title: str, source: str) -> str:
    """Return the drawing of a page as a file of its own, with its title, colors, notes and source; empty if none."""
    if isinstance(made, Lines) and made.multiples:
        made = [made.panels]
    if not made or (isinstance(made, Chart | Lines) and not made.drawing):
        return ""
    parts: list[Markup] = []
    at = _write(parts, shown(title, 200), _SIDE, "title")
    if isinstance(made, Chart | Lines):
        at = _place(parts, made, _write(parts, made.finding, at))
    else:
        for panels in made:
            at = _place_panels(parts, panels, _write(parts, panels.says, at))
    at = _write(parts, source, _write(parts, made.says if isinstance(made, Chart) else "", at))
    return filled(_PICTURE, WIDE.width, at + _SIDE, _COLORS, Markup().join(parts))


def _write(parts: list[Markup], words: str, at: int, kind: str = "note") -> int:
    """Add a text, on as many lines as it needs; return where it ends."""
    for line in wrap(words, 100 if kind == "title" else 140):
        at += _TEXT
        parts.append(filled('<text class="{}" x="{}" y="{}">{}</text>', kind, _SIDE, at, line))
    return at


def _place(parts: list[Markup], made: Chart | Lines, at: int) -> int:
    """Add a drawing in its wide size, below the names of its colors."""
    head, _, drawn = str(made.drawing).partition("</svg>")[0].partition(">")
    drawn = re.sub(r"<a [^>]*>", "<g>", drawn).replace("</a>", "</g>")
    keys = []
    if isinstance(made, Chart) and any(bar.below for bar in made.bars):
        keys = [(made.above, "above"), (made.below, "below")]
    at, left = at + 14 + 12 * bool(keys), _SIDE
    shape = '<rect class="{}" x="{}" y="{}" width="11" height="11" rx="2"/><text x="{}" y="{}">{}</text>'
    for noun, side in keys:
        parts.append(filled(shape, side, left, at - 10, left + 17, at, noun.capitalize()))
        left += 48 + 7 * len(noun)
    parts.append(filled('<g transform="translate(0 {})">{}</g>', at, Markup(drawn)))  # noqa: S704 - our own
    return at + int(head.split('viewBox="')[1].split()[3].rstrip('"'))


def _place_panels(parts: list[Markup], panels: Panels, at: int) -> int:
    """Add small charts, three in a row, each above the names of its first and last span."""
    width = (WIDE.width - 4 * _SIDE) // 3
    for n, (called, note, drawing) in enumerate(panels.drawn):
        left, top = _SIDE + n % 3 * (width + _SIDE), at + 26 + n // 3 * _PANEL
        foot = top + _TEXT + 8 + _SMALL
        place = f'<svg x="{left}" y="{foot - _SMALL}" width="{width}" height="{_SMALL}" '
        placed = Markup(str(drawing).replace("<svg ", place, 1))  # noqa: S704 - our own
        words = (foot + 15, shown(called, 40), note, panels.spans[0].label, panels.spans[-1].label, top + 16, placed)
        parts.append(filled(_PANEL_SHAPE, left, top, foot, left + width, *words))
    return at + 14 + ceil(len(panels.drawn) / 3) * _PANEL


def day_sums(spans: Sequence[Bar], rows: Rows, column: str) -> list[int]:
    """Add up a column of rows by the span of their day; other days are left out."""
    starts = [span.start.isoformat() for span in spans]
    ends = [span.end.isoformat() for span in spans]
    sums = [0] * len(spans)
    for row in rows:
        day = row["day"] or ""
        place = bisect_right(starts, day) - 1
        if place >= 0 and len(day) == 10 and day <= ends[place]:
            sums[place] += row[column] or 0
    return sums


def _share(number: int, of: int) -> float | None:
    """Return how many of a thousand, where there are enough to say so.

    >>> _share(3, 12), _share(0, 12), _share(3, 9)
    (250.0, 0.0, None)
    """
    return 1000 * number / of if of >= LEAST_BASE else None


def _draw_lines(made: Lines, size: Size) -> Markup:
    inner = size.width - LEFT - _ROOM[size.name]
    step = inner / len(made.spans)
    most, foot = made.most or 1, size.height - BOTTOM
    scale = (foot - TOP) / most
    is_whole = not any(isinstance(value, float) for line in made.lines for value in line.values)  # no half of a post
    grid = _grid(most, 0, max(round_step(most), is_whole), scale, foot, LEFT + inner)
    parts = [*grid, _named_dates(made.spans, made.unit, inner, size)]
    ends = []
    for place, line in enumerate(made.lines):
        points = [
            None if value is None else (LEFT + (n + 0.5) * step, foot - value * scale)
            for n, value in enumerate(line.values)
        ]
        parts += _line(made, line, points, step)
        known = [point for point in points if point]
        if known:
            ends.append((known[-1][1], place, line))
    parts += _names(ends, LEFT + inner + 8, foot, size)
    return _drawing(parts, size)


def _line(made: Lines, line: Line, points: Sequence[tuple[float, float] | None], step: float) -> Iterator[Markup]:
    """Draw one line, with gaps for unknown values, and markers with enough distance."""
    place = LETTERS.index(line.letter)
    every = max(1, ceil(26 / step))
    piece: list[str] = []
    for n, point in enumerate([*points, None]):
        if point:
            piece.append(f"{tenths(point[0])},{tenths(point[1])}")
            is_alone = len(piece) == 1 and (n + 1 == len(points) or points[n + 1] is None)
            if n % every == place % every or is_alone:
                title = f"{line.letter} {line.name}, {made.spans[n].label}: {_figure(line.values[n])}"
                yield _mark(place, *point, title)
        elif piece:
            yield filled('<polyline class="line series-{}" points="{}"/>', place, " ".join(piece))
            piece = []


def _mark(place: int, x: float, y: float, title: str) -> Markup:
    return filled(
        '<path class="mark series-{}" transform="translate({} {})" d="{}">{}</path>',
        place,
        tenths(x),
        tenths(y),
        _MARKS[place],
        filled("<title>{}</title>", title) if title else "",
    )


def _names(ends: list[tuple[float, int, Line]], x: float, foot: float, size: Size) -> Iterator[Markup]:
    """Write at the end of each line which it is, one below the other."""
    ordered = sorted(ends, key=lambda end: end[:2])
    at, places = float(TOP), []
    for y, *_rest in ordered:
        at = max(at, y + 4)
        places.append(at)
        at += 15
    lift = max(0.0, places[-1] - foot) if places else 0.0
    for place, (_y, number, line) in zip(places, ordered, strict=True):
        words = f"{line.letter} {shown(line.name, 16)}" if size.name == "wide" else line.letter
        yield filled(
            '<text class="label series-{}" x="{}" y="{}">{}</text>', number, tenths(x), tenths(place - lift), words
        )


def _figure(value: float | None) -> str:
    """Return a value in words.

    >>> _figure(1203), _figure(2.345), _figure(None)
    ('1,203', '2.3', '–')
    """
    if value is None:
        return "–"
    return f"{value:,.0f}" if value == int(value) else f"{value:,.1f}"
