"""Stored captures read again: only what was accepted as the article, and what was refused before is undone."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest
from invented import rows
from newsroom import feed_of
from older import downgrade

from archive.commands.archive import archive_sources
from archive.commands.reextract import reextract_articles
from archive.store.archive import Archive
from archive.store.identity import digest_of
from archive.verify.check import findings
from scraper.errors import DocumentError
from scraper.extract import extract
from scraper.input.warc import record_at

FEED = (
    b'<?xml version="1.0"?><rss version="2.0"><channel><title>News of #Elsewhere</title><item><title>'
    b"Fans of @somebody sang</title><link>https://news.example/x</link></item></channel></rss>"
)
URLS = b"https://news.example/1\nhttps://twitter.com/nobody/status/1223400000000000009\n"
REFUSED = [
    pytest.param(b" \n", "text/html", id="an empty page"),
    pytest.param(b"%PDF-1.7 #Elsewhere", "text/html", id="a PDF that is called a page"),
    pytest.param(b"%PDF-1.7", "application/pdf", id="a PDF"),
    pytest.param(FEED, "text/html", id="a feed"),
    pytest.param(b"GIF89a\x00\x01\x02\x03" * 9, "text/html", id="binary data"),
    pytest.param(URLS, "text/plain", id="a list of URLs"),
]
SHOWN = """
    SELECT articles.title, articles.url, articles.digest, articles.record, articles.last_seen, embeds.post,
        embeds.text, embeds.first_seen, embeds.last_seen, embeds.gone_at
    FROM articles JOIN embeds ON embeds.article = articles.id ORDER BY embeds.post
