"""Purging touches only the records that an archive names, and what was purged stays so."""

from __future__ import annotations

import gzip
import json
import shutil
import sqlite3
from contextlib import closing

import pytest
from erasing import run
from fastwarc.warc import ArchiveIterator
from invented import rows
from reacting import files_of, share_as_before, words_in, write_page
from warcio.archiveiterator import ArchiveIterator as WarcioIterator

from archive.captures.copying import blank, end_with_companion, is_blank, is_emptied

ALPHA, BETA = "Words of Alpha that must go one day.", "Words of Beta that stay where they are."
URL = "https://alpha.example/story"


@pytest.fixture
def two(tmp_path):
    """Two archives in one folder, each with a page."""
    paths = tmp_path / "a.db", tmp_path / "b.db"
    run("archive", "-q", paths[0], write_page(tmp_path, "alpha", ALPHA))
    run("archive", "-q", paths[1], write_page(tmp_path, "beta", BETA, 1))
    return paths


@pytest.fixture
def one(tmp_path):
    """An archive of two pages."""
    pages = write_page(tmp_path, "alpha", ALPHA), write_page(tmp_path, "beta", BETA, 1)
    run("archive", "-q", tmp_path / "a.db", *pages)
    return tmp_path / "a.db"


def is_left(path, *words):
    held = words_in(path.parent)
    return tuple(each.encode() in held for each in words)


def back_up(path):
    shutil.copytree(path.parent / "captures", path.parent / "copy")


def restore(path):
    shutil.copytree(path.parent / "copy", path.parent / "captures", dirs_exist_ok=True)


def test_purging_leaves_the_captures_of_other_archives(two):
    run("erase", "-q", two[0], "--article", URL, "--purge-captures")
    assert is_left(two[0], ALPHA, BETA) == (False, True)
    for path in two:
        assert run("verify", "--deep", path) == ""
    assert "1 capture read" in run("reextract", two[1])


def test_a_file_that_two_archives_of_an_older_voxpop_share(two):
    file = share_as_before(two[0].parent, *two)
    size = file.stat().st_size
    said = run("verify", two[0])
    assert f"{file}: {two[1]} uses it too: each archive purges only its own captures" in said
    run("erase", "-q", two[0], "--article", URL, "--purge-captures")
    assert is_left(two[0], ALPHA, BETA) == (False, True)
    assert file.stat().st_size == size
    assert "captures:" not in run("verify", "--deep", two[1])
    assert "1 capture read, 0 articles changed" in run("reextract", two[1])
    with file.open("rb") as stream:
        assert {"metadata", "resource"} <= {each.rec_type for each in WarcioIterator(stream)}
    run("archive", "-q", two[0], write_page(two[0].parent, "gamma", "Words of Gamma.", 2))
    run("verify", "--deep", two[0])
    run("erase", "-q", two[1], "--article", "https://beta.example/story", "--purge-captures")
    assert not file.exists()


def test_a_file_is_shared_also_by_an_archive_on_read_only_media(two, voxpop_obeying):
    file, media = share_as_before(two[0].parent, *two), two[0].parent / "media"
    media.mkdir()
    moved = two[0].rename(media / two[0].name)
    with closing(sqlite3.connect(moved)) as db:
        db.execute("PRAGMA journal_mode = WAL")
    media.chmod(0o555)
    verified = voxpop_obeying("verify", moved, "--captures", file.parent)
    media.chmod(0o755)
    assert f"{file}: {two[1]} uses it too" in verified.err


def test_repairing_takes_no_record_of_another_archive(two):
    share_as_before(two[0].parent, *two)
    run("archive", "-q", "--no-captures", two[0], two[0].parent / "beta.html")
    run("verify", "--repair", two[0])
    assert rows(two[0], "SELECT count(*) FROM captures") == [(1,)]


def test_a_copy_of_the_archive_is_not_robbed(one):
    copy = one.with_name("c.db")
    with closing(sqlite3.connect(one)) as db:
        db.execute("VACUUM INTO ?", [str(copy)])
        db.execute("DELETE FROM captures")
        db.commit()
    assert "indexed again: 2 captures" in run("verify", "--repair", one)
    failed = run("erase", one, "--article", URL, "--purge-captures", code=3)
    assert f"{copy} has the same captures, so none was purged" in failed
    assert is_left(one, ALPHA, BETA) == (True, True)
    assert f"{one} has 1 of the same captures: erase from both, or move it away" in run("verify", copy)
    shutil.copy(f"{one}.erasures-key", f"{copy}.erasures-key")
    run("erase", "-q", copy, "--article", URL, "--purge-captures")
    run("erase", "-q", one)
    assert is_left(one, ALPHA, BETA) == (False, True)
    assert rows(one, "SELECT hidden, count(*) FROM captures GROUP BY 1 ORDER BY 1") == [(None, 1), ("purged", 1)]


@pytest.mark.parametrize("cut", [0, 20, 300, -1], ids=["before", "in the head", "in the middle", "at the end"])
def test_a_purge_that_was_killed_while_it_wrote(one, cut):
    (name,) = files_of(one.parent)
    file = one.parent / "captures" / name
    run("erase", "-q", one, "--article", URL)
    ((offset,),) = rows(one, "SELECT offset FROM captures WHERE hidden IS NOT NULL")
    before = file.read_bytes()
    with file.open("rb+") as stream:
        end = end_with_companion(stream, offset)
        blank(stream, offset, end)
    written = offset + cut if cut >= 0 else end
    file.write_bytes(file.read_bytes()[:written] + before[written:])
    run("erase", "-q", one, "--purge-captures")
    assert is_left(one, ALPHA, BETA) == (False, True)
    assert run("verify", "--deep", one) == ""
    with file.open("rb") as stream:
        assert len(list(WarcioIterator(stream, check_digests="raise"))) >= 4


