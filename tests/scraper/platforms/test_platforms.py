"""Every platform is one file that says what it needs to; the whole registry is walked, none is named here."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from scraper.html.page import find_embeds
from scraper.records import Form
from scraper.registry import DECLARED, platform_names, platforms, read_platform, recognise

ROOT = Path(__file__).parents[3]
sys.path.append(str(ROOT / "tools"))
from build_platform_table import README, declared, examples, table  # noqa: E402 - a script, not a package

FOLDER = ROOT / "scraper" / "platforms"
EVERY = pytest.mark.parametrize("platform", platforms(), ids=lambda platform: platform.name)


def test_the_folder_is_the_registry():
    assert [platform.name for platform in platforms()] == sorted(
        file.stem for file in FOLDER.glob("*.py") if not file.stem.startswith("_")
    )


@EVERY
def test_has_an_example_and_a_trap(platform):
    assert {bool(example["ids"]) for example in examples()[platform.name]} == {True, False}


@EVERY
def test_finds_its_examples_and_nothing_in_its_traps(platform):
    for example in examples()[platform.name]:
        markup = f"<h1>Town hall</h1><p>Words.</p>{example['html']}<p>More.</p>"
        source = f"<html><body><article>{markup}</article></body></html>"
        found = [(embed.post.platform, embed.post.id) for embed in find_embeds(source)]
        assert found == [(platform.name, native_id) for native_id in example["ids"]]


@EVERY
def test_recognises_the_permalinks_it_writes(platform):
    for example in examples()[platform.name]:
        for embed in find_embeds(f"<body>{example['html']}</body>"):
            again = recognise(embed.post.url)
            assert (again.platform, again.id, again.url) == (platform.name, embed.post.id, embed.post.url)


@EVERY
def test_declares_known_forms_with_selectors_that_name_their_element(platform):
    assert set(platform.forms) <= set(get_args(Form))
    for selectors in platform.forms.values():
        for css in selectors.split(", "):
            assert css[0].isalpha()


@EVERY
def test_declares_addresses_and_marks_that_begin_with_a_literal(platform):
    for beginning in platform.addresses:
        assert re.fullmatch(r"/?[\w.@%/-]+", beginning)
    for mark in platform.marks:
        assert re.match(r"data-|/[\w-]+$|(?:\\[\[{]|% )?\w{4,}(?![\w?*{])", mark)


def worked_example(language="python"):
    return re.search(rf"```{language}\n(.*?)```", README.read_text("utf-8"), re.DOTALL)[1]


PROGRAM = """
import sys, tomllib
import scraper.platforms
scraper.platforms.__path__.append(sys.argv[1])
sys.path.append("tools")
from build_platform_table import table
from archive.site.words import platform_name
from scraper.extract import extract
from scraper.records import Document
from scraper.registry import normal_handle

page = "<html><body><article><h1>Rain</h1><p>Words.</p>%s<p>More.</p></article></body></html>"
for example in tomllib.loads(sys.argv[2])["chirp"]:
    for embed in extract(Document(source="a.html", content=(page % example["html"]).encode())).embeds:
        print(embed.post.id, embed.post.author.handle, embed.post.text, embed.post.posted.at)
prose = 'The rain came late. "Not a drop for weeks," Ada Example wrote on Chirp.'
print([(quote.text, quote.platform) for quote in extract(Document(source="a.txt", content=prose.encode())).quotes])
print(normal_handle("@ada"), normal_handle("@a-d-a", "chirp"))
print("| CHIRP! (`chirp`) | blockquote `blockquote.chirp-post` |" in table())
print(platform_name("chirp"))
"""


def test_an_invented_platform_needs_one_file(tmp_path):
    (tmp_path / "chirp.py").write_text(worked_example(), "utf-8")
    command = [sys.executable, "-c", PROGRAM, str(tmp_path), worked_example("toml")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "1700000000 ada Hello 2023-11-14T22:13:20.000Z",
        "[('\"Not a drop for weeks,\"', 'chirp')]",
        "ada None",
        "True",
        "CHIRP!",
    ]


def test_the_worked_example_is_as_the_checks_want_it():
    for work in (["check"], ["format", "--check"]):
        command = [sys.executable, "-m", "ruff", *work, "--stdin-filename", str(FOLDER / "chirp.py"), "-"]
        done = subprocess.run(
            command, input=worked_example(), capture_output=True, text=True, check=False, cwd=FOLDER.parents[1]
        )
        assert done.returncode == 0, done.stdout


def test_the_table_in_the_readme_is_that_of_the_code():
    assert table() in README.read_text("utf-8")


def test_the_declared_data_are_those_of_the_code():
    assert declared() == DECLARED.read_text("utf-8"), "run python tools/build_platform_table.py"


def test_a_platform_is_the_same_before_and_after_its_file_is_imported():
    for name in platform_names():
        known, made = read_platform(name), next(each for each in platforms() if each.name == name)
        assert {field: getattr(made, field) for field in known.__slots__} == {
            field: getattr(known, field) for field in known.__slots__
        }
