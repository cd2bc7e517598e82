"""`import voxpop` and `python -m voxpop`: the names that scripts and notebooks use."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import archive.api
import scraper.api
import voxpop

ROOT = Path(__file__).parents[2]


def test_the_public_names_are_those_of_the_packages():
    ours = {name: getattr(voxpop, name) for name in dir(voxpop) if name != "__version__"}
    assert ours.pop("open_archive") is archive.api.open_archive
    assert ours == {name: getattr(scraper.api, name) for name in scraper.api.__all__ if name in ours}
    assert {"extract_all", "extract_file", "extract_text", "extract_url", "reactions"} <= ours.keys()
    assert voxpop.__version__[0].isdigit()


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'scrape'"):
        voxpop.scrape  # noqa: B018 - the access is the test


def test_the_citation_and_the_changelog_name_this_version():
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"\n## [{version}] - " in (ROOT / "CHANGELOG.md").read_text("utf-8")


def run(*arguments, folder):
    """Run Python in a folder that comes first on the path, as that of a script does."""
    path = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"}
    return subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=path, capture_output=True, text=True, check=False
    )


def test_the_module_is_the_command(tmp_path):
    done = run("-m", "voxpop", "--version", folder=tmp_path)
    assert (done.returncode, done.stdout) == (0, f"voxpop {voxpop.__version__}\n")


@pytest.mark.parametrize("name", ["scraper", "archive"])
def test_a_script_that_hides_a_package_is_named(tmp_path, name):
    script = tmp_path / f"{name}.py"
    script.write_text("raise SystemExit('the wrong module ran')")
    done = run("-c", "import voxpop", folder=tmp_path)
    assert f"{script} hides voxpop's package `{name}`: rename it, or run from another folder" in done.stderr
