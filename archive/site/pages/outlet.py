"""An outlet: the accounts it embeds, its platforms and hashtags."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from archive.site.charts import chart_of_latest, rows_between
from archive.site.selection.selection import Selection
from archive.site.words import name

if TYPE_CHECKING:
    from archive.site.charts import Link
    from archive.site.site import Site


OUTLET = "select outlet, articles, embeds, quotes from tally_outlets where outlet = :outlet"
PLATFORMS = "select platform, embeds from tally_outlet_platforms where outlet = :outlet order by embeds desc"
AUTHORS = """
select authors.id, authors.platform, authors.handle, authors.name, shown.embeds
from (
  select author, embeds from tally_outlet_authors where outlet = :outlet order by embeds desc limit 15
) as shown
join authors on authors.id = shown.author
order by shown.embeds desc
"""
HASHTAGS = """
select hashtags.id, hashtags.tag, named.articles
from (
  select hashtag, articles from tally_outlet_hashtags where outlet = :outlet order by articles desc limit 15
) as named
join hashtags on hashtags.id = named.hashtag
order by named.articles desc
"""
ARTICLES = """
select id, title, source, published_at, published_day, embeds, quotes, url
from articles where outlet is nullif(:outlet, '')
order by published_at desc
limit 30
"""
DAYS = """
select coalesce(published_day, published_at) as day, count(*) as articles, sum(embeds + quotes) as reactions
from (
  select published_day, published_at, embeds, quotes from articles
  where outlet is nullif(:outlet, '') and published_at is not null order by published_at desc limit 1000
)
group by day
"""
UNDATED = """
select count(*) as articles, sum(embeds + quotes) as reactions
from (
  select embeds, quotes from articles
  where outlet is nullif(:outlet, '') and published_at is null limit 1000
)
"""


async def show(site: Site, key: str) -> dict[str, Any]:
    """Return the context of the template.

    Raises:
        NotFound: No article of the archive is by this outlet.
    """
    this = {"outlet": key}
    outlet = await site.ask_one(OUTLET, f"No article of {name(key)} in this archive", **this)
    found = await site.ask_all(
        platforms=(PLATFORMS, this),
        authors=(AUTHORS, this),
        hashtags=(HASHTAGS, this),
        articles=(ARTICLES, this),
        days=(DAYS, this),
        undated=(UNDATED, this),
    )
    totals, nouns = (outlet["embeds"] + outlet["quotes"], outlet["articles"]), ("reactions", "articles")
    links = {noun: _rows(site, noun, key) for noun in nouns}
    chart = chart_of_latest(found["days"].rows, found["undated"].first or {}, totals, nouns, links)
    return {**found, "outlet": outlet, "chart": chart}


def _rows(site: Site, kind: str, outlet: str) -> Link:
    """Return where the rows of a span of days are shown; articles without an outlet have no list."""
    if outlet:
        return Selection(kind, outlet=outlet).between(site)
    return rows_between(site, kind, "published_day", outlet__isnull=1)
