"""Every signal that asks a command to end stops it in order: processes of their own, and real signals."""

from __future__ import annotations

import errno
import itertools
import os
import signal
import sqlite3
import sys
import warnings
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from dying import Forked, at_step, command, ended, moments, steps_of
from working import begin, wait_until

from archive.schedule import run_once
from archive.settings import read_settings
from archive.status import schedule_report
from archive.verify.check import capture_findings, findings
from scraper.errors import ArchiveError, SettingsError

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[3]
GOOD = "Fans sang on. — tove (@tove_on_dunes) February 1, 2020\n"
WORDS = {"SIGINT": "stopped by hand", "SIGTERM": "stopped by SIGTERM", "SIGHUP": "stopped by SIGHUP"}
SIGNALS = [pytest.param(getattr(signal, name), words, id=name) for name, words in WORDS.items()]


def settle(folder, farm, *urls, **fetch):
    values = {"allow_private": "true", "delay": 0, "concurrency": 8, "attempts": 1, **fetch}
    lines = "\n".join(f"{name} = {value}" for name, value in values.items())
    feed = farm.serve("/feed", farm.rss(*urls), 99)
    file = folder / "voxpop.toml"
    file.write_text(
        f'database = "a.db"\ncaptures = "captures"\n[fetch]\n{lines}\n[[sources]]\nname = "s"\nfeed = "{feed}"\n'
    )
    return file


def rows(file, query):
    with closing(sqlite3.connect(file)) as db:
        return db.execute(query).fetchall()


def whole(folder):
    """Tell whether nothing is wrong with an archive and its captures."""
    return not findings(folder / "a.db") + capture_findings(folder / "a.db", folder / "captures", deep=True)


@pytest.fixture
def good(tmp_path):
    file = tmp_path / "good.txt"
    file.write_text(GOOD)
    return file


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("archive", "SIGINT"),
        ("extract", "SIGTERM"),
        ("archive", "SIGHUP"),
        pytest.param("extract", "SIGINT", marks=pytest.mark.thorough),
        pytest.param("archive", "SIGTERM", marks=pytest.mark.thorough),
        pytest.param("extract", "SIGHUP", marks=pytest.mark.thorough),
    ],
)
def test_one_off_work_is_stopped(tmp_path, good, command, name):
    """The pipe that is named last never answers, so that the work is in the midst of it."""
    os.mkfifo(tmp_path / "pipe")
    database = [tmp_path / "a.db"] if command == "archive" else []
    work = begin(command, *database, good, tmp_path / "pipe")
    with (tmp_path / "pipe").open("wb"):  # waits until it is opened to be read
        work.send_signal(getattr(signal, name))
        out, err = work.communicate(timeout=60)
    assert (work.returncode, err, out.count("\n")) == (130, f"voxpop: {WORDS[name]}\n", 1)
    if database:
        assert out.endswith("a.db: 1 article (1 new), 1 embed of 1 post, 0 quotes, 0 hashtags\n")
        assert rows(*database, "SELECT count(*) FROM posts") == [(1,)]


@pytest.mark.parametrize(("number", "words"), SIGNALS[:2])
def test_an_export_that_is_stopped_leaves_nothing_behind(voxpop_here, tmp_path, good, number, words):
    voxpop_here("archive", tmp_path / "a.db", good)
    endless = "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n"
    out = tmp_path / "out.csv"
    work = begin("export", tmp_path / "a.db", "--sql", endless, "-o", out)
    assert wait_until(lambda: any(part.stat().st_size for part in tmp_path.glob(".out.csv.*")), 60)
    work.send_signal(number)
    _, err = work.communicate(timeout=60)
    assert (work.returncode, err) == (130, f"voxpop: {words}\n")
    assert not out.exists()
    assert not [*tmp_path.glob(".out.csv.*")]


