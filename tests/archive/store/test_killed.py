"""Killed at any moment, an archive opens, holds whole articles only, and can be completed."""

import itertools
import os
import random
import signal
import sqlite3
from contextlib import closing
from datetime import UTC, datetime

import pytest
from dying import ended, fork, killed_at, moments, steps_of
from fastwarc.warc import ArchiveIterator as FastIterator
from invented import content, generated, save
from warcio.archiveiterator import ArchiveIterator
from web import page, post

from archive.captures.files import Captures
from archive.captures.index import enter
from archive.commands.archive import archive_sources
from archive.status import status
from archive.store.archive import Archive
from archive.store.database import open_to_read
from archive.verify.check import capture_findings, findings
from archive.verify.repair import repair
from scraper.errors import ArchiveError
from scraper.fetching import Exchange

pytestmark = pytest.mark.long

#: How much there is, and how often it is killed.
SIZES = [pytest.param(20, 4, id="few"), pytest.param(100, 40, id="many", marks=pytest.mark.thorough)]


@pytest.mark.parametrize(("articles", "kills"), SIZES)
def test_killed_at_any_step(tmp_path, articles, kills):
    everything = list(generated(articles))
    undisturbed = tmp_path / "undisturbed.db"
    steps = steps_of(lambda: save(undisturbed, *everything) and 0)
    expected = content(undisturbed)
    cut_short = 0
    for number, moment in enumerate(moments(steps, 7, kills)):
        path = tmp_path / f"{number}.db"
        killed_at(moment, lambda path=path: save(path, *everything) and 0)
        stored = number_stored(path)
        cut_short += stored < articles
        assert not stored or findings(path, deep=True) == []
        save(path, *everything)
        assert content(path) == expected, f"after {stored} articles"
    assert cut_short > kills / 2


def keep_captures(path, folder, numbers):
    """Fetch one page after the other: each capture on disk, then in the index."""
    with Archive.open(path) as archive, Captures(folder) as captures:
        for number in numbers:
            kept = captures.write(exchange(number))
            with archive.transaction() as connection:
                enter(connection, [kept], None)


def exchange(number):
    """What went over the wire for one page; its body cannot be packed."""
    return Exchange(
        url=f"https://news.example/{number}", at=datetime(2020, 2, 2, tzinfo=UTC), address=None, sent=(),
        status=200, reason="OK", version="HTTP/1.1", received=(), body=random.Random(number).randbytes(50_000),
    )  # fmt: skip


@pytest.mark.parametrize("kills", [pytest.param(4, id="few"), pytest.param(40, id="many", marks=pytest.mark.thorough)])
def test_captures_that_are_named_are_whole(path, tmp_path, kills):
    folder = tmp_path / "captures"
    save(path)
    turns = itertools.count(1)

    def keep():
        first = 3 * next(turns)
        keep_captures(path, folder, range(first, first + 3))

    for of_writes in (False, True):
        steps = steps_of(keep, of_writes=of_writes)
        for moment in moments(steps, 7, kills):
            next(turns)
            killed_at(moment, keep, of_writes=of_writes)
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


def make_folder(folder, files):
    """Pages and texts that show posts, and one page under two names."""
    folder.mkdir()
    for number in range(files - 1):
        if number % 2:
            (folder / f"{number}.html").write_bytes(page(f"Storm, part {number}", post(number), post(number + 1)))
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


@pytest.mark.parametrize(
    ("files", "kills"), [pytest.param(12, 5, id="few"), pytest.param(90, 40, id="many", marks=pytest.mark.thorough)]
)
def test_killed_while_the_bytes_of_files_are_kept(tmp_path, files, kills):
    folder = make_folder(tmp_path / "pages", files)
    undisturbed = tmp_path / "undisturbed.db"
    archive_folder(undisturbed, folder)  # also loads what every process below needs
    steps = steps_of(lambda: archive_folder(tmp_path / "counted.db", folder))
    expected, expected_bytes = without_captures(undisturbed), kept(undisturbed)
    assert len(expected_bytes) == files - 1
    between = 0
    for number, moment in enumerate(moments(steps, 7, kills)):
        path = tmp_path / f"{number}.db"
        captures = tmp_path / f"{number}-captures"
        killed_at(moment, lambda path=path: archive_folder(path, folder))
        stored = number_stored(path)
        if stored:
            between += len(kept(path)) < stored
            assert findings(path, deep=True) == []
            assert capture_findings(path, captures, deep=True) == []
        archive_folder(path, folder)
        assert without_captures(path) == expected, f"after {stored} articles"
        assert kept(path) == expected_bytes, f"after {stored} articles"
        assert capture_findings(path, captures, deep=True) == []
        assert "indexed again" not in "".join(repair(str(path), captures).lines)
        assert kept(path) == expected_bytes
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
    assert ended(fork(half)) == -signal.SIGKILL
    assert path.with_name(f"{path.name}-journal").stat().st_size > 0
    assert status(path).counts["articles"] == 5
    assert findings(path, deep=True) == []
