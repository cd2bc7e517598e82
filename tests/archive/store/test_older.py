"""An archive of an older voxpop can be looked at where nothing may be written, and is never changed by that."""

import shutil
import sqlite3
import subprocess
from contextlib import closing
from itertools import pairwise

import pytest
from sqlite_utils import Database

from archive.store.schema import MIGRATIONS

NAMES = [migration.name for migration in MIGRATIONS._migrations]
# Rows as the first voxpop wrote them: only an archive with its searches and tallies was ever in use.
ROWS = (
    (
        "INSERT INTO articles (id, url, title, outlet, kind, source, digest, record, first_seen, last_seen, rowid)"
        " VALUES ('a', 'https://news.example/a', 'The pier', 'The Pier', 'html', 'a.html', '0', '0', '2020', '2020', 7)"
    ),
    "INSERT INTO authors (id, platform, handle, name, first_seen) VALUES ('twitter:ann', 'twitter', 'ann', 'Ann', '2020')",
    "INSERT INTO author_names VALUES ('twitter:ann', 'Ann', NULL, NULL, '2020', '2020')",
    (
        "INSERT INTO posts (id, platform, native_id, author, text, first_seen, rowid)"
        " VALUES ('twitter:1', 'twitter', '1', 'twitter:ann', 'The lights are on', '2020', 8)"
    ),
    (
        "INSERT INTO printings (id, post, platform, native_id, author, handle, name, text, first_seen)"
        " VALUES ('p', 'twitter:1', 'twitter', '1', 'twitter:ann', 'ann', 'Ann', 'The lights are on', '2020')"
    ),
    (
        "INSERT INTO embeds (article, post, printing, form, position, text, first_seen, last_seen)"
        " VALUES ('a', 'twitter:1', 'p', 'blockquote', 0, 'The lights are on', '2020', '2020')"
    ),
)
FILLED = "create_tallies"


@pytest.fixture(scope="module")
def old(tmp_path_factory):
    """A function that makes an archive whose last migration is the named one."""
    folder = tmp_path_factory.mktemp("older")
    with closing(Database(folder / "step.db")) as db:
        for name, following in pairwise((*NAMES, None)):
            MIGRATIONS.apply(db, stop_before=[following] if following else [])
            if name == FILLED:
                for statement in ROWS:
                    db.conn.execute(statement)
            db.conn.commit()
            shutil.copy(folder / "step.db", folder / f"{name}.db")
    return lambda path, last: shutil.copy(folder / f"{last}.db", path)


@pytest.fixture
def sealed(tmp_path):
    """A function that puts a file on a disk that nobody can write to."""
    disk = tmp_path / "disk"
    disk.mkdir()

    def mount(*options):
        command = ["mount", *options, str(disk)]
        return not subprocess.run(command, capture_output=True, check=False).returncode

    if not shutil.which("mount") or not mount("-t", "tmpfs", "-o", "size=8m", "tmpfs"):
        pytest.skip("no disk can be mounted here: it takes root, and the command mount")

    def seal(path):
        shutil.copy(path, disk)
        assert mount("-o", "remount,ro")
        return disk / path.name

    yield seal
    subprocess.run(["umount", "--lazy", str(disk)], check=True)


def look(voxpop, path, articles):
    """Hold what each command says and shows against what is there; nobody is asked for the right to write."""
    status = voxpop("status", path)
    assert (status.code, status.err.count("\n")) == (0, 1)
    assert f"{path}: is of an older voxpop: shown from an upgraded copy" in status.err
    assert status.out.startswith(f"{path}: {articles} article")
    export = voxpop("export", path, "--table", "articles", "--format", "ndjson")
    assert (export.code, len(export.records)) == (0, articles)
    verify = voxpop("verify", path)
    assert (verify.code, verify.out, verify.err.count("\n")) == (0, "", 1)
    assert "is of an older voxpop" in verify.err


def articles_after(last):
    return 1 if NAMES.index(last) >= NAMES.index(FILLED) else 0


#: The first, the first that was ever in use, and the last but one; all others are opened in a folder.
SOME = {NAMES[0], FILLED, NAMES[-2]}


