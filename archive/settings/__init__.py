"""The settings of scheduled runs: one TOML file -> a frozen `Settings`, or a one-line error: file, key, remedy."""

# ruff: noqa: RUF009 - `_key` is `dataclasses.field`

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, fields
from datetime import date, datetime
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from archive.settings.lists import TooLargeError, read_at_most
from scraper.errors import SettingsError, path_of, suggestion
from scraper.patterns import lazy_regex
from scraper.registry import by_name, platforms, question_of, recognise
from scraper.values.moments import iso_instant
from scraper.values.urls import http_url, is_web_address, without_login

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from scraper.fetching import Limits

    Reader = Callable[[Any], Any]
    ListReader = Callable[[Any], tuple[Any, ...]]


# Readers: each validates and converts a TOML value; its `ValueError` states what is expected.

_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
_DURATION = lazy_regex(r"(\d{1,9}) ?([smhd])")
_TEN_YEARS = 3650 * 86_400
_HASHTAG = lazy_regex(r"[#＃]?([^\s#＃]+)")
_FILTERS = ("hashtag", "outlet", "author", "platform", "language", "since", "until")
_HASHTAGS = 'a list of hashtags such as ["StormAlva"]'


def _text(raw: Any) -> str:
    if not isinstance(raw, str) or not raw.strip() or not raw.isprintable():
        raise ValueError("a text")
    return raw.strip()


def _path(raw: Any) -> Path:
    """Read a path, in UTF-8 whatever the locale; ``~`` is the home folder."""
    try:
        return path_of(_text(raw)).expanduser()
    except (ValueError, RuntimeError):
        raise ValueError("a path") from None


def _contact(raw: Any) -> str | None:
    """Read a contact for a header; empty for none."""
    if raw == "":
        return None
    if not _text(raw).isascii():
        raise ValueError("a URL or an e-mail address in plain ASCII")
    return _text(raw)


def _url(raw: Any) -> str:
    written = _text(raw)
    if not is_web_address(written) or http_url(written) is None:
        raise ValueError("a URL such as https://the-post.example/rss")
    return written


def _optional_url(raw: Any) -> str | None:
    return None if raw == "" else _url(raw)


def _proxy(raw: Any) -> str:
    try:
        return raw if isinstance(raw, str) and raw in {"environment", "none"} else _url(raw)
    except ValueError:
        raise ValueError('"environment", "none" or a URL such as http://proxy.example:3128') from None


def _hashtag(raw: Any) -> str:
    match = _HASHTAG.fullmatch(_text(raw))
    if match is None:
        raise ValueError(_HASHTAGS)
    return match[1]


def _flag(raw: Any) -> bool:
    if not isinstance(raw, bool):
        raise ValueError("true or false")  # noqa: TRY004 -- all readers say what is expected in the same way
    return raw


def _flag_of_extra(raw: Any) -> bool:
    if _flag(raw) and find_spec("rapidocr") is None:
        raise ValueError("false without an OCR engine (install it with `pip install 'voxpop[ocr]'`)")
    return bool(raw)


def _table(raw: Any) -> dict[str, Any]:
    if not isinstance(raw, dict):
        raise ValueError("a table in brackets")  # noqa: TRY004 -- as above
    return raw


def _tables(raw: Any) -> list[dict[str, Any]]:
    if not isinstance(raw, list) or not all(isinstance(item, dict) for item in raw):
        raise ValueError("tables in double brackets")
    return raw


def _duration(raw: Any) -> int:
    """Read a duration into seconds.

    >>> [_duration(raw) for raw in ("90s", "15m", "6h", "7d")]
    [90, 900, 21600, 604800]
    """
    match = _DURATION.fullmatch(raw.strip()) if isinstance(raw, str) else None
    span = int(match[1]) * _UNITS[match[2]] if match else _TEN_YEARS + 1
    if span > _TEN_YEARS:
        raise ValueError('a time such as "15m", "6h" or "7d"')
    return span


