"""The ping around a run: its address tells how the run went, and nothing about it fails the run."""

from __future__ import annotations

import signal
import threading

import pytest
from dying import Forked
from newsroom import feed_of

from archive.lock import only_one
from archive.schedule import Report, run
from archive.settings import read_settings
from scraper.fetching import Limits

pytestmark = pytest.mark.long


@pytest.fixture
def watched(farm, room):
    """A newsroom with one feed of one article, and a service that is told of its runs."""

    def settle(*sources, ping="/ping/1?rid=2", more="", **fetch):
        farm.serve("/story", farm.page("Story", farm.post(1)))
        where = f'[run]\nping = "{farm.at(ping, 9)}"\n{more}'
        feed = feed_of(farm, farm.at("/story"))
        return room.settings(*(sources or (feed,)), more=where, **fetch)

    for event in ("", "/fail", "/start"):
        farm.serve(f"/ping/1{event}?rid=2", lambda request: farm.answer(request, 200, b"OK"), 9)
    return settle


def told(farm):
    return [path for host, path, _ in farm.asked if host == farm.host(9) and path != "/robots.txt"]


def test_success(farm, watched, voxpop_here):
    done = voxpop_here("run", "-c", watched().file)
    assert (done.code, done.err, told(farm)) == (0, "", ["/ping/1?rid=2"])
    assert farm.asked[-1][1] == "/ping/1?rid=2", "the last thing, when all is stored"


def test_failure(farm, watched, voxpop_here):
    gone = f'name = "gone"\nfeed = "{farm.at("/nothing", 3)}"'
    assert voxpop_here("run", "-c", watched(gone).file).code == 4
    assert told(farm) == ["/ping/1/fail?rid=2"]


def test_a_database_that_cannot_be_used_is_a_failure(farm, watched, voxpop_here):
    room = watched()
    (room.folder / "a.db").write_text("no database at all, but a text that somebody put here")
    assert voxpop_here("run", "-c", room.file).code == 3
    assert told(farm) == ["/ping/1/fail?rid=2"]


def test_the_start_on_request(farm, watched, voxpop_here):
    voxpop_here("run", "-c", watched(more="ping_start = true\n").file)
    assert told(farm) == ["/ping/1/start?rid=2", "/ping/1?rid=2"]
    assert farm.asked[0][1] == "/ping/1/start?rid=2"


@pytest.mark.parametrize("arguments", [["--dry-run"], ["--source", "nobody"]])
def test_what_is_no_run_is_not_told(farm, watched, voxpop_here, arguments):
    voxpop_here("run", "-c", watched(more="ping_start = true\n").file, *arguments)
    assert told(farm) == []


def test_another_run_at_work_is_not_told(farm, watched, voxpop_here):
    room = watched()
    with only_one(room.folder / "a.db"):
        assert voxpop_here("run", "-c", room.file).code == 75
    assert told(farm) == []


def test_a_run_that_is_stopped_is_not_told(farm, held, watched):
    room = watched()
    farm.serve("/story", held)
    run = Forked("run", "-c", room.file)
    assert held.asked.wait(60)
    run.send_signal(signal.SIGTERM)
    _, err = run.communicate(timeout=60)
    assert (run.returncode, err) == (130, "voxpop: stopped by SIGTERM\n")
    assert told(farm) == []


@pytest.mark.parametrize(
    ("ping", "words"),
    [
        pytest.param("/nowhere", "404 Not Found", id="not there"),
        pytest.param("/inward", "redirects to ftp://x.example/", id="a redirect to no page"),
    ],
)
def test_a_ping_that_fails_fails_no_run(farm, watched, voxpop_here, ping, words):
    farm.serve("/inward", lambda request: farm.answer(request, 302, Location="ftp://x.example/"), 9)
    room = watched(ping=ping)
    done = voxpop_here("run", "-c", room.file)
    assert (done.code, done.err.count("\n")) == (0, 1)
    assert done.err.startswith(f"voxpop: run.ping: {farm.host(9)} was not pinged: {words}")
    assert ping not in done.err, "whoever knows the address may ping"
    assert room.one("SELECT outcome FROM runs") == "done"


def test_private_addresses_are_not_pinged(farm, watched, voxpop_here):
    room = watched('name = "saved"\nfolder = "."', allow_private="false")
    done = voxpop_here("run", "-c", room.file)
    assert "was not pinged: " in done.err
    assert told(farm) == []


def test_no_ping_by_default(farm, room, voxpop_here):
    farm.serve("/story", farm.page("Story", farm.post(1)))
    room.settings(feed_of(farm, farm.at("/story")))
    assert voxpop_here("run", "-c", room.file).code == 0
    assert sorted(set(farm.paths())) == ["/feed", "/robots.txt", "/story"]


def test_a_service_that_says_nothing_is_not_waited_for_long(farm, watched, monkeypatch):
    over, warnings = threading.Event(), []
    bounds = Limits(connect=0.3, read=0.3, request=0.3, total=0.5, attempts=2)
    monkeypatch.setattr(run, "_BOUNDS", bounds)
    farm.serve("/ping/1?rid=2", lambda _request: over.wait(20), 9)
    try:
        with run.pinging(read_settings(watched().file), warnings.append) as reports:
            reports.append(Report())
    finally:
        over.set()
    (warning,) = warnings
    assert "did not answer in time" in str(warning)
    assert len(told(farm)) <= 2