@pytest.mark.parametrize(
    "last", [pytest.param(name, id=name, marks=[] if name in SOME else pytest.mark.thorough) for name in NAMES[:-1]]
)
def test_one_on_a_read_only_disk(tmp_path, voxpop_here, sealed, old, last):
    old(tmp_path / "old.db", last)
    path = sealed(tmp_path / "old.db")
    before = path.read_bytes()
    look(voxpop_here, path, articles_after(last))
    assert path.read_bytes() == before


@pytest.mark.parametrize("last", NAMES[:-1])
def test_one_in_a_folder_that_may_not_be_written(tmp_path, voxpop_obeying, old, last):
    folder = tmp_path / "folder"
    folder.mkdir()
    path = folder / "old.db"
    old(path, last)
    before = path.read_bytes()
    path.chmod(0o444)
    folder.chmod(0o555)
    try:
        look(voxpop_obeying, path, articles_after(last))
    finally:
        folder.chmod(0o755)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "asked",
    ["/old/article/a", pytest.param("/old/articles.json?_shape=array", marks=pytest.mark.thorough)],
    ids=["page", "rows"],
)
def test_it_is_served(tmp_path, voxpop, sealed, old, asked):
    old(tmp_path / "old.db", "create_views")
    answer = voxpop("serve", sealed(tmp_path / "old.db"), "--get", asked)
    assert (answer.code, "is of an older voxpop" in answer.err) == (0, True)
    assert "The pier" in answer.out


@pytest.fixture
def small_scratch(small_disk, monkeypatch):
    """Temporary files go to a small disk."""
    monkeypatch.setattr("tempfile.tempdir", None)
    for name in ("TMPDIR", "SQLITE_TMPDIR"):
        monkeypatch.setenv(name, str(small_disk))


@pytest.mark.usefixtures("small_scratch")
@pytest.mark.parametrize("command", [["status"], ["serve", "--get", "/"]], ids=["status", "serve"])
def test_a_copy_that_does_not_fit(tmp_path, voxpop_here, old, command):
    path = tmp_path / "old.db"
    old(path, "create_views")
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("CREATE TABLE large AS SELECT randomblob(3000000)")
    answer = voxpop_here(*command, path)
    assert answer.code == 3
    assert "does not fit into" in answer.err.splitlines()[-1]
    assert "TMPDIR" in answer.err.splitlines()[-1]


def test_an_upgrade_keeps_what_is_there(tmp_path, voxpop_here, examples, old):
    path = tmp_path / "old.db"
    old(path, FILLED)
    assert voxpop_here("archive", path, examples).code == 0
    assert voxpop_here("status", path).out.startswith(f"{path}: 9 articles")
    assert voxpop_here("verify", "--deep", path).out == ""


def test_hashtags_with_a_turkish_capital_are_joined(tmp_path, voxpop_here):
    path = tmp_path / "a.db"
    for name, words in (("a", "#İstanbul and #Kapı"), ("b", "#istanbul"), ("c", "“No #İstanbul,” a fan tweeted.")):
        (tmp_path / f"{name}.txt").write_text(f"The fans wrote {words} today.")
        assert voxpop_here("archive", path, tmp_path / f"{name}.txt").code == 0
    with closing(sqlite3.connect(path)) as db:
        asked = "SELECT id, tag, posts, articles FROM hashtags ORDER BY id"
        wanted = db.execute(asked).fetchall()
        older = "istanbul".replace("i", "i\u0307", 1)  # as voxpop 0.2 folded it
        db.execute("INSERT INTO hashtags (id, tag) VALUES (?, 'İstanbul')", (older,))
        for table, columns in (
            ("articles_hashtags", "article, as_written, within"),
            ("quotes_hashtags", "quote, as_written"),
        ):
            db.execute(
                f"INSERT INTO {table} (hashtag, {columns}) SELECT ?, {columns} FROM {table} WHERE as_written = 'İstanbul'",
                (older,),
            )
            db.execute(f"DELETE FROM {table} WHERE hashtag = 'istanbul' AND as_written = 'İstanbul'")
        assert len(db.execute(asked).fetchall()) == 3
        db.execute("DELETE FROM _sqlite_migrations WHERE name = 'join_hashtags'")
        db.commit()
        MIGRATIONS.apply(Database(db))
        assert db.execute(asked).fetchall() == wanted
    assert voxpop_here("verify", "--deep", path).out == ""
