"""What lies in the captures is read without a request: answers that checks kept, and those that frames loaded."""

from __future__ import annotations

import socket

import pytest
from crawled import crawl
from filling import WORDS, key, native_id, tweet

from archive.store.archive import Archive
from archive.verify.check import findings

SOURCED = "SELECT text, name, source FROM printings WHERE source IS NOT NULL"


def test_answers_that_checks_kept_fill_in_what_is_missing(place):
    place.add(1, 2)
    place.check(1, 2)
    report = place.hydrate()
    assert place.texts() == {key(1): WORDS.format(1), key(2): WORDS.format(2)}
    assert report.gained == {"text": 2, "name": 1, "counts": 2}
    assert place.rows("SELECT name FROM authors") == [("Ada Vale",)]
    ((source,),) = place.rows("SELECT DISTINCT substr(source, 1, 40) FROM printings WHERE source IS NOT NULL")
    assert source.startswith("http://127.0.0.1")
    counts = place.rows("SELECT post, observed_at, likes, replies FROM counts ORDER BY post")
    assert counts == [(key(1), "2027-02-10T00:00:00Z", 8, 2), (key(2), "2027-02-10T00:00:02Z", 9, 2)]
    assert findings(place.path) == []


def test_answers_that_hold_what_was_erased_are_not_read(place):
    place.add(1)
    place.check(1)
    with Archive.open(place.path) as archive, archive.transaction() as connection:
        connection.execute("UPDATE captures SET hidden = 'hidden' WHERE refused IS NOT NULL")
    assert place.hydrate().posts == set()
    assert place.texts() == {key(1): None}


def test_what_an_article_printed_stays(place):
    place.add(1, words="The ferry came in")
    place.check(1)
    report = place.hydrate()
    assert place.texts() == {key(1): "The ferry came in"}
    assert report.gained == {"counts": 1}
    assert place.rows("SELECT name FROM authors") == [("Ada",)]
    assert [text for text, *_ in place.rows(SOURCED)] == [WORDS.format(1)]


@pytest.mark.parametrize("is_printed_first", [True, False])
def test_the_name_that_an_article_printed_stays(place, tmp_path, is_printed_first):
    for number in (1, 2) if is_printed_first else (2, 1):
        place.add(number, words="The ferry came in" if number == 1 else "")
        place.social.said[native_id(number)] = tweet(number, name="A Vale")  # would be the first by its letters
        place.check(number)
        place.hydrate()
    assert place.rows("SELECT name FROM authors") == [("Ada",)]
    assert sorted(place.rows("SELECT name FROM author_names")) == [("A Vale",), ("Ada",)]
    assert findings(place.path) == []
    other = tmp_path / "other.db"
    assert place.voxpop("merge", other, place.path, "--quiet").code == 0
    place.path = other
    assert place.rows("SELECT name FROM authors") == [("Ada",)]


@pytest.mark.parametrize(
    ("said", "outcome"),
    [
        pytest.param(tweet(1, handle="mallory"), "disagrees", id="another-author"),
        pytest.param({"user": None}, "nothing", id="no-words"),
    ],
)
def test_answers_that_are_not_used(place, said, outcome):
    place.add(1)
    place.social.said[native_id(1)] = said
    place.check(1)
    report = place.hydrate()
    assert dict(report.outcomes) == {outcome: 1}
    assert place.texts() == {key(1): None}
    assert place.rows(SOURCED) == place.rows("SELECT * FROM counts") == []
    problems = place.rows("SELECT step, kind FROM problems WHERE step = 'hydrate'")
    assert len(problems) == (outcome == "disagrees")


def test_every_look_counts_once(place):
    place.add(1)
    for likes in (5, 9):
        place.social.said[native_id(1)] = tweet(1, favorite_count=likes)
        place.check(1)
        place.hydrate()
        assert place.hydrate().posts == set()
        place.seconds += 86_400
    assert place.rows("SELECT observed_at, likes FROM counts ORDER BY 1") == [
        ("2027-02-10T00:00:00Z", 5),
        ("2027-02-11T00:00:00Z", 9),
    ]
    assert len(place.rows(SOURCED)) == 1


def test_equal_answers_are_read_from_the_first_of_them(place):
    place.add(1)
    place.check(1)
    place.seconds += 86_400
    place.check(1)
    assert place.rows("SELECT type FROM captures WHERE refused IS NOT NULL") == [("response",), ("revisit",)]
    place.hydrate()
    assert place.rows("SELECT count(*) FROM counts") == [(2,)]


def test_search_and_counts_know_what_was_filled_in(place):
    place.add(1)
    place.check(1)
    place.hydrate()
    assert place.rows("SELECT count(*) FROM posts_fts WHERE posts_fts MATCH 'lamp'") == [(1,)]
    assert findings(place.path) == []


def test_reading_pages_again_keeps_what_was_filled_in(place, voxpop_here):
    place.add(1, 2)
    place.check(1, 2)
    place.hydrate()
    before = place.texts(), place.rows("SELECT * FROM counts"), place.rows(SOURCED)
    assert voxpop_here("reextract", place.path).code == 0
    place.add(1, 2)
    assert (place.texts(), place.rows("SELECT * FROM counts"), place.rows(SOURCED)) == before


