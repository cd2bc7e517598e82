"""Our files in Datasette without `voxpop serve`; and pages that are read while an archive grows."""

import os
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from commands import succeed
from datasette.version import __version_info__

from scraper.configuration import config_directory

IS_1_0 = __version_info__[0] != "0"
CONFIG = config_directory()
DATASETTE = Path(sys.executable).parent / "datasette"


def datasette(path, address, *options, cwd):
    """What `datasette` prints for one request, started where voxpop is nowhere near."""
    command = [DATASETTE, "serve", path, "-m", CONFIG / "datasette" / "metadata.yml", *options, "--get", address]
    if IS_1_0:
        command[3:3] = ["-c", CONFIG / "datasette" / "datasette.yml"]
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


def test_metadata_file_alone_brings_titles_facets_and_queries(reactions, tmp_path):
    page = datasette(reactions, "/reactions/posts", cwd=tmp_path)
    assert "one row each, however many articles show them" in page
    assert "platform" in page.split('class="facet-results"')[1]
    assert "sorted by rowid descending" in page
    rows = datasette(reactions, "/reactions/shared_posts.json?_shape=array", cwd=tmp_path)
    assert '"articles": 2' in rows.replace('":2', '": 2')


def test_the_whole_configuration_works_in_datasette(reactions, tmp_path):
    """The pages need the package voxpop, and nothing else: no settings, no `voxpop serve`."""
    options = ["--plugins-dir", CONFIG / "plugins", "--template-dir", CONFIG / "templates"]
    page = datasette(
        reactions, "/reactions/hashtag/letmirasing", *options, "--static", f"voxpop:{CONFIG / 'static'}", cwd=tmp_path
    )
    assert "<h1" in page
    assert "#LetMiraSing" in page


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
