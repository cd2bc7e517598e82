"""Give the results in the order of the items, and read ahead within bounds."""

from __future__ import annotations

import math
import os
import time
from collections import deque
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from scraper.errors import CrashError, FaultError, VoxpopError, cause_of

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

    from scraper.processes.pool import Processes


# The tasks of processes, their answers, and the substitutes for answers when a process dies.

Item = TypeVar("Item")
Task = TypeVar("Task")
Result = TypeVar("Result")

#: Deaths after which a task is given up. A single one may have had another cause.
TRIES = 2


@dataclass(frozen=True, slots=True)
class Crash:
    """The result of a task that failed or killed its processes.

    Attributes:
        cause: ``signal 11``, or ``exit code 1``; the error in words.
        is_fault: The work failed.
    """

    cause: str
    is_fault: bool = False

    def error(self, source: str) -> CrashError:
        """Return it as the error of a source."""
        return (FaultError if self.is_fault else CrashError)(source, self.cause)


def how_it_ended(exit_code: int) -> str:
    """Return the exit code of a process in words; it is negative for a signal.

    >>> how_it_ended(-9), how_it_ended(1)
    ('signal 9', 'exit code 1')
    """
    return f"signal {-exit_code}" if exit_code < 0 else f"exit code {exit_code}"


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
    """An item that was read.

    Attributes:
        task: Sent to a process; None if there is nothing to do.
        deaths: Number of processes that died on it.
    """

    item: Item
    task: Any
    weight: int
    is_done: bool = False
    result: Any = None
    deaths: int = 0

    def finish(self, result: Any) -> None:
        """Store the result and drop the task."""
        self.result, self.task, self.is_done = result, None, True


@dataclass(frozen=True, slots=True)
class Raised:
    """The answer of a process if the work raised an error."""

    trace: str


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

    Close the iterator if you stop early: this ends the processes.

    Args:
        work: A function of a module, or a `functools.partial` of one.
        items: The inputs. An error they raise is raised after the results of the items before it.
        task: Returns the task to send to a process; None for an item that needs no work: its result is None.
        jobs: Number of processes; 1 means that the work is done here, None one per core after `ALONE` seconds
            of work.
        weigh: Returns the size of an item in bytes.
        preload: Modules to import in the processes.

    Raises:
        StartError: The processes cannot be started.
        RuntimeError: `work` raised an error in another process.
    """
    rest = iter(items)
    many = usable_cores() if jobs is None else jobs
    if jobs is None or many == 1:
        yield from _alone(work, rest, task, math.inf if many == 1 else ALONE)
    for first in rest if many > 1 else ():  # once, unless nothing is left
        from scraper.processes.pool import Processes

        with Processes(work, many, preload, is_optional=jobs is None) as processes:
            yield from _ahead(processes, chain([first], rest), task, weigh, _HELD * many)


def _alone(
    work: Callable[[Task], Result], items: Iterator[Item], task: Callable[[Item], Task | None], seconds: float
) -> Iterator[tuple[Item, Result | None]]:
    """Work on the items here, for this many seconds."""
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
    if isinstance(held.result, Raised):
        raise RuntimeError(held.result.trace)  # noqa: TRY004 - it is an answer of another process
    return held.item, held.result
