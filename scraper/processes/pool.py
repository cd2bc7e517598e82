"""A pool of worker processes; one that dies is replaced."""

from __future__ import annotations

import multiprocessing
import os
import queue
import signal
import threading
import traceback
from collections import deque
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from typing import TYPE_CHECKING, Any

from scraper.processes.ordered import TRIES, Crash, Held, Raised, StartError, how_it_ended

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from multiprocessing.connection import Connection
    from multiprocessing.context import ForkServerContext, SpawnContext
    from typing import Self


# One process and the pipe to it, also when it dies.

#: Seconds until a process that was killed must be gone.
_PATIENCE = 10.0


class Worker:
    """A process, and the pipe to it.

    Attributes:
        given: Unanswered tasks; it works on the first.
        is_ready: It has reported that it can work.
        answers: Number of finished tasks.
    """

    def __init__(self, work: Callable[[Any], Any], preload: Sequence[str]) -> None:
        self.given: deque[Held[Any]] = deque()
        self.is_ready = False
        self.answers = 0
        context = _context(preload)
        self.pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, work), daemon=True)
        self._process.start()
        theirs.close()

    def send(self, held: Held[Any]) -> None:
        """Send it a task."""
        self.given.append(held)
        with suppress(OSError):  # it died, which is seen where its answers are read
            self.pipe.send(held.task)

    def take(self) -> None:
        """Read an answer.

        Raises:
            EOFError: It died; also as an OSError.
        """
        answer = self.pipe.recv()
        if self.is_ready:
            self.given.popleft().finish(answer)
            self.answers += 1
        self.is_ready = True

    def cause_of_death(self) -> str:
        """Return the signal or exit code that ended it."""
        self._process.join(_PATIENCE)
        self.end()
        return how_it_ended(self._process.exitcode or 0)

    def kill(self) -> None:
        """Kill it, also while another thread waits for its answer; that thread then sees that it died."""
        self._process.kill()

    def end(self) -> None:
        """End it at once: it holds nothing that could be lost."""
        if self._process.is_alive():
            self.kill()
            self._process.join(_PATIENCE)
        self.pipe.close()


def _context(preload: Sequence[str]) -> ForkServerContext | SpawnContext:
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(preload))
    return context


@contextmanager
def signals_held() -> Iterator[None]:
    """Block signals, also in processes started meanwhile, which never receive any.

    A terminal signals all its processes. The workers end when this process does.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # else it is started meanwhile, and lets the signals through
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM, signal.SIGHUP})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(pipe: Connection, work: Callable[[Any], Any]) -> None:
    """Work until the parent closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where signals cannot be held
    tasks: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(pipe, tasks), daemon=True).start()
    pipe.send(None)
    while True:
        pipe.send(_answer(work, tasks.get()))


def _answer(work: Callable[[Any], Any], task: Any) -> Any:
    try:
        return work(task)
    except Exception:  # noqa: BLE001 - it is raised in the parent
        return Raised(traceback.format_exc())


def _listen(pipe: Connection, tasks: queue.SimpleQueue[Any]) -> None:
    """Read tasks all the time, so that the parent never waits to send one; end with the parent."""
    try:
        while True:
            tasks.put(pipe.recv())
    finally:
        os._exit(1)


#: A process has one thing in work, and the next one at hand.
_GIVEN = 2


class Processes:
    """The processes of one `each_in_order`, started when the first thing is given.

    Args:
        work: Function of a task.
        count: Number of processes.
        preload: Modules to import in them.
        is_optional: Work here if they cannot be started.
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
        """Take a task.

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
        """Read the pending answers, or wait for one.

        Raises:
            StartError: A process that died cannot be replaced.
        """
        from multiprocessing.connection import wait

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
        """Send waiting tasks to the processes with the fewest."""
        while self._waiting:
            worker = min(self._workers, key=lambda worker: len(worker.given))
            if len(worker.given) >= _GIVEN:
                return
            worker.send(self._waiting.popleft())

    def _replace(self, worker: Worker) -> None:
        """Replace a process that died; its task is tried once more."""
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
