"""Posts that were read in pictures, in an archive: stored, kept by later readings, erased with their page."""

from __future__ import annotations

import base64
import gzip
import re
import shutil
import sqlite3
import zipfile
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from click.testing import CliRunner

from archive.captures.accepted import versions, with_pictures_of
from archive.cli import cli
from scraper import post_pictures
from scraper.post_pictures import Line

WORDS = "The ferry left without us again"
TWEET = f"Ada Example\n@ada_example\n{WORDS} #NoFerry\n9:30 PM · Mar 3, 2021\n12\t40"
PROSE = "The ferry did not come on Monday, and people waited at the pier for three hours in the rain."


class Stub:
    """An engine that reads the lines from the bytes themselves."""

    def lines(self, content: bytes, **_: bool) -> list[Line]:
        rows = enumerate(content.decode().split("\n"))
        return [Line(row, 0.99, 10.0, n * 30.0, 10 + 8.0 * len(row), n * 30.0 + 20) for n, row in rows]


@pytest.fixture
def page(tmp_path, monkeypatch):
    monkeypatch.setattr(post_pictures, "shared_engine", Stub)
    monkeypatch.setattr("archive.commands.shared.find_spec", bool)
    picture = base64.b64encode(TWEET.encode()).decode()
    path = tmp_path / "page.html"
    path.write_text(
        f"<html><link rel=canonical href=https://news.example/ferry><body><article><h1>No ferry</h1><p>{PROSE}</p><img src='data:image/png;base64,{picture}'>"
        f"<p>{PROSE}</p></article></body></html>"
    )
    return path


@pytest.fixture
def database(page, tmp_path):
    run("archive", "-j", 1, "--ocr", tmp_path / "a.db", page)
    return tmp_path / "a.db"


