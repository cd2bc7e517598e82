"""Append new sources to a settings file, which keeps its comments.

TOML allows tables in double brackets anywhere, so appending text is enough. The result is parsed before it
replaces the file.
"""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from archive.outputs import drafted
from archive.settings import read_settings
from scraper.errors import SettingsError, suggestion
from scraper.values.urls import without_login

if TYPE_CHECKING:
    from collections.abc import Sequence

    from archive.settings import Settings


def unique_name(wanted: str, taken: set[str]) -> str:
    """Return an unused name: the wanted one, or that with a number.

    >>> unique_name("Valley News", {"Valley News", "Valley News 2"})
    'Valley News 3'
    """
    name, number = wanted, 1
    while name in taken:
        number += 1
        name = f"{wanted} {number}"
    return name


def source_at(settings: Settings, url: str) -> str | None:
    """Return the name of the source with a URL."""
    places = {place: source.name for source in settings.sources for place in source.places}
    return places.get(without_login(url))


def add_sources(path: str | Path, tables: Sequence[dict[str, str | int | list[str]]]) -> None:
    """Add ``[[sources]]`` to a settings file, all or none; all other text stays.

    Raises SettingsError if the file is invalid, before or with the new sources, or not writable.
    """
    file = Path(path).resolve()
    read_settings(path)
    before = file.read_bytes()
    newline = "\r\n" if b"\r\n" in before else "\n"
    # A JSON string is a TOML string, except for the delete character, which no name contains.
    added = [[f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in table.items()] for table in tables]
    lines = [line for keys in added for line in ("", "[[sources]]", *keys)]
    after = before.rstrip() + newline.join(["", *lines, ""]).encode()
    expected = _read(before)
    expected["sources"] = [*expected.get("sources", []), *tables]
    if _read(after) != expected:
        raise SettingsError(f"{path}: cannot append sources: write the existing ones as tables, [[sources]]")
    _write(path, file, after)


def remove_source(path: str | Path, name: str) -> None:
    """Remove one of the ``[[sources]]`` of a settings file; all other text stays.

    Raises SettingsError if the file is invalid, not writable, or has no such source as a table of its own.
    """
    file = Path(path).resolve()
    names = [source.name for source in read_settings(path).sources]
    if name not in names:
        advice = suggestion(name, names, f"there are {', '.join(names) or 'none'}")
        raise SettingsError(f"{path}: no source is named {name!r}: {advice}")
    number = names.index(name) + 1
    before = file.read_bytes()
    lines = before.splitlines(keepends=True)
    starts = [at for at, line in enumerate(lines) if _HEADER.match(line)]
    sources = [at for at in starts if _SOURCES.match(lines[at])]
    after = before
    if len(sources) >= number:
        begin = sources[number - 1]
        end = next((at for at in starts if at > begin), len(lines))
        while end > begin and _ASIDE.match(lines[end - 1]):  # comments above the next table are about that
            end -= 1
        after = b"".join(lines[:begin]).rstrip() + b"\n\n" + b"".join(lines[end:]).lstrip()
    expected = _read(before)
    del expected["sources"][number - 1]
    if not expected["sources"]:
        del expected["sources"]
    if _read(after) != expected:
        raise SettingsError(f"{path}: {name!r} is not a table of its own: remove it in the file")
    _write(path, file, after)


_HEADER = re.compile(rb"\s*\[")
_SOURCES = re.compile(rb"\s*\[\[\s*sources\s*\]\]")
_ASIDE = re.compile(rb"\s*(?:#.*)?$")


def _read(text: bytes) -> dict[str, Any]:
    try:
        return tomllib.loads(text.decode("utf-8-sig"))
    except tomllib.TOMLDecodeError:
        return {}


def _write(path: str | Path, file: Path, after: bytes) -> None:
    try:
        with drafted(file) as draft:
            draft.write_bytes(after)
            read_settings(draft)
            draft.replace(file)
    except SettingsError as error:
        raise SettingsError(str(error).replace(str(draft), str(path))) from error
    except OSError as error:
        raise SettingsError(f"{path}: cannot be written ({error.strerror}): check the file") from error
