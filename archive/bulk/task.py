"""Process one input file: read its pages, write its part of the dataset.

Runs in a worker, locally or on another machine. The task and its outcome are a few hundred bytes; everything
else goes through storage.
"""

from __future__ import annotations

import ctypes
import gc
import hashlib
import json
import mmap
import os
import socket
import sys
import time
from collections import Counter
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import IO, TYPE_CHECKING, Any

from archive.bulk.dataset import Dataset, Done, Options, part_of, rules_version
from archive.bulk.storage import Storage
from archive.bulk.tables import TABLES, Rows, problem_row, rows_of, schemas, sizes
from archive.clock import stamp, utc_now
from scraper.errors import ArchiveError, FaultError, SettingsError, SourceError, VoxpopError, cause_of
from scraper.extract import extract_reactions
from scraper.input import corpora, streams, wacz, warc
from scraper.input.kinds import not_an_article
from scraper.processes import Crash, attempt
from scraper.records import Document, Problem
from scraper.values.urls import host_without_www

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from pathlib import Path
    from typing import Self

    import pyarrow as pa
    import pyarrow.parquet as pq

    from scraper.records import Extraction


PLACE_BYTES = 8


class Place:
    """The number of the current page, in a file that outlives this process; None records nothing."""

    def __init__(self, path: str | None) -> None:
        self._memory: mmap.mmap | None = None
        if path is not None:
            with open(path, "r+b") as file:  # noqa: PTH123 -- a name from `Deaths`
                self._memory = mmap.mmap(file.fileno(), PLACE_BYTES)

    @contextmanager
    def reading(self, page: int) -> Iterator[None]:
        """Record the number of the current page, from 1; reset it afterwards."""
        self._write(page)
        yield
        self._write(0)

    def _write(self, page: int) -> None:
        if self._memory is not None:
            self._memory[:] = page.to_bytes(PLACE_BYTES, "big")


# Read the pages of an input file: a WARC, or the WARC files in a WACZ.


class Wanted:
    """Selects pages by the header of their record."""

    def __init__(self, options: Options) -> None:
        self._hosts = frozenset(options.hosts)
        self._since = options.since or ""
        self._until = options.until or "9999"
        self._dated = bool(options.since or options.until)
        self.passed_over = 0

    def __call__(self, url: str | None, recorded_at: str | None) -> bool:
        """Return True if a page is wanted, by its URL and recording time."""
        day = (recorded_at or "")[:10]
        is_of_day = not self._dated or (bool(day) and self._since <= day <= self._until)
        wanted = is_of_day and self._is_of_host(host_without_www(url))
        self.passed_over += not wanted
        return wanted

    def _is_of_host(self, host: str | None) -> bool:
        if not self._hosts:
            return True
        while host:
            if host in self._hosts:
                return True
            host = host.partition(".")[2]
        return False


def read_pages(name: str, path: Path, max_bytes: int, wanted: Wanted) -> Iterator[Document | SourceError]:
    """Yield the wanted pages of an input file, and an error value for each damaged place.

    A page is named ``name#offset``.

    Raises:
        SourceError: The file cannot be read, or has another format.
    """
    try:
        with path.open("rb") as stream:
            pages = _reader_of(name, stream.read(streams.HEAD))
            yield from pages(name, stream, max_bytes, wanted)
    except OSError as error:
        raise SourceError(name, f"{error.strerror or error}: check the file") from error
    except SourceError:
        raise
    except Exception as error:  # whatever a reader raises on hostile bytes is a problem of this file alone
        raise FaultError(name, cause_of(error)) from error


def _reader_of(name: str, head: bytes) -> Callable[..., Iterator[Document | SourceError]]:
    if streams.is_zip(head):
        return wacz.pages
    if streams.is_warc(head):
        return warc.pages
    inside = streams.head_inside(head) or head
    if corpora.is_corpus(inside, name.lower().removesuffix(".gz")):
        return partial(_rows, inside)
    raise SourceError(name, "is not a WARC, WACZ or corpus: leave it out")


def _rows(
    head: bytes, name: str, stream: IO[bytes], max_bytes: int, wanted: Wanted
) -> Iterator[Document | SourceError]:
    """Yield the wanted articles of a corpus; nothing is fetched."""
    stream.seek(0)
    stream = streams.unzipped(stream) if name.lower().endswith(".gz") else stream
    for found in corpora.read_corpus(name, stream, head, max_bytes=max_bytes, columns={}):
        if isinstance(found, SourceError):
            yield found
        elif not isinstance(found, corpora.Listed):
            day = found.declared.published.at if found.declared.published else None
            if wanted(found.url, day):
                yield found


# Release the memory of large pages, in the thread that allocated it.

#: Pages or bytes after which garbage is collected.
_MOST_PAGES, _MOST_BYTES = 32, 4_000_000


@contextmanager
def collected_here() -> Iterator[Callable[[int], None]]:
    """Yield a function that is called with the size of each page and collects the garbage of earlier ones.

    Only this thread may free the parser's nodes. Python would free them in any running thread, such as that of
    remote storage, where they would leak with a message.
    """
    was_on, pages, size = gc.isenabled(), 0, 0

    def collect(more: int) -> None:
        nonlocal pages, size
        pages, size = pages + 1, size + more
        if size >= _MOST_BYTES:
            release_memory()
        elif pages >= _MOST_PAGES:
            gc.collect(1)
        else:
            return
        pages, size = 0, more

    gc.disable()
    try:
        yield collect
    finally:
        gc.collect(1)
        if was_on:
            gc.enable()


def release_memory() -> None:
    """Collect garbage, and let the C library release free memory, up to 140 MB after a page of 5 MB."""
    gc.collect(1)
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # other C libraries have no such function
            ctypes.CDLL(None).malloc_trim(0)


