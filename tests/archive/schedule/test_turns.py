"""Turns: every job is done once, hosts never overlap, nobody sleeps through work."""

from __future__ import annotations

import heapq
import itertools
import threading
import time
from collections import Counter

import pytest
from working import wait_until

from archive.schedule.workers import Job, Turns
from scraper.fetching.host_policy import host_of


def job(host, number):
    url = f"http://{host}.example/{number}"
    return Job(kind="article", url=url, key=url, source="s")


class Team:
    """Threads that do jobs and remember when."""

    def __init__(self, count, delay=0.0):
        self.free = {}
        self.turns = Turns(lambda host: self.free.get(host, 0.0))
        self.delay = delay
        self.done = []
        self.overlaps = 0
        self.busy = Counter()
        self.lock = threading.Lock()
        self.threads = [threading.Thread(target=self.work) for _ in range(count)]
        for thread in self.threads:
            thread.start()

    def work(self):
        while (mine := self.turns.take()) is not None:
            host = mine.url.split("/")[2]
            with self.lock:
                self.overlaps += self.busy[host]
                self.busy[host] += 1
            time.sleep(0.001)
            with self.lock:
                self.busy[host] -= 1
                self.done.append((mine.url, time.monotonic()))
                self.free[host] = time.monotonic() + self.delay
            self.turns.done(mine)

    def wait(self, count):
        wait_until(lambda: len(self.done) >= count, 20)
        self.turns.close()
        for thread in self.threads:
            thread.join(5)
            assert not thread.is_alive()


def test_every_job_once_and_hosts_never_overlap():
    team = Team(16, delay=0.002)
    for number in range(20):
        for host in "abcdefghij":
            team.turns.add(job(host, number))
    team.wait(200)
    assert len({url for url, _ in team.done}) == len(team.done) == 200
    assert team.overlaps == 0


def test_jobs_of_a_host_keep_their_order_and_their_pause():
    team = Team(4, delay=0.05)
    for number in range(4):
        team.turns.add(job("a", number))
    team.wait(4)
    times = [moment for _, moment in team.done]
    assert [url[-1] for url, _ in team.done] == ["0", "1", "2", "3"]
    assert all(after - before >= 0.05 for before, after in itertools.pairwise(times))


def test_a_new_host_is_not_slept_over():
    team = Team(3, delay=600)
    team.turns.add(job("a", 0))
    team.turns.add(job("a", 1))  # not before ten minutes: one thread now watches the clock for it
    assert wait_until(lambda: len(team.done) == 1)
    team.turns.add(job("b", 0))
    team.wait(2)  # which is given up after 20 seconds
    assert sorted(url[7:8] for url, _ in team.done) == ["a", "b"]


def test_a_job_taken_up_again_comes_first():
    turns = Turns(lambda _host: 0.0)
    turns.add(job("a", 0))
    turns.add(job("a", 1))
    first = turns.take()
    turns.done(first, again=True)
    assert turns.take() is first


def test_what_nobody_has_taken_can_be_forgotten():
    turns = Turns(lambda _host: 0.0)
    for number in range(3):
        turns.add(job("a", number))
        turns.add(job("b", number))
    taken = turns.take()
    assert turns.clear() == 5
    turns.done(taken)
    turns.add(job("c", 0))
    assert turns.take().url == "http://c.example/0"


class Impatient(Turns):
    """Turns that raise an error where a thread would wait."""

    def _wait(self, _seconds):
        raise LookupError