"""
KEPT = ("posts", "printings", "authors", "hashtags", "articles_hashtags", "articles_mentions", "quotes", "allusions")


def again(room):
    said = []
    tally = reextract_articles(
        str(room.folder / "a.db"), room.folder / "captures", report=said.append, fail=said.append, max_bytes=20_000_000
    )
    return tally.line(), said


def everything(room):
    """What the archive holds of the articles, in all that a reading may change."""
    return room.rows(SHOWN), {table: room.rows(f"SELECT * FROM {table}") for table in KEPT}


def refuse(farm, room, body, media_type):
    """Run on a story that changes once, then answers with something that is no article."""
    farm.serve("/one", farm.page("One", farm.post(1), farm.post(2), words="#Lights "))
    room.settings(feed_of(farm, farm.at("/one"))).run()
    farm.serve("/one", farm.page("One, updated", farm.post(2), farm.post(3), words="#Lights "))
    room.later(hours=1).run()
    farm.serve("/one", lambda request: farm.answer(request, 200, body, media_type))
    room.later(hours=6).run()


@pytest.mark.parametrize(("body", "media_type"), REFUSED)
def test_a_refused_answer_is_not_read_again(farm, room, body, media_type):
    refuse(farm, room, body, media_type)
    before = everything(room)
    *_, (status, refused) = room.rows("SELECT status, refused FROM captures ORDER BY id")
    assert status == 200
    assert refused.startswith(("is ", "has only white space"))
    assert room.rows("SELECT count(*) FROM captures WHERE refused IS NULL") == [2]
    assert again(room) == ("1 capture read, 0 articles changed", [])
    assert everything(room) == before


def damage(room):
    """Leave the archive as an older version did: nothing marked, and the newest answer read as the article."""
    db = sqlite3.connect(room.folder / "a.db")
    db.execute("UPDATE captures SET refused = NULL")
    db.commit()
    db.close()
    file, offset, article, seen = room.one(
        "SELECT file, offset, article, last_seen FROM captures JOIN articles ON articles.id = article"
        " ORDER BY captures.id DESC LIMIT 1"
    )
    found = record_at(str(room.folder / "captures" / file), offset, 10**6)
    document = replace(found, source=found.url)
    with Archive.open(room.folder / "a.db") as archive:
        archive.save(extract(document), digest=digest_of(found.content), seen=seen, article=article)


@pytest.mark.parametrize(("body", "media_type"), [case for case in REFUSED if "application/pdf" not in case.values])
def test_what_a_refused_answer_has_damaged_heals(farm, room, body, media_type):
    refuse(farm, room, body, media_type)
    before = everything(room)
    damage(room)
    assert room.one("SELECT title FROM articles") != "One, updated"
    assert room.one("SELECT count(*) FROM embeds WHERE gone_at IS NULL AND text LIKE 'Never again%'") == 0
    line, said = again(room)
    assert line == "1 capture read, 1 article changed"
    counts, _, fields = said[0].partition("; changed: ")
    assert counts.endswith((" -> 3 embeds, 0 -> 0 quotes", " -> 2 embeds, 0 -> 0 quotes"))
    assert fields.startswith("title")
    assert everything(room) == before
    assert room.one("SELECT refused FROM captures ORDER BY id DESC LIMIT 1").startswith(("is ", "has only white space"))
    assert findings(room.folder / "a.db", deep=True) == []
    assert again(room) == ("1 capture read, 0 articles changed", [])


def test_an_article_without_any_good_capture_is_named(farm, room):
    refuse(farm, room, b" ", "text/html")
    damage(room)
    db = sqlite3.connect(room.folder / "a.db")
    db.execute("DELETE FROM captures WHERE id < (SELECT max(id) FROM captures)")
    db.commit()
    db.close()
    for _ in range(2):
        line, (error,) = again(room)
        assert line == "0 captures read, 0 articles changed, 1 could not be read"
        assert isinstance(error, DocumentError)
        assert "archive it again" in str(error)


def test_a_version_that_was_archived_since_is_not_overwritten(farm, room, tmp_path):
    url = farm.serve("/one", farm.page("One", farm.post(1), farm.post(2)))
    room.settings(feed_of(farm, url)).run()
    (tmp_path / "saved.html").write_bytes(farm.page("One, saved by hand", farm.post(2), url=url))
    reading = {"published": None, "max_bytes": 10**6, "allow_private": True, "contact": None}
    archive_sources(str(room.folder / "a.db"), [str(tmp_path / "saved.html")], report=print, **reading)
    before = everything(room)
    assert again(room) == ("1 capture read, 0 articles changed", [])
    assert room.one("SELECT title FROM articles") == "One, saved by hand"
    gone = [(row[5], row[-1]) for row in before[0]]
    assert [(row[5], row[-1]) for row in everything(room)[0]] == gone
    assert [gone_at is None for _, gone_at in gone] == [False, True]


def test_a_part_of_a_page_is_no_article(farm, room):
    url = farm.serve("/one", farm.page("One", farm.post(1), farm.post(2)))
    room.settings(feed_of(farm, url)).run()
    farm.serve("/one", lambda request: farm.answer(request, 206, farm.page("One", farm.post(1))))
    room.later(hours=1).run()
    assert "only a part of the page" in room.one("SELECT problem FROM visits")
    assert room.one("SELECT count(*) FROM embeds WHERE gone_at IS NULL") == 2
    assert again(room) == ("1 capture read, 0 articles changed", [])


def test_bytes_that_were_kept_before_they_were_wanted(farm, room):
    """The only capture of the article is a revisit; its bytes lie in one of no article."""
    url = farm.serve("/one", farm.page("One", farm.post(1)))
    topics = '[[topics]]\nname = "storm"\nterms = ["storm alva"]\n'
    picky = feed_of(farm, url) + '\ntopics = ["storm"]'
    room.settings(picky, more=topics)
    room.file.write_text("capture_all = true\n" + room.file.read_text())
    room.run()
    room.settings(picky, feed_of(farm, url, number=2), more=topics)
    for _ in range(2):
        room.later(minutes=15).run()
    assert room.rows("SELECT type FROM captures WHERE article IS NOT NULL") == ["revisit"]
    assert again(room) == ("1 capture read, 0 articles changed", [])


def test_the_limit_of_bytes_is_an_option(farm, room, voxpop_here):
    url = farm.serve("/one", farm.page("One", farm.post(1), words="x" * 5000))
    room.settings(feed_of(farm, url)).run()
    small = voxpop_here("reextract", room.folder / "a.db", "--max-bytes", 1000)
    assert small.code == 1
    assert "is larger than 1,000 bytes: raise the limit with --max-bytes" in small.err
    assert voxpop_here("reextract", room.folder / "a.db", "--max-bytes", 10_000).code == 0
    assert rows(room.folder / "a.db", "SELECT title FROM articles") == [("One",)]


CHANGES = [
    pytest.param("UPDATE articles SET title = 'Other'", "title", id="a field of the article"),
    pytest.param("UPDATE articles SET outlet = 'Other', language = NULL", "outlet, language", id="two fields of it"),
    pytest.param("DELETE FROM embeds WHERE position = 1", "embeds", id="an embed that was not found"),
    pytest.param("UPDATE embeds SET form = 'iframe' WHERE position = 1", "embeds.form", id="a field of an embed"),
    pytest.param("DELETE FROM articles_hashtags", "articles_hashtags", id="a hashtag"),
    pytest.param("DELETE FROM problems", None, id="nothing"),
]


@pytest.mark.parametrize(("older", "fields"), CHANGES)
def test_what_changed_is_named(farm, room, older, fields):
    url = farm.serve("/one", farm.page("One", farm.post(1), farm.post(2), words="#Lights "))
    room.settings(feed_of(farm, url)).run()
    with closing(sqlite3.connect(room.folder / "a.db")) as db:
        db.executescript(f"{older}; UPDATE articles SET record = 'as an older version read it'")
    line, said = again(room)
    named = f"; changed: {fields}" if fields else ""
    embeds = 1 if fields == "embeds" else 2
    assert said == [f"{url}: {embeds} -> 2 embeds, 0 -> 0 quotes{named}"]
    assert line == "1 capture read, 1 article changed"
    assert again(room) == ("1 capture read, 0 articles changed", [])


def test_an_older_archive_gains_bylines_section_and_last_change(farm, room):
    head = "<meta name='author' content='Ann Lee'><meta property='article:section' content='Harbour'>"
    head += "<meta property='article:modified_time' content='2030-02-03T04:05:06Z'>"
    page = farm.page("One", farm.post(1)).replace(b"<title>", head.encode() + b"<title>", 1)
    farm.serve("/one", page)
    room.settings(feed_of(farm, farm.at("/one"))).run()
    columns = "SELECT section, modified_at, modified_source FROM articles"
    stated = room.rows("SELECT name FROM bylines"), room.rows(columns)
    assert stated == (["Ann Lee"], [("Harbour", "2030-02-03T04:05:06Z", "metadata")])
    downgrade(room.folder / "a.db", "create_texts")
    # An older voxpop had another record of the same bytes.
    with closing(sqlite3.connect(room.folder / "a.db")) as db:
        db.execute("UPDATE articles SET record = 'older'")
        db.commit()
    assert again(room)[0] == "1 capture read, 1 article changed"
    assert (room.rows("SELECT name FROM bylines"), room.rows(columns)) == stated
    assert findings(room.folder / "a.db", deep=True) == []
