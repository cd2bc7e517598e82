"""Archives made on several machines, merged in any order, give the same content."""

import itertools
import random
import shutil
import sqlite3

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from invented import article, content, digest_of, generated, quote, rows, save, tweet
from told import SLOWLY, told

from archive.cli import cli
from archive.commands.archive import RowsRead
from archive.store import merging
from archive.store.archive import Archive
from archive.verify.check import findings
from scraper.records import Allusion, Problem

URL = "https://a.example/"
#: The state of scheduled runs, and what is kept of pages, stay with their own archive.
LEFT = {"captures", "sources", "listings", "visits", "listed", "robots", "flags", "runs", "failing"}


def merge(path, *others, code=0):
    result = CliRunner().invoke(cli, ["merge", str(path), *map(str, others)])
    assert result.exit_code == code, result.output
    return result.output


def merged(path, *, without=()):
    return {table: found for table, found in content(path, without=without).items() if table not in LEFT}


def machines(folder, number=4, seed=5):
    """Archives that share articles and posts, read on different days."""
    roll, everything = random.Random(seed), list(generated(90, seed))
    paths = [folder / f"machine{each}.db" for each in range(number)]
    for day, path in enumerate(paths):
        save(path, *roll.sample(everything, 45), seen=f"2021-05-{day + 10}T07:08:09Z")
    return paths


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in (1, 2, 3))])
def test_archives_in_any_order_give_the_same_content(tmp_path, seed):
    paths = machines(tmp_path)
    merge(tmp_path / "all.db", *paths)
    random.Random(seed).shuffle(paths)
    merge(tmp_path / "left.db", *paths[:2])
    merge(tmp_path / "right.db", *paths[2:])
    merge(tmp_path / "both.db", tmp_path / "right.db", tmp_path / "left.db", paths[0])
    assert merged(tmp_path / "both.db") == merged(tmp_path / "all.db")
    assert findings(tmp_path / "both.db", deep=True) == []


@pytest.fixture
def full(tmp_path):
    """An archive that holds something in every table that is merged, seen twice and in two versions."""
    path = tmp_path / "full.db"
    problem = Problem(step="page", kind="odd", message="Something is odd.")
    first = article(
        tweet("The pier is open again, and everybody came to see it. #Pier", number="1", mentions=("Ben",)),
        tweet("It closed at noon.", handle="Ben", name="Ben", links=("https://b.example/",), media=("pic.twitter.com/x",)),
        quotes=[quote("“One #Pier”", handle="Ann", platform="twitter", confidence=0.5)],
        tags=("Pier", "PIER"),
        url=URL,
        text="“One #Pier” said Ann.",
        problems=(problem,),
        allusions=(Allusion(text="in a tweet", platform="twitter", start=1, end=2, picture="https://img.example/a.png"),),
        facts={"bylines": ("Ann Lee", "Ben")},
    )  # fmt: skip
    second = article(
        tweet("The pier is open again, and everybody came to see it. #Pier", number="1", name="Ann L."),
        tweet("The pier is open again, and everybody came to see it.", number=None),
        url=URL,
        problems=(problem,),
    )
    save(path, first, *generated(10), seen="2021-01-01T00:00:00Z")
    save(path, second, seen="2021-02-01T00:00:00Z")
    with Archive.open(path) as archive:
        (found,) = archive.db.execute("SELECT id FROM articles WHERE url = ?", (URL,)).fetchone()
        archive.note("gone.html", problem, seen="2021-01-01T00:00:00Z")
        known = RowsRead(archive, ("way",))
        known.add("row", found)
        known.note()
        archive.db.execute("INSERT INTO articles_topics VALUES (?, 'pier')", (found,))
    return path


def test_an_empty_archive_becomes_a_copy(full, tmp_path):
    merge(tmp_path / "copy.db", full)
    assert merged(tmp_path / "copy.db") == merged(full)
    assert findings(tmp_path / "copy.db", deep=True) == []


