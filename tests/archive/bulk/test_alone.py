"""What one machine needs: none of a cluster's packages, and memory that does not grow with the input."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools.make_crawl import make_crawl

pytestmark = pytest.mark.long

#: What a worker of one machine must not ask for.
CLUSTER = ("dask", "distributed", "fsspec", "s3fs", "aiohttp", "aiobotocore", "botocore", "boto3", "pandas")


@pytest.fixture
def without(tmp_path):
    """Give a function that runs the command where some packages cannot be imported, in no process of it."""

    def run(missing, *arguments):
        folder = tmp_path / "missing"
        folder.mkdir(exist_ok=True)
        for name in missing:
            (folder / f"{name}.py").write_text(
                f"raise ModuleNotFoundError(\"No module named '{name}'\", name={name!r})"
            )
        command = [sys.executable, "-m", "archive.main", *map(str, arguments)]
        environment = {**os.environ, "PYTHONPATH": str(folder)}
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300, env=environment)
        return done.returncode, done.stdout, done.stderr

    return run


def test_one_machine_needs_no_package_of_a_cluster(crawl, tmp_path, without):
    out = tmp_path / "out"
    code, printed, errors = without(CLUSTER, "bulk", out, crawl[0], "--jobs", 1)
    assert (code, errors, printed.partition(",")[0]) == (0, "", f"{out}: 1 file done")
    code, printed, errors = without(CLUSTER, "bulk", "status", out)
    assert (code, errors, "1 of 1 file done" in printed) == (0, "", True)


@pytest.mark.parametrize(
    ("missing", "engine", "words"),
    [
        ("distributed", "dask", "--engine dask needs Dask: install it with `pip install 'voxpop[cluster]'`"),
        ("pyarrow", "processes", "datasets need pyarrow: install it with `pip install 'voxpop[bulk]'`"),
    ],
    ids=["dask", "pyarrow"],
)
def test_what_is_missing_is_named_with_its_extra(crawl, without, missing, engine, words):
    code, printed, errors = without([missing], "bulk", crawl[0].parent / "out", crawl[0], "--engine", engine)
    assert (code, printed) == (3, "")
    assert words in errors
    assert errors.count("\n") == 1


@pytest.mark.parametrize("missing", ["fsspec", "s3fs"], ids=str)
def test_remote_files_without_their_packages(tmp_path, without, missing):
    code, printed, errors = without([missing], "bulk", tmp_path / "out", "s3://crawl/*.warc.gz")
    assert (code, printed) == (3, "")
    assert "files on remote storage need more packages" in errors
    assert "pip install 'voxpop[cluster]'" in errors
    assert errors.count("\n") == 1


#: Works on a file in this process, and prints the most memory that it ever held, in bytes.
MEASURED = """
import sys
from pathlib import Path
import scraper.warm
from archive.bulk.dataset import Dataset, Options, rules_version
from archive.bulk.storage import Target
from archive.bulk.task import Task, work_on
name, out = sys.argv[1:]
options = Options(only="all")
Dataset(Target(out)).begin(options)
work_on(Task(input=name, out=out, options=options, rules=rules_version()))
print(int(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0]) * 1024)
"""


@pytest.mark.thorough
def test_the_memory_of_a_worker_does_not_grow_with_the_input(tmp_path):
    if not Path("/proc/self/status").exists():
        pytest.skip("no /proc to read the peak from")
    peaks = []
    for pages in (20, 400):
        (crawl,) = make_crawl(tmp_path / f"{pages}", 1, pages, kilobytes=40)
        command = [sys.executable, "-c", MEASURED, str(crawl), str(tmp_path / f"out{pages}")]
        peaks.append(int(subprocess.run(command, capture_output=True, text=True, check=True, timeout=300).stdout))
    assert max(peaks) < 400_000_000
    assert peaks[1] - peaks[0] < 60_000_000
