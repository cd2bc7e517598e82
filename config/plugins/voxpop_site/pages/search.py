"""Search over posts, quotes and headlines at once, newest first, with filters.

The rowids of posts and articles grow with their dates. A search therefore walks the index from the newest hit
backwards and stops when the page is full: a common word costs no more than a rare one. Filters are applied to
the newest `CANDIDATES` hits; where these are not enough, the page offers to look further back.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from voxpop_site.words import fold_hashtag

if TYPE_CHECKING:
    from voxpop_site.site import Answer, Site

TEMPLATE = "voxpop/search.html"
CANDIDATES = 2000
NEWEST, OLDEST = 2**62, -(2**62)
# Scripts without spaces between words: the index holds whole phrases; the reader types the beginning of one.
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
_WORDS = re.compile(r'"[^"]*"|[^\s"]+')
_DAY = re.compile(r"\d{4}(?:-\d\d(?:-\d\d)?)?\Z")

HITS = """
select {table}_fts.rowid as hit from {table}_fts
where {table}_fts match :words and {table}_fts.rowid > :low and {table}_fts.rowid < :high
order by {table}_fts.rowid desc
limit :candidates
"""
MARKED = """(
    select highlight({table}_fts, 0, char(2), char(3)) from {table}_fts
    where {table}_fts match :words and {table}_fts.rowid = hits.hit
  )"""
POSTS = """
select hits.hit, posts.id, posts.platform, posts.url, posts.author, posts.posted_at, posts.articles,
  authors.handle, authors.name, {marked} as marked
from ({hits}) as hits
join posts on posts.rowid = hits.hit
left join authors on authors.id = posts.author
where (:platform = '' or posts.platform = :platform)
  and (:language = '' or posts.language = :language or posts.language like :language || '-%')
  and (:hashtag = '' or exists (
    select 1 from posts_hashtags where posts_hashtags.post = posts.id and posts_hashtags.hashtag = :hashtag
  ))
  and (:outlet = '' or exists (
    select 1 from embeds join articles on articles.id = embeds.article
    where embeds.post = posts.id and articles.outlet = :outlet
  ))
  and (:since = '' or posts.posted_at >= :since)
  and (:until = '' or posts.posted_at <= :until || '~')
limit :size
"""
QUOTES = """
select hits.hit, quotes.speaker, quotes.verb, quotes.platform, quotes.article, articles.title,
  articles.source, articles.outlet, articles.published_at, {marked} as marked
from ({hits}) as hits
join quotes on quotes.id = hits.hit
join articles on articles.id = quotes.article
where (:platform = '' or quotes.platform = :platform)
  and (:language = '' or articles.language = :language)
  and (:hashtag = '' or exists (
    select 1 from articles_hashtags
    where articles_hashtags.article = articles.id and articles_hashtags.hashtag = :hashtag
  ))
  and (:outlet = '' or articles.outlet = :outlet)
  and (:since = '' or articles.published_at >= :since)
  and (:until = '' or articles.published_at <= :until || '~')
limit :size
"""
ARTICLES = """
select hits.hit, articles.id, articles.outlet, articles.published_at, articles.embeds, articles.quotes,
  {marked} as marked
from ({hits}) as hits
join articles on articles.rowid = hits.hit
where (:platform = '' or exists (
    select 1 from embeds join posts on posts.id = embeds.post
    where embeds.article = articles.id and posts.platform = :platform
  ))
  and (:language = '' or articles.language = :language)
  and (:hashtag = '' or exists (
    select 1 from articles_hashtags
    where articles_hashtags.article = articles.id and articles_hashtags.hashtag = :hashtag
  ))
  and (:outlet = '' or articles.outlet = :outlet)
  and (:since = '' or articles.published_at >= :since)
  and (:until = '' or articles.published_at <= :until || '~')
