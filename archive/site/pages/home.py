"""The front page: examples of questions, newest reactions, days, rankings, the last run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from archive.site.charts import chart, without
from archive.site.pages.versions import vanished
from archive.site.selection.selection import Selection
from archive.site.site import IS_1_0, LARGE, archives, options_of, page_queries
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


async def show(site: Site) -> dict[str, Any]:
    """Return the context of the template."""
    lists = ("totals", "days", "hashtags", "outlets", "authors", "posts", "latest", "rising", "run", "problems")
    found = await site.ask_named("home", *lists)
    return {
        **found,
        "chart": chart_of_days(site, found["days"].rows, found["totals"].first or {}),
        "examples": await examples(site),
        "vanished": (await vanished(site, {"since": "0", "until": "~"}, 4, 100))[0],
        "is_front": True,
        "subject": "Posts and articles",
        "saved": [
            (called, Selection("reactions", **fields)) for called, fields in options_of(site.datasette).selections
        ],
    }


_QUESTIONS = {"hashtag": "Who spoke under {}?", "author": "What did {} post?", "outlet": "Which posts did {} show?"}


async def examples(site: Site) -> list[tuple[str, str]]:
    """Return up to three questions that this archive answers, each with the URL of the answer."""
    return [
        (_QUESTIONS[row["field"]].format(name(row["name"], 40)), site.page(row["field"], row["key"]))
        for row in (await site.ask(page_queries("home")["examples"])).rows
    ]


def chart_of_days(site: Site, days: list[dict[str, Any]], totals: dict[str, Any], **filters: str) -> Chart | None:
    """Draw posts and articles by day; those of `totals` that no day has are counted as undated."""
    posts, articles = (without(totals.get(noun) or 0, (day[noun] for day in days)) for noun in ("posts", "articles"))
    links = {kind: Selection(kind, **filters).between(site) for kind in ("posts", "articles")}
    return chart(days, undated=(posts, articles), links=links)
