"""Killed at any moment, an archive opens, holds whole articles only, and can be completed."""

import os
import random
import signal
import time

import pytest
from invented import content, generated, rows, save

from archive.verify import findings

ARTICLES, KILLS = 200, 50


def begin(work):
    """Let a process of its own do some work; give its number when it begins."""
    begun, beginning = os.pipe()
    process = os.fork()
    if not process:
        try:
            os.write(beginning, b".")
            work()
        finally:
            os._exit(0)
    os.read(begun, 1)
    os.close(begun)
    os.close(beginning)
    return process


@pytest.mark.slow
def test_killed_at_random_moments(tmp_path):
    everything = list(generated(ARTICLES))
    undisturbed = tmp_path / "undisturbed.db"
    started = time.monotonic()
    os.waitpid(begin(lambda: save(undisturbed, *everything)), 0)
    duration = time.monotonic() - started
    expected = content(undisturbed)
    roll, cut_short = random.Random(), 0
    for kill in range(KILLS):
        path = tmp_path / f"{kill}.db"
        process = begin(lambda path=path: save(path, *everything))
        time.sleep(roll.uniform(0, duration))
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        stored = rows(path, "SELECT count(*) FROM articles")[0][0] if has_tables(path) else 0
        cut_short += stored < ARTICLES
        assert not stored or findings(path, deep=True) == []
        save(path, *everything)
        assert content(path) == expected, f"after {stored} articles"
    assert cut_short > KILLS / 2


def has_tables(path):
    """Killed while it was made, an archive has all its tables or none."""
    if not path.exists():
        return False
    tables = rows(path, "SELECT count(*) FROM sqlite_master WHERE type = 'table'")[0][0]
    return tables > 0
