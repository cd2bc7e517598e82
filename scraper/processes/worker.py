"""One process, the pipe through which it is asked, and what becomes of both when it dies."""

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

from scraper.processes.held import Raised

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from multiprocessing.connection import Connection
    from multiprocessing.context import ForkServerContext, SpawnContext

    from scraper.processes.held import Held

#: Seconds until a process that was killed must be gone.
_PATIENCE = 10.0


class Worker:
    """A process, and the pipe to it.

    Attributes:
        given: What was sent to it and not answered; it is at work on the first.
        is_ready: Whether it has said that it can work.
    """

    def __init__(self, work: Callable[[Any], Any], preload: Sequence[str]) -> None:
        self.given: deque[Held[Any]] = deque()
        self.is_ready = False
        context = _context(preload)
        self.pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, work), daemon=True)
        self._process.start()
        theirs.close()

    def send(self, held: Held[Any]) -> None:
        """Give it something to work on."""
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
        self.is_ready = True

    def cause_of_death(self) -> str:
        """Return what ended it."""
        self._process.join(_PATIENCE)
        self.end()
        code = self._process.exitcode or 0
        return f"signal {-code}" if code < 0 else f"exit code {code}"

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
    """Have signals wait, also for the processes that are started meanwhile, which never see any.

    What a terminal sends goes to all processes on it. The others end when this one does.
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
    """Do the work of one process, until its parent closes the pipe."""
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
