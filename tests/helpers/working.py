"""Work for other processes, which import it by its name; and processes that are waited for.

As a script (``python working.py``) it works for ever in two processes and prints their numbers.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from scraper.processes import each_in_order

ROOT = Path(__file__).parents[2]


def doubled(number):
    """Take longer for some than for others, so that the answers come in disorder."""
    time.sleep(number % 3 / 500)
    return 2 * number


def process_of(_number):
    return os.getpid()


def process_beside(folder, number):
    """Return the process once another one works too: the faster one may be done with everything before."""
    if number:
        Path(folder, str(os.getpid())).touch()
        assert wait_until(lambda: len(list(Path(folder).iterdir())) > 1, 60)
    return os.getpid()


def deadly(number):
    """Die of the odd numbers: of 1 by a signal, of the others by an exit."""
    if number % 2:
        if number == 1:
            os.kill(os.getpid(), signal.SIGSEGV)
        os._exit(number)
    return 2 * number


def deadly_once(file):
    """Die unless somebody died before."""
    if not Path(file).exists():
        Path(file).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "alive"


def failing(number):
    if number == 3:
        raise ZeroDivisionError("of three")
    return 2 * number


def endless(file):
    Path(file).write_text(str(os.getpid()))
    time.sleep(600)


class EndsWhereItComes:
    """Work that no other process can be given."""

    def __reduce__(self):
        return os._exit, (7,)

    def __call__(self, number):
        return 2 * number


def begin(*arguments, ignoring=(), **options):
    """Start the command as a terminal does, with default signal handlers: the suite itself may ignore signals."""

    def prepare():
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN if number in ignoring else signal.SIG_DFL)

    command = [sys.executable, "-m", "archive.main", *map(str, arguments)]
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "cwd": ROOT, **options}
    return subprocess.Popen(command, preexec_fn=prepare, **options)  # noqa: PLW1509


def wait_until(holds, seconds=10.0):
    """Return whether something holds at last."""
    end = time.monotonic() + seconds
    while not holds() and time.monotonic() < end:
        time.sleep(0.02)
    return holds()


def is_alive(pid):
    """Return whether a process runs; one that is dead and not yet waited for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def processes_in(group):
    """Return how many processes of a group run."""
    stats = []
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            stats.append(file.read_text().rpartition(")")[2].split())
        except OSError:
            continue
    return sum(stat[2] == str(group) and stat[0] != "Z" for stat in stats)


if __name__ == "__main__":
    for _ in each_in_order(endless, sys.argv[1:], task=lambda file: file, jobs=2):
        pass
