"""One TOML file -> `Settings`, or one line on what to change: file, key, remedy."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from archive.settings import availability, readers
from archive.settings.lists import TooLargeError, read_at_most
from archive.settings.records import Availability, Fetching, Hydration, Running, Settings, Source, Topic, Visiting
from scraper.errors import SettingsError
from scraper.patterns import lazy_regex
from scraper.values.urls import without_login

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from archive.settings.readers import Reader

Named = TypeVar("Named", Topic, Source)


def read_settings(path: str | Path) -> Settings:
    """Read and check a settings file. Relative paths in it count from its folder.

    Raises:
        SettingsError: It cannot be read, or a key is unknown, missing or wrong. One line: file, key, remedy,
            and how many more there are.
    """
    draft = read_draft(path)
    _refuse(draft.file, draft.problems)
    return Settings(
        file=draft.file,
        fetch=Fetching(**draft.tables["fetch"]),
        visits=Visiting(**draft.tables["visits"]),
        run=Running(**draft.tables["run"]),
        availability=Availability(**draft.tables["availability"]),
        hydration=Hydration(**draft.tables["hydration"]),
        sources=draft.sources,
        topics=draft.topics,
        **draft.values,
    )


def read_topics(path: str | Path) -> tuple[Topic, ...]:
    """Read and check the topics of a settings file, which need not hold anything else.

    Raises:
        SettingsError: It cannot be read, names no topic, or a key of one is unknown, missing or wrong.
    """
    draft = read_draft(path)
    _refuse(draft.file, [problem for problem in draft.problems if problem.startswith("topics")])
    if draft.topics:
        return draft.topics
    raise SettingsError(f"{draft.file}: topics: there is none: add one as [[topics]]")


def _refuse(file: Path, problems: Sequence[str]) -> None:
    if problems:
        first, *others = problems
        more = f" ({len(others)} more: `voxpop check-config` names all)" if others else ""
        raise SettingsError(f"{file}: {first}{more}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What could be read of a settings file.

    Attributes:
        values: The keys above all tables; `database` and `captures` are missing where they are wrong.
        tables: The keys of `[fetch]`, `[visits]`, `[run]`, `[availability]` and `[hydration]`.
        sources: The tables that are right.
        topics: Those of the topics.
        problems: One line for each key that is unknown, missing or wrong: key and remedy.
    """

    file: Path
    values: dict[str, Any]
    tables: dict[str, dict[str, Any]]
    sources: tuple[Source, ...]
    topics: tuple[Topic, ...]
    problems: tuple[str, ...]


def read_draft(path: str | Path) -> Draft:
    """Read what is right in a settings file, and list all that is wrong.

    Raises:
        SettingsError: It cannot be read, or is not TOML.
    """
    file = Path(path)
    try:
        content = read_at_most(file, _MOST_BYTES)
        # Some editors begin a file with a byte order mark.
        table = tomllib.loads(content.decode("utf-8-sig").replace("\r\n", "\n"))
    except FileNotFoundError:
        raise SettingsError(f"{file}: no such file: make one with `voxpop init`") from None
    except UnicodeDecodeError as error:
        raise SettingsError(f"{file}: is not UTF-8 text: save it as UTF-8") from error
    except OSError as error:
        raise SettingsError(f"{file}: cannot be read ({_reason(error)}): check the file") from error
    except TooLargeError as error:
        raise SettingsError(f"{file}: {error}: name a settings file") from error
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{file}: is not TOML ({_reason(error)}): correct it there") from error
    except (RecursionError, ValueError) as error:  # nested too deeply, or an integer of thousands of digits
        reason = "is nested too deeply, or holds too long a number"
        raise SettingsError(f"{file}: {reason}: correct it there") from error
    return _Reading(file).draft(table)


