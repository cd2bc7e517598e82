"""Datasette plugin: pages for readers of reactions, and readable cells in Datasette's own tables.

Datasette loads it by its entry point with every database. If none is an archive, it changes nothing and
imports nothing more. With several databases, it changes only requests to archives.
"""

from __future__ import annotations

from typing import Any

from datasette import hookimpl

from archive.site.site import archives, is_ours, learn_archives


@hookimpl
def prepare_jinja2_environment(env: Any, datasette: Any) -> None:
    """Find the archives; register their metadata, our templates and filters."""
    learn_archives(datasette)  # Datasette 1.0 stores metadata between this hook and `startup`
    if archives(datasette):
        from archive.site import style

        style.fill_in(datasette)
        style.prepare(env, datasette)


@hookimpl
def startup(datasette: Any) -> None:
    """Share out the threads."""
    if archives(datasette):
        from archive.site import limits

        limits.install(datasette)


@hookimpl
def prepare_connection(conn: Any, database: str | None, datasette: Any) -> None:
    """Bound the cost of queries, and hide the paths of this machine from strangers."""
    if is_ours(datasette, database):
        from archive.site import limits

        limits.hide_paths(conn, datasette)
        limits.hide_text(conn, datasette)
        limits.prepare(conn, database)


@hookimpl
def register_routes(datasette: Any) -> list[tuple[str, Any]]:
    """Add our pages to Datasette's."""
    if not archives(datasette):
        return []
    from archive.site import routes

    return routes.routes_of(datasette)


@hookimpl
def render_cell(  # noqa: PLR0913, PLR0917 - the hook's signature
    row: Any, value: Any, column: str, table: str | None, database: str, datasette: Any
) -> Any:
    """Show posts, people, articles, times and links as such."""
    if database not in archives(datasette):
        return None
    from archive.site import tables

    return tables.render(row, value, column, table, database, datasette)


@hookimpl
def extra_css_urls(database: str | None, datasette: Any) -> list[str]:
    """Give Datasette's own pages of an archive our style."""
    if not is_ours(datasette, database):
        return []
    from archive.site import style

    return [style.address()]


@hookimpl
def extra_js_urls(database: str | None, datasette: Any) -> list[dict[str, Any]]:
    """Give Datasette's own pages of an archive our script, which runs when the page is there."""
    if not is_ours(datasette, database):
        return []
    from archive.site import style

    return [{"url": style.script(), "module": True}]


@hookimpl
def asgi_wrapper(datasette: Any) -> Any:
    """Apply the rules for every answer; make CSV harmless in spreadsheets; count fewer rows."""
    if not archives(datasette):
        return lambda app: app
    from archive.site import answers, tables

    return lambda app: answers.wrap(datasette, tables.read_less(datasette, answers.guard(app)), app)


@hookimpl(tryfirst=True)
def handle_exception(datasette: Any, request: Any, exception: Exception) -> Any:
    """Explain errors of archives in words that visitors understand."""
    if not archives(datasette):
        return None
    from archive.site import answers

    return answers.explain(datasette, request, exception)


@hookimpl
def filters_from_request(request: Any, database: str, datasette: Any) -> None:
    """Make the links of a table page from the parameters that the visitor sent."""
    if database in archives(datasette):
        from archive.site import tables

        tables.restore(request)
