"""One arrow of imports: config <- scraper <- archive, and heavy libraries only where they belong."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
#: Which rooms of the scraper may import which others. All may import the records and the errors.
ALLOWED = {
    "values": {"configuration"},
    "availability": set(),
    "registry": {"availability", "values", "configuration"},
    "text": {"registry", "values", "bounds", "input", "configuration"},
    "markup": {"registry", "values", "text"},
    "platforms": {"availability", "markup", "registry", "values"},
    "html": {"markup", "registry", "values", "text", "input", "bounds", "finder_runner"},
    "plain": {"html", "markup", "registry", "values", "text", "bounds", "finder_runner", "configuration"},
    "input": {"registry", "values"},
    "fetching": {"input", "values"},
    "answered_posts": {"availability", "finder_runner", "input", "registry", "values"},
}
FOR_ALL = {"records", "errors"}
#: The same for the archive, from the bottom to the top: commands above schedule, schedule above store.
ALLOWED_IN_ARCHIVE: dict[str, set[str]] = {
    "clock": set(),
    "lock": set(),
    "humanize": set(),
    "stopping": set(),
    "datasette_files": set(),
    "store": {"clock", "humanize"},
    "reading": {"datasette_files", "store"},
    "api": {"datasette_files", "reading"},
    "captures": {"clock", "lock", "store"},
    "bulk": {"clock", "humanize", "store"},
    "settings": {"store"},
    "schedule": {"captures", "checks", "clock", "lock", "settings", "stopping", "store"},
    "hydration": {"captures", "checks", "clock", "settings", "store"},
    "checks": {"captures", "clock", "settings", "store"},
    "spreadsheets": set(),
    "publishing": {"bulk", "clock", "datasette_files", "humanize", "lock", "spreadsheets"},
    "status": {"clock", "lock", "store", "humanize"},
    "erasure": {"captures", "clock", "lock", "store"},
    "verify": {"captures", "lock", "store", "humanize"},
    "evidence": {"captures", "clock", "humanize", "reading", "store"},
    "commands": {
        "bulk",
        "captures",
        "checks",
        "clock",
        "datasette_files",
        "evidence",
        "erasure",
        "hydration",
        "schedule",
        "settings",
        "status",
        "stopping",
        "store",
        "verify",
        "humanize",
        "lock",
        "publishing",
        "reading",
        "spreadsheets",
    },
    "cli": {"commands", "stopping"},
    "main": {"cli"},
}
NETWORK = {"httpx", "tenacity"}
DATABASE = {"sqlite3", "sqlite_utils"}
NETWORK_MODULES = ("scraper/fetching/", "archive/bulk/remote.py")
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


def rooms_of(path: Path, package: str = "scraper") -> set[str]:
    """The rooms of a package that a file imports from, or a module outside all rooms."""
    modules = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == package:
            modules |= {f"{package}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{package}."):
            modules.add(node.module)
    return {module.split(".")[1] for module in modules}


def imports_between_rooms(package: str, room: str) -> set[tuple[str, str]]:
    """The files of a room, each with another room of its package that it imports from."""
    place = ROOT / package / room
    files = place.rglob("*.py") if place.is_dir() else [place.with_suffix(".py")]
    return {(file.name, other) for file in files for other in rooms_of(file, package) - {room}}


@pytest.mark.parametrize("room", ALLOWED)
def test_no_import_runs_back_up(room):
    found = imports_between_rooms("scraper", room)
    assert {(name, other) for name, other in found if other not in ALLOWED[room] | FOR_ALL} == set()


@pytest.mark.parametrize("room", ALLOWED_IN_ARCHIVE)
def test_no_import_of_the_archive_runs_back_up(room):
    found = imports_between_rooms("archive", room)
    assert {(name, other) for name, other in found if other not in ALLOWED_IN_ARCHIVE[room]} == set()


def test_every_room_of_the_archive_has_its_place():
    rooms = {
        module.split("/")[1].removesuffix(".py") for module in EVERY_MODULE if module.startswith("archive/")
    }
    assert rooms - {"__init__"} == ALLOWED_IN_ARCHIVE.keys()


@pytest.mark.parametrize("allowed", [ALLOWED, ALLOWED_IN_ARCHIVE], ids=["scraper", "archive"])
def test_the_rooms_have_no_circle(allowed):
    below: dict[str, set[str]] = {}

    def reach(room: str) -> set[str]:
        if room not in below:
            below[room] = set()
            below[room] = allowed.get(room, set()).union(*map(reach, allowed.get(room, set())))
        return below[room]

    assert [room for room in allowed if room in reach(room)] == []


@pytest.mark.parametrize("module", [m for m in EVERY_MODULE if m.startswith("scraper/")])
def test_only_the_registry_looks_for_platforms(module):
    if not module.startswith("scraper/platforms/"):
        assert "platforms" not in rooms_of(ROOT / module)
