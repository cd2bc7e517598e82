"""The layout of a dataset: which parts there are, which are done, which failed.

```
OUT/_dataset.json            what was asked for: the options that decide what is kept
OUT/_inputs/<digest>.txt     the names of the input files that were asked for, one list a run
OUT/<table>/<part>.parquet   the rows of one input file, one file a table
OUT/_done/<part>.json        the marker of a part, written last: figures and digests
OUT/_failed/<part>.json      why an input file could not be read
OUT/_running/<part>.json     who works on it, and how far it is
OUT/views.sql                views for DuckDB that read finished parts alone
```

A part is called by its input file and by the version of the rules, so that new rules write beside the old.
Readers take the parts that have a marker.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from importlib.metadata import version
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from archive.bulk.storage import Target
from archive.clock import stamp, utc_now
from scraper.configuration import config_directory
from scraper.errors import SettingsError
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from importlib.resources.abc import Traversable
    from typing import Self

    from archive.bulk.storage import Storage
    from scraper.extract import Only

#: The layout, raised when an older reader could not read a newer dataset.
FORMAT = 1
_SETTINGS = "_dataset.json"
_UNSAFE = lazy_regex(r"[^A-Za-z0-9._]+")
_ENDINGS = lazy_regex(r"\.(warc|wacz|gz|zst)(?=\.|$)")
_RULES = lazy_regex(r"-(r[0-9a-f]{8})\.")
_LONGEST_SLUG = 60
#: What lies beside the rules and does not decide what is extracted.
_NO_RULES = frozenset(
    {"__pycache__", "plugins", "templates", "static", "datasette", "schedule", "voxpop.toml", "fetching"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What decides what a dataset holds; equal for all of its parts.

    Attributes:
        only: Which articles are written: those that show posts, those with any reaction, or all.
        hosts: Only pages of these hosts and their subdomains; empty for all.
        since: Only pages crawled on this day or later, ``YYYY-MM-DD``.
        until: Only pages crawled before the end of this day.
        min_confidence: Leave out quoted reactions of lower confidence; None stands for the fitted threshold.
        text: Whether the text of articles is written.
        max_bytes: Pages larger than this are a problem of their input.
    """

    only: Only = "reactions"
    hosts: tuple[str, ...] = ()
    since: str | None = None
    until: str | None = None
    min_confidence: float | None = None
    text: bool = True
    max_bytes: int = 5_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """The marker of a part.

    Attributes:
        input: The name of the input file.
        part: The name of the part.
        rules: The version of the rules.
        pages: Answers with HTML or text that were read.
        passed_over: How many of them were of other hosts or days.
        articles: How many were written.
        rows: Table -> how many rows.
        digests: Table -> SHA-256 of its file.
        bytes: Size of the input file.
        seconds: CPU time that it took.
        finished: When, ``YYYY-MM-DDTHH:MM:SSZ``.
    """

    input: str
    part: str
    rules: str
    pages: int = 0
    passed_over: int = 0
    articles: int = 0
    rows: dict[str, int] = field(default_factory=dict)
    digests: dict[str, str] = field(default_factory=dict)
    bytes: int = 0
    seconds: float = 0.0
    finished: str = ""


