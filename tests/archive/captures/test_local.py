"""The bytes of files: kept once, pointed at in WARC files, enough to read every article again."""

from __future__ import annotations

import gzip
import json
import random
import shutil
import sqlite3
from contextlib import closing

import pytest
from invented import rows
from newsroom import feed_of
from older import downgrade
from warcio.archiveiterator import ArchiveIterator

from archive.captures.files import open_captures
from archive.clock import utc_now
from archive.store.archive import Archive
from archive.verify.check import findings

STORY = (
    "The council met for nine hours on Sunday, and nobody in the gallery had gone home. #PierSong\n\n"
    '"I was there and I sang," a fan wrote on Twitter.\n\n'
    "Outside, two choirs waited for the vote until the lamps went out along the harbour."
)
POST = (
    '<blockquote class="twitter-tweet"><p lang="en">Best night</p>&mdash; tove (@tove_on_dunes) '
    '<a href="https://twitter.com/tove_on_dunes/status/1789570120699588357">May 12, 2024</a></blockquote>'
)
URL = "https://herald.example/pier"
PAGE = (
    f'<!doctype html><html><head><title>The pier</title><link rel="canonical" href="{URL}"></head><body>'
    f"<article><h1>The pier</h1><p>The council said nothing at all about any of it on Sunday.</p>{POST}"
    "<p>On Monday it said nothing either, and the choirs went home along the harbour.</p></article></body></html>"
)
MHTML = (
    "From: <Saved by Blink>\r\nSnapshot-Content-Location: https://herald.example/saved\r\nSubject: The pier\r\n"
    "Date: Sun, 12 May 2024 10:00:00 -0000\r\nMIME-Version: 1.0\r\n"
    'Content-Type: multipart/related;\r\n\ttype="text/html";\r\n\tboundary="--b"\r\n\r\n'
    "----b\r\nContent-Type: text/html\r\nContent-Location: https://herald.example/saved\r\n\r\n"
    f"{PAGE.replace(URL, 'https://herald.example/saved')}\r\n----b--\r\n"
)
#: Everything that is shown of articles, in all that a reading may change.
SHOWN = """
    SELECT articles.source, articles.url, articles.title, published_at, articles.text, kind, platform, outlet,
        reactions.text AS said, context, gone_at
    FROM articles LEFT JOIN (SELECT article, kind AS form, platform, text, context, gone_at FROM reactions) AS reactions
    ON reactions.article = articles.id ORDER BY articles.source, said
"""


@pytest.fixture
def pages(tmp_path):
    folder = tmp_path / "pages"
    folder.mkdir()
    (folder / "a.txt").write_text(STORY, "utf-8")
    (folder / "b.html").write_text(PAGE, "utf-8")
    (folder / "c.mhtml").write_text(MHTML, "utf-8")
    (folder / "d é.txt").write_bytes(STORY.replace("nine", "é").encode("latin-1"))
    return folder


def forget(path):
    """Leave of the articles what an older, blinder voxpop would have read in them."""
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE articles SET text = NULL, title = 'misread', record = ''")
        db.execute("UPDATE quotes SET speaker = 'misread'")


def records(folder):
    """The types and targets of all records, read by a second implementation."""
    found = []
    for file in sorted(folder.glob("*.warc.gz")):
        with file.open("rb") as stream:
            for record in ArchiveIterator(stream, check_digests="raise"):
                record.content_stream().read()
                found.append((record.rec_type, record.rec_headers.get_header("WARC-Target-URI")))
    return found


def test_deleting_a_folder_loses_nothing(pages, voxpop_here):
    path = pages.parent / "a.db"
    assert voxpop_here("archive", path, pages).code == 0
    before = rows(path, SHOWN)
    assert {row[0] for row in before} == {"pages/a.txt", "pages/b.html", "pages/c.mhtml", "pages/d é.txt"}
    shutil.rmtree(pages)
    again = voxpop_here("reextract", path)
    assert (again.code, again.out) == (0, "4 captures read, 0 articles changed\n")
    forget(path)
    again = voxpop_here("reextract", path)
    assert (again.code, again.out.splitlines()[-1]) == (0, "4 captures read, 4 articles changed")
    assert rows(path, SHOWN) == before
    assert voxpop_here("verify", "--deep", path).out == ""


def test_files_are_kept_as_they_are_and_named_below_what_was_named(pages, voxpop_here):
    path = pages.parent / "a.db"
    voxpop_here("archive", path, pages)
    assert [record for record in records(pages.parent / "captures") if record[0] != "metadata"] == [
        ("warcinfo", None),
        ("resource", "file:///pages/a.txt"),
        ("resource", "file:///pages/b.html"),
        ("resource", "https://herald.example/saved"),
        ("resource", "file:///pages/d%20%C3%A9.txt"),
    ]
    assert rows(path, "SELECT type, content_type, status, declared FROM captures ORDER BY id") == [
        ("resource", "text/plain", None, None),
        ("resource", "text/html", None, None),
        ("resource", "multipart/related", None, None),
        ("resource", "text/plain", None, None),
    ]
    with next((pages.parent / "captures").glob("*.warc.gz")).open("rb") as stream:
        contents = [
            record.content_stream().read() for record in ArchiveIterator(stream) if record.rec_type == "resource"
        ]
    assert contents == [file.read_bytes() for file in sorted(pages.iterdir())]