def test_merging_a_copy_changes_nothing(full, tmp_path):
    shutil.copy(full, tmp_path / "copy.db")
    before = content(full, without=(), numbers=True)
    assert "11 articles" in (said := merge(full, tmp_path / "copy.db"))
    assert "(0 new, 0 changed)" in said
    assert content(full, without=(), numbers=True) == before


def test_an_archive_is_not_merged_into_itself(full):
    assert "is the archive itself" in merge(full, full, code=4)


def _versions(tmp_path):
    shown = tweet("The ferry was late again today, and the whole crew was on time.", number="1")
    other = tweet("Nobody told the ferry crew about the pier and its many lights.", number="2")
    for name, post, seen in (("old", shown, "2021-01-01T00:00:00Z"), ("new", other, "2021-03-01T00:00:00Z")):
        problem = Problem(step="page", kind=name, message="Something is odd.")
        version = article(post, url=URL, facts={"title": name.title()}, problems=(problem,))
        save(tmp_path / f"{name}.db", version, seen=seen)
    return tmp_path / "old.db", tmp_path / "new.db"


@pytest.mark.parametrize("order", [1, -1])
def test_the_later_version_counts_and_the_earlier_embed_is_gone(tmp_path, order):
    merge(tmp_path / "all.db", *_versions(tmp_path)[::order])
    query = "SELECT title, first_seen, last_seen FROM articles"
    assert rows(tmp_path / "all.db", query) == [("New", "2021-01-01T00:00:00Z", "2021-03-01T00:00:00Z")]
    assert rows(tmp_path / "all.db", "SELECT kind FROM problems") == [("new",)]
    query = "SELECT post, first_seen, last_seen, gone_at FROM embeds ORDER BY post"
    assert rows(tmp_path / "all.db", query) == [
        ("twitter:1", "2021-01-01T00:00:00Z", "2021-01-01T00:00:00Z", "2021-03-01T00:00:00Z"),
        ("twitter:2", "2021-03-01T00:00:00Z", "2021-03-01T00:00:00Z", None),
    ]
    assert findings(tmp_path / "all.db", deep=True) == []


LONG = "The ferry was late again today, and the whole crew was on time, said the captain."
#: The days on which an archive saw the article, and in which wording it showed the post.
SEEN_IN_WORDINGS = {"a": [(1, LONG)], "b": [(2, f"{LONG} Twice.")], "c": [(3, f"{LONG} Twice."), (4, LONG)]}


@pytest.mark.parametrize("order", list(itertools.permutations("abc")), ids="".join)
def test_wordings_of_a_post_have_the_same_rows_in_any_order(tmp_path, order):
    for name, seen in SEEN_IN_WORDINGS.items():
        for day, text in seen:
            save(tmp_path / f"{name}.db", article(tweet(text), url=URL), seen=f"2021-05-0{day}T00:00:00Z")
    merge(tmp_path / "all.db", *(tmp_path / f"{name}.db" for name in order))
    query = """
        SELECT text, substr(first_seen, 9, 2), substr(last_seen, 9, 2), substr(gone_at, 9, 2)
        FROM embeds ORDER BY first_seen
    """
    assert rows(tmp_path / "all.db", query) == [(LONG, "01", "04", None), (f"{LONG} Twice.", "02", "02", "03")]
    assert len(rows(tmp_path / "all.db", "SELECT 1 FROM posts")) == 1
    assert findings(tmp_path / "all.db", deep=True) == []


def test_posts_of_two_archives_become_one(tmp_path):
    words = "The harbour lights came back on tonight and the whole town walked down."
    save(tmp_path / "a.db", article(tweet(words), url="https://a.example/"))
    save(tmp_path / "b.db", article(tweet(words, number="1"), url="https://b.example/"))
    merge(tmp_path / "a.db", tmp_path / "b.db")
    assert rows(tmp_path / "a.db", "SELECT id, articles FROM posts") == [("twitter:1", 2)]
    assert findings(tmp_path / "a.db", deep=True) == []


