"""Kill parts of a cluster at random while `voxpop bulk` works on it, go on, and compare what came of it.

    python -m benchmarks.trials --trials 30 --files 60 --pages 500

One scheduler and three workers are processes of this machine that speak over TCP. At random moments one of
these gets `kill -9`: a worker, all workers, the process in which a worker reads, the scheduler, the client.
What is missing is started again, and the same command is given again, until it says that all is done. The
dataset must then be that of an undisturbed run: the same digests, and the same rows, none twice.
"""

from __future__ import annotations

import argparse
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import psutil

from archive.bulk.dataset import Dataset, rules_version
from archive.bulk.storage import Target
from archive.bulk.tables import TABLES
from tools.make_crawl import make_crawl

if TYPE_CHECKING:
    from collections.abc import Sequence

VICTIMS = ("a worker", "all workers", "a process of a worker", "the scheduler", "the client")
#: Seconds in which a client must end that nobody disturbs any more.
PATIENCE = 900
#: Exit codes of a client that was killed, or that lost its scheduler.
EXPECTED = {0, 3, -9}


@dataclass
class Cluster:
    """A scheduler and workers, as processes of this machine.

    Attributes:
        folder: Where their logs are.
        how_many: How many workers there are.
        threads: How many threads each has.
        client: The command that gives them work, while it runs.
    """

    folder: Path
    how_many: int = 3
    threads: int = 1
    scheduler: subprocess.Popen[bytes] | None = None
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)
    client: subprocess.Popen[bytes] | None = None
    port: int = field(default_factory=lambda: free_port())  # noqa: PLW0108 -- defined below

    @property
    def address(self) -> str:
        """Return the address of the scheduler."""
        return f"tcp://127.0.0.1:{self.port}"

    def mend(self) -> None:
        """Start what is missing."""
        if self.scheduler is None or self.scheduler.poll() is not None:
            where = ["--host", "127.0.0.1", "--port", str(self.port), "--no-dashboard"]
            self.scheduler = self.start("distributed.cli.dask_scheduler", *where)
        self.workers = [worker for worker in self.workers if worker.poll() is None]
        while len(self.workers) < self.how_many:
            how = ["--nthreads", str(self.threads), "--no-nanny", "--no-dashboard", "--host", "127.0.0.1"]
            self.workers.append(self.start("distributed.cli.dask_worker", self.address, *how))

    def start(self, module: str, *arguments: str) -> subprocess.Popen[bytes]:
        """Start a process, with a log of its own."""
        with (self.folder / f"{module}.log").open("ab") as log:
            return subprocess.Popen([sys.executable, "-m", module, *arguments], stdout=log, stderr=log)

    def work(self, out: Path, crawl: Path) -> None:
        """Give the command."""
        how = ["--engine", "dask", "--scheduler", self.address]
        command = [sys.executable, "-m", "archive.main", "bulk", str(out), str(crawl), *how]
        with (self.folder / "client.log").open("ab") as log:
            self.client = subprocess.Popen(command, stdout=log, stderr=log)

    def kill(self, victim: str, dice: random.Random) -> None:
        """Kill what stands for a victim."""
        for process in self.victims(victim, dice):
            with suppress(psutil.NoSuchProcess, ProcessLookupError):
                process.kill()
            if isinstance(process, subprocess.Popen):
                process.wait()

    def victims(self, victim: str, dice: random.Random) -> Sequence[subprocess.Popen[bytes] | psutil.Process]:
        """Return the processes that are to be killed."""
        if victim == "a worker":
            return [dice.choice(self.workers)]
        if victim == "all workers":
            return self.workers
        if victim == "a process of a worker":
            with suppress(psutil.NoSuchProcess):
                return psutil.Process(dice.choice(self.workers).pid).children()
            return []
        found = self.scheduler if victim == "the scheduler" else self.client
        return [] if found is None else [found]

    def close(self) -> None:
        """End all that runs."""
        for process in (self.client, *self.workers, self.scheduler):
            if process is not None:
                process.kill()
                process.wait()


def free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


