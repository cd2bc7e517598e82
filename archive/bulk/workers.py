"""Process input files: in local processes, one per file, or on a Dask cluster.

Starting a process per file costs milliseconds where a file takes minutes. Its memory is returned at its end,
and a fault in a native library costs that file a retry, not the run.
"""

from __future__ import annotations

import logging
import os
import pickle  # what goes through the pipes is written by this module
import queue
import secrets
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from typing import IO, TYPE_CHECKING, Any

from archive.bulk.dataset import rules_version
from archive.bulk.storage import remove_old_copies
from archive.bulk.task import PLACE_BYTES, Outcome, Task, answer_to, give_up
from scraper.errors import ArchiveError, SettingsError, VoxpopError
from scraper.processes import Crash, how_it_ended
from scraper.processes.shared import Shared

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    #: A file, the path of the note about its current page, and the pages to skip.
    _Given = tuple[Task, str, Collection[int]]


# Find the page that kills processes, so that it is skipped and the other pages are read.

#: Consecutive deaths at a page after which it is skipped; a single one may have had another cause.
_MOST_AT_A_PAGE = 3
#: Deaths after which a file without such a page is given up.
_MOST_OF_A_FILE = 9
#: Maximum number of such pages per file.
_MOST_FATAL = 20


class Deaths:
    """Counts the deaths of the processes that read one input file.

    Attributes:
        place: File in which they record the current page.
        fatal: Numbers of the pages to skip.
    """

    def __init__(self) -> None:
        number, self.place = tempfile.mkstemp(prefix="voxpop-at-")
        with os.fdopen(number, "wb") as file:
            file.write(bytes(PLACE_BYTES))
        self.fatal: frozenset[int] = frozenset()
        self._number = 0
        self._since = 0
        self._last = 0
        self._in_a_row = 0

    def count(self) -> bool:
        """Count a death; return True if the file is worth another try."""
        page = self._page()
        self._number += 1
        self._since += 1
        self._in_a_row = self._in_a_row + 1 if page == self._last else 1
        self._last = page
        if page and self._in_a_row >= _MOST_AT_A_PAGE:
            self.fatal |= {page}
            self._since = 0
        return self._since < _MOST_OF_A_FILE and len(self.fatal) <= _MOST_FATAL

    def reason(self, cause: str) -> str:
        """Return why the file is given up, with what ended its last process."""
        return f"its process died {self._number} times ({cause}): is there enough memory?"

    def close(self) -> None:
        """Delete the file with the current page."""
        with suppress(OSError):
            os.unlink(self.place)  # noqa: PTH108

    def _page(self) -> int:
        """Return the page that was being read when the process died, and reset it."""
        try:
            with open(self.place, "r+b") as file:  # noqa: PTH123
                page = int.from_bytes(file.read(PLACE_BYTES), "big")
                file.seek(0)
                file.write(bytes(PLACE_BYTES))
        except OSError:
            return 0
        return page


def _with_retries(task: Task, ask: Callable[[_Given], Outcome | VoxpopError | Crash]) -> Outcome:
    """Return the outcome of an input file; ask again if the process that works on it dies.

    `ask` gives it to a process, and returns the answer, or how the process died.

    Raises:
        VoxpopError: Raised in the process.
    """
    deaths = Deaths()
    try:
        while isinstance(answer := ask((task, deaths.place, deaths.fatal)), Crash):
            if not deaths.count():
                return give_up(task, deaths.reason(answer.cause))
    finally:
        deaths.close()
    if isinstance(answer, VoxpopError):
        raise answer
    return answer


# Process input files in local processes, one per file.


def work_in_processes(tasks: Iterable[Task], jobs: int) -> Iterator[Outcome]:
    """Yield the outcome of each input file as it ends.

    Raises:
        ArchiveError: The dataset is not writable.
        SettingsError: The workers have other rules.
    """
    with (
        ThreadPoolExecutor(jobs) as threads,
        Shared(_work, jobs, ("archive.bulk.task", "scraper.warm", "pyarrow.parquet"), tries=1, uses=1) as processes,
    ):
        try:
            for ended in as_completed([threads.submit(_with_retries, task, processes.ask) for task in tasks]):
                yield ended.result()
        finally:
            threads.shutdown(wait=False, cancel_futures=True)


def _work(given: _Given) -> Outcome | VoxpopError:
    return answer_to(*given)


# Process input files in a child process, which may die: for workers of a cluster. These are daemons, from which
# `multiprocessing`, and so `Shared`, starts no process.

