"""Work on input files on a Dask cluster: the same tasks, on workers anywhere.

A task is one input file. Workers get names and send back a few hundred bytes. A worker that dies costs the
files at hand another try; what is done is marked in the dataset, not in the cluster.
"""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from archive.bulk.dataset import Dataset, rules_version
from archive.bulk.storage import Target
from archive.bulk.task import Outcome, Task, work_on
from scraper.errors import ArchiveError, SettingsError, VoxpopError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: Seconds in which a scheduler must answer.
_PATIENCE = 30
#: So often is a file worked on whose workers die, as Dask counts them: three deaths each time.
_MOST_ROUNDS = 3


def work_on_cluster(tasks: Sequence[Task], *, scheduler: str | None, jobs: int) -> Iterator[Outcome]:
    """Yield what became of each input file, as they end.

    Args:
        tasks: The input files.
        scheduler: The address of the cluster's scheduler; None starts a cluster on this machine.
        jobs: How many workers that one has.

    Raises:
        SettingsError: Dask is missing, the scheduler does not answer, or versions differ.
        ArchiveError: The scheduler was lost, or a worker cannot write the dataset.
    """
    with _connected(scheduler, jobs) as client:
        _check_versions(client)
        yield from _outcomes(client, tasks)


@contextmanager
def _connected(scheduler: str | None, jobs: int) -> Iterator[Any]:
    try:
        from distributed import Client, LocalCluster
    except ImportError as error:
        raise SettingsError(
            "--engine dask needs Dask: install it with `pip install 'voxpop[cluster]'`"
        ) from error
    if scheduler is None:
        with (
            LocalCluster(n_workers=jobs, threads_per_worker=1, dashboard_address="127.0.0.1:0") as cluster,
            Client(cluster) as client,
        ):
            yield client
        return
    try:
        client = Client(scheduler, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise SettingsError(f"{scheduler}: no scheduler answers there ({error}): start it first") from error
    try:
        yield client
    finally:
        client.close(timeout=_PATIENCE)


def _check_versions(client: Any) -> None:
    """Raise `SettingsError` where scheduler, workers and this process differ in what must be equal."""
    try:
        client.get_versions(check=True)
    except ValueError as error:
        raise SettingsError(
            f"the cluster has other versions of packages; install the same ones everywhere. {error}"
        ) from error
    ours = rules_version()
    others = {worker: rules for worker, rules in client.run(rules_version).items() if rules != ours}
    if others:
        named = ", ".join(f"{worker} has {rules}" for worker, rules in sorted(others.items())[:3])
        raise SettingsError(
            f"the workers have another voxpop ({named}, this one is {ours}): install the same one everywhere"
        )


def _outcomes(client: Any, tasks: Sequence[Task]) -> Iterator[Outcome]:
    from distributed import as_completed

    named = {f"{task.part}": task for task in tasks}
    rounds: Counter[str] = Counter()
    futures = client.map(work_on, tasks, key=[*named], retries=2, pure=False)
    waiting = as_completed(futures)
    for future in waiting:
        task = named[future.key.partition("#")[0]]
        if future.status == "finished":
            yield future.result()
            future.release()
            continue
        error = _error_of(future)
        rounds[task.part] += 1
        if _is_death(error) and rounds[task.part] < _MOST_ROUNDS:
            key = f"{task.part}#{rounds[task.part]}"
            waiting.add(client.submit(work_on, task, key=key, retries=2, pure=False))
            continue
        if not _is_death(error):
            raise _ours(error)
        reason = f"its worker died again and again ({error}): is there enough memory?"
        Dataset(Target(task.out, task.storage)).fail(task.part, task.input, reason)
        yield Outcome(input=task.input, rows={}, error=reason)


def _error_of(future: Any) -> BaseException:
    if future.cancelled():
        return ArchiveError(
            "the scheduler was lost: start it and give the same command again; what is done is kept"
        )
    error: BaseException = future.exception()
    return error


def _is_death(error: BaseException) -> bool:
    from distributed.scheduler import KilledWorker

    return isinstance(error, KilledWorker)


def _ours(error: BaseException) -> BaseException:
    """Return an error of a worker as one that is printed in one line."""
    if isinstance(error, VoxpopError):
        return error
    if isinstance(error, OSError):
        return ArchiveError(f"a worker cannot write the dataset ({error}): check the disk")
    return error
