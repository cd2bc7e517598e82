"""A comparison: two to five hashtags, outlets or authors over the same time, as numbers or shares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from archive.site.charts import LETTERS, Lines, lines
from archive.site.pages import measures
from archive.site.selection.selection import Selection
from archive.site.site import page_queries
from archive.site.words import fold_hashtag, name

if TYPE_CHECKING:
    from archive.site.charts import Link
    from archive.site.site import Answer, Site

MOST = len(LETTERS)
#: Number of an outlet's articles, and of an author's posts, that are counted: the newest.
NEWEST = {"outlet": 10_000, "author": 2000}
OFFERED = 60

#: The list that a figure leads to.
ROWS = {"hashtag": "articles", "outlet": "articles", "author": "posts"}
PARAMETERS = (*ROWS, *measures.SPAN, "per", "by")


@dataclass(frozen=True, slots=True)
class Subject:
    """One of the things compared: `total` is how much there is of it, `shown` how much of that is drawn."""

    key: str
    name: str
    total: int
    shown: int
    link: Link


async def show(site: Site) -> dict[str, Any]:
    """Return the context of the template."""
    given = {kind: site.given(kind) for kind in ROWS}
    kind = _kind(site, given)
    offered = await site.ask(page_queries("compare")[f"offers_{kind}"], offered=OFFERED)
    typed = [value for value in given[kind] if value][:MOST]
    is_example = not typed
    typed = typed or [row["key"] for row in offered.rows[:3]]
    meant, unknown = await _meant(site, kind, typed)
    asked = measures.span_of(site)
    per = "1000" if site.argument("per") == "1000" else ""
    figures, made = await _figures(site, kind, meant, asked.within, per=bool(per))
    return {
        "kind": kind,
        "offered": [row["name"] for row in offered.rows if name(row["name"], 100) == row["name"]],
        "typed": typed if not is_example else [row["key"] for row in meant],
        "is_example": is_example,
        "unknown": unknown,
        "left_out": _left_out(given, kind),
        "mistakes": asked.mistakes,
        "dates": asked.typed,
        "per": per,
        "is_narrowed": any(asked.known.values()),
        "lines": made,
        "subject": f"{kind.capitalize()}s over time{', per 1,000 articles' if per else ''}",
        "figures": figures,
        "subjects": _subjects(site, kind, meant, made),
        "letters": LETTERS,
        "limit": NEWEST.get(kind),
    }


def _kind(site: Site, given: dict[str, list[str]]) -> str:
    """Return the compared kind: that of the names in the URL, else the parameter."""
    by = site.argument("by")
    return next((kind for kind, names in given.items() if names), by if by in ROWS else "hashtag")


def _left_out(given: dict[str, list[str]], kind: str) -> list[str]:
    """Return the names in the URL that are not compared: those of another kind, and those beyond the limit."""
    others = [other for other, names in given.items() if other != kind and names]
    more = [f"more than {MOST} {kind}s"] if len(given[kind]) > MOST else []
    return [*(f"{other}s" for other in others), *more]


async def _meant(site: Site, kind: str, typed: list[str]) -> tuple[list[dict[str, Any]], list[str]]:
    found: dict[str, dict[str, Any]] = {}
    unknown = []
    for value in typed:
        row = (
            await site.ask(
                page_queries("compare")[f"meant_{kind}"], typed=fold_hashtag(value) if kind == "hashtag" else value
            )
        ).first
        if row is None:
            unknown.append(value)
        else:
            found.setdefault(row["key"], row)
    return list(found.values()), unknown


async def _figures(
    site: Site, kind: str, meant: list[dict[str, Any]], within: dict[str, str], *, per: bool
) -> tuple[Answer | None, Lines | None]:
    """Ask for the figures of all subjects at once, by day or by month."""
    if not meant:
        return None, None
    keys = {letter.lower(): row["key"] for letter, row in zip(LETTERS, meant, strict=False)}
    sql = page_queries("compare")
    spans = await site.ask(" union all ".join(sql[f"spans_{kind}"].format(letter) for letter in keys), **keys)
    columns = ("day", "published", "posted_at")
    cut = "substr({}, 1, 7) || '-01'" if _is_long(spans.rows, within) else "substr({}, 1, 10)"
    days = {column.partition("_")[0]: cut.format(column) for column in columns}
    parts = [f"select * from ({sql[f'figures_{kind}'].format(letter, **days)})" for letter in keys]
    given = keys | within | {"most": NEWEST.get(kind)}
    found = await site.ask_all(figures=("\nunion all\n".join(parts), given), base=(sql["base"].format(**days), within))
    rows = [[each for each in found["figures"].rows if each[kind] == row["key"]] for row in meant]
    named = [(row["name"], of) for row, of in zip(meant, rows, strict=True)]
    bases = rows if kind == "outlet" else [found["base"].rows] * len(rows)
    begins = [_cut(of, NEWEST.get(kind), "articles" if kind == "outlet" else "posts") for of in rows]
    return found["figures"], lines(named, bases if per else None, begins)


def _cut(rows: list[dict[str, Any]], most: int | None, column: str) -> str:
    """Return the last day of the rows left out because there are too many; empty if there are none."""
    is_cut = most and sum(row[column] or 0 for row in rows) >= most
    return min(row["day"] for row in rows) if is_cut else ""


def _is_long(spans: list[dict[str, Any]], within: dict[str, str]) -> bool:
    """Return True if the figures span so many days that they are queried by month."""
    firsts = [max(row["first"], within["since"])[:10] for row in spans if row["first"]]
    lasts = [min(row["last"], within["until"])[:10] for row in spans if row["last"]]
    return measures.is_long(min(firsts, default=""), max(lasts, default=""))


def _subjects(site: Site, kind: str, meant: list[dict[str, Any]], made: Lines | None) -> list[Subject]:
    return [
        Subject(
            row["key"],
            row["name"],
            row["total"],
            sum(made.lines[place].numbers) if made else 0,
            Selection(ROWS[kind], **{kind: row["key"]}).between(site),
        )
        for place, row in enumerate(meant)
    ]