@pytest.mark.parametrize("how", [("--post", key(1)), ("--author", "twitter:ada")], ids=["post", "author"])
def test_what_was_erased_is_gone_and_stays_so(place, how):
    place.add(1)
    place.check(1)
    place.hydrate()
    assert place.voxpop("erase", place.path, *how, "--purge-captures").code == 0
    assert place.rows("SELECT * FROM counts") == place.rows("SELECT * FROM hydrations") == []
    place.add(1)
    assert place.hydrate().posts == set()
    assert b"lamp" not in place.path.read_bytes()
    assert place.voxpop("verify", "--deep", place.path).code == 0


def test_an_answer_with_erased_words_is_not_taken_and_is_hidden(place):
    place.add(1)
    place.social.said[native_id(1)] = tweet(1, handle="ada", text="Nobody waited for me at the pier tonight")
    place.check(1)
    assert place.voxpop("archive", place.path, "--quiet", place.path.with_name("story-1.html")).code == 0
    assert place.voxpop("erase", place.path, "--text", "Nobody waited for me at the pier tonight").code == 0
    assert dict(place.hydrate().outcomes) == {"erased": 1}
    assert place.texts() == {key(1): None}
    assert place.rows("SELECT hidden FROM captures WHERE refused IS NOT NULL") == [("hidden",)]


def test_the_post_of_an_erased_author_whom_only_the_answer_names_is_not_taken(place):
    link = f"https://twitter.com/i/web/status/{native_id(1)}"
    place.archive("story", f'<blockquote class="twitter-tweet"><a href="{link}"></a></blockquote>')
    place.social.said[native_id(1)] = tweet(1)
    assert place.rows("SELECT author FROM posts") == [(None,)]
    assert place.voxpop("erase", place.path, "--author", "twitter:ada").code == 0
    place.check(1)
    assert dict(place.hydrate().outcomes) == {"erased": 1}
    assert place.rows("SELECT text, author FROM posts") == [(None, None)]
    assert place.rows("SELECT * FROM counts") == place.rows("SELECT * FROM authors") == []
    assert place.rows("SELECT hidden FROM captures WHERE refused IS NOT NULL") == [("hidden",)]
    assert place.voxpop("verify", "--deep", place.path).code == 0


def test_archives_are_merged_with_what_was_filled_in(place, tmp_path):
    place.add(1)
    place.check(1)
    place.hydrate()
    other = tmp_path / "other.db"
    for _ in range(2):
        assert place.voxpop("merge", other, place.path, "--quiet").code == 0
    counts = place.rows("SELECT * FROM counts")
    place.path = other
    assert place.texts() == {key(1): WORDS.format(1)}
    assert place.rows("SELECT * FROM counts") == counts
    assert findings(other) == []


def test_a_limit_and_a_platform_bound_what_is_read(place):
    place.add(1, 2, 3)
    place.check(1, 2, 3)
    assert place.hydrate(platforms=("bluesky",)).posts == set()
    assert len(place.hydrate(limit=2).posts) == 2
    assert len(place.hydrate(limit=2).posts) == 1


def test_captures_that_are_not_there_are_named_once(place):
    place.add(1, 2)
    place.check(1, 2)
    for file in place.folder.glob("*.warc.gz"):
        file.unlink()
    done = place.voxpop("hydrate", place.path)
    assert (done.code, done.err.count("\n")) == (4, 1)
    assert place.rows("SELECT * FROM hydrations") == []


def test_the_command_asks_nobody_and_is_silent(place, monkeypatch):
    place.add(1)
    place.check(1)
    monkeypatch.setattr(socket.socket, "connect", lambda *_: pytest.fail("a socket was opened"))
    planned = place.voxpop("hydrate", place.path, "--dry-run")
    assert planned.out.splitlines()[0].startswith(f"captures  {key(1)}  http://127.0.0.1")
    assert planned.out.splitlines()[-1] == "wanted: captures 1"
    done = place.voxpop("hydrate", place.path)
    assert (done.code, done.out, done.err) == (0, "", "")
    assert place.texts() == {key(1): WORDS.format(1)}
    said = place.voxpop("hydrate", place.path, "-v")
    assert said.err == "0 posts looked for: nothing filled in\n"
    refused = place.voxpop("hydrate", place.path, "--platform", "friendster")
    assert (refused.code, "is no platform that can be asked" in refused.err) == (2, True)


def test_counts_in_what_frames_loaded_are_read(tmp_path, voxpop_here, place):
    package = crawl(tmp_path / "crawl.wacz", answered={"WARC-Page-ID": "p1"})
    assert voxpop_here("archive", place.path, package).code == 0
    printings = place.rows(SOURCED)
    report = place.hydrate()
    assert len(report.posts) == 1
    assert place.rows(SOURCED) == printings
    assert place.hydrate().posts == set()
