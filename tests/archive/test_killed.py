"""Killed at any moment, an archive opens, holds whole articles only, and can be completed."""

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from invented import content, generated, rows, save

from archive.verify import findings

INVENTED = Path(__file__).with_name("invented.py")
ARTICLES, KILLS = 200, 50


def started(path):
    """A process that archives, from the moment at which it opens the file."""
    command = [sys.executable, str(INVENTED), str(path), str(ARTICLES)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=INVENTED.parents[2])
    assert process.stdout.readline() == b"ready\n"
    return process


@pytest.mark.slow
def test_killed_at_random_moments(tmp_path):
    undisturbed = tmp_path / "undisturbed.db"
    process = started(undisturbed)
    begun = time.monotonic()
    process.communicate(timeout=120)
    duration = time.monotonic() - begun
    expected = content(undisturbed)
    roll, cut_short = random.Random(), 0
    for kill in range(KILLS):
        path = tmp_path / f"{kill}.db"
        process = started(path)
        time.sleep(roll.uniform(0, duration))
        process.kill()
        process.communicate(timeout=120)
        stored = rows(path, "SELECT count(*) FROM articles")[0][0] if has_tables(path) else 0
        cut_short += stored < ARTICLES
        assert not stored or findings(path, deep=True) == []
        save(path, *generated(ARTICLES))
        assert content(path) == expected, f"after {stored} articles"
        assert findings(path) == []
    assert cut_short > KILLS / 2


def has_tables(path):
    """Killed while it was made, an archive has all its tables or none."""
    if not path.exists():
        return False
    tables = rows(path, "SELECT count(*) FROM sqlite_master WHERE type = 'table'")[0][0]
    return tables > 0
