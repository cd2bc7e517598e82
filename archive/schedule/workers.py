"""Threads that fetch; one other thread handles all results."""

from __future__ import annotations

import heapq
import itertools
import queue
import threading
import time
from collections import Counter, defaultdict, deque
from contextlib import closing, nullcontext, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Literal, Self

from archive.store.identity import digest_of
from scraper.bounds import run_finder
from scraper.errors import FetchError, SourceError
from scraper.extract import extract
from scraper.fetching.host_policy import host_of
from scraper.html.pictures import FetchablePictures
from scraper.input.kinds import not_an_article
from scraper.processes import Crash, Shared, StartError, attempt, each_in_order
from scraper.records import Declared, Document

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

    from archive.schedule.ledger import Visit
    from scraper.fetching import Answer, Fetcher
    from scraper.fetching.host_policy import HostPolicy
    from scraper.records import Extraction


# Choose the next URL: one of the source with the fewest workers, or the least time spent.

#: Time at which a host may be asked, a tie-breaking number, and the host.
_Place = tuple[float, int, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One URL to fetch."""

    kind: Literal["listing", "article"]
    url: str
    key: str  # its key in the ledger: the URL before it moved
    source: str
    headers: dict[str, str] = field(default_factory=dict)  # conditions: ``If-None-Match``, ``If-Modified-Since``
    visit: Visit | None = None


@dataclass(slots=True)
class _Share:
    """The share of the workers that a source has had."""

    working: int = 0
    spent: float = 0.0
    jobs: int = 0
    begun: float = 0.0  # sum of the start times of running jobs

    def seconds(self, now: float) -> float:
        return self.spent + self.working * now - self.begun

    def begin(self, now: float) -> None:
        self.working += 1
        self.jobs += 1
        self.begun += now

    def end(self, began: float, now: float) -> None:
        self.working -= 1
        self.spent += now - began
        self.begun -= began


class Turns:
    """A queue of jobs by host and source; each host has at most one running job.

    `free_at` returns when a host may be asked again, on the clock, which returns monotonic seconds. Of several workers,
    the last idle one is reserved for sources without a worker that have had no more than those with one; otherwise all
    could be busy with slow hosts when the only host of another source becomes free. None reserves none.
    """

    def __init__(
        self,
        free_at: Callable[[str], float],
        clock: Callable[[], float] = time.monotonic,
        *,
        workers: int | None = None,
    ) -> None:
        self._free_at = free_at
        self._clock = clock
        self._workers = workers
        self._waiting: dict[str, dict[str, deque[Job]]] = {}
        self._open: Counter[str] = Counter()
        # Heaps. An entry is void, and dropped at the front, if `_places` has another place for the host, or none.
        self._places: dict[str, _Place] = {}
        self._resting: list[_Place] = []
        self._lines: defaultdict[str, list[_Place]] = defaultdict(list)
        self._shares: defaultdict[str, _Share] = defaultdict(_Share)
        # Sources with queued jobs and no worker, by the share they had when added.
        self._unserved: list[tuple[float, int, _Place, str]] = []
        self._busy: dict[str, tuple[str, float]] = {}
        self._numbers = itertools.count()
        self._changed = threading.Condition()
        self._closed = False
        self._watcher: int | None = None

    def add(self, job: Job) -> None:
        """Append a job to the queue of its host and source."""
        host = host_of(job.url)
        with self._changed:
            jobs = self._waiting.setdefault(host, {})
            is_new = job.source not in jobs
            jobs.setdefault(job.source, deque()).append(job)
            self._open[job.source] += 1
            if is_new and host not in self._busy:
                self._place(host)

    def take(self) -> Job | None:
        """Wait for a job of a host that may be asked; None when closed."""
        with self._changed:
            while not self._closed:
                now = self._clock()
                self._line_up(now)
                source = self._next(now)
                if source is not None:
                    return self._begin(source, now)
                self._wait(self._resting[0][0] - now if self._resting else None)
            return None

    def done(self, job: Job, *, again: bool = False) -> None:
        """Mark a job as done, or with `again`, return it to the front of its host's queue."""
        host = host_of(job.url)
        with self._changed:
            if begun := self._busy.pop(host, None):
                self._shares[job.source].end(begun[1], self._clock())
                self._offer(job.source)
            if again:
                self._waiting.setdefault(host, {}).setdefault(job.source, deque()).appendleft(job)
                self._open[job.source] += 1
            if host in self._waiting:
                self._place(host)
            self._wake_one()  # there may be a second idle worker now

    def clear(self) -> int:
        """Drop all queued jobs; return their number."""
        with self._changed:
            dropped = self._open.total()
            for known in (self._waiting, self._open, self._places, self._resting, self._lines, self._unserved):
                known.clear()
            return dropped

    def close(self) -> None:
        """End all workers."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _place(self, host: str) -> None:
        """Let a host wait until it may be asked; then add it to the queues of its sources."""
        ready = max(self._free_at(host), self._clock())
        self._places[host] = place = (ready, next(self._numbers), host)
        heapq.heappush(self._resting, place)
        self._wake_one()

    def _line_up(self, now: float) -> None:
        while self._resting and (self._resting[0][0] <= now or self._is_void(self._resting[0])):
            place = heapq.heappop(self._resting)
            if self._is_void(place):
                continue
            for source in self._waiting[place[-1]]:
                heapq.heappush(self._lines[source], place)
                self._offer(source)

    def _is_void(self, place: _Place) -> bool:
        return self._places.get(place[-1]) is not place

    def _has_line(self, source: str) -> bool:
        line = self._lines[source]
        while line and self._is_void(line[0]):
            heapq.heappop(line)
        return bool(line)

    def _offer(self, source: str) -> None:
        """Add a source to those without a worker, if it is one."""
        share = self._shares[source]
        if not share.working and self._has_line(source):
            heapq.heappush(self._unserved, (share.spent, share.jobs, self._lines[source][0], source))

    def _next(self, now: float) -> str | None:
        """Return the next source, of those with a host that may be asked."""
        at_work = {source: self._shares[source] for source, _ in self._busy.values()}
        is_last = self._workers is not None and 1 < self._workers <= len(self._busy) + 1
        if unserved := self._least_served():
            mean = sum(share.seconds(now) for share in at_work.values()) / max(1, len(at_work))
            return None if is_last and self._shares[unserved].spent > mean else unserved
        if is_last and len(self._open) > 1:
            return None
        lined = [source for source in at_work if self._has_line(source)]
        return min(lined, default=None, key=lambda name: (at_work[name].working, at_work[name].seconds(now)))

    def _least_served(self) -> str | None:
        while self._unserved:
            _, jobs, _, source = self._unserved[0]
            share = self._shares[source]
            if not share.working and share.jobs == jobs and self._has_line(source):
                return source
            heapq.heappop(self._unserved)
        return None

    def _begin(self, source: str, now: float) -> Job:
        host = heapq.heappop(self._lines[source])[-1]
        del self._places[host]
        job = self._waiting[host][source].popleft()
        self._open[source] -= 1
        if not self._open[source]:
            del self._open[source]
        if not self._waiting[host][source]:
            del self._waiting[host][source]
        if not self._waiting[host]:
            del self._waiting[host]
        self._busy[host] = (source, now)
        self._shares[source].begin(now)
        if self._watcher is None:
            self._changed.notify()  # another thread has to watch the clock now
        return job

    def _wake_one(self) -> None:
        """Wake one thread, which then watches the clock."""
        self._watcher = None
        self._changed.notify()

    def _wait(self, seconds: float | None) -> None:
        """Sleep until something changes. Only one thread watches the clock; otherwise all would wake at once."""
        me = threading.get_ident()
        if seconds is None or self._watcher is not None:
            self._changed.wait()
            return
        self._watcher = me
        self._changed.wait(seconds)
        if self._watcher == me:
            self._watcher = None


# Extract fetched and found documents: in turn, or in advance in other processes.

_PRELOAD = ("scraper.warm",)


@dataclass(frozen=True, slots=True)
class Extracted:
    """A document extracted in advance; a crash of the processes that read it in place of its record."""

    document: Document
    extraction: Extraction | Crash


def article_in(answer: Answer, visit: Visit) -> Document:
    """Return the response to a visit as a document."""
    return Document(
        source=visit.url,
        content=answer.content,
        url=answer.url,
        media_type=answer.last.header("content-type"),
        declared=Declared(published=visit.published),
        pictures=tuple((name, picture.content) for name, picture in answer.pictures),
    )


class Extractor:
    """Extracts the documents of a run. A context manager. With one job, there is no other process."""

    def __init__(self, jobs: int, min_confidence: float | None, *, ocr: bool = False) -> None:
        self._jobs = jobs
        self._ocr = ocr
        self._work = partial(attempt, partial(extract, min_confidence=min_confidence, ocr=ocr))
        self._shared = Shared(self._work, jobs, _PRELOAD) if jobs > 1 else None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        with self._shared or nullcontext():
            pass

    def ahead(self, job: Job, answer: Answer) -> Extracted | None:
        """Extract a new or changed article in another process, if there is one; thread-safe."""
        visit = job.visit
        if self._shared is None or visit is None or answer.last.status == 304:
            return None
        if digest_of(answer.content) == visit.digest or not_an_article(answer.content) is not None:
            return None
        document = article_in(answer, visit)
        with suppress(StartError, RuntimeError):  # it is extracted when its turn comes, and fails there
            return Extracted(document, self._shared.ask(document))
        return None

    def extract(self, document: Document, extracted: Extracted | None = None) -> Extraction:
        """Return the record of a document, or that extracted in advance; raise `CrashError` if its processes died."""
        is_ahead = extracted is not None and extracted.document == document
        extraction = extracted.extraction if extracted and is_ahead else self._work(document)
        if isinstance(extraction, Crash):
            raise extraction.error(document.source)
        return extraction

    def each(
        self, found: Iterable[Document | SourceError], is_new: Callable[[Document], bool]
    ) -> Generator[tuple[Document | SourceError, Extracted | None], None, None]:
        """Yield the files of a folder, and the records of new ones."""

        def task(item: Document | SourceError) -> Document | None:
            if isinstance(item, SourceError) or item.record is not None or not is_new(item):
                return None
            if self._ocr:
                from scraper.post_pictures import with_pictures

                item = with_pictures(item)
            return replace(item, original=None)

        def weigh(item: Document | SourceError) -> int:
            return 0 if isinstance(item, SourceError) else len(item.content)

        results = each_in_order(self._work, found, task=task, jobs=self._jobs, weigh=weigh, preload=_PRELOAD)
        with closing(results):
            for item, result in results:
                if isinstance(item, SourceError) or result is None:
                    yield item, None
                else:
                    yield item, Extracted(item, result)


#: Seconds that an aborted run waits for its threads.
_PATIENCE = 2.0
#: Seconds between looks at the clock while no result arrives.
_TICK = 1.0
_LISTING_HEADERS = {
    "Accept": "application/rss+xml, application/atom+xml, application/feed+json, application/xml, */*;q=0.5"
}


_PICTURES = frozenset({"image/png", "image/jpeg", "image/webp", "image/gif"})

#: A job, its response, and its record if extracted in advance.
Result = tuple[Job, "Answer | FetchError", Extracted | None]


class Workers:
    """Threads that fetch the jobs of `turns`. No job starts after `seconds`."""

    def __init__(  # noqa: PLR0913 -- keyword-only but for what the threads share
        self,
        turns: Turns,
        fetcher: Fetcher,
        host_policy: HostPolicy,
        *,
        count: int,
        seconds: float,
        extract: Callable[[Job, Answer], Extracted | None],
        with_pictures: bool = False,
    ) -> None:
        self._turns = turns
        self._fetcher = fetcher
        self._host_policy = host_policy
        self._extract = extract
        self._has_pictures = with_pictures
        # Not `queue.Queue`: an interrupt while it waits raises an error about its own lock.
        self._results: queue.SimpleQueue[Result] = queue.SimpleQueue()
        # If handling is slower than fetching, fetching waits, so that memory holds few responses.
        self._room = threading.Semaphore(count)
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(count)]
        self._open = 0
        self._end = time.monotonic() + seconds
        #: Number of jobs that no time was left for.
        self.left = 0

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        """End the threads without waiting for one that waits for a response."""
        self._turns.close()
        patience = time.monotonic() + _PATIENCE
        for thread in self._threads:
            while thread.is_alive() and time.monotonic() < patience:
                self._drain()
                thread.join(0.01)

    def add(self, job: Job) -> None:
        """Queue a job, if there is time for it."""
        self._open += 1
        self._turns.add(job)

    def results(self) -> Iterator[Result]:
        """Yield results until no job or no time is left; jobs can be added meanwhile."""
        while self._open:
            try:
                result = self._results.get(timeout=_TICK)
            except queue.Empty:
                pass
            else:
                self._room.release()
                self._open -= 1
                yield result
            if time.monotonic() > self._end:
                dropped = self._turns.clear()
                self._open -= dropped
                self.left += dropped

    @property
    def waiting(self) -> int:
        """Return the number of queued and running jobs."""
        return self._open

    def _work(self) -> None:
        while (job := self._turns.take()) is not None:
            try:
                if not self._host_policy.knows(job.url):
                    # A separate request: the host pauses after it, and this thread does not wait for that.
                    self._host_policy.learn(job.url)
                    self._turns.done(job, again=True)
                    continue
                result: Answer | FetchError = self._fetch(job)
                self._host_policy.note(job.url, None)
            except FetchError as error:
                self._host_policy.note(job.url, error)
                result = error
            except Exception as error:  # noqa: BLE001 -- an unexpected error fails one URL, not the run
                result = FetchError(job.url, f"failed unexpectedly ({type(error).__name__}: {error})")
            self._turns.done(job)
            extracted = None if isinstance(result, FetchError) else self._extract(job, result)
            self._room.acquire()
            self._results.put((job, result, extracted))

    def _fetch(self, job: Job) -> Answer:
        if job.kind == "listing":
            headers = {**_LISTING_HEADERS, **job.headers}
            return self._fetcher.get(job.url, headers=headers, types=None)
        answer = self._fetcher.get(job.url, headers=job.headers)
        is_new = job.visit is not None and answer.last.status != 304 and digest_of(answer.content) != job.visit.digest
        return self._with_pictures(answer, job.visit) if self._has_pictures and job.visit and is_new else answer

    def _with_pictures(self, answer: Answer, visit: Visit) -> Answer:
        """Return a page with the pictures that it calls posts, fetched by the same rules; others stay away."""
        from scraper.html.page import OpenPage
        from scraper.input.decoding import decode

        listed = FetchablePictures(answer.url)
        text = decode(article_in(answer, visit)).text
        run_finder("pictures", lambda: OpenPage(text, answer.url, listed), None, [])
        found = []
        for name, url in listed.found.items():
            try:
                found.append((name, self._fetcher.get(url, headers={"Accept": ", ".join(_PICTURES)}, types=_PICTURES)))
                self._host_policy.note(url, None)
            except FetchError as error:
                self._host_policy.note(url, error)
        return replace(answer, pictures=tuple(found))

    def _drain(self) -> None:
        try:
            while True:
                self._results.get_nowait()
                self._room.release()
        except queue.Empty:
            return
