"""The order of archiving changes nothing."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from invented import content, digest_of, generated, rows, save
from told import SLOWLY, told

from archive.store.archive import Archive
from archive.verify.check import findings

UNSETTLED = ("first_seen", "last_seen", "changed_at", "articles", "embeds")


@pytest.mark.parametrize("seed", range(3))
def test_the_order_of_articles_changes_nothing(path, tmp_path, seed):
    everything = list(generated(60, seed))
    save(path, *everything)
    other = tmp_path / "other.db"
    save(other, *sorted(everything, key=digest_of))
    assert content(path) == content(other)
    assert findings(path, deep=True) == []
    assert findings(other, deep=True) == []


@pytest.mark.long
@SLOWLY
@given(st.lists(told(st.none()), max_size=6, unique_by=digest_of), st.randoms())
def test_any_articles_in_any_order_give_the_same_archive(tmp_path_factory, extractions, roll):
    folder = tmp_path_factory.mktemp("order")
    save(folder / "one.db", *extractions)
    roll.shuffle(extractions)
    save(folder / "other.db", *extractions, *extractions[:2])
    assert content(folder / "one.db") == content(folder / "other.db")
    assert findings(folder / "one.db", deep=True) == []


@pytest.mark.long
@SLOWLY
@given(st.lists(told(st.sampled_from(["https://a.example/", "https://b.example/"])), max_size=6), st.randoms())
def test_versions_in_any_order_give_the_same_posts_authors_and_hashtags(tmp_path_factory, versions, roll):
    folder = tmp_path_factory.mktemp("versions")
    save(folder / "one.db", *versions)
    roll.shuffle(versions)
    for number, version in enumerate(versions):
        save(folder / "other.db", version, seen=f"2021-05-06T07:08:{number:02}Z")
    save(folder / "other.db")
    # Which version is the latest differs, and with it which wording is the text.
    one, other = (content(folder / name, without=(*UNSETTLED, "text", "wordings")) for name in ("one.db", "other.db"))
    for table in ("posts", "post_aliases", "printings", "author_names"):
        assert one[table] == other[table]
    for table in ("authors", "hashtags"):
        assert [row[:2] for row in one[table]] == [row[:2] for row in other[table]]
    assert findings(folder / "other.db", deep=True) == []


@pytest.mark.long
@SLOWLY
@given(st.lists(st.tuples(st.sampled_from("abc"), told(st.none())), max_size=8))
def test_the_last_reading_of_each_article_is_what_counts(tmp_path_factory, readings):
    folder = tmp_path_factory.mktemp("readings")
    outlets = {name: read.article.outlet for name, read in readings if read.article.outlet}
    last = [
        # The same bytes keep a name that a later reading of them does not have: a user may have stated it.
        (name, replace(read, article=replace(read.article, outlet=read.article.outlet or outlets.get(name))))
        for name, read in dict(readings).items()
    ]
    for path, these in ((folder / "one.db", readings), (folder / "other.db", last)):
        with Archive.open(path) as archive:
            for number, (name, extraction) in enumerate(these):
                archive.save(extraction, digest=name * 64, seen=f"2021-05-06T07:08:{number:02}Z")
    assert findings(folder / "one.db", deep=True) == []
    one, other = content(folder / "one.db"), content(folder / "other.db")
    assert {table: rows for table, rows in one.items() if rows != other[table]} == {}


@pytest.mark.long
@SLOWLY
@given(st.lists(told(st.just("https://a.example/")), max_size=4), st.randoms())
def test_files_in_any_order_give_the_same_latest_version(tmp_path_factory, versions, roll):
    folder = tmp_path_factory.mktemp("saved")
    dated = [(f"20{10 + number}-01-01T00:00:00Z", version) for number, version in enumerate(versions)]
    for name in ("one.db", "other.db"):
        for number, (saved_at, version) in enumerate(dated):
            with Archive.open(folder / name) as archive:
                seen = f"2021-05-06T07:{number:02}:00Z"
                archive.save(version, digest=f"{saved_at}{name}"[:20], seen=seen, saved_at=saved_at)
        roll.shuffle(dated)
        save(folder / name)
    one, other = (
        content(folder / name, without=("first_seen", "last_seen", "changed_at", "gone_at"))
        for name in ("one.db", "other.db")
    )
    for table in ("articles", "posts", "printings", "post_aliases", "author_names", "articles_hashtags"):
        assert one[table] == other[table]
    present = "SELECT post, printing, text, position FROM embeds WHERE gone_at IS NULL ORDER BY post, printing"
    assert rows(folder / "one.db", present) == rows(folder / "other.db", present)
    assert findings(folder / "other.db", deep=True) == []