# Write the part of one input file: rows in memory, sorted, as Parquet, piece by piece.

#: Rows per row group, which readers skip or read as a whole. Records and texts of articles are large, and a
#: query for one outlet needs few of them; other tables are read by column.
_GROUPS = {"articles": 2_000}
_LARGEST_GROUP = 100_000
#: Bytes of rows that are buffered, sorted and written together. A crawl file of 1 GB gives about 60 MB of
#: rows, which makes two or three sorted pieces.
_MOST_HELD = 24_000_000


class PartWriter:
    """Writes the tables of a part into a folder, as ``<table>.parquet``. A context manager.

    Rows are sorted by outlet and day, so that a query for one skips most of a file.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._held: list[Rows] = []
        self._bytes = 0
        self._stack = ExitStack()
        self._writers: dict[str, pq.ParquetWriter] = {}
        self.rows: Counter[str] = Counter(dict.fromkeys(TABLES, 0))  # number added to each table

    def __enter__(self) -> Self:
        for table in TABLES:
            self._writers[table] = self._stack.enter_context(_writer(self.file(table), table))
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        with self._stack:
            if kind is None:
                self._flush()

    def add(self, rows: Rows) -> None:
        """Add the rows of one article, or problems."""
        self._held.append(rows)
        self._bytes += sizes(rows)
        for table, added in rows.items():
            self.rows[table] += len(added)
        if self._bytes >= _MOST_HELD:
            self._flush()

    def digests(self) -> dict[str, str]:
        """Return the SHA-256 of each file; call it after closing."""
        found = {}
        for table in TABLES:
            with self.file(table).open("rb") as stream:
                found[table] = hashlib.file_digest(stream, "sha256").hexdigest()
        return found

    def file(self, table: str) -> Path:
        """Return the path of a table."""
        return self._folder / f"{table}.parquet"

    def _flush(self) -> None:
        import pyarrow as pa

        release_memory()  # what is left of the last page, before the rows take more
        self._held.sort(key=_outlet_and_day)  # stable: pages of a day stay in the order of the file
        for table, schema in schemas().items():
            rows = [row for held in self._held for row in held.get(table, ())]
            if rows:
                rows_of_group = _GROUPS.get(table, _LARGEST_GROUP)
                self._writers[table].write_table(pa.Table.from_pylist(rows, schema), rows_of_group)
        self._held.clear()
        self._bytes = 0
        release_memory()


def write_table(file: Path, table: str, rows: pa.Table) -> None:
    """Write sorted rows as the file of a table."""
    with _writer(file, table) as writer:
        writer.write_table(rows, _GROUPS.get(table, _LARGEST_GROUP))


def _writer(file: Path, table: str) -> pq.ParquetWriter:
    import pyarrow.parquet as pq

    return pq.ParquetWriter(file, schemas()[table], compression="zstd")


def _outlet_and_day(rows: Rows) -> tuple[str, str]:
    article: dict[str, Any] = rows["articles"][0] if rows.get("articles") else {}
    return article.get("host") or "", (article.get("published_at") or article.get("crawled_at") or "")[:10]


#: Seconds between two progress notes.
_HEARTBEAT = 5.0
_FATAL = "killed the process that read it"


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One input file to process."""

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
    """The outcome of an input file: rows by table, and why there is no part (`error`), None on success."""

    input: str
    pages: int = 0
    articles: int = 0
    rows: dict[str, int]
    error: str | None = None


def work_on(task: Task, place: Place | None = None, fatal: Collection[int] = ()) -> Outcome:
    """Write the part of an input file, unless it exists.

    `place` records the number of the current page; pages in `fatal` are skipped, because they kill the process.

    Raises:
        SettingsError: This worker has other rules than the task.
        OSError: The dataset is not writable.
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
    else:
        notes = _Notes(dataset, task)
        try:
            done = _written(task, dataset, notes, place or Place(None), fatal)
        except SourceError as error:
            notes.end()
            return give_up(task, error.reason)
        dataset.finish(done)
        notes.end()
    return Outcome(input=task.input, pages=done.pages, articles=done.articles, rows=done.rows)


def answer_to(given: tuple[Task, str, Collection[int]]) -> Outcome | VoxpopError:
    """Run `work_on` in its own process, with the file for the number of the page; return the error that it raises."""
    task, place, fatal = given
    try:
        return work_on(task, Place(place), fatal)
    except VoxpopError as error:
        return error
    except OSError as error:
        return ArchiveError(f"{task.out}: {error.strerror or error}: check the disk, or write elsewhere")


def give_up(task: Task, reason: str) -> Outcome:
    """Record that a file is given up."""
    Dataset.at(task.out, task.storage).fail(task.part, task.input, reason)
    return Outcome(input=task.input, rows={}, error=reason)


def _written(task: Task, dataset: Dataset, notes: _Notes, place: Place, fatal: Collection[int]) -> Done:
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
    """Return the record of a page; None if it has nothing wanted."""
    if not_an_article(document.content) is not None:
        return None
    return extract_reactions(document, only=options.only, min_confidence=options.min_confidence)


def _failed(error: SourceError, part: str) -> dict[str, list[dict[str, object]]]:
    problem = Problem(step="source", kind=type(error).__name__, message=error.reason)
    return {"problems": [problem_row(problem, error.source, part)]}


class _Notes:
    """Progress notes of a file in the dataset."""

    def __init__(self, dataset: Dataset, task: Task) -> None:
        self._dataset = dataset
        self._task = task
        self._noted = 0.0
        self.at(0)

    def at(self, pages: int) -> None:
        """Record how many pages are read, at most once per interval."""
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
        """Remove the notes."""
        with suppress(ArchiveError):
            self._dataset.target.remove("_running", f"{self._task.part}.json")
