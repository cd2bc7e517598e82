"""``--jobs``: the same archive with one process as with many, whatever is read, and whatever happens to one."""

from __future__ import annotations

import csv
import gzip
import itertools
import json
import os
import shutil
import signal
import sqlite3
import sys
import uuid
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest
from invented import stored
from web import page, post
from working import begin, processes_in, wait_until

from archive.commands.archive import archive_sources
from archive.commands.reextract import reextract_articles
from archive.store import schema
from archive.verify.check import capture_findings, findings
from scraper.api import extract_text, to_dict

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[3]
THOROUGH = pytest.mark.thorough
#: How many there are in a folder that takes long.
PAGES = 120
ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
NOON = datetime.fromisoformat("2024-05-12T12:00:00+00:00")
WORDS = "The pier is closed.\n\nBest night of {year} — tove (@tove_on_dunes) May 12, {year}\n\nRain all week."

HOW = {"max_bytes": 20_000_000, "published": None, "contact": None, "allow_private": True}


class Noon(datetime):
    """A clock that stands still."""

    @classmethod
    def now(cls, tz=None):
        return NOON.astimezone(tz)


@pytest.fixture
def no_chance(monkeypatch):
    """Nothing that differs from one moment to the next: each archive is begun with `no_chance()`."""
    monkeypatch.setattr("archive.clock.datetime", Noon)

    def begin():
        numbers = itertools.count()
        monkeypatch.setattr("warcio.statusandheaders.uuid.uuid4", lambda: uuid.UUID(int=next(numbers)))
        monkeypatch.setattr("warcio.recordbuilder.datetime", Noon)
        # The id of the archive and the rest of the name of its WARC files.
        made = schema._text("current").replace("randomblob", "zeroblob")
        monkeypatch.setattr("archive.store.schema._text", lambda _: made)
        monkeypatch.setattr("archive.captures.files.secrets.token_hex", lambda size: "00" * size)

    return begin


def text(number):
    return WORDS.format(year=1990 + number % 30)


def story(number):
    """One of many pages: some show the same post, some are versions of one article."""
    url = f"https://news.example/{number % 17}" if number % 3 else None
    return page(f"Story {number}", post(number % 9), post(number), url=url)


def write_folder(folder):
    folder.mkdir()
    for number in range(40):
        (folder / f"{number:02}.html").write_bytes(story(number))
    (folder / "10.html").write_bytes(b"%PDF-1.7")
    (folder / "20.html").write_bytes(b"")
    (folder / "30.txt").write_text(text(1))
    return folder