class Shift:
    """Workers on a clock that only this class turns; each job takes the seconds that its source says."""

    def __init__(self, workers, delay=0.0):
        self.now, self.free, self.delay = 0.0, {}, delay
        self.turns = Impatient(lambda host: self.free.get(host, 0.0), lambda: self.now, workers=workers)
        self.workers, self.at_work, self.begun = workers, [], []

    def add(self, source, hosts, jobs, first=0):
        for number in range(first, first + jobs):
            url = f"http://{source}{number % hosts}.example/{number}"
            self.turns.add(Job(kind="article", url=url, key=url, source=source))

    def until(self, end, **seconds):
        """Let them work until a moment on the clock; `seconds` a job by source."""
        while self.now < end:
            while len(self.at_work) < self.workers and (mine := self._ready()):
                self.begun.append(mine)
                heapq.heappush(self.at_work, (self.now + seconds[mine.source], len(self.begun), mine))
            self._go_on(end)

    def _ready(self):
        try:
            return self.turns.take()
        except LookupError:
            return None

    def _go_on(self, end):
        over = self.at_work[0][0] if self.at_work else end
        rested = min((moment for moment in self.free.values() if moment > self.now), default=end)
        self.now = min(over, rested, end)
        while self.at_work and self.at_work[0][0] <= self.now:
            mine = heapq.heappop(self.at_work)[2]
            self.free[host_of(mine.url)] = self.now + self.delay
            self.turns.done(mine)

    def count(self, source):
        return sum(mine.source == source for mine in self.begun)


@pytest.mark.parametrize(
    ("workers", "end"),
    [
        pytest.param(1, 1900, id="one worker: a slow host between two articles"),
        pytest.param(2, 100, id="two workers"),
        pytest.param(8, 100, id="eight workers"),
        pytest.param(32, 100, id="more workers than the others leave idle"),
    ],
)
def test_six_hundred_slow_hosts_of_one_source_leave_the_others_their_turns(workers, end):
    shift = Shift(workers, delay=2.0)
    shift.add("hostile", hosts=600, jobs=600)
    shift.add("honest", hosts=1, jobs=30)
    shift.until(end, hostile=60, honest=0.2)
    assert shift.count("honest") == 30
    assert shift.count("hostile") >= (workers - 1) * (end // 60), "nor are those starved"


def test_many_hostile_sources_leave_one_its_turns():
    shift = Shift(16, delay=2.0)
    sources = [f"hostile-{letter}-" for letter in "abcdefghijklmnopqrstuvwxyz"]
    for source in sources:
        shift.add(source, hosts=100, jobs=100)
    shift.add("honest", hosts=1, jobs=30)
    shift.until(200, honest=0.2, **dict.fromkeys(sources, 60))
    assert shift.count("honest") == 30


def test_sources_have_equal_time_whatever_they_ask_for():
    shift = Shift(10)
    shift.add("slow", hosts=500, jobs=500)
    shift.add("quick", hosts=5000, jobs=5000)
    shift.until(100, slow=10, quick=1)
    assert shift.count("slow") * 10 == pytest.approx(500, rel=0.2)
    assert shift.count("quick") == pytest.approx(500, rel=0.2)


def test_one_source_alone_has_all_workers():
    shift = Shift(8)
    shift.add("only", hosts=100, jobs=100)
    shift.until(1, only=60)
    assert shift.count("only") == 8


def test_addresses_of_one_host_that_two_sources_name_take_turns():
    clock = itertools.count()
    turns = Turns(lambda _host: 0.0, lambda: float(next(clock)))
    for source, jobs in (("hostile", 50), ("honest", 2)):
        for number in range(jobs):
            url = f"http://shared.example/{source}/{number}"
            turns.add(Job(kind="article", url=url, key=url, source=source))
    first = []
    for _ in range(4):
        mine = turns.take()
        first.append(mine.source)
        turns.done(mine)
    assert sorted(first[:2]) == sorted(first[2:]) == ["honest", "hostile"]


def test_hosts_of_one_source_are_asked_in_the_order_of_their_addresses():
    """What an earlier run left undone is named first, whatever its host is called."""
    shift = Shift(1)
    shift.add("z", hosts=30, jobs=30)
    shift.until(100, z=1)
    assert [mine.url.rpartition("/")[2] for mine in shift.begun] == [str(number) for number in range(30)]


def test_a_host_that_has_rested_goes_before_those_that_were_named_later():
    shift = Shift(1, delay=2.0)
    for host in ["first", "first", *"abcde"]:
        shift.turns.add(job(host, len(shift.turns._waiting)))
    shift.until(4, s=1)
    for number in range(50):
        shift.turns.add(job(f"later{number}", number))
    shift.until(10, s=1)
    hosts = [host_of(mine.url).partition(".")[0] for mine in shift.begun]
    assert hosts[:8] == ["first", *"abcde", "first", "later0"]