def test_a_second_reading_is_stopped(farm, voxpop_here, tmp_path):
    """Its lines fill the pipe that nobody reads, so that it is in the midst of its work."""
    urls = [farm.serve(f"/{n}{'x' * 1_900}", farm.page(f"Story {n}", farm.post(n)), n) for n in range(12)]
    assert voxpop_here("run", "-c", settle(tmp_path, farm, *urls)).code == 0
    with closing(sqlite3.connect(tmp_path / "a.db")) as db:
        db.executescript("DELETE FROM embeds; UPDATE articles SET record = 'as an older version read it'")
    work = begin("reextract", tmp_path / "a.db", pipesize=4096)
    assert work.stdout.read(1) == "h"
    work.send_signal(signal.SIGTERM)
    out, err = work.communicate(timeout=60)
    assert (work.returncode, err) == (130, "voxpop: stopped by SIGTERM\n")
    assert out.count("\n") < 12
    assert voxpop_here("reextract", tmp_path / "a.db").code == 0
    assert rows(tmp_path / "a.db", "SELECT count(*) FROM embeds") == [(12,)]
    assert whole(tmp_path)


@pytest.mark.parametrize(("number", "words"), SIGNALS)
def test_a_run_that_is_stopped_says_so(farm, held, tmp_path, number, words):
    urls = [farm.serve("/one", farm.page("One", farm.post(1)), 1), farm.serve("/held", held, 2)]
    file = settle(tmp_path, farm, *urls)
    run = Forked("run", "-c", file)
    assert held.asked.wait(60)
    run.send_signal(number)
    assert run.communicate(timeout=60) == ("", f"voxpop: {words}\n")
    assert run.returncode == 130
    assert rows(tmp_path / "a.db", "SELECT outcome, exit_code, ended_at IS NULL FROM runs") == [(words, 130, 0)]
    assert f": {words} in " in "".join(schedule_report(tmp_path / "a.db"))
    assert whole(tmp_path)
    held.over.set()
    assert run_once(read_settings(file)).exit_code == 0
    assert rows(tmp_path / "a.db", "SELECT count(*) FROM articles") == [(2,)]
    assert whole(tmp_path)


def test_signals_that_follow_the_first_cut_nothing_short(farm, held, tmp_path):
    """Threads that wait for an answer are waited for, two seconds; what is written down comes behind that."""
    urls = [farm.serve("/held", held, 1)]
    run = Forked("run", "-c", settle(tmp_path, farm, *urls))
    assert held.asked.wait(60)
    run.send_signal(signal.SIGTERM)
    others = itertools.cycle((signal.SIGTERM, signal.SIGINT, signal.SIGHUP))
    assert wait_until(lambda: run.wait(0.1) or run.send_signal(next(others)), 60)
    assert run.communicate(timeout=60) == ("", "voxpop: stopped by SIGTERM\n")
    assert run.returncode == 130
    assert rows(tmp_path / "a.db", "SELECT outcome, exit_code FROM runs") == [("stopped by SIGTERM", 130)]
    assert whole(tmp_path)


@pytest.mark.parametrize("number", [pytest.param(getattr(signal, name), id=name) for name in ("SIGHUP", "SIGINT")])
def test_what_the_process_was_started_deaf_to_does_not_stop_it(farm, held, tmp_path, number):
    """As `nohup` starts it, and a shell what runs in the background."""
    run = begin("run", "-c", settle(tmp_path, farm, farm.serve("/held", held, 1)), ignoring={number})
    assert held.asked.wait(60)
    run.send_signal(number)
    held.over.set()
    assert run.communicate(timeout=60) == ("", "")
    assert run.returncode == 0
    assert rows(tmp_path / "a.db", "SELECT outcome, exit_code FROM runs") == [("done", 0)]


@pytest.mark.parametrize("command", ["run", "archive"])
def test_a_terminal_that_goes_away_stops_what_runs_on_it(farm, held, good, tmp_path, command):
    """The kernel sends SIGHUP, and whatever is still said to that terminal is an error."""
    os.mkfifo(tmp_path / "pipe")
    file = settle(tmp_path, farm, farm.serve("/one", farm.page("One")), farm.serve("/held", held, 2))
    arguments = ("-c", file) if command == "run" else (tmp_path / "a.db", good, tmp_path / "pipe")
    process, terminal = on_terminal(command, *arguments)
    if command == "run":
        assert held.asked.wait(60)
        os.close(terminal)
        code = ended(process)
        assert rows(tmp_path / "a.db", "SELECT outcome, exit_code FROM runs") == [("stopped by SIGHUP", 130)]
        assert whole(tmp_path)
    else:
        with (tmp_path / "pipe").open("wb"):
            os.close(terminal)
            code = ended(process)
        assert not findings(tmp_path / "a.db")
    assert code == 130


