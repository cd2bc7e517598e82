"""Whose turn is it: jobs wait per host, and workers take the host that has been free the longest."""

from __future__ import annotations

import heapq
import threading
import time
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from scraper.manners import host_of

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One address to ask for.

    Attributes:
        kind: A feed or sitemap, or an article.
        url: What to ask for.
        key: What the ledger knows it by; the address it had before it moved.
        source: The name of the source it belongs to.
        headers: Conditions: ``If-None-Match``, ``If-Modified-Since``.
    """

    kind: Literal["listing", "article"]
    url: str
    key: str
    source: str
    headers: dict[str, str] = field(default_factory=dict)


class Turns:
    """Jobs by host; each host has at most one job in work.

    Args:
        free_at: When a host may be asked again, on the clock.
    """

    def __init__(self, free_at: Callable[[str], float], clock: Callable[[], float] = time.monotonic) -> None:
        self._free_at = free_at
        self._clock = clock
        self._waiting: dict[str, deque[Job]] = {}
        self._ready: list[tuple[float, str]] = []
        self._busy: set[str] = set()
        self._changed = threading.Condition()
        self._closed = False
        self._watcher: int | None = None

    def add(self, job: Job) -> None:
        """Put a job behind the others of its host."""
        host = host_of(job.url)
        with self._changed:
            idle = host not in self._waiting and host not in self._busy
            self._waiting.setdefault(host, deque()).append(job)
            if idle:
                self._line_up(host)

    def take(self) -> Job | None:
        """Wait for a host that may be asked and has a job; None when closed."""
        with self._changed:
            while not self._closed:
                wait = self._ready[0][0] - self._clock() if self._ready else None
                if wait is not None and wait <= 0:
                    return self._begin(heapq.heappop(self._ready)[1])
                self._wait(wait)
            return None

    def done(self, job: Job, *, again: bool = False) -> None:
        """Say that a job is over, or has to be taken up again first thing when its host may be asked."""
        host = host_of(job.url)
        with self._changed:
            self._busy.discard(host)
            if again:
                self._waiting.setdefault(host, deque()).appendleft(job)
            if host in self._waiting:
                self._line_up(host)

    def clear(self) -> int:
        """Forget all jobs that nobody has taken; say how many there were."""
        with self._changed:
            dropped = sum(map(len, self._waiting.values()))
            self._waiting.clear()
            self._ready.clear()
            return dropped

    def _line_up(self, host: str) -> None:
        heapq.heappush(self._ready, (self._free_at(host), host))
        if self._ready[0][1] == host:
            self._watcher = None
            self._changed.notify()

    def _wait(self, seconds: float | None) -> None:
        """Sleep until something changes. One thread alone watches the clock: else all would wake at once."""
        me = threading.get_ident()
        if seconds is None or self._watcher is not None:
            self._changed.wait()
            return
        self._watcher = me
        self._changed.wait(seconds)
        if self._watcher == me:
            self._watcher = None

    def close(self) -> None:
        """Send all workers home."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _begin(self, host: str) -> Job:
        jobs = self._waiting[host]
        job = jobs.popleft()
        if not jobs:
            del self._waiting[host]
        self._busy.add(host)
        if self._ready and self._watcher is None:
            self._changed.notify()  # somebody else has to watch the clock now
        return job
