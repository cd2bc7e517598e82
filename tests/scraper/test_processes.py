"""Work in several processes: in order, within bounds, and safe from whatever happens to one of them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from itertools import islice
from pathlib import Path

import pytest
import working
from working import (
    EndsWhereItComes,
    deadly,
    deadly_once,
    doubled,
    endless,
    failing,
    is_alive,
    process_beside,
    process_of,
    wait_until,
)  # fmt: skip

import scraper.processes
from scraper.processes import Crash, Shared, StartError, each_in_order

pytestmark = pytest.mark.long

ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


def every(work, items, *, task=lambda item: item, **how):
    with closing(each_in_order(work, items, task=task, **how)) as results:
        return list(results)


@pytest.mark.parametrize("jobs", [None, 1, 2, 5])
def test_the_results_come_in_the_order_of_the_items(monkeypatch, jobs):
    monkeypatch.setattr(scraper.processes, "ALONE", 0.02)
    assert every(doubled, range(60), jobs=jobs) == [(n, 2 * n) for n in range(60)]
    assert not multiprocessing.active_children()


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_needs_no_work_keeps_its_place(jobs):
    found = every(doubled, range(9), task=lambda n: n if n % 3 else None, jobs=jobs)
    assert found == [(n, 2 * n if n % 3 else None) for n in range(9)]


def test_little_work_needs_no_process(monkeypatch):
    monkeypatch.setattr(scraper.processes, "usable_cores", lambda: 2)
    assert {pid for _, pid in every(process_of, range(28))} == {os.getpid()}


def test_much_work_is_done_by_all_cores(monkeypatch, tmp_path):
    monkeypatch.setattr(scraper.processes, "usable_cores", lambda: 2)
    monkeypatch.setattr(scraper.processes, "ALONE", 1e-9)
    first, *pids = (pid for _, pid in every(partial(process_beside, tmp_path), range(28)))
    assert first == os.getpid()
    assert len(set(pids)) == 2
    assert os.getpid() not in pids


def test_on_one_core_there_is_no_other_process(monkeypatch):
    monkeypatch.setattr(scraper.processes, "usable_cores", lambda: 1)
    assert {pid for _, pid in every(process_of, range(28))} == {os.getpid()}


def test_processes_that_are_asked_for_do_all_of_the_work(tmp_path):
    pids = {pid for _, pid in every(partial(process_beside, tmp_path), range(1, 41), jobs=2)}
    assert len(pids) == 2
    assert os.getpid() not in pids


@pytest.mark.parametrize("jobs", [2, 5])
def test_a_death_costs_the_item_alone(jobs):
    found = every(deadly, [1, 2, 4, 6, 7, 9, 8, 10, 11], jobs=jobs)
    crashes = {1: Crash("signal 11"), 7: Crash("exit code 7"), 9: Crash("exit code 9"), 11: Crash("exit code 11")}
    assert found == [(n, crashes.get(n, 2 * n)) for n in [1, 2, 4, 6, 7, 9, 8, 10, 11]]
    assert not multiprocessing.active_children()


def test_a_death_that_does_not_come_again_costs_nothing(tmp_path):
    file = str(tmp_path / "died")
    assert every(deadly_once, [file] * 5, jobs=2) == [(file, "alive")] * 5


@pytest.mark.parametrize(("jobs", "error"), [(1, ZeroDivisionError), (2, RuntimeError)])
def test_an_error_of_the_work_is_raised_in_its_place(jobs, error):
    with closing(each_in_order(failing, range(9), task=lambda n: n, jobs=jobs)) as results:
        assert list(islice(results, 3)) == [(0, 0), (1, 2), (2, 4)]
        with pytest.raises(error, match="of three"):
            next(results)


def items_that_fail():
    yield from range(7)
    raise OSError("the disk is gone")


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_of_the_items_comes_after_what_was_read(jobs):
    with closing(each_in_order(doubled, items_that_fail(), task=lambda n: n, jobs=jobs)) as results:
        assert list(islice(results, 7)) == [(n, 2 * n) for n in range(7)]
        with pytest.raises(OSError, match="the disk is gone"):
            next(results)


@pytest.mark.parametrize(
    ("weight", "most"),
    [pytest.param(1, 8, id="few"), pytest.param(30_000_000, 3, id="large"), pytest.param(10**9, 1, id="huge")],
)
def test_reading_ahead_is_bounded(weight, most):
    read = 0

    def items():
        nonlocal read
        while read < 100:
            read += 1
            yield read

    results = each_in_order(doubled, items(), task=lambda n: n, jobs=2, weigh=lambda _: weight)
    with closing(results):
        ahead = [read - done for done, _ in enumerate(results)]
    assert max(ahead) <= most
    assert len(ahead) == 100


def test_what_is_left_before_its_end_leaves_no_process():
    with closing(each_in_order(doubled, range(1000), task=lambda n: n, jobs=2)) as results:
        next(results)
        assert len(multiprocessing.active_children()) == 2
    assert not multiprocessing.active_children()


def test_processes_that_cannot_be_started(monkeypatch):
    with pytest.raises(StartError, match=r"cannot start other processes \(exit code 7\): run it with --jobs 1"):
        every(EndsWhereItComes(), range(20), jobs=2)
    monkeypatch.setattr(scraper.processes, "usable_cores", lambda: 2)
    monkeypatch.setattr(scraper.processes, "ALONE", 0)
    assert every(EndsWhereItComes(), range(20)) == [(n, 2 * n) for n in range(20)]
    assert not multiprocessing.active_children()


def test_threads_share_processes():
    with Shared(doubled, 2) as shared, ThreadPoolExecutor(8) as threads:
        assert list(threads.map(shared.ask, range(60))) == [2 * n for n in range(60)]
        assert len(multiprocessing.active_children()) == 2
    assert not multiprocessing.active_children()


def test_modules_in_the_working_directory_are_not_imported(tmp_path):
    (tmp_path / "scraper.py").write_text("raise SystemExit('ran a file of the user')", "utf-8")
    code = (
        "import operator, sys; del sys.path[0]; from scraper.processes import each_in_order;"
        "done = each_in_order(operator.neg, [1, 2], task=lambda n: n, jobs=2, preload=['scraper.errors']);"
        "print([result for _, result in done])"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300)
    assert (done.stdout, done.stderr) == ("[-1, -2]\n", "")


def test_nobody_asks_and_no_process_is_started():
    with Shared(doubled, 2):
        assert not multiprocessing.active_children()


def test_a_death_costs_one_thread_its_answer(tmp_path):
    crashes = {1: Crash("signal 11"), 3: Crash("exit code 3"), 5: Crash("exit code 5")}
    with Shared(deadly, 2) as shared, ThreadPoolExecutor(4) as threads:
        assert list(threads.map(shared.ask, range(7))) == [crashes.get(n, 2 * n) for n in range(7)]
    with Shared(deadly_once, 2) as shared:
        assert shared.ask(str(tmp_path / "died")) == "alive"


def test_what_goes_wrong_is_told_to_the_thread_that_asks():
    with Shared(failing, 1) as shared:
        with pytest.raises(RuntimeError, match="of three"):
            shared.ask(3)
        assert shared.ask(4) == 8
    with Shared(EndsWhereItComes(), 1) as shared, pytest.raises(StartError, match="exit code 7"):
        shared.ask(1)


def test_threads_that_wait_are_let_go_at_the_end(tmp_path):
    with ThreadPoolExecutor(1) as threads:
        with Shared(endless, 1) as shared:
            waiting = threads.submit(shared.ask, str(tmp_path / "begun"))
            assert wait_until((tmp_path / "begun").exists, 30)
        with pytest.raises(StartError, match="the work is over"):
            waiting.result(10)


@ON_LINUX
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signals_do_not_reach_the_processes(number, tmp_path):
    work = partial(process_beside, tmp_path)
    with closing(each_in_order(work, range(1, 101), task=lambda n: n, jobs=2)) as results:
        pids = {pid for _, pid in islice(results, 20)}
        assert len(pids) == 2
        for pid in pids:
            os.kill(pid, number)
        assert {pid for _, pid in results} <= pids  # none was replaced


def signals_that_end(pid):
    """Return those of a terminal's signals that a process neither blocks nor ignores."""
    status = dict(line.split(":\t", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    kept = int(status["SigBlk"], 16) | int(status["SigIgn"], 16)
    return {number for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP) if not kept >> (number - 1) & 1}


@ON_LINUX
def test_processes_end_with_their_parent(tmp_path):
    """Also those that are at work, and by a signal that nobody can handle; no signal of a terminal ends them alone."""
    files = [tmp_path / "one", tmp_path / "two"]
    parent = subprocess.Popen([sys.executable, working.__file__, *files], cwd=Path(__file__).parents[2])
    assert wait_until(lambda: all(file.exists() and file.read_text() for file in files), 30)
    pids = [int(file.read_text()) for file in files]
    assert all(map(is_alive, pids))
    helpers = Path(f"/proc/{parent.pid}/task/{parent.pid}/children").read_text().split()
    assert [signals_that_end(pid) for pid in (*helpers, *pids)] == [set()] * 4, "the tracker of resources, too"
    parent.kill()
    parent.wait()
    assert wait_until(lambda: not any(map(is_alive, pids)), 5)
