"""Articles completed by what is said of them later, corrected, and removed."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from invented import rows

from archive.verify.check import findings

PAGE = """<!doctype html><title>Lamp</title><article><h1>Lamp out</h1><p>The Lantern closes.</p>
<blockquote class="twitter-tweet"><p>Bye all #lamp</p>&mdash; Rosa (@rosa_ex)
<a href="https://twitter.com/rosa_ex/status/1223400000000000001">March 3, 2020</a></blockquote></article>"""
URL = "https://post.example/a"
SHOWN = "SELECT url, outlet, title, embeds FROM articles"


@pytest.fixture
def said(tmp_path, voxpop_here, monkeypatch):
    """Run a command in a folder with a page, and return what the archive then shows."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.html").write_text(PAGE)

    def run(command, *options, database="a.db"):
        assert voxpop_here(command, database, *options).code == 0
        assert findings(tmp_path / database, deep=True) == []
        return rows(tmp_path / database, SHOWN)

    return run


@pytest.mark.parametrize("captures", [(), ("--no-captures",)], ids=["captures", "no captures"])
def test_what_is_stated_later_completes_the_article(said, captures):
    archived = [
        said("archive", *captures, *options, "p.html")
        for options in (("--outlet", "The Post"), ("--title", "T"), ("--url", URL), ("--language", "de"), ())
    ]
    assert archived[0] == [(None, "The Post", "Lamp out", 1)]
    assert archived[1] == [(None, "The Post", "T", 1)]
    assert archived[2] == [(URL, "The Post", "T", 1)]
    # Without a capture, the title that the page has is its own again.
    assert archived[-1] == [(URL, "The Post", "Lamp out" if captures else "T", 1)]
    if not captures:
        assert said("reextract") == archived[-1]


@pytest.mark.parametrize("captures", [(), ("--no-captures",)], ids=["captures", "no captures"])
def test_what_is_set_stays_set(said, tmp_path, voxpop_here, captures):
    said("archive", *captures, "p.html")
    said("set", "p.html", "--outlet", "The Post", "--title", "T", "--byline", "Jo Roe", "--byline", "Ada Roe")
    wanted = said("set", "p.html", "--url", URL + "?utm_source=x", "--published", "2020-02-02")
    assert wanted == [(URL, "The Post", "T", 1)]
    assert said("archive", *captures, "p.html") == wanted
    if captures:
        (tmp_path / "p.html").write_text(PAGE.replace("closes.", "closes today."))
        assert said("archive", *captures, "p.html", "--url", URL) == wanted
    else:
        assert said("reextract") == wanted
        with closing(sqlite3.connect(tmp_path / "a.db")) as db, db:
            db.execute("DELETE FROM captures")
        assert voxpop_here("verify", "--repair", tmp_path / "a.db").code == 0
        assert said("reextract") == wanted
    assert rows(tmp_path / "a.db", "SELECT name FROM bylines ORDER BY position") == [("Jo Roe",), ("Ada Roe",)]
    assert rows(tmp_path / "a.db", "SELECT published_at, published_source FROM articles") == [("2020-02-02", "option")]


def test_a_repair_finds_the_article_that_took_the_place_of_another(said, tmp_path, voxpop_here):
    said("archive", "p.html")
    said("set", "p.html", "--url", URL)
    with closing(sqlite3.connect(tmp_path / "a.db")) as db, db:
        db.execute("DELETE FROM captures")
    assert "indexed again: 1 capture" in voxpop_here("verify", "--repair", tmp_path / "a.db").out
    assert rows(tmp_path / "a.db", "SELECT url FROM articles WHERE id IN (SELECT article FROM captures)") == [(URL,)]
    assert findings(tmp_path / "a.db", deep=True) == []


def test_a_removed_article_comes_back(said, tmp_path):
    said("archive", "p.html")
    assert said("remove", "p.html") == []
    assert rows(tmp_path / "a.db", "SELECT count(*) FROM posts") == [(0,)]
    assert said("archive", "p.html") == [(None, None, "Lamp out", 1)]


def test_removing_says_what_went(said, tmp_path, voxpop_here):
    (tmp_path / "b.html").write_text(PAGE.replace("closes", "closed"))
    said("archive", "p.html", "b.html")
    done = [voxpop_here("remove", tmp_path / "a.db", page).out for page in ("p.html", "b.html")]
    name = tmp_path / "a.db"
    assert done == [f"{name}: 1 article removed, 0 posts with it\n", f"{name}: 1 article removed, 1 post with it\n"]


@pytest.mark.parametrize("change", [("set", "--title", "T"), ("remove",)], ids=["set", "remove"])
def test_other_articles_and_the_files_stay(said, tmp_path, change):
    (tmp_path / "b.html").write_text(PAGE.replace("closes", "closed"))
    said("archive", "p.html", "b.html")
    others = "SELECT * FROM articles WHERE source = 'b.html'"
    post = "SELECT id, text, posted_at FROM posts"
    before = rows(tmp_path / "a.db", others), rows(tmp_path / "a.db", post)
    files = {file: file.read_bytes() for pattern in ("*.html", "captures/*") for file in tmp_path.glob(pattern)}
    assert len(files) > 2
    said(change[0], "p.html", *change[1:])
    assert (rows(tmp_path / "a.db", others), rows(tmp_path / "a.db", post)) == before
    assert {file: file.read_bytes() for file in files} == files


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("set", "a.db", "p.html"), "Name what to set"),
        (("set", "a.db", "q.html", "--title", "T"), "there is no article q.html"),
        (("set", "a.db", "p.html", "--url", "https://post.example/b"), "already has the URL"),
        (("remove", "a.db", "q.html"), "there is no article q.html"),
    ],
)
def test_what_cannot_be_set(said, tmp_path, voxpop_here, arguments, words):
    said("archive", "p.html")
    (tmp_path / "b.html").write_text(PAGE.replace("closes", "closed"))
    said("archive", "--url", "https://post.example/b", "b.html")
    answer = voxpop_here(*arguments)
    assert answer.code != 0
    assert words in answer.err
