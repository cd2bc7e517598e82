"""The two files that tell Datasette about an archive, generated from ``config/datasette/source.yml``.

Datasette 0.65 reads titles, facets and queries from its metadata file. 1.0 reads queries and the settings of
tables from a configuration file instead, and silently ignores queries in the metadata
(https://docs.datasette.io/en/latest/metadata_config.html). Both key what they say by the name of the
database, which is the name of the file that is served.

``python -m archive.metadata`` writes the committed pair, for an archive named ``reactions.db``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import yaml

from archive.configuration import config_directory

if TYPE_CHECKING:
    from pathlib import Path

DEFAULT_DATABASE = "reactions"
TABLE_SETTINGS = frozenset(
    {
        "facets",
        "hidden",
        "label_column",
        "size",
        "sort",
        "sort_desc",
        "sortable_columns",
        "fts_table",
        "fts_pk",
    }
)
HEADER = "# Generated from source.yml by `python -m archive.metadata`; change that file instead.\n"


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines as blocks, so that SQL stays readable."""


def _represent_text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _represent_text)


def read_source(directory: Path | None = None) -> dict[str, Any]:
    """Read ``datasette/source.yml`` below `directory` (default: where voxpop's files lie)."""
    path = (directory or config_directory()) / "datasette" / "source.yml"
    source: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))
    return source


def metadata(source: dict[str, Any], database: str = DEFAULT_DATABASE) -> dict[str, Any]:
    """Give all that Datasette 0.65 needs; 1.0 takes titles and descriptions from it."""
    about = {key: value for key, value in source.items() if key not in ("tables", "queries")}
    return about | {"databases": {database: {"tables": source["tables"], "queries": source["queries"]}}}


def configuration(source: dict[str, Any], database: str = DEFAULT_DATABASE) -> dict[str, Any]:
    """Give what Datasette 1.0 wants to find in ``datasette.yml``: queries, and how tables are shown."""
    tables = {
        name: settings
        for name, table in source["tables"].items()
        if (settings := {key: value for key, value in table.items() if key in TABLE_SETTINGS})
    }
    return {"databases": {database: {"tables": tables, "queries": source["queries"]}}}


def write_files(directory: Path, database: str = DEFAULT_DATABASE) -> tuple[Path, Path]:
    """Write ``metadata.yml`` and ``datasette.yml`` for a database into `directory`; give their paths."""
    source = read_source()
    written = directory / "metadata.yml", directory / "datasette.yml"
    for path, content in zip(
        written, (metadata(source, database), configuration(source, database)), strict=True
    ):
        path.write_text(HEADER + to_yaml(content), "utf-8")
    return written


def to_yaml(content: dict[str, Any]) -> str:
    """Give `content` as YAML, in its own order."""
    text: str = yaml.dump(content, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110)
    return text


if __name__ == "__main__":
    write_files(config_directory() / "datasette")