def _list_of(read: Reader, expected: str, least: int = 0) -> ListReader:

    def read_list(raw: Any) -> tuple[Any, ...]:
        if not isinstance(raw, list) or len(raw) < least:
            raise ValueError(expected)
        try:
            return tuple(map(read, raw))
        except ValueError:
            raise ValueError(expected) from None

    return read_list


_texts = _list_of(_text, "a list of texts")
_hashtags = _list_of(_hashtag, _HASHTAGS)
_urls = _list_of(_url, 'a list of addresses such as ["https://the-post.example/story"]', least=1)
_pauses = _list_of(_duration, 'a list of times such as ["1h", "1d"]')


def _ages(raw: Any) -> tuple[int, ...]:
    return tuple(sorted(_pauses(raw)))


_HEADER = lazy_regex(r"[-!#$%&'*+.^_`|~0-9A-Za-z]+")
_FIXED_HEADERS = frozenset({
    "host", "connection", "content-length", "transfer-encoding", "accept-encoding", "if-none-match", "range", "cookie",
    "if-modified-since",
})  # fmt: skip


def _headers(raw: Any) -> dict[str, str]:
    """Read headers, by name; cookies have a file."""
    expected = (
        'a table of headers such as {X-Api-Key = "…"}, without those that voxpop sets; cookies go into cookies_file'
    )
    if not isinstance(raw, dict):
        raise ValueError(expected)  # noqa: TRY004 -- as above
    for name, value in raw.items():
        is_text = isinstance(value, str) and value.isascii() and value.isprintable() and value.strip() == value
        if not (_HEADER.fullmatch(name) and is_text) or name.lower() in _FIXED_HEADERS:
            raise ValueError(expected)
    return dict(raw)


def _agent(raw: Any) -> str:
    if not _text(raw).isascii():
        raise ValueError("a text in plain ASCII")
    return _text(raw)


def _day(raw: Any) -> str:
    """Read a day, as a text or a date of TOML."""
    written = raw.isoformat() if isinstance(raw, date) and not isinstance(raw, datetime) else raw
    if not isinstance(written, str) or len(written) != 10 or iso_instant(written) is None:
        raise ValueError('a day such as "2024-05-01"')
    return written


def _filters(raw: Any) -> tuple[tuple[str, str], ...]:
    if not isinstance(raw, dict) or not raw or not raw.keys() <= set(_FILTERS):
        raise ValueError(f'a table such as {{hashtag = "StormAlva"}}, with fields of {", ".join(_FILTERS)}')
    return tuple((name, _text(value)) for name, value in raw.items())


def _number(expected: str, least: float, most: float, kind: type[int | float] = float) -> Reader:
    def read(raw: Any) -> float:
        is_number = isinstance(raw, int if kind is int else int | float) and not isinstance(raw, bool)
        if not is_number or not least <= raw <= most:
            raise ValueError(expected)
        return kind(raw)

    return read


def _seconds(least: float, most: float = 86_400.0) -> Reader:
    return _number(f"a number of seconds from {least:g} to {most:,.0f}", least, most)


def _whole(least: int, most: int = 10**15) -> Reader:
    return _number(f"a whole number from {least:,} to {most:,}", least, most, int)


# Readers of ``[availability]`` and ``[hydration]``: platforms and their methods.


def _methods(raw: Any) -> tuple[str, ...]:
    names = _texts(raw)
    for name in names:
        try:
            question_of(name)
        except LookupError as error:
            raise ValueError(f"a list of {_askable()}; {error}") from None
    return names


def _delay(name: str, raw: Any) -> float:
    """Read seconds between two requests to a host; at least the platform's minimum."""
    least = max(question.delay for question in by_name()[name].questions)
    limit = by_name()[name].questions[0].limit
    try:
        return float(_seconds(least)(raw))
    except ValueError as error:
        raise ValueError(f"{error} for {name} (its limit: {limit})") from None


