"""Platforms and languages over time: small bars for each, on one line of time, with their figures."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from math import ceil, sqrt
from typing import TYPE_CHECKING, Any

from archive.humanize import counted
from archive.site.charts import MOST, Bar, Panels, Unit, at_span, bars, by_day, day_sums, small_bars
from archive.site.site import page_queries
from archive.site.words import as_day, language_name, name, platform_name

if TYPE_CHECKING:
    from markupsafe import Markup

    from archive.site.site import Answer, Site


# The first and last day of a comparison.

#: More days than this are queried by month.
LONGEST = 420
#: What `of` reads.
SPAN = ("since", "until")


@dataclass(frozen=True, slots=True)
class Span:
    """Days as `typed` and as `known` (None if missing or invalid), under ``since`` and ``until``."""

    typed: dict[str, str]
    known: dict[str, str | None]

    @property
    def mistakes(self) -> list[str]:
        """The fields that contain no valid day, month or year."""
        return [field for field, value in self.typed.items() if value and not self.known[field]]

    @property
    def within(self) -> dict[str, str]:
        """The ends as query parameters; an open end is before or after all days."""
        return {"since": self.known["since"] or "0", "until": f"{self.known['until'] or ''}~"}


def span_of(site: Site) -> Span:
    """Read a span from the parameters of an address."""
    typed = {field: site.argument(field) for field in SPAN}
    return Span(typed, {field: as_day(value) for field, value in typed.items()})


def is_long(first: str | None, last: str | None) -> bool:
    """Return True if two days are more than `LONGEST` days apart, or one is unknown.

    >>> is_long("2024-05-01", "2024-06-01"), is_long("2020-05-01", "2024-06-01"), is_long(None, "2024-06-01")
    (False, True, True)
    """
    try:
        return (date.fromisoformat(last or "") - date.fromisoformat(first or "")).days > LONGEST
    except ValueError:
        return True


# How soon outlets show posts: the fastest first, and the lags of one outlet.

SPEED_PARAMETERS = ("outlet", "least")
#: Minimum number of posts of a ranked outlet: one article is not enough.
LEAST = 20
CHOICES = (1, 5, 20, 100, 1000)
#: Ranked are the outlets that show most; each has at most as many rows as there are steps.
OUTLETS = 200


async def show_speed(site: Site) -> dict[str, Any]:
    """Return the context of the template; raise NotFound if the archive does not have the outlet."""
    if outlets := site.given("outlet", as_stored=True):
        return await _one(site, outlets[0])
    typed = site.argument("least")
    least = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 8 else LEAST
    found = await site.ask_named("measures", "totals", "ranked", least=max(1, least), outlets=OUTLETS)
    is_thin = not found["ranked"].rows and not typed
    if is_thin:
        found |= await site.ask_named("measures", "ranked", least=1, outlets=OUTLETS)
    return {
        **found,
        "least": 1 if is_thin else least,
        "is_thin": is_thin,
        "usual": LEAST,
        "choices": sorted({*CHOICES, least}),
        "most": OUTLETS,
    }


async def _one(site: Site, outlet: str) -> dict[str, Any]:
    known = "select 1 from tally_outlets where outlet = :outlet"
    await site.ask_one(known, f"No article of {name(outlet)} in this archive", outlet=outlet)
    found = await site.ask_named("measures", "one", "steps", "latest", outlet=outlet)
    return {**found, "outlet": outlet, "classes": _classes(found["steps"].rows)}


#: The last minute and the name of each class.
CLASSES = (
    (0, "before the post: added later"),
    (60, "within an hour"),
    (360, "1 to 6 hours"),
    (1440, "6 to 24 hours"),
    (10080, "1 to 7 days"),
    (43200, "7 to 30 days"),
    (525600, "30 days to a year"),
    (None, "later than a year"),
)


def _classes(steps: list[dict[str, Any]]) -> list[tuple[str, int]]:
    """Gather the steps into a few classes that can be read at a glance.

    >>> _classes([{"minutes": -5, "embeds": 1}, {"minutes": 75, "embeds": 2}])[:3]
    [('before the post: added later', 1), ('within an hour', 0), ('1 to 6 hours', 2)]
    """
    sums = dict.fromkeys((label for _, label in CLASSES), 0)
    for row in steps:
        label = next(label for end, label in CLASSES if end is None or row["minutes"] < end)
        sums[label] += row["embeds"]
    return list(sums.items())


# Which outlets show which accounts: a matrix, pairs of outlets that share posts, the rows of each number.

SHOWN_PARAMETERS = ("outlet", "author")
#: Number of posts, the most shown, and of articles of each in which pairs are counted.
POSTS, ARTICLES = 250, 12
#: Number of an account's posts that are searched for one outlet: the newest.
NEWEST = 2000
#: Number of rows shown for a cell.
ROWS = 60


async def show_shown(site: Site) -> dict[str, Any]:
    """Return the context of the template: the matrix and pairs, or the posts of one cell."""
    outlets = site.given("outlet", as_stored=True)
    if outlets and (authors := site.given("author", as_stored=True)):
        this = {"outlet": outlets[0], "author": authors[0]}
        found = await site.ask_named("measures", "posts", "count", **this, newest=NEWEST, rows=ROWS)
        return {**found, **this, "newest": NEWEST, "most": ROWS}
    if len(outlets) > 1:
        pair = {"one": outlets[0], "other": outlets[1]}
        given = pair | {"posts": POSTS, "articles": ARTICLES, "rows": ROWS}
        found = await site.ask_all(posts=(page_queries("measures")["both"], given))
        return {**found, "outlet": outlets[0], "other": outlets[1]}
    found = await site.ask_named("measures", "matrix", "total", "pairs", posts=POSTS, articles=ARTICLES)
    cells = found["matrix"].rows
    return {
        **found,
        "heads": [cell for cell in cells if cell["outlet"] == cells[0]["outlet"]],
        "rows": _rows(cells),
        "counted": sum(cell["embeds"] for cell in cells),
        "of": POSTS,
        "articles": ARTICLES,
    }


def _rows(cells: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Return the cells of outlets that show one of the accounts, each with its shade."""
    most = max((cell["embeds"] for cell in cells), default=0)
    rows: dict[str, list[dict[str, Any]]] = {}
    for cell in cells:
        rows.setdefault(cell["outlet"], []).append(cell | {"heat": heat(cell["embeds"], most)})
    return [row for row in rows.values() if any(cell["embeds"] for cell in row)]


