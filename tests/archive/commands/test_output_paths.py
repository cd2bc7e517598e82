"""Where commands write: never over an archive, its captures or a file of somebody else, and whole or not at all."""

import errno
import os
import shutil
import threading
import zipfile
from pathlib import Path

import pytest

from archive.outputs import Kept, is_comparison, is_package, is_table, is_workbook, written_whole
from scraper.errors import SettingsError

ARTICLES = Path(__file__).parents[3] / "examples" / "articles"
POST = "twitter:1789411966798795267"
#: The commands that write a file, and the options by which each does.
FILES = {
    "csv": ("export",),
    "ndjson": ("export", "--format", "ndjson"),
    "parquet": ("export", "--format", "parquet"),
    "dehydrated": ("export", "--dehydrated"),
    "redacted": ("export", "--redacted"),
    "wacz": ("export", "--wacz"),
    "versions": ("versions",),
    "versions html": ("versions", "--format", "html"),
    "versions json": ("versions", "--format", "json"),
}
FOLDERS = ("publish", "prove")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """An archive with captures, made once."""
    from click.testing import CliRunner

    from archive.cli import cli

    folder = tmp_path_factory.mktemp("made")
    done = CliRunner().invoke(cli, ["archive", "-q", str(folder / "a.db"), str(ARTICLES), "--jobs", "1"])
    assert done.exit_code == 0
    return folder


@pytest.fixture
def here(made, tmp_path):
    """A copy of the archive: all that a command must leave as it is."""
    folder = tmp_path / "here"
    shutil.copytree(made, folder)
    (folder / "a.db.erasures-key").write_text("0" * 64)
    (folder / "a.db-wal").touch()
    (folder / "NOTES.txt").write_text("My notes of March.\n")
    (folder / "coded.csv").write_text("article,my code\na,3\n")
    (folder / "other.db").write_bytes((folder / "a.db").read_bytes())
    (folder / "folder").mkdir()
    (folder / "link.db").symlink_to("a.db")
    os.link(folder / "a.db", folder / "hard.db")
    os.link(capture_in(folder), folder / "hard.warc.gz")
    (folder / "link-to-captures").symlink_to("captures")
    return folder


def capture_in(folder):
    return next(file for file in sorted((folder / "captures").rglob("*")) if file.is_file())


def article_in(made):
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(made / "a.db")) as db:
        return db.execute("select article from captures where article is not null limit 1").fetchone()[0]


def command(kind, folder, target):
    name, *options = FILES[kind]
    named = [article_in(folder)] if name == "versions" else []
    return (name, folder / "a.db", *named, *options, "-o", target)


def content(folder):
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file() and not file.name.endswith(("-shm", "-wal", ".lock"))
    }


def changed(before, after):
    """Return the names of files that differ; their bytes would fill the terminal."""
    return sorted(name for name in before | after if before.get(name) != after.get(name))


TARGETS = {
    "the archive": "a.db",
    "its log": "a.db-wal",
    "its index of the log": "a.db-shm",
    "its key": "a.db.erasures-key",
    "a symlink to it": "link.db",
    "a hard link to it": "hard.db",
    "a new file in the captures": "captures/new.csv",
    "a file behind a link to the captures": "link-to-captures/new.csv",
    "a hard link to a capture": "hard.warc.gz",
    "another archive": "other.db",
    "notes": "NOTES.txt",
    "an export to which a column was added": "coded.csv",
}


@pytest.mark.parametrize("kind", FILES)
def test_no_command_writes_over_what_it_did_not_write(here, voxpop_here, kind):
    before = content(here)
    capture = capture_in(here).relative_to(here).as_posix()
    for what, target in {**TARGETS, "a capture": capture}.items():
        done = voxpop_here(*command(kind, here, here / target))
        assert done.code == 3, (what, done)
        assert str(here / target) in done.err.splitlines()[-1], what
        assert "name another file" in done.err.splitlines()[-1], what
    assert changed(before, content(here)) == []
    assert voxpop_here(*command(kind, here, here / "folder")).code == 2


