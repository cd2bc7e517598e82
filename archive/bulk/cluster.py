"""Work on input files on a Dask cluster: the same tasks, on workers anywhere.

A task is one input file. Workers get names and send back a few hundred bytes. A worker that dies costs the
files at hand another try; what is done is marked in the dataset, not in the cluster.
"""

from __future__ import annotations

import logging
import secrets
import time
import warnings
from collections import Counter
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from archive.bulk.child import work_in_child
from archive.bulk.dataset import rules_version
from archive.bulk.task import Outcome, Task, give_up
from scraper.errors import ArchiveError, SettingsError, VoxpopError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

#: Seconds in which a scheduler must answer, and after which a cluster without workers is spoken of.
_PATIENCE = 30
#: Seconds that are waited for a connection to be closed in order.
_CLOSING = 5
#: Seconds between two looks at what has ended.
_PAUSE = 0.1
#: An error of a task, such as a full disk, is tried again so often.
_RETRIES = 2
#: So often is a file given to the cluster whose workers die, as Dask counts them: four deaths each time.
_MOST_ROUNDS = 5
_LOST = "the scheduler was lost: start it and give the same command again; what is done is kept"
#: What must be equal for a cluster to understand its client.
_EQUAL = ("dask", "distributed")


def work_on_cluster(
    tasks: Sequence[Task], *, scheduler: str | None, jobs: int, note: Callable[[str], None] = lambda _text: None
) -> Iterator[Outcome]:
    """Yield what became of each input file, as they end.

    Args:
        tasks: The input files.
        scheduler: The address of the cluster's scheduler; None starts a cluster on this machine.
        jobs: How many files that one works on at the same time.
        note: Called with what a person should know.

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
    """Yield a client of a cluster; log nothing, as errors are printed in one line."""
    try:
        from distributed import Client, LocalCluster
    except ImportError as error:
        raise SettingsError("--engine dask needs Dask: install it with `pip install 'voxpop[cluster]'`") from error
    _silence()
    cluster = None
    if address is None:
        # Threads are enough: each has a process in which it works.
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
    """Keep Dask from logging, unless its configuration asks for it."""
    import dask.config

    if dask.config.get("logging", None) or dask.config.get("distributed.logging", None):
        return
    for name in ("distributed", "distributed.client", "distributed.gc", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _check_versions(client: Any) -> None:
    """Raise `SettingsError` where scheduler, workers and this process differ in what must be equal."""
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
    """Return the versions that must be equal, by package; of Python the first two numbers."""
    versions = {package: str(found["packages"][package]) for package in _EQUAL}
    return versions | {"python": ".".join(str(found["host"]["python"]).split(".")[:2])}


@contextmanager
def _lost_is_said() -> Iterator[None]:
    """Say in one line that the scheduler was lost."""
    from distributed import CancelledError

    try:
        yield
    except (OSError, CancelledError, TimeoutError) as error:
        raise ArchiveError(_LOST) from error


def _outcomes(client: Any, tasks: Sequence[Task], note: Callable[[str], None]) -> Iterator[Outcome]:
    from distributed import as_completed

    # Names that no other run has: what an earlier client asked for may still be worked on.
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
    """Notes once that a cluster has had no workers for some time; those of a queue may come much later."""

    def __init__(self, client: Any, note: Callable[[str], None]) -> None:
        self._client = client
        self._note = note
        self._since: float | None = None
        self._noted = False

    def look(self) -> None:
        """Look whether there are workers."""
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