def heat(number: int, most: int) -> int:
    """Return a shade from 0 to 4; the square root keeps small numbers distinct from zero.

    >>> [heat(number, 400) for number in (0, 1, 25, 100, 400)]
    [0, 1, 1, 2, 4]
    """
    return ceil(4 * sqrt(number / most)) if number else 0


PARAMETERS = SPAN
#: Number of charts, for the largest; the others are summed in one.
SHOWN = 9
OTHERS = "\0"

PLATFORMS = {"table": "tally_platform_days", "key": "platform", "number": "posts"}
LANGUAGES = {"table": "tally_language_days", "key": "language", "number": "articles"}


@dataclass(frozen=True, slots=True)
class Small:
    """A small chart: bars, numbers by span, how many there are and when most, the address of its rows."""

    name: str
    drawing: Markup
    numbers: list[int]
    says: str
    address: str | None


@dataclass(frozen=True, slots=True)
class Multiples:
    """Small charts, the largest first: `drawn` are all spans, `spans` those with rows, `places` their indexes."""

    unit: Unit
    spans: list[Bar]
    drawn: list[Bar]
    places: list[int]
    charts: list[Small]
    answer: Answer

    def panels(self, title: str) -> Panels:
        """Return the charts as a part of a picture."""
        says = f"{title}, {self.drawn[0].label} to {self.drawn[-1].label}, by {self.unit}. Each has a scale of its own."
        drawn = [(chart.name, chart.says, chart.drawing) for chart in self.charts if any(chart.numbers)]
        return Panels(says, self.drawn, drawn)


async def show(site: Site) -> dict[str, Any]:
    """Return the context of the template."""
    asked = span_of(site)
    within = asked.within
    queries = page_queries("measures")
    ends = (await site.ask(queries["ends"], **within)).first or {"first": "", "last": ""}
    sql = queries["months" if is_long(ends["first"], ends["last"]) else "days"]
    found = await site.ask_all(platforms=(sql.format(**PLATFORMS), within), languages=(sql.format(**LANGUAGES), within))
    platforms = _multiples(site, found["platforms"], ("posts", "platform"), platform_name)
    languages = _multiples(site, found["languages"], ("articles", "language"), language_name)
    titled = ((platforms, "Posts by platform"), (languages, "Articles by language"))
    return {
        "platforms": platforms,
        "languages": languages,
        "panels": [made.panels(title) for made, title in titled if made],
        "subject": "Platforms and languages over time",
        "dates": asked.typed,
        "mistakes": asked.mistakes,
    }


def _multiples(site: Site, answer: Answer, place: tuple[str, str], name: Any) -> Multiples | None:
    """Make the small charts of one question; None where no day is known."""
    table, column = place
    unit, spans = bars(by_day(answer.rows, "number"), MOST)
    if not any(span.above for span in spans):
        return None
    groups, others = _groups(answer.rows)
    places = [n for n, span in enumerate(spans) if span.above]
    charts = [
        _small(
            f"{others} others" if key == OTHERS else name(key),
            (unit, spans),
            (table, rows),
            site.table(table, **{column: key}) if key not in {OTHERS, ""} else None,
        )
        for key, rows in groups.items()
    ]
    return Multiples(unit, [spans[n] for n in places][::-1], spans, places[::-1], charts, answer)


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


def _small(
    name: str, over: tuple[Unit, list[Bar]], found: tuple[str, list[dict[str, Any]]], address: str | None
) -> Small:
    (unit, spans), (noun, rows) = over, found
    numbers = day_sums(spans, rows, "number")
    most, total = max(numbers), sum(row["number"] for row in rows)
    says = [counted(total, noun.removesuffix("s"))]
    if most:
        says.append(f"most {at_span(unit, spans[numbers.index(most)])} ({most:,})")
        if total > sum(numbers):
            says.append(f"{total - sum(numbers):,} without a day")
    return Small(name, small_bars(spans, numbers), numbers, "; ".join(says), address)
