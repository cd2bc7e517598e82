"""How long ``voxpop --help`` takes beside a Python that does nothing."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path
from statistics import median

COMMANDS = {
    "`python -c pass`": [sys.executable, "-c", "pass"],
    "`voxpop --help`": [str(Path(sys.executable).with_name("voxpop")), "--help"],
}


def measure_startup(rounds: int) -> dict[str, float]:
    """Give the CPU seconds of each command, the median of the rounds, in turns after one warm-up."""
    taken: dict[str, list[float]] = {title: [] for title in COMMANDS}
    for _ in range(rounds + 1):
        for title, command in COMMANDS.items():
            taken[title].append(_cpu(command))
    return {title: median(times[1:]) for title, times in taken.items()}


def _cpu(command: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
