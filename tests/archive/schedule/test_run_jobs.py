"""``voxpop run --jobs``: other processes extract what is fetched, and the archive is the same."""

from __future__ import annotations

import os
import signal
import sqlite3
import sys
from contextlib import closing

import pytest
from invented import content, rows
from newsroom import feed_of
from working import begin, processes_in, wait_until

from archive.verify.check import capture_findings, findings

pytestmark = pytest.mark.long

#: Answers come in any order, and so do their records in the WARC files.
KEPT = "SELECT article, url, status, type, digest, refused, declared FROM captures ORDER BY 1, 2, 3, 4, 5"


def run(farm, room, jobs):
    """Run twice: first all is new, then some stories changed and some are gone; and a folder is watched."""
    farm.serve("/robots.txt", b"User-agent: *\nAllow: /\n")
    urls = [farm.serve(f"/{n}", farm.page(f"Story {n}", farm.post(n % 7), farm.post(n)), n % 5) for n in range(20)]
    inbox = room.folder / "inbox"
    inbox.mkdir(parents=True)
    for number in range(12):
        (inbox / f"{number:02}.html").write_bytes(farm.page(f"Letter {number}", farm.post(50 + number)))
    (inbox / "05.html").write_bytes(b"%PDF-1.7")
    watched = f'name = "letters"\nfolder = "{inbox}"'
    room.settings(feed_of(farm, *urls), watched, more=f"[run]\njobs = {jobs}\n")
    first = room.run()
    for n in range(0, 20, 3):
        farm.serve(f"/{n}", farm.page(f"Story {n}, updated", farm.post(n + 100)), n % 5)
    farm.serve("/4", b"%PDF-1.7", 4)
    (inbox / "07.html").write_bytes(farm.page("Letter 7, corrected", farm.post(99)))
    second = room.later(hours=2).run()
    return first.counts, second.counts, first.failures, second.failures


def test_the_archive_is_the_same(farm, room, tmp_path):
    found = []
    for jobs in (1, 2, 5):
        room.folder, room.file = tmp_path / "room", tmp_path / "room" / "voxpop.toml"
        counts = run(farm, room, jobs)
        path = room.folder / "a.db"
        tables = content(path)
        tables["captures"] = rows(path, KEPT)
        found.append((counts, tables))
        assert findings(path, deep=True) == []
        assert capture_findings(path, room.folder / "captures", deep=True) == []
        room.later(hours=-2).folder.rename(tmp_path / str(jobs))
    assert found[0][0][0]["articles"] == 31
    for counts, tables in found[1:]:
        assert counts == found[0][0]
        assert {name for name, table in tables.items() if table != found[0][1][name]} == set()


def test_a_page_that_kills_is_tried_again_later(farm, room, voxpop_killed, voxpop_here):
    urls = [farm.serve(f"/{n}", farm.page(f"Story {n}", words="killer " if n == 3 else "")) for n in range(6)]
    inbox = room.folder / "inbox"
    inbox.mkdir()
    (inbox / "deadly.html").write_bytes(farm.page("Letter", words="killer "))
    room.settings(feed_of(farm, *urls), f'name = "letters"\nfolder = "{inbox}"')
    done = voxpop_killed("run", "-c", room.file, "--jobs", 2, "-v")
    assert "/3: killed the process that read it (signal 11)" in done.stderr
    assert "deadly.html: killed the process that read it (signal 11)" in done.stderr
    assert room.one("SELECT count(*) FROM articles") == 5
    assert voxpop_here("run", "-c", room.file, "--now").code == 0
    with closing(sqlite3.connect(room.folder / "a.db")) as db:
        assert db.execute("SELECT count(*) FROM articles").fetchone() == (7,)


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize(
    "number",
    [
        pytest.param(signal.SIGINT, id="SIGINT"),
        pytest.param(signal.SIGTERM, id="SIGTERM", marks=pytest.mark.thorough),
        pytest.param(signal.SIGKILL, id="SIGKILL"),
    ],
)
def test_a_run_that_is_stopped_leaves_no_process(farm, held, room, number):
    urls = [farm.serve(f"/{n}", farm.page(f"Story {n}", farm.post(n)), n) for n in range(6)]
    room.settings(feed_of(farm, *urls, farm.serve("/held", held, 7)))
    work = begin("run", "-c", room.file, "--jobs", 2, start_new_session=True)
    path = room.folder / "a.db"
    assert wait_until(lambda: path.exists() and has_articles(path), 60)
    assert processes_in(work.pid) > 2
    os.killpg(work.pid, number) if number != signal.SIGKILL else work.kill()
    _, err = work.communicate(timeout=60)
    words = {signal.SIGINT: "voxpop: stopped by hand\n", signal.SIGTERM: "voxpop: stopped by SIGTERM\n"}
    assert (work.returncode, err) == ((130, words[number]) if number in words else (-9, ""))
    assert wait_until(lambda: not processes_in(work.pid), 60)
    assert findings(path, deep=True) == []


def has_articles(path):
    with closing(sqlite3.connect(path)) as db:
        made = db.execute("SELECT 1 FROM sqlite_master WHERE name = 'articles'").fetchone()
        return bool(made) and db.execute("SELECT count(*) FROM articles").fetchone()[0] > 2
