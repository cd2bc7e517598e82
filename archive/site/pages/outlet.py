"""An outlet: the accounts it embeds, its platforms and hashtags."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from archive.site.charts import chart_of_latest, rows_between
from archive.site.selection.selection import Selection
from archive.site.site import page_queries
from archive.site.words import name

if TYPE_CHECKING:
    from archive.site.charts import Link
    from archive.site.site import Site


async def show(site: Site, key: str) -> dict[str, Any]:
    """Return the context of the template; raise NotFound if the archive does not have the outlet."""
    outlet = await site.ask_one(
        page_queries("outlet")["outlet"], f"No article of {name(key)} in this archive", outlet=key
    )
    lists = ("platforms", "authors", "hashtags", "articles", "days", "undated")
    found = await site.ask_named("outlet", *lists, outlet=key)
    totals, nouns = (outlet["embeds"] + outlet["quotes"], outlet["articles"]), ("reactions", "articles")
    links = {noun: _rows(site, noun, key) for noun in nouns}
    chart = chart_of_latest(found["days"].rows, found["undated"].first or {}, totals, nouns, links)
    return {**found, "outlet": outlet, "chart": chart, "subject": name(key) or "No outlet named"}


def _rows(site: Site, kind: str, outlet: str) -> Link:
    """Return where the rows of a span of days are shown; articles without an outlet have no list."""
    if outlet:
        return Selection(kind, outlet=outlet).between(site)
    return rows_between(site, kind, "published_day", outlet__isnull=1)
