"""How soon outlets show posts: the fastest first, and the lags of one outlet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from datasette import NotFound

from archive.site.words import IS_EXACT, SECONDS, name

if TYPE_CHECKING:
    from archive.site.site import Site

PARAMETERS = ("outlet", "least")
#: The fewest posts by which an outlet is ranked: one lucky article is no speed.
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


async def show(site: Site) -> dict[str, Any]:
    """Return what the template needs.

    Raises:
        NotFound: No article of the archive is by the outlet that is asked for.
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
    if (await site.ask("select 1 from tally_outlets where outlet = :outlet", **this)).first is None:
        raise NotFound(f"No article of {name(outlet)} in this archive")
    found = await site.ask_all(one=(ONE, this), steps=(STEPS, this), latest=(LATEST, this))
    return {**found, "outlet": outlet, "classes": _classes(found["steps"].rows)}


#: The minutes at which a class ends, and its name.
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
