"""Loads the invented articles and the newsroom beside this file by their path: the tests are no package."""

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

for NAME in ("invented", "newsroom"):
    SPEC = importlib.util.spec_from_file_location(NAME, Path(__file__).with_name(f"{NAME}.py"))
    sys.modules[NAME] = importlib.util.module_from_spec(SPEC)
    SPEC.loader.exec_module(sys.modules[NAME])


@pytest.fixture
def path(tmp_path):
    """Where an archive may be made."""
    return tmp_path / "reactions.db"


@pytest.fixture
def room(tmp_path):
    """A newsroom in a folder of its own."""
    return sys.modules["newsroom"].Newsroom(tmp_path)


@pytest.fixture
def small_disk(tmp_path):
    """A disk of 2 MB, where the machine lets one be mounted."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(disk)]
    if not shutil.which("mount") or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no small disk can be mounted here: it takes root, and the command mount")
    yield disk
    subprocess.run(["umount", "--lazy", str(disk)], check=True)
