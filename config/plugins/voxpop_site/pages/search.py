"""Search over posts, quotes and articles at once, newest first, with filters.

The rowids of posts and articles grow with their dates. A search therefore walks the index from the newest hit
backwards and stops when the page is full: a common word costs no more than a rare one. Filters are applied to
the newest `CANDIDATES` hits; where these are not enough, the page offers to look further back. Without words,
all rows are hits. Emoji and words of scripts without spaces are in no index: the newest rows are read
for them: `READ` posts and quotes, `READ_TEXTS` articles.
"""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from voxpop_site import addresses, asked, context, gone, people
from voxpop_site.printed import MARK_START, with_marks

if TYPE_CHECKING:
    from voxpop_site.asked import Asked
    from voxpop_site.site import Answer, Site

TEMPLATE = "voxpop/search.html"
CANDIDATES = 2000
READ = 50_000
READ_TEXTS = 5_000
NEWEST, OLDEST = 2**62, -(2**62)

HITS = """
select {table}_fts.rowid as hit from {table}_fts
where {table}_fts match :words and {table}_fts.rowid > :low and {table}_fts.rowid < :high
order by {table}_fts.rowid desc
limit :candidates
"""
ALL = """
select {table}.{key} as hit from {table}
where {table}.{key} > :low and {table}.{key} < :high
order by {table}.{key} desc
limit :candidates
"""
MARKED = """(
    select highlight({table}_fts, 0, char(2), char(3)) from {table}_fts
    where {table}_fts match :words and {table}_fts.rowid = hits.hit
  )"""
#: A part of an article's text with the words, and one with what is looked for letter by letter.
EXCERPT = """(
    select snippet(articles_fts, 1, char(2), char(3), '…', 32) from articles_fts
    where articles_fts match :words and articles_fts.rowid = hits.hit
  )"""
PIECE = """substr(
    articles.text, max(1, instr(lower(articles.text), json_extract(:pieces, '$[0]')) - 120),
    300 * (instr(lower(articles.text), json_extract(:pieces, '$[0]')) > 0)
  )"""
POSTS = """
select hits.hit, posts.id, posts.platform, posts.url, posts.author, posts.posted_at, posts.articles,
  authors.handle, authors.name, {gone}, {marked} as marked
from ({hits}) as hits
join posts on posts.rowid = hits.hit
left join authors on authors.id = posts.author
where {pieces}
  and (:platform = '' or posts.platform = :platform)
  and (:language = '' or instr(lower(posts.language) || '-', :language || '-') = 1)
  and (:hashtag = '' or exists (
    select 1 from posts_hashtags where posts_hashtags.post = posts.id and posts_hashtags.hashtag = :hashtag
  ))
  and (:outlets = '' or exists (
    select 1 from embeds join articles on articles.id = embeds.article
    where embeds.post = posts.id and articles.outlet in (select value from json_each(:outlets))
  ))
  and (:since = '' or posts.posted_at >= :since)
  and (:until = '' or posts.posted_at <= :until || '~')
limit :size
"""
QUOTES = """
select hits.hit, quotes.speaker, quotes.speaker_as_written, quotes.verb, quotes.platform, quotes.article,
  quotes.confidence, quotes.gone_at,
  articles.title,
  articles.source, articles.outlet, articles.published_at, {context}, {marked} as marked
from ({hits}) as hits
join quotes on quotes.id = hits.hit
join articles on articles.id = quotes.article
where {pieces}
  and (:platform = '' or quotes.platform = :platform)
  and (:language = '' or instr(lower(articles.language) || '-', :language || '-') = 1)
  and (:hashtag = '' or exists (
    select 1 from articles_hashtags
    where articles_hashtags.article = articles.id and articles_hashtags.hashtag = :hashtag
  ))
  and (:outlets = '' or articles.outlet in (select value from json_each(:outlets)))
  and (:since = '' or articles.published_at >= :since)
  and (:until = '' or articles.published_at <= :until || '~')
limit :size
"""
ARTICLES = """
select hits.hit, articles.id, articles.source, articles.outlet, articles.published_at, articles.embeds,
  articles.quotes, {marked} as marked, {excerpt} as excerpt
from ({hits}) as hits
join articles on articles.rowid = hits.hit
where {pieces}
  and (:platform = '' or exists (
    select 1 from embeds join posts on posts.id = embeds.post
    where embeds.article = articles.id and posts.platform = :platform
  ))
  and (:language = '' or instr(lower(articles.language) || '-', :language || '-') = 1)
  and (:hashtag = '' or exists (
    select 1 from articles_hashtags
    where articles_hashtags.article = articles.id and articles_hashtags.hashtag = :hashtag
  ))
  and (:outlets = '' or articles.outlet in (select value from json_each(:outlets)))
  and (:since = '' or articles.published_at >= :since)
  and (:until = '' or articles.published_at <= :until || '~')
limit :size
"""
REACH = "select min(hit) as lowest, count(*) as candidates from ({hits})"
SINCE = "select rowid - 1 as edge from {table} where {column} >= :day order by {column}, rowid limit 1"
#: All words of an article.
WORDS = "coalesce(articles.title, '') || char(10) || coalesce(articles.text, '')"
UNTIL = """
select rowid + 1 as edge from {table} where {column} <= :day || '~' order by {column} desc, rowid desc limit 1
"""


