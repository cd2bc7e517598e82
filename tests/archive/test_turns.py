"""Turns: every job is done once, hosts never overlap, nobody sleeps through work."""

from __future__ import annotations

import itertools
import threading
import time
from collections import Counter

from archive.run.turns import Job, Turns


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
        end = time.monotonic() + 20
        while len(self.done) < count and time.monotonic() < end:
            time.sleep(0.005)
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
    team = Team(3, delay=30)
    team.turns.add(job("a", 0))
    team.turns.add(job("a", 1))  # not before half a minute: one thread now watches the clock for it
    time.sleep(0.1)
    started = time.monotonic()
    team.turns.add(job("b", 0))
    team.wait(2)
    assert time.monotonic() - started < 5
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
