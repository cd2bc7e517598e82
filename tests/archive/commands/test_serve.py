"""`voxpop serve`: what it hands to Datasette, and one clear line for what cannot be served."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlite_utils import Database

from archive.cli import cli
from archive.commands.serve import plugin_file, plugin_options, settings_for, settings_of
from archive.commands.shared import require_address
from archive.store.schema import MIGRATIONS
from scraper.configuration import config_directory
from scraper.errors import SettingsError

pytestmark = pytest.mark.long


@pytest.fixture
def archive(tmp_path):
    path = tmp_path / "my archive.db"
    database = Database(path)
    MIGRATIONS.apply(database)
    database.close()
    return path


def serve(*arguments):
    """Run the command in a process of its own: Datasette's plugins and event loop are global."""
    command = [sys.executable, "-m", "archive.main", "serve", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_get_answers_one_request_with_our_queries(archive):
    done = serve(archive, "--get", "/my+archive/hashtag_by_day.json?_shape=array")
    done = done if done.returncode == 0 else serve(archive, "--get", "/my~20archive/hashtag_by_day.json?_shape=array")
    assert (done.returncode, done.stdout.strip()) == (0, "[]"), done.stderr


def test_get_of_a_page_that_is_not_there_fails(archive):
    assert serve(archive, "--get", "/nothing/here").returncode == 1


@pytest.mark.parametrize("path", ["", "nope", "-/settings.json"])
def test_get_of_what_is_no_path_is_a_usage_error(archive, path):
    result = CliRunner().invoke(cli, ["serve", str(archive), "--get", path])
    assert result.exit_code == 2
    assert "must start with a slash" in result.stderr


@pytest.mark.parametrize(
    ("name", "remedy"),
    [(name, "rename the file or folder") for name in ("week#9.db", "well?.db", "a%20b.db", "of #9/reactions.db")]
    + [("\udcff.db", "is not UTF-8: check the locale")],
)
def test_a_name_that_datasette_would_misread_is_refused(archive, tmp_path, name, remedy):
    renamed = tmp_path / name
    renamed.parent.mkdir(exist_ok=True)
    archive.rename(renamed)
    before = sorted(tmp_path.rglob("*"))
    result = CliRunner().invoke(cli, ["serve", str(renamed), "--get", "/"])
    assert (result.exit_code, result.stderr.count("\n")) == (3, 1)
    assert remedy in result.stderr
    assert sorted(tmp_path.rglob("*")) == before


def test_a_per_cent_sign_alone_is_served(archive, tmp_path):
    archive.rename(tmp_path / "100% news.db")
    assert '"100% news"' in serve(tmp_path / "100% news.db", "--get", "/-/databases.json").stdout


@pytest.mark.parametrize(
    "address",
    [
        "",
        "reactions.example",
        "ftp://a.example",
        "https://",
        "https://a.example/?q=1",
        "https://[",
        "https://é.example",
    ],
)
def test_what_is_no_address_of_a_site_is_a_usage_error(archive, address):
    result = CliRunner().invoke(cli, ["serve", str(archive), "--base-url", address])
    assert result.exit_code == 2
    assert "such as https://reactions.example/" in result.stderr


@pytest.mark.parametrize(
    ("host", "answers_to"),
    [("127.0.0.1", True), ("localhost", True), ("::1", True), ("0.0.0.0", False), ("192.0.2.7", False), (None, False)],
)
def test_names_are_checked_where_only_this_machine_can_ask(host, answers_to):
    names = plugin_options(host, public=False, base_url="https://pier.example:8443/a/")["hosts"]
    assert ("localhost" in names, "pier.example" in names) == (answers_to, answers_to)


def test_options_after_two_dashes_reach_datasette(archive):
    done = serve(archive, "--get", "/-/settings.json", "--", "--setting", "max_returned_rows", "77")
    assert '"max_returned_rows": 77' in done.stdout


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "no such archive: make one with `voxpop archive"),
        (b"not a database, but long enough to be looked at as one", "is not an SQLite database"),
        (b"", "is empty: fill it with"),
    ],
)
def test_what_is_no_archive_is_one_line_and_exit_code_3(tmp_path, content, message):
    path = tmp_path / "some.db"
    if content is not None:
        path.write_bytes(content)
    result = CliRunner().invoke(cli, ["serve", str(path)])
    assert result.exit_code == 3
    assert result.stderr.count("\n") == 1
    assert message in result.stderr


