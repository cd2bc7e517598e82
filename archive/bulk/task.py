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
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from archive.bulk.dataset import Dataset, Done, Options, part_of, rules_version
from archive.bulk.deaths import Place
from archive.bulk.memory import collected_here
from archive.bulk.pages import Wanted, read_pages
from archive.bulk.part import PartWriter
from archive.bulk.storage import Storage
from archive.bulk.tables import TABLES, problem_row, rows_of
from archive.clock import stamp, utc_now
from scraper.errors import ArchiveError, SettingsError, SourceError, VoxpopError
from scraper.extract import extract_reactions
from scraper.input.kinds import not_an_article
from scraper.processes import Crash, attempt
from scraper.records import Document, Problem

if TYPE_CHECKING:
    from collections.abc import Collection

    from scraper.records import Extraction

#: Seconds between two notes of how far a file is read.
_HEARTBEAT = 5.0
_FATAL = "killed the process that read it"


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


def work_on(task: Task, place: Place | None = None, fatal: Collection[int] = ()) -> Outcome:
    """Write the part of an input file, unless it is there.

    Args:
        task: The input file.
        place: Where the number of the page at hand is noted.
        fatal: The numbers of pages that kill the process which reads them.

    Raises:
        SettingsError: This worker has other rules than the task asks for.
        OSError: The dataset cannot be written.
    """
    if task.rules != rules_version():
        raise SettingsError(
            f"{socket.gethostname()}: has another voxpop ({rules_version()}, not {task.rules}): "
            "install the same version on every machine"
        )
    dataset = Dataset.at(task.out, task.storage)
    if dataset.options() != task.options:
        raise SettingsError(
            f"{task.out}: {socket.gethostname()} does not see this dataset: "
            "name a folder that all machines share, or s3://"
        )
    if dataset.target.read("_done", f"{task.part}.json") is not None:
        done = dataset.marker(task.part)
        return Outcome(input=task.input, pages=done.pages, articles=done.articles, rows=done.rows)
    notes = _Notes(dataset, task)
    try:
        done = _written(task, dataset, notes, place or Place(None), fatal)
    except SourceError as error:
        dataset.fail(task.part, task.input, error.reason)
        notes.end()
        return Outcome(input=task.input, rows={}, error=error.reason)
    dataset.finish(done)
    notes.end()
    return Outcome(input=task.input, pages=done.pages, articles=done.articles, rows=done.rows)


def answer_to(task: Task, place: str, fatal: Collection[int]) -> Outcome | VoxpopError:
    """Do what `work_on` does in a process for it alone; return the error that it raises.

    Args:
        task: The input file.
        place: The file in which the number of the page at hand is noted.
        fatal: As for `work_on`.
    """
    try:
        return work_on(task, Place(place), fatal)
    except VoxpopError as error:
        return error
    except OSError as error:
        return ArchiveError(f"{task.out}: {error.strerror or error}: check the disk, or write elsewhere")


def give_up(task: Task, reason: str) -> Outcome:
    """Note that a file cannot be worked on."""
    Dataset.at(task.out, task.storage).fail(task.part, task.input, reason)
    return Outcome(input=task.input, rows={}, error=reason)


def _written(task: Task, dataset: Dataset, notes: _Notes, place: Place, fatal: Collection[int]) -> Done:
    """Write the tables of a part and return its marker."""
    started = time.thread_time()
    wanted, pages, articles = Wanted(task.options), 0, 0
    with dataset.target.aside() as folder, task.storage.local(task.input) as path:
        size = path.stat().st_size if path.exists() else 0
        with PartWriter(folder) as writer, collected_here() as collect:
            for found in read_pages(task.input, path, task.options.max_bytes, wanted):
                if isinstance(found, SourceError):
                    writer.add(_failed(found, task.part))
                    continue
                pages += 1
                notes.at(pages)
                collect(len(found.content))
                if pages in fatal:
                    writer.add(_failed(SourceError(found.source, _FATAL), task.part))
                    continue
                with place.reading(pages):
                    extraction = attempt(partial(_extracted, options=task.options), found)
                if isinstance(extraction, Crash):
                    writer.add(_failed(extraction.error(found.source), task.part))
                elif extraction is not None:
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
        seconds=round(time.thread_time() - started, 2),
        finished=stamp(utc_now()),
    )


def _extracted(document: Document, options: Options) -> Extraction | None:
    """Return the record of a page; None where it holds nothing that is asked for."""
    if not_an_article(document.content) is not None:
        return None
    return extract_reactions(document, only=options.only, min_confidence=options.min_confidence)


def _failed(error: SourceError, part: str) -> dict[str, list[dict[str, object]]]:
    problem = Problem(step="source", kind=type(error).__name__, message=error.reason)
    return {"problems": [problem_row(problem, error.source, part)]}


class _Notes:
    """Notes in the dataset who works on a file and how far it is."""

    def __init__(self, dataset: Dataset, task: Task) -> None:
        self._dataset = dataset
        self._task = task
        self._noted = 0.0
        self.at(0)

    def at(self, pages: int) -> None:
        """Note how many pages are read, unless that was done a moment ago."""
        if self._noted and time.monotonic() - self._noted < _HEARTBEAT:
            return
        self._noted = time.monotonic()
        note = {
            "input": self._task.input,
            "host": socket.gethostname(),
            "pid": os.getpid(),
            "pages": pages,
            "at": stamp(utc_now()),
        }
        with suppress(ArchiveError):  # the work is worth more than its note
            self._dataset.target.write(json.dumps(note), "_running", f"{self._task.part}.json")

    def end(self) -> None:
        """Forget the notes."""
        with suppress(ArchiveError):
            self._dataset.target.remove("_running", f"{self._task.part}.json")
