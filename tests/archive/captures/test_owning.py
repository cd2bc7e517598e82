"""Captures belong to one archive: names of files, which are continued, and folders that are missing."""

from __future__ import annotations

import re
import shutil

import pytest
from invented import rows
from reacting import exchange, files_of, settings, share_as_before, words_in, write_page

from archive.captures.files import Captures, open_captures
from archive.store.archive import Archive

NAME = re.compile(r"voxpop-(?P<id>[0-9a-f]{12})-(?P<day>\d{8})-(?P<number>\d{5})-[0-9a-f]{6}\.warc\.gz")


@pytest.fixture
def kept(tmp_path, voxpop_here):
    """An archive with one page and its capture."""
    page = write_page(tmp_path, "alpha", "Words of Alpha.")
    assert voxpop_here("archive", "-q", tmp_path / "reactions.db", page).code == 0
    return tmp_path / "reactions.db"


def id_of(path):
    return rows(path, "SELECT archive FROM identity")[0][0]


def test_two_archives_in_one_folder_write_files_of_their_own(kept, voxpop_here):
    other = kept.with_name("b.db")
    for _ in range(2):
        voxpop_here("archive", "-q", other, write_page(kept.parent, "beta", "Words of Beta."))
        voxpop_here("archive", "-q", kept, write_page(kept.parent, "alpha", "Other words of Alpha."))
    names = files_of(kept.parent)
    assert {NAME.fullmatch(name)["id"] for name in names} == {id_of(kept), id_of(other)}
    for path in (kept, other):
        assert {file for (file,) in rows(path, "SELECT file FROM captures")} <= {
            name for name in names if id_of(path) in name
        }


def test_a_file_says_to_which_archive_it_belongs(kept):
    (name,) = files_of(kept.parent)
    assert f"isPartOf: voxpop archive {id_of(kept)}" in words_in(kept.parent).decode()
    assert id_of(kept) in name


def empty(folder):
    shutil.rmtree(folder)
    folder.mkdir()


def hold_those_of_another(folder):
    empty(folder)
    with Captures(folder) as captures:
        captures.write(exchange(0))


AWAY = {
    "no folder": shutil.rmtree,
    "an empty folder": empty,
    "a folder with files of another archive": hold_those_of_another,
}
COMMANDS = {
    "archive": lambda path: ("archive", path, path.parent / "beta.html"),
    "run": lambda path: ("run", "-c", settings(path.parent)),
    "check-config": lambda path: ("check-config", "-c", settings(path.parent)),
}


@pytest.mark.parametrize("away", AWAY.values(), ids=AWAY)
@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_a_command_whose_captures_are_not_there_fails_with_a_remedy(kept, voxpop_here, command, away):
    write_page(kept.parent, "beta", "Words of Beta.")
    away(kept.parent / "captures")
    before = sorted(kept.parent.rglob("*.warc.gz"))
    failed = voxpop_here(*command(kept))
    assert (failed.code, "1 capture should be there: mount its disk" in failed.err) == (3, True)
    assert sorted(kept.parent.rglob("*.warc.gz")) == before
    assert rows(kept, "SELECT count(*) FROM articles") == [(1,)]


@pytest.mark.parametrize("command", ["run", "check-config"])
def test_settings_of_an_archive_with_its_captures_are_right(kept, voxpop_here, command):
    assert voxpop_here(*COMMANDS[command](kept)).code == 0


def test_an_archive_that_keeps_nothing_needs_no_folder(kept, voxpop_here):
    shutil.rmtree(kept.parent / "captures")
    page = write_page(kept.parent, "beta", "Words of Beta.")
    assert voxpop_here("archive", "-q", "--no-captures", kept, page).code == 0


def test_captures_that_are_lost_for_good_are_forgotten_on_request(kept, voxpop_here):
    empty(kept.parent / "captures")
    page = write_page(kept.parent, "beta", "Words of Beta.")
    done = voxpop_here("verify", "--repair", "--lost-captures", kept)
    assert (done.code, done.out.count("removed from the index: 1 capture")) == (0, 1)
    assert voxpop_here("archive", "-q", kept, page, kept.parent / "alpha.html").code == 0
    assert voxpop_here("verify", "--deep", kept).code == 0
    assert len(files_of(kept.parent)) == 1
    assert voxpop_here("verify", "--lost-captures", kept).code == 2


def test_which_captures_are_lost_is_not_guessed(kept, voxpop_here):
    folder = kept.parent / "captures"
    folder.rename(kept.parent / "moved")
    guessed = voxpop_here("verify", "--repair", "--lost-captures", kept)
    assert (guessed.code, "name the one whose files are lost with --captures" in guessed.err) == (3, True)
    named = voxpop_here("verify", "--repair", "--lost-captures", kept, "--captures", kept.parent / "moved")
    assert named.code == 0
    assert rows(kept, "SELECT count(*) FROM captures WHERE file IS NOT NULL") == [(1,)]


def test_a_shorter_copy_from_a_backup_is_not_continued(tmp_path):
    folder = tmp_path / "captures"
    with Archive.open(tmp_path / "a.db") as archive:
        with open_captures(archive, folder) as captures:
            first, second = captures.write(exchange(0)), captures.write(exchange(1))
        for each in (first, second):
            archive.db.execute(
                "INSERT INTO captures (url, fetched_at, file, offset, length) VALUES (?, ?, ?, ?, ?)",
                (each.url, each.fetched_at, each.file, each.offset, each.length),
            )
        (folder / first.file).write_bytes((folder / first.file).read_bytes()[: second.offset])
        with open_captures(archive, folder) as captures:
            third = captures.write(exchange(2))
    assert third.file != first.file
    assert NAME.fullmatch(third.file)["number"] == "00002"


def test_a_folder_that_vanished_and_came_back_gives_no_name_twice(tmp_path):
    folder, away = tmp_path / "captures", tmp_path / "away"
    with Archive.open(tmp_path / "a.db") as archive:
        with open_captures(archive, folder) as captures:
            first = captures.write(exchange(0))
        folder.rename(away)  # before anything in it was named
        with open_captures(archive, folder) as captures:
            second = captures.write(exchange(1))
    assert first.file != second.file


def test_a_file_of_an_older_voxpop_is_never_continued(kept, voxpop_here):
    older = share_as_before(kept.parent, kept)
    before = older.read_bytes()
    page = write_page(kept.parent, "beta", "Words of Beta.")
    assert voxpop_here("archive", "-q", kept, page).code == 0
    assert older.read_bytes() == before
    assert sorted(bool(NAME.fullmatch(name)) for name in files_of(kept.parent)) == [False, True]
    assert "2 captures read, 0 articles changed" in voxpop_here("reextract", kept).out
    assert voxpop_here("verify", "--deep", kept).code == 0


def test_an_archive_without_a_row_for_its_id_gets_one(kept, voxpop_here):
    with Archive.open(kept) as archive:
        archive.db.execute("DELETE FROM identity")
    assert voxpop_here("archive", "-q", kept, write_page(kept.parent, "beta", "Words.")).code == 0
    assert len(id_of(kept)) == 12
