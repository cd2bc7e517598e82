"""An erasure that is killed has happened or has not, and the next one ends what it began."""

from __future__ import annotations

import gzip
import os
import signal
from importlib import import_module

import pytest
from dying import Forked
from erasing import run, world
from invented import rows

from archive.verify.check import findings


def killing(where, when):
    """Return what makes a process kill itself before or behind a function."""

    def begin():
        name = where.rpartition(".")[2]
        module = import_module(where.rpartition(".")[0])
        function = getattr(module, name)

        def killed(*given, **named):
            if when == "behind":
                function(*given, **named)
            os.kill(os.getpid(), signal.SIGKILL)

        setattr(module, name, killed)

    return begin


def bytes_of(folder, path):
    files = [*folder.glob(f"{path.name}*"), *(folder / "captures").glob("*.part")]
    zipped = (file.read_bytes() for file in (folder / "captures").glob("*.warc.gz"))
    return b"".join([*(file.read_bytes() for file in files), *map(gzip.decompress, zipped)])


@pytest.mark.long
@pytest.mark.parametrize(
    ("where", "when", "is_erased"),
    [
        ("archive.erasure.erase._captures", "before", False),
        ("archive.erasure.purge.purge", "before", True),
        ("archive.erasure.purge.blank", "before", True),
        ("archive.erasure.purge.blank", "behind", True),
        ("archive.erasure.purge._remove_empty", "before", True),
        ("archive.erasure.purge._remove_empty", "behind", True),
        ("archive.erasure.erase.clean", "before", True),
        ("archive.erasure.erase._empty_wal", "before", True),
        ("archive.erasure.erase._empty_wal", "behind", True),
        ("archive.erasure.erase.clean", "behind", True),
    ],
)
def test_a_killed_erasure_is_whole_or_undone_and_is_gone_on_with(path, tmp_path, where, when, is_erased):
    told = world(24, 3)
    run("archive", "-q", "-j", 1, path, told.write(tmp_path / "pages", told.pages))
    post = next(post for post in told.posts if told.shows_id_of(post.number))
    asked = ["erase", str(path), "--post", post.url, "--purge-captures"]
    work = Forked(*asked, begin=killing(where, when))
    work.communicate(60)
    assert work.returncode == -signal.SIGKILL
    assert findings(path, deep=True) == []
    assert (rows(path, "SELECT 1 FROM posts WHERE native_id = ?", post.id) == []) == is_erased
    run(*asked)
    assert post.words.encode() not in bytes_of(tmp_path, path)
    run("verify", path, "--deep")
    run("archive", "-q", "-j", 1, path, tmp_path / "pages")
    assert rows(path, "SELECT 1 FROM posts WHERE native_id = ?", post.id) == []
    kept = rows(path, "SELECT count(*) FROM captures WHERE hidden IS NULL AND file IS NOT NULL")
    assert kept[0][0] > 10
    assert f"{kept[0][0]} captures read" in run("reextract", path)