def run(*arguments: object) -> str:
    done = CliRunner().invoke(cli, [*map(str, arguments)], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def shown(database) -> tuple[list[tuple], list[tuple]]:
    connection = sqlite3.connect(database)
    embeds = connection.execute(
        "SELECT form, text_source, posted_at, handle, embeds.text, gone_at FROM embeds"
        " JOIN posts ON posts.id = post JOIN authors ON authors.id = posts.author"
    ).fetchall()
    hashtags = connection.execute("SELECT hashtag FROM articles_hashtags").fetchall()
    connection.close()
    return embeds, hashtags


POST = [("picture", "ocr", "2021-03-03T21:30", "ada_example", f"{WORDS} #NoFerry", None)], [("noferry",)]


def test_post_is_stored(database):
    assert shown(database) == POST


@pytest.mark.parametrize("again", ["archive", "archive --ocr", "reextract", "reextract --ocr"])
def test_another_reading_of_the_same_page_keeps_the_post(database, page, again):
    command, *options = again.split()
    run(command, *options, "-j", 1, database, *([page] if command == "archive" else []))
    assert shown(database) == POST
    assert run("verify", database) == ""


CHANGES = {"nothing": "", "the picture's description": "alt='A tweet by @ada_example on Twitter'"}


@pytest.mark.parametrize("described", CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize("is_changed", [False, True])
def test_picture_that_is_not_read_again_keeps_its_post(page, tmp_path, described, is_changed):
    page.write_text(page.read_text().replace("<img ", f"<img {described} "))
    database = tmp_path / "a.db"
    run("archive", "-j", 1, "--ocr", database, page)
    before = shown(database)
    assert before == POST
    if is_changed:
        page.write_text(page.read_text().replace("<h1>", "<h1>Still ").replace("three hours", "four hours"))
    run("archive", "-j", 1, database, page)
    run("reextract", "-j", 1, database)
    assert shown(database) == before
    assert run("verify", database) == ""


def test_two_described_pictures_of_one_author_keep_their_posts(page, tmp_path):
    def described(words):
        picture = base64.b64encode(TWEET.replace(WORDS, words).encode()).decode()
        return f"<p>{PROSE}</p><img alt='A tweet by @ada_example on Twitter' src='data:image/png;base64,{picture}'>"

    further = described("The second ferry of the day was late as well")
    page.write_text(page.read_text().replace("<img ", f"{further}<p>{PROSE}</p><img alt='A tweet by @ada_example' "))
    database = tmp_path / "a.db"
    run("archive", "-j", 1, "--ocr", database, page)
    before = sorted(shown(database)[0])
    assert len(before) == 2
    run("reextract", "-j", 1, database)
    assert sorted(shown(database)[0]) == before


def test_picture_that_a_later_version_lacks_is_gone(page, tmp_path, monkeypatch):
    database, yesterday = tmp_path / "a.db", datetime.now(UTC) - timedelta(days=1)
    with monkeypatch.context() as earlier:
        earlier.setattr("archive.commands.archive.utc_now", lambda: yesterday)
        run("archive", "-j", 1, "--ocr", database, page)
    assert shown(database) == POST
    page.write_text(re.sub("<img[^>]*>", "", page.read_text()))
    run("archive", "-j", 1, "--ocr", database, page)
    assert shown(database)[0][0][-1] is not None


@pytest.mark.usefixtures("page")
def test_pictures_in_captures_are_read_later(tmp_path):
    picture = base64.b64encode(TWEET.encode()).decode()
    (tmp_path / "page.mhtml").write_text(
        "From: <Saved by Blink>\nSnapshot-Content-Location: https://news.example/a\nMIME-Version: 1.0\n"
        'Content-Type: multipart/related; type="text/html"; boundary="B"\n\n'
        "--B\nContent-Type: text/html\nContent-Location: https://news.example/a\n\n"
        f"<html><link rel=canonical href=https://news.example/ferry><body><article><h1>No ferry</h1><p>{PROSE}</p><img src='/t.png'><p>{PROSE}</p></article></body></html>\n"
        "--B\nContent-Type: image/png\nContent-Transfer-Encoding: base64\nContent-Location: https://news.example/t.png"
        f"\n\n{picture}\n--B--\n"
    )
    database = tmp_path / "b.db"
    run("archive", "-j", 1, database, tmp_path / "page.mhtml")
    assert shown(database) == ([], [])
    run("reextract", "-j", 1, "--ocr", database)
    assert shown(database) == POST


@pytest.fixture
def folder(page):
    """The folder of a page, with the picture and one that shows no post."""
    beside = page.with_name("page_files")
    beside.mkdir()
    (beside / "a tweet?.png").write_text(TWEET)
    (beside / "pier.png").write_text("The pier")
    shown = "<img src='page_files/pier.png'><img src='./page_files/a%20tweet%3F.png'>"
    page.write_text(re.sub("<img[^>]*>", shown, page.read_text()))
    return beside


URL = "SELECT url, content_type, refused FROM captures WHERE content_type LIKE 'image/%'"


def rows(database, query: str) -> list[tuple]:
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(query).fetchall()


def test_picture_from_the_folder_of_a_page_is_kept_once(folder, page, tmp_path):
    database = tmp_path / "a.db"
    for options in ([], ["--ocr"], ["--ocr"], []):
        run("archive", "-j", 1, *options, database, page)
    ((url, *rest),) = rows(database, URL)
    assert url.endswith("/page_files/a%20tweet%3F.png")
    assert rest == ["image/webp", "is a picture"]
    assert run("verify", "--deep", database) == ""
    shutil.rmtree(folder)
    run("archive", "-j", 1, "--ocr", database, page)
    run("reextract", "-j", 1, database)
    assert shown(database) == POST


def test_kept_picture_is_read_again_as_it_was_in_its_version(folder, page, tmp_path, monkeypatch):
    database, read = tmp_path / "a.db", Stub.lines
    pictures = [TWEET, TWEET.replace("again", "at noon"), TWEET]
    for number, picture in enumerate(pictures):
        (folder / "a tweet?.png").write_text(picture)
        page.write_text(page.read_text().replace("<h1>", f"<h1>{number} "))
        at = datetime.now(UTC) - timedelta(days=3 - number)
        monkeypatch.setattr("archive.commands.archive.utc_now", lambda at=at: at)
        run("archive", "-j", 1, "--ocr", database, page)
    (folder / "a tweet?.png").write_text(TWEET.replace("ferry", "bus"))  # is not in the capture
    monkeypatch.chdir(tmp_path)
    ((article,),) = rows(database, "SELECT id FROM articles")
    with closing(sqlite3.connect(database)) as connection:
        where = connection, tmp_path / "captures", article
        pages = [with_pictures_of(*where, each.document(where[1], 10**6), each.id) for each in versions(*where, 10**6)]
    assert [content.decode() for page in pages for _, content in page.pictures] == pictures
    monkeypatch.setattr(Stub, "lines", lambda self, content, **how: read(self, content.replace(b"us", b"them"), **how))
    run("reextract", "-j", 1, "--ocr", database)
    assert [row[4] for row in shown(database)[0] if row[-1] is None] == ["The ferry left without them again #NoFerry"]


def test_repair_indexes_pictures_as_they_were(folder, page, tmp_path):
    database = tmp_path / "a.db"
    shutil.copy(folder / "a tweet?.png", folder / "again.png")
    page.write_text(page.read_text().replace("</article>", "<img src='page_files/again.png'></article>"))
    run("archive", "-j", 1, "--ocr", database, page)
    before = rows(database, query := "SELECT id, url, content_type, refused, declared FROM captures ORDER BY id")
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("DELETE FROM captures")
    run("verify", "--repair", database)
    assert len(before) == 3
    assert rows(database, query) == before


@pytest.mark.usefixtures("folder")
def test_erasing_removes_the_kept_picture(page, tmp_path):
    database = tmp_path / "a.db"
    run("archive", "-j", 1, "--ocr", database, page)
    run("export", database, "--wacz", "-o", tmp_path / "all.wacz")
    with zipfile.ZipFile(tmp_path / "all.wacz") as package:
        packed = b"".join(map(package.read, (name for name in package.namelist() if name.endswith(".warc.gz"))))
    assert TWEET.encode() in gzip.decompress(packed)
    assert TWEET.encode() in captured(tmp_path)
    run("erase", database, "--author", "twitter:ada_example", "--purge-captures")
    assert TWEET.encode() not in captured(tmp_path)
    run("archive", "-j", 1, "--ocr", database, page)
    run("reextract", "-j", 1, "--ocr", database)
    assert shown(database) == ([], [])
    assert rows(database, "SELECT count(*) FROM captures WHERE hidden IS NULL") == [(0,)]
    assert run("verify", "--deep", database) == ""


@pytest.mark.usefixtures("folder")
def test_no_picture_is_kept_without_captures(page, tmp_path):
    run("archive", "-j", 1, "--ocr", "--no-captures", tmp_path / "a.db", page)
    assert shown(tmp_path / "a.db") == POST
    assert rows(tmp_path / "a.db", "SELECT * FROM captures") == []


def captured(folder) -> bytes:
    return b"".join(gzip.decompress(file.read_bytes()) for file in (folder / "captures").rglob("*.warc.gz"))


def test_erasing_removes_picture_and_reading(database, page, tmp_path):
    picture = base64.b64encode(TWEET.encode())
    assert picture in captured(tmp_path)
    run("erase", database, "--author", "twitter:ada_example", "--purge-captures")
    assert picture not in captured(tmp_path)
    run("archive", "-j", 1, "--ocr", database, page)
    assert shown(database) == ([], [])
    assert WORDS.encode() not in database.read_bytes()
