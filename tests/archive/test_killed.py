"""Killed at any moment, an archive opens, holds whole articles only, and can be completed."""

import os
import random
import signal
import sqlite3
import time
from contextlib import closing

import pytest
from invented import content, generated, save

from archive.database import open_to_read
from archive.status.figures import status
from archive.verify.counts import findings
from scraper.errors import ArchiveError

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
        stored = number_stored(path)
        cut_short += stored < ARTICLES
        if stored == ARTICLES:  # it was done: on a busy machine, the undisturbed one took longer
            duration *= 0.9
        assert not stored or findings(path, deep=True) == []
        save(path, *everything)
        assert content(path) == expected, f"after {stored} articles"
    assert cut_short > KILLS / 2


def number_stored(path):
    """Killed while it was made, an archive has all its tables or none."""
    if not path.exists():
        return 0
    try:
        with closing(open_to_read(path)) as db:
            return db.execute("SELECT count(*) FROM articles").fetchone()[0]
    except ArchiveError as error:
        if "is empty" in str(error):
            return 0
        raise


def test_a_journal_left_behind_is_rolled_back_before_reading(path):
    """Before it becomes a WAL database, a killed one may have a hot journal, which readers cannot roll back."""

    def half():
        connection = sqlite3.connect(path, isolation_level=None)
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN")
        connection.execute("UPDATE articles SET title = 'half'")
        connection.execute("CREATE TABLE large AS SELECT randomblob(100000) AS big")
        os.kill(os.getpid(), signal.SIGKILL)

    save(path, *generated(5))
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()
    os.waitpid(begin(half), 0)
    assert path.with_name(f"{path.name}-journal").stat().st_size > 0
    assert status(path).counts["articles"] == 5
    assert findings(path, deep=True) == []
