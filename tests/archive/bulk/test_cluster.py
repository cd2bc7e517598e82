"""Crawls into datasets on a Dask cluster, whose parts are killed."""

from __future__ import annotations

import logging
import random
import subprocess
import sys
from types import SimpleNamespace

import pytest

from archive.bulk import workers as clusters
from archive.bulk.dataset import rules_version
from benchmarks.trials import Cluster, differences, free_port, trial
from scraper.errors import SettingsError
from tools.make_crawl import make_crawl

pytestmark = pytest.mark.long


@pytest.fixture
def cluster(tmp_path):
    """A scheduler and workers of two threads."""
    made = Cluster(tmp_path, how_many=1, threads=2)
    made.mend()
    yield made
    made.close()


def bulk(*arguments, cwd):
    command = [sys.executable, "-m", "archive.main", "bulk", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False, timeout=300)
    return done.returncode, done.stdout, done.stderr


def test_a_cluster_makes_the_dataset_of_one_process_and_says_nothing_else(crawl, whole, tmp_path, cluster):
    (tmp_path / "elsewhere").mkdir()
    how = ["--engine", "dask", "--scheduler", cluster.address]
    code, printed, errors = bulk("many", *crawl, *how, cwd=tmp_path / "elsewhere")
    assert (code, errors) == (0, "")
    assert printed.startswith("many: 3 files done, 12")
    assert differences(whole, tmp_path / "elsewhere" / "many") == []


@pytest.mark.thorough
def test_a_cluster_on_this_machine(crawl, whole, tmp_path):
    code, printed, errors = bulk("many", *crawl, "--engine", "dask", "--jobs", 2, cwd=tmp_path)
    assert (code, errors, printed.partition(",")[0]) == (0, "", "many: 3 files done")
    assert differences(whole, tmp_path / "many") == []


@pytest.mark.thorough
def test_whatever_is_killed_the_dataset_is_that_of_an_undisturbed_run(tmp_path, make):
    crawl = make_crawl(tmp_path / "crawl", 12, 30, kilobytes=8)
    make(crawl, tmp_path / "one")
    killed = trial(tmp_path / "crawl", tmp_path / "many", tmp_path, random.Random(20), kills=5, pause=6)
    assert sum(killed.values()) > 0
    assert differences(tmp_path / "one", tmp_path / "many") == []


def test_an_address_at_which_nobody_answers(monkeypatch):
    monkeypatch.setattr(clusters, "_PATIENCE", 0.5)
    address = f"tcp://127.0.0.1:{free_port()}"
    with pytest.raises(SettingsError, match="no scheduler answers there"):
        [*clusters.work_on_cluster([None], scheduler=address, jobs=1)]


def test_without_files_no_cluster_is_asked():
    assert [*clusters.work_on_cluster([], scheduler="tcp://none:1", jobs=1)] == []


def versions(dask="2026.8.0", python="3.11.7.final.0"):
    return {"host": {"python": python}, "packages": {"dask": dask, "distributed": "2026.8.0"}}


@pytest.mark.parametrize(
    ("scheduler", "worker", "rules", "words"),
    [
        (versions("2025.1.0"), versions(), None, "the scheduler has dask 2025.1.0, this process 2026.8.0"),
        (versions(), versions(python="3.12.1"), None, "tcp://far:1 has python 3.12, this process 3.11"),
        (versions(), versions(), "r00000000", "tcp://far:1 has another voxpop (r00000000, this one is"),
        (versions(), versions(), ImportError("No module named 'archive'"), "tcp://far:1 has no voxpop"),
    ],
    ids=["scheduler", "python", "rules", "no voxpop"],
)
def test_other_versions_are_said_in_one_line(scheduler, worker, rules, words):
    client = SimpleNamespace(
        get_versions=lambda: {"client": versions(), "scheduler": scheduler, "workers": {"tcp://far:1": worker}},
        run=lambda *_, **__: {"tcp://far:1": rules or rules_version()},
    )
    with pytest.raises(SettingsError) as error:
        clusters._check_versions(client)
    assert words in str(error.value)
    assert str(error.value).endswith("install the same version everywhere")


def test_patch_versions_of_python_may_differ():
    found = {"client": versions(), "scheduler": versions(python="3.11.2"), "workers": {}}
    clusters._check_versions(SimpleNamespace(get_versions=lambda: found, run=lambda *_, **__: {}))


def test_logs_are_silent_unless_they_are_asked_for():
    import dask
    import distributed  # noqa: F401 -- sets its loggers

    clusters._silence()
    assert not logging.getLogger("distributed.client").isEnabledFor(logging.CRITICAL)
    logging.getLogger("distributed.client").setLevel(logging.WARNING)
    with dask.config.set({"logging": {"distributed": "info"}}):
        clusters._silence()
    assert logging.getLogger("distributed.client").isEnabledFor(logging.WARNING)


def test_a_cluster_that_stays_without_workers_is_spoken_of_once(monkeypatch):
    monkeypatch.setattr(clusters, "_PATIENCE", 0)
    monkeypatch.setattr(clusters, "_PAUSE", 0)
    workers, said = [{}, {}, {}, {"tcp://far:1": {}}, {}, {}], []
    client = SimpleNamespace(scheduler_info=lambda **_: {"workers": workers.pop(0)})
    waiting = SimpleNamespace(is_empty=lambda: not workers, next_batch=lambda **_: [])
    assert list(clusters._ended(client, waiting, said.append)) == []
    assert said == ["the cluster has no workers: the work goes on when one comes"] * 2
