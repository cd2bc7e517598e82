"""Generate the two files that configure Datasette for an archive, from ``config/datasette/source.yml``.

Datasette 0.65 reads titles, facets and queries from its metadata file. 1.0 reads queries and table settings
from a configuration file instead, and silently ignores queries in the metadata
(https://docs.datasette.io/en/latest/metadata_config.html). Both have the name of the database as key, which is
the name of the file.

``python -m archive.datasette_files`` writes the committed pair, for an archive named ``reactions.db``.
"""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any

import yaml

from scraper.configuration import config_directory
from scraper.lean_imports import left_out
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from pathlib import Path

DEFAULT_DATABASE = "reactions"
#: Tables of scheduled runs. They contain paths of watched folders, and feeds may be secret.
SCHEDULE = ("sources", "visits", "listings", "listed", "failing", "flags", "robots")
TABLE_SETTINGS = frozenset({
    "allow", "facets", "hidden", "label_column", "size", "sort", "sort_desc", "sortable_columns", "fts_table", "fts_pk",
})  # fmt: skip
#: The name of an SQL parameter; also matches in texts and comments.
_PARAMETER = lazy_regex(r"[:@$](\w+)")
HEADER = "# Generated from source.yml by `python -m archive.datasette_files`; change that file instead.\n"


class _Dumper(yaml.SafeDumper):
    """A YAML writer that writes multi-line texts as blocks, so that SQL stays readable."""


def _represent_text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _represent_text)


def read_source() -> dict[str, Any]:
    """Read ``config/datasette/source.yml``."""
    path = config_directory() / "datasette" / "source.yml"
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # ten times as fast, where PyYAML was built with it
    source: dict[str, Any] = yaml.load(path.read_text("utf-8"), Loader=loader)  # noqa: S506 - both are safe
    return source


def parameters_of(sql: str) -> list[str]:
    """Return the unique names of the parameters in SQL.

    >>> parameters_of("select :day, $tag, :day")
    ['day', 'tag']
    """
    return list(dict.fromkeys(_PARAMETER.findall(sql)))


def import_units() -> None:
    """Import Datasette's library of units, which loads numpy and dask if they are installed.

    Call it before importing Datasette. Plugins of others are imported later and find both.
    """
    with left_out("numpy", "dask", "uncertainties", "babel", "mip"), suppress(ImportError):
        import_module("datasette.vendored.pint")  # Datasette 1.0 has none


def metadata(source: dict[str, Any], database: str = DEFAULT_DATABASE) -> dict[str, Any]:
    """Return the content of ``metadata.yml``: all that Datasette 0.65 needs; 1.0 takes titles from it."""
    about = {key: value for key, value in source.items() if key not in ("tables", "queries")}
    return about | {"databases": {database: {"tables": source["tables"], "queries": source["queries"]}}}


def configuration(source: dict[str, Any], database: str = DEFAULT_DATABASE) -> dict[str, Any]:
    """Return the content of ``datasette.yml`` for Datasette 1.0: queries, and how tables are shown."""
    tables = {
        name: settings
        for name, table in source["tables"].items()
        if (settings := {key: value for key, value in table.items() if key in TABLE_SETTINGS})
    }
    return {"databases": {database: {"tables": tables, "queries": source["queries"]}}}


def write_files(directory: Path, database: str = DEFAULT_DATABASE) -> tuple[Path, Path]:
    """Write ``metadata.yml`` and ``datasette.yml`` for a database, by its name in Datasette; return their paths."""
    source = read_source()
    written = directory / "metadata.yml", directory / "datasette.yml"
    contents = metadata(source, database), configuration(source, database)
    for path, content in zip(written, contents, strict=True):
        path.write_text(HEADER + to_yaml(content), "utf-8")
    return written


def close_schedule(source: dict[str, Any]) -> None:
    """Deny all access to the tables of scheduled runs: some keys are local paths."""
    for name in SCHEDULE:
        source["tables"][name]["allow"] = False


def close_index_of_texts(source: dict[str, Any]) -> None:
    """Deny access to the tables of the search index of articles, which hold all their words."""
    for name in ("", "_config", "_content", "_data", "_docsize", "_idx"):
        source["tables"].setdefault(f"articles_fts{name}", {})["allow"] = False


def to_yaml(content: dict[str, Any]) -> str:
    """Return `content` as YAML, in the order of its keys."""
    text: str = yaml.dump(content, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110)
    return text


if __name__ == "__main__":
    write_files(config_directory() / "datasette")
