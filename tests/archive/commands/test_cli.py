"""The command as a person or cron runs it: one line per failure, documented exit codes, the rest is archived."""

from __future__ import annotations

import errno
import io
import os
import resource
import shlex
import sqlite3
import subprocess
import sys
from contextlib import closing
from importlib import metadata
from pathlib import Path
from zipfile import ZipFile

import pytest
from click.testing import CliRunner
from newsroom import are_sound

from archive.cli import COMMANDS, cli, module_of
from archive.main import HELP, main

pytestmark = pytest.mark.long

GOOD = "Fans sang outside the gates.\n\nBest night of the year #PierSong — tove (@tove_on_dunes) May 12, 2024\n"
PNG = bytes.fromhex("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489") + b"\0" * 64
PDF = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog >>\nendobj\n" + bytes(range(256))


@pytest.fixture
def good(tmp_path) -> Path:
    """A text that holds one post."""
    path = tmp_path / "good.txt"
    path.write_text(GOOD, "utf-8")
    return path


def posts_in(database: Path) -> int:
    with sqlite3.connect(database) as connection:
        (count,) = connection.execute("SELECT count(*) FROM posts").fetchone()
    connection.close()
    return count


class TestHelp:
    def test_the_stored_help_is_clicks_own(self):
        shown = CliRunner().invoke(cli, ["--help"], prog_name="voxpop", env={"COLUMNS": "100"})
        assert Path(HELP).read_text("utf-8") == shown.output

    @pytest.mark.parametrize("name", COMMANDS)
    def test_every_command_shows_an_example(self, name):
        shown = CliRunner().invoke(cli, [name, "-h"], prog_name="voxpop").output
        assert f"voxpop {name}" in shown.split("Example:")[1]

    @pytest.mark.parametrize("arguments", [[], ["-h"], ["--help"]])
    def test_help_is_an_answer(self, capsys, monkeypatch, arguments):
        monkeypatch.setattr("sys.argv", ["voxpop", *arguments])
        main()
        shown = capsys.readouterr()
        assert (shown.out.startswith("Usage: voxpop"), shown.err) == (True, "")

    def test_version(self, voxpop):
        assert voxpop("--version").out == f"voxpop {metadata.version('voxpop')}\n"

    def test_usage_errors_exit_2(self, voxpop_here):
        assert voxpop_here("archive").code == 2
        assert voxpop_here("no-such-command").code == 2

    def test_help_loads_nothing_heavy(self, voxpop):
        shown = voxpop("--help", env={**os.environ, "PYTHONPROFILEIMPORTTIME": "1"})
        assert (shown.code, shown.out) == (0, Path(HELP).read_text("utf-8"))
        heavy = ("click", "httpx", "bs4", "sqlite_utils", "resiliparse")
        assert not [name for name in heavy if f" {name}\n" in shown.err]

    def test_help_of_a_command_loads_no_other_and_nothing_heavy(self):
        """One process forks for each command, so that none sees what another one loaded."""
        show = (
            "import os, sys; from archive.cli import COMMANDS, cli\n"
            "for name in COMMANDS:\n"
            "    if not os.fork():\n"
            "        cli([name, '--help'], standalone_mode=False)\n"
            "        print(name, *sys.modules, file=sys.stderr)\n"
            "        os._exit(0)\n"
            "    os.wait()\n"
        )
        done = subprocess.run([sys.executable, "-c", show], capture_output=True, text=True, check=True)
        loaded = {name: set(modules) for name, *modules in map(str.split, done.stderr.splitlines())}
        assert loaded.keys() == set(COMMANDS)
        heavy = {"httpx", "bs4", "sqlite_utils", "resiliparse", "yaml", "datasette"}
        modules = {name: module_of(name) for name in COMMANDS}
        for name, found in loaded.items():
            assert found & {*modules.values()} == {modules[name]}, name
            assert not found & heavy, name

    def test_extract_loads_no_database(self, good):
        show = (
            "import sys; from archive.cli import cli; "
            f"cli(['extract', {str(good)!r}], standalone_mode=False); print(*sys.modules, sep='\\n', file=sys.stderr)"
        )
        done = subprocess.run([sys.executable, "-c", show], capture_output=True, text=True, check=True)
        assert not {"sqlite3", "sqlite_utils"} & set(done.stderr.splitlines())


#: Commands that print.
FILLING = (
    ("extract", "{good}"),
    ("archive", "{db}", "{good}"),
    ("status", "{db}"),
    ("export", "{db}", "--format", "ndjson"),
)


