"""Crawls on remote storage that says "slow down", hangs up, and cuts short: done whole, or failed with a reason."""

from __future__ import annotations

import os
import re
from functools import partial
from http.server import SimpleHTTPRequestHandler
from pathlib import Path

import boto3
import pyarrow.parquet as pq
import pytest
from moto.server import ThreadedMotoServer
from s3fs import S3FileSystem

from archive.bulk import storage
from archive.bulk import storage as storages
from archive.bulk.dataset import Dataset, Options, rules_version
from archive.bulk.run import make_dataset
from archive.bulk.storage import Storage, Target, check_address, find_inputs
from archive.bulk.tables import TABLES
from archive.bulk.task import work_on
from scraper.errors import ArchiveError, SettingsError, SourceError

from .storages import FaultyProxy, Quiet, start

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def s3_server():
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    yield server.get_host_and_port()[1]
    server.stop()


@pytest.fixture
def s3(s3_server, monkeypatch, crawl):
    """A bucket with the crawl, behind a proxy that fails as often as its `share` says."""
    monkeypatch.setattr(storages, "_PIECE", 20_000)
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "testing-secret")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    client = boto3.client("s3", endpoint_url=f"http://127.0.0.1:{s3_server}")
    client.create_bucket(Bucket="crawl")
    for path in crawl:
        client.put_object(Bucket="crawl", Key=f"2024/{path.name}", Body=path.read_bytes())
    proxy = FaultyProxy(s3_server)
    yield proxy
    proxy.close()
    for found in client.list_objects_v2(Bucket="crawl").get("Contents", ()):
        client.delete_object(Bucket="crawl", Key=found["Key"])
    client.delete_bucket(Bucket="crawl")


def rows_at(target):
    """The rows of a dataset, table by table, without what names the input file."""
    dataset = Dataset(target)
    done = sorted(dataset.done(rules_version()))
    return {
        table: [
            {name: value for name, value in row.items() if name not in {"part", "source", "record"}}
            for part in sorted(done, key=lambda part: Path(dataset.marker(part).input).name)
            for row in pq.read_table(
                f"{target.root.removeprefix('s3://')}/{table}/{part}.parquet", filesystem=target._system
            ).to_pylist()
        ]
        for table in TABLES
    }


def make_at(out, names, storage):
    return make_dataset(str(out), names, Options(), engine=partial(map, work_on), storage=storage)


def storage_of(proxy):
    return Storage(endpoint=proxy.url, longest_wait=0.02)


@pytest.mark.parametrize(
    "size",
    [
        pytest.param((1, 0.4, 0), id="one file"),
        pytest.param((3, 0.25, 0), id="seed 0", marks=pytest.mark.thorough),
        pytest.param((3, 0.25, 1), id="seed 1", marks=pytest.mark.thorough),
    ],
)
def test_faults_of_storage_change_nothing(crawl, make, tmp_path, s3, size):
    files, s3.share, seed = size
    make(crawl[:files], tmp_path / "plain")
    s3.dice.seed(seed)
    storage = storage_of(s3)
    found = find_inputs(["s3://crawl/2024/*.warc.gz"], storage)
    assert [Path(name).name for name in found.files] == [path.name for path in crawl]
    names = found.files[:files]
    tally = make_at("s3://crawl/out", names, storage)
    assert (tally.done, tally.failed) == (files, {})
    assert set(s3.faults) == {"slow down", "reset", "cut"}
    s3.share = 0.0
    target = Target("s3://crawl/out", storage)
    assert rows_at(target) == rows_at(Target(str(tmp_path / "plain")))
    assert target.names("_failed") == target.names("_running") == []
    assert make_at("s3://crawl/out", names, storage).before == files


@pytest.fixture
def impatient(monkeypatch):
    """Give up soon."""
    monkeypatch.setattr(storage, "_TRIES", 2)
    monkeypatch.setattr(S3FileSystem, "retries", 1)


@pytest.mark.usefixtures("impatient")
def test_a_file_that_storage_never_gives_fails_with_its_reason(crawl, tmp_path, s3):
    names = [f"s3://crawl/2024/{path.name}" for path in crawl[:2]]
    s3.broken = {crawl[1].name}
    tally = make_at(tmp_path / "out", names, storage_of(s3))
    assert (tally.done, [*tally.failed]) == (1, [names[1]])
    assert tally.failed[names[1]].startswith("cannot be read from its storage (")
    (failure,) = Dataset(Target(str(tmp_path / "out"))).failures(rules_version())
    assert failure["reason"] == tally.failed[names[1]]
    s3.broken = set()
    assert make_at(tmp_path / "out", names, storage_of(s3)).done == 1
    written = b"".join(path.read_bytes() for path in (tmp_path / "out").rglob("*") if path.is_file())
    assert b"testing-secret" not in written


