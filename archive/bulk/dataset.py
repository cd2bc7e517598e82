"""The layout of a dataset: its parts, finished and failed.

```
OUT/_dataset.json            the options that the dataset was made with
OUT/_inputs/<digest>.txt     names of the requested input files, one list per run
OUT/<table>/<part>.parquet   rows of one input file, one file per table
OUT/_done/<part>.json        marker of a part, written last: figures and digests
OUT/_failed/<part>.json      why an input file could not be read
OUT/_running/<part>.json     which worker reads it, and its progress
OUT/views.sql                DuckDB views that read finished parts only
```

A part is named by its input file and the version of the rules, so new rules write next to old parts. Readers
use only parts with a marker.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timedelta
from functools import lru_cache
from importlib.resources import files
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from archive.bulk.storage import DATASET, Target
from archive.bulk.tables import TABLES
from archive.clock import stamp, utc_now
from scraper.configuration import config_directory, own_version, queries
from scraper.errors import SettingsError
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from importlib.resources.abc import Traversable
    from typing import Self

    from archive.bulk.storage import Storage
    from scraper.extract import Only


# Progress of a dataset.

#: A worker that has written no note for this long is gone; notes are written every five seconds.
_GONE = timedelta(seconds=90)
#: The speed is computed from files finished within this time.
_LATELY = timedelta(hours=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """Progress of a dataset under one version of the rules: reasons of `failed` files, pages read of `running` ones."""

    rules: str
    planned: int
    done: tuple[Done, ...]
    failed: Mapping[str, str]
    running: Mapping[str, int]
    pages_a_second: float | None

    @property
    def left(self) -> int:
        """Return the number of input files that are neither done nor failed."""
        return self.planned - len(self.done) - len(self.failed)

    @property
    def seconds_left(self) -> float | None:
        """Estimate the remaining time; None if unknown."""
        pages = sum(done.pages for done in self.done)
        if not self.pages_a_second or not self.done:
            return None
        return self.left * pages / len(self.done) / self.pages_a_second


def status_of(dataset: Dataset, rules: str, now: datetime) -> Status:
    """Read the progress of a dataset; `now` is in UTC."""
    done = tuple(dataset.marker(part) for part in sorted(dataset.done(rules)))
    running = {note["input"]: note["pages"] for note in dataset.running(rules) if note["at"] >= stamp(now - _GONE)}
    return Status(
        rules=rules,
        planned=len(dataset.planned() | {marker.input for marker in done}),
        done=done,
        failed={failure["input"]: failure["reason"] for failure in dataset.failures(rules)},
        running=running,
        pages_a_second=_speed(done, now),
    )


def _speed(done: tuple[Done, ...], now: datetime) -> float | None:
    lately = sorted(
        (marker for marker in done if marker.finished >= stamp(now - _LATELY)), key=lambda marker: marker.finished
    )
    if len(lately) < 2:
        return None
    first = datetime.fromisoformat(lately[0].finished)
    last = datetime.fromisoformat(lately[-1].finished)
    # The first file was started before the measured time.
    return sum(marker.pages for marker in lately[1:]) / max((last - first).total_seconds(), 1.0)


# Files for readers of a dataset: the list of finished parts, and DuckDB views that use it.

_COLUMNS = ("part", "input", "pages", "articles", "finished")
_row = attrgetter(*_COLUMNS)


class Views:
    """The list and views of the finished parts of one version of the rules; markers are read once."""

    def __init__(self, dataset: Dataset, rules: str) -> None:
        self._dataset = dataset
        self._rules = rules
        self._rows: dict[str, tuple[object, ...]] = {}

    def refresh(self) -> None:
        """Write `_parts.parquet` and `views.sql` for the parts finished so far, if any."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        parts = sorted(self._dataset.done(self._rules))
        if not parts:
            return
        new = [part for part in parts if part not in self._rows]
        self._rows |= {part: _row(self._dataset.marker(part)) for part in new}
        columns = zip(*(self._rows[part] for part in parts), strict=True)
        target = self._dataset.target
        with target.aside() as folder:
            pq.write_table(pa.table(dict(zip(_COLUMNS, columns, strict=True))), folder / "parts")
            target.put(folder / "parts", "_parts.parquet")
        views = [queries("views")["view"].format(table=table, rules=self._rules) for table in TABLES]
        target.write("\n".join([queries("views")["head"], *views, ""]), "views.sql")


