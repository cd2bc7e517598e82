"""The search of emoji and of scripts without spaces keeps up with every way in which posts are written."""

import sqlite3
from contextlib import closing

import pytest
from erasing import run
from hypothesis import given
from hypothesis import strategies as st
from invented import article, digest_of, rows, save, tweet
from sqlite_utils import Database

from archive.store.archive import Archive, Entry
from archive.store.identity import article_key
from archive.store.schema import MIGRATIONS
from archive.store.terms import LONGEST, RANGES, signs_of
from archive.verify.check import findings

LAMP = "Our lamp 灯台 came back on tonight 🎺"
CREW = "Nobody told the ferry crew about this, so they sailed on"
NAME = "create_signs"
SIGNS = st.sampled_from([*RANGES, *"灯台は🎺\u200d\ufe0f"])
TEXTS = st.text(st.one_of(SIGNS, st.characters(exclude_categories=["Cs"])))


def found(path, phrase):
    query = "SELECT text FROM posts WHERE rowid IN (SELECT rowid FROM posts_signs_fts WHERE posts_signs_fts MATCH ?)"
    return [text for (text,) in rows(path, query, f'"{phrase}"')]


def save_many(path, *extractions):
    with Archive.open(path) as archive:
        entries = [
            Entry(
                extraction=each,
                article=article_key(each.article.url, digest_of(each)),
                digest=digest_of(each),
                saved_at=None,
            )
            for each in extractions
        ]
        archive.save_many(entries, seen="2020")


@pytest.fixture(scope="module")
def posts():
    """A function that gives the signs of a text as the archive's tables do."""
    with closing(Database(memory=True)) as db:
        MIGRATIONS.apply(db)

        def signs(text):
            db.execute("DELETE FROM posts")
            insert = "INSERT INTO posts (id, platform, text, first_seen, rowid) VALUES ('x:1', 'x', ?, '2020', 1)"
            db.execute(insert, (text,))
            db.execute("INSERT INTO posts_signs_fts (posts_signs_fts, rank) VALUES ('integrity-check', 1)")
            here = db.execute("SELECT signs FROM posts_signs_fts_texts").fetchall()
            indexed = db.execute("SELECT rowid FROM posts_signs_fts").fetchall()
            assert len(here) == len(indexed)
            return here[0][0] if here else ""

        yield signs


@given(text=TEXTS)
def test_the_tables_and_the_store_read_the_same_signs(posts, text):
    assert posts(text) == signs_of(text)


@pytest.mark.parametrize("length", [199, 200, 201, 400, LONGEST - 1, LONGEST, LONGEST + 1])
def test_signs_of_long_texts_are_read_in_their_order(posts, length):
    for text in ("a" * length + "灯台", "灯" + "台" * (length - 1), "é" * (length - 2) + "灯台"):
        assert posts(text) == signs_of(text)


@pytest.mark.parametrize("write", [save, save_many])
def test_signs_are_found_whichever_way_a_post_came(path, write):
    write(path, article(tweet(LAMP), tweet(CREW)))
    assert found(path, "706f 53f0") == found(path, "1f3ba") == [LAMP]
    assert found(path, "53f0 706f") == []
    assert findings(path) == []


def test_signs_follow_a_post_that_changes_or_goes(path):
    save(path, article(tweet("Our lamp 灯台 came back on tonight")))
    longer = "Our lamp 灯台 came back on tonight, finally 🎉"
    save(path, article(tweet(longer, number="1")), seen="2022")
    assert found(path, "706f 53f0") == found(path, "1f389") == [longer]
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE posts SET text = 'Our lamp'")
        connection.execute("UPDATE posts SET rowid = rowid + 7")
    assert found(path, "706f 53f0") == []
    assert [each.check for each in findings(path) if each.check == "search"] == []


def test_signs_of_an_archive_of_an_older_voxpop_are_found(path):
    names = [migration.name for migration in MIGRATIONS._migrations]
    with closing(Database(path)) as db:
        MIGRATIONS.apply(db, stop_before=NAME)
        db.execute(
            "INSERT INTO posts (id, platform, text, first_seen, rowid) VALUES ('x:1', 'x', ?, '2020', 1)", (LAMP,)
        )
        db.conn.commit()
    with Archive.open(path):
        pass
    assert NAME in names
    assert found(path, "706f 53f0") == [LAMP]


def test_a_lost_sign_is_a_finding(path):
    save(path, article(tweet(LAMP)))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO posts_signs_fts (posts_signs_fts) VALUES ('delete-all')")
    assert ["posts_signs_fts" in each.message for each in findings(path)] == [True]
    run("verify", "--repair", path)
    assert (found(path, "1f3ba"), findings(path)) == ([LAMP], [])


def test_nothing_of_the_signs_is_left_of_what_was_erased(path):
    save(path, article(tweet("🎺", number="1"), tweet(CREW)))
    assert b"1f3ba" in path.read_bytes()
    run("erase", "-q", path, "--post", "twitter:1")
    assert b"1f3ba" not in b"".join(file.read_bytes() for file in path.parent.glob(f"{path.name}*"))
    assert findings(path) == []