class _Reading:
    """One reading of a file, which goes on behind a wrong key and remembers it."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._wrong: list[str] = []

    def draft(self, table: dict[str, Any]) -> Draft:
        values = self._values("", table, _TOP)
        for key in ("database", "captures"):
            if key in values:
                values[key] = self._file.parent / values[key]
            elif key not in table:
                self._wrong.append(f'{key}: is missing: write {key} = "…"')
        if "erasures_key" in values:
            values["erasures_key"] = self._file.parent / values["erasures_key"]
        raw_topics = values.pop("topics", [])
        topics: dict[str, Topic | None] = {str(raw.get("name")): None for raw in raw_topics}
        topics |= {topic.name: topic for topic in self._named("topics", raw_topics, self._topic)}
        sources = self._named(
            "sources", values.pop("sources", []), lambda number, raw: self._source(number, raw, topics)
        )
        tables = {name: self._values(f"{name}.", values.pop(name, {}), known) for name, known in _TABLES.items()}
        return Draft(
            file=self._file,
            values=values,
            tables=tables,
            sources=tuple(sources),
            topics=tuple(filter(None, topics.values())),
            problems=tuple(self._wrong),
        )

    def _values(self, where: str, table: dict[str, Any], known: Mapping[str, Reader]) -> dict[str, Any]:
        """Read the keys of one table; those that are unknown or do not fit are left out."""
        values = {}
        for key, raw in table.items():
            if key not in known:
                self._wrong.append(f"{where}{key}: is no setting: {_advice(key, known)}")
                continue
            try:
                values[key] = known[key](raw)
            except ValueError as error:
                self._wrong.append(f"{where}{key}: must be {error}, not {_shown(raw)}")
        return values

    def _named(self, what: str, tables: list[Any], read: Callable[[int, dict[str, Any]], Named | None]) -> list[Named]:
        """Read ``[[topics]]`` or ``[[sources]]``, whose names must differ."""
        found: dict[str, Named] = {}
        for number, table in enumerate(tables, 1):
            item = read(number, table)
            if item is not None and item.name in found:
                self._wrong.append(f"{what}[{number}].name: {item.name!r} is used twice: choose another")
            elif item is not None:
                found[item.name] = item
        return list(found.values())

    def _topic(self, number: int, table: dict[str, Any]) -> Topic | None:
        where = f"topics[{number}]"
        values = self._values(f"{where}.", table, _TOPIC)
        if _has(table, "name") and (_has(table, "hashtags") or _has(table, "terms")):
            return Topic(**values) if _is_right(table, values) else None
        self._wrong.append(f"{where}: needs a name, and hashtags or terms")
        return None

    def _source(self, number: int, table: dict[str, Any], topics: Mapping[str, Topic | None]) -> Source | None:
        where = f"sources[{number}]"
        values = self._values(f"{where}.", table, _SOURCE)
        kinds = [kind for kind in _KINDS if kind in table]
        if not _has(table, "name") or len(kinds) != 1:
            self._wrong.append(f"{where}: needs a name and exactly one of {', '.join(_KINDS)}")
            return None
        for name in values.get("topics", ()):
            if name not in topics:
                self._wrong.append(f"{where}.topics: {name!r} is no topic: add it as [[topics]]")
        if not _is_right(table, values):
            return None
        kind = kinds[0]
        places = values[kind] if kind == "urls" else (values[kind],)
        if kind in {"urls_file", "folder"}:
            places = (str(self._file.parent / places[0]),)
        logins: tuple[str, ...] = ()
        if kind in {"feed", "sitemap", "urls"}:
            logins = tuple(place for place in places if without_login(place) != place)
            places = tuple(map(without_login, places))
        chosen = tuple(topic for name in values.get("topics", ()) if (topic := topics.get(name)))
        return Source(
            name=values["name"],
            kind=kind,
            places=places,
            logins=logins,
            every=values.get("every", 0),
            topics=chosen,
            number=number,
        )


def _has(table: dict[str, Any], key: str) -> bool:
    return table.get(key) not in (None, [])


def _is_right(table: dict[str, Any], values: dict[str, Any]) -> bool:
    return values.keys() == table.keys()


def _advice(key: str, known: Mapping[str, Reader]) -> str:
    if key in _TOP:
        return "write it above the first [table]"
    close = get_close_matches(key, known, 1)
    return f"did you mean {close[0]}?" if close else f"known here: {', '.join(known)}"


def _shown(raw: Any) -> str:
    try:
        text = _PASSWORD.sub("//…@", repr(raw))
    except ValueError:
        return "a number of thousands of digits"
    return text if len(text) <= 60 else f"{text[:57]}…"


def _reason(error: Exception) -> str:
    text = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return " ".join(text.split())[:200]


#: A login in a URL. A password that holds a slash makes the URL wrong, so that it is shown here.
_PASSWORD = lazy_regex(r"//(?:[^/@]{1,200}|[^/@:\s]{1,200}:[^@\s\"']{1,200})@")
#: Most bytes of a settings file: 200,000 sources.
_MOST_BYTES = 20_000_000
_KINDS: dict[str, Reader] = {
    "feed": readers.url,
    "sitemap": readers.url,
    "urls": readers.urls,
    "urls_file": readers.path,
    "folder": readers.path,
}
_SOURCE: dict[str, Reader] = {"name": readers.text, **_KINDS, "every": readers.duration, "topics": readers.texts}
_TOPIC: dict[str, Reader] = {"name": readers.text, "hashtags": readers.hashtags, "terms": readers.texts}
_RUN: dict[str, Reader] = {"jobs": readers.whole(1, 512), "ping": readers.optional_url, "ping_start": readers.flag}
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
    "keep_text": readers.flag,
    "min_confidence": readers.share,
    "erasures_key": readers.path,
    "rotate_bytes": readers.whole(1_000_000),
    "fetch": readers.table,
    "visits": readers.table,
    "run": readers.table,
    "availability": readers.table,
    "hydration": readers.table,
    "sources": readers.tables,
    "topics": readers.tables,
}
_TABLES = {
    "fetch": _FETCH,
    "visits": _VISITS,
    "run": _RUN,
    "availability": availability.READERS,
    "hydration": availability.HYDRATION,
}
