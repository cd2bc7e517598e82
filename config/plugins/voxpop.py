"""Datasette plugin: pages for readers of reactions, and readable cells in Datasette's own tables.

Datasette loads this file by its path; what it is made of lies in the package beside it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from datasette import hookimpl

sys.path.append(str(Path(__file__).parent))

from voxpop_site import answers, cells, counting, limits, options, routes, site, sources, spreadsheets, style, words


@hookimpl
def startup(datasette: Any) -> Any:
    """Share out the threads; find out which databases are archives."""
    limits.install(datasette)

    async def learn() -> None:
        words.learn_platforms(options.options_of(datasette).platforms)
        await site.learn_archives(datasette)

    return learn


@hookimpl
def prepare_connection(conn: Any, database: str | None, datasette: Any) -> None:
    """Bound what a question may cost, and show strangers no path of this machine."""
    sources.prepare(conn, datasette)
    limits.prepare(conn, database)


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
    """Keep to what holds for every answer; keep spreadsheets from running cells of CSV; read less."""
    return lambda app: answers.wrap(datasette, counting.read_less(datasette, spreadsheets.guard(app)))


@hookimpl(tryfirst=True)
def handle_exception(datasette: Any, request: Any, exception: Exception) -> Any:
    """Say what went wrong in words, and not in those of the machine."""
    return answers.explain(datasette, request, exception)


@hookimpl
def filters_from_request(request: Any) -> None:
    """Make the links of a table page from what the visitor asked for."""
    counting.restore(request)
