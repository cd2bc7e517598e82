"""Work on many items in several processes, with results in the order of the items.

The processes are forked from one with the modules loaded (`forkserver`; `spawn` where there is none). Each has
its own pipe and reads it all the time, so it ends when its parent is gone, even by ``kill -9``. When a process
dies, the task it worked on is known.
"""

from __future__ import annotations

import math
import os
import queue
import signal
import threading
import time
import traceback
from collections import deque
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from scraper.errors import CrashError, FaultError, VoxpopError, cause_of

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
    from multiprocessing.connection import Connection
    from multiprocessing.context import ForkServerContext, SpawnContext
    from typing import Self

# The tasks of processes, their answers, and the substitutes for answers when a process dies.

Item = TypeVar("Item")
Task = TypeVar("Task")
Result = TypeVar("Result")

#: Deaths after which a task is given up. A single one may have had another cause.
TRIES = 2


@dataclass(frozen=True, slots=True)
class Crash:
    """The result of a task that failed (`is_fault`) or killed its processes, and the cause in words."""

    cause: str
    is_fault: bool = False

    def error(self, source: str) -> CrashError:
        """Return it as the error of a source."""
        return (FaultError if self.is_fault else CrashError)(source, self.cause)


def attempt(work: Callable[[Task], Result], task: Task) -> Result | Crash:
    """Return the result of work on strangers' bytes; whatever it raises becomes a `Crash` of this task."""
    try:
        return work(task)
    except Exception as error:  # noqa: BLE001 -- libraries on hostile bytes: one document must not end a command
        return Crash(cause_of(error), is_fault=True)


class StartError(VoxpopError):
    """The processes cannot be started."""

    def __init__(self, reason: object) -> None:
        super().__init__(f"cannot start other processes ({reason}): run it with --jobs 1")


@dataclass(slots=True)
class Held(Generic[Item]):
    """An item that was read, its task (None if there is nothing to do), and how many processes died on it."""

    item: Item
    task: Any
    weight: int
    is_done: bool = False
    result: Any = None
    deaths: int = 0

    def finish(self, result: Any) -> None:
        """Store the result and drop the task."""
        self.result, self.task, self.is_done = result, None, True

    def answer(self) -> Any:
        """Return the result; raise RuntimeError if the work raised an error."""
        if isinstance(self.result, RuntimeError):
            raise self.result
        return self.result


#: Seconds of work after which processes are started if no number is given. Starting them takes 1.5 s
#: (benchmarks/JOBS.md).
ALONE = 2.0
#: Items held per process: in work, waiting, or done and not yet yielded.
_HELD = 4
#: Maximum bytes of the held items; a single one may be larger.
_MOST_BYTES = 64_000_000


def usable_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def each_in_order(  # noqa: PLR0913 - keyword-only but for the work and the items
    work: Callable[[Task], Result],
    items: Iterable[Item],
    *,
    task: Callable[[Item], Task | None],
    jobs: int | None = None,
    weigh: Callable[[Item], int] = lambda _: 0,
    preload: Sequence[str] = (),
) -> Generator[tuple[Item, Result | Crash | None], None, None]:
    """Yield each item and what `work` returns for it. Items are read ahead, within bounds.

    Close the iterator if you stop early: this ends the processes. `work` is a function of a module, or a
    `functools.partial` of one. An error that `items` raise, or `work` in another process (as a RuntimeError), comes
    after the results of the items before it.

    `task` returns the task to send to a process; None for an item that needs no work. With one of `jobs` the work is
    done here; None means one per core after `ALONE` seconds of work. `weigh` returns the size of an item in bytes.
    """
    rest = iter(items)
    many = usable_cores() if jobs is None else jobs
    if jobs is None or many == 1:
        yield from _alone(work, rest, task, math.inf if many == 1 else ALONE)
    for first in rest if many > 1 else ():  # once, unless nothing is left
        with Processes(work, many, preload, is_optional=jobs is None) as processes:
            yield from _ahead(processes, chain([first], rest), task, weigh, _HELD * many)


def _alone(
    work: Callable[[Task], Result], items: Iterator[Item], task: Callable[[Item], Task | None], seconds: float
) -> Iterator[tuple[Item, Result | None]]:
    spent = 0.0
    for item in items:
        given, before = task(item), time.perf_counter()
        result = None if given is None else work(given)
        spent += time.perf_counter() - before
        yield item, result
        if spent >= seconds:
            return


