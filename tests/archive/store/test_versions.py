"""What an archive holds of an article that changes, and of one that is read anew."""

import hashlib
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from invented import SEEN, SENTENCES, article, content, day, quote, rows, save, tweet

from archive.store.archive import Archive
from archive.store.versions import version_of
from archive.verify.check import findings
from scraper.records import Extraction, Mention, Moment, Problem

LIGHTS, FERRY, THANKS = SENTENCES
LATER, LATEST = "2021-06-01T00:00:00Z", "2021-07-01T00:00:00Z"


def test_another_source_or_other_bytes_of_the_same_article_change_nothing(path):
    save(path, article(tweet(LIGHTS)))
    with Archive.open(path) as archive:
        elsewhere = Extraction(
            **{**{n: getattr(article(tweet(LIGHTS)), n) for n in Extraction.__slots__}, "source": "copy.html"}
        )
        saved = archive.save(elsewhere, digest="f" * 64, seen=LATER)
    assert not saved.changed
    assert rows(path, "SELECT digest, last_seen FROM articles") == [("f" * 64, LATER)]


def test_what_a_later_version_lacks_is_gone_and_what_comes_back_is_not(path):
    first = article(
        tweet(LIGHTS), tweet(FERRY, number="2"), quotes=[quote("“One”"), quote("“Two #Pier”", start=9)], tags=("Pier",)
    )
    second = article(
        tweet(FERRY, number="2"),
        quotes=[quote("“Two #Pier”")],
        facts={"outlet": "The Quay", "published": day("2020-03-03")},
    )
    save(path, first)
    numbers = rows(path, "SELECT id, post FROM embeds"), rows(path, "SELECT id, text FROM quotes")
    save(path, second, seen=LATER)
    gone = "SELECT text, gone_at, last_seen FROM {} ORDER BY text"
    assert rows(path, gone.format("embeds")) == [(FERRY, None, LATER), (LIGHTS, LATER, SEEN)]
    assert rows(path, gone.format("quotes")) == [("“One”", LATER, SEEN), ("“Two #Pier”", None, LATER)]
    assert rows(path, "SELECT outlet, embeds, quotes FROM outlets") == [("The Quay", 2, 2)]
    assert rows(path, "SELECT day, articles, posts, embeds, quotes FROM tally_days") == [
        ("2020-02-01", 0, 2, 0, 0),
        ("2020-03-03", 1, 0, 2, 2),
    ]
    assert findings(path, deep=True) == []
    save(path, first, seen=LATEST)
    assert {gone_at for (gone_at,) in rows(path, "SELECT gone_at FROM reactions")} == {None}
    assert (rows(path, "SELECT id, post FROM embeds"), rows(path, "SELECT id, text FROM quotes")) == numbers
    assert findings(path, deep=True) == []


def _read_again(path, again, digest, instead_of=None):
    with Archive.open(path) as archive:
        key = archive.db.execute("SELECT id FROM articles").fetchone()[0]
        archive.save_again(again, article=key, digest=digest, fetched=SEEN, instead_of=instead_of)
    return rows(path, "SELECT text, gone_at FROM embeds ORDER BY text")


def test_a_new_reading_of_stored_bytes_forgets_what_was_misread(path):
    save(path, article(tweet(LIGHTS), tweet(FERRY, number="2")))
    ((digest,),) = rows(path, "SELECT digest FROM articles")
    assert _read_again(path, article(tweet(LIGHTS)), digest) == [(LIGHTS, None)]


def test_bytes_that_are_no_article_undo_only_their_own_version(path):
    """Another process may have stored a newer version since they were found."""
    save(path, article(tweet(FERRY, number="2")))
    mistaken = "e" * 64, article()
    assert _read_again(path, article(tweet(LIGHTS)), "d" * 64, mistaken) == [(FERRY, None), (LIGHTS, SEEN)]


def test_an_edited_wording_is_still_there(path):
    save(path, article(tweet(LIGHTS)))
    save(path, article(tweet(f"{LIGHTS} #Harbour")), seen=LATER)
    assert rows(path, "SELECT text, gone_at, first_seen FROM embeds") == [(f"{LIGHTS} #Harbour", None, SEEN)]
    assert rows(path, "SELECT text FROM posts") == [(f"{LIGHTS} #Harbour",)]


def test_what_was_once_shown_by_its_id_is_not_lost_when_another_id_fits_better(path):
    save(path, article(tweet(LIGHTS, number="x")))
    save(path, article(tweet(f"{LIGHTS} #Harbour")), seen=LATER)
    save(path, article(tweet(f"{LIGHTS} #Harbour", number="1"), url="https://news.example/b"), seen=LATER)
    assert rows(path, "SELECT post, gone_at FROM embeds WHERE first_seen = ?", SEEN) == [("twitter:x", LATER)]
    assert findings(path, deep=True) == []