@pytest.mark.long
@SLOWLY
@given(
    st.lists(
        st.lists(told(st.sampled_from([URL, "https://b.example/", "https://c.example/"])), max_size=3),
        min_size=2,
        max_size=4,
    ),
    st.randoms(),
)
def test_versions_in_any_order_and_any_groups_give_the_same_archive(tmp_path_factory, archives, roll):
    """Wordings of one post, one quote several times, and sights of one moment among them."""
    folder = tmp_path_factory.mktemp("merged")
    paths = [folder / f"machine{number}.db" for number in range(len(archives))]
    for path, extractions in zip(paths, archives, strict=True):
        save(path)
        for extraction in extractions:
            save(path, extraction, seen=f"2021-05-{roll.randint(10, 14)}T07:08:09Z")
    merge(folder / "one.db", *paths)
    one = merged(folder / "one.db")
    roll.shuffle(paths)
    merge(folder / "left.db", *paths[:2])
    merge(folder / "right.db", *paths[1:])
    merge(folder / "other.db", folder / "right.db", folder / "left.db", paths[0])
    other = merged(folder / "other.db")
    assert {table: (one[table], other[table]) for table in one if one[table] != other[table]} == {}
    assert findings(folder / "one.db", deep=True) == findings(folder / "other.db", deep=True) == []
    merge(folder / "one.db", *paths)
    again = merged(folder / "one.db")
    assert {table: (one[table], again[table]) for table in one if one[table] != again[table]} == {}


@pytest.mark.long
@SLOWLY
@given(st.lists(st.lists(told(st.none()), max_size=4, unique_by=digest_of), min_size=2, max_size=4), st.randoms())
def test_articles_in_any_order_give_the_same_archive(tmp_path_factory, archives, roll):
    folder = tmp_path_factory.mktemp("merged")
    paths = [folder / f"machine{number}.db" for number in range(len(archives))]
    for path, extractions in zip(paths, archives, strict=True):
        save(path, *extractions)
    merge(folder / "one.db", *paths)
    roll.shuffle(paths)
    merge(folder / "other.db", *paths, paths[0])
    assert merged(folder / "one.db") == merged(folder / "other.db")
    assert findings(folder / "one.db", deep=True) == []


def _newer(path):
    with sqlite3.connect(path) as connection:
        connection.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('voxpop', 'later', '')"
        )
    connection.close()


def _damaged(path):
    with sqlite3.connect(path) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'quotes'").fetchone()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    content = bytearray(path.read_bytes())
    content[(page - 1) * 4096 : page * 4096] = b"\xff" * 4096
    path.write_bytes(content)


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        pytest.param(lambda path: path.unlink(), "no such archive", id="missing"),
        pytest.param(lambda path: path.write_bytes(b"nothing" * 99), "is not an SQLite database", id="no database"),
        pytest.param(_newer, "was written by a newer voxpop", id="newer"),
        pytest.param(_damaged, "is damaged", id="damaged"),
    ],
)
def test_an_archive_that_cannot_be_read_is_one_line_and_the_rest_is_merged(tmp_path, spoil, words):
    paths = machines(tmp_path, 3)
    spoil(paths[0])
    said = merge(tmp_path / "all.db", *paths, code=1)
    assert sum(words in line for line in said.splitlines()) == 1
    assert findings(tmp_path / "all.db", deep=True) == []
    merge(tmp_path / "rest.db", *paths[1:])
    stored = set(rows(tmp_path / "rest.db", "SELECT id FROM articles"))
    assert stored <= set(rows(tmp_path / "all.db", "SELECT id FROM articles"))


def test_a_merge_that_was_stopped_is_gone_on_with(tmp_path, monkeypatch):
    paths = machines(tmp_path, 2)
    merge(tmp_path / "whole.db", *paths)
    monkeypatch.setattr(merging, "_TOGETHER", 7)
    for transactions in (1, 3, 6):
        with Archive.open(tmp_path / "all.db") as archive, sqlite3.connect(paths[0]) as other:
            for _ in zip(range(transactions), merging.merge_archive(archive, other), strict=False):
                pass
        other.close()
        assert findings(tmp_path / "all.db", deep=True) == []
    merge(tmp_path / "all.db", *paths)
    assert merged(tmp_path / "all.db") == merged(tmp_path / "whole.db")
