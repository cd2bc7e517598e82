"""The examples of docs/python.md, run as they stand there."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

import scraper.api
from archive.commands.archive import archive_sources

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "python.md"
#: What the page calls an address of a newspaper.
ADDRESS = "https://harbour-gazette.example/pier"


@pytest.fixture
def sample_folder(tmp_path, examples, monkeypatch):
    """A folder with the sample articles and an archive of them, in which one is."""
    (tmp_path / "examples").symlink_to(examples.parent)
    monkeypatch.chdir(tmp_path)
    reading = {"published": None, "max_bytes": 20_000_000, "allow_private": False, "contact": None}
    archive_sources("reactions.db", ["examples/articles"], report=print, **reading)


@pytest.fixture
def served_page(web, examples, monkeypatch):
    """Let the address of the page lead to a sample article on loopback."""
    web.routes["/pier"] = (examples / "01-harbour-gazette.html").read_bytes()

    def extract_url(address, **options):
        return original(address.replace(ADDRESS, f"{web.url}/pier"), **{**options, "allow_private": True})

    original = scraper.api.extract_url
    monkeypatch.setattr(scraper.api, "extract_url", extract_url)


@pytest.mark.usefixtures("sample_folder", "served_page")
def test_the_examples_of_the_page():
    pytest.importorskip("pandas")
    text = PAGE.read_text("utf-8")
    test = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    said = []
    results = doctest.DocTestRunner().run(test, out=said.append)
    assert (results.failed, "".join(said)) == (0, "")
    assert results.attempted > 20


def test_every_function_is_on_the_page():
    text = PAGE.read_text("utf-8")
    functions = [name for name in scraper.api.__all__ if callable(getattr(scraper.api, name)) and name.islower()]
    assert [name for name in functions if name not in text] == []