def test_an_older_version_that_comes_later_adds_what_only_it_shows(path):
    now, once = (
        article(tweet(LIGHTS), facts={"title": "Now"}),
        article(tweet(FERRY), tweet(LIGHTS), facts={"title": "Once"}),
    )
    save(path, now, seen=LATER)
    save(path, once)
    assert rows(path, "SELECT text, first_seen, last_seen, gone_at FROM embeds ORDER BY text") == [
        (FERRY, SEEN, SEEN, LATER),
        (LIGHTS, SEEN, LATER, None),
    ]
    assert rows(path, "SELECT title, first_seen, last_seen FROM articles") == [("Now", SEEN, LATER)]
    before = content(path, without=(), numbers=True)
    save(path, once)
    assert content(path, without=(), numbers=True) == before
    assert findings(path, deep=True) == []


def test_another_reading_of_the_same_bytes_takes_the_place_of_the_first(path):
    def read(archive, extraction, seen=SEEN):
        return archive.save(extraction, digest="a" * 64, seen=seen)

    wrong = article(
        tweet(f"And then she wrote: {LIGHTS} #Pier"),
        tweet(FERRY, handle="Nobody", name="Not a name", on="2020-01-01"),
        quotes=[quote("“Not a reaction #Ferry”", platform="twitter", handle="Nobody_2")],
        tags=("NoTag",),
        mentions=(Mention(handle="Nobody", start=3, end=9, within="prose"),),
    )
    right = article(tweet(f"{LIGHTS} #Pier"), tags=("pier",))
    with Archive.open(path) as archive:
        read(archive, wrong)
        assert read(archive, right, LATER).changed
        assert not read(archive, right, LATER).changed
    fresh = path.with_name("fresh.db")
    with Archive.open(fresh) as archive:
        read(archive, right)
    assert content(path) == content(fresh)
    assert findings(path, deep=True) == []


def test_another_reading_keeps_what_earlier_versions_and_other_articles_show(path):
    first, second = (article(tweet(FERRY), tags=("Once",)), article(tweet(LIGHTS), tweet(THANKS, name="Ann T.")))
    again = article(tweet(LIGHTS))
    with Archive.open(path) as archive:
        archive.save(article(tweet(THANKS, name="Ann T."), url="https://news.example/b"), digest="c" * 64, seen=SEEN)
        archive.save(first, digest="a" * 64, seen=SEEN)
        archive.save(second, digest="b" * 64, seen=LATER)
        archive.save(again, digest="b" * 64, seen=LATEST)
    shown = "SELECT embeds.text, gone_at, last_seen FROM embeds JOIN articles ON articles.id = article WHERE url LIKE '%/a' ORDER BY embeds.text"
    assert rows(path, shown.replace("last_seen", "embeds.last_seen")) == [(FERRY, LATER, SEEN), (LIGHTS, None, LATEST)]
    assert rows(path, "SELECT count(*) FROM posts") == [(3,)]
    assert rows(path, "SELECT id FROM hashtags") == [("once",)]
    assert findings(path, deep=True) == []


def test_a_misread_wording_no_longer_holds_two_posts_together(path):
    both = f"{LIGHTS} {FERRY}"
    with Archive.open(path) as archive:
        archive.save(article(tweet(LIGHTS)), digest="a" * 64, seen=SEEN)
        archive.save(article(tweet(FERRY), url="https://news.example/b"), digest="b" * 64, seen=SEEN)
        archive.save(article(tweet(both), url="https://news.example/c"), digest="c" * 64, seen=SEEN)
        [(together,)] = rows(path, "SELECT id FROM posts")
        archive.save(article(tweet(f"{LIGHTS}!"), url="https://news.example/c"), digest="c" * 64, seen=LATER)
        assert (together,) not in rows(path, "SELECT alias FROM post_aliases WHERE alias <> post")
    assert rows(path, "SELECT text, articles FROM posts ORDER BY text") == [(FERRY, 1), (LIGHTS, 2)]
    assert findings(path, deep=True) == []


def test_two_renditions_seen_in_one_session_do_not_contradict_each_other(path):
    page, amp = article(tweet(LIGHTS), quotes=[quote("“One”")]), article(tweet(FERRY, number="2"))
    answers = []
    for _ in range(2):
        with Archive.open(path) as archive:
            archive.save(page, digest="a" * 64, seen=archive.session)
            archive.save(amp, digest="b" * 64, seen=archive.session)
        assert rows(path, "SELECT DISTINCT gone_at FROM reactions") == [(None,)]
        answers.append(content(path, without=("last_seen", "changed_at"), numbers=True))
    assert answers[0] == answers[1]


