"""Every platform is one file that says what it needs to; the whole registry is walked, none is named here."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from scraper.page import find_embeds
from scraper.platforms import platforms, recognise
from scraper.platforms.__main__ import README, table
from scraper.records import Form

FOLDER = Path(__file__).parents[2] / "scraper" / "platforms"
EVERY = pytest.mark.parametrize("platform", platforms(), ids=lambda platform: platform.NAME)


def test_the_folder_is_the_registry():
    assert [platform.NAME for platform in platforms()] == sorted(
        file.stem for file in FOLDER.glob("*.py") if not file.stem.startswith("_")
    )


@EVERY
def test_has_an_example_and_a_trap(platform):
    assert any(example.ids for example in platform.EXAMPLES)
    assert any(not example.ids for example in platform.EXAMPLES)


@EVERY
def test_finds_its_examples_and_nothing_in_its_traps(platform):
    for example in platform.EXAMPLES:
        source = f"<html><body><article><h1>Town hall</h1><p>Words.</p>{example.html}<p>More.</p></article></body></html>"
        found = [(embed.post.platform, embed.post.id) for embed in find_embeds(source)]
        assert found == [(platform.NAME, native_id) for native_id in example.ids]


@EVERY
def test_recognises_the_permalinks_it_writes(platform):
    for example in platform.EXAMPLES:
        for embed in find_embeds(f"<body>{example.html}</body>"):
            again = recognise(embed.post.url)
            assert (again.platform, again.id, again.url) == (platform.NAME, embed.post.id, embed.post.url)


@EVERY
def test_declares_known_forms_with_selectors_that_name_their_element(platform):
    assert set(platform.FORMS) <= set(get_args(Form))
    for selectors in platform.FORMS.values():
        for css in selectors.split(", "):
            assert css[0].isalpha()


@EVERY
def test_declares_addresses_and_marks_that_begin_with_a_literal(platform):
    for beginning in platform.ADDRESSES:
        assert re.fullmatch(r"/?[\w.@%/-]+", beginning)
    for mark in platform.MARKS:
        assert re.match(r"data-|/[\w-]+$|\w{4,}(?![\w?*{])", mark)


def test_the_worked_example_needs_one_file_of_forty_lines(tmp_path):
    code = re.search(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)[1]
    assert code.count("\n") < 40
    (tmp_path / "chirp.py").write_text(code, "utf-8")
    program = (
        "import sys, scraper.platforms as package; package.__path__.append(sys.argv[1])\n"
        "from scraper.page import find_embeds\n"
        "for example in package.by_name()['chirp'].EXAMPLES:\n"
        "    print([embed.post.id for embed in find_embeds(f'<body>{example.html}</body>')], list(example.ids))"
    )
    command = [sys.executable, "-c", program, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=FOLDER.parents[1])
    assert done.stdout.splitlines() == ["['17'] ['17']", "[] []"]


def test_the_worked_example_is_as_the_checks_want_it():
    code = re.search(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)[1]
    for work in (["check"], ["format", "--check"]):
        command = [sys.executable, "-m", "ruff", *work, "--stdin-filename", str(FOLDER / "chirp.py"), "-"]
        done = subprocess.run(
            command, input=code, capture_output=True, text=True, check=False, cwd=FOLDER.parents[1]
        )
        assert done.returncode == 0, done.stdout


def test_the_table_in_the_readme_is_that_of_the_code():
    assert table() in README.read_text("utf-8")
