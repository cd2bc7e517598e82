"""Measure how much faster several processes are than one, in one run and on the same pages.

    python -m benchmarks.jobs [--jobs 2] [--pages 1000] [--rounds 5] [--command extract|archive|bulk]

The command runs with one process and with several, in turns. What counts is the ratio of a round, and the
median of the rounds: of the seconds of the whole command, and of the pages a second once 400 were read, when
every process has made its patterns. `bulk` reads crawl files of 500 invented pages and tells nothing
of single ones: there the pages a second are those of the whole command. While other programs use the cores
the clock says little, so the load and the CPU time are printed, too.

Cores that share caches or, as on most virtual machines, hardware are each slower when all are busy. So each
round also starts as many separate commands with one process each at the same time, on a part of the pages
each: `apart` is what the machine gives to programs that have nothing to do with each other.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
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
    become_parent_of_orphans()
    with tempfile.TemporaryDirectory() as place:
        pages = (_crawl if options.command == "bulk" else _pages)(Path(place), options.pages)
        parts = _parts(Path(place), pages, options.jobs)
        _measured(options.command, 1, [pages])  # reads all files once
        rounds = [_round(options, pages, parts) for _ in range(options.rounds)]
    names = ("faster", "faster_once_warm", "apart", "cpu_of_one")
    medians = {name: round(median(row[name] for row in rounds), 2) for name in names}
    print(json.dumps({"pages": options.pages, "command": options.command, "median": medians}))


def become_parent_of_orphans() -> None:
    """Take over the processes of a command, which outlive it a moment, so that their time is counted."""
    set_child_subreaper = 36  # of Linux
    ctypes.CDLL(None).prctl(set_child_subreaper, 1, 0, 0, 0)


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


def _parts(place: Path, pages: Path, number: int) -> list[Path]:
    """Deal the files of a folder out to so many folders, as links."""
    folders = [place / f"part{n}" for n in range(number)]
    for folder in folders:
        folder.mkdir()
    for path, folder in zip(sorted(pages.iterdir()), cycle(folders), strict=False):
        os.link(path, folder / path.name)
    return folders


def _round(options: argparse.Namespace, pages: Path, parts: list[Path]) -> dict[str, float]:
    before = os.getloadavg()[0]
    one, many = (_measured(options.command, jobs, [pages]) for jobs in (1, options.jobs))
    apart = _measured(options.command, 1, parts)
    row = {
        "one_s": one.seconds,
        "many_s": many.seconds,
        "faster": one.seconds / many.seconds,
        "one_pages_per_s": one.throughput,
        "many_pages_per_s": many.throughput,
        "faster_once_warm": many.throughput / one.throughput,
        "one_cpu_s": one.cpu,
        "apart": one.seconds / apart.seconds,
        "cpu_of_one": many.cpu / one.cpu,
        "cpu_apart": apart.cpu / one.cpu,
        "load_before": before,
        "load_after": os.getloadavg()[0],
    }
    row = {name: round(value, 2) for name, value in row.items()}
    print(json.dumps(row), flush=True)
    return row


def _measured(command: str, jobs: int, folders: list[Path]) -> Run:
    """Run the command over each folder, all at once; its lines tell when each page of the first was done."""
    with tempfile.TemporaryDirectory() as place:
        whole = [_arguments(command, jobs, pages, Path(place)) for pages in folders]
        cpu, begin = cpu_of_children(), time.perf_counter()
        running = [subprocess.Popen(one, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) for one in whole]
        with ThreadPoolExecutor(len(running)) as readers:
            done = next(iter(readers.map(_times_of_lines, running)))
        end = time.perf_counter()
    if command == "bulk" and all(process.returncode == 0 for process in running):
        number = _PAGES_OF_A_FILE * sum(len(list(pages.iterdir())) for pages in folders)
        return Run(end - begin, number / (end - begin), cpu_of_children() - cpu)
    codes = {process.returncode for process in running}
    if not codes <= {0, 1} or len(done) <= WARM:  # some of the pages may be no articles
        raise SystemExit(f"{' '.join(whole[0])} ended with {codes}")
    return Run(end - begin, (len(done) - WARM) / (done[-1] - done[WARM - 1]), cpu_of_children() - cpu)


def _arguments(command: str, jobs: int, pages: Path, place: Path) -> list[str]:
    output = {"archive": [str(place / f"{pages.name}.db")], "bulk": [str(place / pages.name)]}
    options = ["--jobs", str(jobs), *output.get(command, ()), str(pages)]
    verbose = ["-q"] if command == "bulk" else ["-v"]
    return [sys.executable, "-m", "archive.main", command, *verbose, *options]


def _times_of_lines(running: subprocess.Popen[bytes]) -> list[float]:
    """Return when each line came; wait for the end."""
    with running:
        return [time.perf_counter() for _ in running.stderr or ()]


def cpu_of_children() -> float:
    """Return the CPU time of all descendants that are over; wait for those that have lost their parent."""
    with suppress(ChildProcessError):
        while True:
            os.waitpid(-1, 0)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
