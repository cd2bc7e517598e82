"""Platforms and languages over time: small bars for each, on one line of time, with their figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from archive.site.charts import MOST, Bar, Unit, bars, day_sums, small_bars
from archive.site.pages import span
from archive.site.words import platform_name

if TYPE_CHECKING:
    from markupsafe import Markup

    from archive.site.site import Answer, Site

PARAMETERS = span.PARAMETERS
#: So many are drawn, those with most; the others are one together.
SHOWN = 9
OTHERS = "\0"

ENDS = "select min(day) as first, max(day) as last from tally_days where day >= :since and day <= :until"
DAYS = """
select {key} as key, day, {number} as number from {table}
where day = '' or day >= :since and day <= :until
"""
#: Each month is a stretch of the table's key, added up in its order: grouping would sort all days.
MONTHS = """
with recursive
  keys(key) as (
    select min({key}) from {table}
    union all
    select (select min({key}) from {table} where {key} > keys.key) from keys where keys.key is not null
  ),
  months(day, first, last) as (
    select '', '', ''
    union all
    select month || '-01', max(month, :since), min(month || '~', :until) from (
      select distinct substr(day, 1, 7) as month from tally_days where day >= :since and day <= :until
    )
  )
select * from (
  select key, day, (
    select sum({number}) from {table} as t where t.{key} = keys.key and t.day between first and last
  ) as number
  from keys cross join months
) where number is not null
"""
PLATFORMS = {"table": "tally_platform_days", "key": "platform", "number": "posts"}
LANGUAGES = {"table": "tally_language_days", "key": "language", "number": "articles"}


@dataclass(frozen=True, slots=True)
class Small:
    """One small chart.

    Attributes:
        name: What it shows, in words.
        drawing: Its bars.
        numbers: How many there are in each span.
        undated: How many have no day.
        peak: The name of the span with most, and how many that are.
        address: Where its rows are shown; None for what has no name.
    """

    name: str
    drawing: Markup
    numbers: list[int]
    undated: int
    peak: tuple[str, int]
    address: str | None


@dataclass(frozen=True, slots=True)
class Multiples:
    """Small charts over the same spans of time.

    Attributes:
        unit: What one span is.
        spans: The spans in which there is anything.
        places: Where these stand in the numbers of each chart.
        charts: The charts, those with most first.
        answer: The rows.
    """

    unit: Unit
    spans: list[Bar]
    places: list[int]
    charts: list[Small]
    answer: Answer


async def show(site: Site) -> dict[str, Any]:
    """Return what the template needs."""
    asked = span.of(site)
    within = asked.within
    ends = (await site.ask(ENDS, **within)).first or {"first": "", "last": ""}
    sql = MONTHS if span.is_long(ends["first"], ends["last"]) else DAYS
    found = await site.ask_all(platforms=(sql.format(**PLATFORMS), within), languages=(sql.format(**LANGUAGES), within))
    return {
        "platforms": _multiples(site, found["platforms"], ("posts", "platform"), platform_name),
        "languages": _multiples(site, found["languages"], ("articles", "language"), _language),
        "dates": asked.typed,
        "mistakes": asked.mistakes,
    }


def _language(code: str | None) -> str:
    return code or "not known"


def _multiples(site: Site, answer: Answer, place: tuple[str, str], name: Any) -> Multiples | None:
    """Make the small charts of one question; None where no day is known."""
    table, column = place
    unit, spans = bars(answer.rows, MOST, "number")
    if not any(span.above for span in spans):
        return None
    groups, others = _groups(answer.rows)
    places = [n for n, span in enumerate(spans) if span.above]
    charts = [
        _small(
            f"{others} others" if key == OTHERS else name(key),
            spans,
            rows,
            site.table(table, **{column: key}) if key not in {OTHERS, ""} else None,
        )
        for key, rows in groups.items()
    ]
    return Multiples(unit, [spans[n] for n in places][::-1], places[::-1], charts, answer)


def _groups(rows: list[dict[str, Any]]) -> tuple[dict[str, list[dict[str, Any]]], int]:
    """Return the rows of those with most, of all others together, and how many others there are."""
    by_key: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        by_key.setdefault(row["key"], []).append(row)
    ranked = sorted(by_key, key=lambda key: (-sum(row["number"] for row in by_key[key]), key))
    groups = {key: by_key[key] for key in ranked[:SHOWN]}
    if rest := ranked[SHOWN:]:
        groups[OTHERS] = [row for key in rest for row in by_key[key]]
    return groups, len(rest)


def _small(name: str, spans: list[Bar], rows: list[dict[str, Any]], address: str | None) -> Small:
    numbers = day_sums(spans, rows, "number")
    most = max(numbers)
    peak = spans[numbers.index(most)].label if most else ""
    undated = sum(row["number"] for row in rows) - sum(numbers)
    return Small(name, small_bars(spans, numbers), numbers, undated, (peak, most), address)
