"""Platforms and languages over time: small bars for each, on one line of time, with their figures."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from math import ceil, sqrt
from typing import TYPE_CHECKING, Any

from archive.site.charts import MOST, Bar, Unit, bars, day_sums, small_bars
from archive.site.site import OF_POST
from archive.site.words import IS_EXACT, SECONDS, as_day, language_name, name, platform_name

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
    """A span of days; either end may be open.

    Attributes:
        typed: What was typed, under ``since`` and ``until``.
        known: The day, month or year that is meant; None where nothing was typed, or nothing that is one.
    """

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

TOTALS = """
select (select sum(embeds) from tally_outlets) as embeds,
  (select sum(embeds) from tally_outlet_lags) as exact,
  (select sum(embeds) from tally_outlet_lags where minutes < 0) as older,
  (select count(*) from tally_outlets where outlet <> '') as outlets
"""
#: Quartiles of the lags that are not negative; each is the step that holds it.
_MEASURES = """
  sum(embeds) as exact,
  sum(case when minutes < 0 then embeds else 0 end) as older,
  max(number) as number,
  min(case when minutes >= 0 and 4 * upto >= number then minutes end) as quarter,
  min(case when minutes >= 0 and 2 * upto >= number then minutes end) as median,
  min(case when minutes >= 0 and 4 * upto >= 3 * number then minutes end) as three_quarters,
  sum(case when minutes between 0 and 59 then embeds else 0 end) as within_hour,
  sum(case when minutes between 0 and 1439 then embeds else 0 end) as within_day
"""
_SUMMED = """
  select outlet, minutes, embeds, total,
    sum(case when minutes < 0 then 0 else embeds end) over (partition by outlet order by minutes) as upto,
    sum(case when minutes < 0 then 0 else embeds end) over (partition by outlet) as number
  from (
    select lags.outlet, lags.minutes, lags.embeds, most.embeds as total
    from ({outlets}) as most join tally_outlet_lags as lags on lags.outlet = most.outlet
  )
"""
_MOST = f"select outlet, embeds from tally_outlets where outlet <> '' order by embeds desc limit {OUTLETS}"
RANKED = f"""
with summed as (
  {_SUMMED.format(outlets=_MOST)}
)
select outlet, max(total) as embeds, count(*) over () as ranked, {_MEASURES}
from summed group by outlet having max(number) >= :least
order by median, quarter, three_quarters, outlet
limit 100
"""
ONE = f"""
with summed as ({_SUMMED.format(outlets="select outlet, embeds from tally_outlets where outlet = :outlet")})
select outlet, max(total) as embeds, {_MEASURES} from summed group by outlet
"""
STEPS = "select minutes, embeds from tally_outlet_lags where outlet = :outlet order by minutes"
LATEST = f"""
select articles.id as article, articles.title, articles.source, articles.published_at, posts.id as post,
  posts.platform, posts.posted_at, authors.id as author, authors.handle, authors.name,
  {SECONDS.format("articles", "posts")} as seconds
from (
  select id, title, source, published_at, published_zone from articles
  where outlet is nullif(:outlet, '') and published_at > '' order by published_at desc limit 200
) as articles
join embeds on embeds.article = articles.id
join posts on posts.id = embeds.post
left join authors on authors.id = posts.author
where {IS_EXACT.format("articles", "posts")}
group by articles.id, posts.id
order by articles.published_at desc, seconds
limit 60
"""


async def show_speed(site: Site) -> dict[str, Any]:
    """Return the context of the template.

    Raises:
        NotFound: No article in the archive is from this outlet.
    """
    if outlets := site.given("outlet", as_stored=True):
        return await _one(site, outlets[0])
    typed = site.argument("least")
    least = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 8 else LEAST
    found = await site.ask_all(totals=TOTALS, ranked=(RANKED, {"least": max(1, least)}))
    is_thin = not found["ranked"].rows and not typed
    if is_thin:
        found |= await site.ask_all(ranked=(RANKED, {"least": 1}))
    return {
        **found,
        "least": 1 if is_thin else least,
        "is_thin": is_thin,
        "usual": LEAST,
        "choices": sorted({*CHOICES, least}),
        "most": OUTLETS,
    }


async def _one(site: Site, outlet: str) -> dict[str, Any]:
    this = {"outlet": outlet}
    known = "select 1 from tally_outlets where outlet = :outlet"
    await site.ask_one(known, f"No article of {name(outlet)} in this archive", **this)
    found = await site.ask_all(one=(ONE, this), steps=(STEPS, this), latest=(LATEST, this))
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
COLUMNS, ACCOUNTS = 15, 12
#: Number of posts, the most shown, and of articles of each in which pairs are counted.
POSTS, ARTICLES = 250, 12
#: Number of an account's posts that are searched for one outlet: the newest.
NEWEST = 2000
#: Number of rows shown for a cell.
ROWS = 60

MATRIX = f"""
with rows as (
  select outlet, embeds from tally_outlets
  where outlet <> '' and embeds > 0 order by embeds desc limit {COLUMNS}
), columns as (
  select authors.id, handle, name, authors.embeds, sum(json_extract(each.value, '$[1]')) as here
  from rows cross join json_each((
    select json_group_array(json_array(author, embeds)) from (
      select author, embeds from tally_outlet_authors where outlet = rows.outlet order by embeds desc limit {ACCOUNTS}
    )
  )) as each
  join authors on authors.id = json_extract(each.value, '$[0]')
  group by authors.id order by here desc, authors.embeds desc, authors.id limit {ACCOUNTS}
)
select rows.outlet, rows.embeds as of_outlet, columns.id as author, columns.handle, columns.name,
  columns.embeds as of_author, coalesce(shown.embeds, 0) as embeds