def test_bytes_are_kept_once(pages, voxpop_here):
    path = pages.parent / "a.db"
    shutil.copy(pages / "b.html", pages / "b again.html")
    shutil.copy(pages / "a.txt", pages / "a again.txt")
    for _ in range(3):
        assert voxpop_here("archive", path, pages).code == 0
    assert rows(path, "SELECT count(*), count(DISTINCT digest) FROM captures") == [(4, 4)]
    (pages / "b.html").write_text(PAGE.replace("Monday", "Tuesday"), "utf-8")
    assert voxpop_here("archive", path, pages / "b.html").code == 0
    assert rows(path, "SELECT count(*) FROM captures") == [(5,)]


def test_none_are_kept_where_none_are_wanted(pages, voxpop_here):
    path = pages.parent / "a.db"
    assert voxpop_here("archive", path, pages, "--no-captures").code == 0
    assert (rows(path, "SELECT * FROM captures"), (pages.parent / "captures").exists()) == ([], False)
    assert voxpop_here("archive", path, pages, "--captures", pages.parent / "elsewhere").code == 0
    assert rows(path, "SELECT count(*) FROM captures") == [(4,)]
    assert voxpop_here("reextract", path, "--captures", pages.parent / "elsewhere").code == 0


def test_what_is_declared_is_kept_with_the_bytes(pages, voxpop_here):
    path = pages.parent / "a.db"
    declared = ("--title", "Nine hours", "--url", URL, "--outlet", "Herald", "--published", "2024-05-12")
    assert voxpop_here("archive", path, pages / "a.txt", *declared).code == 0
    before = rows(path, SHOWN)
    assert before[0][:4] == ("a.txt", URL, "Nine hours", "2024-05-12")
    forget(path)
    assert voxpop_here("reextract", path).out.endswith("1 capture read, 1 article changed\n")
    assert rows(path, SHOWN) == before
    assert voxpop_here("archive", path, pages / "a.txt", *declared, "--title", "Ten hours").code == 0
    forget(path)
    assert voxpop_here("reextract", path).code == 0
    assert rows(path, "SELECT title FROM articles") == [("Ten hours",)]


def test_standard_input_is_kept(tmp_path, voxpop_here):
    path = tmp_path / "a.db"
    assert voxpop_here("archive", path, "-", input=STORY).code == 0
    forget(path)
    assert voxpop_here("reextract", path).out.endswith("1 capture read, 1 article changed\n")
    assert rows(path, "SELECT source, text FROM articles") == [("-", STORY)]


@pytest.fixture
def warc(tmp_path):
    """A WARC file of another program, in a folder of its own."""
    lines = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{PAGE}"
    head = (
        f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Target-URI: {URL}\r\n"
        f"WARC-Date: 2023-02-01T00:00:00Z\r\nContent-Type: application/http\r\nContent-Length: {len(lines.encode())}\r\n\r\n"
    )
    folder = tmp_path / "crawl"
    folder.mkdir()
    file = folder / "old.warc.gz"
    file.write_bytes(gzip.compress(f"{head}{lines}\r\n\r\n".encode()))
    return file


def test_a_warc_is_pointed_at(warc, tmp_path, voxpop_here):
    path = tmp_path / "a.db"
    for _ in range(2):
        assert voxpop_here("archive", path, warc).code == 0
    found = "SELECT type, file, offset, fetched_at, url FROM captures"
    assert rows(path, found) == [("pointer", "../crawl/old.warc.gz", 0, "2023-02-01T00:00:00Z", URL)]
    assert not (tmp_path / "captures").exists()
    before = rows(path, SHOWN)
    forget(path)
    assert voxpop_here("reextract", path).out.endswith("1 capture read, 1 article changed\n")
    assert rows(path, SHOWN) == before
    assert voxpop_here("verify", "--deep", path).out == ""
    warc.unlink()
    missing = voxpop_here("verify", path)
    assert (missing.code, "old.warc.gz: No such file" in missing.out) == (3, True)
    gone = voxpop_here("reextract", path)
    assert (gone.code, "old.warc.gz: no such file" in gone.err) == (1, True)


def test_a_warc_on_standard_input_is_copied(warc, tmp_path, voxpop_here):
    path = tmp_path / "a.db"
    assert voxpop_here("archive", path, "-", input=warc.read_bytes()).code == 0
    ((kind, url, declared),) = rows(path, "SELECT type, url, declared FROM captures")
    assert (kind, url, json.loads(declared)["from"]["saved_at"]) == ("resource", URL, "2023-02-01T00:00:00Z")
    before = rows(path, SHOWN)
    forget(path)
    assert voxpop_here("reextract", path).code == 0
    assert rows(path, SHOWN) == before


