"""Measure how much faster several processes are than one, in one run and on the same pages.

    python -m benchmarks.jobs [--jobs 2] [--pages 1000] [--rounds 5] [--command extract|archive|bulk]

The command runs with one process and with several, in turns. What counts is the ratio of a round, and the
median of the rounds: of the seconds of the whole command, and of the pages a second once 400 were read, when
every process has made its patterns. `bulk` reads crawl files of 500 invented pages and tells nothing
of single ones: there the pages a second are those of the whole command. While other programs use the cores
the clock says little, so the load and the CPU time are printed, too.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from statistics import median

from benchmarks.pages import ROOT, html_pages
from tools.make_crawl import make_crawl

#: So many pages are read before the throughput is measured.
WARM = 400
_PAGES_OF_A_FILE = 500


@dataclass(frozen=True, slots=True)
class Run:
    """One run of the command.

    Attributes:
        seconds: Of the clock, from its start to its end.
        throughput: Pages a second behind the first `WARM`.
        cpu: Seconds of the CPU, of all its processes.
    """

    seconds: float
    throughput: float
    cpu: float


def main() -> None:
    """Print one JSON line for each round, and one with the medians."""
    options = _options()
    become_parent_of_orphans = (
        36  # PR_SET_CHILD_SUBREAPER of Linux; the processes outlive the command a moment
    )
    ctypes.CDLL(None).prctl(become_parent_of_orphans, 1, 0, 0, 0)
    with tempfile.TemporaryDirectory() as place:
        pages = (_crawl if options.command == "bulk" else _pages)(Path(place), options.pages)
        _measured(options.command, 1, pages)  # reads all files once
        rounds = [_round(options, pages) for _ in range(options.rounds)]
    names = ("faster", "faster_once_warm", "cpu_of_one")
    medians = {name: round(median(row[name] for row in rounds), 2) for name in names}
    print(json.dumps({"pages": options.pages, "command": options.command, "median": medians}))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure how much faster several processes are than one.")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--pages", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--command", choices=("extract", "archive", "bulk"), default="extract")
    return parser.parse_args()


def _pages(place: Path, number: int) -> Path:
    """Fill a folder with pages, each as often as it takes."""
    folder, decoded = place / "pages", place / "decoded"
    folder.mkdir()
    decoded.mkdir()
    for count, path in enumerate(islice(cycle(html_pages(decoded).paths), number)):
        shutil.copy(path, folder / f"{count:05}.html")
    return folder


def _crawl(place: Path, number: int) -> Path:
    """Fill a folder with crawl files."""
    make_crawl(place / "crawl", -(-number // _PAGES_OF_A_FILE), _PAGES_OF_A_FILE)
    return place / "crawl"


def _round(options: argparse.Namespace, pages: Path) -> dict[str, float]:
    before = os.getloadavg()[0]
    one, many = (_measured(options.command, jobs, pages) for jobs in (1, options.jobs))
    row = {
        "one_s": one.seconds,
        "many_s": many.seconds,
        "faster": one.seconds / many.seconds,
        "one_pages_per_s": one.throughput,
        "many_pages_per_s": many.throughput,
        "faster_once_warm": many.throughput / one.throughput,
        "one_cpu_s": one.cpu,
        "cpu_of_one": many.cpu / one.cpu,
        "load_before": before,
        "load_after": os.getloadavg()[0],
    }
    row = {name: round(value, 2) for name, value in row.items()}
    print(json.dumps(row), flush=True)
    return row


def _measured(command: str, jobs: int, pages: Path) -> Run:
    """Run the command; its lines tell when each page was done."""
    with tempfile.TemporaryDirectory() as place:
        output = {"archive": [str(Path(place) / "reactions.db")], "bulk": [str(Path(place) / "dataset")]}
        options = ["--jobs", str(jobs), *output.get(command, ()), str(pages)]
        verbose = ["-q"] if command == "bulk" else ["-v"]
        whole = [sys.executable, "-m", "archive.main", command, *verbose, *options]
        cpu, begin = _cpu(), time.perf_counter()
        with subprocess.Popen(whole, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as running:
            done = [time.perf_counter() for _ in running.stderr or ()]
        end = time.perf_counter()
    if command == "bulk" and running.returncode == 0:
        number = _PAGES_OF_A_FILE * len(list(pages.iterdir()))
        return Run(end - begin, number / (end - begin), _cpu() - cpu)
    if running.returncode not in {0, 1} or len(done) <= WARM:  # some of the pages may be no articles
        raise SystemExit(f"{' '.join(whole)} ended with {running.returncode}")
    return Run(end - begin, (len(done) - WARM) / (done[-1] - done[WARM - 1]), _cpu() - cpu)


def _cpu() -> float:
    """Return the CPU time of all descendants that are over; wait for those that have lost their parent."""
    with suppress(ChildProcessError):
        while True:
            os.waitpid(-1, 0)
    times = os.times()
    return times.children_user + times.children_system


if __name__ == "__main__":
    main()
