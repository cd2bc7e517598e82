"""Runs commands in this process, for tests and fixtures where only what a command says and does matters."""

from __future__ import annotations

import json
import signal
import threading
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from click.testing import CliRunner

from archive.cli import cli


@dataclass(frozen=True)
class Answer:
    """What one run of the command gave."""

    code: int
    out: str
    err: str

    @property
    def records(self) -> list[dict]:
        return [json.loads(line) for line in self.out.splitlines()]


@contextmanager
def handlers_kept():
    """Restore the signal handlers: a command that ends leaves signals ignored until its process exits."""
    kept = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)


def run_here(*arguments: object, **options: object) -> Answer:
    """Run a command in this process and on one core: it costs a tenth of a process.

    Options are those of click's runner: `input` for stdin, `env` for variables.
    """
    with pytest.MonkeyPatch.context() as patch, handlers_kept():
        patch.setattr("scraper.processes.usable_cores", lambda: 1)
        if threading.current_thread() is not threading.main_thread():
            patch.setattr("signal.signal", lambda *_: signal.SIG_DFL)  # only the main thread may set handlers
        given = [str(argument) for argument in arguments]
        done = CliRunner().invoke(cli, given, prog_name="voxpop", **options)
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return Answer(done.exit_code, done.stdout, done.stderr)


def succeed(*arguments: object) -> Answer:
    """Run a command in this process; raise AssertionError if it fails."""
    answer = run_here(*arguments)
    assert answer.code == 0, answer.err
    return answer