def test_a_record_that_is_not_the_one_is_never_overwritten(two):
    file = share_as_before(two[0].parent, *two)
    before = file.read_bytes()
    run("erase", "-q", two[0], "--article", URL)
    ((offset,),) = rows(two[1], "SELECT offset FROM captures")
    with closing(sqlite3.connect(two[0])) as db, db:
        db.execute("UPDATE captures SET offset = ?", [offset])
    failed = run("erase", two[0], "--purge-captures", code=3)
    assert "is not the capture of" in failed
    assert file.read_bytes() == before


@pytest.mark.parametrize("how", ["the same folder", "under another name"])
def test_purged_captures_that_are_restored_are_told_and_purged_again(one, how):
    back_up(one)
    run("erase", "-q", one, "--article", URL, "--purge-captures")
    restore(one)
    if how == "under another name":
        (file,) = (one.parent / "captures").glob("*.warc.gz")
        shutil.copy(file, file.with_name("old.warc.gz"))
        run("erase", "-q", one)
        shutil.copy(one.parent / "copy" / file.name, file.with_name("old.warc.gz"))
    assert is_left(one, ALPHA) == (True,)
    assert "1 purged capture back: run `voxpop erase" in run("verify", one, code=3)
    run("verify", "--repair", one, code=3)
    assert rows(one, "SELECT count(*) FROM captures WHERE hidden = 'purged' AND file IS NULL") == [(1,)]
    assert "1 capture purged again" in run("erase", one, "--purge-captures")
    assert is_left(one, ALPHA, BETA) == (False, True)
    assert run("verify", "--deep", one) == ""


def test_what_an_older_voxpop_purged_and_is_restored(one):
    """It wrote the rest to a file with one more letter, and forgot where the purged record was."""
    file = share_as_before(one.parent, one)
    old = file.read_bytes()
    run("erase", "-q", one, "--article", URL, "--purge-captures")
    new = file.with_name(file.name.replace(".warc", "r.warc"))
    file.rename(new)
    with closing(sqlite3.connect(one)) as db, db:
        db.execute("UPDATE captures SET file = ? WHERE file IS NOT NULL", [new.name])
        db.execute("UPDATE captures SET purged_file = NULL, purged_offset = NULL")
    assert run("verify", "--deep", one) == ""
    file.write_bytes(old)
    assert "1 purged capture back" in run("verify", one, code=3)
    run("verify", "--repair", one, code=3)
    assert rows(one, "SELECT count(*) FROM captures WHERE file IS NOT NULL") == [(1,)]
    run("erase", "-q", one)
    assert is_left(one, ALPHA, BETA) == (False, True)


def test_records_that_repair_names_again_are_hidden_once_something_was_erased(one):
    run("erase", "-q", one, "--article", URL)
    with closing(sqlite3.connect(one)) as db, db:
        db.execute("DELETE FROM captures")
    assert "hidden as something was erased" in run("verify", "--repair", one)
    assert rows(one, "SELECT DISTINCT hidden FROM captures") == [("hidden",)]


def test_a_purge_without_the_captures_purges_nothing(one):
    (one.parent / "captures").rename(one.parent / "away")
    failed = run("erase", one, "--article", URL, "--purge-captures", code=3)
    assert "mount its disk" in failed
    (one.parent / "away").rename(one.parent / "captures")
    run("erase", "-q", one)
    assert is_left(one, ALPHA, BETA) == (False, True)


def test_rows_that_a_rescue_put_aside_are_erased_too(one):
    kept = [
        ("printings", {"id": "x", "post": "twitter:1", "author": "twitter:reader_alpha", "text": ALPHA}),
        ("posts", {"id": "twitter:1897024728724406349", "text": None}),
        ("quotes", {"text": "Quite other words.", "platform": "twitter", "handle": "Reader_Alpha"}),
        (None, {"0": f"Before. {ALPHA} After."}),
        ("posts", {"id": "twitter:2", "text": BETA}),
    ]
    with closing(sqlite3.connect(one)) as db, db:
        db.execute("CREATE TABLE rescued_rows (name TEXT, row TEXT NOT NULL, reason TEXT NOT NULL) STRICT")
        db.executemany(
            "INSERT INTO rescued_rows VALUES (?, ?, 'lost')", [(name, json.dumps(row)) for name, row in kept]
        )
    asked = "--author", "twitter:reader_alpha", "--post", "twitter:1897024728724406349"
    assert "4 rescued rows" in run("erase", one, *asked)
    assert [json.loads(row)["id"] for (row,) in rows(one, "SELECT row FROM rescued_rows")] == ["twitter:2"]
    with closing(sqlite3.connect(one)) as db, db:
        db.execute("INSERT INTO rescued_rows VALUES ('posts', ?, 'lost')", [json.dumps({"text": ALPHA})])
    assert "1 rescued row of what was erased" in run("verify", one, code=3)
    run("erase", "-q", one)
    assert run("verify", one) == ""


@pytest.mark.parametrize("length", [250, 4000, 70_000, 3_000_000])
def test_a_blank_is_a_whole_record_of_any_length(tmp_path, length):
    file = tmp_path / "a.warc.gz"
    file.write_bytes(bytes(length))
    with file.open("rb+") as stream:
        blank(stream, 0, length)
        assert is_blank(stream, 0)
        assert is_emptied(stream)
    assert gzip.decompress(file.read_bytes()).startswith(b"WARC/1.1")
    assert [each.headers["WARC-Type"] for each in ArchiveIterator(str(file), parse_http=False)] == ["metadata"]
    with file.open("rb") as stream:
        assert [each.rec_type for each in WarcioIterator(stream)] == ["metadata"]
