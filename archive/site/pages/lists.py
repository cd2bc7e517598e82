"""Lists of reactions, posts, quotes, articles, hashtags, authors and outlets: a selection, page by page.

Above the rows are their number and days; below them the link to older rows, and the exports.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from datasette import NotFound, Response

from archive import humanize
from archive.site import feeds
from archive.site.charts import Chart, chart
from archive.site.pages.home import examples
from archive.site.selection import exporting, names, rows, selection, survey
from archive.site.selection.known import Known, know, otherwise
from archive.site.selection.selection import FIELDS, KINDS, PARAMETERS, Selection, of
from archive.site.selection.survey import Hit
from archive.site.words import with_marks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from archive.site.selection.survey import Survey, Total
    from archive.site.site import Answer, Site

T = TypeVar("T")
PAGE = 30
NAMED_PAGE = 60
SORTS = {
    "date": "newest first",
    "reach": "shown most",
    "relevance": "best match",
    "confidence": "surest first",
    "reactions": "most reactions",
    "articles": "most articles",
    "posts": "most posts",
    "name": "by name",
    "embeds": "most embeds",
    "quotes": "most quotes",
}
#: Numbers of what has a name; those that no row has are left out.
COLUMNS = {
    "hashtags": ("spoken", "articles", "posts"),
    "authors": ("spoken", "embeds", "posts", "quotes"),
    "outlets": ("spoken", "articles", "embeds", "quotes"),
}


@dataclass(frozen=True, slots=True)
class Listed:
    """One page of a selection, with the URLs of the pages before and after it and of older rows (`further`).

    `number` is the least number of rows (exact if `is_exact`), and `says` a note on it. `looked` rows were examined.
    `hits` are all rows found, for the facets. `spoken` are the reactions with the words, where no name has them.
    """

    rows: list[dict[str, Any]]
    answers: Mapping[str, Answer]
    number: int = 0
    is_exact: bool = True
    says: str = ""
    chart: Chart | None = None
    newer: str | None = None
    older: str | None = None
    further: str | None = None
    looked: int = 0
    hits: Sequence[Hit] = ()
    spoken: Survey | None = None

    @property
    def is_whole(self) -> bool:
        """Return True if the hits are all rows of the selection."""
        return self.is_exact and len(self.hits) == self.number


async def show(site: Site, key: str) -> dict[str, Any]:
    """Return the context of the template; raise NotFound if there is no such list."""
    if key not in KINDS:
        raise NotFound("There is no such list")
    selection = of(key, site.argument)
    known = await know(site, selection, site.request.args)
    listed = Listed([], {})
    if not known.mistakes:
        listed = await (_named if key in names.TABLES else _dated)(site, known)
    return {
        **frame(site, known),
        "listed": listed,
        "subject": f"{key.capitalize()}: {known.asked or 'all'}",
        "facets": await _facets(site, known, listed) if listed.rows else {},
        **({} if listed.rows else await _instead(site, known)),
        "columns": [name for name in COLUMNS.get(key, ()) if any(row.get(name) for row in listed.rows)],
        "sorts": _sorts(site, selection),
        "exports": exporting.offers(site, selection),
        "exports_most": exporting.most_rows(site),
        "table": site.table(key),
        "publishing": _publishing(known),
        "permalink": site.absolute(selection.address(site)),
        "canonical": site.permanent(
            selection.address(site, below=site.argument("below"), after=site.argument("after"))
        ),
    }


async def file(site: Site, key: str, suffix: str, headers: dict[str, str]) -> Any:
    """Return the file, feed or citation of a whole selection; raise NotFound if there is no such list or format."""
    if key not in KINDS or suffix not in {*exporting.suffixes(key), "json"}:
        raise NotFound("There is no such file")
    known = await know(site, of(key, site.argument), site.request.args)
    if known.mistakes:
        words = "; ".join(f"{field}: {mistake}" for field, mistake in known.mistakes.items())
        return Response.text(f"Nothing was searched. {words}\n", status=400)
    if suffix == "txt":
        return Response.text(exporting.cite(site, known, await _number(site, known)), headers=headers)
    if suffix == "atom":
        body = await feeds.selection(site, known)
        return Response(body, content_type="application/atom+xml; charset=utf-8", headers=headers)
    return exporting.file(site, known, suffix, headers)


async def _number(site: Site, known: Known) -> str:
    kind = known.selection.kind
    if kind in names.TABLES:
        named = await names.find(site, known)
        number, is_exact = named.total - _nameless(named.answer.rows), named.is_exact
    else:
        counted = await survey.total(site, known, kind, await survey.survey(site, known, kind))
        number, is_exact = counted.number, counted.is_exact
    return f"{'' if is_exact else 'More than '}{humanize.counted(number, kind[:-1], kind)}"


def frame(site: Site, known: Known) -> dict[str, Any]:
    """Return the context of the form."""
    selection = known.selection
    form = {name: getattr(selection, name) for name in PARAMETERS}
    return {
        "known": known,
        "selection": selection,
        "form": form | {"in": selection.kind},
        "marks": _marks(selection),
        "site": site,
        "chips": [] if known.mistakes else list(_chips(site, known)),
    }


def _marks(selection: Selection) -> Callable[[str], str]:
    """Return what marks the words of a search: whole ones in texts, any part of names."""
    if selection.kind in names.TABLES:
        return partial(with_marks, pieces=[word.lstrip("#@") for word in selection.typed.plain])
    return rows.Marker(selection.typed)


#: Options of `voxpop publish` by field; others are filters.
_OPTIONS = ("hashtag", "outlet", "author", "since", "until")


def _publishing(known: Known) -> list[str]:
    """Return the options of `voxpop publish` for a selection; none if it has no such options."""
    options: list[str] = []
    for each in known.meant:
        if each.excluded or each.field not in {*_OPTIONS, "language", "platform"}:
            return []
        for value in json.loads(each.value) if each.field in {"outlet", "author"} else [each.value]:
            options += [f"--{each.field}", value] if each.field in _OPTIONS else ["--filter", f"{each.field}={value}"]
    return [] if known.mistakes or known.selection.typed.plain else options


def _chips(site: Site, known: Known) -> Iterator[tuple[str, str]]:
    """Yield the active filters in words, each with the URL of the selection without it."""
    selection = known.selection
    if selection.q:
        yield selection.q, selection.but(q="").address(site)
    active = [field for field in FIELDS if getattr(selection, field)]
    for field, called in zip(active, known.narrowed, strict=False):
        yield called, selection.but(**{field: ""}).address(site)


async def _dated(site: Site, known: Known) -> Listed:
    selection, kind = known.selection, known.selection.kind
    below, after = site.argument("below"), site.argument("after")
    found = await survey.survey(site, known, kind, below=below)
    counted = await survey.total(site, known, kind, found)
    hits, older, newer = _page(found.hits, lambda hit: hit.name, after, PAGE)
    answers, shown = await rows.show_all(site, selection.typed, hits)
    further = selection.address(site, below=found.below) if found.below is not None and not older else None
    return Listed(
        shown,
        answers,
        counted.number,
        counted.is_exact,
        _says(found, counted, known, below, is_read=not any(answer.interrupted for answer in answers.values())),
        _chart(site, known, found, counted) if not below else None,
        further=further,
        looked=found.looked,
        hits=found.hits,
        newer=_turned(site, selection, newer, below),
        older=_turned(site, selection, older, below),
    )


def _page(hits: list[T], name: Callable[[T], str], after: str, size: int) -> tuple[list[T], str | None, str | None]:
    """Return the hits after one, and the names of those before the next and the previous page.

    >>> _page([5, 4, 3, 2, 1], str, "4", 2), _page([5, 4, 3, 2, 1], str, "", 2)
    (([3, 2], '2', ''), ([5, 4], '4', None))
    """
    start = next((at + 1 for at, hit in enumerate(hits) if name(hit) == after), 0) if after else 0
    shown = hits[start : start + size]
    following = name(shown[-1]) if start + size < len(hits) else None
    former = (name(hits[start - size - 1]) if start > size else "") if start else None
    return shown, following, former


def _turned(site: Site, selection: Selection, after: str | None, below: str = "") -> str | None:
    """Return the URL of the page after a hit; of the first page if it is empty."""
    return None if after is None else selection.address(site, below=below, after=after)


def _says(found: Survey, counted: Total, known: Known, below: str, *, is_read: bool) -> str:
    said = []
    order = known.selection.order
    if found.interrupted or not is_read:
        said.append("This took too long to look through: more words or dates narrow it.")
    elif below:
        said.append(f"Of those further back, the newest {found.looked:,} rows that may fit were looked at.")
    elif not found.is_whole and not counted.is_exact and counted.number == len(found.hits):
        said.append(f"The newest {found.looked:,} rows that may fit were looked at.")
    if not found.is_whole and order == "relevance" and not found.is_relevant:
        said.append("There are too many to be sorted by relevance: they are sorted by date.")
    elif not found.is_whole and order != "date":
        said.append(f"Only the newest {len(found.hits):,} are sorted.")
    return " ".join(said)


def _chart(site: Site, known: Known, found: Survey, counted: Total) -> Chart | None:
    """Draw the days of the rows; those of embeds and of quotes apart."""
    kind = known.selection.kind
    links = {kind: known.selection.between(site), "embeds": known.selection.between(site)}
    links["quotes"] = known.selection.but(kind="quotes").between(site)
    nouns = ("embeds", "quotes") if kind == "reactions" else (kind, "")
    days = survey.by_day(found.hits, *nouns) if counted.days is None else counted.days
    return chart(days, *nouns, undated=(counted.undated, 0), links=links, is_strip=True)


def _nameless(rows: list[dict[str, Any]]) -> bool:
    """Return True if a row stands for all articles that name no outlet: it is listed, but no outlet."""
    return any(row.get("outlet") == "" for row in rows)


async def _named(site: Site, known: Known) -> Listed:
    found, selection = await names.find(site, known), known.selection
    named = found.answer.rows
    weight = "embeds" if selection.kind == "outlets" else "posts"
    hits = [Hit(selection.kind, row["id"], "", "", row[weight]) for row in named if row["id"]]
    shown, older, newer = _page(named, lambda row: str(row["id"]), site.argument("after"), NAMED_PAGE)
    number = found.total - _nameless(named)
    said = f"The first {len(named):,} of them can be looked through here." if found.total > len(named) else ""
    return Listed(
        shown,
        {selection.kind: found.answer},
        number,
        found.is_exact,
        found.says or said,
        hits=hits,
        spoken=found.spoken,
        newer=_turned(site, selection, newer),
        older=_turned(site, selection, older),
    )


def _sorts(site: Site, selection: Selection) -> list[tuple[str, str | None]]:
    """Return the orders there are, with the addresses of those that are not the one shown."""
    return [
        (SORTS[sort], None if sort == selection.order else selection.but(sort=sort).address(site))
        for sort in selection.sorts
    ]


# Search over posts, quotes and articles at once: the first hits of each, with a link to all.

SHELVES = ("posts", "quotes", "articles")
SHOWN = 6


async def search(site: Site) -> dict[str, Any]:
    """Return the context of the template; only the form where nothing was asked or something not understood."""
    if place := await selection.place_of(site, site.argument("q")):
        return {"moved": place}
    if site.argument("in") in KINDS:
        return await show(site, site.argument("in")) | {"template": "list"}
    known = await know(site, of("", site.argument), site.request.args)
    shelves: dict[str, Any] = {}
    who, bearers = None, 0
    if not known.mistakes and not known.selection.is_everything:
        names = ("posts",) if known.selection.is_address else SHELVES
        found = await asyncio.gather(*(_shelf(site, known, name) for name in names))
        shelves = dict(zip(names, found, strict=True))
        if known.selection.is_address and not found[0].rows:
            shelves = {}
        who, bearers = await _people(site, known)
    facets = await _facets_of_voices(site, known, shelves)
    shown = {"people": who, "bearers": bearers, "shelves": shelves, "facets": facets}
    is_found = bool(who and who.rows) or any(listed.rows for listed in shelves.values())
    return {**frame(site, known), **shown, **({} if is_found else await _instead(site, known))}


async def _instead(site: Site, known: Known) -> dict[str, Any]:
    """Return what a page without any hit offers: a similar search, and examples."""
    other = None if known.mistakes else await otherwise(site, known.selection)
    return {"other": other and (other.q, other.address(site)), "examples": await examples(site)}


async def _facets(site: Site, known: Known, listed: Listed) -> dict[str, list[rows.Value]]:
    """Return the facets of a list (or of `spoken`), and its other kinds if it has words or filters."""
    if spoken := listed.spoken:
        known = replace(known, selection=known.selection.but(kind="reactions", sort=""))
        found = await rows.facets(site, known, spoken.hits, is_whole=spoken.is_whole)
    else:
        found = await rows.facets(site, known, listed.hits, is_whole=listed.is_whole)
    others = [] if known.selection.is_everything else await rows.kinds(site, known)
    return found | ({"Also": others} if others else {})


async def _facets_of_voices(site: Site, known: Known, shelves: dict[str, Listed]) -> dict[str, list[rows.Value]]:
    """Return the facets of the posts and quotes of a search; of its articles where it has neither."""
    voices = [listed for name, listed in shelves.items() if name != "articles" and listed.hits]
    found = voices or list(shelves.values())
    hits = [hit for listed in found for hit in listed.hits]
    return await rows.facets(site, known, hits, is_whole=all(listed.is_whole for listed in found))


async def _people(site: Site, known: Known) -> tuple[Answer | None, int]:
    typed, platform = known.selection.typed, known.one("platform")
    if not typed.words and not typed.pieces:
        return None, 0
    return await names.find_people(
        site, typed.words, typed.pieces, known.selection.q, platform.value if platform else ""
    )


async def _shelf(site: Site, known: Known, kind: str) -> Listed:
    found = await survey.survey(site, known, kind, looked=survey.LOOKED_AT_ONCE)
    counted = await survey.total(site, known, kind, found, survey.MOST_AT_ONCE)
    answer, shown = await rows.show(site, known.selection.typed, found.hits[:SHOWN], kind)
    every = known.selection.but(kind=kind).address(site)
    says = f"The newest {found.looked:,} rows that may fit were looked at." if not counted.is_exact else ""
    return Listed(
        shown, {kind: answer}, counted.number, counted.is_exact, says, older=every, looked=found.looked, hits=found.hits
    )
