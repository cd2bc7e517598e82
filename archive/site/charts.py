"""Charts as SVG, made on the server: bars above and below one line of time, each a link to its rows.

A drawing that is scaled down to a telephone has letters nobody can read. Each chart is therefore drawn twice,
wide and narrow, and the style sheet shows one of them. Beside it stands in words what it shows and what not,
and behind it the table of its figures: by these it is read where it cannot be seen, so that the drawings are
hidden from screen readers and left out when one walks through a page with the keyboard.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from archive.humanize import counted
from archive.site.axis import round_dates, round_step
from archive.site.axis import tenths as _
from archive.site.days import Bar, Unit, bars, without_day
from archive.site.printed import filled

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from archive.site.site import Site

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


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart in both sizes, with what it shows in words and the table of its figures.

    Attributes:
        drawing: The SVG elements; none where there is only one day, or none.
        says: How many rows it shows, of which days, and how many it does not show and why.
        unit: What one bar stands for.
        bars: The figures; bars of nothing are left out.
        above: What is counted above the line, a plural noun.
        below: What is counted below it; empty for nothing.
        links: Where the rows of a bar are shown, by noun.
    """

    drawing: Markup
    says: str
    unit: Unit
    bars: list[Bar]
    above: str
    below: str
    links: dict[str, Link]

    def rows(self, noun: str, bar: Bar) -> str | None:
        """Return the address of the rows that a bar stands for, where there are any and it is known."""
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
) -> Chart | None:
    """Draw one or two numbers over time; None where there is nothing, with a day or without.

    Args:
        rows: Each with ``day`` and the columns `above` and `below`. What has no whole day is only counted.
        above: The column drawn upwards, a plural noun.
        below: The column drawn downwards, a plural noun; empty where only one number is drawn.
        undated: How many there are besides, of both, of which no day is known.
        older: How many there are besides, of both, that are older than those in the rows.
        links: Where the rows of a span of days are shown, by noun.
    """
    rows, nouns = list(rows), (above, below)
    unit, wide = bars(rows, WIDE.most, above, below)
    lost = without_day(rows, above, below)
    missing = (undated[0] + lost[0], undated[1] + lost[1])
    full = [bar for bar in wide if bar.above or bar.below]
    if not full and not any(missing):
        return None
    says = " ".join(_sentences(unit, full, nouns, missing, older))
    made = Chart(Markup(), says, unit, full, above, below, links or {})
    if len(full) < 2:  # one value is no chart
        return made
    narrow_unit, narrow = bars(rows, NARROW.most, above, below)
    drawing = _draw(wide, unit, WIDE, made) + _draw(narrow, narrow_unit, NARROW, made)
    return replace(made, drawing=drawing)


def without(total: int, shown: Iterable[int | None]) -> int:
    """Return how many of all are not among those shown, by the day.

    >>> without(12, [3, None, 4]), without(0, [1])
    (5, 0)
    """
    return max(0, total - sum(number or 0 for number in shown))


def rows_between(site: Site, table: str, column: str, **filters: Any) -> Link:
    """Return what gives the address of the rows of a table whose moment lies in a span of days."""

    def address(first: date, last: date) -> str:
        after = "" if last == last.max else (last + timedelta(days=1)).isoformat()
        return site.table(table, **filters, **{f"{column}__gte": first.isoformat(), f"{column}__lt": after})

    return address


def share(number: int, most: int) -> Markup:
    """Draw one number as a bar, relative to the largest of its column."""
    percent = round(100 * number / most, 1) if most else 0
    return Markup(
        '<svg class="share" aria-hidden="true" width="100%" height="6">'
        '<rect class="bar" width="{}%" height="6" rx="1"/></svg>'
    ).format(max(percent, 0.5))


def _sentences(unit: Unit, full: list[Bar], nouns: tuple[str, str], missing: Pair, older: Pair) -> Iterable[str]:
    """Say what is shown, of which days, and what is not."""
    if full:
        sums = _both((sum(bar.above for bar in full), sum(bar.below for bar in full)), nouns)
        yield f"{sums}{_span(unit, full, nouns[0])}."
    if any(older):
        yield f"Not shown: {_both(older, nouns)} from before."
    if any(missing):
        yield f"No day is known of {_both(missing, nouns)}{', not shown' if full else ''}."
    else:
        yield "None is without a date."