#: -P: a folder named `archive` in the working directory is not this package.
_PROGRAM = ("-P", "-m", "archive.bulk.workers")
#: Files after which a process is replaced, because freed memory is not always returned.
_MOST_FILES = 16
_LENGTH = struct.Struct(">Q")
#: Idle processes.
_IDLE: list[_Child] = []


def work_in_child(task: Task) -> Outcome:
    """Write the part of an input file in a child process, or in the next one if that dies.

    Raises:
        SettingsError: This machine has other rules than the task, or lacks a package.
        ArchiveError: The dataset is not writable.
    """
    return _with_retries(task, _ask_child)


def _ask_child(given: _Given) -> Outcome | VoxpopError | Crash:
    child = _idle()
    try:
        answer = child.work_on(given)
    except BaseException:
        child.end()
        raise
    if answer is None:
        return Crash(how_it_ended(child.end()))
    _keep(child)
    return answer


class _Child:
    """A process that works on one file after another."""

    def __init__(self) -> None:
        # In its own session: Ctrl-C goes to the waiting process.
        self._process = subprocess.Popen(  # noqa: S603
            [sys.executable, *_PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
        self.files = 0

    def work_on(self, given: _Given) -> Outcome | VoxpopError | None:
        """Return the outcome of a file; None if the process died."""
        self.files += 1
        try:
            _send(self._process.stdin, given)
            answer: Outcome | VoxpopError = _receive(self._process.stdout)
        except (OSError, EOFError):
            return None
        return answer

    def end(self) -> int:
        """End the process and return its exit code."""
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
    """Process the files named on stdin until it is closed."""
    for number in (signal.SIGINT, getattr(signal, "SIGHUP", signal.SIGINT)):
        signal.signal(number, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what libraries print goes to stderr
    asked: queue.SimpleQueue[_Given] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(asked,), daemon=True).start()
    remove_old_copies()
    import scraper.warm  # noqa: F401 -- the first page of a file shall not take longer than others

    while True:
        _send(answers, answer_to(*asked.get()))


def _read(asked: queue.SimpleQueue[_Given]) -> None:
    with suppress(OSError, EOFError):
        while True:
            asked.put(_receive(sys.stdin.buffer))
    os._exit(1)


# Process input files on a Dask cluster: the same tasks, on workers anywhere.

#: Seconds for a scheduler to answer, and until a cluster without workers is reported.
_PATIENCE = 30
#: Seconds to wait for a connection to close cleanly.
_CLOSING = 5
#: Seconds between polls.
_PAUSE = 0.1
#: Retries of a task after an error such as a full disk.
_RETRIES = 2
#: Maximum submissions of a file after deaths of its workers; Dask counts four deaths each.
_MOST_ROUNDS = 5
_LOST = "the scheduler was lost: start it and give the same command again; what is done is kept"
#: Packages whose versions must match for client and cluster.
_EQUAL = ("dask", "distributed")


def work_on_cluster(
    tasks: Sequence[Task], *, scheduler: str | None, jobs: int, note: Callable[[str], None] = lambda _text: None
) -> Iterator[Outcome]:
    """Yield the outcome of each input file as it ends.

    Without the address of a scheduler, a local cluster is started.

    Raises:
        SettingsError: Dask is missing, the scheduler does not answer, or versions differ.
        ArchiveError: The scheduler was lost, or a worker cannot write the dataset.
    """
    if not tasks:
        return
    with _connected(scheduler, jobs) as client:
        _check_versions(client)
        yield from _outcomes(client, tasks, note)


@contextmanager
def _connected(address: str | None, jobs: int) -> Iterator[Any]:
    """Yield a client of a cluster, without logging: errors are printed in one line."""
    try:
        from distributed import Client, LocalCluster
    except ImportError as error:
        raise SettingsError("--engine dask needs Dask: install it with `pip install 'voxpop[cluster]'`") from error
    _silence()
    cluster = None
    if address is None:
        # Threads suffice: each uses a child process.
        cluster = LocalCluster(
            n_workers=1,
            threads_per_worker=jobs,
            dashboard_address="127.0.0.1:0",  # any port: the usual one may be in use
            silence_logs=logging.CRITICAL,
        )
    try:
        client = Client(cluster or address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise SettingsError(f"{address}: no scheduler answers there: start it, or check the address") from error
    try:
        yield client
    finally:
        with suppress(OSError, TimeoutError):
            client.close(timeout=_CLOSING)
        if cluster is not None:
            cluster.close(timeout=_CLOSING)


def _silence() -> None:
    """Silence Dask's logging, unless its configuration sets it."""
    import dask.config

    if dask.config.get("logging", None) or dask.config.get("distributed.logging", None):
        return
    for name in ("distributed", "distributed.client", "distributed.gc", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _check_versions(client: Any) -> None:
    """Raise `SettingsError` if scheduler, workers and this process have different versions."""
    with warnings.catch_warnings(), _lost_is_said():
        warnings.simplefilter("ignore")
        found = client.get_versions()
        rules = client.run(rules_version, on_error="return")
    others = {"the scheduler": found["scheduler"], **found["workers"]}
    here = _versions(found["client"])
    for name, there in others.items():
        for package, version in _versions(there).items():
            if version != here[package]:
                raise SettingsError(
                    f"{name} has {package} {version}, this process {here[package]}: install the same version everywhere"
                )
    for worker, answer in sorted(rules.items()):
        if isinstance(answer, ImportError):
            raise SettingsError(f"{worker} has no voxpop ({answer}): install the same version everywhere")
        if answer != rules_version():
            raise SettingsError(
                f"{worker} has another voxpop ({answer}, this one is {rules_version()}): "
                "install the same version everywhere"
            )


def _versions(found: dict[str, Any]) -> dict[str, str]:
    """Return the versions that must match, by package; of Python the first two numbers."""
    versions = {package: str(found["packages"][package]) for package in _EQUAL}
    return versions | {"python": ".".join(str(found["host"]["python"]).split(".")[:2])}


@contextmanager
def _lost_is_said() -> Iterator[None]:
    """Report a lost scheduler in one line."""
    from distributed import CancelledError

    try:
        yield
    except (OSError, CancelledError, TimeoutError) as error:
        raise ArchiveError(_LOST) from error


def _outcomes(client: Any, tasks: Sequence[Task], note: Callable[[str], None]) -> Iterator[Outcome]:
    from distributed import as_completed

    # Unique names: requests of an earlier client may still be running.
    run = secrets.token_hex(4)
    named = {("bulk", task.part, run, 0): task for task in tasks}
    rounds: Counter[Task] = Counter()
    with _lost_is_said():
        waiting = as_completed(_submitted(client, named), loop=client.loop)
    for future in _ended(waiting, _Watch(client, note)):
        task = named.pop(future.key)
        with _lost_is_said():
            error = None if future.status == "finished" else _error_of(future)
            outcome = future.result() if error is None else None
        future.release()
        rounds[task] += 1
        if outcome is not None:
            yield outcome
        elif not _is_death(error):
            raise _ours(error) from error
        elif rounds[task] < _MOST_ROUNDS:
            key = ("bulk", task.part, run, rounds[task])
            named[key] = task
            waiting.update(_submitted(client, {key: task}))
        else:
            yield give_up(task, "its workers died again and again: is there enough memory?")


def _submitted(client: Any, named: dict[tuple[str, str, str, int], Task]) -> Any:
    return client.map(work_in_child, [*named.values()], key=[*named], retries=_RETRIES, pure=False)


def _ended(waiting: Any, watch: _Watch) -> Iterator[Any]:
    while not waiting.is_empty():
        found = waiting.next_batch(block=False)
        yield from found
        if not found:
            watch.look()
            time.sleep(_PAUSE)


class _Watch:
    """Reports once that a cluster has had no workers for some time; workers of a queue may start much later."""

    def __init__(self, client: Any, note: Callable[[str], None]) -> None:
        self._client = client
        self._note = note
        self._since: float | None = None
        self._noted = False

    def look(self) -> None:
        if self._client.scheduler_info(n_workers=1)["workers"]:
            self._since, self._noted = None, False
            return
        self._since = self._since or time.monotonic()
        if not self._noted and time.monotonic() - self._since > _PATIENCE:
            self._noted = True
            self._note("the cluster has no workers: the work goes on when one comes")


def _error_of(future: Any) -> BaseException:
    if future.status != "error":
        return ArchiveError(_LOST)
    error: BaseException = future.exception()
    return error


def _is_death(error: BaseException | None) -> bool:
    from distributed.scheduler import KilledWorker

    return isinstance(error, KilledWorker)


def _ours(error: BaseException | None) -> BaseException:
    """Return an error of a worker as one that is printed in one line."""
    if error is None or isinstance(error, VoxpopError):
        return error or ArchiveError(_LOST)
    if isinstance(error, ImportError):
        return SettingsError(f"a worker lacks a package ({error}): install the same ones everywhere")
    if isinstance(error, OSError):
        return ArchiveError(f"a worker cannot start a process ({error}): check its machine")
    return error


if __name__ == "__main__":
    main()
