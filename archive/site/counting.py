"""Pages of large tables, without reading all their rows.

For the page of a table Datasette counts its rows, counts them again by each configured facet, and once more
for every column to suggest facets. From some 100,000 posts on that takes longer than the page itself, and for
`reactions`, which is put together from five tables, longer than a query may.

Long before, at some 10,000 posts, the facets alone take a second. From that size on a page that shows all
rows is asked for with ``_nofacet`` and ``_nosuggest``; the template offers the configured facets as links.
In large archives the two large views are asked for with ``_nocount`` as well, and the template shows the sum
of the tables that their rows come from. (Datasette 1.0 stops counting at 10,000 rows by itself.) With a
filter they are not counted at all, and say so; the reactions of an outlet, author or platform come in the
order in which an index holds them: any other would sort them all. Facets that are asked for are made, and
tables with a filter are left as they are.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

from datasette.utils import path_with_added_args, tilde_decode

from archive.site.site import IS_1_0, LARGE, MIDDLING, archives

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, MutableMapping

    Scope = MutableMapping[str, Any]

ROWS = {
    "reactions": "select (select count(*) from embeds) + (select count(*) from quotes)",
    "most_embedded": "select count(*) from posts",
}
_PAGE = re.compile(r"/(?P<database>[^/]+)/(?P<table>[^/.]+)(?:\.json)?\Z")
# What may stand in the address of a page that shows all rows: their order, and which of them.
_UNFILTERED = {"_sort", "_sort_desc", "_next", "_size", "_col", "_nocol", "_shape", "_labels"}
_ASKED = "voxpop_asked"
# By what the reactions with a filter can be read in order, where the visitor asks for none.
_ORDERS = {"outlet": "published_at", "outlet__exact": "published_at", "author": "posted_at", "platform": "posted_at"}
_ORDERED = {"_sort", "_sort_desc", "_next"}


def read_less(datasette: Any, app: Any) -> Any:
    """Wrap an ASGI application: ask for large tables without what would read all their rows."""

    async def asked(scope: Scope, receive: Any, send: Callable[..., Awaitable[None]]) -> None:
        if scope["type"] == "http" and (order := _order(datasette, scope)):
            location = b"?" + scope["query_string"] + b"&_sort_desc=" + order.encode()
            await send({"type": "http.response.start", "status": 302, "headers": [(b"location", location)]})
            await send({"type": "http.response.body", "body": b""})
            return
        spared = _spared(datasette, scope) if scope["type"] == "http" else b""
        if spared:
            query = scope["query_string"]
            scope = {**scope, "query_string": query + b"&" + spared if query else spared, _ASKED: query}
        await app(scope, receive, send)

    return asked


def restore(request: Any) -> None:
    """Restore the query of the visitor in a request, once Datasette has read ours: links are made from it."""
    if _ASKED in request.scope:
        request.scope["query_string"] = request.scope.pop(_ASKED)


async def rows_of(datasette: Any, database: str, table: str, known: int | None, request: Any) -> int | None:
    """Return the number of rows of a page: what Datasette counted, else the sum for a view shown whole."""
    asked = request.scope["query_string"]
    if known is not None or table not in ROWS or database not in archives(datasette) or not _shows_all(asked):
        return known
    return int((await datasette.databases[database].execute(ROWS[table])).first()[0])


async def facets_of(datasette: Any, database: str, table: str, suggested: Any, request: Any) -> Any:
    """Return the facets to offer on a page: those Datasette suggests, else configured ones it left out."""
    if not _is_above(MIDDLING, datasette, database, table) or not _shows_all(request.scope["query_string"]):
        return suggested
    if IS_1_0:
        settings = await datasette.table_config(database, table)
    else:
        settings = datasette.table_metadata(database, table)
    return [
        {"name": name, "toggle_url": datasette.urls.path(path_with_added_args(request, {"_facet": name}))}
        for name in settings.get("facets", ())
    ]


def is_uncounted(datasette: Any, database: str, table: str, request: Any) -> bool:
    """Return whether a page is one of a large view with a filter, whose rows are not counted."""
    is_filtered = not _shows_all(request.scope["query_string"])
    return table in ROWS and is_filtered and _is_above(LARGE, datasette, database, table)


def _spared(datasette: Any, scope: Scope) -> bytes:
    """Return what to add to the query of a request."""
    database, table = _table_of(scope)
    shows_all = _shows_all(scope["query_string"])
    is_large_view = table in ROWS and _is_above(LARGE, datasette, database, table)
    if not _is_above(MIDDLING, datasette, database, table) or not (shows_all or is_large_view):
        return b""
    unfaceted = b"" if b"_facet" in scope["query_string"] else b"&_nofacet=1"
    uncounted = b"&_nocount=1" if is_large_view and not (shows_all and IS_1_0) else b""
    return b"_nosuggest=1" + unfaceted + uncounted


def _order(datasette: Any, scope: Scope) -> str | None:
    """Return the column by which to sort a page of reactions with a filter, where none is asked for."""
    database, table = _table_of(scope)
    if table != "reactions" or scope["path"].endswith(".json"):
        return None
    asked = _names(scope["query_string"])
    if asked & _ORDERED or not _is_above(LARGE, datasette, database, table):
        return None
    return next((order for column, order in _ORDERS.items() if column in asked), None)


def _table_of(scope: Scope) -> tuple[str, str]:
    page = _PAGE.search(scope["path"])
    return (tilde_decode(page["database"]), tilde_decode(page["table"])) if page else ("", "")


def _is_above(size: int, datasette: Any, database: str, table: str) -> bool:
    held = archives(datasette).get(database, ())
    return table in held and datasette.databases[database].size > size


def _shows_all(query: bytes) -> bool:
    return _names(query) <= _UNFILTERED


def _names(query: bytes) -> set[str]:
    return {name for name, _ in parse_qsl(query.decode("latin-1"), keep_blank_values=True)}
