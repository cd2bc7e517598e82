"""An author: the names in use over time, the posts, the outlets that embed them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from datasette import NotFound

from voxpop_site.charts import chart
from voxpop_site.printed import name

if TYPE_CHECKING:
    from voxpop_site.site import Site

TEMPLATE = "voxpop/author.html"
PAGE = 30

AUTHOR = (
    "select id, platform, handle, name, posts, embeds, quotes, first_seen from authors where id = :author"
)
NAMES = """
select name, first_posted, last_posted, first_seen, last_seen
from author_names where author = :author
order by coalesce(first_posted, first_seen), name
limit 50
"""
POSTS = """
select posts.id, posts.platform, posts.url, posts.author, posts.text, posts.posted_at, posts.articles,
  authors.handle, authors.name
from posts join authors on authors.id = posts.author
where posts.author = :author and (:before = '' or posts.posted_at < :before)
order by posts.posted_at desc
limit 30
"""
OUTLETS = (
    "select outlet, embeds from tally_outlet_authors where author = :author order by embeds desc limit 12"
)
QUOTES = """
select quotes.text, quotes.speaker, quotes.speaker_as_written, quotes.verb, quotes.confidence, quotes.article,
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


async def show(site: Site, key: str) -> dict[str, Any]:
    """Return what the template needs; ``{"moved": …}`` where the author's key is the folded one.

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
    found = await site.ask_all(
        names=(NAMES, this),
        posts=(POSTS, this | {"before": before}),
        outlets=(OUTLETS, this),
        quotes=(QUOTES, this),
        days=(DAYS, this),
    )
    drawn = chart(found["days"].rows, above="posts", below="embeds") if author["posts"] > 1 else None
    following = _following(site, key, found["posts"].rows)
    return {**found, "author": author, "chart": drawn, "following": following, "before": before}


def _following(site: Site, author: str, rows: list[dict[str, Any]]) -> str | None:
    """Return the address of older posts, if there may be any."""
    if len(rows) < PAGE or not rows[-1]["posted_at"]:
        return None
    return site.page("author", author, before=rows[-1]["posted_at"]) + "#posts"
