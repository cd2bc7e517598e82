"""Survey of a selection: which rows fit, how many, on which days; bounded, and saying where it was bounded.

The newest rows of the narrowest source are looked at, at most `LOOKED`. Where that was not all there are, the
number of hits is a lower bound, and the survey can go on with older ones.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from datasette.database import QueryInterrupted

from archive.site.selection import sources
from archive.site.site import archives

if TYPE_CHECKING:
    from collections.abc import Iterable

    from archive.site.selection.known import Known
    from archive.site.site import Site

LOOKED = 2500
#: Where all kinds of rows are shown at once, for each of them.
LOOKED_AT_ONCE = 750
#: Posts that are found by the articles that show them.
LOOKED_THROUGH_ARTICLES = 1500
#: Articles whose embeds or quotes are looked at, each several rows.
LOOKED_IN_ARTICLES = 600
#: For a file: rows of a condition, and of all that are looked through; fewer where that takes too long.
AT_ONCE, STRETCHES = 20_000, (5000, 1000, 100)
#: Rows each of which is asked of the search index alone, in 60 µs.
PROBED = 600
#: Rows whose text is read letter by letter.
READ = {"posts": 15_000, "embeds": 2000, "quotes": 1500, "articles": 1500}
NEWEST, OLDEST = 2**62, -(2**62)
#: The tables that hold the rows of a kind.
TABLES = {"reactions": ("embeds", "quotes"), "posts": ("posts",), "quotes": ("quotes",), "articles": ("articles",)}
REACH = "select count(*) from (select 1 from {fts}_fts where {fts}_fts match :words limit :most)"
SINCE = "select rowid - 1 from {table} where {column} >= :day order by {column}, rowid limit 1"
UNTIL = "select rowid + 1 from {table} where {column} <= :day || '~' order by {column} desc, rowid desc limit 1"
_DATED = {"posts": ("posts", "posted_at"), "articles": ("articles", "published_at")}
_DAY = 10


@dataclass(frozen=True, slots=True)
class Hit:
    """One row that fits: its table and key, its moment and day, and what else it is sorted by."""

    table: str
    key: int
    moment: str
    day: str
    weight: float

    @property
    def name(self) -> str:
        """Return what an address calls it by."""
        return f"{self.table[0]}{self.key}"


@dataclass(frozen=True, slots=True)
class Survey:
    """What was found.

    Attributes:
        hits: All rows that fit and were looked at, in the order asked for.
        looked: How many rows were looked at.
        is_whole: These are all rows that fit.
        below: Where to go on with older rows; None where that cannot be.
        interrupted: The time limit ran out.
        is_relevant: Sorting by relevance was possible.
    """

    hits: list[Hit] = field(default_factory=list)
    looked: int = 0
    is_whole: bool = True
    below: int | None = None
    interrupted: bool = False
    is_relevant: bool = True

    def days(self) -> Counter[str]:
        """Return how many hits each day has."""
        return Counter(hit.day[:_DAY] for hit in self.hits if len(hit.day) >= _DAY)

    @property
    def undated(self) -> int:
        """Return how many hits have no date that names a day."""
        return sum(len(hit.day) < _DAY for hit in self.hits)


async def survey(site: Site, known: Known, kind: str, *, below: str = "", looked: int | None = None) -> Survey:
    """Look for the rows of a selection.

    Args:
        site: The archive.
        known: The selection.
        kind: A key of `TABLES`.
        below: Where to go on, as `Survey.below` was.
        looked: How many rows to look at; `LOOKED` where nothing is said.
    """
    edge = int(below) if re.fullmatch(r"-?\d{1,18}", below) else NEWEST
    looked = (looked or LOOKED) // len(TABLES[kind])
    found = [await _survey(site, known, table, edge, looked) for table in TABLES[kind]]
    order = known.selection.order if known.selection.kind == kind else "date"
    is_relevant = all(each.is_relevant for each in found)
    hits = [hit for each in found for hit in each.hits]
    by_weight = order in ("reach", "confidence", "reactions") or (order == "relevance" and is_relevant)
    hits.sort(key=_weight if by_weight else _moment, reverse=True)
    return Survey(
        hits,
        sum(each.looked for each in found),
        all(each.is_whole for each in found),
        found[0].below if len(found) == 1 else None,
        any(each.interrupted for each in found),
        is_relevant,
    )


def _moment(hit: Hit) -> tuple[Any, ...]:
    return hit.moment, hit.table, hit.key


def _weight(hit: Hit) -> tuple[Any, ...]:
    return hit.weight, hit.moment, hit.key


class TooSlowError(Exception):
    """Rows could not be looked through in the time there is."""


async def stretch(site: Site, known: Known, table: str, edge: int) -> Survey:
    """Look for the rows of one table below an edge, for a file of the whole selection: none is left out.

    Raises:
        TooSlowError: Even few rows take longer than a question may.
    """
    typed = known.selection.typed
    ways = (table, "articles") if table in ("embeds", "quotes") else (table,)
    if not typed.words and edge == NEWEST and any(sources.narrowed_by(known, way) for way in ways):
        found = await _look(site, known, table, sources.source(known, table), edge, AT_ONCE)
        if found.is_whole:
            return found
    index = sources.ROWS[table].indexed if typed.words else _of_signs(site, known, table)
    question = sources.source(known, table, index=index, is_walked=True)
    for looked in STRETCHES:
        found = await _look(site, known, table, question, edge, looked)
        if not found.interrupted:
            return found
    raise TooSlowError(f"{table} below {edge}")


async def _survey(site: Site, known: Known, table: str, edge: int, looked: int) -> Survey:
    typed = known.selection.typed
    is_narrowed, by_relevance = bool(sources.narrowed_by(known, table)), known.selection.order == "relevance"
    is_asked = bool(typed.words) and (is_narrowed or by_relevance)
    fewer = is_asked and await _has_fewer(site, known, table, looked)
    is_indexed = bool(typed.words) and (fewer or not is_narrowed)
    is_scored = is_indexed and fewer and by_relevance
    index = sources.ROWS[table].indexed if is_indexed else ""
    if not typed.words and not is_narrowed:
        index = _of_signs(site, known, table)
    question = sources.source(known, table, index=index, is_scored=is_scored)
    looked = _bound(known, table, looked, is_indexed=bool(index))
    found = await _look(site, known, table, question, edge, looked)
    return replace(found, is_relevant=is_scored or not typed.words)


async def _look(  # noqa: PLR0913, PLR0917 - what is looked for, and where
    site: Site, known: Known, table: str, question: sources.Source, edge: int, looked: int
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
    """Return the index in which emoji and scripts without spaces are found; empty where none holds them."""
    is_there = f"{sources.SIGNS}_fts" in archives(site.datasette)[site.name]
    is_held = is_there and sources.ROWS[table].indexed == "posts" and known.selection.typed.signs
    return sources.SIGNS if is_held else ""


def _bound(known: Known, table: str, looked: int, *, is_indexed: bool) -> int:
    """Return how many rows of a source are looked at."""
    typed = known.selection.typed
    part = looked / LOOKED
    if typed.pieces and not typed.words and not is_indexed:
        return max(1, round(READ[table] * part))
    if typed.without or (typed.words and not is_indexed):
        return max(1, round(PROBED * part))
    return min(looked, _most_joined(known, table, is_indexed=is_indexed))


def _most_joined(known: Known, table: str, *, is_indexed: bool) -> int:
    """Return how many rows are looked at where each leads to rows of another table; all where none does."""
    if table == "posts" and not is_indexed and sources.narrowed_by(known, table) in ("outlet", "topic"):
        return LOOKED_THROUGH_ARTICLES
    if table == "embeds" or (table == "quotes" and not is_indexed):
        return LOOKED_IN_ARTICLES
    if table == "articles" and (known.one("gone") or known.one("author")):
        return LOOKED_IN_ARTICLES * 2  # the reactions of each are looked at
    return sys.maxsize


async def _has_fewer(site: Site, known: Known, table: str, most: int) -> bool:
    """Return whether fewer rows than can be looked at have the words."""
    sql = REACH.format(fts=sources.ROWS[table].indexed)
    try:
        found = await site.database.execute(sql, {"words": known.selection.typed.words, "most": most})
    except QueryInterrupted:
        return False
    return int(found.rows[0][0]) < most


async def _edges(site: Site, known: Known, table: str, question: sources.Source, edge: int) -> tuple[int, int]:
    """Return the rowids between which the dates that are asked for lie, and the page."""
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


def keys(hits: Iterable[Hit], table: str) -> list[int]:
    """Return the keys of the hits in one table."""
    return [hit.key for hit in hits if hit.table == table]
