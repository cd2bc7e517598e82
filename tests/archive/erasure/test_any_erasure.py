"""Whatever articles there are and whatever is erased of them: the archive is whole, and stays without it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from invented import SEEN, article, content, digest_of, rows, tweet
from told import SLOWLY, told

from archive.erasure.erase import erase, targets_of
from archive.store.archive import Archive, Entry
from archive.store.erasures.removing import Found, still_there
from archive.store.identity import article_key
from archive.verify.check import findings

URLS = st.sampled_from([None, "https://a.example/", "https://b.example/"])


def entry(extraction, number):
    digest = digest_of(extraction)
    key = article_key(extraction.article.url, digest)
    return Entry(extraction=extraction, article=key, digest=digest, saved_at=f"2020-01-{number + 1:02}T00:00:00Z")


def what_is_there(archive):
    """Return options for `targets_of`: every post, author, article and text by itself."""
    found = [("posts", post) for (post,) in archive.db.execute("SELECT id FROM posts ORDER BY 1")]
    found += [("authors", author) for (author,) in archive.db.execute("SELECT id FROM authors ORDER BY 1")]
    found += [("articles", article) for (article,) in archive.db.execute("SELECT id FROM articles ORDER BY 1")]
    texts = archive.db.execute("SELECT text FROM posts UNION SELECT text FROM quotes ORDER BY 1")
    return found + [("words", text) for (text,) in texts if text]


@pytest.mark.long
@SLOWLY
@given(st.lists(told(URLS), min_size=1, max_size=6), st.integers(0, 1000), st.integers(0, 1000), st.integers(1, 6))
def test_any_erasure_leaves_a_whole_archive_and_stays(tmp_path_factory, extractions, first, second, size):
    path = tmp_path_factory.mktemp("any") / "a.db"
    entries = [entry(each, number) for number, each in enumerate(extractions)]
    with Archive.open(path) as archive:
        archive.save_many(entries, seen=SEEN)
        for choice in (first, second):
            if there := what_is_there(archive):
                kind, name = there[choice % len(there)]
                erase(archive, targets_of(archive.db.conn, **{kind: [name]}))
        assert findings(path, deep=True) == []
        for _ in range(2):
            for at in range(0, len(entries), size):
                archive.save_many(entries[at : at + size], seen=SEEN)
            for each in entries:
                archive.save(each.extraction, digest=each.digest, seen=SEEN, saved_at=each.saved_at)
            assert findings(path, deep=True) == []
            assert still_there(archive.db.conn, archive.shield(archive.db.conn)) == Found()
        kept = content(path)
        archive.save_many(entries, seen=SEEN)
        assert content(path) == kept
        if there and kind == "posts" and "~" not in name:
            assert rows(path, "SELECT id FROM posts WHERE id = ?", name) == []


def test_a_wording_that_an_earlier_version_alone_showed_goes_with_its_article(tmp_path):
    ferry, lights = "Nobody told the ferry crew about the pier.", "The harbour lights came back on tonight."
    versions = [article(tweet(words, number="1"), url="https://a.example/") for words in (ferry, lights)]
    with Archive.open(tmp_path / "a.db") as archive:
        archive.save_many([entry(each, number) for number, each in enumerate(versions)], seen=SEEN)
        assert rows(tmp_path / "a.db", "SELECT count(*) FROM printings") == [(2,)]
        erase(archive, targets_of(archive.db.conn, articles=["https://a.example/"]))
    assert rows(tmp_path / "a.db", "SELECT id FROM posts UNION SELECT id FROM printings") == []
    assert findings(tmp_path / "a.db", deep=True) == []


def test_a_wording_that_is_learned_from_a_later_article_is_not_stored_with_an_earlier_one(tmp_path):
    lights, ferry = "The harbour lights came back on tonight.", "Nobody told the ferry crew about the pier."
    with Archive.open(tmp_path / "a.db") as archive:
        archive.save_many([entry(article(tweet(lights, number="1"), url="https://a.example/"), 0)], seen=SEEN)
        erase(archive, targets_of(archive.db.conn, posts=["twitter:1"]))
        later = [
            article(tweet(ferry), url="https://b.example/"),
            article(tweet(ferry, number="1"), url="https://c.example/"),
        ]
        archive.save_many([entry(each, number) for number, each in enumerate(later)], seen=SEEN)
        assert still_there(archive.db.conn, archive.shield(archive.db.conn)) == Found()
    assert rows(tmp_path / "a.db", "SELECT id FROM posts UNION SELECT id FROM printings") == []
