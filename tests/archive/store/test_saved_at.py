"""What a file says of when it was saved is kept, and is not when it was archived."""

from __future__ import annotations

import itertools

import pytest
from invented import article, quote, rows, tweet
from older import downgrade

from archive.clock import stamp, utc_now
from archive.store.archive import Archive
from archive.store.schema import MIGRATIONS
from archive.verify.check import findings

URL = "https://news.example/story"
SEEN_BY_US = """
    SELECT first_seen FROM articles UNION SELECT first_seen FROM posts UNION SELECT first_seen FROM authors
    UNION SELECT first_seen FROM printings UNION SELECT first_seen FROM author_names
    UNION SELECT first_seen FROM embeds UNION SELECT first_seen FROM quotes UNION SELECT first_seen FROM reactions
    UNION SELECT last_seen FROM articles UNION SELECT last_seen FROM author_names
"""


def mhtml(date, body):
    head = f"From: <Saved by Blink>\r\nSnapshot-Content-Location: {URL}\r\nSubject: A story\r\nDate: {date}\r\n"
    kind = 'MIME-Version: 1.0\r\nContent-Type: multipart/related; type="text/html"; boundary="==b"\r\n\r\n'
    part = f"--==b\r\nContent-Type: text/html\r\nContent-Location: {URL}\r\n\r\n"
    return (head + kind + part).encode() + body + b"\r\n--==b--\r\n"


def warc(date, body):
    answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + body
    head = (
        f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: {date}\r\n"
        f"WARC-Target-URI: {URL}\r\nContent-Type: application/http;msgtype=response\r\n"
        f"Content-Length: {len(answer)}\r\n\r\n"
    )
    return head.encode() + answer + b"\r\n\r\n"


FILES = [
    pytest.param(lambda body: mhtml("Fri, 06 May 2016 09:08:07 +0200", body), id="an MHTML file"),
    pytest.param(lambda body: warc("2016-05-06T07:08:07Z", body), id="a WARC record"),
]
STATED = "2016-05-06T07:08:07Z"


@pytest.fixture
def database(tmp_path):
    return tmp_path / "r.db"


@pytest.mark.parametrize("saved", FILES)
def test_a_stated_date_is_not_the_time_of_archiving(web, voxpop_here, database, saved):
    database.with_name("story").write_bytes(
        saved(web.page("One", web.post(1), words="“Never,” a fan wrote on Twitter. "))
    )
    began = stamp(utc_now())
    for _ in range(2):
        assert voxpop_here("archive", database, database.with_name("story")).code == 0
        assert rows(database, "SELECT saved_at, changed_at FROM articles") == [(STATED, STATED)]
        assert rows(database, "SELECT saved_at, last_seen FROM embeds") == [(STATED, STATED)]
    assert all(began <= seen <= stamp(utc_now()) for (seen,) in rows(database, SEEN_BY_US))
    assert findings(database, deep=True) == []


@pytest.mark.parametrize("saved", FILES)
@pytest.mark.parametrize("first", ["the file", "the page"])
def test_a_file_that_was_saved_earlier_is_an_older_version(web, voxpop_here, database, saved, first):
    database.with_name("a").write_bytes(saved(web.page("Once", web.post(1), web.post(2), url=URL)))
    database.with_name("b.html").write_bytes(web.page("Now", web.post(2), web.post(3), url=URL))
    names = ["a", "b.html"] if first == "the file" else ["b.html", "a"]
    for name in names:
        assert voxpop_here("archive", database, database.with_name(name)).code == 0
    (live,) = rows(database, "SELECT last_seen FROM articles")
    assert rows(database, "SELECT title, saved_at FROM articles") == [("Now", None)]
    assert rows(database, "SELECT saved_at, gone_at FROM embeds ORDER BY post") == [
        (STATED, *live), (STATED, None), (None, None),
    ]  # fmt: skip
    assert findings(database, deep=True) == []