class Dataset:
    """A dataset in a folder.

    Args:
        target: The folder.
    """

    def __init__(self, target: Target) -> None:
        self.target = target

    @classmethod
    def at(cls, out: str, storage: Storage) -> Self:
        """Return the dataset in a folder.

        Args:
            out: The folder: a path, or a URL.
            storage: How remote storage is reached. Requests for a dataset are always signed; only the input
                files may lie where everybody may read.
        """
        return cls(Target(out, replace(storage, anonymous=False)))

    def options(self) -> Options | None:
        """Return what it was made with; None where there is no dataset yet.

        Raises:
            SettingsError: A newer version of voxpop made it.
        """
        text = self.target.read(_SETTINGS)
        if text is None:
            return None
        try:
            settings = json.loads(text)
            if settings["format"] > FORMAT:
                raise SettingsError(f"{self.target.root}: was made by a newer voxpop: upgrade this one")
            known = settings["options"] | {"hosts": tuple(settings["options"]["hosts"])}
            return Options(**known)
        except (ValueError, KeyError, TypeError) as error:
            raise SettingsError(f"{self.target.root}/{_SETTINGS}: is damaged: name another folder") from error

    def begin(self, options: Options) -> None:
        """Make the dataset, or go on with one that was made with the same options.

        Raises:
            SettingsError: It was made with others, or the folder holds something else.
        """
        before = self.options()
        if before is None:
            if self.target.is_local and self.target.path().is_dir() and any(self.target.path().iterdir()):
                raise SettingsError(f"{self.target.root}: holds other files: name an empty or a new folder")
            self.target.write(json.dumps({"format": FORMAT, "options": asdict(options)}, indent=1), _SETTINGS)
        elif before != options:
            differing = [name for name, value in asdict(options).items() if getattr(before, name) != value]
            raise SettingsError(
                f"{self.target.root}: was made with other options ({', '.join(differing)}): name another folder"
            )

    def plan(self, inputs: Sequence[str]) -> None:
        """Note the input files that are asked for: one list for each set of them."""
        text = "".join(f"{name}\n" for name in inputs)
        name = f"{hashlib.sha256(text.encode()).hexdigest()[:12]}.txt"
        if inputs and name not in self.target.names("_inputs"):
            self.target.write(text, "_inputs", name)

    def planned(self) -> set[str]:
        """Return the names of the input files that were ever asked for."""
        lists = (self.target.read("_inputs", name) or "" for name in self.target.names("_inputs", ".txt"))
        return {name for text in lists for name in text.splitlines()}

    def done(self, rules: str) -> set[str]:
        """Return the parts that these rules have finished."""
        return {name.removesuffix(".json") for name in self.target.names("_done", f"-{rules}.json")}

    def newest_rules(self) -> str | None:
        """Return the version of the rules of which a part was finished last; None where there is none."""
        newest: dict[str, str] = {}
        for name in self.target.names("_done", ".json"):
            found = _RULES.search(name)
            if found and found[1] not in newest:
                newest[found[1]] = self.marker(name.removesuffix(".json")).finished
        return max(newest, key=lambda rules: newest[rules], default=None)

    def marker(self, part: str) -> Done:
        """Return the marker of a finished part.

        Raises:
            SettingsError: It is damaged.
        """
        try:
            return Done(**json.loads(self.target.read("_done", f"{part}.json") or ""))
        except (ValueError, TypeError) as error:
            raise SettingsError(f"{self.target.root}/_done/{part}.json: is damaged: delete it and run again") from error

    def finish(self, done: Done) -> None:
        """Write the marker of a part whose tables are in place."""
        self.target.write(json.dumps(asdict(done), indent=1), "_done", f"{done.part}.json")
        self.target.remove("_failed", f"{done.part}.json")

    def fail(self, part: str, input_file: str, reason: str) -> None:
        """Note that an input file could not be read, and why."""
        failure = {"input": input_file, "reason": reason, "at": stamp(utc_now())}
        self.target.write(json.dumps(failure, ensure_ascii=False), "_failed", f"{part}.json")

    def failures(self, rules: str) -> dict[str, dict[str, Any]]:
        """Return the failures of these rules: part -> ``input``, ``reason``, ``at``."""
        return self._notes("_failed", f"-{rules}.json")

    def running(self, rules: str) -> dict[str, dict[str, Any]]:
        """Return what is being worked on: part -> ``input``, ``host``, ``pid``, ``pages``, ``at``."""
        return self._notes("_running", f"-{rules}.json")

    def _notes(self, folder: str, suffix: str) -> dict[str, dict[str, Any]]:
        notes = {}
        for name in self.target.names(folder, suffix):
            try:
                notes[name.removesuffix(".json")] = json.loads(self.target.read(folder, name) or "")
            except ValueError:  # it went away, or the disk was full
                continue
        return notes


def slug_of(input_file: str) -> str:
    """Return a name for an input file that is safe everywhere and different for each.

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
    """Return the version of the rules: ``r`` and eight digits that stand for the code and the words.

    Equal on two machines if and only if both extract in the same way.
    """
    digest = hashlib.sha256(version("voxpop").encode())
    for root in (files("scraper"), config_directory()):
        for name, content in _contents(root, ""):
            digest.update(name.encode() + b"\0" + hashlib.sha256(content).digest())
    return f"r{digest.hexdigest()[:8]}"


def _contents(folder: Traversable, at: str) -> Iterable[tuple[str, bytes]]:
    """Yield the names and bytes of what decides what is extracted, sorted by name."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            if entry.name not in _NO_RULES:
                yield from _contents(entry, f"{at}{entry.name}/")
        elif entry.name.endswith((".py", ".toml", ".json")) and entry.name not in _NO_RULES:
            yield at + entry.name, entry.read_bytes()