def test_another_database_is_not_an_archive(tmp_path):
    connection = sqlite3.connect(tmp_path / "other.db")
    connection.execute("create table posts (id)")
    connection.close()
    result = CliRunner().invoke(cli, ["serve", str(tmp_path / "other.db")])
    assert (result.exit_code, result.stderr.count("\n")) == (3, 1)


def test_a_taken_port_is_one_line(archive):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = CliRunner().invoke(cli, ["serve", str(archive), "--port", str(port)])
    assert result.exit_code == 3
    assert (
        result.stderr == f"voxpop: 127.0.0.1:{port}: {os.strerror(98)}; choose another address with --host or --port\n"
    )


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_free_port_is_accepted(host):
    require_address(host, 0)


def test_an_address_of_another_machine_is_refused():
    with pytest.raises(SettingsError, match="--host"):
        require_address("192.0.2.1", 0)


def test_nothing_stays_behind_when_it_is_terminated(archive, tmp_path):
    command = [sys.executable, "-m", "archive.main", "serve", str(archive), "--port", "0"]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    for line in process.stderr:
        if "running on" in line:
            break
    assert list(tmp_path.glob("voxpop-serve-*"))
    process.terminate()
    process.communicate(timeout=30)
    assert process.returncode == -signal.SIGTERM
    assert not list(tmp_path.glob("voxpop-serve-*"))


def test_options_of_the_plugin_are_given_in_a_file(tmp_path):
    _, path = plugin_file(tmp_path, {"public": True})
    assert json.loads(Path(path).read_text("utf-8")) == {"plugins": {"voxpop": {"public": True}}}


def test_a_large_archive_is_not_searched_for_facets(archive, monkeypatch):
    assert settings_for(str(archive)) == []
    monkeypatch.setattr("archive.commands.serve.MIDDLING", 1000)
    assert settings_for(str(archive)) == ["--setting", "suggest_facets", "off"]


def test_help_shows_an_example():
    assert "voxpop serve reactions.db --open" in CliRunner().invoke(cli, ["serve", "-h"]).stdout


def test_configuration_of_a_checkout_lies_beside_the_packages():
    assert (config_directory() / "datasette" / "metadata.yml").is_file()


def test_the_pages_take_selections_from_the_settings_of_their_archive(archive, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert settings_of(None, str(archive)) is None
    saved = "captures = 'captures'\nsite_url = 'https://pier.example/'\npublic_text = true\n[[selections]]\nname = 'Pier'\nfilter = {hashtag = 'pier'}"
    Path("voxpop.toml").write_text(f"database = '{archive}'\n{saved}", "utf-8")
    found = settings_of(None, str(archive))
    assert ([each.name for each in found.selections], found.site_url) == (["Pier"], "https://pier.example/")
    assert found.public_text
    Path("other.toml").write_text(f"database = 'other.db'\n{saved}", "utf-8")
    assert settings_of("other.toml", str(archive)).selections == found.selections
    Path("voxpop.toml").write_text(f"database = 'other.db'\n{saved}", "utf-8")
    assert settings_of(None, str(archive)) is None
    assert capsys.readouterr().err == ""
    Path("voxpop.toml").write_text("database =", "utf-8")
    assert settings_of(None, str(archive)) is None
    assert "voxpop.toml: is not TOML" in capsys.readouterr().err
    with pytest.raises(SettingsError, match="is not TOML"):
        settings_of("voxpop.toml", str(archive))