def test_a_date_in_the_future_is_kept_and_not_believed(web, voxpop_here, database):
    page = web.page("Once", web.post(1), url=URL)
    database.with_name("a.mhtml").write_bytes(mhtml("Thu, 01 Jan 2099 00:00:00 +0000", page))
    assert voxpop_here("archive", database, database.with_name("a.mhtml")).code == 0
    assert rows(database, "SELECT saved_at FROM articles") == [("2099-01-01T00:00:00Z",)]
    assert rows(database, "SELECT max(last_seen) < '2099' FROM reactions") == [(1,)]
    database.with_name("b.html").write_bytes(web.page("Now", web.post(2), url=URL))
    assert voxpop_here("archive", database, database.with_name("b.html")).code == 0
    assert rows(database, "SELECT title, saved_at FROM articles") == [("Now", None)]
    assert not any("dated in the future" in line for line in voxpop_here("status", database).out.splitlines())
    assert findings(database, deep=True) == []


def test_a_watched_folder_keeps_what_a_file_states(web, room):
    pages = room.folder / "pages"
    pages.mkdir()
    (pages / "a.mhtml").write_bytes(mhtml("Fri, 06 May 2016 09:08:07 +0200", web.page("One", web.post(1))))
    room.settings('name = "pages"\nfolder = "pages"').run()
    assert room.rows("SELECT first_seen, saved_at FROM articles") == [("2020-02-02T12:00:00Z", STATED)]


def test_the_older_of_two_files_moves_the_first_sight_back(path):
    shown = article(tweet("One"), quotes=[quote("“One”")])
    for seen, saved_at in (("2021", "2018"), ("2022", "2016"), ("2023", None)):
        with Archive.open(path) as archive:
            archive.save(shown, digest=seen * 16, seen=f"{seen}-01-01T00:00:00Z", saved_at=saved_at)
    assert rows(path, "SELECT first_seen, saved_at, last_seen FROM embeds") == [
        ("2021-01-01T00:00:00Z", "2016", "2023-01-01T00:00:00Z")
    ]
    assert rows(path, "SELECT first_seen, saved_at, last_seen FROM articles") == [
        ("2021-01-01T00:00:00Z", None, "2023-01-01T00:00:00Z")
    ]


@pytest.mark.parametrize("file_at", [0, 1, 2, 3])
def test_what_only_an_older_file_shows_is_gone_since_the_page_without_it_came(path, file_at):
    page, file = article(tweet("One")), article(tweet("Two", number="2"))
    seen = ["2021-01-01T00:00:00Z", "2021-02-01T00:00:00Z", "2021-03-01T00:00:00Z"]
    steps = [(page, "a", at, None) for at in seen]
    steps.insert(file_at, (file, "b", ["2020", *seen][file_at], "2016-05-06T07:08:07Z"))
    for extraction, digest, at, saved_at in steps:
        with Archive.open(path) as archive:
            archive.save(extraction, digest=digest * 64, seen=at, saved_at=saved_at)
    assert rows(path, "SELECT last_seen, gone_at FROM embeds WHERE text = 'Two'") == [(STATED, seen[0])]
    assert findings(path, deep=True) == []


@pytest.mark.parametrize("order", list(itertools.permutations(range(4))), ids=str)
def test_what_files_show_again_is_gone_since_the_last_page_without_it(path, order):
    """Four files, saved in four years, taken in in any order: the second and the last lack the post."""
    with_it, without = article(tweet("One")), article(tweet("Two", number="2"))
    for taken, number in enumerate(order):
        with Archive.open(path) as archive:
            archive.save(
                without if number % 2 else with_it,
                digest=str(number) * 64,
                seen=f"2021-01-0{taken + 1}T00:00:00Z",
                saved_at=f"201{number}-01-01T00:00:00Z",
            )
    assert rows(path, "SELECT last_seen, gone_at FROM embeds WHERE text = 'One'") == [
        ("2012-01-01T00:00:00Z", "2013-01-01T00:00:00Z")
    ]
    assert findings(path, deep=True) == []


def test_an_older_archive_keeps_what_it_has(path):
    """Its times of files that stated one are those of the files; nothing tells them apart."""
    with Archive.open(path) as archive:
        archive.save(article(tweet("One")), digest="a", seen="2016-05-06T07:08:07Z")
    downgrade(path, "create_moving")
    with Archive.open(path) as archive:
        assert not MIGRATIONS.pending(archive.db)
    assert rows(path, "SELECT first_seen, saved_at FROM articles") == [("2016-05-06T07:08:07Z", None)]
    assert findings(path, deep=True) == []
