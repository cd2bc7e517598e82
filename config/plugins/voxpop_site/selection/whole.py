"""Exact numbers of a selection that is too large to be looked through, where the archive counts it anyway."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from voxpop_site.counting import ROWS

from . import sources
from .survey import REACH, TABLES

if TYPE_CHECKING:
    from voxpop_site.site import Site

    from .known import Known
    from .survey import Survey

#: So many hits of the search index are counted.
MOST = 100_000
_OUTLETS = "from tally_outlets where outlet in (select value from json_each(:c0))"
_TAG = "from hashtags where id = :c0"
_TAG_DAYS = "from tally_hashtag_days where hashtag = :c0 order by day"
#: By kind of row and the one condition there may be: how many there are, and their days where these are kept.
COUNTS = {
    ("posts", ""): ("select count(*) from posts", "select day, posts as hits from tally_days order by day"),
    ("posts", "hashtag"): (f"select posts {_TAG}", f"select day, posts as hits {_TAG_DAYS}"),
    ("posts", "author"): (
        "select sum(posts) from authors where id in (select value from json_each(:c0))",
        "",
    ),
    ("articles", ""): (
        "select count(*) from articles",
        "select day, articles as hits from tally_days order by day",
    ),
    ("articles", "hashtag"): (f"select articles {_TAG}", f"select day, articles as hits {_TAG_DAYS}"),
    ("articles", "outlet"): (f"select sum(articles) {_OUTLETS}", ""),
    ("quotes", ""): (
        "select count(*) from quotes",
        "select day, quotes as hits from tally_days order by day",
    ),
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
    typed = known.selection.typed
    # (Phrases and beginnings are put together from many hits: they are not counted further.)
    is_simple = "*" not in typed.words and not any(" " in word for word in typed.plain)
    is_only_words = bool(typed.words) and is_simple and not (known.meant or typed.pieces or typed.unwanted)
    if is_only_words and len(TABLES[kind]) == 1:
        sql = REACH.format(fts=sources.ROWS[TABLES[kind][0]].indexed)
        answer = await site.ask(sql, words=typed.words, most=MOST)
        number = next(iter(answer.rows[0].values())) if answer.rows else 0
        return Total(
            max(number, here.number), bool(answer.rows) and number < MOST, days, here.undated, here.counted
        )
    if not typed.is_empty and not known.meant:
        return here
    return await _counted(site, known, kind, here)


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
        return Total(number, True, here.days, here.undated, here.counted)  # noqa: FBT003
    days = (await site.ask(by_day, **parameters)).rows
    dated = sum(row["hits"] for row in days)
    return Total(number, True, days, max(0, number - dated), number)  # noqa: FBT003
