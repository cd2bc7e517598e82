"""Search over posts, quotes and articles at once: the first of each, and the way to all of them.

One kind alone is a list, see `lists`; ``?in=posts`` shows it here as well.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from archive.site.pages import lists
from archive.site.selection import names, rows, selection, survey
from archive.site.selection.known import Known, know
from archive.site.selection.selection import KINDS, of

if TYPE_CHECKING:
    from archive.site.site import Answer, Site

SHELVES = ("posts", "quotes", "articles")
SHOWN = 6


async def show(site: Site) -> dict[str, Any]:
    """Return the context of the template; only the form where nothing was asked or something not understood."""
    if place := await selection.place_of(site, site.argument("q")):
        return {"moved": place}
    if site.argument("in") in KINDS:
        return await lists.show(site, site.argument("in")) | {"template": "list"}
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
    return {**lists.frame(site, known), "people": who, "bearers": bearers, "shelves": shelves}


async def _people(site: Site, known: Known) -> tuple[Answer | None, int]:
    typed, platform = known.selection.typed, known.one("platform")
    if not typed.words and not typed.pieces:
        return None, 0
    return await names.find_people(
        site, typed.words, typed.pieces, known.selection.q, platform.value if platform else ""
    )


async def _shelf(site: Site, known: Known, kind: str) -> lists.Listed:
    found = await survey.survey(site, known, kind, looked=survey.LOOKED_AT_ONCE)
    counted = await survey.total(site, known, kind, found)
    answer, shown = await rows.show(site, known.selection.typed, found.hits[:SHOWN], kind)
    every = known.selection.but(kind=kind).address(site)
    says = f"The newest {found.looked:,} rows that may fit were looked at." if not counted.is_exact else ""
    return lists.Listed(shown, [answer], counted.number, counted.is_exact, says, older=every, looked=found.looked)
