"""Times whose zone is known have one in a column of their own; SQL alone takes every time for UTC."""

import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest
from invented import article, day, rows, save, tweet
from older import downgrade
from sqlite_utils import Database

from archive.store.archive import Archive
from archive.store.merging import merge_archive
from archive.verify.check import findings
from archive.verify.repair import repair
from scraper.records import Moment

TEXT = "The harbour lights came back on tonight"
#: Name, time and zone.
CASES = [
    ("an instant", "2021-05-06T21:30:00Z", "UTC"),
    ("an instant to the minute", "2021-05-06T21:30Z", "UTC"),
    ("a clock without a zone", "2021-05-06T21:30", None),
    ("a clock with seconds", "2021-05-06T21:30:09", None),
    ("a day", "2021-05-06", None),
    ("a month", "2021-05", None),
    ("none", None, None),
]
ZONES = """
    SELECT posted_zone FROM posts UNION ALL SELECT posted_zone FROM printings
    UNION ALL SELECT published_zone FROM articles
    UNION ALL SELECT posted_zone FROM reactions UNION ALL SELECT published_zone FROM reactions
"""
HOURS = "SELECT (julianday(published_at) - julianday(posted_at)) * 24 FROM reactions WHERE {}"


def at(time):
    return time and Moment(at=time, precision="minute", source="printed", as_written=time)


def story(posted, published, number="8", url="https://news.example/a"):
    post = replace(tweet(TEXT, number=number), posted=at(posted))
    return article(post, url=url, facts={"published": at(published)})


def zones(path):
    return [zone for (zone,) in rows(path, ZONES)]


@pytest.mark.parametrize(("time", "zone"), [pytest.param(*case[1:], id=case[0]) for case in CASES])
def test_a_time_has_a_zone_only_where_it_is_an_instant(path, time, zone):
    save(path, story(time, time))
    assert zones(path) == [zone] * 5
    assert findings(path, deep=True) == []


def test_a_query_leaves_out_times_without_a_zone(path):
    published = "2021-05-07T03:30:00Z"
    save(path, story("2021-05-06T21:30:00Z", published))
    save(path, story("2021-05-06T21:30", published, number="9", url="https://news.example/b"))
    hours = rows(path, HOURS.format("posted_zone = 'UTC' AND published_zone = 'UTC'"))
    assert [round(each, 3) for (each,) in hours] == [6.0]
    assert len(rows(path, HOURS.format("posted_zone IS NULL"))) == 1


def test_an_upgrade_adds_zones(path):
    save(path, story("2021-05-06T21:30:00Z", "2021-05-07T03:30:00Z"))
    downgrade(path, "create_wordings")
    with closing(sqlite3.connect(path)) as db, pytest.raises(sqlite3.OperationalError):
        db.execute("SELECT posted_zone FROM posts")
    save(path)
    assert zones(path) == ["UTC"] * 5
    assert findings(path, deep=True) == []


def test_a_repair_makes_a_table_without_the_column_anew(path):
    save(path, story("2021-05-06T21:30:00Z", "2021-05-07T03:30:00Z"))
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP VIEW reactions")
        db.execute("ALTER TABLE posts DROP COLUMN posted_zone")
        db.commit()
    assert "the table posts lacks posted_zone" in [each.message for each in findings(path)]
    repair(path, None)
    assert zones(path) == ["UTC"] * 5
    assert findings(path, deep=True) == []


def test_a_merge_and_changes_of_a_time_keep_the_zone_right(tmp_path):
    one, other = tmp_path / "one.db", tmp_path / "other.db"
    save(one, story(None, "2021-05-07T03:30"))
    save(other, story("2021-05-06T21:30:00Z", "2021-05-07T03:30:00Z", url="https://news.example/b"))
    with Archive.open(one) as archive, Archive.open(other) as there:
        list(merge_archive(archive, there.db.conn))
    assert rows(one, "SELECT posted_zone FROM posts") == [("UTC",)]
    assert rows(one, "SELECT published_zone FROM articles ORDER BY url") == [(None,), ("UTC",)]
    assert findings(one, deep=True) == []


def test_other_programs_see_the_column(path):
    save(path, article(tweet(TEXT, number="1"), facts={"published": day("2020-02-03")}))
    with closing(Database(path)) as db:
        (row,) = db["posts"].rows
        assert row["posted_zone"] == "UTC"
        assert next(iter(db.query("SELECT * FROM articles")))["published_zone"] is None
