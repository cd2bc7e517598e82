"""Work on input files in processes of this machine, one process a file.

A process for each file costs a few milliseconds where a file takes minutes, gives all memory back at its end,
and a fault in a native library costs that file another try, not the run.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any

from archive.bulk.deaths import Deaths
from archive.bulk.task import Outcome, Task, answer_to, give_up
from scraper.errors import VoxpopError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from multiprocessing.connection import Connection
    from multiprocessing.context import BaseContext


def work_in_processes(tasks: Iterable[Task], jobs: int) -> Iterator[Outcome]:
    """Yield what became of each input file, as they end.

    Args:
        tasks: The input files.
        jobs: How many are worked on at the same time.

    Raises:
        ArchiveError: The dataset cannot be written.
        SettingsError: The workers have other rules.
    """
    context = _context()
    waiting, running = deque(tasks), dict[Any, _Running]()
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                _start(_Running(context, waiting.popleft()), running)
            for sentinel in wait([*running]):
                ended = running.pop(sentinel)
                outcome = ended.outcome()
                if outcome is None and ended.deaths.count():
                    _start(ended, running)
                    continue
                ended.deaths.close()
                yield outcome or give_up(ended.task, ended.deaths.reason(ended.process.exitcode))
    finally:
        for left in running.values():
            left.stop()


def _start(task: _Running, running: dict[Any, _Running]) -> None:
    task.start()
    running[task.process.sentinel] = task


class _Running:
    """A process that works on a file, or one after the other where they die."""

    process: Any

    def __init__(self, context: BaseContext, task: Task) -> None:
        self.task = task
        self.deaths = Deaths()
        self._context: Any = context

    def start(self) -> None:
        """Start a process."""
        self._answer, theirs = self._context.Pipe(duplex=False)
        given = (self.task, theirs, self.deaths.place, self.deaths.fatal)
        self.process = self._context.Process(target=_child, args=given, daemon=True)
        self.process.start()
        theirs.close()

    def outcome(self) -> Outcome | None:
        """Return what it sent; None where it died.

        Raises:
            VoxpopError: What it raised.
        """
        self.process.join()
        try:
            sent = self._answer.recv() if self._answer.poll() else None
        except (EOFError, OSError):
            sent = None
        finally:
            self._answer.close()
        if isinstance(sent, VoxpopError):
            raise sent
        return sent if isinstance(sent, Outcome) else None

    def stop(self) -> None:
        """End the process; what it wrote aside is left, and its part is not marked as done."""
        self.process.terminate()
        self.process.join()
        self._answer.close()
        self.deaths.close()


def _child(task: Task, answer: Connection, place: str, fatal: frozenset[int]) -> None:
    """Work on a file and send what became of it; end when the parent ends."""
    for number in (signal.SIGINT, getattr(signal, "SIGHUP", signal.SIGINT)):
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    import scraper.warm  # noqa: F401 -- nothing is left to load where this process was forked

    answer.send(answer_to(task, place, fatal))
    answer.close()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _context() -> BaseContext:
    """Return how processes are started: forked from a small one that has loaded the extractors."""
    if sys.platform == "win32":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["archive.bulk.task", "scraper.warm", "pyarrow.parquet"])
    return context
