"""Work on one input file: read its pages, write its part of the dataset.

This is what a worker runs, in a process of this machine or on another one. It gets names and gives a few
hundred bytes back; all else goes through storage.
"""

from __future__ import annotations

import json
import os
import socket
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from archive.bulk.dataset import Dataset, Done, Options, part_of, rules_version
from archive.bulk.pages import Wanted, read_pages
from archive.bulk.part import PartWriter
from archive.bulk.storage import Storage, Target
from archive.bulk.tables import TABLES, problem_row, rows_of
from archive.clock import stamp, utc_now
from scraper.errors import SettingsError, SourceError
from scraper.extract import extract
from scraper.input.kinds import not_an_article
from scraper.records import Problem

if TYPE_CHECKING:
    from pathlib import Path

    from scraper.records import Document, Extraction

#: Seconds between two notes of how far a file is read.
_HEARTBEAT = 5.0
#: A page at which the process died so often is passed over; the first deaths may have had another cause.
_MOST_DEATHS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One input file to be worked on.

    Attributes:
        input: Its name.
        out: The folder of the dataset.
        options: What is kept.
        rules: The version of the rules that the worker must have.
        storage: How remote storage is reached.
    """

    input: str
    out: str
    options: Options
    rules: str
    storage: Storage = field(default_factory=Storage)

    @property
    def part(self) -> str:
        """Return the name of its part."""
        return part_of(self.input, self.rules)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of an input file.

    Attributes:
        input: Its name.
        pages: How many pages were read.
        articles: How many articles were written.
        rows: Table -> how many rows.
        error: Why there is no part; None where there is one.
    """

    input: str
    pages: int = 0
    articles: int = 0
    rows: dict[str, int]
    error: str | None = None


def work_on(task: Task) -> Outcome:
    """Write the part of an input file, unless it is there.

    Raises:
        SettingsError: This worker has other rules than the task asks for.
        OSError: The dataset cannot be written.
    """
    if task.rules != rules_version():
        raise SettingsError(
            f"{socket.gethostname()}: has another voxpop ({rules_version()}, not {task.rules}): "
            "install the same version on every machine"
        )
    dataset = Dataset(Target(task.out, replace(task.storage, anonymous=False)))
    if dataset.target.read("_done", f"{task.part}.json") is not None:
        done = dataset.marker(task.part)
        return Outcome(input=task.input, pages=done.pages, articles=done.articles, rows=done.rows)
    watch = _Watch(dataset, task)
    try:
        done = _written(task, dataset, watch)
    except SourceError as error:
        dataset.fail(task.part, task.input, error.reason)
        watch.end()
        return Outcome(input=task.input, rows={}, error=error.reason)
    dataset.finish(done)
    watch.end()
    return Outcome(input=task.input, pages=done.pages, articles=done.articles, rows=done.rows)


def _written(task: Task, dataset: Dataset, watch: _Watch) -> Done:
    """Write the tables of a part and return its marker."""
    started = time.process_time()
    wanted, pages, articles = Wanted(task.options), 0, 0
    with dataset.target.aside() as folder, task.storage.local(task.input) as path:
        size = path.stat().st_size if path.exists() else 0
        with PartWriter(folder) as writer:
            for found in read_pages(task.input, path, task.options.max_bytes, wanted):
                if isinstance(found, SourceError):
                    writer.add(_failed(found, task.part))
                    continue
                pages += 1
                if watch.killed_before(found):
                    writer.add(
                        _failed(SourceError(found.source, "killed the process that read it"), task.part)
                    )
                    continue
                watch.at(found, pages)
                extraction = _extracted(found, task.options)
                if extraction is not None:
                    articles += 1
                    writer.add(rows_of(found, extraction, task.part, text=task.options.text))
        digests = writer.digests()
        for table in TABLES:
            dataset.target.put(writer.file(table), table, f"{task.part}.parquet")
    return Done(
        input=task.input,
        part=task.part,
        rules=task.rules,
        pages=pages,
        passed_over=wanted.passed_over,
        articles=articles,
        rows=dict(writer.rows),
        digests=digests,
        bytes=size,
        seconds=round(time.process_time() - started, 2),
        finished=stamp(utc_now()),
    )


def _extracted(document: Document, options: Options) -> Extraction | None:
    """Return the record of a page; None where it holds nothing that is asked for."""
    if not_an_article(document.content) is not None:
        return None
    found = extract(document, min_confidence=options.min_confidence)
    if options.only == "all" or found.embeds:
        return found
    return found if options.only == "reactions" and (found.quotes or found.hashtags) else None


def _failed(error: SourceError, part: str) -> dict[str, list[dict[str, object]]]:
    problem = Problem(step="source", kind=type(error).__name__, message=error.reason)
    return {"problems": [problem_row(problem, error.source, part)]}


class _Watch:
    """Notes who works on a file and how far it is, and at which pages processes died before.

    The offset of the page at hand is noted in a file beside the dataset before the page is read. A process
    that finds such a note of another one knows where that died.
    """

    def __init__(self, dataset: Dataset, task: Task) -> None:
        self._dataset = dataset
        self._task = task
        self._noted = 0.0
        self._file: int | None = None
        self._fatal: set[int] = set()
        if dataset.target.is_local:
            self._open(dataset.target.path("_running"))
        self._note(0)

    def at(self, document: Document, pages: int) -> None:
        """Note that a page is about to be read."""
        if self._file is not None:
            os.pwrite(self._file, (document.offset or 0).to_bytes(8, "big"), 0)
        if time.monotonic() - self._noted >= _HEARTBEAT:
            self._note(pages)

    def killed_before(self, document: Document) -> bool:
        """Return whether processes died at this page."""
        return document.offset in self._fatal

    def end(self) -> None:
        """Forget the notes."""
        self._dataset.target.remove("_running", f"{self._task.part}.json")
        if self._file is not None:
            os.close(self._file)
            with suppress(OSError):
                self._place.unlink(missing_ok=True)
                self._deaths.unlink(missing_ok=True)

    def _open(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._place = folder / f"{self._task.part}.at"
        self._deaths = folder / f"{self._task.part}.deaths"
        deaths: dict[str, int] = {}
        with suppress(OSError, ValueError):
            deaths = json.loads(self._deaths.read_text("utf-8"))
        with suppress(OSError):
            if at := int.from_bytes(self._place.read_bytes()[:8], "big"):
                deaths[str(at)] = deaths.get(str(at), 0) + 1
                self._deaths.write_text(json.dumps(deaths), "utf-8")
        self._fatal = {int(at) for at, times in deaths.items() if times >= _MOST_DEATHS}
        self._file = os.open(self._place, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o644)

    def _note(self, pages: int) -> None:
        self._noted = time.monotonic()
        note = {
            "input": self._task.input,
            "host": socket.gethostname(),
            "pid": os.getpid(),
            "pages": pages,
            "at": stamp(utc_now()),
        }
        self._dataset.target.write(json.dumps(note), "_running", f"{self._task.part}.json")
