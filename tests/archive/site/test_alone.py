"""Datasette without `voxpop serve`, also with other databases; and pages that are read while an archive grows."""

import contextvars
import os
import re
import sqlite3
import subprocess
import sys
import urllib.request
from contextlib import closing
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from commands import succeed
from datasette.app import Datasette
from datasette.plugins import pm
from datasette.version import __version_info__

from archive.site import plugin, register
from scraper.configuration import config_directory

IS_1_0 = __version_info__[0] != "0"
CONFIG = config_directory()
METADATA = (
    "-m",
    CONFIG / "datasette" / "metadata.yml",
    *(("-c", CONFIG / "datasette" / "datasette.yml") if IS_1_0 else ()),
)
DATASETTE = Path(sys.executable).parent / "datasette"

INSTALLED = pytest.mark.skipif(
    not entry_points(group="datasette", name="voxpop"), reason="voxpop was installed without its entry point"
)


def datasette(path, address, *options, cwd):
    """What `datasette` prints for one request, started in another folder."""
    command = [DATASETTE, "serve", path, *options, "--get", address]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def reactions(samples_archive, tmp_path):
    """The samples under the name that the committed files are made for."""
    path = tmp_path / "reactions.db"
    path.symlink_to(samples_archive)
    return path


@pytest.mark.parametrize("options", [(), METADATA], ids=["by itself", "with the files of 0.2"])
@INSTALLED
def test_datasette_alone_has_titles_facets_and_queries(reactions, tmp_path, options):
    page = datasette(reactions, "/reactions/posts", *options, cwd=tmp_path)
    assert "one row each, however many articles show them" in page
    assert "platform" in page.split('class="facet-results"')[1]
    assert "sorted by rowid descending" in page
    rows = datasette(reactions, "/reactions/shared_posts.json?_shape=array", *options, cwd=tmp_path)
    assert '"articles": 2' in rows.replace('":2', '": 2')


OLD_OPTIONS = {
    "the entry point": (),
    "the options of 0.2": (
        *METADATA,
        *("--plugins-dir", CONFIG / "plugins", "--template-dir", CONFIG / "templates"),
        *("--static", f"voxpop:{CONFIG / 'static'}"),
    ),
}


@INSTALLED
@pytest.mark.parametrize("options", OLD_OPTIONS.values(), ids=OLD_OPTIONS)
def test_datasette_alone_shows_the_pages_of_an_archive(reactions, tmp_path, options):
    page = datasette(reactions, "/reactions/hashtag/letmirasing", *options, cwd=tmp_path)
    assert "#LetMiraSing" in page
    assert page.count("/voxpop/voxpop.css") == 1
    assert datasette(reactions, "/reactions/posts", *options, cwd=tmp_path).count("/voxpop/voxpop.css") == 1
    assert ".vp" in datasette(reactions, "/voxpop/voxpop.css", *options, cwd=tmp_path)


OTHER_PATHS = (
    *("/other", "/other/data", "/other/data/1", "/other/post/1", "/other/data.csv", "/other/data?text=%3Da"),
    *("/other/nope", "/other/search", "/voxpop/voxpop.csv", "/other.json?sql=select+1&_shape=array"),
)


@pytest.fixture
def others(samples_archive, tmp_path):
    """Datasette without the plugin, with it, and with an archive beside the other database."""
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as db:
        db.executescript("""
            create table data (id integer primary key, text text, source text);
            insert into data values (1, '=a', '/home/tove/a.html'), (2, '@tove', null);
            create table post (id integer primary key, title text);
            insert into post values (1, '<script>');
        """)
    register()
    return {"alone": [str(path)], "beside an archive": [str(path), str(samples_archive)]}


def test_other_databases_are_shown_as_without_voxpop(others, get):
    def shown(files, path):
        answer = get(contextvars.Context().run(Datasette, files), path)
        headers = {
            name: value for name, value in answer.headers.items() if name not in {"content-length", "set-cookie"}
        }
        return answer.status_code, headers, re.sub(r"Queries took [\d.]+ms", "", answer.text)

    pages = {name: [shown(files, path) for path in OTHER_PATHS] for name, files in others.items()}
    pm.unregister(plugin)
    try:
        plain = [shown(others["alone"], path) for path in OTHER_PATHS]
    finally:
        pm.register(plugin, "voxpop")
    assert pages == dict.fromkeys(others, plain)


@pytest.mark.slow
@pytest.mark.parametrize("articles", [5, pytest.param(60, marks=pytest.mark.thorough)])
def test_no_page_fails_while_the_archive_grows(serve_archive, tmp_path, articles):
    """Articles are archived one by one while the pages are read, again and again."""
    path, texts = tmp_path / "growing.db", tmp_path / "texts"
    texts.mkdir()
    for n in range(articles):
        words = f"A crowd of {n} sang.\n\nNight number {n} of #PierSong — tove (@tove_on_dunes) May 12, 2024\n"
        (texts / f"{n:03}.txt").write_text(words, "utf-8")
    succeed("archive", path, texts / "000.txt", "--silent")
    command = [sys.executable, "-m", "archive.main", "archive", path, texts, "--silent"]
    with serve_archive(path) as address:
        with subprocess.Popen(command) as writer:
            asked = 0
            while writer.poll() is None or asked < 2:
                for page in ("/", "/growing/hashtag/piersong", "/growing/search?q=night", "/growing/posts", "/growing"):
                    with urllib.request.urlopen(address + page, timeout=60) as response:
                        assert response.status == 200
                asked += 1
        assert writer.returncode == 0
        with urllib.request.urlopen(f"{address}/", timeout=60) as response:
            assert f"{articles} articles" in response.read().decode()
