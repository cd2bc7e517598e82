"""The front page: examples of questions, newest reactions, days, rankings, the last run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from archive.site.charts import chart, without
from archive.site.pages.versions import vanished
from archive.site.selection.selection import Selection
from archive.site.site import GONE, IS_1_0, LARGE, OF_POST, archives, options_of
from archive.site.words import name

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
select {OF_POST}, {GONE}
from first as posts left join authors on authors.id = posts.author
order by posts.articles desc, posts.text is null, posts.id
limit 6
"""
#: The newest reactions with words, each post once, at most two of an article, among the last that were archived.
LATEST = """
with newest as (
  select kind, article, title, outlet, published_at, published_day, post as id, quote, platform, author, handle, name,
    text, posted_at, url, first_seen, gone_at
  from reactions order by first_seen desc limit 150
)
select newest.*, (select source from articles where articles.id = article) as source, coalesce(quote, (
    select id from embeds where embeds.post = newest.id and embeds.article = newest.article limit 1
  )) as hit
from (
  select *, row_number() over (partition by article order by first_seen desc, posted_at) as place,
    row_number() over (partition by coalesce(id, quote) order by first_seen desc, published_at) as showing
  from newest where text > ''
) as newest
where place <= 2 and showing = 1
order by substr(first_seen, 1, 10) desc, coalesce(posted_at, published_day, published_at, '') desc, article, place
limit 8
"""
MOST_DAYS = 5000
#: Hashtags of which most uses are in the newest days: a fifth of the days of all hashtags, or of `MOST_DAYS`.
RISING = f"""
with newest as (
  select hashtag, day, posts + articles as uses from tally_hashtag_days where day <= date('now')
  order by day desc limit (select count(*) / 5 from (select 1 from tally_hashtag_days limit {MOST_DAYS}))
)
select hashtags.id, hashtags.tag, sum(newest.uses) as uses, hashtags.posts + hashtags.articles as total,
  (select min(day) from newest) as since
from newest join hashtags on hashtags.id = newest.hashtag
group by hashtags.id having uses > 2 and uses * 2 > total
order by uses * uses / total desc, hashtags.id limit 8
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
        rising=RISING,
        run=RUN,
        problems=PROBLEMS,
    )
    return {
        **found,
        "chart": chart_of_days(site, found["days"].rows, found["totals"].first or {}),
        "examples": await examples(site),
        "vanished": (await vanished(site, {"since": "0", "until": "~"}, 4, 100))[0],
        "is_front": True,
        "saved": [
            (called, Selection("reactions", **fields)) for called, fields in options_of(site.datasette).selections
        ],
    }


#: What most articles name or show, for questions that have an answer.
_EXAMPLES = """
select 'hashtag' as field, id as key, '#' || tag as name from (select * from hashtags order by articles desc limit 1)
union all
select 'author', id, coalesce(name, '@' || handle, id) from (select * from authors order by embeds desc limit 1)
union all
select 'outlet', outlet, outlet from (
  select outlet from tally_outlets where outlet <> '' order by embeds desc limit 1
)
"""
_QUESTIONS = {"hashtag": "Who spoke under {}?", "author": "What did {} post?", "outlet": "Which posts did {} show?"}


async def examples(site: Site) -> list[tuple[str, str]]:
    """Return up to three questions that this archive answers, each with the URL of the answer."""
    return [
        (_QUESTIONS[row["field"]].format(name(row["name"], 40)), site.page(row["field"], row["key"]))
        for row in (await site.ask(_EXAMPLES)).rows
    ]


def chart_of_days(site: Site, days: list[dict[str, Any]], totals: dict[str, Any], **filters: str) -> Chart | None:
    """Draw posts and articles by day; those of `totals` that no day has are counted as undated."""
    posts, articles = (without(totals.get(noun) or 0, (day[noun] for day in days)) for noun in ("posts", "articles"))
    links = {kind: Selection(kind, **filters).between(site) for kind in ("posts", "articles")}
    return chart(days, undated=(posts, articles), links=links)
