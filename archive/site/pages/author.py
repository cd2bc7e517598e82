"""An author: the names in use over time, the posts, the outlets that embed them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from datasette import NotFound

from archive.site.charts import chart_of_latest
from archive.site.selection.rows import Marker, lead
from archive.site.selection.selection import Selection
from archive.site.site import page_queries
from archive.site.words import name

if TYPE_CHECKING:
    from archive.site.site import Site

PARAMETERS = ("before", "q")
PAGE = 30


async def show(site: Site, key: str) -> dict[str, Any]:
    """Return the context, or ``{"moved": …}`` if the key is not folded; raise NotFound if there is no such author."""
    author = (await site.ask(page_queries("author")["author"], author=key)).first
    if author is None and key != key.casefold():
        return {"moved": site.page("author", key.casefold())}
    if author is None:
        raise NotFound(f"No article in this archive shows a post of {name(key)}")
    before = site.argument("before")
    lists = ("names", "posts", "outlets", "quotes", "days", "undated")
    found: dict[str, Any] = await site.ask_named("author", *lists, author=key, before=before, page=PAGE)
    posts, totals = found["posts"].rows, (author["posts"], author["embeds"])
    await lead(site, posts)
    links = {"posts": Selection("posts", author=key).between(site)}
    chart = chart_of_latest(found["days"].rows, found["undated"].first or {}, totals, ("posts", "embeds"), links)
    last = posts[-1]["posted_at"] if len(posts) == PAGE else None
    following = site.page("author", key, before=last) + "#posts" if last else None
    # Of one post there is nothing to draw.
    found |= {"author": author, "chart": chart if author["posts"] > 1 else None, "following": following}
    found["subject"] = f"Posts of {name(author['name'] or author['handle'] or key)}"
    return {**found, "before": before, "marks": Marker(site.q), "begins": Marker(site.q, is_of_handle=True)}
