"""Who shows whom: outlets by accounts as a matrix, outlets that share posts, the rows behind each number."""

from __future__ import annotations

from math import ceil, sqrt
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from archive.site.site import Site

PARAMETERS = ("outlet", "author")
OUTLETS, ACCOUNTS = 15, 12
#: Pairs are counted in so many posts, the most shown, and in so many articles of each.
POSTS, ARTICLES = 250, 12
#: So many of an account's posts are looked through for one outlet: the newest.
NEWEST = 2000
#: So many rows behind a number are shown.
ROWS = 60

MATRIX = f"""
with rows as (
  select outlet, embeds from tally_outlets
  where outlet <> '' and embeds > 0 order by embeds desc limit {OUTLETS}
), columns as (
  select id, handle, name, embeds from authors where embeds > 0 order by embeds desc limit {ACCOUNTS}
)
select rows.outlet, rows.embeds as of_outlet, columns.id as author, columns.handle, columns.name,
  columns.embeds as of_author, coalesce(shown.embeds, 0) as embeds
from rows cross join columns
left join tally_outlet_authors as shown on shown.outlet = rows.outlet and shown.author = columns.id
order by rows.embeds desc, rows.outlet, columns.embeds desc, columns.id
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
select posts.id, posts.platform, posts.url, posts.author, posts.text, posts.posted_at, posts.articles,
  authors.handle, authors.name
from shown as one
join shown as other on other.post = one.post and other.outlet = :other
join posts on posts.id = one.post
left join authors on authors.id = posts.author
where one.outlet = :one
order by posts.articles desc, posts.id
limit {ROWS}
"""
CELL = f"""
select posts.id, posts.platform, posts.url, posts.author, posts.text, posts.posted_at, posts.articles,
  authors.handle, authors.name, articles.id as article, articles.title, articles.source,
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


async def show(site: Site) -> dict[str, Any]:
    """Return what the template needs: the matrix and pairs, or the posts behind one of their numbers."""
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
    """Return the cells by outlet, each with its shade."""
    most = max((cell["embeds"] for cell in cells), default=0)
    rows: dict[str, list[dict[str, Any]]] = {}
    for cell in cells:
        rows.setdefault(cell["outlet"], []).append(cell | {"heat": heat(cell["embeds"], most)})
    return list(rows.values())


def heat(number: int, most: int) -> int:
    """Return a shade from 0 to 4; the root lets small numbers be told from none.

    >>> [heat(number, 400) for number in (0, 1, 25, 100, 400)]
    [0, 1, 1, 2, 4]
    """
    return ceil(4 * sqrt(number / most)) if number else 0
