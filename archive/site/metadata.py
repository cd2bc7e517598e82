"""The titles, descriptions and prepared questions of archives, given to Datasette without any file.

What a file of the user's says about the same thing holds.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from archive.datasette_files import close_schedule, configuration, metadata, read_source
from archive.site.site import IS_1_0, archives, options_of, stands_alone


def fill_in(datasette: Any) -> None:
    """Add what `config/datasette/source.yml` says of every archive to Datasette's metadata and configuration."""
    source = read_source()
    if options_of(datasette).public:
        close_schedule(source)
    datasette.config = getattr(datasette, "config", None) or {}
    for name in archives(datasette):
        described = metadata(source, name)
        if not stands_alone(datasette):
            described = {"databases": described["databases"]}
        if IS_1_0:
            _add(datasette.config, configuration(source, name))
            described = _without_configuration(described, name)
        _add(datasette._metadata_local, described)  # noqa: SLF001 - the hook `get_metadata` is gone in Datasette 1.0


def _without_configuration(described: dict[str, Any], name: str) -> dict[str, Any]:
    """Return the metadata that Datasette 1.0 stores: titles and descriptions."""
    from archive.datasette_files import TABLE_SETTINGS

    tables = {
        table: {key: value for key, value in settings.items() if key not in TABLE_SETTINGS}
        for table, settings in described["databases"][name]["tables"].items()
    }
    return {**described, "databases": {name: {"tables": tables}}}


def _add(theirs: dict[str, Any], ours: dict[str, Any]) -> None:
    """Add the keys of `ours` that are missing, at every depth."""
    for key, value in ours.items():
        if isinstance(value, dict) and isinstance(theirs.get(key), dict):
            _add(theirs[key], value)
        else:
            theirs.setdefault(key, deepcopy(value))
