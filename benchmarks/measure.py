"""Runs tools in processes of their own, in turns, and collects what they took and what they found."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from statistics import median
from typing import TYPE_CHECKING, Any

from benchmarks.pages import ROOT
from benchmarks.tools import TOOLS
from benchmarks.worker import MARK

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from benchmarks.pages import PageSet


@dataclass(slots=True, kw_only=True)
class Measured:
    """One tool on one set of pages.

    Attributes:
        title: How the table calls the tool.
        version: Of its package.
        missing: Why it could not be loaded; everything else is empty then.
        late: It did not finish within the limit.
        rounds: CPU seconds by round and page.
        ids: Tweets found, by page.
        failures: ``page: error`` for each page the tool failed on.
        imported: Bytes held once the tool was imported.
        peak: Most bytes held.
    """

    title: str
    version: str = ""
    missing: str | None = None
    late: bool = False
    rounds: list[list[float]] = field(default_factory=list)
    ids: list[set[str]] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    imported: int = 0
    peak: int = 0

    @property
    def seconds(self) -> list[float]:
        """CPU seconds of each page: the median of the rounds."""
        return [median(times) for times in zip(*self.rounds, strict=True)]

    @property
    def total(self) -> float:
        """CPU seconds of one round over all pages: the median of the rounds; 0.0 without any."""
        return median(sum(times) for times in self.rounds) if self.rounds else 0.0


class _Late(Exception):  # noqa: N818 - it ends a wait, it is no error
    """A worker was ended because it took too long."""


class _Running:
    """A worker process and the questions it can be asked."""

    def __init__(self, process: subprocess.Popen[str], seconds: float) -> None:
        self._process = process
        self._seconds = seconds

    def ask(self, question: str) -> Any:
        """Ask and wait; a worker that takes longer than the limit is ended."""
        if self._process.stdin is None or self._process.poll() is not None:
            raise _Late
        self._process.stdin.write(question + "\n")
        self._process.stdin.flush()
        return self.hear()

    def hear(self) -> Any:
        """Wait for one answer."""
        timer = threading.Timer(self._seconds, self._process.kill)
        timer.start()
        try:
            lines = self._process.stdout or ()
            return next(json.loads(line[1:]) for line in lines if line.startswith(MARK))
        except StopIteration:
            raise _Late from None
        finally:
            timer.cancel()


def measure(  # noqa: PLR0913 - what to measure, on what, where, and three limits
    names: Sequence[str],
    pages: PageSet,
    folder: Path,
    *,
    rounds: int,
    peers: str = sys.executable,
    limit: float = 120.0,
) -> dict[str, Measured]:
    """Measure tools on the same pages, one warm-up and then round by round in turns.

    Args:
        names: Keys of `TOOLS`.
        pages: What they read.
        folder: A scratch folder.
        rounds: How often each tool goes over all pages, after the warm-up.
        peers: The interpreter that has the other tools.
        limit: Seconds a tool may take for one round.
    """
    manifest = pages.manifest(folder)
    results = {name: Measured(title=TOOLS[name].title) for name in names}
    with ExitStack() as stack:
        running = {
            name: stack.enter_context(_worker(name, manifest, peers if TOOLS[name].peer else sys.executable, limit))
            for name in names
        }
        for step in ("hello", "found", *["round"] * rounds, "memory"):
            for name, worker in running.items():
                _take(step, worker, results[name])
    return results


def _take(step: str, worker: _Running, result: Measured) -> None:
    """Do one step with one worker, unless it is missing or was too slow before."""
    if result.missing or result.late:
        return
    try:
        answer = worker.hear() if step == "hello" else worker.ask(step)
    except _Late:
        result.late = True
        return
    if step == "round":
        result.rounds.append(answer)
        return
    for key, value in answer.items():
        if key != "python":
            setattr(result, key, [set(ids) for ids in value] if key == "ids" else value)


@contextmanager
def _worker(name: str, manifest: Path, interpreter: str, limit: float) -> Iterator[_Running]:
    command = [interpreter, "-W", "ignore", "-m", "benchmarks.worker", name, str(manifest)]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
        errors="replace",
    )
    try:
        yield _Running(process, limit)
    finally:
        process.kill()
        process.communicate()