def _canary(name: str, raw: Any) -> str:
    address = _url(raw)
    post = recognise(address)
    if post is None or post.platform != name:
        raise ValueError(f"the URL of a post on {by_name()[name].label}")
    return address


def _endpoint(_: str, raw: Any) -> str:
    """Read an alternative endpoint, such as your own server; ``{host}`` is the platform's host."""
    return _url(raw)


def _check_ages(raw: Any) -> tuple[int, ...]:
    """Read the ages at which a post is checked; at least one."""
    found = _ages(raw)
    if not found or found[0] < 3600:
        raise ValueError('a list of times of an hour or more such as ["1d", "7d"]')
    return found


def _by_platform(read: Callable[[str, Any], Any]) -> Reader:
    """Return a reader of a table with a key for each platform, from a function of the platform and the value."""

    def read_table(raw: Any) -> dict[str, Any]:
        askable = {platform.name for platform in platforms() if platform.questions}
        if not isinstance(raw, dict) or not raw.keys() <= askable:
            raise ValueError(f"a table with a line for each platform, of {_askable()}")
        return {name: read(name, value) for name, value in raw.items()}

    return read_table


def _askable() -> str:
    return ", ".join(platform.name for platform in platforms() if platform.questions)


# The contents of a settings file as frozen values: each key with its default, as in ``config/voxpop.toml``, and reader.

T = TypeVar("T")


def _key(default: T, read: Reader) -> T:
    made: T = field(default=default, metadata={"read": read})
    return made