class TestOutput:
    def test_archive_prints_one_line(self, voxpop, good, tmp_path):
        answer = voxpop("archive", tmp_path / "r.db", good)
        assert (answer.code, answer.err) == (0, "")
        assert answer.out == f"{tmp_path}/r.db: 1 article (1 new), 1 embed of 1 post, 0 quotes, 1 hashtag\n"

    def test_archiving_again_says_that_nothing_is_new(self, voxpop_here, good, tmp_path):
        voxpop_here("archive", tmp_path / "r.db", good)
        answer = voxpop_here("archive", tmp_path / "r.db", good)
        assert answer.code == 0
        assert "1 article (0 new)" in answer.out

    def test_an_article_that_comes_twice_counts_once(self, voxpop_here, good, tmp_path):
        copy = tmp_path / "copy.txt"
        copy.write_text(GOOD, "utf-8")
        answer = voxpop_here("archive", tmp_path / "r.db", good, copy, good)
        assert answer.out.endswith("r.db: 1 article (1 new), 1 embed of 1 post, 0 quotes, 1 hashtag\n")

    @pytest.mark.parametrize(
        ("arguments", "unbuffered"),
        [
            pytest.param(arguments, unbuffered, id=f"{arguments[0]} {words}", marks=marks)
            for number, arguments in enumerate(FILLING)
            for unbuffered, words in (("", "buffered"), ("1", "unbuffered"))
            for marks in ([pytest.mark.thorough] if number % 2 == bool(unbuffered) else [],)
        ],
    )
    def test_a_full_disk_behind_stdout_is_one_line(self, voxpop_here, good, tmp_path, arguments, unbuffered):
        database = tmp_path / "r.db"
        voxpop_here("archive", database, good)
        command = [part.format(good=good, db=database) for part in arguments]
        with Path("/dev/full").open("wb") as full:
            done = subprocess.run(
                [sys.executable, "-m", "archive.main", *command],
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
                env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            )
        words = f"{os.strerror(errno.ENOSPC)}: check the disk, or write elsewhere"
        assert (done.returncode, done.stderr) == (3, f"voxpop: {words}\n")

    def test_a_reader_that_has_seen_enough_is_no_failure(self, good):
        command = f"'{sys.executable}' -m archive.main extract '{good}' '{good}' | head -c 1"
        done = subprocess.run(command, shell=True, capture_output=True, check=False)
        assert (done.stdout, done.stderr) == (b"{", b"")

    @pytest.mark.parametrize(
        "arguments", [["--help"], ["export", "{db}"], ["archive", "{db}", "{good}", "{other}"]], ids="hea"
    )
    def test_streams_that_are_closed_lead_nowhere(self, voxpop_here, good, tmp_path, arguments):
        """The first files that a process opens would get their numbers, and what is printed would land in them."""
        database, other = tmp_path / "r.db", tmp_path / "other.txt"
        other.write_text(GOOD.replace("1223", "1224"), "utf-8")
        voxpop_here("archive", database, good)
        command = [part.format(good=good, other=other, db=database) for part in arguments]
        text = f"'{sys.executable}' -m archive.main {shlex.join(command)} <&- >&- 2>&-"
        assert subprocess.run(text, shell=True, check=False).returncode == 0
        assert voxpop_here("verify", "--deep", database).code == 0

    @pytest.mark.parametrize(
        "arguments",
        [
            ["versions", "{db}", "\udcff"],
            ["export", "{db}", "--sql", "SELECT '\udcff'"],
            ["export", "{db}", "--question", "posts_of_hashtag", "-p", "hashtag", "\udcff"],
            ["erase", "{db}", "--post", "twitter:1", "--ground", "\udcff"],
            ["publish", "{db}", "{db}.site", "--outlet", "\udcff"],
            ["prove", "{db}", "\udcff", "-o", "{db}.proof"],
            ["run", "--source", "\udcff"],
            ["sources", "add", "\udcff"],
        ],
        ids=lambda arguments: f"{arguments[0]} {len(arguments)}",
    )
    def test_text_that_is_not_utf8_is_a_usage_error(self, voxpop_here, good, tmp_path, arguments):
        voxpop_here("archive", "-q", database := tmp_path / "r.db", good)
        answer = voxpop_here(*(part.format(db=database) for part in arguments))
        assert answer.code == 2
        assert "\\udcff" in answer.err
        assert "is not UTF-8: check the locale (LANG), or set PYTHONUTF8=1" in answer.err

    def test_names_of_files_are_the_same_in_an_ascii_locale(self, voxpop, voxpop_here, good, tmp_path):
        voxpop_here("archive", "-q", tmp_path / "r.db", good)
        inbox = tmp_path / "bücher"
        inbox.mkdir()
        (capture,) = (tmp_path / "captures").iterdir()
        capture.rename(inbox / "crâwl.warc.gz")
        (inbox / "maï.txt").write_text(GOOD * 2, "utf-8")
        with ZipFile(inbox / "zïp.zip", "w") as package:
            package.writestr("ünder.txt", GOOD * 3)
        settings = tmp_path / "voxpop.toml"
        settings.write_text(
            'database = "ö.db"\ncaptures = "fänge"\n[[sources]]\nname = "Ö"\nfolder = "bücher"\n', "utf-8"
        )
        ascii_locale = {"env": os.environ | {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}}
        assert voxpop("archive", tmp_path / "ä.db", inbox, **ascii_locale).code == 0
        assert "3 captures read" in voxpop("reextract", tmp_path / "ä.db", **ascii_locale).out
        assert voxpop("run", "-c", settings, "-q", **ascii_locale).code == 0
        for database in (tmp_path / "ä.db", tmp_path / "ö.db"):
            with closing(sqlite3.connect(database)) as connection:
                sources = connection.execute("SELECT source FROM articles ORDER BY 1").fetchall()
            names = ["crâwl.warc.gz", "maï.txt", "zïp.zip!ünder.txt"]
            assert [source.partition("bücher/")[2].partition("#")[0] for (source,) in sources] == names

    def test_names_that_are_not_utf8_are_named_in_one_line(self, voxpop_here, tmp_path):
        (folder := tmp_path / "\udcff").mkdir()
        (folder / "a.csv").write_text("text\nNo\n", "utf-8")
        for arguments in [
            ("archive", tmp_path / "r.db", "--urls", folder / "b"),
            ("bulk", "make", tmp_path / "b", folder),
        ]:
            failed = voxpop_here(*arguments)
            assert (failed.code, failed.err.count("\n"), "\\xff/" in failed.err) == (4, 1, True)

    def test_silent_prints_nothing(self, voxpop_here, good, tmp_path):
        assert voxpop_here("archive", "--silent", tmp_path / "r.db", good).out == ""

    def test_extract_prints_one_record_per_source_in_order(self, voxpop_here, good, examples):
        answer = voxpop_here("extract", good, examples / "05-morning-brief.txt", examples / "01-harbour-gazette.html")
        assert [Path(record["source"]).name for record in answer.records] == [
            "good.txt", "05-morning-brief.txt", "01-harbour-gazette.html",
        ]  # fmt: skip
        assert answer.records[0]["embeds"][0]["post"]["author"] == {"handle": "tove_on_dunes", "name": "tove"}

    def test_stdin_is_a_source(self, voxpop_here):
        (record,) = voxpop_here("extract", "-", input=GOOD).records
        assert record["source"] == "-"
        assert len(record["embeds"]) == 1


