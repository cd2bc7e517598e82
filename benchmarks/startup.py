"""CPU time of commands that do little, beside a Python that does nothing."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.jobs import become_parent_of_orphans, cpu_of_children

ROOT = Path(__file__).resolve().parents[1]
ARTICLES = ROOT / "examples" / "articles"
#: Title -> arguments. NEW is an archive that does not exist yet, SMALL is one of the example articles.
COMMANDS = {
    "`voxpop --help`": ("--help",),
    "`voxpop extract` of one page": ("extract", "PAGE"),
    "`voxpop extract --jobs 2` of two pages": ("extract", "--jobs", "2", "PAGE", "PAGE"),
    "`voxpop status` of a small archive": ("status", "SMALL"),
    "`voxpop archive` of one page": ("archive", "NEW", "PAGE"),
    "`voxpop serve --get` of a table": ("serve", "SMALL", "--get", "/small/reactions.json"),
}


def measure_startup(rounds: int) -> dict[str, float]:
    """Return the CPU seconds of each command, the least of the rounds, in turns after one warm-up."""
    become_parent_of_orphans()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _cpu(_voxpop(folder, 0, ("archive", "SMALL", str(ARTICLES))))
        taken: dict[str, list[float]] = {}
        for at in range(rounds + 1):
            commands = {title: _voxpop(folder, at, arguments) for title, arguments in COMMANDS.items()}
            for title, command in {"`python -c pass`": [sys.executable, "-c", "pass"], **commands}.items():
                taken.setdefault(title, []).append(_cpu(command))
    return {title: min(times[1:]) for title, times in taken.items()}


def _voxpop(folder: Path, at: int, arguments: tuple[str, ...]) -> list[str]:
    paths = {
        "PAGE": str(next(ARTICLES.glob("01-*.html"))),
        "SMALL": str(folder / "small.db"),
        "NEW": str(folder / f"new-{at}.db"),
    }
    command = str(Path(sys.executable).with_name("voxpop"))
    return [command, *(paths.get(argument, argument) for argument in arguments)]


def _cpu(command: list[str]) -> float:
    """Return the CPU seconds of a command and of the processes that it started."""
    before = cpu_of_children()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return cpu_of_children() - before
