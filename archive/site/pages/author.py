"""An author: the names in use over time, the posts, the outlets that embed them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from datasette import NotFound

from archive.site.charts import chart_of_latest
from archive.site.selection.rows import Marker, lead
from archive.site.selection.selection import Selection
from archive.site.site import GONE, OF_POST
from archive.site.words import name

if TYPE_CHECKING:
    from archive.site.site import Site

PARAMETERS = ("before", "q")
PAGE = 30

AUTHOR = "select id, platform, handle, name, posts, embeds, quotes, first_seen from authors where id = :author"
NAMES = """
select name, first_posted, last_posted, first_seen, last_seen
from author_names where author = :author
order by coalesce(first_posted, first_seen), name
limit 50
"""
POSTS = f"""
select {OF_POST}, {GONE}
from posts join authors on authors.id = posts.author
where posts.author = :author and (:before = '' or posts.posted_at < :before)
order by posts.posted_at desc
limit {PAGE}
"""
#: Those with a name, and all articles without one as a row of their own.
OUTLETS = """
select * from (
  select outlet, embeds, count(*) over () as outlets from tally_outlet_authors
  where author = :author and outlet <> '' order by embeds desc limit 12
)
union all
select outlet, embeds, 0 from tally_outlet_authors where author = :author and outlet = ''
"""
QUOTES = """
select quotes.text, quotes.speaker, quotes.speaker_as_written, quotes.verb, quotes.confidence, quotes.gone_at,
  quotes.article,
  articles.title, articles.source, articles.outlet, articles.published_at
from quotes join articles on articles.id = quotes.article
where quotes.author = :author
limit 20
"""
DAYS = """
select substr(posted_at, 1, 10) as day, count(*) as posts, sum(articles) as embeds
from (
  select posted_at, articles from posts
  where author = :author and posted_at is not null order by posted_at desc limit 1000
)
group by day
"""
UNDATED = """
select count(*) as posts, sum(articles) as embeds
from (select articles from posts where author = :author and posted_at is null limit 1000)
"""


async def show(site: Site, key: str) -> dict[str, Any]:
    """Return the context of the template; ``{"moved": …}`` where the author's key is the folded one.

    Raises:
        NotFound: No post or quote of the archive is by this author.
    """
    author = (await site.ask(AUTHOR, author=key)).first
    if author is None and key != key.casefold():
        return {"moved": site.page("author", key.casefold())}
    if author is None:
        raise NotFound(f"No article in this archive shows a post of {name(key)}")
    this = {"author": key}
    before = site.argument("before")
    found: dict[str, Any] = await site.ask_all(
        names=(NAMES, this),
        posts=(POSTS, this | {"before": before}),
        outlets=(OUTLETS, this),
        quotes=(QUOTES, this),
        days=(DAYS, this),
        undated=(UNDATED, this),
    )
    posts, totals = found["posts"].rows, (author["posts"], author["embeds"])
    await lead(site, posts)
    links = {"posts": Selection("posts", author=key).between(site)}
    chart = chart_of_latest(found["days"].rows, found["undated"].first or {}, totals, ("posts", "embeds"), links)
    last = posts[-1]["posted_at"] if len(posts) == PAGE else None
    following = site.page("author", key, before=last) + "#posts" if last else None
    # Of one post there is nothing to draw.
    found |= {"author": author, "chart": chart if author["posts"] > 1 else None, "following": following}
    return {**found, "before": before, "marks": Marker(site.q), "begins": Marker(site.q, is_of_handle=True)}
