"""Bounded queries of a selection: matching rows, their number and days, and whether a bound was reached.

It examines the newest rows of the most selective source, at most `LOOKED`. If there are more, the number of hits is a
lower bound, and the survey can continue with older rows.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from datasette.database import QueryInterrupted

from archive.site.selection.known import LISTED, MEANINGS
from archive.site.selection.selection import BEGINNING
from archive.site.site import archives
from archive.site.tables import VIEW_ROWS
from archive.store.terms import DAY

if TYPE_CHECKING:
    from collections.abc import Iterable

    from archive.site.selection.known import Known, Meant
    from archive.site.site import Site

    Way = tuple[str, tuple[str, ...], Meant]


# Where the rows of a selection are looked for: the search index, the index of a condition, or all rows.


class Narrow(NamedTuple):
    """A condition that leads to few rows: their `column` has one of `keys`, newest first and at most ``:looked``.

    `within` is what the keys are read from, if that is bounded, too.
    """

    field: str
    column: str
    keys: str
    within: str = ""

    @property
    def sql(self) -> str:
        """Return the SQL condition that a row has one of the keys."""
        return f"{self.column} in ({self.keys})"


#: By kind of row; the first that is asked is taken.
NARROW = {kind: tuple(Narrow(*way) for way in ways) for kind, ways in MEANINGS["narrow"].items()}
_DAY = DAY.format("")
_DATES = {
    "posted": {"since": " and posted_at >= {c}", "until": " and posted_at <= {c} || '~'"},
    "dates": {"since": f" and {_DAY} >= {{c}}", "until": f" and {_DAY} <= {{c}} || '~'"},
}
#: What holds for a reaction because it holds for its article.
_OF_ARTICLES = ("outlet", "topic")
#: The search index of the signs of posts.
SIGNS = "posts_signs"
#: Where the search index is read: its newest hits.
MATCHED = """(
  select {fts}_fts.rowid as hit{score} from {fts}_fts
  where {fts}_fts match :{asked} and {fts}_fts.rowid > :low and {fts}_fts.rowid < :high
  order by {fts}_fts.rowid desc limit :looked
)"""
#: That a row is a hit of the search index.
PROBE = "exists (select 1 from {fts} where {fts} match :{asked} and {fts}.rowid = {key})"
#: The same for the beginning of a word, for which the index gathers all its rows whenever it is asked.
PROBE_AT_ONCE = """({key} in (
  with keys as materialized (select {key} as key from {start})
  select rowid from {fts} where {fts} match :{asked}
    and rowid between (select min(key) from keys) and (select max(key) from keys) and +rowid in (select key from keys)
))"""
SURVEY = """
select {walk} as walk, {hit} as hit, {moment} as moment, {day} as day, {weight} as weight, {fits} as fits
from {start}
where {where}
{end}
"""
_ARTICLES = """(
  select rowid, id, url, outlet, language, published_at, published_day
  from articles where {where} order by rowid desc limit :looked
) as articles"""
_BETWEEN = "{key} > :low and {key} < :high"


@dataclass(frozen=True, slots=True)
class Rows:
    """One kind of row that is searched, in SQL: `hit` is its key, `day` the day that it counts under.

    `indexed` is the table of its search index, which has its `key`. `of_hits`, `joined` and `of_articles` are its
    tables joined with hits of the search index, for conditions, and with articles.
    """

    hit: str
    moment: str
    day: str
    indexed: str
    key: str
    weight: str
    text: str
    of_hits: str
    joined: str
    of_articles: str = ""


ROWS = {kind: Rows(**columns) for kind, columns in MEANINGS["rows"].items()}


@dataclass(frozen=True, slots=True)
class Source:
    """A query for rows that may match, newest first: ``walk``, ``hit``, ``moment``, ``day``, ``weight`` and ``fits``.

    `parameters` are all but ``looked``, ``low`` and ``high``. If it `goes_on`, older rows are below the last ``walk``.
    The queries `bounded` return ``:looked`` rows if not all were examined.
    """

    sql: str
    parameters: dict[str, str]
    goes_on: bool = False
    by_date: bool = False
    bounded: tuple[str, ...] = ()


def source(known: Known, table: str, *, index: str = "", is_scored: bool = False, is_walked: bool = False) -> Source:
    """Return the query for rows of a table of `ROWS`, from hits of the search index `index` unless it is empty.

    If it `is_scored`, weights are relevance. If it `is_walked`, the query continues below its last row.
    """
    if index:
        return _of_hits(known, table, index, is_scored=is_scored)
    if way := None if is_walked else _narrow(known, table):
        where, bounded, led = way
        start = ROWS[table].joined
        fits, parameters = _fits(known, table, led, f"{start} where {where}")
        return Source(_question(table, fits, start, where=where), parameters, bounded=bounded)
    if ROWS[table].of_articles:
        return _of_articles(known, table, None if is_walked else _narrow(known, "articles"))
    key = ROWS[table].key
    where, end = _BETWEEN.format(key=key), f"order by {key} desc limit :looked"
    fits, parameters = _fits(known, table, None, f"{table} where {where} {end}")
    sql = _question(table, fits, table, where=where, walk=key, end=end)
    return Source(sql, parameters, goes_on=True, by_date=True)


def _of_hits(known: Known, table: str, index: str, *, is_scored: bool) -> Source:
    """Return the query for the rows of the hits of a search index."""
    rows = ROWS[table]
    fits, parameters = _fits(known, table, None)
    score = f", bm25({index}_fts) as score" if is_scored else ""
    matched = MATCHED.format(fts=index, score=score, asked="signs" if index == SIGNS else "words")
    weight = "-hits.score" if is_scored else rows.weight
    start = f"{matched} as hits {rows.of_hits}"
    sql = _question(table, fits, start, walk="hits.hit", weight=weight)
    return Source(sql, parameters, goes_on=True, by_date=table != "quotes")


def _of_articles(known: Known, table: str, way: Way | None) -> Source:
    """Return the query for the reactions in the articles of a condition, or in all."""
    led = way[2] if way and way[2].field in _OF_ARTICLES else None
    articles = _ARTICLES.format(where=way[0] if way else _BETWEEN.format(key="rowid"))
    start = f"{articles} {ROWS[table].of_articles}"
    fits, parameters = _fits(known, table, led, start)
    sql = _question(table, fits, start, walk="articles.rowid")
    return Source(sql, parameters, goes_on=not way, by_date=not way, bounded=way[1] if way else ())


def _question(table: str, fits: str, start: str, **more: str) -> str:
    rows = ROWS[table]
    names = {"hit": rows.hit, "moment": rows.moment, "day": rows.day, "weight": rows.weight}
    names |= {"fits": fits, "start": start}
    return SURVEY.format(**{"where": "1", "end": "", "walk": "0", **names, **more})


def narrowed_by(known: Known, table: str) -> str:
    """Return the condition that leads to few rows of a table, without its search index; empty for none."""
    way = _narrow(known, table)
    return way[2].field if way else ""


def _narrow(known: Known, table: str) -> Way | None:
    """Return the SQL that selects the fewest rows, the SQL that detects a bound, and its condition."""
    options = NARROW[table]
    if table == "posts" and not known.one("since") and not known.one("until"):
        options += NARROW["posts_of_articles"]
    if table == "articles":
        options += NARROW["articles_of_reactions"]
    for way in options:
        meant = known.one(way.field)
        if meant is not None and (way.field, meant.value) != ("gone", "no"):
            sql, keys, within = (
                _filled(known, _dated(known, each, table), meant) for each in (way.sql, way.keys, way.within)
            )
            return sql, tuple(f"select count(*) from ({each})" for each in (keys, within) if each), meant
    return None


def _dated(known: Known, sql: str, table: str) -> str:
    """Insert the requested dates into a source with placeholders for them.

    Only of posts themselves are these the dates of posting: all else has the dates of its article.
    """
    for name, columns in _DATES.items():
        is_meant = name != "posted" or table == "posts"
        dates = "".join(_filled(known, columns[end], known.one(end)) for end in columns if is_meant)
        sql = sql.replace(f"{{{name}}}", dates)
    return sql


def _filled(known: Known, sql: str, meant: Meant | None) -> str:
    if meant is None:
        return ""
    if meant.is_single:  # an index is read in its order only for one value
        sql = sql.replace(LISTED, "= json_extract({c}, '$[0]')")
    return sql.replace("{c}", f":c{known.meant.index(meant)}")


def _fits(known: Known, table: str, led: Meant | None, start: str = "") -> tuple[str, dict[str, str]]:
    """Return the SQL that a row fits, and all parameters; the rows are from `start`, or hits of the search index."""
    rows, typed = ROWS[table], known.selection.typed
    held, parameters = known.holds(table, led)
    parts = [held] if table in ("posts", "articles") else [f"{table}.id is not null", held]
    fts = f"{rows.indexed}_fts"
    probe = PROBE_AT_ONCE if start and BEGINNING in typed.words + typed.without else PROBE
    if typed.words and start:
        parts.append(probe.format(key=rows.key, fts=fts, start=start, asked="words"))
    if typed.without:
        parts.append(f"not {probe.format(key=rows.key, fts=fts, start=start, asked='without')}")
    # What is typed is compared without the characters that choose between two drawings of an emoji.
    text = f"replace(replace(lower(coalesce({rows.text}, '')), char(65039), ''), char(65038), '')"
    piece = f"select 1 from json_each({{}}) where instr({text}, value)"
    if typed.pieces:
        parts.append(f"not exists ({piece.format(':pieces')} = 0)")
    if typed.unwanted:
        parts.append(f"not exists ({piece.format(':unwanted')} > 0)")
    said = {"pieces": _json(typed.pieces), "unwanted": _json(typed.unwanted), "signs": typed.signs}
    searches = {"words": typed.words, "without": typed.without}
    said |= {name: known.search(words, rows.indexed) for name, words in searches.items()}
    return " and ".join(parts), parameters | said


def _json(values: tuple[str, ...]) -> str:
    return json.dumps(values, ensure_ascii=False)


LOOKED = 2500
#: In a small archive: all rows.
LOOKED_IN_SMALL = 20_000
#: Where all kinds of rows are shown at once, for each of them.
LOOKED_AT_ONCE = 500
#: Articles with a phrase or the beginning of a word.
LOOKED_IN_TEXTS = 750
#: Posts that are found through their embeds.
LOOKED_THROUGH_EMBEDS = 1000
#: Maximum number of articles with embeds or quotes examined; each has several rows.
LOOKED_IN_ARTICLES = 600
#: For a file: rows of a condition, and of all that are looked through; fewer where that takes too long.
AT_ONCE, STRETCHES = 20_000, (5000, 1000, 100)
#: Maximum number of rows looked up one by one in the search index, at 60 µs each.
PROBED = 600
#: Maximum number of rows searched letter by letter.
READ = {"posts": 15_000, "embeds": 2000, "quotes": 1500, "articles": 1500}
NEWEST, OLDEST = 2**62, -(2**62)
#: The tables that hold the rows of a kind.
TABLES = {"reactions": ("embeds", "quotes"), "posts": ("posts",), "quotes": ("quotes",), "articles": ("articles",)}
REACH = "select count(*) from (select 1 from {fts}_fts where {fts}_fts match :words limit :most)"
SINCE = "select rowid - 1 from {table} where {column} >= :day order by {column}, rowid limit 1"
UNTIL = "select rowid + 1 from {table} where {column} <= :day || '~' order by {column} desc, rowid desc limit 1"
_DATED = {"posts": ("posts", "posted_at"), "articles": ("articles", "published_at")}


class Hit(NamedTuple):
    """One row that fits: its table and key, its moment and day, and what else it is sorted by."""

    table: str
    key: Any
    moment: str
    day: str
    weight: float

    @property
    def name(self) -> str:
        """Return its name in URLs."""
        return f"{self.table[0]}{self.key}"


@dataclass(frozen=True, slots=True)
class Survey:
    """The matching rows examined, in the requested order; all that match if `is_whole`.

    `below` continues with older rows; None where that is impossible. `is_relevant`: sorting by relevance was possible.
    """

    hits: list[Hit] = field(default_factory=list)
    looked: int = 0
    is_whole: bool = True
    below: int | None = None
    interrupted: bool = False
    is_relevant: bool = True


def by_day(hits: Iterable[Hit], *tables: str) -> list[dict[str, Any]]:
    """Return the number of hits by day and table, as rows of a chart with a column for each of the `tables`."""
    sums = Counter([(hit.day[:10], hit.table) for hit in hits])
    return [{"day": day, **dict.fromkeys(tables, 0), table: number} for (day, table), number in sums.items()]


async def survey(site: Site, known: Known, kind: str, *, below: str = "", looked: int | None = None) -> Survey:
    """Search the rows of a selection, of a kind of `TABLES`: at most `looked`, below an earlier `Survey.below`."""
    edge = int(below) if re.fullmatch(r"-?\d{1,18}", below) else NEWEST
    looked = LOOKED_IN_SMALL if known.is_small else (looked or LOOKED) // len(TABLES[kind])
    found = [await _survey(site, known, table, edge, looked) for table in TABLES[kind]]
    order = known.selection.order if known.selection.kind == kind else "date"
    is_relevant = all(each.is_relevant for each in found)
    hits = [hit for each in found for hit in each.hits]
    by_weight = order in ("reach", "confidence", "reactions") or (order == "relevance" and is_relevant)
    order_by = ("weight", "moment", "key") if by_weight else ("moment", "table", "key")
    hits.sort(key=attrgetter(*order_by), reverse=True)
    return Survey(
        hits,
        sum(each.looked for each in found),
        all(each.is_whole for each in found),
        found[0].below if len(found) == 1 else None,
        any(each.interrupted for each in found),
        is_relevant,
    )


class TooSlowError(Exception):
    """Rows could not be looked through in the time there is."""


async def stretch(site: Site, known: Known, table: str, edge: int) -> Survey:
    """Search all rows of a table below an edge, for a file; raise TooSlowError if even few rows take too long."""
    typed = known.selection.typed
    ways = (table, "articles") if table in ("embeds", "quotes") else (table,)
    if not typed.words and edge == NEWEST and any(narrowed_by(known, way) for way in ways):
        found = await _look(site, known, table, source(known, table), edge, AT_ONCE)
        if found.is_whole:
            return found
    index = ROWS[table].indexed if typed.words else _of_signs(site, known, table)
    question = source(known, table, index=index, is_walked=True)
    for looked in STRETCHES:
        found = await _look(site, known, table, question, edge, looked)
        if not found.interrupted:
            return found
    raise TooSlowError(f"{table} below {edge}")


async def _survey(site: Site, known: Known, table: str, edge: int, looked: int) -> Survey:
    typed = known.selection.typed
    is_narrowed, by_relevance = bool(narrowed_by(known, table)), known.selection.order == "relevance"
    is_asked = bool(typed.words) and (is_narrowed or by_relevance)
    fewer = is_asked and await _has_fewer(site, known, table, looked)
    is_indexed = bool(typed.words) and (fewer or not is_narrowed)
    is_scored = is_indexed and fewer and by_relevance
    index = ROWS[table].indexed if is_indexed else ""
    if not typed.words and not is_narrowed:
        index = _of_signs(site, known, table)
    question = source(known, table, index=index, is_scored=is_scored)
    looked = _bound(known, table, looked, is_indexed=bool(index))
    found = await _look(site, known, table, question, edge, looked)
    return replace(found, is_relevant=is_scored or not typed.words)


async def _look(  # noqa: PLR0913, PLR0917 - what is looked for, and where
    site: Site, known: Known, table: str, question: Source, edge: int, looked: int
) -> Survey:
    """Ask a source for its rows, and whether they are all it has."""
    low, high = await _edges(site, known, table, question, edge)
    parameters = {**question.parameters, "low": low, "high": high, "looked": looked}
    try:
        rows = (await site.database.execute(question.sql, parameters)).rows
        counts = [(await site.database.execute(sql, parameters)).rows[0][0] for sql in question.bounded]
    except QueryInterrupted:
        return Survey(is_whole=False, interrupted=True)
    counts += [len({row[0] for row in rows})] if question.goes_on else []
    is_whole = max(counts) < looked
    below = min((row[0] for row in rows), default=None) if question.goes_on and not is_whole else None
    hits = [Hit(table, row[1], row[2] or "", row[3] or "", row[4] or 0) for row in rows if row[5]]
    return Survey(hits, len(rows), is_whole, below)


def _of_signs(site: Site, known: Known, table: str) -> str:
    """Return the index for emoji and scripts without spaces; empty if there is none."""
    is_there = f"{SIGNS}_fts" in archives(site.datasette)[site.name]
    is_held = is_there and ROWS[table].indexed == "posts" and known.selection.typed.signs
    return SIGNS if is_held else ""


def _bound(known: Known, table: str, looked: int, *, is_indexed: bool) -> int:
    typed = known.selection.typed
    part = min(1, looked / LOOKED)
    if typed.pieces and not typed.words and not is_indexed:
        return max(1, round(READ[table] * part))
    if typed.without or (typed.words and not is_indexed):
        return max(1, round(PROBED * part))
    return min(looked, _most_joined(known, table, is_indexed=is_indexed))


def _most_joined(known: Known, table: str, *, is_indexed: bool) -> int:
    """Return how many rows are looked at where each leads to rows of another table; all where none does."""
    if known.is_small:
        return LOOKED_IN_SMALL
    if table == "posts" and not is_indexed and narrowed_by(known, table) in ("outlet", "topic", "gone"):
        return LOOKED_THROUGH_EMBEDS
    if table == "articles" and is_indexed and known.selection.typed.is_costly:
        return LOOKED_IN_TEXTS
    if table == "embeds" or (table == "quotes" and not is_indexed):
        return LOOKED_IN_ARTICLES
    if table == "articles" and (known.one("gone") or known.one("author")):
        return LOOKED_IN_ARTICLES * 2  # the reactions of each are looked at
    return sys.maxsize


async def _has_fewer(site: Site, known: Known, table: str, most: int) -> bool:
    sql = REACH.format(fts=ROWS[table].indexed)
    try:
        found = await site.database.execute(
            sql, {"words": known.search(known.selection.typed.words, ROWS[table].indexed), "most": most}
        )
    except QueryInterrupted:
        return False
    return int(found.rows[0][0]) < most


async def _edges(site: Site, known: Known, table: str, question: Source, edge: int) -> tuple[int, int]:
    """Return the rowids that bound the requested dates and the page."""
    low, high = OLDEST, edge
    if not question.by_date or (table == "embeds" and "_fts" in question.sql):
        return low, high  # (reactions to posts have the dates of their articles)
    dated, column = _DATED["posts" if table == "posts" else "articles"]
    names = {"table": dated, "column": column}
    if since := known.one("since"):
        low = await _edge(site, SINCE.format(**names), _day_from(since.value, -1), otherwise=NEWEST)
    if until := known.one("until"):
        high = min(high, await _edge(site, UNTIL.format(**names), _day_from(until.value, 1), otherwise=OLDEST))
    return low, high


def _day_from(span: str, days: int) -> str:
    """Return the day before a span begins, or one after it ends: rows are in the order of their UTC dates.

    >>> _day_from("2024-05", -1), _day_from("2024-05-31", 1), _day_from("2024-12", 1), _day_from("2024", 1)
    ('2024-04-30', '2024-06-01', '2025-01-01', '2025-01-01')
    """
    year, month, day = (*map(int, span.split("-")), 0, 0)[:3]
    begin = date(year, month or 1, day or 1)
    try:
        if days > 0 and not day:
            return date(year + (month or 12) // 12, (month or 12) % 12 + 1, 1).isoformat()
        return (begin + timedelta(days=days)).isoformat()
    except (OverflowError, ValueError):  # the calendar ends with the year 9999
        return span


async def _edge(site: Site, sql: str, day: str, otherwise: int) -> int:
    rows = (await site.database.execute(sql, {"day": day})).rows
    return int(rows[0][0]) if rows else otherwise


def keys(hits: Iterable[Hit], table: str) -> list[Any]:
    """Return the keys of the hits in one table."""
    return [hit.key for hit in hits if hit.table == table]


# Exact numbers of a selection that is too large to be looked through, where the archive counts it anyway.

#: Maximum number of hits of the search index that are counted, and where all kinds of rows are.
MOST, MOST_AT_ONCE = 100_000, 20_000
_OUTLETS = "from tally_outlets where outlet in (select value from json_each(:c0))"
_TAG = "from hashtags where id = :c0"
_TAG_DAYS = "from tally_hashtag_days where hashtag = :c0"
#: By kind of row and the one condition there may be: how many there are, and their days where these are kept.
COUNTS = {
    ("posts", ""): ("select sum(posts) from tally_platform_days", "select day, posts from tally_days"),
    ("posts", "hashtag"): (f"select posts {_TAG}", f"select day, posts {_TAG_DAYS}"),
    ("posts", "author"): ("select sum(posts) from authors where id in (select value from json_each(:c0))", ""),
    ("articles", ""): ("select sum(articles) from tally_outlets", "select day, articles from tally_days"),
    ("articles", "hashtag"): (f"select articles {_TAG}", f"select day, articles {_TAG_DAYS}"),
    ("articles", "outlet"): (f"select sum(articles) {_OUTLETS}", ""),
    ("quotes", ""): ("select sum(quotes) from tally_outlets", "select day, quotes from tally_days"),
    ("quotes", "outlet"): (f"select sum(quotes) {_OUTLETS}", ""),
    ("reactions", ""): (VIEW_ROWS["reactions"], ""),
}


@dataclass(frozen=True, slots=True)
class Total:
    """The number of rows of a selection, at least.

    `days` have ``day`` and, under their kind, the number of its rows, but for the `undated` ones; None for the days of
    the rows found.
    """

    number: int
    is_exact: bool
    days: list[dict[str, Any]] | None = None
    undated: int = 0


async def total(site: Site, known: Known, kind: str, found: Survey, most: int = MOST) -> Total:
    """Return the number of rows of a selection: found, or counted in the archive; of words, up to `most`."""
    here = Total(len(found.hits), found.is_whole)
    if found.is_whole or found.interrupted:
        return here
    if len(TABLES[kind]) == 1 and _is_plain_words(known):
        return await _hits(site, known, kind, here, most)
    if not known.selection.typed.is_empty and not known.meant:
        return here
    return await _counted(site, known, kind, here)


def _is_plain_words(known: Known) -> bool:
    """Return True if the query has words only, and counting their hits is cheap."""
    typed = known.selection.typed
    return bool(typed.words) and not (typed.is_costly or known.meant or typed.pieces or typed.unwanted)


async def _hits(site: Site, known: Known, kind: str, here: Total, most: int) -> Total:
    index = ROWS[TABLES[kind][0]].indexed
    words = known.search(known.selection.typed.words, index)
    answer = await site.ask(REACH.format(fts=index), words=words, most=most)
    number = next(iter(answer.rows[0].values())) if answer.rows else 0
    is_exact = bool(answer.rows) and number < most
    return replace(here, number=max(number, here.number), is_exact=is_exact)


async def _counted(site: Site, known: Known, kind: str, here: Total) -> Total:
    """Return the number that the archive keeps, if it keeps one of this selection."""
    typed = known.selection.typed
    is_plain = not (typed.words or typed.without or typed.pieces or typed.unwanted)
    fields = [each.field for each in known.meant if not each.excluded]
    if not is_plain or len(known.meant) > 1 or len(fields) != len(known.meant):
        return here
    sql, by_day = COUNTS.get((kind, fields[0] if fields else ""), ("", ""))
    if not sql:
        return here
    parameters = {"c0": known.meant[0].value} if known.meant else {}
    row = (await site.ask(sql, **parameters)).first
    if row is None:  # it took too long
        return here
    number = int(next(iter(row.values())) or 0)
    if not by_day:
        return replace(here, number=number, is_exact=True)
    days = (await site.ask(by_day, **parameters)).rows
    return Total(number, is_exact=True, days=days, undated=max(0, number - sum(row[kind] for row in days)))
