"""Full-text search keeps up with every change, survives VACUUM, and is found by the tools that read it."""

import sqlite3

import pytest
from datasette.utils import detect_fts
from invented import article, generated, quote, reading, rows, save, tweet
from sqlite_utils import Database

from archive.store import archive as archive_module
from archive.store.archive import Archive
from archive.store.rowids import rowid_of
from archive.verify.check import findings
from scraper.records import Moment

# The form of Datasette's own search (datasette/filters.py).
FOUND = "SELECT {0} FROM {1} WHERE rowid IN (SELECT rowid FROM {1}_fts WHERE {1}_fts MATCH ?) ORDER BY 1"


def found(path, word, column="text", table="posts"):
    return [value for (value,) in rows(path, FOUND.format(column, table), word)]


def vacuum(path):
    connection = sqlite3.connect(path)
    connection.execute("VACUUM")
    connection.close()


def test_posts_quotes_and_titles_are_found(path):
    save(path, article(tweet("The harbour at noon"), quotes=[quote("“Café au lait”")], facts={"title": "Ferry late"}))
    assert found(path, "HARBOUR") == ["The harbour at noon"]
    assert found(path, "cafe", table="quotes") == ["“Café au lait”"]
    assert found(path, "fan", "speaker", "quotes") == ["a fan"]
    assert found(path, "ferry", "title", "articles") == ["Ferry late"]


def test_search_follows_changes(path):
    save(path, article(tweet("The harbour lights came back on"), facts={"title": "Old words"}))
    save(
        path,
        article(tweet("The harbour lights came back on tonight, finally", number="1"), facts={"title": "New words"}),
        seen="2022",
    )
    assert (found(path, "finally"), found(path, "harbour")) == (
        ["The harbour lights came back on tonight, finally"],
    ) * 2
    assert (found(path, "old", "title", "articles"), found(path, "new", "title", "articles")) == ([], ["New words"])
    assert findings(path) == []


@pytest.mark.parametrize("table", ["posts", "quotes", "articles"])
def test_search_survives_vacuum(path, table):
    save(path, *generated(40))
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
    connection.close()
    column, word = {"posts": ("id", "lights"), "quotes": ("id", "reaction"), "articles": ("id", "story")}[table]
    before = found(path, word, column, table)
    assert len(before) > 10
    vacuum(path)
    assert found(path, word, column, table) == before
    assert findings(path) == []
    save(path, *generated(60))
    assert len(found(path, word, column, table)) > len(before)
    assert findings(path) == []


def test_segments_are_joined_and_the_search_stays_right(path, monkeypatch):
    monkeypatch.setattr(archive_module, "_PAGES", 1)
    with Archive.open(path) as archive:
        for name in ("posts_fts", "articles_fts"):  # SQLite joins four by itself
            archive.db.execute(f"INSERT INTO {name} ({name}, rank) VALUES ('automerge', 0)")
    for number in range(7):
        save(path, article(tweet(f"Harbour {number} lies calm"), url=f"https://news.example/{number}"))
    with Archive.open(path) as archive:
        counts = [f"SELECT count(DISTINCT segid) FROM {name}_idx" for name in ("posts_fts", "articles_fts")]
        assert [archive.db.execute(count).fetchone()[0] for count in counts] == [7, 7]
        archive_module.join_segments(archive)
        assert [archive.db.execute(count).fetchone()[0] for count in counts] == [1, 1]
    assert len(found(path, "harbour")) == 7
    assert findings(path) == []


def test_search_survives_copying_by_statements(path, tmp_path):
    """A dump knows nothing of hidden rowids; declared ones come through."""
    save(path, *generated(10))
    copy = tmp_path / "copy.db"
    with reading(path) as connection, sqlite3.connect(copy) as target:
        target.execute("CREATE TABLE posts (id TEXT PRIMARY KEY, text TEXT, rowid INTEGER)")
        target.executemany(
            "INSERT INTO posts VALUES (?, ?, ?)",
            connection.execute("SELECT id, text, rowid FROM posts ORDER BY random()"),
        )
    target.close()
    assert rows(copy, "SELECT rowid, id FROM posts ORDER BY 1") == rows(path, "SELECT rowid, id FROM posts ORDER BY 1")


@pytest.mark.parametrize("table", ["posts", "quotes", "articles"])
def test_readers_find_the_search_by_themselves(path, table):
    save(path, *generated(5))
    with reading(path) as connection:
        assert detect_fts(connection, table) == f"{table}_fts"
    db = Database(path)
    assert db[table].detect_fts() == f"{table}_fts"
    assert list(db[table].search("lights OR reaction OR story"))
    db.close()


def test_rowids_order_by_time_and_fit_a_browser_number():
    times = [
        "",
        "1969-01-01",
        "2006-03-21",
        "2020-02-01",
        "2020-02-01T03:04Z",
        "2020-02-01T03:05:59.999Z",
        "2100",
        "9999-12-31T23:59Z",
    ]
    numbers = [rowid_of("twitter:1", Moment(at=at, precision="day", source="printed")) for at in times]
    assert numbers == sorted(numbers)
    assert 0 <= numbers[0] <= numbers[-1] < 2**53
    assert len(set(numbers)) == len(times) - 1


@pytest.mark.parametrize("at", ["2020-13-45", "yesterday", "0000", "2020-02-01Tab:cd"])
def test_rowids_take_any_text_for_a_time(at):
    assert rowid_of("a", Moment(at=at, precision="day", source="printed")) < 2**53


def test_a_search_reads_newest_first_without_sorting(path):
    save(
        path,
        *(
            article(tweet(f"Lights {day}", on=f"2020-02-0{day}", handle=f"A{day}"), url=f"https://a.example/{day}")
            for day in (3, 1, 2)
        ),
    )
    query = "SELECT text FROM posts_fts WHERE posts_fts MATCH 'lights' ORDER BY rowid DESC"
    assert rows(path, query) == [("Lights 3",), ("Lights 2",), ("Lights 1",)]
    assert "TEMP B-TREE" not in str(rows(path, f"EXPLAIN QUERY PLAN {query}"))


def test_taken_rowids_are_passed_over(path, monkeypatch):
    monkeypatch.setattr("archive.store.rowids.rowid_of", lambda *_: 7)
    save(path, *(article(tweet(text), url=f"https://a.example/{text}") for text in ("One", "Two", "Three")))
    assert sorted(rows(path, "SELECT rowid FROM posts")) == [(7,), (8,), (9,)]
    assert findings(path) == []
