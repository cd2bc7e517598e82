"""A hashtag: its days, its posts in order, who named it, what stood beside it, how it was spelled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from datasette import NotFound

from archive.site import usage
from archive.site.charts import chart, without
from archive.site.selection.known import HASHTAG
from archive.site.selection.selection import Selection
from archive.site.site import GONE
from archive.site.words import fold_hashtag, name

if TYPE_CHECKING:
    from archive.site.charts import Chart
    from archive.site.site import Site

TEMPLATE = "voxpop/hashtag.html"
PARAMETERS = (*usage.FIELDS, "after", "after_post")
PAGE = 40

DAYS = "select day, posts, articles from tally_hashtag_days where hashtag = :hashtag order by day"
POSTS = f"""
select posts.id, posts.platform, posts.url, posts.author, posts.text, posts_hashtags.posted_at,
  posts.articles, authors.handle, authors.name, {GONE}
from posts_hashtags
join posts on posts.id = posts_hashtags.post
left join authors on authors.id = posts.author
where posts_hashtags.hashtag = :hashtag
  and (posts_hashtags.posted_at, posts_hashtags.post) > (:after, :after_post)
order by posts_hashtags.posted_at, posts_hashtags.post
limit {PAGE}
"""  # noqa: S608 - our own columns
UNDATED = f"""
select posts.id, posts.platform, posts.url, posts.author, posts.text, posts.posted_at, posts.articles,
  authors.handle, authors.name, {GONE}
from posts_hashtags
join posts on posts.id = posts_hashtags.post
left join authors on authors.id = posts.author
where posts_hashtags.hashtag = :hashtag and posts_hashtags.posted_at is null
limit 20
"""  # noqa: S608 - our own columns
#: Those with a name, and all articles without one as a row of their own.
OUTLETS = """
select * from (
  select outlet, articles, count(*) over () as outlets from tally_outlet_hashtags
  where hashtag = :hashtag and outlet <> '' order by articles desc limit 12
)
union all
select outlet, articles, 0 from tally_outlet_hashtags where hashtag = :hashtag and outlet = ''
"""
SPELLINGS = """
select as_written, articles from tally_spellings where hashtag = :hashtag order by articles desc limit 12
"""
BESIDE = """
with latest_posts as (
  select post from posts_hashtags where hashtag = :hashtag order by posted_at desc limit 500
), latest_articles as (
  select article from articles_hashtags where hashtag = :hashtag order by published_at desc limit 500
), beside as (
  select hashtag from posts_hashtags where post in (select post from latest_posts)
  union all
  select hashtag from articles_hashtags where article in (select article from latest_articles)
)
select hashtags.id, hashtags.tag, count(*) as times
from beside join hashtags on hashtags.id = beside.hashtag
where beside.hashtag <> :hashtag
group by beside.hashtag
order by times desc, hashtags.id
limit 12
"""
ARTICLES = """
select articles.id, articles.title, articles.source, articles.outlet, articles.published_at,
  articles.published_day,
  named.as_written, named.within
from (
  select article, as_written, within from articles_hashtags
  where hashtag = :hashtag order by published_at desc limit 12
) as named
join articles on articles.id = named.article
group by articles.id
order by articles.published_at desc
"""


async def show(site: Site, key: str) -> dict[str, Any]:
    """Return what the template needs.

    Raises:
        NotFound: No document of the archive holds the hashtag.
    """
    hashtag = fold_hashtag(key)
    head = (await site.ask(HASHTAG, hashtag=hashtag)).first
    if head is None:
        raise NotFound(f"No article in this archive holds the hashtag #{name(key)}")
    known = await usage.known_of(site, hashtag)
    is_narrowed = usage.is_narrowed(known)
    shown = await (usage.narrowed(site, known, hashtag) if is_narrowed else _whole(site, head))
    form = {field: getattr(known.selection, field) for field in usage.FIELDS}
    return {
        "after": {},
        **shown,
        "hashtag": head,
        "canonical_key": hashtag,
        "known": known,
        "form": form | {"q": ""},
        "is_narrowed": is_narrowed,
        "narrowed": [words for words in known.narrowed if words != f"#{name(head['tag'])}"],
        "looked": usage.LOOKED,
    }


async def _whole(site: Site, head: dict[str, Any]) -> dict[str, Any]:
    """Return what a page shows of all of a hashtag: what the archive counts."""
    this = {"hashtag": head["id"]}
    after = {"after": site.argument("after"), "after_post": site.argument("after_post")}
    found = await site.ask_all(
        days=(DAYS, this),
        posts=(POSTS, this | after),
        undated=(UNDATED, this),
        outlets=(OUTLETS, this),
        spellings=(SPELLINGS, this),
        beside=(BESIDE, this),
        articles=(ARTICLES, this),
        accounts=(usage.ACCOUNTS, this),
        first_post=(usage.FIRST_POST, this),
        first_article=(usage.FIRST_ARTICLE, this),
    )
    days = found["days"].rows
    return {
        **found,
        "chart": _chart(site, head, days),
        "peaks": {noun: usage.peak(days, noun) for noun in ("posts", "articles")},
        "following": _following(site, head["id"], found["posts"].rows),
        "after": after,
    }


def _chart(site: Site, head: dict[str, Any], days: list[dict[str, Any]]) -> Chart | None:
    posts, articles = (without(head[noun], (day[noun] for day in days)) for noun in ("posts", "articles"))
    links = {kind: Selection(kind, hashtag=head["id"]).between(site) for kind in ("posts", "articles")}
    return chart(days, undated=(posts, articles), links=links)


def _following(site: Site, hashtag: str, rows: list[dict[str, Any]]) -> str | None:
    """Return the address of the next posts, if there may be any."""
    if len(rows) < PAGE:
        return None
    return site.page("hashtag", hashtag, after=rows[-1]["posted_at"], after_post=rows[-1]["id"]) + "#posts"
