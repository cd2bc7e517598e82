"""``voxpop init``: the settings file, and how to have it run on a schedule."""

from __future__ import annotations

import shlex
import shutil
import sys
from typing import TYPE_CHECKING

from archive.configuration import config_directory
from scraper.errors import SettingsError

if TYPE_CHECKING:
    from pathlib import Path


def write_settings(folder: Path) -> Path:
    """Copy the commented settings into a folder, which is made when missing.

    Raises:
        SettingsError: There are settings already, or the folder cannot be written.
    """
    file = folder / "voxpop.toml"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with file.open("x", encoding="utf-8") as stream:
            stream.write((config_directory() / "voxpop.toml").read_text("utf-8"))
    except FileExistsError:
        raise SettingsError(f"{file}: is there already: edit it, or name another folder") from None
    except OSError as error:
        raise SettingsError(f"{file}: cannot be written ({error.strerror}): check the folder") from error
    return file


def schedules(file: Path) -> str:
    """Give the crontab line and the systemd units for a settings file, ready to paste."""
    folder = config_directory() / "schedule"
    values = {
        "@VOXPOP@": shutil.which("voxpop") or f"{shlex.quote(sys.executable)} -m archive.main",
        "@SETTINGS@": str(file.resolve()),
    }
    parts = []
    for name in ("crontab", "voxpop.service", "voxpop.timer"):
        text = (folder / name).read_text("utf-8")
        for mark, value in values.items():
            text = text.replace(mark, value)
        parts.append(text)
    return "\n".join(parts)