def test_our_own_captures_are_not_entered_again(pages, tmp_path, voxpop_here):
    path = tmp_path / "a.db"
    voxpop_here("archive", path, pages)
    before = rows(path, "SELECT * FROM captures")
    voxpop_here("archive", path, tmp_path / "captures")
    assert rows(path, "SELECT * FROM captures") == before


def test_a_repair_names_files_again(pages, voxpop_here):
    path = pages.parent / "a.db"
    voxpop_here("archive", path, pages)
    voxpop_here("archive", path, pages / "a.txt", "--title", "Nine hours")
    kept = "SELECT article, url, fetched_at, content_type, digest, file, offset, length, type, declared FROM captures ORDER BY offset"
    before = rows(path, kept)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("DELETE FROM captures WHERE id <> 2")
        db.execute("UPDATE captures SET length = 1")
    repaired = voxpop_here("verify", "--repair", path)
    assert "indexed again: 4 captures" in repaired.out + repaired.err
    assert rows(path, kept) == before
    assert voxpop_here("verify", "--deep", path).out == ""


def test_damage_of_a_file_is_found(pages, voxpop_here):
    path = pages.parent / "a.db"
    voxpop_here("archive", path, pages)
    ((file, offset, length),) = rows(path, "SELECT file, offset, length FROM captures WHERE id = 2")
    with (pages.parent / "captures" / file).open("r+b") as stream:
        stream.seek(offset + length // 2)
        stream.write(b"damage")
    assert "1 capture damaged, of 4" in voxpop_here("verify", "--deep", path).out


def test_a_full_disk_names_nothing_that_is_not_there(pages, voxpop_here, small_disk):
    for number in range(12):  # in comments, which cost nothing to read
        filling = random.Random(number).randbytes(200_000).hex()
        (pages / f"{number}.html").write_text(PAGE.replace(URL, f"{URL}/{number}") + f"<!-- {filling} -->")
    path = pages.parent / "a.db"
    full = voxpop_here("archive", path, pages, "--captures", small_disk / "captures")
    assert (full.code, "captures cannot be written" in full.err) == (3, True)
    assert rows(path, "SELECT count(*) > 0 FROM captures") == [(1,)]
    assert voxpop_here("verify", "--deep", path, "--captures", small_disk / "captures").out == ""


def test_a_file_that_ends_with_files_is_gone_on_with(tmp_path, pages, voxpop_here, monkeypatch):
    voxpop_here("archive", tmp_path / "a.db", pages)
    monkeypatch.setattr("archive.captures.files.cut_torn_end", lambda *_: pytest.fail("the whole file is read"))
    with Archive.open(tmp_path / "a.db") as archive, open_captures(archive, tmp_path / "captures") as captures:
        captures._open_for(utc_now())
    assert len(list((tmp_path / "captures").iterdir())) == 1


def test_an_older_archive_gains_text_where_bytes_are_kept(farm, room, voxpop_here):
    """Fetched by an older voxpop: upgraded and read again it has text, bylines, topics, and all that it had."""
    words = '"I was there and I sang," a fan wrote on Twitter. #StormAlva '
    farm.serve(
        "/one",
        farm.page("One", farm.post(1), words=words).replace(
            b"<head>", b'<head><meta name="author" content="Ada Reyes">'
        ),
    )
    room.settings(feed_of(farm, farm.at("/one"))).run()
    path = room.folder / "a.db"
    everything = "SELECT url, title, embeds, quotes, first_seen, last_seen FROM articles"
    said = "SELECT kind, text, first_seen, gone_at FROM reactions ORDER BY kind"
    before = rows(path, everything), rows(path, said)
    downgrade(path, "create_rating")
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE articles SET record = 'as it was then'")
    topics = room.folder / "topics.toml"
    topics.write_text(
        '[[topics]]\nname = "storm"\nhashtags = ["StormAlva"]\n[[topics]]\nname = "none"\nterms = ["zeppelin"]\n'
    )
    again = voxpop_here("reextract", path, "--topics", topics)
    assert (again.code, again.out.splitlines()[-1]) == (0, "1 capture read, 1 article changed; topics: storm 1, none 0")
    assert (rows(path, everything), rows(path, said)) == before
    assert rows(path, "SELECT text LIKE '%a fan wrote%' FROM articles") == [(1,)]
    assert rows(path, "SELECT count(*) FROM reactions WHERE kind = 'quote' AND context IS NOT NULL") == [(1,)]
    assert rows(path, "SELECT name FROM bylines") == [("Ada Reyes",)]
    assert rows(path, "SELECT topic FROM articles_topics") == [("storm",)]
    assert findings(path, deep=True) == []
