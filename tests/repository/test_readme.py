"""The README shows what the commands really print."""

import re
from pathlib import Path

import click
import pytest

from archive.cli import COMMANDS, cli

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
ARCHITECTURE = (ROOT / "ARCHITECTURE.md").read_text("utf-8")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_described_as_its_help_does(name):
    command = cli.get_command(click.Context(cli), name)
    assert f"| `voxpop {name}` | {command.get_short_help_str(200)} |" in README


def test_the_demo_prints_what_the_first_screen_shows(tmp_path, voxpop, examples):
    """The query above the first screen runs on the same archive."""
    database = tmp_path / "reactions.db"
    archived = voxpop("archive", database, examples, examples.parent / "pictures").out.replace(
        str(database), "demo/reactions.db"
    )
    assert archived in README
    query = (ROOT / "examples" / "demo.sql").read_text("utf-8")
    assert voxpop("query", database, query).out in README


@pytest.mark.parametrize("name", ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md"])
def test_links_to_files_lead_somewhere(name):
    targets = [part.split(")")[0] for part in (ROOT / name).read_text("utf-8").split("](")[1:]]
    assert not [target for target in targets if "://" not in target and not (ROOT / target).exists()]


def test_the_map_names_files_that_are_there():
    words = set(re.findall(r"`([\w./]+/[\w./]*|\w+\.py)`", ARCHITECTURE))
    names = {path.name for room in ("scraper", "archive", "config", "tests") for path in (ROOT / room).rglob("*.py")}
    rooms = ("scraper/", "archive/", "config/", "tests/", "tools/")
    assert sorted(word for word in words if word.startswith(rooms) and not (ROOT / word).exists()) == []
    assert sorted(word for word in words if "/" not in word and word not in names and word != "voxpop.py") == []
