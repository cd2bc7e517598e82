"""Datasette plugin: pages for readers of reactions, and readable cells in Datasette's own tables.

Datasette loads this file by its path; what it is made of lies in the package beside it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from datasette import hookimpl

sys.path.append(str(Path(__file__).parent))

from voxpop_site import cells, counting, routes, site, spreadsheets, style


@hookimpl
def startup(datasette: Any) -> Any:
    """Find out which databases are archives."""

    async def learn() -> None:
        await site.learn_archives(datasette)

    return learn


@hookimpl
def register_routes(datasette: Any) -> list[tuple[str, Any]]:  # noqa: ARG001 - the hook's signature
    """Add our pages to Datasette's."""
    return routes.ROUTES


@hookimpl
def render_cell(  # noqa: PLR0913, PLR0917 - the hook's signature
    row: Any, value: Any, column: str, table: str | None, database: str, datasette: Any
) -> Any:
    """Show posts, people, articles, times and links as such."""
    return cells.render(row, value, column, table, database, datasette)


@hookimpl
def extra_css_urls() -> list[str]:
    """Give Datasette's own pages our style."""
    return [style.ADDRESS]


@hookimpl
def extra_js_urls() -> list[dict[str, Any]]:
    """Give Datasette's own pages our script, which runs when the page is there."""
    return [{"url": style.SCRIPT, "module": True}]


@hookimpl
def prepare_jinja2_environment(env: Any, datasette: Any) -> None:
    """Give our templates their filters."""
    style.prepare(env, datasette)


@hookimpl
def asgi_wrapper(datasette: Any) -> Any:
    """Keep spreadsheets from running cells of CSV, and Datasette from reading all of a large table."""
    return lambda app: counting.read_less(datasette, spreadsheets.guard(app))


@hookimpl
def filters_from_request(request: Any) -> None:
    """Make the links of a table page from what the visitor asked for."""
    counting.restore(request)