def on_terminal(*arguments):
    """Start a command on a terminal of its own, whatever signals the suite itself ignores; return both."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # Python 3.12 warns of threads
        process, terminal = os.forkpty()
    if not process:
        os.chdir(ROOT)
        for name in WORDS:
            signal.signal(getattr(signal, name), signal.SIG_DFL)
        os.execv(sys.executable, [sys.executable, "-m", "archive.main", *map(str, arguments)])
    return process, terminal


@pytest.mark.parametrize(
    ("error", "code"),
    [
        pytest.param(OSError(errno.ENOSPC, "No space left on device"), 3, id="a full disk"),
        pytest.param(ArchiveError("the disk is full"), 3, id="the archive"),
        pytest.param(SettingsError("no proxy"), 3, id="the settings"),
        pytest.param(KeyboardInterrupt(), 130, id="by hand"),
        pytest.param(ZeroDivisionError(), 1, id="a bug"),
    ],
)
def test_the_code_on_record_is_what_the_process_exits_with(farm, tmp_path, error, code):
    def on_event(_event):
        raise error

    file = settle(tmp_path, farm, farm.serve("/one", farm.page("One")))
    with pytest.raises(type(error)):
        run_once(read_settings(file), on_event=on_event)
    assert rows(tmp_path / "a.db", "SELECT exit_code FROM runs") == [(code,)]


def test_flags_that_cannot_be_raised_fail_the_run(farm, tmp_path, monkeypatch):
    def fail(*_):
        raise ArchiveError("the disk is full")

    monkeypatch.setattr("archive.schedule.run.raise_flags", fail)
    file = settle(tmp_path, farm, farm.serve("/one", farm.page("One")))
    with pytest.raises(ArchiveError):
        run_once(read_settings(file))
    assert rows(tmp_path / "a.db", "SELECT outcome, exit_code FROM runs") == [("failed: the disk is full", 3)]


def run_on_record(number, file):
    """Give exit code and outcome of a run; None when it was stopped before it began."""
    if not file.exists() or not rows(file, "SELECT 1 FROM sqlite_master WHERE name = 'runs'"):
        return None
    return dict(enumerate(rows(file, "SELECT exit_code, outcome FROM runs ORDER BY id"), 1)).get(number)


@pytest.mark.parametrize(
    ("stories", "turns"), [pytest.param(10, 2, id="few"), pytest.param(60, 10, id="many", marks=pytest.mark.thorough)]
)
def test_stopped_at_any_moment(farm, voxpop_here, tmp_path, stories, turns):
    """What is on record is what the process exited with, and nothing is lost or half stored."""
    urls = [farm.serve(f"/{n}", farm.page(f"Story {n}", farm.post(n)), n % 10) for n in range(stories)]
    (tmp_path / "whole").mkdir()
    steps = steps_of(command("run", "-c", settle(tmp_path / "whole", farm, *urls)))
    for turn in range(turns):
        folder = tmp_path / str(turn)
        folder.mkdir()
        file = settle(folder, farm, *urls)
        for number, (step, _) in enumerate(moments(steps, turn, 2), 1):
            stop = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)[(turn + number) % 3]
            run = Forked("run", "-c", file, begin=at_step(step, partial(signal.raise_signal, stop)))
            _, err = run.communicate(timeout=60)
            if on_record := run_on_record(number, folder / "a.db"):
                said = f"voxpop: {on_record[1]}\n" if run.returncode else ""
                assert (run.returncode, err) == (on_record[0], said)
                assert whole(folder)
        assert voxpop_here("run", "-c", file).code == 0
        assert rows(folder / "a.db", "SELECT count(*) FROM articles") == [(stories,)]
        assert whole(folder)
