"""Impossible dates are null in the archive whatever brought them; the printed form and a problem stay."""

import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest
from invented import SEEN, article, rows, save, tweet

from archive.store.archive import Archive
from archive.store.database import open_to_read
from archive.store.merging import merge_archive
from archive.verify.check import findings
from scraper.extract import to_json
from scraper.records import Moment

STORED = """
    SELECT published_at, published_precision, published_as_written, modified_at, modified_as_written FROM articles
"""
POSTED = "SELECT posted_at, posted_precision, posted_as_written FROM posts"


def wrong(written):
    return Moment(at="2024-99-99", precision="day", source="printed", as_written=written)


def story():
    """An article without one possible date."""
    post = replace(tweet("The lamps are lit #Lights"), posted=wrong("99 May 2024"))
    return article(post, facts={"published": wrong("99/99/2024"), "modified": wrong(None)})


@pytest.fixture
def old(path):
    """An archive that an older version filled: it holds what records stated."""
    good = tweet("The lamps are lit #Lights", on="2024-05-09")
    save(path, article(good, facts={"published": good.posted}))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "UPDATE articles SET published_at = '2024-99-99', published_as_written = '99/99/2024', "
            "modified_at = '2024-99-99'"
        )
        connection.execute("UPDATE articles_hashtags SET published_at = '2024-99-99'")
        for table in ("posts", "printings"):
            connection.execute(f"UPDATE {table} SET posted_at = '2024-99-99', posted_as_written = '99 May 2024'")
        connection.execute("UPDATE posts_hashtags SET posted_at = '2024-99-99'")
        connection.execute("UPDATE author_names SET first_posted = '2024-99-99', last_posted = '2024-99-99'")
    return path


def check(path):
    assert rows(path, STORED) == [(None, None, "99/99/2024", None, "2024-99-99")]
    assert rows(path, POSTED) == [(None, None, "99 May 2024")]
    assert rows(path, "SELECT count(*) FROM tally_days WHERE day LIKE '2024%'") == [(0,)]
    assert rows(path, "SELECT count(*) FROM author_names WHERE last_posted IS NOT NULL") == [(0,)]
    assert findings(path, deep=True) == []


def test_records(tmp_path, path, voxpop_here):
    (tmp_path / "records.jsonl").write_text(to_json(story()) + "\n", "utf-8")
    assert voxpop_here("archive", path, tmp_path / "records.jsonl").code == 0
    check(path)
    assert sorted(rows(path, "SELECT kind, message FROM problems")) == [
        ("impossible-date", f"{name}: '2024-99-99' is no possible date") for name in ("modified", "posted", "published")
    ]


def test_merging(tmp_path, old):
    with Archive.open(tmp_path / "new.db") as archive, closing(open_to_read(old)) as other:
        list(merge_archive(archive, other.conn))
    check(tmp_path / "new.db")
    assert rows(tmp_path / "new.db", "SELECT count(*) FROM problems WHERE kind = 'impossible-date'") == [(2,)]


def test_verify_finds_and_repairs_those_that_are_stored(old, voxpop_here):
    said = voxpop_here("verify", old, "--no-captures")
    assert said.code == 3
    for column in ("articles.published_at", "articles.modified_at", "posts.posted_at", "printings.posted_at"):
        assert f"{column}: impossible date: " in said.out
    assert voxpop_here("verify", old, "--no-captures", "--repair").code == 0
    check(old)


def test_a_date_of_a_feed_takes_the_place_of_an_impossible_one(path):
    feed = Moment(at="2024-05-09", precision="day", source="feed", as_written="9 May")
    save(path, article(facts={"published": feed}))
    bad = replace(story(), embeds=(), article=replace(story().article, published=replace(wrong("x"), at=None)))
    save(path, bad, seen=SEEN.replace("2020", "2021"))
    assert rows(path, "SELECT published_at FROM articles") == [("2024-05-09",)]