BAD_FILES = {
    "empty.txt": b"",
    "blank.txt": b" \n\n ",
    "picture.png": PNG,
    "picture-called.html": PNG,
    "paper.pdf": PDF,
    "huge.html": b"<div>" * 10_000_000,
}

DAMAGED_FILES = {
    "invalid-utf8.txt": GOOD.encode().replace(b"sang", b"s\xffng"),
    "nul.txt": GOOD.encode().replace(b"sang", b"s\0ng"),
    "long-line.txt": b"word " * 1_000_000 + GOOD.encode(),
    "deep.html": b"<div>" * 100_000 + GOOD.encode(),
    "windows.txt": GOOD.encode("cp1252"),
    "utf16.txt": GOOD.encode("utf-16"),
}


class TestBadInput:
    @pytest.mark.parametrize("name", sorted(BAD_FILES))
    def test_one_clear_line_and_the_other_source_is_archived(self, voxpop_here, good, tmp_path, name):
        bad = tmp_path / name
        bad.write_bytes(BAD_FILES[name])
        answer = voxpop_here("archive", tmp_path / "r.db", bad, good)
        assert answer.code == 1
        assert answer.err.startswith(f"voxpop: {bad}: ")
        assert answer.err.count("\n") == 1
        assert posts_in(tmp_path / "r.db") == 1

    def test_only_bad_sources_exit_4(self, voxpop_here, tmp_path):
        assert voxpop_here("archive", tmp_path / "r.db", tmp_path / "missing.txt").code == 4
        assert voxpop_here("extract", tmp_path / "missing.txt").code == 4

    def test_an_empty_folder_is_a_failed_source(self, voxpop_here, good, tmp_path):
        (tmp_path / "folder").mkdir()
        answer = voxpop_here("archive", tmp_path / "r.db", tmp_path / "folder", good)
        assert (answer.code, answer.err.count("\n")) == (1, 1)

    def test_a_file_that_cannot_be_read(self, voxpop_here, good, tmp_path):
        answer = voxpop_here("archive", tmp_path / "r.db", "/proc/self/mem", good)
        assert (answer.code, answer.err.count("\n")) == (1, 1)
        assert posts_in(tmp_path / "r.db") == 1

    @pytest.mark.parametrize("name", sorted(DAMAGED_FILES))
    def test_damaged_documents_still_give_their_post(self, voxpop_here, tmp_path, name):
        path = tmp_path / name
        path.write_bytes(DAMAGED_FILES[name])
        answer = voxpop_here("archive", tmp_path / "r.db", path)
        assert (answer.code, answer.err) == (0, "")
        assert posts_in(tmp_path / "r.db") == 1

    def test_a_name_that_is_not_utf8_stops_nothing(self, voxpop, voxpop_here, tmp_path):
        folder = tmp_path / "folder"
        folder.mkdir()
        for name, content in ((b"caf\xe8.txt", ""), (b"caf\xe9.txt", GOOD), (b"z.txt", f"{GOOD}And sang.")):
            (folder / os.fsdecode(name)).write_text(content, "utf-8")
        answer = voxpop("archive", tmp_path / "r.db", folder)
        assert (answer.code, answer.err) == (1, f"voxpop: {folder}/caf\\xe8.txt: is empty: nothing to read\n")
        assert "2 articles (2 new)" in answer.out
        assert [Path(record["source"]).name for record in voxpop_here("extract", folder).records] == [
            r"caf\xe9.txt", "z.txt",
        ]  # fmt: skip

    def test_a_url_that_is_refused(self, voxpop_here, good, tmp_path):
        answer = voxpop_here("archive", tmp_path / "r.db", "http://127.0.0.1:9/", good)
        assert (answer.code, answer.err.count("\n")) == (1, 1)
        assert posts_in(tmp_path / "r.db") == 1

    @pytest.mark.parametrize("published", ["yesterday", "2024-13-01"])
    def test_a_wrong_publication_date_is_a_usage_error(self, voxpop_here, good, published):
        answer = voxpop_here("extract", "--published", published, good)
        assert answer.code == 2
        assert "--published" in answer.err