@dataclass(frozen=True, slots=True)
class Shelf:
    """One of the three places that are searched.

    Attributes:
        table: Its table; the search index is named after it.
        key: What its search index calls a row by.
        shown: The column with the words.
        read: What is looked through for pieces.
        most_read: How many rows are, at most.
        sql: Its hits, with what the template shows.
        dated: The column whose order the rowid follows, if it follows one.
    """

    table: str
    key: str
    shown: str
    read: str
    most_read: int
    sql: str
    dated: str | None

    def question(self, template: str, words: str) -> str:
        """Return a question about the hits on this shelf: rows with the words, or all."""
        hits, marked, excerpt = (HITS, MARKED, EXCERPT) if words else (ALL, "{table}.{shown}", PIECE)
        names = {"table": self.table, "key": self.key, "shown": self.shown}
        return template.format(
            hits=hits.format(**names).strip(),
            marked=marked.format(**names),
            excerpt=excerpt,
            context=context.columns("quotes"),
            gone=gone.COLUMN,
            pieces=asked.holds_pieces(self.read),
        )


SHELVES = {
    "posts": Shelf("posts", "rowid", "text", "posts.text", READ, POSTS, "posted_at"),
    "quotes": Shelf("quotes", "id", "text", "quotes.text", READ, QUOTES, None),
    "articles": Shelf("articles", "rowid", "title", WORDS, READ_TEXTS, ARTICLES, "published_at"),
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
    """Return what the template needs; only the form where nothing was asked or something not understood."""
    if place := await addresses.place_of(site, site.argument("q")):
        return {"moved": place}
    query = await asked.read(site)
    shelves = [query.form["in"]] if query.form["in"] in SHELVES else list(SHELVES)
    hits: list[Hits] = []
    if query.searches:
        hits = list(await asyncio.gather(*(_search(site, shelf, query, len(shelves)) for shelf in shelves)))
    who, bearers = None, 0
    is_named = query.words or query.pieces
    if query.searches and is_named and "posts" in shelves and not site.argument("below"):
        who, bearers = await people.find(site, query)
    return {
        "asked": query,
        "form": query.form,
        "people": who,
        "bearers": bearers,
        "found": dict(zip(shelves, hits, strict=False)),
    }


async def _search(site: Site, name: str, query: Asked, shelves: int) -> Hits:
    shelf = SHELVES[name]
    size = 6 if shelves > 1 else 20
    low, high = await _edges(site, shelf, query.filters)
    most = CANDIDATES if query.narrowed or query.pieces else size
    if query.pieces and not query.words:
        most = shelf.most_read
    reach = {"words": query.words, "low": low, "high": high, "candidates": most}
    filters = query.filters | {"pieces": json.dumps(query.pieces, ensure_ascii=False)}
    found = await site.ask_all(
        **{name: (shelf.question(shelf.sql, query.words), {**reach, **filters, "size": size})},
        reach=(shelf.question(REACH, query.words), reach),
    )
    answer, seen = found[name], found["reach"]
    for row in answer.rows:
        row["marked"] = with_marks(row["marked"], query.pieces)
    if name == "quotes":
        context.show(answer.rows)
    if name == "articles":
        _show_excerpts(answer.rows, query.pieces)
    return Hits(answer, _following(site, name, query.form, answer, seen, most, size), _candidates(seen))


def _show_excerpts(rows: list[dict[str, Any]], pieces: list[str]) -> None:
    """Leave a part of the text where what was looked for stands in it, on one line."""
    for row in rows:
        excerpt = " ".join(with_marks(row["excerpt"], pieces).split())
        row["excerpt"] = excerpt if MARK_START in excerpt else None


def _candidates(seen: Answer) -> int:
    return int(seen.first["candidates"]) if seen.first else 0


def _following(  # noqa: PLR0913, PLR0917 - all that decides whether there is more
    site: Site, name: str, form: dict[str, str], answer: Answer, seen: Answer, most: int, size: int
) -> str | None:
    """Return the address that goes on below the last hit shown, or below the last one looked at."""
    if len(answer.rows) == size:
        lowest = answer.rows[-1]["hit"]
    elif _candidates(seen) == most and seen.first:
        lowest = seen.first["lowest"]
    else:
        return None
    return site.page("search", **(form | {"in": name, "below": lowest}))


async def _edges(site: Site, shelf: Shelf, filters: dict[str, str]) -> tuple[int, int]:
    """Return the rowids between which the dates and the page asked for lie."""
    below = site.argument("below")
    low, high = OLDEST, int(below) if re.fullmatch(r"-?\d{1,18}", below) else NEWEST
    if shelf.dated is None:
        return low, high
    names = {"table": shelf.table, "column": shelf.dated}
    if filters["since"]:
        low = await _edge(site, SINCE.format(**names), filters["since"], otherwise=NEWEST)
    if filters["until"]:
        high = min(high, await _edge(site, UNTIL.format(**names), filters["until"], otherwise=OLDEST))
    return low, high


async def _edge(site: Site, sql: str, day: str, otherwise: int) -> int:
    row = (await site.ask(sql, day=day)).first
    return int(row["edge"]) if row else otherwise
