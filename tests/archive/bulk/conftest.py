"""A small crawl, and a way to make a dataset of it in this process."""

from __future__ import annotations

import pyarrow.parquet as pq
import pytest

from archive.bulk.dataset import Dataset, Options, rules_version
from archive.bulk.run import make_dataset
from archive.bulk.storage import Storage, Target
from archive.bulk.tables import TABLES
from archive.bulk.task import work_on
from tools.make_crawl import make_crawl


@pytest.fixture(scope="session")
def crawl(tmp_path_factory):
    """Three WARC files of 40 pages, with damaged records."""
    return make_crawl(tmp_path_factory.mktemp("crawl"), 3, 40, kilobytes=8)


def make_here(inputs, out, **options):
    """Make a dataset in this process; return its tally."""
    return make_dataset(
        str(out),
        map(str, inputs),
        Options(**options),
        engine=lambda tasks: map(work_on, tasks),
        storage=Storage(longest_wait=0.01),
    )


@pytest.fixture(scope="session")
def whole(crawl, tmp_path_factory):
    """The dataset of the crawl, to be read."""
    out = tmp_path_factory.mktemp("whole") / "out"
    make_here(crawl, out)
    return out


@pytest.fixture
def make(tmp_path):
    """Give a function that makes a dataset in this process and gives its tally."""

    def run(inputs, out=tmp_path / "out", **options):
        return make_here(inputs, out, **options)

    return run


def rows_in(out):
    """All rows of the finished parts: table -> rows, in the order of parts."""
    done = sorted(Dataset(Target(str(out))).done(rules_version()))
    return {
        table: [row for part in done for row in pq.read_table(out / table / f"{part}.parquet").to_pylist()]
        for table in TABLES
    }
