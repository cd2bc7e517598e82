"""Runs commands in this process, for tests and fixtures where only what a command says and does matters."""

from __future__ import annotations

import json
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


def run_here(*arguments: object) -> Answer:
    """Run a command in this process and on one core: it costs a tenth of a process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("scraper.processes.ordered.usable_cores", lambda: 1)
        done = CliRunner().invoke(cli, [str(argument) for argument in arguments], prog_name="voxpop")
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return Answer(done.exit_code, done.stdout, done.stderr)


def succeed(*arguments: object) -> Answer:
    """Run a command in this process; raise AssertionError if it fails."""
    answer = run_here(*arguments)
    assert answer.code == 0, answer.err
    return answer