def _span(unit: Unit, full: list[Bar], above: str) -> str:
    if len(full) == 1:
        return f", all on {full[0].label}" if unit == "day" else f", all in {full[0].label}"
    peak = max(full, key=lambda bar: bar.above)
    most = f"; most {above}: {peak.label}, {peak.above:,}" if peak.above else ""
    return f" by {unit}, {full[0].label} to {full[-1].label}{most}"


def _both(numbers: Pair, nouns: tuple[str, str]) -> str:
    """Return two numbers with their nouns; what there is none of is left out.

    >>> _both((1, 2), ("posts", "articles")), _both((0, 1), ("posts", "articles"))
    ('1 post and 2 articles', '1 article')
    """
    named = [_count(number, noun) for number, noun in zip(numbers, nouns, strict=True) if number]
    return " and ".join(named) or _count(0, nouns[0])


def _count(number: int, noun: str) -> str:
    return counted(number, noun.removesuffix("s"), noun)


def _draw(found: list[Bar], unit: Unit, size: Size, made: Chart) -> Markup:
    up, down = max(bar.above for bar in found), max(bar.below for bar in found)
    scale = (size.height - TOP - BOTTOM) / max(up + down, 1)
    line = TOP + up * scale
    step = size.inner / len(found)
    parts = [_lines(up, down, scale, line, size), _dates(found, unit, step, size)]
    for n, bar in enumerate(found):
        above, below = max(bar.above * scale, LEAST_HEIGHT), max(bar.below * scale, LEAST_HEIGHT)
        left = LEFT + n * step
        parts.append(_bar(made, made.above, bar, (left, step), (line - above, above), (TOP, line - TOP)))
        bottom = size.height - BOTTOM - line - 1
        parts.append(_bar(made, made.below, bar, (left, step), (line + 1, below), (line + 1, bottom)))
    base = filled('<line class="base" x1="{}" x2="{}" y1="{}" y2="{}"/>', LEFT, size.width - RIGHT, _(line), _(line))
    return filled(
        '<svg class="chart {}" viewBox="0 0 {} {}" aria-hidden="true">{}{}</svg>',
        size.name,
        size.width,
        size.height,
        Markup().join(parts),
        base,
    )


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
    seen = filled(shape, side, _(left + (step - width) / 2), _(width), _(drawn[0]), _(drawn[1]))
    title = filled("<title>{}: {}</title>", bar.label, _count(number, noun))
    address = made.rows(noun, bar)
    if address is None:
        return filled("<g>{}{}</g>", title, seen)
    hit = filled(shape, "hit", _(left), _(step), _(whole[0]), _(max(whole[1], drawn[1])))
    return filled('<a href="{}" tabindex="-1" rel="nofollow">{}{}{}</a>', address, title, hit, seen)


def _lines(up: int, down: int, scale: float, line: float, size: Size) -> Markup:
    """Draw the numbers at the left and their lines: few and round."""
    step = max(int(round_step(max(up, down))), 1)  # there is no half of a post
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
    """Name the round dates; a name that would stick out at the right is left out."""
    shape = Markup(
        '<line class="grid" x1="{}" x2="{}" y1="{}" y2="{}"/>'
        '<text class="tick" x="{}" y="{}" text-anchor="middle">{}</text>'
    )
    foot = size.height - BOTTOM
    pieces = []
    starts = [bar.start for bar in found]
    for day, name in round_dates(starts[0], found[-1].end, unit, size.inner):
        n = bisect_right(starts, day) - 1
        inside = (day - starts[n]).days / 7 if unit == "week" else 0.5
        at = LEFT + (n + inside) * step
        if at + 3.2 * len(name) <= size.width:
            pieces.append(shape.format(_(at), _(at), foot, foot + 5, _(at), size.height - 8, name))
    return Markup().join(pieces)
