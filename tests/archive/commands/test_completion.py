"""Shell completion, asked for by a real bash with the script that voxpop prints for it."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys

import pytest

from archive.cli import COMMANDS

pytestmark = [pytest.mark.long, pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash here")]

#: Completes the words that are given, as a Tab behind the last one would, and prints what is offered.
TAB = r"""
compopt() { true; }
source "$script"
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_voxpop_completion voxpop
printf '%s\n' "${COMPREPLY[@]}"
"""
SETTINGS = """
database = "a.db"
captures = "captures"
[[sources]]
name = "Harbour Herald"
feed = "https://harbour-herald.example/rss"
[[sources]]
name = "Valley News"
feed = "https://valley-news.example/rss"
"""


@pytest.fixture(scope="module")
def completing(tmp_path_factory):
    """The environment of a shell that completes the command; `script` names what it sources."""
    program = tmp_path_factory.mktemp("completion") / "bin" / "voxpop"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m archive.main "$@"\n')
    program.chmod(0o755)
    environment = {**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}"}
    script = program.with_name("script")
    with script.open("wb") as out:
        asked = {**environment, "_VOXPOP_COMPLETE": "bash_source"}
        subprocess.run(["voxpop"], env=asked, stdout=out, check=True)
    return {**environment, "script": str(script)}


@pytest.fixture
def press_tab(completing, tmp_path):
    """Write a line of words, and press Tab behind the last."""
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "voxpop.toml").write_text(SETTINGS)

    def press(*words):
        done = subprocess.run(
            ["bash", "-c", TAB, "bash", "voxpop", *words],
            env=completing,
            cwd=folder,
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stderr == ""
        return done.stdout.split("\n")[:-1]

    press.folder = folder
    return press


def test_commands(press_tab):
    assert press_tab("") == list(COMMANDS)
    assert press_tab("st") == ["status"]


def test_options(press_tab):
    assert "--min-confidence" in press_tab("archive", "--")


def test_database_files_come_before_others(press_tab):
    for name in ("reactions.db", "reactions.sqlite", "reactions.db-wal", "reactions.txt"):
        (press_tab.folder / name).touch()
    (press_tab.folder / "old").mkdir()
    (press_tab.folder / "old" / "may 2024.db").touch()
    assert press_tab("status", "") == ["reactions.db", "reactions.sqlite"]
    assert press_tab("status", "old/") == [r"old/may\ 2024.db"]
    assert press_tab("status", "old") == [""], "the shell itself completes other files and folders"


def test_names_of_sources(press_tab):
    assert press_tab("run", "--source", "") == [r"Harbour\ Herald", r"Valley\ News"]
    assert press_tab("run", "-c", "voxpop.toml", "--source", r"valley\ N") == [r"Valley\ News"]
    assert press_tab("run", "-c", "none.toml", "--source", "") == [""]


def test_tables_of_the_database(press_tab, voxpop_here, examples):
    voxpop_here("archive", press_tab.folder / "r.db", examples)
    assert press_tab("export", "r.db", "--table", "hashtag") == ["hashtag_days", "hashtags"]
    assert press_tab("export", "none.db", "--table", "hashtag") == [""]
