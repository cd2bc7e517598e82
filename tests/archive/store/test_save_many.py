"""Many articles saved together give the archive that saving them one after the other gives."""

import sqlite3
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from invented import SEEN, article, content, digest_of, generated, quote, rows, tweet
from told import SLOWLY, told

from archive.store.archive import Archive, Entry
from archive.store.identity import article_key
from archive.store.plan import plan_posts
from archive.verify.check import findings
from scraper.errors import ArchiveError
from scraper.records import Allusion, Problem

NOW = datetime(2021, 5, 6, 7, 8, 9, tzinfo=UTC)


def entry(extraction, saved_at=None) -> Entry:
    digest = digest_of(extraction)
    key = article_key(extraction.article.url, digest)
    return Entry(extraction=extraction, article=key, digest=digest, saved_at=saved_at)


def saved_one_by_one(path, entries):
    with Archive.open(path, now=lambda: NOW) as archive:
        for each in entries:
            archive.save(each.extraction, article=each.article, digest=each.digest, seen=SEEN, saved_at=each.saved_at)


def saved_together(path, entries, size):
    with Archive.open(path, now=lambda: NOW) as archive:
        for at in range(0, len(entries), size):
            archive.save_many(entries[at : at + size], seen=SEEN)


def triggers(path):
    return sorted(rows(path, "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"))


@pytest.mark.parametrize("size", [1, 7, 60, 1000])
def test_new_articles_give_the_same_rows(tmp_path, size):
    entries = [entry(each, "2021-01-02T03:04:05Z") for each in generated(120)]
    one, many = tmp_path / "one.db", tmp_path / "many.db"
    saved_one_by_one(one, entries)
    saved_together(many, entries, size)
    assert content(many, without=()) == content(one, without=())
    assert findings(many, deep=True) == []
    assert triggers(many) == triggers(one)


def test_stored_posts_are_dated_back_to_articles_that_were_seen_before(tmp_path):
    shown = tweet("The pier is open again, and everybody came to see it.", number="1")
    with Archive.open(tmp_path / "a.db") as archive:
        for number, seen in enumerate(("2021-02-01T00:00:00Z", "2021-01-01T00:00:00Z")):
            archive.save_many([entry(article(shown, url=f"https://news.example/{number}"))], seen=seen)
    query = "SELECT first_seen FROM posts UNION SELECT first_seen FROM printings"
    assert rows(tmp_path / "a.db", query) == [("2021-01-01T00:00:00Z",)]


def test_all_that_hangs_on_an_article_is_written(tmp_path):
    problem = Problem(step="page", kind="odd", message="Something is odd.")
    full = article(
        tweet("The pier is open again, and everybody came to see it. #Pier", number="1"),
        tweet("The pier is open again, and everybody came to see it. #Pier", number=None),
        tweet("Thank you!", handle=None, name="", on=None),
        quotes=[quote("“One”", handle="Ann", platform="twitter", confidence=0.5), quote("“Two”", 9)],
        tags=("Pier", "PIER"),
        text="“One” said Ann. “Two” said nobody.",
        problems=(problem,),
        allusions=(Allusion(text="in a tweet", platform="twitter", start=1, end=2),),
        facts={"bylines": ("Ann Lee", "Ben")},
    )
    entries = [entry(full), *map(entry, generated(20))]
    one, many = tmp_path / "one.db", tmp_path / "many.db"
    saved_one_by_one(one, entries)
    saved_together(many, entries, 100)
    assert content(many, without=()) == content(one, without=())
    assert findings(many, deep=True) == []


def test_a_version_of_a_stored_article_is_saved_before_the_new_articles_behind_it(tmp_path):
    ferry = "Nobody told the ferry crew, so they sailed past the pier and into the evening news."
    lights = "The harbour lights came back on tonight and the whole town walked down to see them."
    shown = [
        article(tweet(ferry, number=None), url="https://b.example/"),
        article(tweet(lights, number="x"), url="https://b.example/"),
        article(tweet(ferry, number="x"), url=None),
    ]
    entries = [entry(each, f"2020-01-0{day}T00:00:00Z") for day, each in enumerate(shown, 1)]
    saved_one_by_one(tmp_path / "one.db", entries)
    saved_together(tmp_path / "many.db", entries, 3)
    assert content(tmp_path / "many.db", without=()) == content(tmp_path / "one.db", without=())


def test_posts_that_stand_alone_are_planned_as_others_are(tmp_path, monkeypatch):
    path, shown = tmp_path / "a.db", [embed.post for each in generated(120) for embed in each.embeds]
    shown += [tweet(f"Lamp {n} is lit.", handle=f"lamp{n}", number=n % 2 and f"9{n}") for n in range(40)]
    shown += [tweet("Lamp 1 is lit.", handle=None, number=None), tweet("No lamp.", handle=None, number="7")]
    saved_one_by_one(path, [entry(each) for each in generated(20, seed=8)])
    with Archive.open(path) as archive:
        together = plan_posts(archive.db.conn, shown, SEEN)
        monkeypatch.setattr("archive.store.plan._FEW", len(shown))
        assert plan_posts(archive.db.conn, shown, SEEN) == together
    assert sum(post.is_new for post in together.changes.posts) > 40


def test_many_articles_are_one_segment_of_the_search_and_the_next_article_is_saved_as_always(tmp_path):
    path = tmp_path / "a.db"
    with Archive.open(path) as archive:
        archive.save_many([entry(each) for each in generated(300)], seen=SEEN)
        segments = archive.db.execute("SELECT count(DISTINCT segid) FROM articles_fts_idx").fetchone()
        assert segments == (1,)
        archive.save_many([entry(article(url="https://news.example/last"))], seen=SEEN)
    options = dict(rows(path, "SELECT k, v FROM articles_fts_config"))
    assert options == {"version": options["version"], "automerge": 4, "hashsize": 1 << 20}
    assert findings(path, deep=True) == []


@pytest.mark.long
@SLOWLY
@given(
    st.lists(told(st.sampled_from([None, "https://a.example/", "https://b.example/"])), max_size=9), st.integers(1, 9)
)
def test_any_articles_give_the_same_archive(tmp_path_factory, extractions, size):
    folder = tmp_path_factory.mktemp("many")
    entries = [entry(each, f"2020-01-{number + 1:02}T00:00:00Z") for number, each in enumerate(extractions)]
    saved_one_by_one(folder / "one.db", entries)
    saved_together(folder / "many.db", entries, size)
    assert content(folder / "many.db", without=()) == content(folder / "one.db", without=())
    assert findings(folder / "many.db", deep=True) == []


def test_nothing_of_many_is_stored_when_one_fails(tmp_path):
    path = tmp_path / "a.db"
    entries = [entry(each) for each in generated(130)]
    with Archive.open(path) as archive:
        before = triggers(path)
        settings = rows(path, "SELECT * FROM articles_fts_config")
        archive.db.execute("CREATE TEMP TRIGGER full BEFORE INSERT ON bylines BEGIN SELECT raise(ABORT, 'full'); END")
        bad = article(url="https://bad.example/", facts={"bylines": ("X",)})
        with pytest.raises((ArchiveError, sqlite3.DatabaseError)):
            archive.save_many([*entries, entry(bad)], seen=SEEN)
        archive.db.execute("DROP TRIGGER full")
        assert rows(path, "SELECT count(*) FROM articles") == [(0,)]
        assert triggers(path) == before
        assert rows(path, "SELECT * FROM articles_fts_config") == settings
        archive.save_many(entries, seen=SEEN)
    assert findings(path, deep=True) == []
