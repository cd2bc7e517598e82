"""Work on input files in a process beside this one, which may die: for workers of a cluster.

The pages are not read in the worker itself. Its other threads would throw away the parts of pages that the
parser wants thrown away by the thread that made them, a fault in a native library would end it, and threads
would share one core. So each thread of a worker has a process, which ends with the worker.
"""

from __future__ import annotations

import os
import pickle  # what goes through the pipes is written by this module
import queue
import signal
import struct
import subprocess
import sys
import threading
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Any

from archive.bulk.deaths import Deaths
from archive.bulk.remote import remove_old_copies
from archive.bulk.task import Outcome, Task, answer_to, give_up
from scraper.errors import VoxpopError

if TYPE_CHECKING:
    from collections.abc import Collection

#: Its -P: a folder called `archive` in the working directory is not this package.
_PROGRAM = ("-P", "-m", "archive.bulk.child")
#: A process is used for so many files, and then replaced, as memory that is freed is not always given back.
_MOST_FILES = 16
_LENGTH = struct.Struct(">Q")
#: Processes that wait for a file.
_IDLE: list[_Child] = []


def work_in_child(task: Task) -> Outcome:
    """Write the part of an input file in another process, or in the next one where that dies.

    Raises:
        SettingsError: This machine has other rules than the task asks for, or lacks a package.
        ArchiveError: The dataset cannot be written.
    """
    deaths = Deaths()
    try:
        while True:
            child = _idle()
            try:
                answer = child.work_on(task, deaths)
            except BaseException:
                child.end()
                raise
            if answer is not None:
                _keep(child)
                break
            code = child.end()
            if not deaths.count():
                return give_up(task, deaths.reason(code))
    finally:
        deaths.close()
    if isinstance(answer, VoxpopError):
        raise answer
    return answer


class _Child:
    """A process that works on one file after the other."""

    def __init__(self) -> None:
        # A session of its own: Ctrl-C is for the process that waits for it.
        self._process = subprocess.Popen(  # noqa: S603
            [sys.executable, *_PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
        self.files = 0

    def work_on(self, task: Task, deaths: Deaths) -> Outcome | VoxpopError | None:
        """Return what became of a file; None where the process died."""
        self.files += 1
        try:
            _send(self._process.stdin, (task, deaths.place, deaths.fatal))
            answer: Outcome | VoxpopError = _receive(self._process.stdout)
        except (OSError, EOFError):
            return None
        return answer

    def end(self) -> int:
        """End the process, and return its exit code."""
        with suppress(OSError):
            self._process.stdin.close()  # type: ignore[union-attr]
        code = self._process.wait()
        self._process.stdout.close()  # type: ignore[union-attr]
        return code


def _idle() -> _Child:
    try:
        return _IDLE.pop()
    except IndexError:
        return _Child()


def _keep(child: _Child) -> None:
    if child.files < _MOST_FILES:
        _IDLE.append(child)
    else:
        child.end()


def _send(stream: IO[bytes] | None, thing: object) -> None:
    content = pickle.dumps(thing)
    stream.write(_LENGTH.pack(len(content)) + content)  # type: ignore[union-attr]
    stream.flush()  # type: ignore[union-attr]


def _receive(stream: IO[bytes] | None) -> Any:
    head = stream.read(_LENGTH.size)  # type: ignore[union-attr]
    if len(head) < _LENGTH.size:
        raise EOFError
    (length,) = _LENGTH.unpack(head)
    content = stream.read(length)  # type: ignore[union-attr]
    if len(content) < length:
        raise EOFError
    return pickle.loads(content)  # noqa: S301


def main() -> None:
    """Work on the files that are named on stdin, until the process at its other end ends."""
    for number in (signal.SIGINT, getattr(signal, "SIGHUP", signal.SIGINT)):
        signal.signal(number, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what libraries print goes to stderr
    asked: queue.SimpleQueue[tuple[Task, str, Collection[int]]] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(asked,), daemon=True).start()
    remove_old_copies()
    import scraper.warm  # noqa: F401 -- the first page of a file shall not take longer than others

    while True:
        _send(answers, answer_to(*asked.get()))


def _read(asked: queue.SimpleQueue[tuple[Task, str, Collection[int]]]) -> None:
    with suppress(OSError, EOFError):
        while True:
            asked.put(_receive(sys.stdin.buffer))
    os._exit(1)


if __name__ == "__main__":
    main()
