"""Settings: everything that can be wrong is one line with file, key and remedy."""

from __future__ import annotations

import tomllib
from dataclasses import fields
from itertools import pairwise
from pathlib import Path

import pytest

from archive.settings import Fetching, Settings, Visiting, read_settings
from scraper.errors import SettingsError

SHIPPED = Path(__file__).parents[2] / "config" / "voxpop.toml"
TOP = 'database = "a.db"\ncaptures = "captures"\n'


def read(tmp_path, text):
    file = tmp_path / "voxpop.toml"
    file.write_text(text, "utf-8")
    return read_settings(file)


def test_the_shipped_file_holds_every_default():
    settings = read_settings(SHIPPED)
    assert (settings.fetch, settings.visits, settings.contact, settings.sources) == (
        Fetching(),
        Visiting(),
        None,
        (),
    )
    table = tomllib.loads(SHIPPED.read_text("utf-8"))
    assert set(table["fetch"]) == {item.name for item in fields(Fetching)}
    assert set(table["visits"]) == {item.name for item in fields(Visiting)}
    assert table["rotate_bytes"] == next(
        item.default for item in fields(Settings) if item.name == "rotate_bytes"
    )


def test_every_key_of_the_shipped_file_is_explained():
    lines = SHIPPED.read_text("utf-8").splitlines()
    for before, line in pairwise(lines):
        if "=" in line and not line.startswith("#"):
            assert before.startswith("# "), line


def test_the_commented_examples_are_valid(tmp_path):
    lines = SHIPPED.read_text("utf-8").splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("# [["))
    examples = [line.removeprefix("#").strip() for line in lines[first:]]
    kept = [line for line in examples if line.startswith("[[") or " = " in line]
    settings = read(tmp_path, TOP + "\n".join(kept))
    assert [source.kind for source in settings.sources] == ["feed", "sitemap", "urls_file", "folder"]
    assert settings.sources[0].topics[0].hashtags == ("StormAlva",)
    assert settings.sources[0].every == 1800


def test_paths_count_from_the_file(tmp_path):
    settings = read(tmp_path, TOP + '[[sources]]\nname = "s"\nfolder = "pages"\n')
    assert settings.database == tmp_path / "a.db"
    assert settings.sources[0].places == (str(tmp_path / "pages"),)


WRONG = [
    ("databse = 'a'", "databse: is no setting: did you mean database?"),
    ("xyz = 1", "xyz: is no setting: known here: database, captures"),
    ("captures = 'c'", "database: is missing"),
    (TOP + "[fetch]\ndelay = 'fast'", "fetch.delay: must be a number from 0 on, not 'fast'"),
    (TOP + "[fetch]\ndelay = nan", "fetch.delay: must be a number from 0 on"),
    (TOP + "[fetch]\ndelay = true", "fetch.delay: must be a number"),
    (TOP + "[fetch]\nconcurency = 3", "fetch.concurency: is no setting: did you mean concurrency?"),
    (TOP + "[fetch]\nconcurrency = 0", "fetch.concurrency: must be a whole number from 1"),
    (TOP + "[fetch]\nallow_private = 'no'", "fetch.allow_private: must be true or false"),
    (TOP + "fetch = 3", "fetch: must be a table"),
    (TOP + "sources = [1]", "sources: must be tables in double brackets"),
    (TOP + "contact = 'ünï'", "contact: must be a URL or an e-mail address"),
    (TOP + 'contact = "a\\nb"', "contact: must be"),
    (TOP + "[visits]\nagain = ['soon']", "visits.again: must be a list of times"),
    (TOP + "[visits]\nquiet = 7", "visits.quiet: must be a time such as"),
    (
        TOP + "[[sources]]\nfeed = 'https://a.example/'",
        "sources[1]: needs a name and exactly one of feed, sitemap",
    ),
    (
        TOP + "[[sources]]\nname = 'a'\nfeed = 'https://a.example/'\nfolder = 'x'",
        "sources[1]: needs a name and exactly one",
    ),
    (
        TOP + "[[sources]]\nname = 'a'\nfeed = 'a.example'",
        "sources[1].feed: must be an address that begins with https://",
    ),
    (
        TOP + "[[sources]]\nname = 'a'\nurls = 'https://a.example'",
        "sources[1].urls: must be a list of addresses",
    ),
    (
        TOP + "[[sources]]\nname = 'a'\nfolder = 'x'\n[[sources]]\nname = 'a'\nfolder = 'y'",
        "sources[2].name: 'a' is used twice",
    ),
    (
        TOP + "[[sources]]\nname = 'a'\nfolder = 'x'\ntopics = ['t']",
        "sources[1].topics: 't' is no topic: add it",
    ),
    (TOP + "[[topics]]\nname = 'a'", "topics[1]: needs a name, and hashtags or terms"),
    (TOP + "[[topics]]\nname = 'a'\nterms = 'x'", "topics[1].terms: must be a list of texts"),
    ("database = ", "is not TOML"),
]


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_what_is_wrong_is_one_line(tmp_path, text, message):
    with pytest.raises(SettingsError) as caught:
        read(tmp_path, text)
    assert str(caught.value).startswith(f"{tmp_path / 'voxpop.toml'}: {message}")
    assert "\n" not in str(caught.value)
    assert caught.value.exit_code == 3


def test_files_that_cannot_be_read(tmp_path):
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe")
    for name, words in (
        ("missing.toml", "voxpop init"),
        (".", "cannot be read"),
        ("binary.toml", "cannot be read"),
    ):
        with pytest.raises(SettingsError, match=words):
            read_settings(tmp_path / name)