@pytest.mark.parametrize("kind", FILES)
def test_an_export_is_written_again(here, voxpop_here, kind, tmp_path):
    out = tmp_path / "out"
    for _ in range(2):
        done = voxpop_here(*command(kind, here, out))
        assert done.code == 0, done.err
    first = out.read_bytes()
    out.unlink()
    out.write_bytes(first)  # as an older voxpop wrote it: nothing but the content tells
    link = tmp_path / "link"
    link.symlink_to("out")
    out.chmod(0o600)
    assert voxpop_here(*command(kind, here, link)).code == 0
    assert link.is_symlink()
    assert (len(out.read_bytes()) > 0, out.stat().st_mode & 0o777) == (True, 0o600)
    if kind != "wacz":  # a package holds when it was made
        assert out.read_bytes() == first
    out.write_bytes(b"")
    assert voxpop_here(*command(kind, here, out)).code == 0
    out.write_text("My notes of March.\n")
    assert voxpop_here(*command(kind, here, out), "--force").code == 0
    assert out.read_bytes()[:8] == first[:8]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["here", "link", "out"]


@pytest.mark.parametrize("kind", FILES)
def test_force_never_writes_over_the_archive(here, voxpop_here, kind):
    before = content(here)
    for target in ("a.db", "hard.db", "link.db", "a.db.erasures-key", "captures/new.csv", "hard.warc.gz"):
        assert voxpop_here(*command(kind, here, here / target), "--force").code == 3, target
    assert changed(before, content(here)) == []


@pytest.mark.parametrize("kind", FILES)
def test_a_pipe_gets_the_bytes_themselves(here, voxpop_here, kind, tmp_path):
    plain, pipe, read = tmp_path / "plain", tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()), daemon=True)
    reader.start()
    assert voxpop_here(*command(kind, here, pipe)).code == 0
    reader.join(30)
    assert voxpop_here(*command(kind, here, plain)).code == 0
    assert pipe.is_fifo()
    assert len(read[0]) > 0
    if kind != "wacz":
        assert read[0] == plain.read_bytes()
    assert voxpop_here(*command(kind, here, "/dev/null")).code == 0
    assert Path("/dev/null").is_char_device()


def test_the_answer_to_another_question_takes_the_place_of_one_that_nobody_changed(here, voxpop_here, tmp_path):
    out = tmp_path / "answer.csv"
    ask = ("export", here / "a.db", "-o", out, "--sql")
    assert voxpop_here(*ask, "SELECT count(*) AS number FROM posts").code == 0
    try:
        os.getxattr(out, "user.voxpop.written")
    except OSError:
        pytest.skip("no extended attributes here")
    assert voxpop_here(*ask, "SELECT 1 AS another").code == 0
    assert out.read_text() == "another\n1\n"
    with out.open("a") as file:
        file.write("mine\n")
    assert voxpop_here(*ask, "SELECT count(*) AS number FROM posts").code == 3
    assert out.read_text() == "another\n1\nmine\n"


@pytest.mark.parametrize("name", FOLDERS)
def test_no_folder_is_written_into_the_captures(here, voxpop_here, name):
    before = content(here)
    for target in ("captures", "captures/new", "link-to-captures/new", "a.db", "link.db", "folder/../captures/new"):
        at = here / target
        arguments = (here / "a.db", at) if name == "publish" else (here / "a.db", POST, "-o", at)
        done = voxpop_here(name, *arguments)
        assert done.code in {2, 3}, (target, done)
        assert any(said in done.err for said in ("captures", "is a file", "belongs to the archive")), done.err
    assert changed(before, content(here)) == []


#: The member of our own ZIP files that identifies them.
ZIPS = {
    is_package: ("datapackage.json", '{"software": "voxpop/1"}'),
    is_workbook: ("docProps/core.xml", '<dc:creator>voxpop export</dc:creator> W3CDTF">1< W3CDTF">1<'),
}
#: Other ZIP files: what follows the text of the member, and the bytes that are changed in the file.
ODD_ZIPS = {
    "another encoding": (b"\xff", {}),
    "damaged": (b"", {"text": b"\xff" * 6}),
    "encrypted": (b"", {"flags": b"\x01"}),
    "cut": (b"", {"directory": b""}),
}


def zipped(path, name, body, changes):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(name, body)
    found = bytearray(path.read_bytes())
    directory = found.rfind(b"PK\x01\x02")
    starts = {"text": (30 + len(name),), "flags": (6, directory + 8)}
    for where, new in changes.items():
        for start in starts.get(where, ()):
            found[start : start + len(new)] = new
        if where == "directory":
            del found[directory:]
    path.write_bytes(found)
    return path


@pytest.mark.parametrize("what", ODD_ZIPS)
@pytest.mark.parametrize("is_ours", ZIPS, ids=["package", "workbook"])
def test_a_changed_zip_file_is_not_ours(tmp_path, is_ours, what):
    name, text = ZIPS[is_ours]
    more, changes = ODD_ZIPS[what]
    assert is_ours(zipped(tmp_path / "file", name, text, {}))
    assert not is_ours(zipped(tmp_path / "file", name, text.encode() + more, changes))


