"""Process input files: in local processes, one per file, or on a Dask cluster.

Starting a process per file costs milliseconds where a file takes minutes. Its memory is returned at its end,
and a fault in a native library costs that file a retry, not the run.
"""

from __future__ import annotations

import logging
import multiprocessing.util
import os
import secrets
import tempfile
import time
import warnings
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from archive.bulk.dataset import rules_version
from archive.bulk.storage import COPIES, remove_old
from archive.bulk.task import PLACE_BYTES, Outcome, Task, answer_to, give_up
from scraper.errors import ArchiveError, SettingsError, VoxpopError
from scraper.processes import Crash, Shared

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
    """Counts the deaths of processes that read one input file: `place` has the current page, `fatal` those to skip."""

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
    """Return the outcome of an input file; `ask` a process again if it dies, which it answers with a `Crash`."""
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

_PRELOAD = ("archive.bulk.task", "scraper.warm", "pyarrow.parquet")


def work_in_processes(tasks: Iterable[Task], jobs: int) -> Iterator[Outcome]:
    """Yield the outcome of each input file as it ends; raise the errors of `work_on`."""
    with ThreadPoolExecutor(jobs) as threads, Shared(answer_to, jobs, _PRELOAD, tries=1, uses=1) as processes:
        try:
            for ended in as_completed([threads.submit(_with_retries, task, processes.ask) for task in tasks]):
                yield ended.result()
        finally:
            threads.shutdown(wait=False, cancel_futures=True)


# Process input files in a child process, which may die: for workers of a cluster.

#: Files after which a process is replaced, because freed memory is not always returned.
_MOST_FILES = 16
#: Maximum number of processes of a worker of a cluster; each of its threads needs one.
_MOST_CHILDREN = 1024


def work_in_child(task: Task) -> Outcome:
    """Write the part of an input file in a child process, or in the next one if that dies; raise as `work_on` does."""
    return _with_retries(task, _children().ask)


@cache
def _children() -> Shared[_Given, Outcome | VoxpopError]:
    # Workers are daemons, which may start no processes: these would be left behind. Ours end with their parent.
    multiprocessing.current_process()._config.pop("daemon", None)  # type: ignore[attr-defined]  # noqa: SLF001
    remove_old(Path(tempfile.gettempdir()), f"{COPIES}*")
    children = Shared(answer_to, _MOST_CHILDREN, _PRELOAD, tries=1, uses=_MOST_FILES)
    # Before `multiprocessing` waits for them: they receive no signal but the one that kills.
    multiprocessing.util.Finalize(None, children.__exit__, exitpriority=10)
    return children


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
    from distributed.scheduler import KilledWorker

    # Unique names: requests of an earlier client may still be running.
    run = secrets.token_hex(4)
    named = {("bulk", task.part, run, 0): task for task in tasks}
    rounds: Counter[Task] = Counter()
    with _lost_is_said():
        waiting = as_completed(_submitted(client, named), loop=client.loop)
    for future in _ended(client, waiting, note):
        task = named.pop(future.key)
        with _lost_is_said():
            outcome = future.result() if future.status == "finished" else None
            error = future.exception() if future.status == "error" else ArchiveError(_LOST)
        future.release()
        rounds[task] += 1
        if outcome is not None:
            yield outcome
        elif not isinstance(error, KilledWorker):
            raise _ours(error) from error
        elif rounds[task] < _MOST_ROUNDS:
            key = ("bulk", task.part, run, rounds[task])
            named[key] = task
            waiting.update(_submitted(client, {key: task}))
        else:
            yield give_up(task, "its workers died again and again: is there enough memory?")


def _submitted(client: Any, named: dict[tuple[str, str, str, int], Task]) -> Any:
    return client.map(work_in_child, [*named.values()], key=[*named], retries=_RETRIES, pure=False)


def _ended(client: Any, waiting: Any, note: Callable[[str], None]) -> Iterator[Any]:
    """Yield what ended; report once that there have been no workers for some time: those of a queue may come late."""
    since, is_noted = None, False
    while not waiting.is_empty():
        found = waiting.next_batch(block=False)
        yield from found
        if found:
            continue
        if client.scheduler_info(n_workers=1)["workers"]:
            since, is_noted = None, False
        elif not is_noted:
            since = since or time.monotonic()
            if is_noted := time.monotonic() - since > _PATIENCE:
                note("the cluster has no workers: the work goes on when one comes")
        time.sleep(_PAUSE)


def _ours(error: BaseException) -> BaseException:
    """Return an error of a worker as one that is printed in one line."""
    if isinstance(error, VoxpopError):
        return error
    if isinstance(error, ImportError):
        return SettingsError(f"a worker lacks a package ({error}): install the same ones everywhere")
    if isinstance(error, OSError):
        return ArchiveError(f"a worker cannot start a process ({error}): check its machine")
    return error
