"""A clock that was ahead: what it has dated is not believed, and is dated anew."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from invented import SENTENCES, article, quote, rows, save, tweet
from newsroom import feed_of

from archive.clock import SKEW, stamp, utc_now
from archive.status import schedule_report
from archive.store.archive import Archive
from archive.verify.check import findings
from scraper.records import Problem

LIGHTS, FERRY, THANKS = SENTENCES
FUTURE = "2099-01-01T00:00:00Z"
PAST = "2021-05-06T07:08:09Z"


def hours(count):
    return timedelta(hours=count)


@pytest.mark.parametrize("ahead", [hours(3), hours(24 * 30), hours(24 * 365 * 15)], ids=["hours", "a month", "years"])
def test_a_run_after_one_whose_clock_was_ahead(farm, room, ahead):
    url = farm.serve("/one", farm.page("One", farm.post(1), farm.post(2)))
    farm.serve("/robots.txt", b"User-agent: voxpop\nDisallow: /nothing\n")
    room.settings(feed_of(farm, url) + '\nevery = "30m"')
    today = room.now
    room.now = today + ahead
    room.run()
    room.now = today
    farm.serve("/one", farm.page("One, updated", farm.post(2), farm.post(3)))
    farm.asked.clear()
    assert room.run().exit_code == 0
    assert sorted(farm.paths()) == ["/feed", "/one", "/robots.txt"]
    assert room.one("SELECT title, first_seen, last_seen FROM articles") == ("One, updated", *[stamp(today)] * 2)
    shown = room.rows("SELECT gone_at FROM embeds ORDER BY post")
    assert shown == [stamp(today), None, None]
    later = stamp(today + hours(1))
    assert room.rows("SELECT first_visit, last_visit, next_visit FROM visits") == [(stamp(today), stamp(today), later)]
    assert room.rows("SELECT checked_at, next_check FROM sources") == [(stamp(today), stamp(today + hours(0.5)))]
    assert room.rows("SELECT fetched_at FROM robots") == [stamp(today)]
    assert findings(room.folder / "a.db") == []
    farm.asked.clear()
    room.later(minutes=5).run()
    assert farm.paths() == [], "only once"


def test_what_a_clock_that_was_ahead_took_for_the_last_visit(farm, room):
    url = farm.serve("/one", farm.page("One", farm.post(1)))
    room.settings(feed_of(farm, url)).run()
    today = room.now
    room.later(days=5000).run()
    assert room.rows("SELECT next_visit FROM visits") == [None]
    room.now = today + hours(1)
    room.run()
    assert room.rows("SELECT last_visit, next_visit FROM visits") == [("2020-02-02T13:00:00Z", "2020-02-02T18:00:00Z")]


def test_an_unchanged_article_is_dated_anew(farm, room):
    url = farm.serve("/one", farm.page("One", farm.post(1)))
    room.settings(feed_of(farm, url))
    today = room.now
    room.later(days=5000).run()
    room.now = today
    room.run()
    assert room.rows("SELECT unchanged FROM runs ORDER BY id") == [0, 1]
    for table in ("articles", "embeds"):
        assert room.rows(f"SELECT first_seen, last_seen FROM {table}") == [(stamp(today), stamp(today))]
    assert room.rows("SELECT seen_at, since FROM sights") == [(stamp(today), stamp(today))]
    assert findings(room.folder / "a.db") == []


@pytest.mark.parametrize("minutes", [1, 5, 30])
def test_clocks_that_differ_by_minutes(farm, room, minutes):
    url = farm.serve("/one", farm.page("One", farm.post(1)))
    room.settings(feed_of(farm, url) + '\nevery = "2h"')
    room.later(minutes=minutes).run()
    farm.asked.clear()
    room.later(minutes=-minutes).run()
    assert farm.paths() == []


@pytest.mark.parametrize("changed", [True, False], ids=["changed", "the same"])
def test_what_is_archived_now_is_the_newest_version(path, changed):
    quotes = [quote("“One”")]
    save(path, article(tweet(LIGHTS), tweet(FERRY, number="2"), quotes=quotes), seen=FUTURE)
    now = stamp(utc_now())
    story = (tweet(THANKS), tweet(FERRY, number="2")) if changed else (tweet(LIGHTS), tweet(FERRY, number="2"))
    save(path, article(*story, quotes=quotes, facts={"title": "Now"}), seen=now)
    assert rows(path, "SELECT title, first_seen, last_seen FROM articles") == [("Now", now, now)]
    gone = [(FERRY, None), (LIGHTS, now if changed else None)]
    assert rows(path, "SELECT text, gone_at FROM embeds WHERE text <> ? ORDER BY text", THANKS) == gone
    assert rows(path, "SELECT count(*) FROM embeds WHERE first_seen > ?1 OR last_seen > ?1", now) == [(0,)]
    assert rows(path, "SELECT DISTINCT first_seen, last_seen FROM quotes") == [(now, now)]
    assert rows(path, "SELECT DISTINCT max(first_seen) FROM posts WHERE text <> ?", LIGHTS) == [(now,)]
    assert findings(path, deep=True) == []


def test_a_file_that_was_saved_earlier_is_still_older(path):
    save(path, article(tweet(LIGHTS), facts={"title": "Live"}), seen=FUTURE)
    with Archive.open(path) as archive:
        once = article(tweet(FERRY), facts={"title": "Saved"})
        archive.save(once, digest="b" * 64, seen=archive.session, saved_at=PAST)
    assert rows(path, "SELECT title FROM articles") == [("Live",)]
    assert rows(path, "SELECT text FROM embeds WHERE gone_at IS NULL") == [(LIGHTS,)]
    assert findings(path, deep=True) == []


def test_status_names_what_is_dated_in_the_future(farm, room):
    urls = [farm.serve(f"/{n}", farm.page(f"Story {n}", farm.post(n))) for n in range(2)]
    room.now = utc_now()
    room.settings(feed_of(farm, *urls) + '\nevery = "30m"').run()
    assert not any("dated in the future" in line for line in schedule_report(room.folder / "a.db"))
    room.now = datetime.fromisoformat(FUTURE)
    room.run()
    (line,) = (line for line in schedule_report(room.folder / "a.db") if "future" in line)
    assert line == (
        "dated in the future: 2 visits, 1 source, 1 robots.txt file; a clock was ahead: set this one right;"
        " the next `voxpop run` or `voxpop archive` dates them anew"
    )
    room.now = utc_now() + SKEW / 2
    room.run()
    assert not any("dated in the future" in line for line in schedule_report(room.folder / "a.db"))


def test_a_solved_problem_of_the_future_goes(path):
    save(path, article(problems=(Problem(step="page", kind="odd", message="Odd."),)), seen=FUTURE)
    save(path, article(tweet(LIGHTS)), seen=stamp(utc_now()))
    assert rows(path, "SELECT kind FROM problems") == []


def test_a_sitemap_that_was_read_in_the_future_is_read_again(farm, room):
    def child(*urls):
        news = "".join(f"<url><loc>{url}</loc></url>" for url in urls)
        return farm.serve("/child.xml", f"<urlset>{news}</urlset>".encode())

    one = farm.serve("/one", farm.page("One", farm.post(1)))
    two = farm.serve("/two", farm.page("Two", farm.post(2)))

    def index(day):
        entry = f"<sitemap><loc>{child_url}</loc><lastmod>{day}</lastmod></sitemap>"
        return farm.serve("/s.xml", f"<sitemapindex>{entry}</sitemapindex>".encode())

    child_url = child(one)
    room.settings(f'name = "map"\nsitemap = "{index("2020-02-02")}"')
    today = room.now
    room.later(days=5000).run()
    room.now = today
    child(one, two)
    index("2020-02-03")
    room.later(minutes=1).run()
    assert sorted(room.rows("SELECT title FROM articles")) == ["One", "Two"]


def test_flags_of_the_future_are_taken_down(farm, room):
    room.settings('name = "gone"\nfeed = "' + farm.serve("/page", farm.page("No feed")) + '"')
    today = room.now
    room.later(days=5000).run()
    assert room.rows("SELECT kind FROM flags") == ["no-listing"]
    farm.serve("/page", farm.rss())
    room.now = today
    room.run()
    assert room.rows("SELECT kind FROM flags") == []
