"""The commands of the scheduled run, in processes of their own."""

from __future__ import annotations

import fcntl
import http.client
import itertools
import json
import os
import shutil
import signal
import sqlite3
import struct
import subprocess
import termios
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

import pytest
from dying import command, ended, fork, killed_at, moments, steps_of
from invented import stored
from newsroom import are_sound
from warcio.archiveiterator import ArchiveIterator
from working import begin, wait_until

from archive.commands.settings_file import schedules
from archive.settings import read_settings
from archive.store.database import open_to_read

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[3]


def settle(folder, *sources, **fetch):
    values = {"allow_private": "true", "delay": 0, "concurrency": 8, "attempts": 1, **fetch}
    lines = "\n".join(f"{name} = {value}" for name, value in values.items())
    tables = "".join(f"\n[[sources]]\n{source}\n" for source in sources)
    file = folder / "voxpop.toml"
    file.write_text(f'database = "a.db"\ncaptures = "captures"\n[fetch]\n{lines}\n{tables}')
    return file


def feed_of(farm, *urls, number=1):
    return f'name = "post-{number}"\nfeed = "{farm.serve("/feed", farm.rss(*urls), number)}"'


def rows(file, query):
    db = open_to_read(file)
    try:
        return db.execute(query).fetchall()
    finally:
        db.close()


def test_init_check_and_schedules(tmp_path, voxpop_here):
    done = voxpop_here("init", tmp_path / "new")
    file = tmp_path / "new" / "voxpop.toml"
    assert done.code == 0
    assert f"run -c {file}" in done.out
    assert "*/15 * * * *" in done.out
    assert "OnCalendar" in done.out
    assert read_settings(file).sources == ()
    again = voxpop_here("init", tmp_path / "new")
    assert (again.code, again.err.count("\n")) == (3, 1)
    assert "already exists" in again.err
    checked = voxpop_here("check-config", "-c", file)
    assert (checked.code, checked.err.count("\n")) == (3, 1)
    file.write_text(file.read_text() + '\n[[sources]]\nname = "mine"\nfolder = "pages"\n')
    checked = voxpop_here("check-config", "-c", file)
    assert (checked.code, checked.err.count("\n")) == (3, 1)
    assert "sources[1].folder: " in checked.err
    (tmp_path / "new" / "pages").mkdir()
    checked = voxpop_here("check-config", "-c", file)
    assert (checked.code, checked.out) == (0, f"{file}: all right: mine (folder)\n")
    assert voxpop_here("run", "-c", tmp_path / "missing.toml").code == 3


