"""What the tests of archives share."""

import ctypes
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from commands import Answer
from dying import Forked
from newsroom import Held, Newsroom

#: Run and not imported: it changes what extracts in the process that loads it.
KILLING = Path(__file__).parents[1] / "helpers" / "killing.py"


@pytest.fixture
def path(tmp_path):
    """Where an archive may be made."""
    return tmp_path / "reactions.db"


@pytest.fixture
def room(tmp_path):
    """A newsroom in a folder of its own."""
    return Newsroom(tmp_path)


@pytest.fixture
def held(farm):
    """A page that is answered when the test sets `held.over`, or has ended."""
    page = Held(farm)
    yield page
    page.over.set()


@pytest.fixture
def voxpop_killed():
    """Run a command whose processes are killed by some documents."""

    def run(*arguments):
        command = [sys.executable, KILLING, *map(str, arguments)]
        root = Path(__file__).parents[2]
        return subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=120, check=False)

    return run


@pytest.fixture
def voxpop_obeying():
    """Run the command in a fork for which permissions hold, also where the tests run as root."""

    def run(*arguments):
        work = Forked(*arguments, begin=give_up_rights)
        out, err = work.communicate(60)
        return Answer(work.returncode, out, err)

    return run


def give_up_rights():
    """Give up this thread's rights to write and read everything."""
    version, this_thread, overriding = 0x20080522, 0, 1 << 1 | 1 << 2
    libc, head = ctypes.CDLL(None), (ctypes.c_uint32 * 2)(version, this_thread)
    rights = (ctypes.c_uint32 * 6)()  # effective, permitted and inheritable, then 32 more of each
    libc.capget(head, rights)
    rights[:3] = [some & ~overriding for some in rights[:3]]
    libc.capset(head, rights)


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