@pytest.mark.usefixtures("impatient")
def test_a_dataset_whose_storage_is_gone_is_an_error_of_one_line(crawl, s3):
    s3.broken = {"_dataset.json"}
    with pytest.raises(ArchiveError, match="s3://crawl/out: its storage does not answer"):
        make_at("s3://crawl/out", [str(crawl[0])], storage_of(s3))


def web(folder, *, pieces):
    """A web server of a folder, which sends pieces or not, and fails with every third request."""

    class Handler(SimpleHTTPRequestHandler):
        asked = 0

        def log_message(self, *_):
            pass

        def do_GET(self):
            Handler.asked += 1
            content = (folder / self.path.lstrip("/")).read_bytes()
            wanted = re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers.get("Range", ""))
            if Handler.asked % 3 == 0:
                self.send_error(503)
                return
            if pieces and wanted:
                content = content[int(wanted[1]) : int(wanted[2]) + 1]
            self.send_response(206 if pieces and wanted else 200)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content[: len(content) // 2] if Handler.asked % 3 == 1 and not wanted else content)

    return Quiet(("127.0.0.1", 0), partial(Handler, directory=folder))


@pytest.mark.parametrize("pieces", [True, False], ids=["pieces", "whole files"])
def test_files_of_web_servers(crawl, make, tmp_path, monkeypatch, pieces):
    monkeypatch.setattr(storages, "_PIECE", 50_000)
    make(crawl[1:2], tmp_path / "plain")
    server = web(crawl[0].parent, pieces=pieces)
    url = start(server)
    tally = make_at(tmp_path / "out", [f"{url}/{path.name}" for path in crawl[1:2]], Storage(longest_wait=0.01))
    server.shutdown()
    server.server_close()
    assert (tally.done, tally.failed) == (1, {})
    assert rows_at(Target(str(tmp_path / "out"))) == rows_at(Target(str(tmp_path / "plain")))


def test_a_file_that_a_web_server_does_not_have_fails_at_once(crawl, tmp_path):
    server = Quiet(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=crawl[0].parent))
    SimpleHTTPRequestHandler.log_message = lambda *_: None
    name = f"{start(server)}/none.warc.gz"
    tally = make_at(tmp_path / "out", [name], Storage())
    server.shutdown()
    server.server_close()
    assert [*tally.failed] == [name]
    assert "cannot be read from its storage" in tally.failed[name]


@pytest.mark.parametrize(
    "name",
    [
        "https://user:hunter2@crawl.example/a.warc.gz",
        "s3://key:hunter2@bucket/a.warc.gz",
        "https://crawl.example/a.warc.gz?X-Amz-Signature=hunter2",
        "https://crawl.example/a.warc.gz?token=hunter2",
    ],
    ids=["password", "key", "signed", "token"],
)
def test_addresses_with_credentials_are_refused_and_not_shown(name, crawl, tmp_path, voxpop_here):
    with pytest.raises(SourceError) as error:
        check_address(name)
    assert "contains credentials" in str(error.value)
    (tmp_path / "list").write_text(name)
    for arguments in (
        [tmp_path / "out", name],
        [tmp_path / "out", f"@{tmp_path / 'list'}"],
        [name, crawl[0]],
        [tmp_path / "out", crawl[0], "--s3-endpoint", name],
    ):
        answer = voxpop_here("bulk", *arguments)
        assert answer.code != 0
        assert "contains credentials" in answer.err
        assert "hunter2" not in answer.err + answer.out


def test_a_dataset_is_not_written_to_web_servers():
    with pytest.raises(SettingsError, match="cannot be written to: name a folder, or s3://"):
        Target("https://crawl.example/out")


def test_a_file_is_on_disk_before_it_takes_its_place(tmp_path, monkeypatch):
    done, fsync, replace = [], os.fsync, Path.replace
    monkeypatch.setattr(os, "fsync", lambda number: (done.append("synced"), fsync(number)))
    monkeypatch.setattr(Path, "replace", lambda *paths: (done.append("named"), replace(*paths)))
    (tmp_path / "part").write_bytes(b"rows")
    Target(str(tmp_path / "out")).put(tmp_path / "part", "articles", "part.parquet")
    assert (tmp_path / "out" / "articles" / "part.parquet").read_bytes() == b"rows"
    assert done == ["synced", "named"]
