"""What a process is asked and answers, and what stands for an answer when it dies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from scraper.errors import CrashError, FaultError, VoxpopError, cause_of

if TYPE_CHECKING:
    from collections.abc import Callable

Item = TypeVar("Item")
Task = TypeVar("Task")
Result = TypeVar("Result")

#: A thing on which so many processes died is not tried again. One alone may have died of something else.
TRIES = 2


@dataclass(frozen=True, slots=True)
class Crash:
    """Stands in place of a result: the processes that worked on the thing died, or the work failed.

    Attributes:
        cause: ``signal 11``, or ``exit code 1``; the error in words.
        is_fault: The work failed.
    """

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
    """An item that was read.

    Attributes:
        task: What is sent to a process; None when nothing has to be done.
        deaths: How many processes died at work on it.
    """

    item: Item
    task: Any
    weight: int
    is_done: bool = False
    result: Any = None
    deaths: int = 0

    def finish(self, result: Any) -> None:
        """Keep the result, for which the task is no longer needed."""
        self.result, self.task, self.is_done = result, None, True


@dataclass(frozen=True, slots=True)
class Raised:
    """A process's answer where the work raised an error."""

    trace: str
