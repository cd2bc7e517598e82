"""Measure how much faster several processes are than one, in one run and on the same pages.

    python -m benchmarks.jobs [--jobs 2] [--pages 600] [--rounds 5] [--command extract]

The command runs with one process and with several, in turns. What counts is the ratio of the clock times of a
round, and their median. While other programs use the cores, the clock says little: the load before and after
is printed, and so is the CPU time of each, whose ratio shows what the processes cost beside the work itself.
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
from itertools import cycle, islice
from pathlib import Path
from statistics import median

from benchmarks.pages import ROOT, html_pages


def main() -> None:
    """Print one JSON line for each round, and one with the medians."""
    options = _options()
    become_parent_of_orphans = (
        36  # PR_SET_CHILD_SUBREAPER of Linux; the processes outlive the command a moment
    )
    ctypes.CDLL(None).prctl(become_parent_of_orphans, 1, 0, 0, 0)
    with tempfile.TemporaryDirectory() as place:
        pages = _pages(Path(place), options.pages)
        _measured(options.command, 1, pages)  # reads all files once
        rounds = [_round(options, pages) for _ in range(options.rounds)]
    medians = {name: round(median(row[name] for row in rounds), 3) for name in ("faster", "cpu_of_one")}
    print(json.dumps({"pages": options.pages, "command": options.command, "median": medians}))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure how much faster several processes are than one.")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--pages", type=int, default=600)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--command", choices=("extract", "archive", "reextract"), default="extract")
    return parser.parse_args()


def _pages(place: Path, number: int) -> Path:
    """Fill a folder with pages, each as often as it takes."""
    folder, decoded = place / "pages", place / "decoded"
    folder.mkdir()
    decoded.mkdir()
    for count, path in enumerate(islice(cycle(html_pages(decoded).paths), number)):
        shutil.copy(path, folder / f"{count:05}.html")
    return folder


def _round(options: argparse.Namespace, pages: Path) -> dict[str, float]:
    before = os.getloadavg()[0]
    one, one_cpu = _measured(options.command, 1, pages)
    many, many_cpu = _measured(options.command, options.jobs, pages)
    row = {
        "load_before": round(before, 1),
        "one_s": round(one, 2),
        "many_s": round(many, 2),
        "faster": round(one / many, 3),
        "cpu_of_one": round(many_cpu / one_cpu, 3),
        "load_after": round(os.getloadavg()[0], 1),
    }
    print(json.dumps(row), flush=True)
    return row


def _measured(command: str, jobs: int, pages: Path) -> tuple[float, float]:
    """Return the seconds of the clock and of the CPU, those of all processes together."""
    with tempfile.TemporaryDirectory() as place:
        database = str(Path(place) / "reactions.db")
        if command == "reextract":
            _run("archive", database, str(pages))
        sources = {"extract": [str(pages)], "archive": [database, str(pages)], "reextract": [database]}
        cpu, clock = _cpu(), time.perf_counter()
        _run(command, "--jobs", str(jobs), *sources[command])
        seconds = time.perf_counter() - clock
        return seconds, _cpu() - cpu


def _cpu() -> float:
    """Return the CPU time of all descendants that are over; wait for those that have lost their parent."""
    with suppress(ChildProcessError):
        while True:
            os.waitpid(-1, 0)
    times = os.times()
    return times.children_user + times.children_system


def _run(*arguments: str) -> None:
    command = [sys.executable, "-m", "archive.main", *arguments]
    done = subprocess.run(
        command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False
    )
    if done.returncode not in {0, 1}:  # some of the pages may be no articles
        raise SystemExit(f"{' '.join(command)} ended with {done.returncode}")


if __name__ == "__main__":
    main()
