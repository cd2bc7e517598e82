"""The key of erasures in a file of its own: every command finds it, and says what to do where it cannot."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
from erasing import make_bulk, run, world
from invented import rows
from newsroom import feed_of

from archive.settings import read_settings
from archive.settings.paths import check_settings
from archive.store.erasures.shield import Secret, read_secret
from scraper.errors import ArchiveError

ERASED = 4


@pytest.fixture
def seeded(tmp_path):
    """An archive, the pages it was made of, and the key of its erasures in a folder of its own."""
    told = world(6, seed=5)
    pages = told.write(tmp_path / "pages", told.pages)
    path, key = tmp_path / "a.db", tmp_path / "keys" / "safe.key"
    key.parent.mkdir()
    run("archive", "-q", "-j", 1, path, pages)
    run("erase", "-q", path, "--post", f"twitter:{told.posts[ERASED].id}", "--key", key)
    return told, pages, path, key


def beside(path):
    return Path(f"{path}.erasures-key")


def is_back(told, path):
    return any(told.posts[ERASED].words in (text or "") for (text,) in rows(path, "SELECT text FROM printings"))


def test_erase_makes_the_key_where_it_is_told_and_a_link_to_it(seeded):
    _told, _pages, path, key = seeded
    assert key.stat().st_mode & 0o777 == 0o600
    assert beside(path).is_symlink()
    assert beside(path).resolve() == key.resolve()


@pytest.mark.parametrize("way", ["archive", "dataset", "merge", "reextract", "erase", "verify"])
def test_every_command_finds_the_key_by_the_link(seeded, tmp_path, way):
    told, pages, path, _key = seeded
    if way == "archive":
        run("archive", "-q", "-j", 1, path, told.write(tmp_path / "again", told.pages))
    elif way == "dataset":
        told.write_warc(tmp_path / "crawl.warc.gz", told.pages)
        run("archive", "-q", path, make_bulk(tmp_path / "out", tmp_path / "crawl.warc.gz"))
    elif way == "merge":
        run("archive", "-q", "-j", 1, tmp_path / "other.db", pages)
        run("merge", path, tmp_path / "other.db")
    else:
        run(way, path)
    assert not is_back(told, path)


def test_a_key_that_lies_beside_the_archive_can_be_moved(seeded, tmp_path):
    told, pages, path, key = seeded
    beside(path).unlink()
    key.rename(beside(path))
    run("archive", "-q", "-j", 1, path, pages)
    new = tmp_path / "keys" / "new.key"
    new.write_text(beside(path).read_text())
    run("erase", "-q", path, "--key", new)
    assert beside(path).resolve() == new.resolve()
    run("archive", "-q", "-j", 1, path, pages)
    assert not is_back(told, path)


def test_a_key_may_be_named_before_anything_is_erased(tmp_path):
    path, key = tmp_path / "new.db", tmp_path / "safe.key"
    told = world(6, seed=1)
    run("archive", "-q", "-j", 1, path, told.write(tmp_path / "pages", told.pages))
    run("erase", "-q", path, "--key", key, "--dry-run")
    assert not key.exists()
    assert not beside(path).is_symlink()
    run("erase", "-q", path, "--key", key)
    run("erase", "-q", path, "--post", f"twitter:{told.posts[0].id}")
    run("verify", path)
    assert not list(tmp_path.glob("new.db.erasures-key.*"))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        pytest.param("0" * 64, "is not the key that the erasures of", id="another"),
        pytest.param("words", "does not hold an erasures key", id="no-key"),
        pytest.param(None, "has erasures, but their key", id="missing"),
    ],
)
def test_a_key_that_does_not_fit_is_refused_in_one_line(seeded, tmp_path, given, said):
    _told, _pages, path, key = seeded
    other = tmp_path / "keys" / "other.key"
    if given is not None:
        other.write_text(given)
    printed = run("erase", "-q", path, "--key", other, code=3)
    assert said in printed
    assert str(other) in printed
    assert printed.count("\n") == 1
    assert beside(path).resolve() == key.resolve()
    assert other.exists() == (given is not None)


def test_another_key_beside_the_archive_is_not_replaced(seeded):
    _told, _pages, path, key = seeded
    beside(path).unlink()
    beside(path).write_text("0" * 64)
    assert f"{beside(path)}: holds a different key than {key}" in run("erase", "-q", path, "--key", key, code=3)
    assert beside(path).read_text() == "0" * 64


def test_a_missing_key_is_named_with_its_remedies(seeded):
    _told, pages, path, key = seeded
    key.unlink()
    printed = run("archive", "-q", path, pages, code=3)
    assert printed.count("\n") == 1
    for words in (str(key), f"voxpop erase {path} --key FILE", "erasures_key", "VOXPOP_ERASURES_KEY"):
        assert words in printed


def test_a_folder_that_is_missing_is_named(tmp_path):
    told = world(6, seed=1)
    run("archive", "-q", "-j", 1, tmp_path / "a.db", told.write(tmp_path / "pages", told.pages))
    printed = run("erase", tmp_path / "a.db", "--key", tmp_path / "none" / "k", code=3)
    assert "name a new file in an existing" in printed


def test_a_run_finds_the_key_by_the_settings(farm, room):
    words = "Never again, not even for all the lights of the harbour in one night."
    address = farm.serve("/one", farm.page("One", farm.post(1, words), farm.post(2)))
    room.settings(feed_of(farm, address)).run()
    path, key = room.folder / "a.db", room.folder / "keys.txt"
    run("erase", "-q", path, "--author", "twitter:fan_1", "--key", key)
    beside(path).unlink()
    room.file.write_text(f'erasures_key = "keys.txt"\n{room.file.read_text()}')
    farm.serve("/one", farm.page("One, changed", farm.post(1, words), farm.post(2)))
    assert room.later(days=3).run().exit_code == 0
    assert room.rows("SELECT author FROM posts") == ["twitter:fan_2"]
    assert room.one("SELECT title FROM articles") == "One, changed"


@pytest.mark.parametrize("command", ["check", "hydrate"])
def test_commands_that_read_the_settings_find_the_key_by_them(seeded, tmp_path, command):
    _told, _pages, path, _key = seeded
    beside(path).unlink()
    file = tmp_path / "voxpop.toml"
    text = 'database = "a.db"\ncaptures = "captures"\n'
    asked = '[availability]\nenabled = true\nplatforms = ["bluesky"]\n'  # of which there are no posts
    file.write_text(text + asked)
    assert "has erasures, but their key" in run(command, "-c", file, path, code=3)
    file.write_text(f'{text}erasures_key = "keys/safe.key"\n{asked}')
    run(command, "-c", file, path)


@pytest.mark.parametrize(
    ("state", "said"),
    [
        pytest.param("right", None, id="right"),
        pytest.param("missing", "erasures_key: {path}: has erasures, but their key {key} is missing", id="missing"),
        pytest.param("another", "erasures_key: {key}: is not the key", id="another"),
        pytest.param("no key", "erasures_key: {key}: does not hold an erasures key", id="no-key"),
        pytest.param("unnamed", "database: {path}: has erasures, but their key", id="not-named"),
        pytest.param("linked", None, id="not-named-but-linked"),
    ],
)
def test_check_config_checks_the_key(seeded, tmp_path, state, said):
    _told, _pages, path, key = seeded
    if state != "linked":
        beside(path).unlink()
    if state == "missing":
        key.unlink()
    elif state in {"another", "no key"}:
        key.write_text("0" * 64 if state == "another" else "nothing")
    named = "" if state in {"unnamed", "linked"} else 'erasures_key = "keys/safe.key"\n'
    file = tmp_path / "voxpop.toml"
    file.write_text(f'database = "a.db"\ncaptures = "captures"\n{named}')
    _draft, problems = check_settings(file)
    assert [problem.startswith((said or "").format(path=path, key=key)) for problem in problems] == (
        [True] if said else []
    )
    assert read_settings(file).erasures_key == (key if named else None)


def test_a_key_that_could_not_be_written_whole_is_made_anew(tmp_path, monkeypatch):
    def fill_the_disk(_descriptor):
        raise OSError(errno.ENOSPC, "No space left on device")

    file = tmp_path / "safe.key"
    with monkeypatch.context() as full:
        full.setattr("archive.store.erasures.shield.os.fsync", fill_the_disk)
        with pytest.raises(ArchiveError, match="No space left"):
            Secret.made().write(file)
    assert not file.exists()
    Secret.made().write(file)
    assert read_secret(file) is not None
    with pytest.raises(ArchiveError, match="File exists"):
        Secret.made().write(file)
    assert read_secret(file) is not None
