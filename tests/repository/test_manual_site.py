"""The manual's reference is that of today's code, its links lead somewhere, and it becomes a site."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


def test_the_reference_is_that_of_the_sources_of_truth():
    check = [sys.executable, ROOT / "tools" / "build_reference.py", "--check"]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert (done.stderr, done.returncode) == ("", 0)


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=lambda page: page.stem)
def test_links_lead_to_files(page):
    targets = re.findall(
        r"\]\(([^)#\s]+)", re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    )
    assert [t for t in targets if "://" not in t and not (page.parent / t).exists()] == []


@pytest.mark.slow
def test_the_site_is_built_and_loads_nothing_from_elsewhere(tmp_path):
    pytest.importorskip("mkdocs")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", tmp_path / "site"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    for page in (tmp_path / "site").rglob("*.html"):
        loaded = re.findall(r"<(?:script|link|img|iframe)\b[^>]*(?:src|href)=\"?(\S+)", page.read_text("utf-8"))
        assert [address for address in loaded if "//" in address] == []