#: Version of the layout, raised if an older reader could not read a newer dataset.
FORMAT = 1
_UNSAFE = lazy_regex(r"[^A-Za-z0-9._]+")
_ENDINGS = lazy_regex(r"\.(warc|wacz|gz|zst)(?=\.|$)")
_RULES = lazy_regex(r"-(r[0-9a-f]{8})\.")
_LONGEST_SLUG = 60
#: Files next to the rules that don't affect extraction.
_NO_RULES = {
    "__pycache__", "plugins", "templates", "static", "datasette", "queries", "schedule", "voxpop.toml", "dataset.toml",
    "fetching",
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of a dataset, equal for all of its parts; days are ``YYYY-MM-DD``."""

    only: Only = "reactions"
    hosts: tuple[str, ...] = ()
    since: str | None = None
    until: str | None = None
    min_confidence: float | None = None
    text: bool = True
    max_bytes: int = 5_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """The marker of a part."""

    input: str
    part: str
    rules: str
    pages: int = 0
    passed_over: int = 0  # how many pages were of other hosts or days
    articles: int = 0
    rows: dict[str, int] = field(default_factory=dict)  # table -> number of rows
    digests: dict[str, str] = field(default_factory=dict)  # table -> SHA-256 of its file
    bytes: int = 0
    seconds: float = 0.0
    finished: str = ""  # time of completion, ``YYYY-MM-DDTHH:MM:SSZ``


class Dataset:
    """A dataset in the folder `target`."""

    def __init__(self, target: Target) -> None:
        self.target = target

    @classmethod
    def at(cls, out: str, storage: Storage) -> Self:
        """Return the dataset in a folder; its requests are always signed: only input files can be public."""
        return cls(Target(out, replace(storage, anonymous=False)))

    def options(self) -> Options | None:
        """Return the options, None if there is no dataset yet; raise `SettingsError` if a newer voxpop made it."""
        text = self.target.read(DATASET)
        if text is None:
            return None
        try:
            settings = json.loads(text)
            if settings["format"] > FORMAT:
                raise SettingsError(f"{self.target.root}: was made by a newer voxpop: upgrade this one")
            known = settings["options"] | {"hosts": tuple(settings["options"]["hosts"])}
            return Options(**known)
        except (ValueError, KeyError, TypeError) as error:
            raise SettingsError(f"{self.target.root}/{DATASET}: is damaged: name another folder") from error

    def begin(self, options: Options) -> None:
        """Create or resume the dataset; raise `SettingsError` if its options differ, or other files are there."""
        before = self.options()
        if before is None:
            if self.target.is_local and self.target.path().is_dir() and any(self.target.path().iterdir()):
                raise SettingsError(f"{self.target.root}: contains other files: name an empty or a new folder")
            self.target.write(json.dumps({"format": FORMAT, "options": asdict(options)}, indent=1), DATASET)
        elif before != options:
            differing = [name for name, value in asdict(options).items() if getattr(before, name) != value]
            raise SettingsError(
                f"{self.target.root}: was made with other options ({', '.join(differing)}): name another folder"
            )

    def plan(self, inputs: Sequence[str]) -> None:
        """Record the requested input files, one list per set."""
        text = "".join(f"{name}\n" for name in inputs)
        name = f"{hashlib.sha256(text.encode()).hexdigest()[:12]}.txt"
        if inputs and name not in self.target.names("_inputs"):
            self.target.write(text, "_inputs", name)

    def planned(self) -> set[str]:
        """Return the names of all input files ever requested."""
        lists = (self.target.read("_inputs", name) or "" for name in self.target.names("_inputs", ".txt"))
        return {name for text in lists for name in text.splitlines()}

    def done(self, rules: str) -> set[str]:
        """Return the parts finished with these rules."""
        return {name.removesuffix(".json") for name in self.target.names("_done", f"-{rules}.json")}

    def newest_rules(self) -> str | None:
        """Return the version of the rules that finished the latest part; None if there is none."""
        newest: dict[str, str] = {}
        for name in self.target.names("_done", ".json"):
            found = _RULES.search(name)
            if found and found[1] not in newest:
                newest[found[1]] = self.marker(name.removesuffix(".json")).finished
        return max(newest, key=lambda rules: newest[rules], default=None)

    def marker(self, part: str) -> Done:
        """Return the marker of a finished part; raise `SettingsError` if it is damaged."""
        try:
            return Done(**json.loads(self.target.read("_done", f"{part}.json") or ""))
        except (ValueError, TypeError) as error:
            raise SettingsError(f"{self.target.root}/_done/{part}.json: is damaged: delete it and run again") from error

    def finish(self, done: Done) -> None:
        """Write the marker of a part; its tables must be in place."""
        self.target.write(json.dumps(asdict(done), indent=1), "_done", f"{done.part}.json")
        self.target.remove("_failed", f"{done.part}.json")

    def fail(self, part: str, input_file: str, reason: str) -> None:
        """Record why an input file could not be read."""
        failure = {"input": input_file, "reason": reason, "at": stamp(utc_now())}
        self.target.write(json.dumps(failure, ensure_ascii=False), "_failed", f"{part}.json")

    def failures(self, rules: str) -> list[dict[str, Any]]:
        """Return the failures of these rules: ``input``, ``reason``, ``at``."""
        return list(self._notes("_failed", rules))

    def running(self, rules: str) -> list[dict[str, Any]]:
        """Return the parts in progress: ``input``, ``host``, ``pid``, ``pages``, ``at``."""
        return list(self._notes("_running", rules))

    def _notes(self, folder: str, rules: str) -> Iterator[dict[str, Any]]:
        for name in self.target.names(folder, f"-{rules}.json"):
            with suppress(ValueError):  # it went away, or the disk was full
                yield json.loads(self.target.read(folder, name) or "")


def slug_of(input_file: str) -> str:
    """Return a unique, portable name for an input file.

    >>> slug_of("s3://crawl/2020/NEWS-20200201.warc.gz")
    'NEWS-20200201-083ba69412db'
    """
    base = _ENDINGS.sub("", input_file.rstrip("/").rpartition("/")[2])
    readable = _UNSAFE.sub("-", base).strip("-.")[:_LONGEST_SLUG]
    return f"{readable or 'input'}-{hashlib.sha256(input_file.encode()).hexdigest()[:12]}"


def part_of(input_file: str, rules: str) -> str:
    """Return the name of the part of an input file."""
    return f"{slug_of(input_file)}-{rules}"


@lru_cache(maxsize=1)
def rules_version() -> str:
    """Return ``r`` and eight hex digits of the code and words: equal if and only if two machines extract the same."""
    digest = hashlib.sha256(own_version().encode())
    for root in (files("scraper"), config_directory()):
        for name, content in _contents(root, ""):
            digest.update(name.encode() + b"\0" + hashlib.sha256(content).digest())
    return f"r{digest.hexdigest()[:8]}"


def _contents(folder: Traversable, at: str) -> Iterable[tuple[str, bytes]]:
    """Yield the names and bytes of the files that affect extraction, sorted by name."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            if entry.name not in _NO_RULES:
                yield from _contents(entry, f"{at}{entry.name}/")
        elif entry.name.endswith((".py", ".toml", ".json")) and entry.name not in _NO_RULES:
            yield at + entry.name, entry.read_bytes()