def _ahead(
    processes: Processes, items: Iterator[Item], task: Callable[[Item], Any], weigh: Callable[[Item], int], most: int
) -> Iterator[tuple[Item, Any]]:
    """Read items ahead; yield the first of those that are held as soon as its result is there."""
    held: deque[Held[Item]] = deque()
    weight = 0
    failed: list[Exception] = []
    for item in _until_error(items, failed):
        held.append(Held(item, task(item), weigh(item)))
        weight += held[-1].weight
        processes.give(held[-1])
        processes.receive(block=False)
        while held and (held[0].is_done or len(held) >= most or weight >= _MOST_BYTES):
            weight -= held[0].weight
            yield _awaited(processes, held.popleft())
    while held:
        yield _awaited(processes, held.popleft())
    for error in failed:
        raise error


def _until_error(items: Iterator[Item], failed: list[Exception]) -> Iterator[Item]:
    try:
        yield from items
    except Exception as error:  # noqa: BLE001 - it is raised when its turn comes
        failed.append(error)


def _awaited(processes: Processes, held: Held[Item]) -> tuple[Item, Any]:
    while not held.is_done:
        processes.receive(block=True)
    return held.item, held.answer()


# One process and the pipe to it, also when it dies.

#: Seconds until a process that was killed must be gone.
_PATIENCE = 10.0


class Worker:
    """A process, the pipe to it, and its unanswered tasks, of which it works on the first."""

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
        """Read an answer; raise EOFError or OSError if it died."""
        answer = self.pipe.recv()
        if self.is_ready:
            self.given.popleft().finish(answer)
            self.answers += 1
        self.is_ready = True

    def cause_of_death(self) -> str:
        """Return the signal or exit code that ended it."""
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


def started(work: Callable[[Any], Any], preload: Sequence[str], workers: list[Worker] | None = None) -> Worker:
    """Return a new process; raise `StartError` if it cannot be started.

    It is added to `workers` before a signal can arrive: otherwise a stop would leave it behind.
    """
    try:
        with _signals_held(), _safe_path():
            worker = Worker(work, preload)
            if workers is not None:
                workers.append(worker)
            return worker
    except (OSError, EOFError) as error:
        raise StartError(error) from error


def _context(preload: Sequence[str]) -> ForkServerContext | SpawnContext:
    import multiprocessing  # only where there are several processes

    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(preload))
    return context


@contextmanager
def _signals_held() -> Iterator[None]:
    """Block signals, also in processes started meanwhile, which never receive any: they end with this one."""
    from multiprocessing import resource_tracker

    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})  # which the tracker does not ignore
    try:
        resource_tracker.ensure_running()  # else it is started meanwhile, and lets the other two through
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _safe_path() -> Iterator[None]:
    """Keep the working directory off the module path of new processes: a `scraper.py` there is not this package."""
    before = os.environ.get("PYTHONSAFEPATH")
    os.environ["PYTHONSAFEPATH"] = "1"
    try:
        yield
    finally:
        if before is None:
            os.environ.pop("PYTHONSAFEPATH", None)
        else:
            os.environ["PYTHONSAFEPATH"] = before


def _serve(pipe: Connection, work: Callable[[Any], Any]) -> None:
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
        return RuntimeError(traceback.format_exc())


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
    """The processes of one `each_in_order`, started with the first task; without any, the work may be done here."""

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
        """Take a task; raise `StartError` if the processes cannot be started."""
        if held.task is None:
            held.finish(None)
        elif not self._are_started():
            held.finish(self._work(held.task))
        else:
            self._waiting.append(held)
            self._deal()

    def receive(self, *, block: bool) -> None:
        """Read the pending answers, or wait for one; raise `StartError` if a process that died cannot be replaced."""
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
                    started(self._work, self._preload, self._workers)
                while not all(worker.is_ready for worker in self._workers):
                    self.receive(block=True)
            except StartError:
                self._kill()
                if not self._is_optional:
                    raise
                self._count = 0
        return bool(self._workers)

    def _kill(self) -> None:
        for worker in self._workers:
            worker.end()
        self._workers.clear()

    def _deal(self) -> None:
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
        started(self._work, self._preload, self._workers)


class Shared(Generic[Task, Result]):
    """Processes that any thread of a program may use, at most `count`. A context manager: they end with it.

    `work` is a function of a module, or a `functools.partial` of one. A task is given up after `tries` deaths, a
    process is replaced after `uses` tasks; None for never.
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
        """Wait for an idle process, and for its result for a task; raise RuntimeError if the work raised an error."""
        held: Held[None] = Held(None, task, 0)
        worker = self._idle.get()
        try:
            while not held.is_done:
                worker = self._asked(worker or self._started(), held)
        finally:
            self._idle.put(worker)
        return held.answer()  # type: ignore[no-any-return]

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
