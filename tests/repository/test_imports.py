"""One arrow of imports: config <- scraper <- archive, and heavy libraries only where they belong."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
#: Which rooms of the scraper may import which others. All may import the records and the errors.
ALLOWED = {
    "values": {"configuration"},
    "registry": {"values", "configuration"},
    "text": {"registry", "values", "bounds", "input"},
    "markup": {"registry", "values", "text"},
    "platforms": {"markup", "registry", "values"},
    "html": {"markup", "registry", "values", "text", "input", "bounds", "finder_runner"},
    "input": {"registry", "values"},
    "fetching": {"input", "values"},
}
FOR_ALL = {"records", "errors"}
NETWORK = {"httpx", "tenacity"}
DATABASE = {"sqlite3", "sqlite_utils"}
NETWORK_MODULES = ("scraper/fetching/",)
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


def rooms_of(path: Path) -> set[str]:
    """The rooms of the scraper that a file imports from, or a module outside all rooms."""
    modules = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "scraper":
            modules |= {f"scraper.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("scraper."):
            modules.add(node.module)
    return {module.split(".")[1] for module in modules}


@pytest.mark.parametrize("room", ALLOWED)
def test_no_import_runs_back_up(room):
    place = ROOT / "scraper" / room
    files = place.rglob("*.py") if place.is_dir() else [place.with_suffix(".py")]
    found = {(file.name, other) for file in files for other in rooms_of(file) - FOR_ALL - {room}}
    assert {(name, other) for name, other in found if other not in ALLOWED[room]} == set()


def test_the_rooms_have_no_circle():
    below: dict[str, set[str]] = {}

    def reach(room: str) -> set[str]:
        if room not in below:
            below[room] = set()
            below[room] = ALLOWED.get(room, set()).union(*map(reach, ALLOWED.get(room, set())))
        return below[room]

    assert [room for room in ALLOWED if room in reach(room)] == []


@pytest.mark.parametrize("module", [m for m in EVERY_MODULE if m.startswith("scraper/")])
def test_only_the_registry_looks_for_platforms(module):
    if not module.startswith("scraper/platforms/"):
        assert "platforms" not in rooms_of(ROOT / module)
