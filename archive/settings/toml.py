"""One TOML file -> `Settings`, or one line on what to change: file, key, remedy."""

from __future__ import annotations

import re
import tomllib
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from archive.settings import readers
from archive.settings.records import Fetching, Settings, Source, Topic, Visiting
from scraper.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from archive.settings.readers import Reader


def read_settings(path: str | Path) -> Settings:
    """Read and check a settings file. Relative paths in it count from its folder.

    Raises:
        SettingsError: It cannot be read, or a key is unknown, missing or wrong. One line: file, key, remedy.
    """
    file = Path(path)
    try:
        table = tomllib.loads(file.read_text("utf-8-sig"))  # some editors begin a file with a byte order mark
    except FileNotFoundError:
        raise SettingsError(f"{file}: no such file: make one with `voxpop init`") from None
    except UnicodeDecodeError as error:
        raise SettingsError(f"{file}: is not UTF-8 text: save it as UTF-8") from error
    except OSError as error:
        raise SettingsError(f"{file}: cannot be read ({_reason(error)}): check the file") from error
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{file}: is not TOML ({_reason(error)}): correct it there") from error
    try:
        return _settings(file, table)
    except _WrongKeyError as error:
        raise SettingsError(f"{file}: {error}") from error


class _WrongKeyError(ValueError):
    """A key and what to do about it, without the name of the file."""


def _settings(file: Path, table: dict[str, Any]) -> Settings:
    values = _values("", table, _TOP)
    for key in ("database", "captures"):
        if key not in values:
            raise _WrongKeyError(f'{key}: is missing: write {key} = "…"')
        values[key] = file.parent / values[key]
    topics = {topic.name: topic for topic in _named("topics", values.pop("topics", []), _topic)}
    tables = _named(
        "sources", values.pop("sources", []), lambda where, entry: _source(where, entry, file, topics)
    )
    return Settings(
        file=file,
        fetch=Fetching(**_values("fetch.", values.pop("fetch", {}), _FETCH)),
        visits=Visiting(**_values("visits.", values.pop("visits", {}), _VISITS)),
        sources=tuple(tables),
        **values,
    )


def _values(where: str, table: dict[str, Any], known: Mapping[str, Reader]) -> dict[str, Any]:
    """Read the keys of one table; every key must be known and fit."""
    for key in table:
        if key not in known:
            raise _WrongKeyError(f"{where}{key}: is no setting: {_advice(key, known)}")
    values = {}
    for key, raw in table.items():
        try:
            values[key] = known[key](raw)
        except ValueError as error:
            raise _WrongKeyError(f"{where}{key}: must be {error}, not {_shown(raw)}") from None
    return values


def _advice(key: str, known: Mapping[str, Reader]) -> str:
    if key in _TOP:
        return "write it above the first [table]"
    close = get_close_matches(key, known, 1)
    return f"did you mean {close[0]}?" if close else f"known here: {', '.join(known)}"


def _named(what: str, tables: list[Any], read: Callable[[str, dict[str, Any]], Any]) -> list[Any]:
    """Read ``[[topics]]`` or ``[[sources]]``, whose names must differ."""
    found: dict[str, Any] = {}
    for number, table in enumerate(tables, 1):
        item = read(f"{what}[{number}].", table)
        if item.name in found:
            raise _WrongKeyError(f"{what}[{number}].name: {item.name!r} is used twice: choose another")
        found[item.name] = item
    return list(found.values())


def _topic(where: str, table: dict[str, Any]) -> Topic:
    values = _values(where, table, _TOPIC)
    if "name" not in values or not (values.get("hashtags") or values.get("terms")):
        raise _WrongKeyError(f"{where.rstrip('.')}: needs a name, and hashtags or terms")
    return Topic(**values)


def _source(where: str, table: dict[str, Any], file: Path, topics: Mapping[str, Topic]) -> Source:
    values = _values(where, table, _SOURCE)
    kinds = [kind for kind in _KINDS if kind in values]
    if "name" not in values or len(kinds) != 1:
        raise _WrongKeyError(f"{where.rstrip('.')}: needs a name and exactly one of {', '.join(_KINDS)}")
    kind = kinds[0]
    places = values[kind] if kind == "urls" else (values[kind],)
    if kind in {"urls_file", "folder"}:
        places = (str(file.parent / places[0]),)
    for name in values.get("topics", ()):
        if name not in topics:
            raise _WrongKeyError(f"{where}topics: {name!r} is no topic: add it as [[topics]]")
    chosen = tuple(topics[name] for name in values.get("topics", ()))
    return Source(name=values["name"], kind=kind, places=places, every=values.get("every", 0), topics=chosen)


def _shown(raw: Any) -> str:
    text = _PASSWORD.sub("//…@", repr(raw))
    return text if len(text) <= 60 else f"{text[:57]}…"


def _reason(error: Exception) -> str:
    text = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return " ".join(text.split())[:200]


_PASSWORD = re.compile(r"//[^/@]{1,200}@")
_KINDS: dict[str, Reader] = {
    "feed": readers.url,
    "sitemap": readers.url,
    "urls": readers.urls,
    "urls_file": readers.path,
    "folder": readers.path,
}
_SOURCE: dict[str, Reader] = {
    "name": readers.text,
    **_KINDS,
    "every": readers.duration,
    "topics": readers.texts,
}
_TOPIC: dict[str, Reader] = {"name": readers.text, "hashtags": readers.hashtags, "terms": readers.texts}
_VISITS: dict[str, Reader] = {"again": readers.ages, "retry": readers.pauses, "quiet": readers.duration}
_FETCH: dict[str, Reader] = {
    "concurrency": readers.whole(1, 256),
    "delay": readers.seconds(0),
    "connect_timeout": readers.seconds(0.1),
    "read_timeout": readers.seconds(0.1),
    "request_timeout": readers.seconds(0.1),
    "total_timeout": readers.seconds(0.1),
    "run_timeout": readers.seconds(1, 7 * 86_400),
    "attempts": readers.whole(1, 20),
    "max_bytes": readers.whole(1),
    "max_redirects": readers.whole(0, 50),
    "allow_private": readers.flag,
    "proxy": readers.proxy,
}
_TOP: dict[str, Reader] = {
    "database": readers.path,
    "captures": readers.path,
    "capture_all": readers.flag,
    "contact": readers.contact,
    "min_confidence": readers.share,
    "rotate_bytes": readers.whole(1_000_000),
    "fetch": readers.table,
    "visits": readers.table,
    "sources": readers.tables,
    "topics": readers.tables,
}
