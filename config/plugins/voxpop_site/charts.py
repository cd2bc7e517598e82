"""Charts as SVG, made on the server: bars above and below one line of time.

A drawing that is scaled down to a telephone has letters nobody can read. Each chart is therefore drawn twice,
wide and narrow, and the style sheet shows one of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from .days import YEARS_IN, Bar, Unit, bars

if TYPE_CHECKING:
    from collections.abc import Iterable

LEFT, RIGHT, TOP, BOTTOM = 40, 8, 14, 26
WIDEST_BAR = 34


@dataclass(frozen=True, slots=True)
class Size:
    """The measure of a drawing, in units that are pixels at full width."""

    name: str
    width: int
    height: int
    most: int
    label_room: int


WIDE = Size("wide", 960, 260, 120, 90)
NARROW = Size("narrow", 340, 220, 48, 84)


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart in both sizes, with the table of its figures.

    Attributes:
        drawing: The SVG elements.
        unit: What one bar stands for.
        bars: The figures; bars of nothing are left out.
        above: What is counted above the line.
        below: What is counted below it.
    """

    drawing: Markup
    unit: Unit
    bars: list[Bar]
    above: str
    below: str


def chart(rows: Iterable[dict[str, Any]], above: str = "posts", below: str = "articles") -> Chart | None:
    """Draw two numbers over time; None where no day is known.

    Args:
        rows: Each with ``day`` and the columns `above` and `below`.
        above: The column drawn upwards, a plural noun.
        below: The column drawn downwards, a plural noun.
    """
    rows = list(rows)
    unit, wide = bars(rows, WIDE.most, above, below)
    if not wide:
        return None
    narrow_unit, narrow = bars(rows, NARROW.most, above, below)
    description = _describe(unit, wide, above, below)
    drawing = _draw(wide, unit, WIDE, description, (above, below))
    drawing += _draw(narrow, narrow_unit, NARROW, description, (above, below))
    return Chart(drawing, unit, [bar for bar in wide if bar.above or bar.below], above, below)


def share(number: int, most: int) -> Markup:
    """Draw one number as a bar, relative to the largest of its column."""
    percent = round(100 * number / most, 1) if most else 0
    return Markup(
        '<svg class="share" aria-hidden="true" width="100%" height="6">'
        '<rect class="bar" width="{}%" height="6" rx="1"/></svg>'
    ).format(max(percent, 0.5))


def _describe(unit: Unit, found: list[Bar], above: str, below: str) -> str:
    peak = max(found, key=lambda bar: bar.above)
    full = [bar for bar in found if bar.above or bar.below] or found
    sums = f"{sum(bar.above for bar in found):,} {above} and {sum(bar.below for bar in found):,} {below}"
    return (
        f"{sums} by {unit}, {full[0].label} to {full[-1].label}; most {above}: {peak.label}, {peak.above:,}."
    )


def _draw(found: list[Bar], unit: Unit, size: Size, description: str, nouns: tuple[str, str]) -> Markup:
    up, down = max(bar.above for bar in found), max(bar.below for bar in found)
    scale = (size.height - TOP - BOTTOM) / max(up + down, 1)
    line = TOP + up * scale
    step = (size.width - LEFT - RIGHT) / len(found)
    parts = [_ticks(up, down, scale, line, size)]
    parts += [_bar(bar, LEFT + n * step, step, line, scale, nouns) for n, bar in enumerate(found)]
    parts.append(_dates(found, unit, step, size))
    base = Markup('<line class="base" x1="{}" x2="{}" y1="{}" y2="{}"/>').format(
        LEFT, size.width - RIGHT, _(line), _(line)
    )
    return Markup('<svg class="chart {}" viewBox="0 0 {} {}" role="img" aria-label="{}">{}{}</svg>').format(
        size.name, size.width, size.height, description, Markup().join(parts), base
    )


def _bar(bar: Bar, left: float, step: float, line: float, scale: float, nouns: tuple[str, str]) -> Markup:  # noqa: PLR0913, PLR0917 - a bar has two ends, a place and a scale
    if not bar.above and not bar.below:
        return Markup()
    width = min(max(step - max(step * 0.18, 0.5), 1), WIDEST_BAR)
    place = _(left + (step - width) / 2), _(width)
    title = f"{bar.label}: {bar.above:,} {nouns[0]}, {bar.below:,} {nouns[1]}"
    shape = Markup('<rect class="{}" x="{}" width="{}" y="{}" height="{}"/>')
    above = shape.format("above", *place, _(line - bar.above * scale), _(bar.above * scale))
    below = shape.format("below", *place, _(line + 1), _(bar.below * scale))
    return Markup("<g><title>{}</title>{}{}</g>").format(
        title, above if bar.above else "", below if bar.below else ""
    )


def _ticks(up: int, down: int, scale: float, line: float, size: Size) -> Markup:
    """Draw the numbers at the left and their lines: few and round."""
    step = round_step(max(up, down))
    values = [*range(step, up + 1, step), *(-n for n in range(step, down + 1, step))]
    shape = Markup(
        '<line class="grid" x1="{}" x2="{}" y1="{}" y2="{}"/><text class="tick" x="{}" y="{}" '
        'text-anchor="end">{:,}</text>'
    )
    return Markup().join(
        shape.format(LEFT, size.width - RIGHT, y, y, LEFT - 6, _(line - n * scale + 4), abs(n))
        for n in values
        if (y := _(line - n * scale))
    )


def _dates(found: list[Bar], unit: Unit, step: float, size: Size) -> Markup:
    """Name as many bars as there is room for; a name that would stick out at the right is left out."""
    every = max(1, -(-size.label_room // max(int(step), 1)))
    places = ((n, LEFT + (n + 0.5) * step) for n in range(every // 2, len(found), every))
    shape = Markup('<text class="tick" x="{}" y="{}" text-anchor="middle">{}</text>')
    return Markup().join(
        shape.format(_(place), size.height - 8, _short(found[n], unit))
        for n, place in places
        if place + 0.4 * size.label_room <= size.width
    )


def _short(bar: Bar, unit: Unit) -> str:
    if unit in YEARS_IN:
        return bar.label
    month = bar.start.strftime("%b")
    return f"{month} {bar.start.year}" if unit == "month" else f"{bar.start.day} {month} {bar.start.year}"


def round_step(most: int) -> int:
    """Return the distance of at most four lines that are round numbers.

    >>> [round_step(n) for n in (1, 3, 7, 40, 1203)]
    [1, 1, 2, 10, 500]
    """
    step = 1
    while most / step > 4:
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    return step


def _(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
