"""Corpora in an archive: a row is stored once, whatever interrupts, moves or extends the file."""

from __future__ import annotations

import hashlib
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import mutants
import pytest
from dying import command, killed_at, moments, steps_of
from invented import content, stored

from archive.commands.archive import RowsRead
from archive.store.archive import Archive
from tools.make_corpus import write

ROOT = Path(__file__).parents[3]
TEXT = "The pier is closed.\n\nBest night of the year — tove (@tove_on_dunes) May 12, 2024\n\nRain all week."
NOTHING_NEW = "0 articles (0 new)"


def make(path, rows):
    write(path, rows, paragraphs=3)
    return path


@pytest.fixture
def corpus(tmp_path):
    return make(tmp_path / "corpus.csv", 60)


def told(answer):
    return answer.out.partition(": ")[2].strip()


def test_a_second_time_nothing_is_read(voxpop_here, path, corpus):
    first = voxpop_here("archive", path, corpus)
    before = content(path, without=())
    second = voxpop_here("archive", path, corpus)
    assert told(first).startswith("60 articles (60 new)")
    assert told(second) == f"{NOTHING_NEW}, 0 embeds of 0 posts, 0 quotes, 0 hashtags; 60 rows archived before"
    assert second.code == 0
    assert content(path, without=()) == before


@pytest.mark.parametrize("name", ["moved.csv", "other.jsonl", "other.parquet", "packed.csv.gz"])
def test_a_moved_or_rewritten_corpus_gives_no_second_copy(voxpop_here, path, corpus, tmp_path, name):
    voxpop_here("archive", path, corpus)
    again = voxpop_here("archive", path, make(tmp_path / name, 60))
    assert told(again).endswith("60 rows archived before")
    assert told(again).startswith(NOTHING_NEW)


def test_an_extended_corpus_costs_only_its_new_rows(voxpop_here, path, corpus):
    voxpop_here("archive", path, corpus)
    longer = voxpop_here("archive", path, make(corpus, 65))
    assert told(longer).startswith("5 articles (5 new)")


def test_a_row_that_is_read_in_another_way_is_read_again(voxpop_here, path, corpus):
    voxpop_here("archive", path, corpus)
    again = voxpop_here("archive", path, corpus, "--min-confidence", "0")
    assert told(again).startswith("60 articles (0 new)")
    assert "archived before" not in told(again)


def test_bad_rows_are_told_and_kept_as_problems(voxpop_here, path, tmp_path):
    corpus = tmp_path / "corpus.csv"
    corpus.write_text("url,title,text\nhttps://a.example/1,One,\nhttps://a.example/2,Two,Rain all week.\n")
    answer = voxpop_here("archive", path, corpus)
    assert answer.code == 1
    assert answer.err == f"voxpop: {corpus}:2: has no text: fill it in\n"
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT source, message FROM problems").fetchall() == [
            (f"{corpus}:2", "has no text: fill it in")
        ]
        assert db.execute("SELECT source FROM articles").fetchall() == [("corpus.csv:3",)]


def test_exports_and_documents_are_read_again_from_their_captures(voxpop_here, path, tmp_path):
    kinds = (".press.txt", ".docx", ".zip", ".enex", ".xml", ".rtf")
    files = [tmp_path / f"a{kind}" for kind in kinds]
    for file in files:
        file.write_bytes(mutants.originals()[file.name[1:]])
    first = voxpop_here("archive", path, *files)
    assert "7 articles (7 new)" in first.out
    again = voxpop_here("archive", path, *files)
    assert "(0 new)" in again.out
    for file in files:
        file.unlink()
    assert "7 captures read, 0 articles changed" in voxpop_here("reextract", path).out


def test_records_of_extraction_are_the_articles_that_they_were(voxpop_here, path, tmp_path):
    texts = tmp_path / "texts"
    texts.mkdir()
    (texts / "a.txt").write_text(TEXT)
    (texts / "b.html").write_text(
        "<!doctype html><title>Pier</title><h1>Pier</h1><p>“Never,” a fan wrote on Twitter.</p>"
    )
    (texts / "c.csv").write_text(f'title,text\nPier closes,"{TEXT} More rain."\n')
    records = tmp_path / "records.jsonl"
    records.write_text(voxpop_here("extract", texts).out)
    first = voxpop_here("archive", path, records)
    assert told(first).startswith("3 articles (3 new), 2 embeds of 1 post, 1 quote")
    again = voxpop_here("archive", path, texts)
    assert told(again).startswith("3 articles (0 new), 2 embeds of 1 post, 1 quote")


def test_a_record_says_by_which_digest_it_is_known(voxpop_here, tmp_path):
    (tmp_path / "a.txt").write_text(TEXT)
    (record,) = voxpop_here("extract", tmp_path / "a.txt").records
    assert record["digest"] == hashlib.sha256(TEXT.encode()).hexdigest()


