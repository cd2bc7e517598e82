"""One arrow of imports: config <- scraper <- archive, and heavy libraries only where they belong."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NETWORK = {"httpx", "tenacity"}
DATABASE = {"sqlite3", "sqlite_utils"}
NETWORK_MODULES = ("scraper/fetch/", "scraper/discover")
EVERY_MODULE = sorted(
    path.relative_to(ROOT).as_posix()
    for room in ("scraper", "archive")
    for path in (ROOT / room).rglob("*.py")
)


def imports_of(path: Path) -> set[str]:
    """The top-level packages that a file imports anywhere, type-checking blocks included."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add((node.module or "").split(".")[0])
    return found


@pytest.mark.parametrize("module", [m for m in EVERY_MODULE if m.startswith("scraper/")])
def test_scraper_knows_no_database(module):
    assert not imports_of(ROOT / module) & (DATABASE | {"archive"})


@pytest.mark.parametrize("module", EVERY_MODULE)
def test_only_fetch_and_discover_open_connections(module):
    if not module.startswith(NETWORK_MODULES):
        assert not imports_of(ROOT / module) & NETWORK


@pytest.mark.parametrize("module", [m for m in EVERY_MODULE if m.startswith("archive/")])
def test_archive_parses_no_html(module):
    assert not imports_of(ROOT / module) & {"bs4", "lxml", "resiliparse", "httpx"}


def test_records_and_errors_stand_alone():
    for module in ("scraper/records.py", "scraper/errors.py"):
        assert "scraper" not in imports_of(ROOT / module)