def write_corpus(folder):
    """Rows that stand twice: near each other, far apart, and where rows are noted (64 at a time)."""
    rows = [(f"Title {n}", text(n), f"https://news.example/{n}" if n % 4 else "") for n in range(150)]
    for at in range(60, 84, 2):
        rows.insert(at, rows[at % 7])
    for at, again in ((5, 3), (20, 2), (90, 1), (149, 20), (148, 148)):
        rows.insert(at, rows[again])
    folder.mkdir()
    with (folder / "rows.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("title", "text", "url"), *rows, ("bad",)])
    return folder / "rows.csv"


def write_mails(folder):
    letters = [
        f"From desk@wire.example Sun May 12 10:00:00 2024\nFrom: desk@wire.example\nSubject: Letter {n}\n"
        f"Message-ID: <{n}@wire.example>\nDate: Sun, 12 May 2024 10:00:00 +0000\n\n{text(n)}\n\n"
        for n in range(30)
    ]
    folder.mkdir()
    (folder / "box.mbox").write_text("".join([*letters, *letters[3:9]]), encoding="utf-8")
    return folder / "box.mbox"


def write_warc(folder):
    folder.mkdir()
    with gzip.open(folder / "crawl.warc.gz", "wb") as file:
        for number in range(40):
            body = story(number) if number % 11 else b"%PDF-1.7"
            answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body
            head = (
                "WARC/1.1\r\nWARC-Type: response\r\nContent-Type: application/http; msgtype=response\r\n"
                f"WARC-Record-ID: <urn:uuid:{uuid.UUID(int=number)}>\r\n"
                f"WARC-Date: 2024-05-{1 + number % 28:02}T10:00:00Z\r\n"
                f"WARC-Target-URI: https://news.example/{number % 30}\r\nContent-Length: {len(answer)}\r\n\r\n"
            )
            file.write(head.encode() + answer + b"\r\n\r\n")
    return folder / "crawl.warc.gz"


def write_records(folder):
    """Records as `extract` prints them, and a text between them."""
    folder.mkdir()
    lines = [
        json.dumps(to_dict(extract_text(text(n), url=f"https://news.example/{n}", title=f"T {n}"))) for n in range(30)
    ]
    (folder / "records.jsonl").write_text("\n".join([*lines, *lines[:5]]), encoding="utf-8")
    return folder / "records.jsonl"


KINDS = [write_folder, write_corpus, write_mails, write_warc, write_records]


def contents(folder):
    """All that an archive and its captures hold, byte for byte."""
    with closing(sqlite3.connect(folder / "a.db")) as db:
        dump = [line for line in db.iterdump() if '"_sqlite_migrations"' not in line]  # they have their own clock
    captures = {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in sorted((folder / "captures").rglob("*"))
        if file.is_file()
    }
    return dump, captures


def archived(folder, sources, jobs):
    folder.mkdir(exist_ok=True)
    said = []
    tally = archive_sources(
        str(folder / "a.db"),
        map(str, sources),
        report=lambda error: said.append(str(error)),
        captures=folder / "captures",
        jobs=jobs,
        **HOW,
    )
    return said, tally.line(""), contents(folder)


@pytest.mark.parametrize("write", KINDS, ids=lambda write: write.__name__.removeprefix("write_"))
def test_the_archive_is_the_same(tmp_path, no_chance, write):
    source = write(tmp_path / "input")
    found = []
    for jobs in (1, 2, 5):
        no_chance()
        found.append(archived(tmp_path / str(jobs), [source], jobs))
    assert found[0] == found[1] == found[2]
    assert findings(tmp_path / "5" / "a.db", deep=True) == []


@pytest.mark.thorough
def test_all_kinds_at_once_and_again(tmp_path, no_chance):
    sources = [write(tmp_path / write.__name__) for write in KINDS]
    found = []
    for jobs in (1, 2, 5):
        no_chance()
        folder = tmp_path / str(jobs)
        found.append((archived(folder, sources[:3], jobs), archived(folder, sources[::-1], jobs)))
    assert found[0] == found[1] == found[2]


def test_a_second_reading_is_the_same(tmp_path, no_chance):
    no_chance()
    archived(tmp_path / "first", [write_folder(tmp_path / "input"), write_warc(tmp_path / "warc")], 1)
    with closing(sqlite3.connect(tmp_path / "first" / "a.db")) as db:
        db.executescript(
            "DELETE FROM embeds WHERE position = 1; UPDATE articles SET record = 'as an older version read it'"
        )
    found = []
    for jobs in (1, 2, 5):
        no_chance()
        folder = shutil.copytree(tmp_path / "first", tmp_path / str(jobs))
        said = []
        tally = reextract_articles(
            str(folder / "a.db"),
            folder / "captures",
            report=said.append,
            fail=lambda error, said=said: said.append(str(error)),
            jobs=jobs,
            max_bytes=20_000_000,
        )
        found.append((said, tally.line(), contents(folder)))
    assert "articles changed" in found[0][1]
    assert found[0] == found[1] == found[2]


def test_answers_stay_with_their_documents(tmp_path, farm):
    """Pages are fetched ahead of those that are stored; each is kept as what was asked for."""
    urls = [farm.serve(f"/{n}", farm.page(f"Story {n}", farm.post(n))) for n in range(25)]
    urls[5:5] = [farm.at("/gone"), "http://127.0.0.1:1/nobody-listens"]
    said = []
    archive_sources(
        str(tmp_path / "a.db"), urls, report=said.append, captures=tmp_path / "captures", jobs=2, **HOW
    )  # fmt: skip
    assert len(said) == 2
    with closing(sqlite3.connect(tmp_path / "a.db")) as db:
        pairs = db.execute(
            "SELECT articles.source, captures.url FROM captures JOIN articles ON articles.id = article"
        ).fetchall()
    assert len(pairs) == 25
    assert all(article == capture for article, capture in pairs)
    assert capture_findings(tmp_path / "a.db", tmp_path / "captures", deep=True) == []


def test_the_lines_of_extract_are_the_same(voxpop, voxpop_here, tmp_path):
    sources = [write(tmp_path / write.__name__) for write in KINDS]
    one = voxpop_here("extract", "--jobs", 1, *sources)
    assert one.out.count("\n") > 150
    assert (one.code, one.err.count("\n")) == (1, 7)
    assert one == voxpop("extract", "--jobs", 3, *sources) == voxpop_here("extract", *sources)


@pytest.fixture
def deadly_folder(tmp_path):
    """Twenty pages, two of which kill."""
    folder = tmp_path / "pages"
    folder.mkdir()
    for number in range(20):
        words = "killer " if number in {9, 10} else ""
        (folder / f"{number:02}.html").write_bytes(page(f"Story {number}", post(number), words=words))
    return folder


def deaths(folder):
    return "".join(
        f"voxpop: {folder}/{name}.html: killed the process that read it (signal 11): report it as a bug\n"
        for name in ("09", "10")
    )


def test_a_document_that_kills_costs_itself_in_extract(voxpop_killed, deadly_folder):
    done = voxpop_killed("extract", "--jobs", 2, deadly_folder)
    assert (done.returncode, done.stderr) == (1, deaths(deadly_folder))
    assert done.stdout.count("\n") == 18


def test_a_document_that_kills_is_a_problem_in_the_archive(voxpop_killed, deadly_folder, path):
    done = voxpop_killed("archive", "--jobs", 2, path, deadly_folder)
    assert (done.returncode, done.stderr) == (1, deaths(deadly_folder))
    assert "18 articles (18 new)" in done.stdout
    with closing(sqlite3.connect(path)) as db:
        problems = db.execute("SELECT source, step, kind, message FROM problems").fetchall()
    message = "killed the process that read it (signal 11): report it as a bug"
    assert problems == [(f"{deadly_folder}/{name}.html", "source", "CrashError", message) for name in ("09", "10")]
    assert findings(path, deep=True) == []


def test_a_capture_that_kills_is_passed_over_in_a_second_reading(voxpop_killed, voxpop_here, deadly_folder, path):
    assert voxpop_here("archive", "--jobs", 1, path, deadly_folder).code == 0
    done = voxpop_killed("reextract", "--jobs", 2, path)
    assert done.returncode == 1
    assert done.stderr.count("killed the process that read it (signal 11)") == 2
    assert done.stdout == "18 captures read, 0 articles changed, 2 could not be read\n"
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT count(*) FROM problems WHERE kind = 'CrashError'").fetchone() == (2,)


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """A folder whose reading takes some seconds."""
    folder = tmp_path_factory.mktemp("many")
    for number in range(PAGES):
        posts = (post(count) for count in range(number % 50))
        (folder / f"{number:03}.html").write_bytes(page(f"Story {number}", *posts))
    return folder


STARTS, MIDST = "when they start", "in the midst"


@ON_LINUX
@pytest.mark.parametrize(
    ("number", "words", "when"),
    [
        pytest.param(signal.SIGINT, "stopped by hand", MIDST, id="SIGINT in the midst"),
        pytest.param(signal.SIGTERM, "stopped by SIGTERM", STARTS, id="SIGTERM when they start"),
        pytest.param(signal.SIGINT, "stopped by hand", STARTS, id="SIGINT when they start", marks=THOROUGH),
        pytest.param(signal.SIGTERM, "stopped by SIGTERM", MIDST, id="SIGTERM in the midst", marks=THOROUGH),
        pytest.param(signal.SIGHUP, "stopped by SIGHUP", STARTS, id="SIGHUP when they start", marks=THOROUGH),
        pytest.param(signal.SIGHUP, "stopped by SIGHUP", MIDST, id="SIGHUP in the midst", marks=THOROUGH),
    ],
)
def test_a_signal_to_all_of_them_stops_the_work(path, many, number, words, when):
    work = begin("archive", "--jobs", 2, path, many, start_new_session=True)
    starts = lambda: processes_in(work.pid) > 1  # noqa: E731
    assert wait_until(starts if when == STARTS else lambda: stored(path) > 20, 60)
    os.killpg(work.pid, number)
    out, err = work.communicate(timeout=60)
    assert (work.returncode, err) == (130, f"voxpop: {words}\n")
    told = int(out.removeprefix(f"{path}: ").split()[0])
    assert stored(path) - told in {0, 1}, "one may be stored and not yet counted"
    assert wait_until(lambda: not processes_in(work.pid), 60)
    assert findings(path, deep=True) == []


@ON_LINUX
@pytest.mark.parametrize("kills", [pytest.param(1, id="few"), pytest.param(6, id="many", marks=THOROUGH)])
def test_killed_at_any_moment(path, many, voxpop, kills):
    """The database is whole, no process is left, and the next run does the rest."""
    for number in range(kills):
        work = begin("archive", "--jobs", 2, path, many, start_new_session=True)
        assert wait_until(lambda least=PAGES * (number + 1) // (kills + 3): stored(path) > least, 60)
        work.kill()
        work.communicate(timeout=60)
        assert wait_until(lambda group=work.pid: not processes_in(group), 60)
        assert findings(path, deep=True) == []
        assert capture_findings(path, path.parent / "captures", deep=True) == []
    assert voxpop("archive", "--jobs", 2, path, many).code == 0
    assert stored(path) == PAGES
    assert findings(path, deep=True) == []
