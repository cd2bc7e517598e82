"""Lines over time, for up to five things at once, and small bars for one: as SVG, made on the server.

Lines are told apart by letter, marker and dashes, so that neither paper nor an eye that sees few colours
mixes them up; the letter stands at the end of each. The figures stand in a table beside them, by which they
are read where they cannot be seen: the drawings are hidden from screen readers.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from math import ceil, floor
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from archive.site.axis import round_dates, round_step
from archive.site.axis import tenths as _
from archive.site.charts import BOTTOM, LEFT, NARROW, TOP, WIDE, Size
from archive.site.days import Bar, Unit, bars
from archive.site.printed import filled
from archive.site.printed import name as shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import date

    Rows = Iterable[dict[str, Any]]

LETTERS = "ABCDE"
MOST = 90
#: The fewest articles of which a share is drawn: one of three would be 333 of a thousand.
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
    """One line.

    Attributes:
        letter: By which it is named in the drawing.
        name: Its name in words.
        numbers: How many there are in each span of time.
        values: What is drawn: the numbers, or their share; None where there is too little to have one.
    """

    letter: str
    name: str
    numbers: list[int]
    values: list[float | None]


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines over one row of spans of time.

    Attributes:
        unit: What one span is.
        spans: The spans, without gaps.
        lines: The lines, in the order asked for.
    """

    unit: Unit
    spans: list[Bar]
    lines: list[Line]

    @property
    def drawing(self) -> Markup:
        """The drawing in two sizes, of which the style sheet shows one; none of a single span."""
        if sum(bool(span.above) for span in self.spans) < 2 or not any(self._drawn()):
            return Markup()
        return _draw(self, WIDE) + _draw(self, NARROW)

    @property
    def rows(self) -> list[tuple[Bar, list[tuple[Line, int, float | None]]]]:
        """The figures of each span in which there are any, the latest first."""
        found = [
            (span, [(line, line.numbers[n], line.values[n]) for line in self.lines])
            for n, span in enumerate(self.spans)
            if any(line.numbers[n] for line in self.lines)
        ]
        return found[::-1]

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
    """Gather rows into lines over the same spans of time; None where no day is known.

    Args:
        named: Name and rows of each, with ``day`` and ``number``.
        bases: Rows with ``day`` and ``articles`` for each, of which a thousand are the measure.
        cut: The day of each up to which not all rows are there: its line begins behind it. Empty for none.
    """
    unit, spans = bars((row for _, rows in named for row in rows), MOST, "number")
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


def small_bars(spans: Sequence[Bar], numbers: Sequence[int]) -> Markup:
    """Draw bars without letters, which may be stretched to any width: the largest takes all the height."""
    most = max(numbers, default=0) or 1
    shape = '<rect class="above" x="{}" width=".8" y="{}" height="{}"><title>{}: {}</title></rect>'
    drawn = Markup().join(
        filled(shape, _(n + 0.1), _(40 - height), _(height), span.label, f"{number:,}")
        for n, (span, number) in enumerate(zip(spans, numbers, strict=True))
        if number and (height := max(40 * number / most, 1))
    )
    return Markup(
        '<svg class="chart small" viewBox="0 0 {} 40" preserveAspectRatio="none" aria-hidden="true">{}</svg>'
    ).format(len(spans), drawn)


def day_sums(spans: Sequence[Bar], rows: Rows, column: str) -> list[int]:
    """Add up a column of rows by the spans in which their days lie; other days are left out."""
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


def _draw(made: Lines, size: Size) -> Markup:
    inner = size.width - LEFT - _ROOM[size.name]
    step = inner / len(made.spans)
    most, foot = made.most or 1, size.height - BOTTOM
    scale = (foot - TOP) / most
    parts = [_levels(most, scale, foot, LEFT + inner), _dates(made, step, inner, foot)]
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
    return filled(
        '<svg class="chart {}" viewBox="0 0 {} {}" aria-hidden="true">{}</svg>',
        size.name,
        size.width,
        size.height,
        Markup().join(parts),
    )


def _line(made: Lines, line: Line, points: Sequence[tuple[float, float] | None], step: float) -> Iterator[Markup]:
    """Draw one line, with a gap where nothing is known, and markers far enough apart to be told."""
    place = LETTERS.index(line.letter)
    every = max(1, ceil(26 / step))
    piece: list[str] = []
    for n, point in enumerate([*points, None]):
        if point:
            piece.append(f"{_(point[0])},{_(point[1])}")
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
        _(x),
        _(y),
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
        yield filled('<text class="label series-{}" x="{}" y="{}">{}</text>', number, _(x), _(place - lift), words)


def _levels(most: float, scale: float, foot: float, right: float) -> Markup:
    """Draw the numbers at the left and their lines, few and round."""
    step = round_step(most)
    shape = Markup(
        '<line class="grid" x1="{}" x2="{}" y1="{}" y2="{}"/>'
        '<text class="tick" x="{}" y="{}" text-anchor="end">{}</text>'
    )
    found = [
        shape.format(LEFT, _(right), y, y, LEFT - 6, _(foot - n * step * scale + 4), f"{n * step:,.10g}")
        for n in range(1, floor(most / step + 1e-9) + 1)
        if (y := _(foot - n * step * scale))
    ]
    base = filled('<line class="base" x1="{}" x2="{}" y1="{}" y2="{}"/>', LEFT, _(right), foot, foot)
    return Markup().join([*found, base])


def _dates(made: Lines, step: float, inner: float, foot: float) -> Markup:
    """Name the round dates."""
    starts = [span.start for span in made.spans]
    shape = Markup(
        '<line class="grid" x1="{0}" x2="{0}" y1="{1}" y2="{2}"/>'
        '<text class="tick" x="{0}" y="{3}" text-anchor="middle">{4}</text>'
    )
    named: list[tuple[date, str]] = round_dates(starts[0], made.spans[-1].end, made.unit, inner)
    return Markup().join(
        shape.format(_(LEFT + (bisect_right(starts, day) - 0.5) * step), foot, foot + 5, foot + 18, name)
        for day, name in named
    )


def _figure(value: float | None) -> str:
    """Return a value in words.

    >>> _figure(1203), _figure(2.345), _figure(None)
    ('1,203', '2.3', '–')
    """
    if value is None:
        return "–"
    return f"{value:,.0f}" if value == int(value) else f"{value:,.1f}"
