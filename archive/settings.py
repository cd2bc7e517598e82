"""The settings of the scheduled run: one TOML file -> one frozen value, or one line on what to change."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scraper.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Reader = Callable[[Any], Any]

_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
_DURATION = re.compile(r"(\d{1,6}) ?([smhd])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetching:
    """``[fetch]``: how articles are asked for. Times are in seconds."""

    concurrency: int = 32
    delay: float = 2.0
    connect_timeout: float = 10.0
    read_timeout: float = 20.0
    request_timeout: float = 60.0
    total_timeout: float = 180.0
    attempts: int = 3
    max_bytes: int = 20_000_000
    max_redirects: int = 10
    allow_private: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Visiting:
    """``[visits]``: when a known article is asked for again. Times are in seconds.

    Attributes:
        again: After the first visit, at these ages: stories change, ever more slowly.
        retry: Pauses after the first, second … failure in a row; after the last the article is given up.
        quiet: A source without a new article for so long is flagged.
    """

    again: tuple[int, ...] = (3600, 6 * 3600, 86_400, 7 * 86_400)
    retry: tuple[int, ...] = (3600, 6 * 3600, 86_400, 3 * 86_400)
    quiet: int = 7 * 86_400


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """``[[topics]]``: what makes an article worth keeping."""

    name: str
    hashtags: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """``[[sources]]``: where articles come from.

    Attributes:
        kind: ``feed``, ``sitemap``, ``urls``, ``urls_file`` or ``folder``.
        places: URLs, or one path.
        every: Seconds between two looks at a feed or sitemap.
        topics: Keep only articles of these topics; all articles when empty.
    """

    name: str
    kind: str
    places: tuple[str, ...]
    every: int = 0
    topics: tuple[Topic, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything a run needs to know.

    Attributes:
        file: Where this was read.
        database: The archive.
        captures: The folder of WARC files.
        contact: Goes into the User-Agent.
        rotate_bytes: A WARC file that has grown to this size is followed by a new one.
    """

    file: Path
    database: Path
    captures: Path
    contact: str | None = None
    rotate_bytes: int = 1_000_000_000
    fetch: Fetching = field(default_factory=Fetching)
    visits: Visiting = field(default_factory=Visiting)
    sources: tuple[Source, ...] = ()


def read_settings(path: str | Path) -> Settings:
    """Read and check a settings file. Relative paths in it count from its folder.

    Raises:
        SettingsError: It cannot be read, or a key is unknown, missing or wrong. One line: file, key, remedy.
    """
    file = Path(path)
    try:
        with file.open("rb") as stream:
            table = tomllib.load(stream)
    except FileNotFoundError:
        raise SettingsError(f"{file}: no such file: make one with `voxpop init`") from None
    except (OSError, UnicodeDecodeError) as error:
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


def _values(where: str, table: dict[str, Any], readers: Mapping[str, Reader]) -> dict[str, Any]:
    """Read the keys of one table; every key must be known and fit."""
    for key in table:
        if key not in readers:
            close = get_close_matches(key, readers, 1)
            known = f"did you mean {close[0]}?" if close else f"known here: {', '.join(readers)}"
            raise _WrongKeyError(f"{where}{key}: is no setting: {known}")
    values = {}
    for key, raw in table.items():
        try:
            values[key] = readers[key](raw)
        except ValueError as error:
            raise _WrongKeyError(f"{where}{key}: must be {error}, not {_shown(raw)}") from None
    return values


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


def _text(raw: Any) -> str:
    if not isinstance(raw, str) or not raw.strip() or not raw.isprintable():
        raise ValueError("a text")
    return raw.strip()


def _contact(raw: Any) -> str | None:
    if raw == "":
        return None
    if not _text(raw).isascii():
        raise ValueError("a URL or an e-mail address in plain ASCII")
    return _text(raw)


def _url(raw: Any) -> str:
    if not _text(raw).lower().startswith(("http://", "https://")):
        raise ValueError("an address that begins with https://")
    return _text(raw)


def _texts(raw: Any) -> tuple[str, ...]:
    return _list(raw, _text, "a list of texts")


def _urls(raw: Any) -> tuple[str, ...]:
    return _list(raw, _url, "a list of addresses that begin with https://")


def _durations(raw: Any) -> tuple[int, ...]:
    return _list(raw, duration, 'a list of times such as ["1h", "1d"]')


def _list(raw: Any, read: Reader, expected: str) -> tuple[Any, ...]:
    try:
        return tuple(read(item) for item in ([None] if not isinstance(raw, list) else raw))
    except ValueError:
        raise ValueError(expected) from None


def _flag(raw: Any) -> bool:
    if not isinstance(raw, bool):
        raise ValueError("true or false")  # noqa: TRY004 -- all readers say what is expected in the same way
    return raw


def _table(raw: Any) -> dict[str, Any]:
    if not isinstance(raw, dict):
        raise ValueError("a table in brackets")  # noqa: TRY004 -- as above
    return raw


def _tables(raw: Any) -> list[dict[str, Any]]:
    if not isinstance(raw, list) or not all(isinstance(item, dict) for item in raw):
        raise ValueError("tables in double brackets")
    return raw


def duration(raw: Any) -> int:
    """Read a time span into seconds.

    >>> [duration(raw) for raw in ("90s", "15m", "6h", "7d")]
    [90, 900, 21600, 604800]
    """
    match = _DURATION.fullmatch(raw.strip()) if isinstance(raw, str) else None
    if match is None:
        raise ValueError('a time such as "15m", "6h" or "7d"')
    return int(match[1]) * _UNITS[match[2]]


def _number(least: float) -> Reader:
    def read(raw: Any) -> float:
        if isinstance(raw, bool) or not isinstance(raw, int | float) or not least <= raw < float("inf"):
            raise ValueError(f"a number from {least:g} on")
        return float(raw)

    return read


def _whole(least: int, most: int = 10**15) -> Reader:
    def read(raw: Any) -> int:
        if isinstance(raw, bool) or not isinstance(raw, int) or not least <= raw <= most:
            raise ValueError(f"a whole number from {least} to {most:,}")
        return raw

    return read


def _shown(raw: Any) -> str:
    text = repr(raw)
    return text if len(text) <= 60 else f"{text[:57]}…"


def _reason(error: Exception) -> str:
    text = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return " ".join(text.split())[:200]


_KINDS: dict[str, Reader] = {
    "feed": _url,
    "sitemap": _url,
    "urls": _urls,
    "urls_file": _text,
    "folder": _text,
}
_SOURCE: dict[str, Reader] = {"name": _text, **_KINDS, "every": duration, "topics": _texts}
_TOPIC: dict[str, Reader] = {"name": _text, "hashtags": _texts, "terms": _texts}
_VISITS: dict[str, Reader] = {"again": _durations, "retry": _durations, "quiet": duration}
_FETCH: dict[str, Reader] = {
    "concurrency": _whole(1, 256),
    "delay": _number(0),
    "connect_timeout": _number(0.1),
    "read_timeout": _number(0.1),
    "request_timeout": _number(0.1),
    "total_timeout": _number(0.1),
    "attempts": _whole(1, 20),
    "max_bytes": _whole(1),
    "max_redirects": _whole(0, 50),
    "allow_private": _flag,
}
_TOP: dict[str, Reader] = {
    "database": _text,
    "captures": _text,
    "contact": _contact,
    "rotate_bytes": _whole(1_000_000),
    "fetch": _table,
    "visits": _table,
    "sources": _tables,
    "topics": _tables,
}
