"""Style sheet, script and template filters of our pages."""

from __future__ import annotations

import hashlib
import re
import shlex
from copy import deepcopy
from functools import cache, partial
from typing import Any

from datasette.utils.asgi import asgi_static

from archive.datasette_files import (
    TABLE_SETTINGS,
    close_index_of_texts,
    close_schedule,
    configuration,
    metadata,
    read_source,
)
from archive.humanize import counted
from archive.site import answers, charts, citation, site, tables, words
from archive.site.site import IS_1_0, archives, options_of, stands_alone
from scraper.configuration import config_directory

# The titles, descriptions and prepared questions of archives, given to Datasette without any file.


def fill_in(datasette: Any) -> None:
    """Add what `config/datasette/source.yml` says of every archive to Datasette's metadata and configuration."""
    source = read_source()
    if options_of(datasette).public:
        close_schedule(source)
    if not site.shows_text(datasette):
        close_index_of_texts(source)
    datasette.config = getattr(datasette, "config", None) or {}
    for name in archives(datasette):
        described = metadata(source, name)
        if not stands_alone(datasette):
            described = {"databases": described["databases"]}
        if IS_1_0:
            _fill(datasette.config, configuration(source, name))
            described = _without_configuration(described, name)
        _fill(datasette._metadata_local, described)  # noqa: SLF001 - the hook `get_metadata` is gone in Datasette 1.0


def _without_configuration(described: dict[str, Any], name: str) -> dict[str, Any]:
    """Return the metadata that Datasette 1.0 stores: titles and descriptions."""
    tables = {
        table: {key: value for key, value in settings.items() if key not in TABLE_SETTINGS}
        for table, settings in described["databases"][name]["tables"].items()
    }
    return {**described, "databases": {name: {"tables": tables}}}


def _fill(theirs: dict[str, Any], ours: dict[str, Any]) -> None:
    """Add the keys of `ours` that are missing, at every depth."""
    for key, value in ours.items():
        if isinstance(value, dict) and isinstance(theirs.get(key), dict):
            _fill(theirs[key], value)
        else:
            theirs.setdefault(key, deepcopy(value))


FILES = ("voxpop.css", "voxpop.js")


@cache
def _version() -> str:
    """Return a short digest of the files, so that browsers fetch a changed one."""
    digest = hashlib.sha256()
    for name in FILES:
        path = config_directory() / "static" / name
        digest.update(path.read_bytes() if path.is_file() else b"")
    return digest.hexdigest()[:8]


def address() -> str:
    """Return the URL of the style sheet, from the root of the site."""
    return f"/voxpop/{FILES[0]}?v={_version()}"


def script() -> str:
    """Return the URL of the script, from the root of the site."""
    return f"/voxpop/{FILES[1]}?v={_version()}"


def route() -> tuple[str, Any]:
    """Return the route of both files: an archive may be called voxpop, too."""
    names = "|".join(map(re.escape, FILES))
    return rf"^/voxpop/(?P<path>{names})$", asgi_static(config_directory() / "static")


def prepare(env: Any, datasette: Any) -> None:
    """Register our templates, and their filters and globals with the prefix ``vp_``."""
    # Before Datasette's own templates, after those of the user and of other plugins.
    env.loader.loaders[0].searchpath.insert(-1, str(config_directory() / "templates"))
    env.add_extension(answers.Nonces)
    if site.stands_alone(datasette):
        env.add_extension(tables.Mended)
    env.globals["vp_nonce"] = answers.nonce
    env.globals["vp_ours"] = answers.are_ours
    env.filters["vp_source"] = words.shown
    env.filters["vp_name"] = words.name
    env.filters["vp_initial"] = words.initial
    env.filters["vp_number"] = "{:,}".format
    env.filters["vp_when"] = words.when
    env.filters["vp_day"] = words.day_of
    env.filters["vp_platform"] = words.platform_name
    env.filters["vp_language"] = words.language_name
    env.filters["vp_confidence"] = words.confidence
    env.filters["vp_step"] = words.step
    env.filters["vp_lags"] = words.between
    env.filters["vp_after"] = words.after
    env.filters["vp_link"] = words.safe_link
    env.filters["vp_file"] = words.file_name
    env.filters["vp_quoted"] = shlex.quote
    env.filters["vp_runs"] = words.runs
    env.filters["vp_wordless"] = words.wordless
    env.filters["vp_plain"] = words.plain
    env.filters["vp_structured"] = citation.structured
    env.filters["vp_marked"] = words.marked
    env.globals["vp_linked"] = words.linked
    env.globals["vp_count"] = counted
    env.globals["vp_share"] = charts.share
    env.globals["vp_forms"] = words.FORMS
    env.globals["vp_columns"] = tables.in_reading_order
    env.globals["vp_named"] = tables.named
    env.globals["vp_rows"] = partial(tables.rows_in_reading_order, datasette)
    env.globals["vp_facets_of"] = partial(tables.facets_of, datasette)
    env.globals["vp_uncounted"] = partial(tables.is_uncounted, datasette)
    env.globals["vp_rows_of"] = partial(tables.rows_of, datasette)
    env.globals["vp_site"] = partial(site.archive_meant, datasette)
    env.globals["vp_tables_in_view"] = partial(site.tables_in_view, datasette)
    env.globals["vp_home"] = datasette.urls.instance
    env.globals["vp_css"] = lambda: datasette.urls.path(address())
    env.globals["vp_js"] = lambda: datasette.urls.path(script())
