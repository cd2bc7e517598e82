"""One bad source never ends a command: it is a problem of its own, and the others are read."""

import json
import sqlite3
from contextlib import closing
from importlib import import_module

import pytest
from invented import rows

from archive.schedule.workers import Extractor
from scraper.errors import FaultError
from scraper.input import load
from scraper.records import Document

PROBLEMS = "SELECT kind, message FROM problems"


@pytest.fixture
def inbox(tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    for name in ("a.txt", "b.txt", "c.txt"):
        (folder / name).write_text(f"Story {name} of the pier, which was closed on Sunday.\n", "utf-8")
    return folder


def test_a_text_with_a_lone_carriage_return(inbox, path, voxpop_here):
    (inbox / "b.txt").write_bytes(b"The Lantern\rcloses.\n")
    assert voxpop_here("archive", path, inbox, "--no-captures").code == 0
    assert rows(path, "SELECT count(*) FROM articles") == [(3,)]


def test_an_sqlite_file_that_is_no_corpus(inbox, tmp_path, path, voxpop_here):
    with closing(sqlite3.connect(tmp_path / "nela-gt.db")) as db, db:
        db.execute("CREATE TABLE newsdata (id TEXT PRIMARY KEY, mood TEXT)")
        db.executemany("INSERT INTO newsdata VALUES (?, 'glad')", [(f"{n}",) for n in range(40)])
    said = voxpop_here("archive", path, tmp_path / "nela-gt.db", inbox, "--no-captures")
    assert said.code == 1
    assert "nela-gt.db: is not a corpus (no table has a text, a page or a URL in each row)" in said.err
    assert rows(path, "SELECT count(*) FROM articles") == [(3,)]


@pytest.fixture
def breaking(monkeypatch):
    """Give a function that lets another one fail for the second file."""

    def let_fail(place):
        module, _, name = place.rpartition(".")
        real = getattr(import_module(module), name)

        def failing(given, *more, **named):
            if b"b.txt" in (given.content if isinstance(given, Document) else given):
                raise KeyError("nobody\nforesaw this")
            return real(given, *more, **named)

        monkeypatch.setattr(place, failing)

    return let_fail


@pytest.mark.parametrize("place", ["scraper.input.mail.is_mail", "scraper.extract.extract"])
def test_whatever_is_raised_is_a_problem_of_one_article(inbox, path, voxpop_here, breaking, place):
    breaking(place)
    said = voxpop_here("archive", path, inbox, "--no-captures")
    assert said.code == 1
    assert said.err.count("b.txt: cannot be read (KeyError: ") == 1
    assert rows(path, "SELECT count(*) FROM articles") == [(2,)]
    assert [kind for kind, _ in rows(path, PROBLEMS)] == ["FaultError"]


@pytest.mark.parametrize("place", ["scraper.input.tables.csv_header", "scraper.extract.extract_reactions"])
def test_whatever_is_raised_leaves_the_other_records(inbox, voxpop_here, breaking, place):
    breaking(place)
    said = voxpop_here("extract", inbox)
    assert said.code == 1
    assert said.err.count("b.txt: cannot be read (KeyError: ") == 1
    assert [json.loads(line)["source"][-5:] for line in said.out.splitlines()] == ["a.txt", "c.txt"]


def test_what_the_caller_raises_is_no_problem_of_a_source(tmp_path):
    def is_known(_):
        raise sqlite3.OperationalError("disk I/O error")

    (tmp_path / "a.jsonl").write_text(json.dumps({"text": "The pier closes"}) + "\n", "utf-8")
    with pytest.raises(sqlite3.OperationalError, match="disk"):
        list(load([tmp_path / "a.jsonl"], is_known=is_known))


def test_a_run_goes_on_after_a_document_that_cannot_be_extracted(monkeypatch):
    def failing(*_, **__):
        raise KeyError("posts")

    monkeypatch.setattr("archive.schedule.workers.extract", failing)
    with Extractor(1, None) as extractor, pytest.raises(FaultError, match="KeyError: 'posts'"):
        extractor.extract(Document(source="a.html", content=b"<p>a"))