@pytest.mark.parametrize("folder", ["plain", 'the "news" of 100% $HOME'])
def test_units_are_accepted_by_systemd(tmp_path, folder):
    tool = shutil.which("systemd-analyze")
    if tool is None:
        pytest.skip("systemd is not installed")
    settings = tmp_path / folder / "voxpop.toml"
    _, service, timer = schedules(settings).split("# ~/.config/systemd/user/")
    for name, text in (("voxpop.service", service), ("voxpop.timer", timer)):
        (tmp_path / name).write_text(f"# {text}")
    done = subprocess.run([tool, "verify", str(tmp_path / "voxpop.timer")], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("folder", ["plain", 'the "news" of 100% $HOME; it\'s here'])
def test_the_crontab_line_is_the_command(farm, tmp_path, folder):
    """What cron does with a line: the schedule, then a command for the shell, in which an escaped % is one."""
    room = tmp_path / folder
    room.mkdir()
    file = settle(room, feed_of(farm, farm.serve("/one", farm.page("One", farm.post(1)))))
    line = next(line for line in schedules(file).splitlines() if line.startswith("*/15 * * * * "))
    assert "%" not in line.replace(r"\%", "")
    shell = line.removeprefix("*/15 * * * * ").replace(r"\%", "%")
    done = subprocess.run(["sh", "-c", shell], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert rows(room / "a.db", "SELECT count(*) FROM articles") == [(1,)]


def test_a_run_is_silent_when_all_is_well(farm, tmp_path, voxpop_here):
    url = farm.serve("/one", farm.page("One", farm.post(1)))
    file = settle(tmp_path, feed_of(farm, url))
    for _ in range(2):
        done = voxpop_here("run", "-c", file)
        assert (done.code, done.out, done.err) == (0, "", "")
    state = voxpop_here("status", tmp_path / "a.db").out
    assert "run 20" in state
    assert "due: 1 visit, at 20" in state
    assert "captures: 1 in 1 file, " in state
    assert "last 7 days: 1 capture, " in state
    assert "1 new article\n" in state
    logged = voxpop_here("run", "-c", file, "--log-json")
    assert [json.loads(line)["event"] for line in logged.err.splitlines()] == ["listing"]


def on_a_terminal(*arguments, columns=0):
    """Run a command whose stderr is a terminal; give its exit code and what the terminal was sent."""
    here, there = os.openpty()
    fcntl.ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    run = begin(*arguments, stdout=subprocess.DEVNULL, stderr=there)
    os.close(there)
    shown = b""
    with suppress(OSError):  # a terminal whose last program has ended gives an error, not an end
        while block := os.read(here, 65536):
            shown += block
    os.close(here)
    return run.wait(timeout=60), shown.decode()


def test_progress_on_a_terminal(farm, tmp_path):
    urls = [farm.serve(f"/{n}", farm.page(f"Story {n}", farm.post(n)), n) for n in range(3)]
    gone = f'name = "gone"\nfeed = "{farm.at("/nothing", 9)}"'
    code, shown = on_a_terminal("run", "-c", settle(tmp_path, feed_of(farm, *urls, number=8), gone))
    *steps, last = shown.split("\r\x1b[K")
    assert code == 1
    assert "5 of 5: 3 articles, 0 unchanged, 0 failed" in steps
    assert last == f"voxpop: gone: {farm.at('/nothing', 9)}: 404 Not Found: check the URL\r\n"
    code, shown = on_a_terminal("run", "-c", settle(tmp_path, feed_of(farm, *urls, number=8)))
    assert (code, shown.split("\r\x1b[K")[-1]) == (0, "")


def test_progress_of_one_off_work_on_a_terminal(tmp_path):
    for number, content in enumerate(("Fans sang.", "", "Fans danced.")):
        (tmp_path / f"{number}.txt").write_text(content)
    code, shown = on_a_terminal("archive", tmp_path / "a.db", tmp_path)
    problem = f"voxpop: {tmp_path}/1.txt: is empty: nothing to read\r\n"
    steps = ["", "0 documents …", "1 document …", problem, "2 documents …", "3 documents …", ""]
    assert (code, shown.split("\r\x1b[K")) == (1, steps)
    _, shown = on_a_terminal("archive", tmp_path / "a.db", tmp_path / "0.txt", columns=12)
    assert shown.split("\r\x1b[K") == ["", "0 documents", "1 document ", ""]


def test_a_run_that_was_killed_is_not_at_work(farm, held, tmp_path, voxpop_here):
    first = farm.serve("/one", farm.page("One", farm.post(1)), 1)
    file = settle(tmp_path, feed_of(farm, first, farm.serve("/two", held, 1)))
    (tmp_path / "link.db").symlink_to(tmp_path / "a.db")
    run = fork(command("run", "-c", file))
    try:
        assert held.asked.wait(60)
        for name in ("a.db", "link.db"):
            status = partial(voxpop_here, "status", tmp_path / name)
            assert wait_until(lambda status=status: ": at work, 1 article (1 new), " in status().out)
    finally:
        os.kill(run, signal.SIGKILL)
        assert ended(run) == -signal.SIGKILL
        held.over.set()
    # robots.txt, the feed, the first article; the second was still on its way
    assert ": killed, 1 article (1 new), 0 unchanged, 0 failed, " in voxpop_here("status", tmp_path / "a.db").out
    assert rows(tmp_path / "a.db", "SELECT requests >= 3 FROM runs") == [(1,)]
    assert voxpop_here("run", "-c", file).code == 0
    assert rows(tmp_path / "a.db", "SELECT outcome, articles FROM runs") == [("killed", 1), ("done", 1)]


def test_one_line_for_each_failing_source(farm, tmp_path, voxpop_here):
    url = farm.serve("/one", farm.page("One", farm.post(1)))
    gone = f'name = "gone"\nfeed = "{farm.at("/nothing", 3)}"'
    done = voxpop_here("run", "-c", settle(tmp_path, feed_of(farm, url), gone))
    assert (done.code, done.out, done.err.count("\n")) == (1, "", 1)
    assert done.err.startswith("voxpop: gone: http://")
    assert "failing source gone: http://" in voxpop_here("status", tmp_path / "a.db").out
    shutil.rmtree(tmp_path / "captures")
    (tmp_path / "a.db").unlink()
    assert voxpop_here("run", "-c", settle(tmp_path, gone)).code == 4


def test_what_a_run_cannot_use_is_one_line(farm, tmp_path, voxpop_here):
    file = settle(tmp_path, feed_of(farm))
    settings = file.read_text()
    other = sqlite3.connect(tmp_path / "other.db")
    other.execute("CREATE TABLE posts (id)")
    other.close()
    for before, after, words in (
        ("a.db", "missing/a.db", "no lock file can be created next to it"),
        ("a.db", "other.db", "is an SQLite database, but not a voxpop archive"),
        ('captures = "captures"', 'captures = "voxpop.toml"', "captures cannot be written"),
        ("[fetch]", '[fetch]\nproxy = "http://[::1"', "fetch.proxy: must be"),
    ):
        file.write_text(settings.replace(before, after))
        done = voxpop_here("run", "-c", file)
        assert (done.code, done.out, done.err.count("\n")) == (3, "", 1), done.err
        assert words in done.err
    file.write_text(settings)
    done = voxpop_here("run", "-c", file, env={"HTTPS_PROXY": "socks5://p.example:1080"})
    assert (done.code, done.err.count("\n")) == (3, 1)
    assert "failed: HTTP_PROXY, " in voxpop_here("status", tmp_path / "a.db").out


def test_two_runs_started_together(farm, held, tmp_path, voxpop_here):
    """The one that comes second ends at once, while the first is at work."""
    file = settle(tmp_path, feed_of(farm, farm.serve("/one", held)))
    run = begin("run", "-c", file)
    assert held.asked.wait(60)
    second = voxpop_here("run", "-c", file)
    held.over.set()
    assert (second.code, second.err.count("\n")) == (75, 1)
    assert (run.communicate(timeout=60), run.returncode) == (("", ""), 0)
    assert rows(tmp_path / "a.db", "SELECT count(*), (SELECT count(*) FROM runs) FROM captures") == [(1, 1)]


def test_reading_during_a_run(farm, tmp_path, voxpop_here):
    """Before each answer somebody reads, who never waits and never sees less than before."""
    assert voxpop_here("run", "-c", settle(tmp_path, feed_of(farm, number=2))).code == 0
    counts = []

    def story(body):
        def route(request):
            with closing(sqlite3.connect(f"file:{tmp_path / 'a.db'}?mode=ro", uri=True, timeout=0)) as db:
                counts.extend(db.execute("SELECT count(*) FROM reactions").fetchone())
            farm.answer(request, 200, body)

        return route

    urls = [farm.serve(f"/{n}", story(farm.page(f"Story {n}", farm.post(n))), n % 8) for n in range(30)]
    run = begin("run", "-c", settle(tmp_path, feed_of(farm, *urls)))
    assert (run.communicate(timeout=60), run.returncode) == (("", ""), 0)
    assert len(counts) == 30
    assert max(counts) > 0, "some were stored meanwhile"
    assert rows(tmp_path / "a.db", "SELECT count(*) FROM reactions") == [(30,)]


QUERIES = (
    "/a.json?sql=select+count(*)+from+reactions&_shape=array",
    "/a/posts.json?_size=5&_shape=array",
    "/a/visits.json?_size=5&_shape=array",
    "/a/reactions.json?_size=5&_shape=array",
    "/",
)


@pytest.mark.parametrize(
    "size", [pytest.param((10, 5), id="few"), pytest.param((100, 10), id="many", marks=pytest.mark.thorough)]
)
def test_datasette_answers_during_a_run(farm, tmp_path, serve_archive, voxpop_here, size):
    """Queries while articles are stored: a story is held until its share of the queries is answered."""
    stories, share = size
    turns, wanted, fetched, answered = threading.Condition(), stories * share, 0, 0

    def story(number, body):
        def route(request):
            nonlocal fetched
            with turns:
                fetched += 1
                turns.notify_all()
                assert turns.wait_for(lambda: answered >= (number - 2) * share, 60)
            farm.answer(request, 200, body)

        return route

    pages = [farm.page(f"Story {n}", farm.post(n)) for n in range(stories)]
    urls = [farm.serve(f"/{n}", story(n, body), n % 8) for n, body in enumerate(pages)]
    assert voxpop_here("run", "-c", settle(tmp_path, feed_of(farm, number=20))).code == 0
    file = settle(tmp_path, feed_of(farm, *urls, number=20))
    asked = itertools.count()

    def ask(address):
        nonlocal answered
        connection = http.client.HTTPConnection(address.removeprefix("http://"), timeout=60)
        counts = []
        while (number := next(asked)) < wanted:
            with turns:
                assert turns.wait_for(lambda: fetched >= max(1, number // share - 1), 60)
            connection.request("GET", QUERIES[number % len(QUERIES)])
            answer = connection.getresponse()
            body = answer.read()
            assert answer.status == 200, body
            assert b"database is locked" not in body
            if number % len(QUERIES) == 0:
                counts.append(json.loads(body)[0]["count(*)"])
            with turns:
                answered += 1
                turns.notify_all()
        connection.close()
        return counts

    with serve_archive(tmp_path / "a.db") as address, ThreadPoolExecutor(4) as pool:
        run = begin("run", "-c", file)
        counts = [answer.result() for answer in [pool.submit(ask, address) for _ in range(4)]]
        assert (run.communicate(timeout=120), run.returncode) == (("", ""), 0)
    assert all(mine == sorted(mine) for mine in counts)
    assert len({count for mine in counts for count in mine}) > stories / 4, "the archive grew meanwhile"
    assert rows(tmp_path / "a.db", "SELECT count(*) FROM reactions") == [(stories,)]


CONTENT = (
    "SELECT url, title, embeds, quotes FROM articles ORDER BY url",
    "SELECT id, text, posted_at, articles FROM posts ORDER BY id",
    "SELECT article, post, form, position FROM embeds ORDER BY article, position",
    "SELECT url, visits > 0, problem FROM visits ORDER BY url",
    "SELECT subject, kind, message FROM flags ORDER BY subject, kind",
)


def verified(voxpop, folder):
    done = voxpop("verify", folder / "a.db")
    assert (done.code, done.out) == (0, "")
    query = "SELECT file, offset, record, digest FROM captures"
    for file, offset, record, digest in rows(folder / "a.db", query):
        with (folder / "captures" / file).open("rb") as stream:
            stream.seek(offset)
            headers = next(ArchiveIterator(stream, check_digests="raise")).rec_headers
        assert headers.get_header("WARC-Record-ID") == record
        assert headers.get_header("WARC-Payload-Digest") == digest


@pytest.mark.parametrize(
    ("stories", "kills"), [pytest.param(10, 2, id="few"), pytest.param(60, 6, id="many", marks=pytest.mark.thorough)]
)
def test_killed_at_any_moment(farm, tmp_path, voxpop_here, stories, kills):
    """Each archive is killed twice, and then completed."""
    urls = [
        farm.serve(f"/{n}", farm.page(f"Story {n}", farm.post(n), farm.post(n // 2)), n % 10) for n in range(stories)
    ]
    urls += [farm.serve(f"/gone{n}", farm.page("Page not found"), n) for n in range(5)]
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    (inbox / "bad.txt").touch()
    (inbox / "story.txt").write_text("The council closed the pier on Sunday.")
    sources = (feed_of(farm, *urls), f'name = "inbox"\nfolder = "{inbox}"')
    (tmp_path / "whole").mkdir()
    file = settle(tmp_path / "whole", *sources)
    steps = steps_of(command("run", "-c", file))
    expected = [rows(tmp_path / "whole" / "a.db", query) for query in CONTENT]
    for turn in range(kills):
        folder = tmp_path / f"killed{turn}"
        folder.mkdir()
        file = settle(folder, *sources)
        for moment in moments(steps, 7 + turn, 2):
            killed_at(moment, command("run", "-c", file))
            if stored(folder / "a.db"):
                verified(voxpop_here, folder)
        assert voxpop_here("run", "-c", file).code == 0
        verified(voxpop_here, folder)
        assert [rows(folder / "a.db", query) for query in CONTENT] == expected
        assert are_sound((folder / "captures").glob("*.warc.gz"))


def test_a_full_disk(farm, small_disk, voxpop_here):
    pages = [farm.page(f"Story {n}", farm.post(n), words=os.urandom(60_000).hex()) for n in range(40)]
    urls = [farm.serve(f"/{n}", body, n % 10) for n, body in enumerate(pages)]
    done = voxpop_here("run", "-c", settle(small_disk, feed_of(farm, *urls)))
    assert done.code in {1, 3}
    assert done.err.count("\n") == 1
    verified(voxpop_here, small_disk)
    assert rows(small_disk / "a.db", "SELECT count(*) FROM articles")[0][0] > 0


def test_reextract(farm, tmp_path, voxpop_here):
    url = farm.serve("/one", farm.page("One", farm.post(1), farm.post(2)))
    assert voxpop_here("run", "-c", settle(tmp_path, feed_of(farm, url))).code == 0
    same = voxpop_here("reextract", tmp_path / "a.db")
    assert (same.code, same.out) == (0, "1 capture read, 0 articles changed\n")
    db = sqlite3.connect(tmp_path / "a.db")
    db.executescript(
        "DELETE FROM embeds WHERE position = 1; UPDATE articles SET record = 'as an older version read it'"
    )
    db.close()
    changed = voxpop_here("reextract", tmp_path / "a.db")
    assert changed.out == f"{url}: 1 -> 2 embeds, 0 -> 0 quotes; changed: embeds\n1 capture read, 1 article changed\n"
    quiet = voxpop_here("reextract", "-q", tmp_path / "a.db")
    assert (quiet.code, quiet.out, quiet.err) == (0, "", "")
    assert voxpop_here("reextract", tmp_path / "missing.db").code == 3


def test_reextract_names_what_is_missing_once(farm, tmp_path, voxpop_here):
    urls = [farm.serve(f"/{n}", farm.page(f"Story {n}", farm.post(n))) for n in range(3)]
    assert voxpop_here("run", "-c", settle(tmp_path, feed_of(farm, *urls))).code == 0
    (file,) = (tmp_path / "captures").glob("*.warc.gz")
    file.rename(tmp_path / "elsewhere")
    lost = voxpop_here("reextract", tmp_path / "a.db")
    assert (lost.code, lost.out) == (1, "0 captures read, 0 articles changed, 3 could not be read\n")
    assert lost.err == f"voxpop: {file}: no such file: check the capture files\n"
    shutil.rmtree(tmp_path / "captures")
    lost = voxpop_here("reextract", tmp_path / "a.db")
    assert (lost.code, lost.out) == (3, "")
    assert "captures: no such folder: name that of the WARC files with --captures" in lost.err


def test_verify_misses_captures(farm, tmp_path, voxpop_here):
    urls = [farm.serve(f"/{n}", farm.page(f"Story {n}", farm.post(n))) for n in range(3)]
    assert voxpop_here("run", "-c", settle(tmp_path, feed_of(farm, *urls))).code == 0
    database, folder = tmp_path / "a.db", tmp_path / "captures"
    (file,) = folder.glob("*.warc.gz")
    whole = file.read_bytes()

    def found(*options):
        done = voxpop_here("verify", database, *options)
        assert done.code == (3 if done.out else 0)
        return done.out

    assert found() == found("--deep") == ""
    file.write_bytes(whole.replace(whole[-40:-8], b"x" * 32))  # in the last request: no answer is lost
    assert found() == found("--deep") == ""
    offset = rows(database, "SELECT max(offset) FROM captures")[0][0]
    file.write_bytes(whole[:offset] + b"x" * 100 + whole[offset + 100 :])
    assert found() == ""
    assert found("--deep") == f"captures: {file}: 1 capture damaged, of 3\n"
    file.write_bytes(whole[: offset + 100])
    assert f"captures: {file}: ends at byte {offset + 100:,}, its last capture at " in found()
    moved = folder.rename(tmp_path / "moved")
    unread = voxpop_here("verify", database)
    assert (unread.code, unread.out) == (0, "")
    assert f"{folder}: no such folder: 3 captures not checked; name theirs with --captures" in unread.err
    assert voxpop_here("verify", database, "--no-captures").err == ""
    assert f"{folder}: no such folder, 3 captures should be there" in found("--captures", folder)
    assert "ends at byte" in found("--captures", moved)
    (moved / file.name).unlink()
    assert "No such file or directory, with 3 captures" in found("--captures", moved)
