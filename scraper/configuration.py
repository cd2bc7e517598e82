"""Where the data shipped with voxpop lies: ``config/`` in a checkout, ``share/voxpop/`` when installed."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from scraper.errors import SettingsError

MARKER = "datasette/source.yml"
INSTALLED = f"share/voxpop/{MARKER}"


def config_directory() -> Path:
    """Find the directory of settings, metadata, templates and plugins that belongs to this copy of voxpop.

    A checkout (and an editable install of one) uses its own ``config/``. Elsewhere the list of installed
    files tells: it is right for virtual environments, ``--user`` and ``--prefix`` alike.

    Raises:
        SettingsError: Neither holds the files.
    """
    checkout = Path(__file__).resolve().parents[1] / "config"
    if (checkout / MARKER).is_file():
        return checkout
    for marker in _installed_markers():
        if marker.is_file():
            return marker.parents[1]
    raise SettingsError("share/voxpop: the files that came with voxpop are missing; install voxpop again")


def _installed_markers() -> list[Path]:
    try:
        files = distribution("voxpop").files or []
    except PackageNotFoundError:
        return []
    return [Path(str(file.locate())).resolve() for file in files if file.as_posix().endswith(INSTALLED)]
