"""Exact numbers of a selection that is too large to be looked through, where the archive counts it anyway."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from archive.site.selection import sources
from archive.site.selection.survey import REACH, TABLES
from archive.site.tables import ROWS

if TYPE_CHECKING:
    from archive.site.selection.known import Known
    from archive.site.selection.survey import Survey
    from archive.site.site import Site

#: So many hits of the search index are counted.
MOST = 100_000
_OUTLETS = "from tally_outlets where outlet in (select value from json_each(:c0))"
_TAG = "from hashtags where id = :c0"
_TAG_DAYS = "from tally_hashtag_days where hashtag = :c0 order by day"
#: By kind of row and the one condition there may be: how many there are, and their days where these are kept.
COUNTS = {
    ("posts", ""): ("select count(*) from posts", "select day, posts as hits from tally_days order by day"),
    ("posts", "hashtag"): (f"select posts {_TAG}", f"select day, posts as hits {_TAG_DAYS}"),
    ("posts", "author"): ("select sum(posts) from authors where id in (select value from json_each(:c0))", ""),
    ("articles", ""): ("select count(*) from articles", "select day, articles as hits from tally_days order by day"),
    ("articles", "hashtag"): (f"select articles {_TAG}", f"select day, articles as hits {_TAG_DAYS}"),
    ("articles", "outlet"): (f"select sum(articles) {_OUTLETS}", ""),
    ("quotes", ""): ("select count(*) from quotes", "select day, quotes as hits from tally_days order by day"),
    ("quotes", "outlet"): (f"select sum(quotes) {_OUTLETS}", ""),
    ("reactions", ""): (ROWS["reactions"], ""),
}


@dataclass(frozen=True, slots=True)
class Total:
    """How many rows a selection has.

    Attributes:
        number: How many are known of.
        is_exact: There are no more.
        days: How many each day has, each with ``day`` and ``hits``.
        undated: How many of those counted by day have no day.
        counted: Of how many rows the days are: the newest of them where that is fewer than `number`.
    """

    number: int
    is_exact: bool
    days: list[dict[str, Any]]
    undated: int
    counted: int


async def total(site: Site, known: Known, kind: str, found: Survey) -> Total:
    """Return how many rows a selection has: those that were found, or what the archive counts of it."""
    days = [{"day": day, "hits": hits} for day, hits in sorted(found.days().items())]
    here = Total(len(found.hits), found.is_whole, days, found.undated, len(found.hits))
    if found.is_whole or found.interrupted:
        return here
    if len(TABLES[kind]) == 1 and _is_plain_words(known):
        return await _hits(site, known, kind, here)
    if not known.selection.typed.is_empty and not known.meant:
        return here
    return await _counted(site, known, kind, here)


def _is_plain_words(known: Known) -> bool:
    """Return whether words are all there is. Phrases and beginnings are put together from many hits."""
    typed = known.selection.typed
    is_simple = "*" not in typed.words and not any(" " in word for word in typed.plain)
    return bool(typed.words) and is_simple and not (known.meant or typed.pieces or typed.unwanted)


async def _hits(site: Site, known: Known, kind: str, here: Total) -> Total:
    """Count the hits of the search index, up to `MOST`."""
    sql = REACH.format(fts=sources.ROWS[TABLES[kind][0]].indexed)
    answer = await site.ask(sql, words=known.selection.typed.words, most=MOST)
    number = next(iter(answer.rows[0].values())) if answer.rows else 0
    is_exact = bool(answer.rows) and number < MOST
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
    number = int(next(iter((await site.ask(sql, **parameters)).rows[0].values())) or 0)
    if not by_day:
        return replace(here, number=number, is_exact=True)
    days = (await site.ask(by_day, **parameters)).rows
    dated = sum(row["hits"] for row in days)
    undated = max(0, number - dated)
    return Total(number=number, is_exact=True, days=days, undated=undated, counted=number)
