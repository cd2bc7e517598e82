"""One arrow of imports: config <- scraper <- archive, and heavy libraries only where they belong."""

import ast
from collections import Counter
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
#: Which rooms of the scraper may import which others. All may import the records, the errors and `lazy_regex`.
ALLOWED = {
    "values": {"configuration"},
    "availability": set(),
    "registry": {"availability", "values", "configuration"},
    "text": {"registry", "values", "bounds", "input", "configuration"},
    "markup": {"registry", "values", "text", "configuration"},
    "platforms": {"availability", "markup", "registry", "values"},
    "html": {"markup", "registry", "values", "text", "input", "bounds", "configuration"},
    "plain": {"html", "markup", "registry", "values", "text", "bounds", "configuration"},
    "input": {"registry", "values", "configuration"},
    "fetching": {"input", "values"},
    "answered_posts": {"availability", "bounds", "input", "registry", "values"},
    "post_pictures": {"configuration", "input", "markup", "registry", "text", "values"},
}
FOR_ALL = {"records", "errors", "patterns", "lean_imports"}
#: The same for the archive, from the bottom to the top: commands above schedule, schedule above store.
ALLOWED_IN_ARCHIVE: dict[str, set[str]] = {
    "clock": set(),
    "lock": set(),
    "characters": set(),
    "humanize": set(),
    "stopping": set(),
    "datasette_files": set(),
    "store": {"clock", "humanize"},
    "reading": {"datasette_files", "store"},
    "api": {"datasette_files", "reading"},
    "captures": {"clock", "lock", "store"},
    "selection": {"store"},
    "bulk": {"clock", "humanize", "selection", "store"},
    "settings": {"outputs", "store"},
    "schedule": {"captures", "checks", "clock", "lock", "settings", "stopping", "store"},
    "hydration": {"captures", "checks", "clock", "settings", "store"},
    "checks": {"captures", "clock", "settings", "store"},
    "spreadsheets": set(),
    "outputs": {"captures", "store"},
    "site": {"characters", "datasette_files", "evidence", "humanize", "spreadsheets", "store"},
    "publishing": {"selection", "clock", "datasette_files", "humanize", "lock", "site", "spreadsheets", "store"},
    "status": {"clock", "lock", "store", "humanize"},
    "erasure": {"captures", "clock", "lock", "store"},
    "verify": {"captures", "clock", "lock", "outputs", "store", "humanize"},
    "evidence": {"captures", "characters", "clock", "humanize", "reading", "store"},
    "commands": {
        "bulk",
        "captures",
        "characters",
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
        "outputs",
        "publishing",
        "reading",
        "selection",
        "site",
        "spreadsheets",
    },
    "cli": {"commands", "stopping"},
    "main": {"cli"},
}
NETWORK = {"httpx", "tenacity"}
DATABASE = {"sqlite3", "sqlite_utils"}
NETWORK_MODULES = ("scraper/fetching/", "archive/bulk/storage.py")
EVERY_MODULE = sorted(
    path.relative_to(ROOT).as_posix() for room in ("scraper", "archive") for path in (ROOT / room).rglob("*.py")
)
IN_SCRAPER = [module for module in EVERY_MODULE if module.startswith("scraper/")]
IN_ARCHIVE = [module for module in EVERY_MODULE if module.startswith("archive/")]


@cache
def import_statements(module: str) -> tuple[ast.Import | ast.ImportFrom, ...]:
    """Return all import statements of a file, those in type-checking blocks and in functions included."""
    parsed = ast.parse((ROOT / module).read_text("utf-8"))
    return tuple(node for node in ast.walk(parsed) if isinstance(node, ast.Import | ast.ImportFrom))


def imports_of(module: str) -> set[str]:
    """Return the top-level packages that a file imports anywhere."""
    found = set()
    for node in import_statements(module):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif not node.level:
            found.add((node.module or "").split(".")[0])
    return found


def rooms_of(module: str, package: str = "scraper") -> set[str]:
    """Return the rooms of a package that a file imports from, and the modules outside all rooms."""
    modules = set()
    for node in import_statements(module):
        if isinstance(node, ast.ImportFrom) and node.module == package:
            modules |= {f"{package}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{package}."):
            modules.add(node.module)
    return {module.split(".")[1] for module in modules}


