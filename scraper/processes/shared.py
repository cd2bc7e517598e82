"""Worker processes shared by the threads of a program."""

from __future__ import annotations

import queue
import threading
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from scraper.processes.ordered import TRIES, Crash, Held, StartError, Worker, started

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Self

Task = TypeVar("Task")
Result = TypeVar("Result")


class Shared(Generic[Task, Result]):
    """Processes that any thread may use. A context manager: they end with it.

    Args:
        work: A function of a module, or a `functools.partial` of one.
        count: Maximum number; each is started when needed.
        preload: Modules to import in them.
        tries: Deaths after which a task is given up.
        uses: Tasks after which a process is replaced; None for never.
    """

    def __init__(
        self,
        work: Callable[[Task], Result],
        count: int,
        preload: Sequence[str] = (),
        *,
        tries: int = TRIES,
        uses: int | None = None,
    ) -> None:
        self._work = work
        self._preload = preload
        self._count = count
        self._tries = tries
        self._uses = uses
        self._idle: queue.LifoQueue[Worker | None] = queue.LifoQueue()  # a new one only if none is idle
        for _ in range(count):
            self._idle.put(None)
        self._workers: set[Worker] = set()
        self._changing = threading.Lock()
        self._is_closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        with self._changing:
            self._is_closed = True
            workers = list(self._workers)
        for worker in workers:
            worker.kill()
        # Each is ended by one thread alone: the one that waits for its answer, or this one once it is idle.
        for _ in range(self._count):
            idle = self._idle.get()
            if idle is not None:
                idle.end()
        for _ in range(self._count):
            self._idle.put(None)

    def ask(self, task: Task) -> Result | Crash:
        """Wait for an idle process, and for its result for a task.

        Raises:
            StartError: No process can be started.
            RuntimeError: The work raised an error.
        """
        held: Held[None] = Held(None, task, 0)
        worker = self._idle.get()
        try:
            while not held.is_done:
                worker = worker or self._started()
                worker = self._asked(worker, held)
        finally:
            self._idle.put(worker)
        answer: Result | Crash = held.answer()
        return answer

    def _asked(self, worker: Worker, held: Held[Any]) -> Worker | None:
        try:
            worker.send(held)
            while not held.is_done:
                worker.take()
            if worker.answers == self._uses:
                self._forget(worker)
                worker.end()
                return None
        except (EOFError, OSError):
            self._forget(worker)
            cause = worker.cause_of_death()
            if not worker.is_ready:
                raise StartError(cause) from None
            held.deaths += 1
            if held.deaths == self._tries:
                held.finish(Crash(cause))
            return None
        return worker

    def _forget(self, worker: Worker) -> None:
        with self._changing:
            self._workers.discard(worker)

    def _started(self) -> Worker:
        with self._changing:
            if self._is_closed:
                raise StartError("the work is over")
            worker = started(self._work, self._preload)
            self._workers.add(worker)
        return worker
