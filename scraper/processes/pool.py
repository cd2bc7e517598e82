"""Several processes that work on what they are given; one that dies is replaced."""

from __future__ import annotations

from collections import deque
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any

from scraper.processes.held import TRIES, Crash, StartError
from scraper.processes.worker import Worker, signals_held

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Self

    from scraper.processes.held import Held

#: A process has one thing in work, and the next one at hand.
_GIVEN = 2


class Processes:
    """The processes of one `each_in_order`, started when the first thing is given.

    Args:
        work: What they do.
        count: How many there are.
        preload: The modules that they need.
        is_optional: Whether the work is done here where they cannot be started.
    """

    def __init__(self, work: Callable[[Any], Any], count: int, preload: Sequence[str], *, is_optional: bool) -> None:
        self._work = work
        self._count = count
        self._preload = preload
        self._is_optional = is_optional
        self._workers: list[Worker] = []
        self._waiting: deque[Held[Any]] = deque()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._kill()

    def give(self, held: Held[Any]) -> None:
        """Have a thing worked on.

        Raises:
            StartError: The processes cannot be started.
        """
        if held.task is None:
            held.finish(None)
        elif not self._are_started():
            held.finish(self._work(held.task))
        else:
            self._waiting.append(held)
            self._deal()

    def receive(self, *, block: bool) -> None:
        """Take the answers that are there, or wait for one.

        Raises:
            StartError: A process that died cannot be replaced.
        """
        by_pipe: dict[Any, Worker] = {worker.pipe: worker for worker in self._workers}
        for pipe in wait(list(by_pipe), None if block else 0):
            try:
                by_pipe[pipe].take()
            except (EOFError, OSError):
                self._replace(by_pipe[pipe])
        self._deal()

    def _are_started(self) -> bool:
        """Start the processes, unless that was done or tried before; return whether there are any."""
        if not self._workers and self._count:
            try:
                for _ in range(self._count):
                    self._start()
                while not all(worker.is_ready for worker in self._workers):
                    self.receive(block=True)
            except StartError:
                self._kill()
                if not self._is_optional:
                    raise
                self._count = 0
        return bool(self._workers)

    def _start(self) -> None:
        try:
            with signals_held():
                self._workers.append(Worker(self._work, self._preload))
        except (OSError, EOFError) as error:
            raise StartError(error) from error

    def _kill(self) -> None:
        for worker in self._workers:
            worker.end()
        self._workers.clear()

    def _deal(self) -> None:
        """Send what waits to the processes that have least to do."""
        while self._waiting:
            worker = min(self._workers, key=lambda worker: len(worker.given))
            if len(worker.given) >= _GIVEN:
                return
            worker.send(self._waiting.popleft())

    def _replace(self, worker: Worker) -> None:
        """Start another process for one that died; what it was at work on is tried once more."""
        self._workers.remove(worker)
        cause = worker.cause_of_death()
        if not worker.is_ready:
            raise StartError(cause)
        given = worker.given
        if given:
            given[0].deaths += 1
            if given[0].deaths == TRIES:
                given.popleft().finish(Crash(cause))
        self._waiting.extendleft(reversed(given))
        self._start()
