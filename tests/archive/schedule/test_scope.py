"""Runs of some sources alone, runs that do not wait, and dry runs, which ask nobody."""

from __future__ import annotations

import pytest
from newsroom import feed_of

from archive.schedule import Scope, run_once, what_is_due
from archive.schedule.run import EVERYTHING
from archive.settings import read_settings
from scraper.errors import SettingsError


def due(room, scope=EVERYTHING):
    found = what_is_due(read_settings(room.file), scope, now=lambda: room.now)
    return [(item.kind, item.source, item.place) for item in found]


def run(room, **scope):
    return run_once(read_settings(room.file), Scope(**scope), now=lambda: room.now, on_event=room.events.append)


@pytest.fixture
def two_posts(farm, room):
    """Two feeds of two hosts with an article each, looked at every hour."""
    for number in (1, 2):
        farm.serve("/story", farm.page(f"Story {number}", farm.post(number)), number)
    feeds = [feed_of(farm, farm.at("/story", n), number=n) + '\nevery = "1h"' for n in (1, 2)]
    return room.settings(*feeds)


def test_one_source_alone(farm, two_posts):
    report = run(two_posts, names=("post-2",))
    assert (report.exit_code, report.counts["sources"]) == (0, 1)
    assert {host for host, *_ in farm.asked} == {farm.host(2)}
    assert two_posts.rows("SELECT name, checked_at IS NULL FROM sources ORDER BY name") == [
        ("post-1", 1),
        ("post-2", 0),
    ]
    assert two_posts.rows("SELECT source FROM visits") == ["post-2"]
    run(two_posts)
    assert two_posts.one("SELECT count(*) FROM articles") == 2


def test_a_source_that_is_not_there(two_posts):
    for name, words in (("post-3", "did you mean post-"), ("x", "choose one of post-1, post-2")):
        with pytest.raises(SettingsError, match=words):
            run(two_posts, names=(name,))
    assert not (two_posts.folder / "a.db").exists()


def test_a_run_that_does_not_wait(farm, two_posts):
    run(two_posts)
    farm.asked.clear()
    two_posts.later(minutes=10)
    run(two_posts)
    assert farm.asked == []
    report = run(two_posts, now=True)
    assert (report.counts["unchanged"], sorted(farm.paths())) == (2, ["/feed"] * 2 + ["/story"] * 2)
    assert all("If-None-Match" in headers for _, _, headers in farm.asked)
    assert two_posts.rows("SELECT visits FROM visits") == [2, 2]
    assert two_posts.rows("SELECT next_visit FROM visits") == ["2020-02-02T13:00:00Z"] * 2


def test_the_last_visit_was_the_last(farm, two_posts):
    run(two_posts)
    run(two_posts.later(days=8))
    assert two_posts.rows("SELECT next_visit FROM visits") == [None, None]
    farm.asked.clear()
    run(two_posts, now=True)
    assert farm.paths() == ["/feed", "/feed"]


def test_a_dry_run_asks_nobody_and_writes_nothing(farm, two_posts):
    feeds = [("feed", f"post-{n}", farm.at("/feed", n)) for n in (1, 2)]
    stories = [("article", f"post-{n}", farm.at("/story", n)) for n in (1, 2)]
    assert due(two_posts) == feeds
    assert not (two_posts.folder / "a.db").exists()
    run(two_posts)
    farm.asked.clear()
    before = (two_posts.folder / "a.db").read_bytes()
    two_posts.later(minutes=10)
    assert due(two_posts) == []
    assert due(two_posts, Scope(now=True)) == feeds + stories
    assert due(two_posts, Scope(now=True, names=("post-2",))) == [feeds[1], stories[1]]
    two_posts.later(hours=1)
    assert due(two_posts) == feeds + stories
    assert (farm.asked, (two_posts.folder / "a.db").read_bytes()) == ([], before)
    run(two_posts)
    assert sorted(farm.paths()) == ["/feed"] * 2 + ["/story"] * 2, "what the dry run said"


def test_a_dry_run_knows_lists_folders_and_new_names(farm, room):
    (room.folder / "pages").mkdir()
    (room.folder / "urls.txt").write_text(f"{farm.at('/a')}\n{farm.at('/b')}#top\nno address\n")
    listed = 'name = "by hand"\nurls_file = "urls.txt"'
    folder = 'name = "saved"\nfolder = "pages"'
    twice = f'name = "twice"\nurls = ["{farm.at("/a")}"]'
    gone = 'name = "gone"\nurls_file = "gone.txt"'
    room.settings(listed, folder, twice, gone)
    expected = [("folder", "saved", str(room.folder / "pages")), ("article", "by hand", farm.at("/a"))]
    assert due(room) == [*expected, ("article", "by hand", farm.at("/b"))]
    farm.serve("/a", farm.page("A", farm.post(1)))
    farm.serve("/b", farm.page("B", farm.post(2)))
    run(room)
    assert due(room) == expected[:1]
    room.settings(listed.replace("by hand", "mine"), folder)
    assert due(room.later(hours=1)) == [
        expected[0],
        ("article", "mine", farm.at("/a")),
        ("article", "mine", farm.at("/b")),
    ]