@pytest.mark.parametrize("kind", ["table", "comparison", "package"])
def test_json_that_is_nested_too_deeply_is_not_ours(tmp_path, kind):
    text, file = '{"title": ' + "[" * 100_000 + "]" * 100_000 + "}", tmp_path / "file"
    file.write_text(text + "\n")
    if kind == "package":
        zipped(file, "datapackage.json", text, {})
    checks = {"table": is_table("ndjson", lambda: {"post"}), "comparison": is_comparison, "package": is_package}
    assert not checks[kind](file)


#: Commands that write what they make themselves, and where somebody else's files are: FOLDER, FILE, CAPTURES.
OTHERS = {
    "a dataset in a folder": ("bulk", "{here}/mine", "{capture}"),
    "a dataset in the captures": ("bulk", "{here}/captures", "{capture}"),
    "a dataset over a capture": ("bulk", "{capture}", "{capture}"),
    "a dataset over the archive": ("bulk", "{here}/a.db", "{capture}"),
    "settings over settings": ("init", "{here}/mine"),
    "settings over a link": ("init", "{here}/linked"),
    "settings in a file": ("init", "{here}/a.db"),
    "sources in the archive": ("sources", "add", "-c", "{here}/a.db", "https://a.example/feed"),
    "sources in notes": ("sources", "add", "-c", "{here}/NOTES.txt", "https://a.example/feed"),
    "a rescue over a file": ("verify", "--repair", "{here}/broken.db"),
    "a rescue over a link": ("verify", "--repair", "{here}/cut.db"),
    "a key over the archive": ("erase", "{here}/a.db", "--key", "{here}/other.db", "--post", POST),
    "a key over notes": ("erase", "{here}/a.db", "--key", "{here}/NOTES.txt", "--post", POST),
}


@pytest.mark.parametrize("name", OTHERS)
def test_no_other_command_writes_over_what_it_did_not_write(here, voxpop_here, name):
    (here / "mine").mkdir()
    (here / "mine" / "voxpop.toml").write_text("# mine\n")
    (here / "linked").mkdir()
    (here / "linked" / "voxpop.toml").symlink_to("../gone.toml")
    for damaged in ("broken", "cut"):
        (here / f"{damaged}.db").write_bytes((here / "a.db").read_bytes()[:20_000])
    (here / "broken.rescued.db").write_text("mine")
    (here / "cut.rescued.db").symlink_to("gone.db")
    before = content(here)
    capture = capture_in(here)
    done = voxpop_here(*(word.format(here=here, capture=capture) for word in OTHERS[name]))
    assert done.code in {2, 3}, done
    assert changed(before, content(here)) == []
    assert (here / "cut.rescued.db").is_symlink()


def fails(error):
    def write(path):
        path.write_bytes(b"half")
        raise error

    return write


@pytest.mark.parametrize(
    "error",
    [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt(), RuntimeError()],
    ids=["full disk", "Ctrl-C", "fault"],
)
def test_an_error_leaves_the_file_of_before(tmp_path, error):
    out = tmp_path / "out"
    out.write_bytes(b"whole")
    expected = SettingsError if isinstance(error, OSError) else type(error)
    with pytest.raises(expected), written_whole(out, Kept(), lambda _path: True) as path:
        fails(error)(path)
    assert out.read_bytes() == b"whole"
    assert [file.name for file in tmp_path.iterdir()] == ["out"]


def test_files_beside_it_with_the_names_of_drafts_stay(tmp_path):
    for name in ("out.part", ".out.part"):
        (tmp_path / name).write_text("mine")
    with written_whole(tmp_path / "out", Kept(), lambda _path: True) as path:
        path.write_bytes(b"new")
    assert {file.name: file.read_text() for file in tmp_path.iterdir()} == {
        "out": "new",
        "out.part": "mine",
        ".out.part": "mine",
    }


def test_a_link_to_nothing_is_followed(tmp_path):
    (tmp_path / "link").symlink_to("target")
    with written_whole(tmp_path / "link", Kept(), lambda _path: False) as path:
        path.write_bytes(b"new")
    assert (tmp_path / "target").read_bytes() == b"new"
    assert (tmp_path / "link").is_symlink()


@pytest.mark.parametrize("end", ["-wal", "-shm", "-journal"])
def test_the_files_beside_an_archive_are_kept_though_a_link_names_it(here, end):
    with pytest.raises(SettingsError, match="belongs to the archive"):
        Kept.of(here / "link.db").refuse(here / f"a.db{end}")
