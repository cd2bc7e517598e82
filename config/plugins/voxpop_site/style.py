"""Style sheet, script and template filters of our pages."""

from __future__ import annotations

import hashlib
import shlex
from functools import partial
from pathlib import Path
from typing import Any

from archive.humanize import counted

from . import answers, cells, charts, counting, lags, mending, printed, site, sources, words

STATIC = Path(__file__).resolve().parents[2] / "static"


def _version() -> str:
    """Return a short name of the files' content, so that browsers fetch a changed one."""
    digest = hashlib.sha256()
    for name in ("voxpop.css", "voxpop.js"):
        path = STATIC / name
        digest.update(path.read_bytes() if path.is_file() else b"")
    return digest.hexdigest()[:8]


VERSION = _version()
ADDRESS = f"/voxpop/voxpop.css?v={VERSION}"
SCRIPT = f"/voxpop/voxpop.js?v={VERSION}"


def prepare(env: Any, datasette: Any) -> None:
    """Register what the templates use, under names that no other plugin has."""
    env.add_extension(answers.Nonces)
    env.add_extension(mending.Mended)
    env.globals["vp_nonce"] = answers.nonce
    env.filters["vp_source"] = sources.shown
    env.filters["vp_name"] = printed.name
    env.filters["vp_number"] = "{:,}".format
    env.filters["vp_when"] = words.when
    env.filters["vp_day"] = words.day_of
    env.filters["vp_platform"] = words.platform_name
    env.filters["vp_confidence"] = words.confidence
    env.filters["vp_step"] = lags.step
    env.filters["vp_lags"] = lags.between
    env.filters["vp_after"] = lags.after
    env.filters["vp_link"] = printed.safe_link
    env.filters["vp_file"] = printed.file_name
    env.filters["vp_quoted"] = shlex.quote
    env.filters["vp_plain"] = printed.plain
    env.filters["vp_marked"] = printed.marked
    env.globals["vp_linked"] = printed.linked
    env.globals["vp_count"] = counted
    env.globals["vp_share"] = charts.share
    env.globals["vp_forms"] = words.FORMS
    env.globals["vp_columns"] = cells.in_reading_order
    env.globals["vp_named"] = cells.named
    env.globals["vp_rows"] = partial(cells.rows_in_reading_order, datasette)
    env.globals["vp_facets_of"] = partial(counting.facets_of, datasette)
    env.globals["vp_uncounted"] = partial(counting.is_uncounted, datasette)
    env.globals["vp_rows_of"] = partial(counting.rows_of, datasette)
    env.globals["vp_site"] = partial(site.archive_meant, datasette)
    env.globals["vp_tables_in_view"] = partial(site.tables_in_view, datasette)
    env.globals["vp_home"] = datasette.urls.instance
    env.globals["vp_css"] = lambda: datasette.urls.path(ADDRESS)
    env.globals["vp_js"] = lambda: datasette.urls.path(SCRIPT)
