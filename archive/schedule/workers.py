"""The threads that fetch; one other thread handles all their results."""

from __future__ import annotations

import queue
import threading
import time
from typing import TYPE_CHECKING, Self

from scraper.errors import FetchError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from archive.schedule.extracting import Extracted
    from archive.schedule.turns import Job, Turns
    from scraper.fetching import Answer, Fetcher
    from scraper.fetching.host_policy import HostPolicy

    #: What comes of a job: an answer, with its record where that was made, or an error.
    Result = tuple[Job, Answer | FetchError, Extracted | None]

#: Seconds that an aborted run waits for its threads.
_PATIENCE = 2.0
#: Seconds after which the clock is looked at when nothing comes home.
_TICK = 1.0
_LISTING_HEADERS = {
    "Accept": "application/rss+xml, application/atom+xml, application/feed+json, application/xml, */*;q=0.5"
}


class Workers:
    """Threads that fetch the jobs of `turns`.

    Args:
        turns: Where jobs come from.
        fetcher: Shared by the threads.
        host_policy: The fetcher's gate.
        count: How many threads.
        seconds: No job is begun after so long.
        extract: Called by the threads with each answer.
    """

    def __init__(  # noqa: PLR0913 -- keyword-only but for what the threads share
        self,
        turns: Turns,
        fetcher: Fetcher,
        host_policy: HostPolicy,
        *,
        count: int,
        seconds: float,
        extract: Callable[[Job, Answer], Extracted | None],
    ) -> None:
        self._turns = turns
        self._fetcher = fetcher
        self._host_policy = host_policy
        self._extract = extract
        # Not `queue.Queue`: an interrupt in the midst of its waiting ends in an error about its own lock.
        self._results: queue.SimpleQueue[Result] = queue.SimpleQueue()
        # When handling is slower than fetching, fetching waits, and memory holds few answers.
        self._room = threading.Semaphore(count)
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(count)]
        self._open = 0
        self._end = time.monotonic() + seconds
        #: How many jobs no time was left for.
        self.left = 0

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        """End the threads, without waiting for one that still waits for an answer."""
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
        """Return what comes home, until nothing is left or the time is over; jobs may be added meanwhile."""
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
                self._drop()

    @property
    def waiting(self) -> int:
        """Return how many jobs are waiting or in work."""
        return self._open

    def _drop(self) -> None:
        dropped = self._turns.clear()
        self._open -= dropped
        self.left += dropped

    def _work(self) -> None:
        while (job := self._turns.take()) is not None:
            try:
                if not self._host_policy.knows(job.url):
                    # A request of its own: the host rests behind it, and this thread does not wait for that.
                    self._host_policy.learn(job.url)
                    self._turns.done(job, again=True)
                    continue
                result: Answer | FetchError = self._fetch(job)
                self._host_policy.note(job.url, None)
            except FetchError as error:
                self._host_policy.note(job.url, error)
                result = error
            except Exception as error:  # noqa: BLE001 -- what nobody foresaw fails one address, not the run
                result = FetchError(job.url, f"failed unexpectedly ({type(error).__name__}: {error})")
            self._turns.done(job)
            extracted = None if isinstance(result, FetchError) else self._extract(job, result)
            self._room.acquire()
            self._results.put((job, result, extracted))

    def _fetch(self, job: Job) -> Answer:
        if job.kind == "listing":
            headers = {**_LISTING_HEADERS, **job.headers}
            return self._fetcher.get(job.url, headers=headers, types=None)
        return self._fetcher.get(job.url, headers=job.headers)

    def _drain(self) -> None:
        try:
            while True:
                self._results.get_nowait()
                self._room.release()
        except queue.Empty:
            return