from rows cross join columns
left join tally_outlet_authors as shown on shown.outlet = rows.outlet and shown.author = columns.id
order by rows.embeds desc, rows.outlet, columns.here desc, columns.embeds desc, columns.id
"""
TOTAL = "select sum(embeds) as embeds from tally_outlets"
_SHARED = f"""
with shared as (
  select id from posts where articles > 1 order by articles desc, id limit {POSTS}
), shown as materialized (
  select distinct shared.id as post, articles.outlet
  from shared
  join articles on articles.id in (select article from embeds where embeds.post = shared.id limit {ARTICLES})
  where articles.outlet <> ''
)
"""
PAIRS = f"""{_SHARED}, each as (select outlet, count(*) as posts from shown group by outlet)
select pairs.one, pairs.other, pairs.posts as shared, first.posts as of_one, second.posts as of_other
from (
  select one.outlet as one, other.outlet as other, count(*) as posts
  from shown as one join shown as other on other.post = one.post and other.outlet > one.outlet
  group by 1, 2 order by posts desc, one, other limit 40
) as pairs
join each as first on first.outlet = pairs.one
join each as second on second.outlet = pairs.other
order by shared desc, one, other
"""
BOTH = f"""{_SHARED}
select {OF_POST}
from shown as one
join shown as other on other.post = one.post and other.outlet = :other
join posts on posts.id = one.post
left join authors on authors.id = posts.author
where one.outlet = :one
order by posts.articles desc, posts.id
limit {ROWS}
"""
CELL = f"""
select {OF_POST}, articles.id as article, articles.title, articles.source,
  articles.published_at, articles.published_day
from (select * from posts where author = :author order by posted_at desc limit {NEWEST}) as posts
join embeds on embeds.post = posts.id
join articles on articles.id = embeds.article and articles.outlet is nullif(:outlet, '')
left join authors on authors.id = posts.author
group by posts.id, articles.id
order by posts.posted_at desc, posts.id
limit {ROWS}
"""
COUNT = "select embeds from tally_outlet_authors where outlet = :outlet and author = :author"


async def show_shown(site: Site) -> dict[str, Any]:
    """Return the context of the template: the matrix and pairs, or the posts of one cell."""
    outlets = site.given("outlet", as_stored=True)
    if outlets and (authors := site.given("author", as_stored=True)):
        this = {"outlet": outlets[0], "author": authors[0]}
        found = await site.ask_all(posts=(CELL, this), count=(COUNT, this))
        return {**found, **this, "newest": NEWEST, "most": ROWS}
    if len(outlets) > 1:
        found = await site.ask_all(posts=(BOTH, {"one": outlets[0], "other": outlets[1]}))
        return {**found, "outlet": outlets[0], "other": outlets[1]}
    found = await site.ask_all(matrix=MATRIX, total=TOTAL, pairs=PAIRS)
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
        spans: The spans with any rows.
        drawn: The spans of the drawings, also those without any.
        places: Indexes of `spans` in the numbers of each chart.
        charts: The charts, those with most first.
        answer: The rows.
    """

    unit: Unit
    spans: list[Bar]
    drawn: list[Bar]
    places: list[int]
    charts: list[Small]
    answer: Answer


async def show(site: Site) -> dict[str, Any]:
    """Return the context of the template."""
    asked = span_of(site)
    within = asked.within
    ends = (await site.ask(ENDS, **within)).first or {"first": "", "last": ""}
    sql = MONTHS if is_long(ends["first"], ends["last"]) else DAYS
    found = await site.ask_all(platforms=(sql.format(**PLATFORMS), within), languages=(sql.format(**LANGUAGES), within))
    return {
        "platforms": _multiples(site, found["platforms"], ("posts", "platform"), platform_name),
        "languages": _multiples(site, found["languages"], ("articles", "language"), language_name),
        "dates": asked.typed,
        "mistakes": asked.mistakes,
    }


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


def _small(name: str, spans: list[Bar], rows: list[dict[str, Any]], address: str | None) -> Small:
    numbers = day_sums(spans, rows, "number")
    most = max(numbers)
    peak = spans[numbers.index(most)].label if most else ""
    undated = sum(row["number"] for row in rows) - sum(numbers)
    return Small(name, small_bars(spans, numbers), numbers, undated, (peak, most), address)