def trial(  # noqa: PLR0913, PLR0917 -- where, and how
    crawl: Path, out: Path, logs: Path, dice: random.Random, kills: int, pause: float
) -> Counter[str]:
    """Make a dataset while its makers are killed; return what was killed how often."""
    killed: Counter[str] = Counter()
    cluster = Cluster(logs)
    try:
        cluster.mend()
        cluster.work(out, crawl)
        while sum(killed.values()) < kills:
            time.sleep(dice.uniform(0, pause))
            victim = dice.choice(VICTIMS)
            cluster.kill(victim, dice)
            killed[victim] += 1
            time.sleep(dice.uniform(0, pause / 4))
            cluster.mend()
            if (code := cluster.client.poll() if cluster.client else 0) is not None:
                check_code(code, logs)
                if code == 0:  # all was done before
                    return killed
                cluster.work(out, crawl)
        finish(cluster, out, crawl)
    finally:
        cluster.close()
    return killed


def finish(cluster: Cluster, out: Path, crawl: Path) -> None:
    """Give the command until it says that all is done."""
    deadline = time.monotonic() + PATIENCE
    while True:
        cluster.mend()
        code = cluster.client.poll() if cluster.client else 0
        if code is None:
            if time.monotonic() > deadline:
                raise SystemExit(f"hangs: see {cluster.folder}")
            time.sleep(0.5)
            continue
        check_code(code, cluster.folder)
        if code == 0:
            return
        cluster.work(out, crawl)


def check_code(code: int, logs: Path) -> None:
    """Exit where a client ended in another way than it should."""
    if code not in EXPECTED:
        raise SystemExit(f"exit code {code}: {(logs / 'client.log').read_text('utf-8')[-2000:]}")


def differences(one: Path, other: Path) -> list[str]:
    """Say in what two datasets differ: parts, digests, rows, what is left over."""
    said = []
    first, second = (digests(out) for out in (one, other))
    said += [
        f"{part}: {first.get(part)} and {second.get(part)}"
        for part in first.keys() | second.keys()
        if first.get(part) != second.get(part)
    ]
    for out in (one, other):
        said += [f"left over: {path}" for name in ("_failed", "_running") for path in (out / name).glob("*")]
    for table in TABLES:
        rows = [rows_of(out, table) for out in (one, other)]
        said += [f"{table}: {len(rows[0])} and {len(rows[1])} rows"] * (rows[0] != rows[1])
    return said


def digests(out: Path) -> dict[str, dict[str, str]]:
    """Return the digests that the markers of a dataset name."""
    dataset = Dataset(Target(str(out)))
    return {part: dataset.marker(part).digests for part in dataset.done(rules_version())}


def rows_of(out: Path, table: str) -> list[tuple[object, ...]]:
    """Read a table as its readers do, through views.sql."""
    connection = duckdb.connect()
    connection.execute(f"SET file_search_path = '{out}'")
    connection.execute((out / "views.sql").read_text("utf-8"))
    return sorted(connection.execute(f"SELECT * FROM {table}").fetchall(), key=repr)  # noqa: S608


def undisturbed(crawl: Path, out: Path) -> None:
    """Make the dataset that is right."""
    subprocess.run([sys.executable, "-m", "archive.main", "bulk", str(out), str(crawl), "-q"], check=True)


def main() -> None:
    """Run the trials that the command line asks for."""
    parser = argparse.ArgumentParser(description="Kill parts of a cluster at random, and compare the datasets.")
    parser.add_argument("--trials", type=int, default=30)
    parser.add_argument("--files", type=int, default=60)
    parser.add_argument("--pages", type=int, default=500, help="in each file")
    parser.add_argument("--kilobytes", type=int, default=80, help="size of a page, about")
    parser.add_argument("--kills", type=int, default=5, help="in each trial")
    parser.add_argument("--pause", type=float, default=20.0, help="most seconds between two")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="voxpop-trials-"))
    crawl, killed, wrong = folder / "crawl", Counter[str](), 0
    make_crawl(crawl, options.files, options.pages, kilobytes=options.kilobytes)
    undisturbed(crawl, folder / "undisturbed")
    for number in range(options.trials):
        dice, out, logs = random.Random(f"{options.seed} {number}"), folder / "out", folder / f"{number}"
        logs.mkdir()
        started = time.monotonic()
        now = trial(crawl, out, logs, dice, options.kills, options.pause)
        said = differences(folder / "undisturbed", out)
        killed += now
        wrong += bool(said)
        print(f"{number}: {dict(now)} in {time.monotonic() - started:.0f} s: {said or 'the same'}", flush=True)
        if not said:
            shutil.rmtree(out)
    made = f"{options.trials} trials, {options.files} files of {options.pages} pages"
    print(f"{made}: {dict(killed)}; {wrong} differ")
    if not wrong:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