def that_import(modules: list[str], forbidden: set[str]) -> dict[str, set[str]]:
    """Return the modules that import any of the forbidden packages, each with those packages."""
    return {module: found for module in modules if (found := imports_of(module) & forbidden)}


def test_scraper_knows_no_database():
    found = that_import(IN_SCRAPER, DATABASE | {"archive"})
    assert found == {"scraper/input/tables.py": {"sqlite3"}}, "corpora may be SQLite databases, which are read only"


def test_only_fetch_and_discover_open_connections():
    others = [module for module in EVERY_MODULE if not module.startswith(NETWORK_MODULES)]
    assert that_import(others, NETWORK) == {}


def test_archive_parses_no_html():
    assert that_import(IN_ARCHIVE, {"bs4", "lxml", "resiliparse", "httpx"}) == {}


def test_records_and_errors_stand_alone():
    assert that_import(["scraper/records.py", "scraper/errors.py"], {"scraper"}) == {}


def test_only_the_registry_looks_for_platforms():
    others = [module for module in IN_SCRAPER if not module.startswith("scraper/platforms/")]
    assert [module for module in others if "platforms" in rooms_of(module)] == []


def test_an_import_is_found_wherever_it_is():
    assert "typing" in imports_of("scraper/extract.py")
    assert "scraper" in imports_of("archive/commands/archive.py")
    assert "html" in rooms_of("scraper/extract.py")


def imports_between_rooms(package: str, room: str) -> set[tuple[str, str]]:
    """The files of a room, each with another room of its package that it imports from."""
    place = f"{package}/{room}"
    files = [module for module in EVERY_MODULE if module.startswith(f"{place}/") or module == f"{place}.py"]
    return {(file, other) for file in files for other in rooms_of(file, package) - {room}}


@pytest.mark.parametrize(
    ("package", "allowed", "for_all"),
    [("scraper", ALLOWED, FOR_ALL), ("archive", ALLOWED_IN_ARCHIVE, set())],
    ids=["scraper", "archive"],
)
def test_no_import_runs_back_up(package, allowed, for_all):
    found = {room: imports_between_rooms(package, room) for room in allowed}
    assert [
        (name, other) for room in allowed for name, other in found[room] if other not in allowed[room] | for_all
    ] == []


def test_every_room_of_the_archive_has_its_place():
    rooms = {module.split("/")[1].removesuffix(".py") for module in EVERY_MODULE if module.startswith("archive/")}
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


def test_the_modules_have_no_circle():
    """Imports for type checkers and in functions count too."""
    names = {module.removesuffix(".py").removesuffix("/__init__").replace("/", "."): module for module in EVERY_MODULE}
    imported = {}
    for name, module in names.items():
        statements = [node for node in import_statements(module) if isinstance(node, ast.ImportFrom)]
        found = {
            each for node in statements for alias in node.names for each in named_by(node.module, alias.name, names)
        }
        imported[name] = found - {name}
    assert list(TopologicalSorter(imported).static_order())


def named_by(module, name, modules):
    """Return the module that is imported by ``from module import name``, if it is one of ours."""
    return [each for each in (f"{module}.{name}", module) if each in modules][:1]


@pytest.mark.parametrize("allowed", [ALLOWED, ALLOWED_IN_ARCHIVE], ids=["scraper", "archive"])
def test_the_map_shows_all_imports_that_are_allowed(allowed):
    shown = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    for package, others in allowed.items():
        assert f"| `{package}` | {', '.join(f'`{name}`' for name in sorted(others)) or 'nothing'} |" in shown


def assigned(module: str) -> list[str]:
    """Return the names that a file assigns at the top level."""
    statements = ast.parse((ROOT / module).read_text("utf-8")).body
    targets = (node for statement in statements if isinstance(statement, ast.Assign) for node in statement.targets)
    names = [node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)]
    annotated = (node.target for node in statements if isinstance(node, ast.AnnAssign))
    return names + [node.id for node in annotated if isinstance(node, ast.Name)]


def test_no_module_assigns_a_constant_twice():
    """Otherwise functions above the second assignment use its value too."""
    found = {
        module: [name for name, number in Counter(assigned(module)).items() if number > 1] for module in EVERY_MODULE
    }
    assert {module: names for module, names in found.items() if names} == {}
