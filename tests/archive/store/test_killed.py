"""Killed at any moment, an archive opens, holds whole articles only, and can be completed."""

import os
import random
import signal
import sqlite3
import time
from contextlib import closing
from datetime import UTC, datetime

import pytest
from fastwarc.warc import ArchiveIterator as FastIterator
from invented import content, generated, save
from warcio.archiveiterator import ArchiveIterator
from web import page, post

from archive.captures.files import Captures
from archive.captures.index import enter
from archive.commands.archiving import archive_sources
from archive.status.contents import status
from archive.store.archive import Archive
from archive.store.database import open_to_read
from archive.verify.captures import capture_findings
from archive.verify.counts import findings
from archive.verify.repair import repair
from scraper.errors import ArchiveError
from scraper.fetching import Exchange

pytestmark = pytest.mark.long

ARTICLES, FILES, KILLS = 100, 90, int(os.environ.get("VOXPOP_KILLS", "20"))


def begin(work):
    """Let a process of its own do some work; give its number when it begins."""
    begun, beginning = os.pipe()
    process = os.fork()
    if not process:
        try:
            os.write(beginning, b".")
            work()
        finally:
            os._exit(0)
    os.read(begun, 1)
    os.close(begun)
    os.close(beginning)
    return process


@pytest.mark.slow
def test_killed_at_random_moments(tmp_path):
    everything = list(generated(ARTICLES))
    undisturbed = tmp_path / "undisturbed.db"
    started = time.monotonic()
    os.waitpid(begin(lambda: save(undisturbed, *everything)), 0)
    duration = time.monotonic() - started
    expected = content(undisturbed)
    roll, cut_short = random.Random(), 0
    for kill in range(KILLS):
        path = tmp_path / f"{kill}.db"
        process = begin(lambda path=path: save(path, *everything))
        time.sleep(roll.uniform(0, duration))
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        stored = number_stored(path)
        cut_short += stored < ARTICLES
        if stored == ARTICLES:  # it was done: on a busy machine, the undisturbed one took longer
            duration *= 0.9
        assert not stored or findings(path, deep=True) == []
        save(path, *everything)
        assert content(path) == expected, f"after {stored} articles"
    assert cut_short > KILLS / 2


def keep_captures(path, folder):
    """Fetch on and on: each capture on disk, then in the index."""
    with Archive.open(path) as archive, Captures(folder) as captures:
        for number in range(10**6):
            kept = captures.write(exchange(number))
            with archive.transaction() as connection:
                enter(connection, [kept], None)


def exchange(number):
    """What went over the wire for one page; its body cannot be packed."""
    return Exchange(
        url=f"https://news.example/{number}", at=datetime(2020, 2, 2, tzinfo=UTC), address=None, sent=(),
        status=200, reason="OK", version="HTTP/1.1", received=(), body=random.Random(number).randbytes(50_000),
    )  # fmt: skip


def test_captures_that_are_named_are_whole(path, tmp_path):
    folder = tmp_path / "captures"
    save(path)
    for _ in range(8):
        process = begin(lambda: keep_captures(path, folder))
        time.sleep(random.uniform(0.1, 0.4))
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        assert capture_findings(path, folder, deep=True) == []
    with Captures(folder) as captures:
        last = captures.write(exchange(0))
    with (folder / last.file).open("rb") as stream:
        read = [record.rec_headers.get_header("WARC-Record-ID") for record in ArchiveIterator(stream)]
    assert len(read) == sum(1 for _ in FastIterator(str(folder / last.file), parse_http=False))
    with closing(open_to_read(path)) as db:
        named = {record for (record,) in db.execute("SELECT record FROM captures")}
    assert named
    assert named < set(read)
    assert read[-2] == last.record


def make_folder(folder):
    """Pages and texts that show posts, and one page under two names."""
    folder.mkdir()
    for number in range(FILES - 1):
        if number % 2:
            (folder / f"{number}.html").write_bytes(
                page(f"Storm, part {number}", post(number), post(number + 1))
            )
        else:
            said = f"Never again {number} times — Ann (@ann_{number % 7}) May 12, 2024"
            (folder / f"{number}.txt").write_text(f"The pier is shut, said the council.\n\n{said}\n")
    (folder / "again.html").write_bytes((folder / "1.html").read_bytes())
    return folder


def archive_folder(path, folder):
    """Do what `voxpop archive path folder` does."""
    reading = dict.fromkeys(("url", "title", "outlet", "language", "published", "columns", "contact"))
    archive_sources(
        str(path), [str(folder)], report=print, captures=path.parent / f"{path.stem}-captures",
        max_bytes=10**6, allow_private=False, **reading,
    )  # fmt: skip


def kept(path):
    """Each article with the digests of the bytes that are kept of it."""
    with closing(open_to_read(path)) as db:
        return db.execute("SELECT article, digest, type FROM captures ORDER BY article, digest").fetchall()


def without_captures(path):
    """What an archive holds, beside where bytes lie."""
    return {table: rows for table, rows in content(path).items() if table != "captures"}


@pytest.mark.slow
def test_killed_while_the_bytes_of_files_are_kept(tmp_path):
    folder = make_folder(tmp_path / "pages")
    undisturbed = tmp_path / "undisturbed.db"
    archive_folder(undisturbed, folder)  # also loads what every process below needs
    started = time.monotonic()
    os.waitpid(begin(lambda: archive_folder(tmp_path / "timed.db", folder)), 0)
    duration = time.monotonic() - started
    expected, expected_bytes = without_captures(undisturbed), kept(undisturbed)
    assert len(expected_bytes) == FILES - 1
    roll, cut_short, between = random.Random(), 0, 0
    for kill in range(KILLS):
        path = tmp_path / f"{kill}.db"
        captures = tmp_path / f"{kill}-captures"
        process = begin(lambda path=path: archive_folder(path, folder))
        time.sleep(roll.uniform(0, duration))
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        stored = number_stored(path)
        cut_short += stored < FILES - 1
        if stored == FILES - 1:  # it was done: on a busy machine, the undisturbed one took longer
            duration *= 0.9
        if stored:
            between += len(kept(path)) < stored
            assert findings(path, deep=True) == []
            assert capture_findings(path, captures, deep=True) == []
        archive_folder(path, folder)
        assert without_captures(path) == expected, f"after {stored} articles"
        assert kept(path) == expected_bytes, f"after {stored} articles"
        assert capture_findings(path, captures, deep=True) == []
        assert "named again" not in "".join(repair(str(path), captures).lines)
        assert kept(path) == expected_bytes
    assert cut_short > KILLS / 2
    assert between, "no kill came between an article and its bytes"


def number_stored(path):
    """Killed while it was made, an archive has all its tables or none."""
    if not path.exists():
        return 0
    try:
        with closing(open_to_read(path)) as db:
            return db.execute("SELECT count(*) FROM articles").fetchone()[0]
    except ArchiveError as error:
        if "is empty" in str(error):
            return 0
        raise


def test_a_journal_left_behind_is_rolled_back_before_reading(path):
    """Before it becomes a WAL database, a killed one may have a hot journal, which readers cannot roll back."""

    def half():
        connection = sqlite3.connect(path, isolation_level=None)
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN")
        connection.execute("UPDATE articles SET title = 'half'")
        connection.execute("CREATE TABLE large AS SELECT randomblob(100000) AS big")
        os.kill(os.getpid(), signal.SIGKILL)

    save(path, *generated(5))
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()
    os.waitpid(begin(half), 0)
    assert path.with_name(f"{path.name}-journal").stat().st_size > 0
    assert status(path).counts["articles"] == 5
    assert findings(path, deep=True) == []
