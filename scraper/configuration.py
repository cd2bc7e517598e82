"""Locate the data files of voxpop: ``config/`` in a checkout, ``share/voxpop/`` when installed."""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path
from typing import Any

from scraper.errors import SettingsError

MARKER = "datasette/source.yml"
INSTALLED = f"share/voxpop/{MARKER}"


def config_directory() -> Path:
    """Return the directory of settings, metadata, templates and plugins of this copy of voxpop.

    A checkout, also in an editable install, uses its own ``config/``. Otherwise the path is in the package's
    list of installed files, in virtual environments as well as with ``--user`` and ``--prefix``. Raise
    `SettingsError` if they are in neither place.
    """
    checkout = Path(__file__).resolve().parents[1] / "config"
    if (checkout / MARKER).is_file():
        return checkout
    for marker in _installed_markers():
        if marker.is_file():
            return marker.parents[1]
    raise SettingsError("share/voxpop: the data files of voxpop are missing: reinstall voxpop")


def packaged(name: str) -> dict[str, Any]:
    """Return the content of a TOML or JSON file in `config_directory`; raise `SettingsError` if that is missing."""
    import tomllib  # late: most commands read none

    text = (config_directory() / name).read_text("utf-8")
    content: dict[str, Any] = json.loads(text) if name.endswith(".json") else tomllib.loads(text)
    return content


@cache
def queries(file: str) -> dict[str, str]:
    """Return the SQL in a file of ``queries``, by the names in its lines ``-- query NAME: comment``."""
    text = (config_directory() / "queries" / f"{file}.sql").read_text("utf-8")
    sections = (section.partition("\n") for section in text.split("\n-- query ")[1:])
    return {head.partition(":")[0]: sql.strip() for head, _, sql in sections}


@cache
def own_version() -> str:
    """Return the installed version of voxpop: `importlib.metadata` imports a tenth of the modules for a page."""
    for folder in sys.path:
        for found in Path(folder).glob("voxpop-*.dist-info"):
            return found.name.removesuffix(".dist-info").partition("-")[2]
    from importlib.metadata import version

    return version("voxpop")


def _installed_markers() -> list[Path]:
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        files = distribution("voxpop").files or []
    except PackageNotFoundError:
        return []
    return [Path(str(file.locate())).resolve() for file in files if file.as_posix().endswith(INSTALLED)]
