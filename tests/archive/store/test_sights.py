"""When articles were seen, and since when what they no longer show is gone."""

import sqlite3
from contextlib import closing

import pytest
from invented import SENTENCES, article, rows, save, tweet
from older import downgrade

from archive.store.archive import Archive
from archive.store.versions import Sight, gone_since
from archive.verify.check import findings
from archive.verify.repair import repair

LIGHTS, FERRY, THANKS = SENTENCES
DAYS = [f"2021-0{month}-01T00:00:00Z" for month in range(1, 7)]
BOTH, ONE, NONE = article(tweet(LIGHTS), tweet(FERRY)), article(tweet(LIGHTS)), article(tweet(THANKS))
GONE = "SELECT last_seen, gone_at FROM embeds WHERE text = ?"


def _save(path, *versions):
    """Archive versions in this order, each given with its day."""
    for version, day in versions:
        save(path, version, seen=DAYS[day])


@pytest.mark.parametrize(
    ("sights", "gone"),
    [
        pytest.param([("2", "2"), ("4", "4"), ("6", "6")], "4", id="the first sight after the last one of it"),
        pytest.param([("2", "2"), ("4", "1"), ("6", "5")], "6", id="not in the same session"),
        pytest.param([("2", "2"), ("4", "1")], "4", id="in the same session, where there is no other"),
        pytest.param([("1", "1"), ("3", "3")], "3", id="two versions of one moment"),
    ],
)
def test_since_when_something_is_gone(sights, gone):
    assert gone_since("3", [Sight(*sight) for sight in sights]) == gone


def test_every_sight_is_kept_once(path):
    _save(path, (BOTH, 0), (BOTH, 1), (ONE, 3), (ONE, 2), (ONE, 3))
    assert rows(path, "SELECT seen_at, since FROM sights") == [(day, day) for day in DAYS[:4]]


@pytest.mark.parametrize(
    ("versions", "gone"),
    [
        pytest.param([(BOTH, 0), (ONE, 4), (ONE, 2)], (0, 2), id="an earlier version lacks it too"),
        pytest.param([(BOTH, 0), (ONE, 2), (NONE, 4), (BOTH, 1)], (1, 2), id="it was there for longer"),
        pytest.param([(BOTH, 0), (ONE, 1), (ONE, 3), (ONE, 5), (BOTH, 2)], (2, 3), id="it came back for once"),
        pytest.param([(ONE, 1), (ONE, 3), (ONE, 5), (BOTH, 2)], (2, 3), id="only an earlier version shows it"),
        pytest.param([(ONE, 1), (BOTH, 4), (NONE, 5), (ONE, 2)], (4, 5), id="earlier than its last sight"),
    ],
)
def test_an_older_version_that_comes_later_dates_what_is_gone(path, versions, gone):
    _save(path, *versions)
    assert rows(path, GONE, FERRY) == [tuple(DAYS[day] for day in gone)]
    assert findings(path, deep=True) == []


def test_what_a_wrong_reading_showed_for_longer_was_gone_when_its_bytes_came(path):
    with Archive.open(path) as archive:
        archive.save(BOTH, digest="a" * 64, seen=DAYS[0])
        for day in (1, 2):
            archive.save(article(tweet(FERRY)), digest="b" * 64, seen=DAYS[day])
        archive.save(ONE, digest="b" * 64, seen=DAYS[3])
    assert rows(path, GONE, FERRY) == [(DAYS[0], DAYS[1])]
    assert findings(path, deep=True) == []


def test_an_older_archive_knows_the_sights_that_its_tables_tell(path):
    _save(path, (BOTH, 0), (ONE, 2), (NONE, 3), (NONE, 4))
    before = rows(path, "SELECT seen_at, since FROM sights")
    gone = rows(path, "SELECT * FROM embeds")
    downgrade(path, "create_signs")
    with Archive.open(path):
        pass
    assert rows(path, "SELECT seen_at, since FROM sights") == before
    assert rows(path, "SELECT * FROM embeds") == gone
    assert findings(path, deep=True) == []


@pytest.mark.parametrize("statement", ["DELETE FROM sights", "DROP TABLE sights"])
def test_lost_sights_are_found_and_made_anew(path, statement):
    _save(path, (BOTH, 0), (ONE, 2))
    before = rows(path, "SELECT * FROM sights")
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(statement)
    assert findings(path) != []
    said = repair(str(path), None).lines
    assert "recreated: 2 sights of articles, from their embeds and quotes" in said
    assert rows(path, "SELECT * FROM sights") == before
    assert findings(path, deep=True) == []
