"""What cannot be used as an archive gives one clear line, and nothing half-stored."""

import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest
import sqlite_utils
from dying import ended, fork
from invented import SEEN, article, content, digest_of, generated, rows, save, tweet

from archive.status import status
from archive.store.archive import Archive
from archive.store.database import open_to_read
from archive.store.schema import MIGRATIONS
from archive.verify.check import findings
from scraper.errors import ArchiveError

ROOT = Path(__file__).parents[3]
INVENTED = ROOT / "tests" / "helpers" / "invented.py"
NOBODY = 65534


@pytest.fixture
def shared_folder():
    """A folder that other users can enter: pytest's own folders are closed to them."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


@contextmanager
def as_a_plain_user():
    """Root may write anywhere; be somebody else for a while."""
    if os.geteuid():
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


def refusal(path, **options):
    with pytest.raises(ArchiveError) as caught:
        Archive.open(path, **options)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    assert caught.value.exit_code == 3
    return message


def test_a_file_that_is_not_sqlite(path):
    path.write_text("Dear diary, " * 1000)
    assert "not an SQLite database" in refusal(path)
    with pytest.raises(ArchiveError, match="not an SQLite database"):
        findings(path)


def test_somebody_elses_database(path):
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE recipes (id)")
    connection.close()
    before = path.read_bytes()
    assert "not a voxpop archive" in refusal(path)
    assert path.read_bytes() == before


def test_somebody_elses_migrations(path):
    migrations = sqlite_utils.Migrations("recipes")

    @migrations()
    def cook(db):
        db.execute("CREATE TABLE recipes (id)")

    db = sqlite_utils.Database(path)
    migrations.apply(db)
    db.close()
    assert "not a voxpop archive" in refusal(path)


def test_a_database_of_a_newer_voxpop(path):
    save(path, article())
    with sqlite3.connect(path) as connection:
        connection.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('voxpop', 'from_the_future', '')"
        )
    connection.close()
    assert "newer voxpop: upgrade" in refusal(path)
    with pytest.raises(ArchiveError, match="newer voxpop"):
        status(path)


def test_a_database_of_an_older_voxpop_is_upgraded(path):
    db = sqlite_utils.Database(path)
    MIGRATIONS.apply(db, stop_before="create_views")
    db.close()
    assert status(path).counts["articles"] == 0
    save(path, article())
    assert status(path).counts["articles"] == 1


def test_an_empty_file_becomes_an_archive(path):
    path.touch()
    save(path, article())
    assert findings(path) == []


def test_what_is_stored_survives_the_loss_of_power_but_for_the_last_transactions(path):
    with Archive.open(path) as archive:
        asked = ("journal_mode", "synchronous", "foreign_keys")
        found = [archive.db.execute(f"PRAGMA {name}").fetchone()[0] for name in asked]
    assert found == ["wal", 1, 1]


def test_a_folder_and_a_missing_folder(tmp_path):
    assert "is a folder" in refusal(tmp_path)
    assert "cannot be opened" in refusal(tmp_path / "nowhere" / "reactions.db")


def test_a_missing_archive_is_not_made_for_reading(path):
    assert "no such archive" in refusal(path, create=False)
    for read in (status, findings, open_to_read):
        with pytest.raises(ArchiveError, match="no such archive"):
            read(path)
    assert not path.exists()


def test_a_damaged_archive(path):
    save(path, *generated(60))
    whole = path.read_bytes()
    for place in range(8192, len(whole) - 4096, 40_000):
        path.write_bytes(whole[:place] + b"\xff" * 4096 + whole[place + 4096 :])
        try:
            assert findings(path), place
        except ArchiveError as error:
            assert "is damaged" in str(error)  # noqa: PT017 - either will do, at each place


@pytest.mark.parametrize("name", ["odd name?#%.db", "naïve 🌊.db"])
def test_odd_names(tmp_path, name):
    save(tmp_path / name, article(tweet("Hello")))
    assert status(tmp_path / name).counts["posts"] == 1
    assert findings(tmp_path / name) == []


def test_a_read_only_file(shared_folder):
    path = shared_folder / "reactions.db"
    save(path, article())
    path.chmod(0o444)
    with as_a_plain_user():
        assert "make the file and its folder writable" in refusal(path)


def test_a_read_only_folder(shared_folder):
    shared_folder.chmod(0o555)
    with as_a_plain_user():
        assert "cannot be opened" in refusal(shared_folder / "reactions.db")


def test_an_archive_on_read_only_media_can_be_read(shared_folder):
    path = shared_folder / "reactions.db"
    save(path, article(tweet("Hello")))
    path.chmod(0o444)
    shared_folder.chmod(0o555)
    with as_a_plain_user():
        assert status(path).counts["posts"] == 1
        assert findings(path) == []


def test_a_locked_archive(path):
    save(path, article())
    with Archive.open(path) as first:
        first.db.execute("BEGIN IMMEDIATE")
        assert "written by another program" in refusal(path, patience=0.1)
        first.db.execute("COMMIT")
        with Archive.open(path, patience=0.1) as second:
            first.db.execute("BEGIN IMMEDIATE")
            with pytest.raises(ArchiveError, match="written by another program"):
                second.save(article(url="https://news.example/b"), digest="", seen="2021")
            first.db.execute("ROLLBACK")
            second.save(article(url="https://news.example/b"), digest="", seen="2021")
    assert rows(path, "SELECT count(*) FROM articles") == [(2,)]


def test_a_writer_waits_for_another(path):
    save(path, article())
    with Archive.open(path) as first:
        first.db.execute("BEGIN IMMEDIATE")
        waiting = threading.Thread(target=save, args=(path, article(url="https://news.example/b")))
        waiting.start()
        waiting.join(0.3)
        assert waiting.is_alive()
        first.db.execute("ROLLBACK")
        waiting.join(10)
    assert rows(path, "SELECT count(*) FROM articles") == [(2,)]


def test_readers_see_whole_articles_while_one_is_written(path):
    save(path, article(tweet("One")))
    with Archive.open(path) as archive, archive.transaction() as connection:
        connection.execute("UPDATE posts SET text = 'half'")
        assert rows(path, "SELECT text FROM posts") == [("One",)]
        assert status(path).counts["posts"] == 1
        connection.execute("UPDATE posts SET text = 'One'")


def test_several_processes_may_make_the_same_archive(path):
    def work():
        with Archive.open(path) as archive:
            for extraction in generated(5):
                archive.save(extraction, digest=digest_of(extraction), seen=SEEN)

    together = [fork(work) for _ in range(4)]
    assert [ended(process) for process in together] == [0] * 4
    assert rows(path, "SELECT count(*) FROM articles") == [(5,)]
    assert findings(path, deep=True) == []


def fill(archive):
    for extraction in generated(200):
        archive.save(extraction, digest=digest_of(extraction), seen="2021")


def test_a_full_database(path):
    save(path, *generated(5))
    with Archive.open(path) as archive:
        (pages,) = archive.db.execute("PRAGMA page_count").fetchone()
        archive.db.execute(f"PRAGMA max_page_count = {pages + 20}")
        with pytest.raises(ArchiveError, match="disk is full"):
            fill(archive)
    whole_articles_only(path)


def whole_articles_only(path):
    """What is stored is sound, and the rest can be added when there is room again."""
    assert findings(path, deep=True) == []
    assert 0 < rows(path, "SELECT count(*) FROM articles")[0][0] < 200
    save(path, *generated(200))
    assert findings(path, deep=True) == []
    other = path.with_name("undisturbed.db")
    save(other, *generated(200))
    assert content(path) == content(other)


def test_a_limit_on_file_sizes(path):
    save(path, *generated(3))
    script = f"import runpy, sys; sys.argv = ['', {str(path)!r}, '200']; runpy.run_path({str(INVENTED)!r}, run_name='__main__')"
    limit = path.stat().st_size + 100_000
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    assert "ArchiveError" in done.stderr.splitlines()[-1]
    assert "stored articles are safe" in done.stderr
    whole_articles_only(path)


def test_a_full_disk(small_disk, tmp_path):
    path = small_disk / "reactions.db"
    save(path, *generated(3))
    with pytest.raises(ArchiveError, match="disk is full"):
        save(path, *generated(200))
    assert findings(path, deep=True) == []
    for file in small_disk.glob(f"{path.name}*"):  # what was written last may lie in the file beside it
        shutil.copy(file, tmp_path)
    whole_articles_only(tmp_path / path.name)