def test_a_column_is_named_on_the_command_line(voxpop_here, tmp_path):
    corpus = tmp_path / "corpus.csv"
    corpus.write_text("headline,story_raw\nOne,Rain all week.\n")
    (record,) = voxpop_here("extract", "--column", "text=story_raw", corpus).records
    assert record["article"]["title"] == "One"
    refused = voxpop_here("extract", corpus)
    assert (refused.code, refused.out) == (4, "")
    assert refused.err.endswith("name one with --column text=NAME\n")
    misspelt = voxpop_here("extract", "--column", "words=story_raw", corpus)
    assert misspelt.code == 2
    assert "write FIELD=NAME, FIELD one of url, title, outlet" in misspelt.err


def test_a_file_of_urls_is_fetched_once(web, voxpop_here, path, tmp_path):
    web.routes["/1"] = web.routes["/2"] = (
        b"<!doctype html><title>Pier</title><h1>Pier</h1><p>Rain all week, and hail.</p>"
    )
    urls = tmp_path / "urls.csv"
    urls.write_text(f"url,media_name,publish_date\n{web.url}/1,Herald,2024-05-13\n{web.url}/2,Valley,2024-05-14\n")
    voxpop_here("archive", path, "--allow-private", urls)
    shown = voxpop_here("export", path, "--table", "articles", "--format", "ndjson").records
    assert {(row["outlet"], row["published_at"]) for row in shown} == {
        ("Herald", "2024-05-13"),
        ("Valley", "2024-05-14"),
    }
    again = voxpop_here("archive", path, "--allow-private", urls)
    assert told(again).endswith("2 rows archived before")
    assert len(web.asked) == 2
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT count(*) FROM captures").fetchone() == (2,)


def test_a_mailbox_goes_on(voxpop_here, path, tmp_path):
    mail = "From a@herald.example Mon May 13 08:30:00 2024\nFrom: Herald <a@herald.example>\nMessage-ID: <{0}>\nSubject: {0}\n\n{1}\n\n"
    box = tmp_path / "box.mbox"
    box.write_text("".join(mail.format(number, TEXT) for number in range(3)))
    voxpop_here("archive", path, box)
    box.write_text("".join(mail.format(number, TEXT) for number in range(5)))
    assert told(voxpop_here("archive", path, box)).startswith("2 articles (2 new)")


def without_captures(path):
    """Everything but where the bytes lie: a killed run may have written some that nothing names."""
    return {table: rows for table, rows in content(path).items() if table != "captures"}


def test_rows_are_noted_64_at_a_time(path):
    with Archive.open(path) as archive:
        known = RowsRead(archive, ())
        assert [known.add(str(number), "an article") for number in range(64)] == [False] * 63 + [True]


@pytest.mark.long
@pytest.mark.parametrize(
    ("number", "kills"), [pytest.param(150, 3, id="few"), pytest.param(1000, 12, id="many", marks=pytest.mark.thorough)]
)
def test_killed_at_any_step_a_corpus_goes_on(voxpop_here, tmp_path, number, kills):
    """Rows are noted 64 at a time; some are noted before the first kill, others after the last."""
    corpus = make(tmp_path / "corpus.jsonl.gz", number)
    whole, killed = tmp_path / "whole.db", tmp_path / "killed.db"
    steps = steps_of(command("archive", "-j", 1, whole, corpus))
    counts = []
    for moment in moments(steps // kills, 7, kills):  # of what is left
        killed_at(moment, command("archive", "-j", 1, killed, corpus))
        counts.append(stored(killed))
    last = voxpop_here("archive", "-j", 1, killed, corpus)
    assert last.code == (number > 500), "one of 1,000 rows is bad"
    assert counts == sorted(counts)
    assert 0 < counts[-1] < stored(killed)
    assert without_captures(killed) == without_captures(whole)
    with closing(sqlite3.connect(killed)) as db:
        kept = "SELECT count(*), (SELECT count(DISTINCT article) FROM captures) FROM articles"
        assert len(set(db.execute(kept).fetchone())) == 1, "the bytes of each article are kept"
    assert voxpop_here("verify", killed).code == 0


@pytest.mark.long
@pytest.mark.thorough
def test_memory_does_not_grow_with_the_corpus(tmp_path):
    if not Path("/proc/self/status").exists():
        pytest.skip("no /proc to read the peak from")
    measured = (
        "import atexit, sys; from pathlib import Path\n"
        "atexit.register(lambda: print(Path('/proc/self/status').read_text().split('VmHWM:')[1].split()[0]))\n"
        "from archive.main import main; sys.argv[0] = 'voxpop'; main()"
    )
    peaks = []
    for rows in (200, 2000):
        corpus = make(tmp_path / f"{rows}.csv", rows)
        arguments = [sys.executable, "-c", measured, "archive", str(tmp_path / f"{rows}.db"), str(corpus), "--silent"]
        done = subprocess.run(arguments, capture_output=True, text=True, check=False, cwd=ROOT)
        peaks.append(int(done.stdout.split()[-1]) / 1024)
    assert peaks[1] < 300
    assert peaks[1] - peaks[0] < 25
