"""The front page: totals, days, rankings, newest reactions, the last run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from archive.site.charts import chart, without
from archive.site.selection.selection import Selection
from archive.site.site import GONE, IS_1_0, LARGE, archives

if TYPE_CHECKING:
    from archive.site.charts import Chart
    from archive.site.site import Site


# Questions, tables and SQL: the way from the pages to the rows, with a sentence about each.

#: Views that search indexes read; Datasette hides only their tables.
PART_OF_SEARCH = "_fts"
EXAMPLE = """\
select outlet, count(*) as reactions
from reactions
where posted_at >= '2024-01-01'
group by outlet
order by reactions desc
limit 20"""


async def show_data(site: Site) -> dict[str, Any]:
    """Return the context of the template: prepared questions and tables, in the order of the metadata."""
    settings = _settings(site)
    hidden = set(await site.database.hidden_table_names())
    told = list(settings.get("tables", {}))
    closed = {name for name, table in settings.get("tables", {}).items() if table.get("allow") is False}
    here = archives(site.datasette)[site.name] - hidden - closed
    held = sorted(name for name in here if PART_OF_SEARCH not in name)
    shown = sorted(held, key=lambda name: told.index(name) if name in told else len(told))
    return {
        "queries": settings.get("queries", {}),
        "tables": [(name, await _description(site, settings, name)) for name in shown],
        "whole": await _whole(site, shown),
        "example": EXAMPLE,
    }


async def _whole(site: Site, names: list[str]) -> set[str]:
    """Return the names whose CSV may hold all rows.

    Datasette walks through a view by counting from its first row again and again, which on a large archive
    runs into the time limit in the middle of the file.
    """
    views = set(await site.database.view_names()) if site.database.size > LARGE else set()
    return set(names) - views


def _settings(site: Site) -> dict[str, Any]:
    if IS_1_0:
        databases: dict[str, Any] = (site.datasette.config or {}).get("databases") or {}
        return databases.get(site.name) or {}
    return site.datasette.metadata(database=site.name, fallback=False) or {}


async def _description(site: Site, settings: dict[str, Any], table: str) -> str:
    if IS_1_0:
        return (await site.datasette.get_resource_metadata(site.name, table)).get("description") or ""
    return settings.get("tables", {}).get(table, {}).get("description") or ""


TOTALS = """
select
  (select count(*) from articles) as articles,
  (select count(*) from posts) as posts,
  (select count(*) from authors) as authors,
  (select count(*) from hashtags) as hashtags,
  (select sum(quotes) from tally_outlets) as quotes,
  (select sum(embeds) from tally_outlets) as embeds,
  (select count(*) from tally_outlets where outlet <> '') as outlets,
  (select min(posted_at) from posts where posted_at > '') as first_post,
  (select max(posted_at) from posts) as last_post,
  (select max(last_seen) from articles) as last_seen
"""
DAYS = "select day, posts, articles, embeds, quotes from tally_days order by day"
HASHTAGS = "select id, tag, posts, articles from hashtags order by articles desc limit 12"
#: Those with a name, and all articles without one as a row of their own.
OUTLETS = """
select * from (
  select outlet, articles, embeds, quotes from tally_outlets where outlet <> '' order by embeds desc limit 8
)
union all
select outlet, articles, embeds, quotes from tally_outlets where outlet = ''
"""
AUTHORS = """
select id, platform, handle, name, posts, embeds from authors where embeds > 0 order by embeds desc limit 8
"""
#: Posts with words first, among the first 200: sorting all posts of one article would read them all.
POSTS = f"""
with first as (select * from posts order by articles desc, id limit 200)
select posts.id, posts.platform, posts.url, posts.author, posts.text, posts.posted_at, posts.articles,
  authors.handle, authors.name, {GONE}
from first as posts left join authors on authors.id = posts.author
order by posts.articles desc, posts.text is null, posts.id
limit 6
"""
LATEST = """
select kind, article, title, outlet, published_at, post, platform, author, handle, name,
  text, posted_at, first_seen, gone_at, (select source from articles where id = article) as source
from reactions
order by first_seen desc
limit 8
"""
RUN = """
select started_at, ended_at, exit_code, sources, articles, added, failed from runs order by id desc limit 1
"""
PROBLEMS = "select kind, count(*) as documents from problems group by kind order by documents desc limit 6"


async def show(site: Site) -> dict[str, Any]:
    """Return the context of the template."""
    found = await site.ask_all(
        totals=TOTALS,
        days=DAYS,
        hashtags=HASHTAGS,
        outlets=OUTLETS,
        authors=AUTHORS,
        posts=POSTS,
        latest=LATEST,
        run=RUN,
        problems=PROBLEMS,
    )
    return {**found, "chart": _chart(site, found["days"].rows, found["totals"].first or {})}


def _chart(site: Site, days: list[dict[str, Any]], totals: dict[str, Any]) -> Chart | None:
    posts, articles = (without(totals.get(noun) or 0, (day[noun] for day in days)) for noun in ("posts", "articles"))
    links = {kind: Selection(kind).between(site) for kind in ("posts", "articles")}
    return chart(days, undated=(posts, articles), links=links)