class TestCaptures:
    """The bytes of what is fetched are kept beside the archive."""

    @pytest.fixture
    def story(self, farm) -> str:
        new = farm.serve("/new", farm.page("One", farm.post(1), farm.post(2)))
        return farm.serve("/old", lambda request: farm.answer(request, 302, b"", Location=new))

    def kept(self, database: Path) -> list[tuple]:
        with sqlite3.connect(database) as connection:
            rows = connection.execute(
                "SELECT captures.type, status, articles.title FROM captures"
                " JOIN articles ON articles.id = captures.article ORDER BY captures.id"
            ).fetchall()
        connection.close()
        return rows

    def test_fetched_pages_are_kept(self, voxpop_here, story, tmp_path):
        database = tmp_path / "r.db"
        for _ in range(2):
            assert voxpop_here("archive", database, story, "--allow-private").code == 0
        first = [("response", 302, "One"), ("response", 200, "One")]
        assert self.kept(database) == [*first, ("revisit", 302, "One"), ("revisit", 200, "One")]
        again = voxpop_here("reextract", database)
        assert (again.code, again.out) == (0, "1 capture read, 0 articles changed\n")
        assert are_sound((tmp_path / "captures").iterdir())

    def test_another_folder(self, voxpop_here, story, tmp_path):
        folder = tmp_path / "elsewhere"
        voxpop_here("archive", tmp_path / "r.db", story, "--allow-private", "--captures", folder)
        assert len(list(folder.glob("*.warc.gz"))) == 1
        assert voxpop_here("reextract", tmp_path / "r.db", "--captures", folder).code == 0
        assert not (tmp_path / "captures").exists()

    def test_none(self, voxpop_here, story, good, tmp_path):
        voxpop_here("archive", tmp_path / "r.db", story, "--allow-private", "--no-captures")
        voxpop_here("archive", tmp_path / "r.db", good, "--no-captures")
        assert self.kept(tmp_path / "r.db") == []
        assert not (tmp_path / "captures").exists()

    def test_what_is_no_article_is_not_kept(self, voxpop_here, farm, story, tmp_path):
        empty = farm.serve("/empty", lambda request: farm.answer(request, 200, b"  "))
        answer = voxpop_here("archive", tmp_path / "r.db", empty, story, empty, "--allow-private")
        assert answer.code == 1
        assert len(self.kept(tmp_path / "r.db")) == 2

    def test_a_folder_that_cannot_be_made(self, voxpop_here, story, good, tmp_path):
        answer = voxpop_here("archive", tmp_path / "r.db", story, "--allow-private", "--captures", good / "x")
        assert (answer.code, answer.err.count("\n")) == (3, 1)


