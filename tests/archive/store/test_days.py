"""Articles count under the day that their outlet printed; posts under their day in UTC."""

import sqlite3
from contextlib import closing

import pytest
from invented import article, rows, save, tweet
from older import downgrade

from archive.store.archive import Archive, Entry
from archive.store.identity import article_key
from archive.verify.check import findings
from scraper.records import Moment
from scraper.values.moments import local_day

AT, WRITTEN = "2026-04-14T00:38:00Z", "2026-04-13T20:38-04:00"
COUNTS = """
    SELECT 'all', day, articles, embeds FROM tally_days WHERE articles UNION ALL
    SELECT hashtag, day, articles, 0 FROM tally_hashtag_days WHERE articles UNION ALL
    SELECT language, day, articles, 0 FROM tally_language_days ORDER BY 1
"""


def moment(at=AT, written=WRITTEN, source="metadata"):
    return Moment(at=at, precision="second", source=source, as_written=written)


@pytest.mark.parametrize(
    ("at", "written", "day"),
    [
        (AT, WRITTEN, "2026-04-13"),
        (AT, "Mon, 13 Apr 2026 20:38:00 -0400", "2026-04-13"),
        (AT, "April 13, 2026 at 8:38 p.m. EDT", "2026-04-13"),
        (AT, "2026-04-14T02:38:00.000+02:00", "2026-04-14"),
        ("2026-04-13T22:30:00Z", "2026-04-14T00:30:00+0200", "2026-04-14"),
        ("2026-04-13T22:30:00Z", "14.04.2026, 00:30 Uhr (GMT+2)", "2026-04-14"),
        ("2026-04-13T19:00Z", "20260414T0030+0530", "2026-04-14"),
        (AT, "2026-04-14T00:38:00Z", "2026-04-14"),
        (AT, "2026-04-14 00:38 GMT", "2026-04-14"),
        (AT, "1776127080", "2026-04-14"),
        (AT, None, "2026-04-14"),
        ("2026-04-14T00:38", "April 14, 2026 12:38 AM", "2026-04-14"),
        ("2026-04-14", "14 April 2026", "2026-04-14"),
        ("2026-04", "April 2026", None),
        ("2199-12-31T23:00:00Z", "2200-01-01T13:00:00+14:00", "2200-01-01"),
    ],
)
def test_the_local_day_is_that_of_the_printed_offset(at, written, day):
    assert local_day(moment(at, written)) == day


def story(**facts):
    return article(tweet("The lamps are lit #Lights"), tags=("Pier",), facts={"published": moment(), **facts})


def counted(day):
    return [("all", day, 1, 1), ("en", day, 1, 0), ("lights", day, 1, 0), ("pier", day, 1, 0)]


def test_an_article_counts_under_its_local_day(path):
    save(path, story())
    assert rows(path, "SELECT published_at, published_day FROM articles") == [(AT, "2026-04-13")]
    assert rows(path, "SELECT DISTINCT published_day FROM articles_hashtags") == [("2026-04-13",)]
    assert rows(path, "SELECT published_day FROM reactions") == [("2026-04-13",)]
    assert rows(path, COUNTS) == counted("2026-04-13")
    assert findings(path, deep=True) == []


def test_a_new_date_moves_the_counts(path):
    save(path, story(), story(published=moment(AT, AT)))
    assert rows(path, COUNTS) == counted("2026-04-14")
    assert findings(path) == []


def test_many_articles_at_once_count_alike(path):
    with Archive.open(path) as archive:
        found = story()
        entry = Entry(extraction=found, article=article_key(found.article.url, "a" * 64), digest="a" * 64)
        archive.save_many([entry], seen="2026-05-01T00:00:00Z", row="1")
    assert rows(path, COUNTS) == counted("2026-04-13")
    assert findings(path) == []


def test_older_archives_are_counted_anew(path):
    save(path, story())
    downgrade(path, "create_speaking")
    with closing(sqlite3.connect(path)) as connection, connection:
        for tally in ("tally_days", "tally_hashtag_days", "tally_language_days"):
            connection.execute(f"UPDATE {tally} SET day = '2026-04-14' WHERE day = '2026-04-13'")
    Archive.open(path).close()
    assert rows(path, "SELECT published_day FROM articles") == [("2026-04-13",)]
    assert rows(path, COUNTS) == counted("2026-04-13")
    assert findings(path, deep=True) == []


def test_verify_finds_and_mends_a_wrong_day(path, voxpop_here):
    save(path, story())
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE articles SET published_day = '2026-04-14'")
    assert "articles.published_day: not as printed: " in voxpop_here("verify", path, "--no-captures").out
    assert voxpop_here("verify", path, "--no-captures", "--repair").code == 0
    assert rows(path, COUNTS) == counted("2026-04-13")