def test_a_solved_problem_goes(path):
    odd, worse = (
        Problem(step="page", kind="odd", message="An odd thing."),
        Problem(step="page", kind="worse", message="Worse."),
    )
    save(path, article(problems=(odd, worse)))
    save(path, article(tweet(LIGHTS), problems=(worse,)), seen=LATER)
    assert rows(path, "SELECT kind, first_seen, last_seen FROM problems") == [("worse", SEEN, LATER)]


def test_bytes_read_anew_after_a_later_sight_are_still_there(path):
    with Archive.open(path) as archive:
        for seen in (SEEN, LATER):
            archive.save(article(tweet(LIGHTS)), digest="a" * 64, seen=seen)
        archive.save(article(tweet(FERRY)), digest="a" * 64, seen=SEEN)
    assert rows(path, "SELECT text, first_seen, last_seen, gone_at FROM embeds") == [(FERRY, LATER, LATER, None)]


def test_an_older_sight_of_the_same_moves_the_first_sight_back(path):
    with Archive.open(path) as archive:
        for seen in (LATER, SEEN):
            archive.save(article(tweet(LIGHTS), quotes=[quote("“One”")]), digest="a" * 64, seen=seen)
    assert rows(path, "SELECT DISTINCT first_seen, last_seen FROM reactions") == [(SEEN, LATER)]
    for table in ("articles", "posts", "printings"):
        assert rows(path, f"SELECT first_seen FROM {table}") == [(SEEN,)]


def test_a_version_that_comes_back_is_present_again(path):
    with Archive.open(path) as archive:
        for text, digest, seen in ((LIGHTS, "a", SEEN), (FERRY, "b", LATER), (LIGHTS, "a", LATEST)):
            archive.save(article(tweet(text)), digest=digest * 64, seen=seen)
    assert rows(path, "SELECT text, gone_at FROM embeds ORDER BY text") == [(FERRY, LATEST), (LIGHTS, None)]


@pytest.mark.parametrize("source", ["option", "feed"])
def test_a_date_that_was_given_outlives_a_reading_that_finds_none(path, source):
    given = Moment(at="2019-01-01", precision="day", source=source, as_written="2019-01-01")
    posts = tweet(LIGHTS), tweet(FERRY)
    dated, undated = (article(*posts, tags=("Pier",), facts={"published": date}) for date in (given, None))
    with Archive.open(path) as archive:
        for each, digest, seen in ((dated, "a", SEEN), (undated, "a", LATER), (undated, "b", LATEST)):
            saved = archive.save(each, digest=digest * 64, seen=seen)
    assert not saved.changed
    stored = "SELECT published_at, published_source, last_seen, changed_at FROM articles"
    assert rows(path, stored) == [("2019-01-01", source, LATEST, SEEN)]
    save(path, article(*posts[:1], facts={"published": None}), seen="2021-08-01T00:00:00Z")
    assert rows(path, "SELECT published_at, published_source, embeds FROM articles") == [("2019-01-01", source, 2)]
    save(path, article(*posts), seen="2021-09-01T00:00:00Z")
    assert rows(path, "SELECT published_at, published_source FROM articles") == [("2020-02-03", "printed")]
    assert findings(path, deep=True) == []


def test_a_date_that_was_read_goes_with_the_words_it_was_read_from(path):
    save(path, article(tweet(LIGHTS)))
    save(path, article(tweet(LIGHTS), facts={"published": None}), seen=LATER)
    assert rows(path, "SELECT published_at FROM articles") == [(None,)]


@given(
    source=st.text(st.sampled_from("a'\"\\(=, \ud83d\x00é")),
    text=st.text(st.sampled_from("aé🌊\\ud83d\ud83d\x00x0"), max_size=9),
)
def test_a_record_is_known_by_all_but_its_source_and_stored_without_what_cannot_be(source, text):
    shown = article(tweet(text), text=text)
    version = version_of(
        replace(shown, source=source), article="a", digest="d", taken=SEEN, saved_at=None, session=SEEN
    )
    assert version.record == hashlib.sha256(repr(replace(shown, source="")).encode()).hexdigest()
    storable = re.sub("[\x00\ud800-\udfff]", "\ufffd", text)
    assert (version.text, version.extraction.embeds[0].post.text) == (storable, storable)