class TestBadDatabase:
    def test_not_sqlite(self, voxpop_here, good, tmp_path):
        (tmp_path / "r.db").write_text("this is no database, and long enough to be sure of it" * 20)
        answer = voxpop_here("archive", tmp_path / "r.db", good)
        assert (answer.code, answer.err.count("\n")) == (3, 1)
        assert str(tmp_path / "r.db") in answer.err

    def test_missing_folder(self, voxpop_here, good, tmp_path):
        answer = voxpop_here("archive", tmp_path / "no" / "r.db", good)
        assert (answer.code, answer.err.count("\n")) == (3, 1)

    def test_full_disk_loses_nothing_that_was_stored(self, voxpop, voxpop_here, good, tmp_path):
        database = tmp_path / "r.db"
        assert voxpop_here("archive", database, good).code == 0
        big = tmp_path / "big.txt"
        big.write_text(
            "\n\n".join(GOOD.replace("night", f"night {n}").replace("tove_on", f"t{n}") for n in range(400)), "utf-8"
        )
        limit = database.stat().st_size + 50_000

        def small_disk():
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        answer = voxpop("archive", database, big, preexec_fn=small_disk)
        assert (answer.code, answer.err.count("\n")) == (3, 1)
        assert posts_in(database) == 1
        assert voxpop_here("verify", database).code == 0

    def test_read_only(self, good, tmp_path, voxpop_here, voxpop_obeying):
        database = tmp_path / "r.db"
        assert voxpop_here("archive", database, good).code == 0
        database.chmod(0o444)
        tmp_path.chmod(0o555)
        answer = voxpop_obeying("archive", database, good)
        tmp_path.chmod(0o755)
        assert (answer.code, answer.err.count("\n")) == (3, 1)
        assert str(database) in answer.err


def test_nothing_is_left_open(good, tmp_path):
    """Of files every Python warns, of databases Python 3.13 and later: one process runs one command after the other."""
    database = str(tmp_path / "r.db")
    given = [
        ["archive", database, str(good)],
        *([name, database] for name in ("status", "verify", "export", "reextract")),
    ]
    run = f"from archive.cli import cli\nfor arguments in {given!r}:\n    cli(arguments, standalone_mode=False)\n"
    command = [sys.executable, "-W", "error::ResourceWarning", "-c", run]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "1 capture read" in done.stdout, "the last one ran"


def test_a_wide_terminal_does_not_change_the_stored_help():
    assert max(map(len, io.StringIO(Path(HELP).read_text("utf-8")))) <= 101


def test_a_path_is_stored_from_the_named_folder_on(voxpop_here, examples, tmp_path):
    saved = tmp_path / "of-jo" / "saved"
    (saved / "2024").mkdir(parents=True)
    (saved / "2024" / "a.html").write_bytes(next(examples.glob("01-*")).read_bytes())
    (tmp_path / "of-jo" / "b.html").write_bytes(next(examples.glob("02-*")).read_bytes())
    for _ in range(2):
        assert voxpop_here("archive", tmp_path / "r.db", saved, tmp_path / "of-jo" / "b.html").code == 0
        with closing(sqlite3.connect(tmp_path / "r.db")) as connection:
            stored = {source for (source,) in connection.execute("select source from articles")}
        assert stored == {"saved/2024/a.html", "b.html"}