def _readers(table: type) -> dict[str, Reader]:
    return {key.name: key.metadata["read"] for key in fields(table) if "read" in key.metadata}


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetching:
    """``[fetch]``: how articles are fetched. Times are in seconds."""

    concurrency: int = _key(32, _whole(1, 256))
    delay: float = _key(2.0, _seconds(0))
    connect_timeout: float = _key(10.0, _seconds(0.1))
    read_timeout: float = _key(20.0, _seconds(0.1))
    request_timeout: float = _key(60.0, _seconds(0.1))
    total_timeout: float = _key(180.0, _seconds(0.1))
    run_timeout: float = _key(3600.0, _seconds(1, 7 * 86_400))
    attempts: int = _key(3, _whole(1, 20))
    max_bytes: int = _key(20_000_000, _whole(1))
    max_redirects: int = _key(10, _whole(0, 50))
    allow_private: bool = _key(default=False, read=_flag)
    proxy: str = _key("environment", _proxy)

    @property
    def limits(self) -> Limits:
        """Return the limits of the fetcher."""
        from scraper.fetching import Limits  # late: it loads the HTTP client

        return Limits(
            connect=self.connect_timeout,
            read=self.read_timeout,
            request=self.request_timeout,
            total=self.total_timeout,
            attempts=self.attempts,
            redirects=self.max_redirects,
            max_bytes=self.max_bytes,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Visiting:
    """``[visits]``: when known articles are fetched again, and when a `quiet` source is flagged; in seconds."""

    again: tuple[int, ...] = _key((3600, 6 * 3600, 86_400, 7 * 86_400), _ages)
    retry: tuple[int, ...] = _key((3600, 6 * 3600, 86_400, 3 * 86_400), _pauses)
    quiet: int = _key(7 * 86_400, _duration)


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """``[run]``: processes and pings of a run. The ping has ``/fail`` or ``/start`` appended."""

    jobs: int = _key(1, _whole(1, 512))
    ping: str | None = _key(None, _optional_url)
    ping_start: bool = _key(default=False, read=_flag)


@dataclass(frozen=True, slots=True, kw_only=True)
class Availability:
    """``[availability]``: checks of whether posts are still public. Times are in seconds.

    `delays`, `canaries` and `endpoints` are by platform; the last of the ages in `after` repeats.
    """

    enabled: bool = _key(default=False, read=_flag)
    platforms: tuple[str, ...] = _key(("bluesky", "mastodon"), _methods)
    after: tuple[int, ...] = _key((86_400, 7 * 86_400, 30 * 86_400, 180 * 86_400), _check_ages)
    delays: Mapping[str, float] = field(default_factory=dict, metadata={"read": _by_platform(_delay)})
    canaries: Mapping[str, str] = field(default_factory=dict, metadata={"read": _by_platform(_canary)})
    endpoints: Mapping[str, str] = field(default_factory=dict, metadata={"read": _by_platform(_endpoint)})


@dataclass(frozen=True, slots=True, kw_only=True)
class Hydration:
    """``[hydration]``: requests of `voxpop hydrate` for missing data of posts."""

    enabled: bool = _key(default=False, read=_flag)
    platforms: tuple[str, ...] = _key(("bluesky", "mastodon"), _methods)
    archives: bool = _key(default=False, read=_flag)
    index: str = _key("https://web.archive.org/cdx/search/cdx", _url)
    replay: str = _key("https://web.archive.org/web", _url)


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureReading:
    """``[ocr]``: reading of the posts in pictures."""

    enabled: bool = _key(default=False, read=_flag_of_extra)
    fetch: bool = _key(default=False, read=_flag)


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """``[[topics]]``: which articles to keep."""

    name: str = field(metadata={"read": _text})
    hashtags: tuple[str, ...] = _key((), _hashtags)
    terms: tuple[str, ...] = _key((), _texts)


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedSelection:
    """``[[selections]]``: a named selection, all fields of a filter, for the pages and for `voxpop publish`."""

    name: str = field(metadata={"read": _text})
    filter: tuple[tuple[str, str], ...] = field(metadata={"read": _filters})


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """``[[sources]]``: where articles come from.

    `kind` is ``feed``, ``sitemap``, ``urls``, ``urls_file`` or ``folder``; `places` are one path, or URLs without
    logins; `logins` are the URLs with them. `number` is the position in the file, from 1. `since` and `max_age` (in
    seconds) apply to dates in the listing. `certificates` is a PEM file; with a key, the first is the client's.
    """

    name: str = field(metadata={"read": _text})
    kind: str
    places: tuple[str, ...]
    logins: tuple[str, ...] = field(default=(), repr=False)
    every: int = _key(0, _duration)
    topics: tuple[Topic, ...] = _key((), _texts)
    number: int = 0
    since: str = _key("", _day)
    max_age: int = _key(0, _duration)
    max_articles: int = _key(0, _whole(1, 1_000_000))
    user_agent: str | None = _key(None, _agent)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False, metadata={"read": _headers})
    cookies_file: Path | None = _key(None, _path)
    certificates: Path | None = _key(None, _path)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All settings of a run; ``config/voxpop.toml`` explains each."""

    file: Path
    database: Path = field(metadata={"read": _path})
    captures: Path = field(metadata={"read": _path})
    capture_all: bool = _key(default=False, read=_flag)
    contact: str | None = _key(None, _contact)
    keep_text: bool = _key(default=True, read=_flag)
    min_confidence: float | None = _key(None, _number("a number from 0 to 1", 0, 1))
    erasures_key: Path | None = _key(None, _path)
    rotate_bytes: int = _key(1_000_000_000, _whole(1_000_000))
    fetch: Fetching = _key(Fetching(), _table)
    visits: Visiting = _key(Visiting(), _table)
    run: Running = _key(Running(), _table)
    availability: Availability = _key(Availability(), _table)
    hydration: Hydration = _key(Hydration(), _table)
    ocr: PictureReading = _key(PictureReading(), _table)
    sources: tuple[Source, ...] = _key((), _tables)
    topics: tuple[Topic, ...] = _key((), _tables)
    selections: tuple[SavedSelection, ...] = _key((), _tables)
    site_url: str | None = _key(None, _optional_url)
    public_text: bool = _key(default=False, read=_flag)


#: Tables of single values, by name.
_TABLES: dict[str, type] = {
    "fetch": Fetching, "visits": Visiting, "run": Running, "availability": Availability, "hydration": Hydration,
    "ocr": PictureReading,
}  # fmt: skip
Named = TypeVar("Named", Topic, Source, SavedSelection)


def read_settings(path: str | Path) -> Settings:
    """Read and check a settings file. Relative paths are relative to its folder.

    Raises SettingsError in one line: file, key, remedy, number of other mistakes.
    """
    values, problems = read_draft(path)
    _refuse(path, problems)
    return Settings(file=Path(path), **values)


def read_topics(path: str | Path) -> tuple[Topic, ...]:
    """Read the topics of a settings file, which may have nothing else; raise SettingsError if they are invalid."""
    values, problems = read_draft(path)
    topics: tuple[Topic, ...] = values["topics"]
    missing = [] if topics else ["topics: missing: add one as [[topics]]"]
    _refuse(path, [problem for problem in problems if problem.startswith("topics")] or missing)
    return topics


def _refuse(file: str | Path, problems: Sequence[str]) -> None:
    if problems:
        first, *others = problems
        more = f" ({len(others)} more: `voxpop check-config` names all)" if others else ""
        raise SettingsError(f"{Path(file)}: {first}{more}")


def read_draft(path: str | Path) -> tuple[dict[str, Any], list[str]]:
    """Return the valid values of `Settings` in a file, and one line per mistake: key and remedy.

    Raises SettingsError if it cannot be read, or is not TOML.
    """
    file = Path(path)
    try:
        content = read_at_most(file, _MOST_BYTES)
        # Some editors begin files with a byte order mark.
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
    reading = _Reading(file)
    return reading.settings(table), reading.problems


class _Reading:
    """Reads a file; records invalid keys and continues."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.problems: list[str] = []

    def settings(self, table: dict[str, Any]) -> dict[str, Any]:
        """Return the values of the keys of `Settings`; `database` and `captures` may be missing."""
        values = self._values("", table, _readers(Settings))
        for key in ("database", "captures", "erasures_key"):
            if key in values:
                values[key] = self._file.parent / values[key]
            elif key not in table and key != "erasures_key":
                self.problems.append(f'{key}: is missing: write {key} = "…"')
        topics: dict[str, Topic | None] = {str(raw.get("name")): None for raw in values.get("topics", [])}
        topics |= self._named("topics", values, self._topic)
        values["topics"] = tuple(filter(None, topics.values()))
        values["sources"] = tuple(self._named("sources", values, partial(self._source, topics)).values())
        values["selections"] = tuple(self._named("selections", values, self._selection).values())
        for name, kind in _TABLES.items():
            values[name] = kind(**self._values(f"{name}.", values.get(name, {}), _readers(kind)))
        return values

    def _values(self, where: str, table: dict[str, Any], known: Mapping[str, Reader]) -> dict[str, Any]:
        """Read the keys of one table; leave out unknown and invalid ones."""
        values = {}
        for key, raw in table.items():
            if key not in known:
                self.problems.append(f"{where}{key}: is no setting: {_advice(key, known)}")
                continue
            try:
                values[key] = known[key](raw)
            except ValueError as error:
                shown = "" if key in _SECRET else f", not {_shown(raw)}"
                self.problems.append(f"{where}{key}: must be {error}{shown}")
        return values

    def _named(
        self, what: str, values: dict[str, Any], read: Callable[[int, dict[str, Any]], Named | None]
    ) -> dict[str, Named]:
        """Read an array of tables such as ``[[topics]]``, with unique names."""
        found: dict[str, Named] = {}
        for number, table in enumerate(values.get(what, []), 1):
            item = read(number, table)
            if item is not None and item.name in found:
                self.problems.append(f"{what}[{number}].name: {item.name!r} is used twice: choose another")
            elif item is not None:
                found[item.name] = item
        return found

    def _topic(self, number: int, table: dict[str, Any]) -> Topic | None:
        where = f"topics[{number}]"
        values = self._values(f"{where}.", table, _readers(Topic))
        if _has(table, "name") and (_has(table, "hashtags") or _has(table, "terms")):
            return Topic(**values) if values.keys() == table.keys() else None
        self.problems.append(f"{where}: needs a name, and hashtags or terms")
        return None

    def _selection(self, number: int, table: dict[str, Any]) -> SavedSelection | None:
        values = self._values(f"selections[{number}].", table, _readers(SavedSelection))
        if not _has(table, "name") or not _has(table, "filter"):
            self.problems.append(f"selections[{number}]: needs a name and a filter")
            return None
        return SavedSelection(**values) if values.keys() == table.keys() else None

    def _source(self, topics: Mapping[str, Topic | None], number: int, table: dict[str, Any]) -> Source | None:
        where = f"sources[{number}]"
        values = self._values(f"{where}.", table, _SOURCE)
        kinds = [kind for kind in _KINDS if kind in table]
        if not _has(table, "name") or len(kinds) != 1:
            self.problems.append(f"{where}: needs a name and exactly one of {', '.join(_KINDS)}")
            return None
        for name in values.get("topics", ()):
            if name not in topics:
                self.problems.append(f"{where}.topics: {name!r} is no topic: add it as [[topics]]")
        if values.keys() != table.keys():
            return None
        kind = kinds[0]
        if wrong := [key for key in _ONLY_FOR if key in values and kind not in _ONLY_FOR[key]]:
            self.problems.append(f"{where}.{wrong[0]}: is for {' and '.join(_ONLY_FOR[wrong[0]])}: leave it out")
            return None
        places, logins = self._places(kind, values[kind])
        del values[kind]
        values["topics"] = tuple(topic for name in values.get("topics", ()) if (topic := topics.get(name)))
        values |= {key: self._file.parent / values[key] for key in ("cookies_file", "certificates") if key in values}
        return Source(kind=kind, places=places, logins=logins, number=number, **values)

    def _places(self, kind: str, value: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the places of a source, and its URLs that contain a login."""
        if kind in {"urls_file", "folder"}:
            return (str(self._file.parent / value),), ()
        places = value if kind == "urls" else (value,)
        return tuple(map(without_login, places)), tuple(place for place in places if without_login(place) != place)


def _has(table: dict[str, Any], key: str) -> bool:
    return table.get(key) not in (None, [])


def _advice(key: str, known: Mapping[str, Reader]) -> str:
    if key in _readers(Settings):
        return "write it above the first [table]"
    return suggestion(key, known, f"known here: {', '.join(known)}")


def _shown(raw: Any) -> str:
    try:
        text = _PASSWORD.sub("//…@", repr(raw))
    except ValueError:
        return "a number of thousands of digits"
    return text if len(text) <= 60 else f"{text[:57]}…"


def _reason(error: Exception) -> str:
    text = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return " ".join(text.split())[:200]


#: A login in a URL. A password with a slash makes the URL invalid, so that it would be printed here.
_PASSWORD = lazy_regex(r"//(?:[^/@]{1,200}|[^/@:\s]{1,200}:[^@\s\"']{1,200})@")
#: Maximum size of a settings file: 200,000 sources.
_MOST_BYTES = 20_000_000
_KINDS: dict[str, Reader] = {"feed": _url, "sitemap": _url, "urls": _urls, "urls_file": _path, "folder": _path}
#: Keys of a source that are for some kinds alone.
_ONLY_FOR = dict.fromkeys(("since", "max_age", "max_articles"), ("feed", "sitemap")) | dict.fromkeys(
    ("user_agent", "headers", "cookies_file", "certificates"), ("feed", "sitemap", "urls")
)
_SOURCE = {"name": _text, **_KINDS, **_readers(Source)}
#: Keys whose values are secret.
_SECRET = frozenset({"headers"})
