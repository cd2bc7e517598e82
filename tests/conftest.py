"""What the tests of several rooms share."""

from __future__ import annotations

import ctypes
import gc
import os
import runpy
import subprocess
import sys
import tempfile
from pathlib import Path

import depth
import pytest
from case_ids import COLLECTED, name_of
from commands import Answer, run_here

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples" / "articles"
#: A module that refuses requests that leave the machine, in every process of Python that loads it.
OFFLINE = ROOT / "tests" / "helpers" / "offline" / "sitecustomize.py"
REFUSED = pytest.StashKey[Path]()
#: The fixtures that start processes, serve pages or mount disks: hundreds of tests of a second each.
PROCESSES = {"voxpop", "serve_archive", "farm", "web", "small_disk", "sealed", "samples_archive"}


@pytest.fixture
def voxpop():
    """Run the real command in a process of its own."""

    def run(*arguments, **options) -> Answer:
        command = [sys.executable, "-m", "archive.main", *map(str, arguments)]
        done = subprocess.run(
            command, capture_output=True, text=True, encoding="utf-8", check=False, timeout=120, cwd=ROOT, **options
        )
        return Answer(done.returncode, done.stdout, done.stderr)

    return run


@pytest.fixture(scope="session")
def voxpop_here():
    """Run a command in this process, where only what it says and does matters: it costs a tenth."""
    return run_here


@pytest.fixture
def obey_permissions():
    """What a process that is about to start calls, so that permissions hold for it where the tests run as root."""

    def obey() -> None:
        drop_from_bounding_set, may_write_all, may_read_all = 24, 1, 2
        for right in (may_write_all, may_read_all):
            ctypes.CDLL(None).prctl(drop_from_bounding_set, right, 0, 0, 0)

    return obey


@pytest.fixture
def examples() -> Path:
    """The folder of sample articles."""
    return EXAMPLES


def pytest_configure(config):
    """Load what benchmarks and pytest share, and what holds for all rooms; refuse what leaves the machine."""
    config.pluginmanager.import_plugin("web")
    config.pluginmanager.import_plugin("doctests")
    depth.choose(config.option.markexpr)
    handle, name = tempfile.mkstemp(prefix="voxpop-refused-")
    os.close(handle)
    config.stash[REFUSED] = Path(name)
    os.environ["VOXPOP_TESTS_REFUSED"] = name
    paths = [str(OFFLINE.parent), os.environ.get("PYTHONPATH", "")]
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
    runpy.run_path(str(OFFLINE))


def pytest_unconfigure(config):
    """Delete the file of refused requests."""
    config.stash[REFUSED].unlink(missing_ok=True)


@pytest.fixture(autouse=True)
def offline(request):
    """Fail a test that would have sent something to another machine, whatever the code made of the refusal."""
    file = request.config.stash[REFUSED]
    before = file.stat().st_size
    yield
    if file.stat().st_size > before:  # almost no test gets here, so the file stays closed
        refused = file.read_bytes()[before:].decode()
        pytest.fail(f"no request may leave the machine in a test: {refused}", pytrace=False)


def pytest_make_parametrize_id(val, argname):
    return name_of(val, argname)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Mark long and thorough tests, and keep the names of all cases, before options leave any out."""
    for item in items:
        if PROCESSES & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.long)
        if depth.Depth.thorough and depth.has_two_depths(item):
            item.add_marker(pytest.mark.thorough)
    config.stash[COLLECTED] = [
        (item.nodeid, item.callspec.id, list(item.callspec.params)) for item in items if hasattr(item, "callspec")
    ]


def pytest_collection_finish():
    """Take the thousands of tests out of the garbage collector's rounds, which would walk through them each time."""
    gc.collect()
    gc.freeze()