limit :size
"""
REACH = "select min(hit) as lowest, count(*) as candidates from ({hits})"
SINCE = "select rowid - 1 as edge from {table} where {column} >= :day order by {column}, rowid limit 1"
UNTIL = """
select rowid + 1 as edge from {table} where {column} <= :day || '~' order by {column} desc, rowid desc limit 1
"""
PLATFORMS = "select distinct platform from tally_outlet_platforms order by platform limit 40"


@dataclass(frozen=True, slots=True)
class Shelf:
    """One of the three places that are searched.

    Attributes:
        table: Its table; the search index is named after it.
        sql: Its hits, with what the template shows.
        dated: The column whose order the rowid follows, if it follows one.
    """

    table: str
    sql: str
    dated: str | None

    def question(self, template: str) -> str:
        """Give a question about the hits on this shelf."""
        return template.format(
            hits=HITS.format(table=self.table).strip(), marked=MARKED.format(table=self.table)
        )


SHELVES = {
    "posts": Shelf("posts", POSTS, "posted_at"),
    "quotes": Shelf("quotes", QUOTES, None),
    "articles": Shelf("articles", ARTICLES, "published_at"),
}


@dataclass(frozen=True, slots=True)
class Hits:
    """What was found on one shelf.

    Attributes:
        answer: The rows.
        following: Where to look further, if there may be more.
        candidates: How many hits the filters were applied to.
    """

    answer: Answer
    following: str | None
    candidates: int


async def show(site: Site) -> dict[str, Any]:
    """Give what the template needs; without words only the form."""
    form = {name: site.argument(name) for name in ("q", "in", "platform", "outlet", "hashtag", "language")}
    form |= {name: day if _DAY.match(day := site.argument(name)) else "" for name in ("since", "until")}
    platforms = [row["platform"] for row in (await site.ask(PLATFORMS)).rows]
    words = match_words(form["q"])
    shelves = [form["in"]] if form["in"] in SHELVES else list(SHELVES)
    hits: list[Hits] = []
    if words:
        hits = list(
            await asyncio.gather(*(_search(site, shelf, words, form, len(shelves)) for shelf in shelves))
        )
    return {
        "form": form,
        "platforms": platforms,
        "words": words,
        "found": dict(zip(shelves, hits, strict=False)),
    }


def match_words(query: str) -> str:
    """Give what the reader typed as a search that cannot be wrong: every word quoted, phrases kept.

    >>> match_words('refund "ninety days" AND ("')
    '"refund" "ninety days" "AND"'
    >>> match_words("灯台")
    '"灯台" *'
    """
    words = (word.strip('"') for word in _WORDS.findall(query))
    return " ".join(f'"{word}"{" *" if _UNSPACED.search(word) else ""}' for word in words if _is_word(word))


def _is_word(word: str) -> bool:
    return any(letter.isalnum() for letter in word)


async def _search(site: Site, name: str, words: str, form: dict[str, str], shelves: int) -> Hits:
    shelf = SHELVES[name]
    filters = {key: form[key] for key in ("platform", "outlet", "language", "since", "until")}
    filters["hashtag"] = fold_hashtag(form["hashtag"])
    size = 6 if shelves > 1 else 20
    low, high = await _edges(site, shelf, form)
    most = CANDIDATES if any(filters.values()) else size
    reach = {"words": words, "low": low, "high": high, "candidates": most}
    answer, seen = await asyncio.gather(
        site.ask(shelf.question(shelf.sql), **reach, **filters, size=size),
        site.ask(shelf.question(REACH), **reach),
    )
    return Hits(answer, _following(site, name, form, answer, seen, most, size), _candidates(seen))


def _candidates(seen: Answer) -> int:
    return int(seen.first["candidates"]) if seen.first else 0


def _following(  # noqa: PLR0913, PLR0917 - all that decides whether there is more
    site: Site, name: str, form: dict[str, str], answer: Answer, seen: Answer, most: int, size: int
) -> str | None:
    """Give the address that goes on below the last hit shown, or below the last one looked at."""
    if len(answer.rows) == size:
        lowest = answer.rows[-1]["hit"]
    elif _candidates(seen) == most and seen.first:
        lowest = seen.first["lowest"]
    else:
        return None
    return site.page("search", **(form | {"in": name, "below": lowest}))


async def _edges(site: Site, shelf: Shelf, form: dict[str, str]) -> tuple[int, int]:
    """Give the rowids between which the dates and the page asked for lie."""
    below = site.argument("below")
    low, high = OLDEST, int(below) if re.fullmatch(r"-?\d{1,18}", below) else NEWEST
    if shelf.dated is None:
        return low, high
    names = {"table": shelf.table, "column": shelf.dated}
    if form["since"]:
        low = await _edge(site, SINCE.format(**names), form["since"], otherwise=NEWEST)
    if form["until"]:
        high = min(high, await _edge(site, UNTIL.format(**names), form["until"], otherwise=OLDEST))
    return low, high


async def _edge(site: Site, sql: str, day: str, otherwise: int) -> int:
    row = (await site.ask(sql, day=day)).first
    return int(row["edge"]) if row else otherwise
