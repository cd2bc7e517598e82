"""Captures: standard WARC files that survive kills and full disks."""

from __future__ import annotations

import gzip
import io
import os
import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from fastwarc.warc import ArchiveIterator
from warcio.archiveiterator import ArchiveIterator as WarcioIterator

from archive.captures.files import Captures, cut_torn_end
from archive.captures.packing import Earlier
from scraper.errors import ArchiveError, DocumentError
from scraper.fetching import Exchange
from scraper.input import load
from scraper.input.warc import record_at

PAGE = "<!doctype html><p>Fans were quick to answer — “never again”.</p>".encode()


def exchange(number=0, body=PAGE, day=2, **fields):
    values = {
        "url": f"https://the-post.example/{number}?a=1",
        "at": datetime(2020, 2, day, 3, 4, 5, 678000, UTC),
        "address": "192.0.2.1",
        "sent": (("Host", "the-post.example"), ("User-Agent", "voxpop/1")),
        "status": 200,
        "reason": "OK",
        "version": "HTTP/1.1",
        "received": (("Content-Type", "text/html; charset=utf-8"), ("Transfer-Encoding", "chunked")),
        "body": body,
    }
    return Exchange(**{**values, **fields})


def is_file(capture, number):
    """Return True if a capture is in the file of this day and number."""
    return re.fullmatch(rf"voxpop-0{{12}}-{number}-[0-9a-f]{{6}}\.warc\.gz", capture.file) is not None


def check(folder):
    """Let warcio's own checker and fastwarc read every file."""
    files = sorted(str(path) for path in folder.glob("*.warc.gz"))
    run = subprocess.run(
        [sys.executable, "-m", "warcio.cli", "check", *files], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return [record.headers["WARC-Type"] for name in files for record in ArchiveIterator(name, parse_http=False)]


def test_what_is_written_can_be_read(tmp_path):
    with Captures(tmp_path / "captures", 10**9) as captures:
        found = [captures.write(exchange(number)) for number in range(3)]
    folder = tmp_path / "captures"
    assert check(folder) == ["warcinfo", *["response", "request"] * 3]
    assert {is_file(capture, "20200202-00001") for capture in found} == {True}
    assert found[1].fetched_at == "2020-02-02T03:04:05Z"
    document = record_at(str(folder / found[1].file), found[1].offset, 10**6)
    assert (document.content, document.url) == (PAGE, "https://the-post.example/1?a=1")
    assert document.saved_at == "2020-02-02T03:04:05Z"
    assert [item.content for item in load([str(folder)])] == [PAGE] * 3
    with (folder / found[2].file).open("rb") as stream:
        records = {item.rec_headers.get_header("WARC-Record-ID"): item.rec_headers for item in WarcioIterator(stream)}
    assert records[found[2].record].get_header("WARC-Payload-Digest") == found[2].digest
    assert records[found[2].record].get_header("WARC-Date") == "2020-02-02T03:04:05.678000Z"
    assert records[found[2].record].get_header("WARC-IP-Address") == "192.0.2.1"


def test_bytes_are_on_disk_when_a_write_returns(tmp_path, monkeypatch):
    synced, fsync = {}, os.fsync

    def noting(number):
        fsync(number)
        state = os.fstat(number)
        synced[state.st_ino] = state.st_size

    monkeypatch.setattr(os, "fsync", noting)
    with Captures(tmp_path / "captures") as captures:
        for number in range(3):
            file = tmp_path / "captures" / captures.write(exchange(number)).file
            state = file.stat()
            assert synced[state.st_ino] == state.st_size
            assert file.parent.stat().st_ino in synced, "the name of the file, too"


def test_packed_bodies_are_kept_as_sent(tmp_path):
    headers = (("Content-Type", "text/html"), ("Content-Encoding", "gzip"))
    with Captures(tmp_path, 10**9) as captures:
        found = captures.write(exchange(body=gzip.compress(PAGE), received=headers))
    assert record_at(str(tmp_path / found.file), found.offset, 10**6).content == PAGE
    check(tmp_path)


def test_unchanged_bytes_are_a_revisit(tmp_path):
    with Captures(tmp_path, 10**9) as captures:
        first = captures.write(exchange())
        earlier = Earlier(digest=first.digest, url=first.url, fetched_at=first.fetched_at, record=first.record)
        same = captures.write(exchange(), earlier)
        changed = captures.write(exchange(body=PAGE + b"more"), earlier)
    assert [first.type, same.type, changed.type] == ["response", "revisit", "response"]
    assert check(tmp_path) == ["warcinfo", "response", "request", "revisit", "request", "response", "request"]
    with (tmp_path / first.file).open("rb") as stream:
        revisit = next(item for item in WarcioIterator(stream) if item.rec_type == "revisit").rec_headers
    assert revisit.get_header("WARC-Refers-To") == first.record
    assert revisit.get_header("WARC-Profile").startswith("http://netpreserve.org/warc/1.1/")
    with pytest.raises(DocumentError, match="no readable response"):
        record_at(str(tmp_path / same.file), same.offset, 10**6)


def test_rotation_by_day_and_size(tmp_path):
    with Captures(tmp_path, 3000) as captures:
        for number in range(5):
            captures.write(exchange(number, body=bytes(str(number), "ascii") * 10))
        captures.write(exchange(9, day=3))
    with Captures(tmp_path, 3000) as captures:
        again = captures.write(exchange(10, day=3))
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names[0].startswith("voxpop-000000000000-20200202-00001-")
    assert len(names) >= 3
    assert is_file(again, "20200203-00001")
    check(tmp_path)


@pytest.mark.parametrize("cut", [1, 5, 40, 200, 300])
def test_a_torn_record_is_cut_off(tmp_path, cut):
    with Captures(tmp_path, 10**9) as captures:
        first = captures.write(exchange(0))
        captures.write(exchange(1))
    path = tmp_path / first.file
    path.write_bytes(path.read_bytes()[:-cut])
    path.with_name(f"{path.name}.open").touch()  # as a process that was killed leaves it
    with Captures(tmp_path, 10**9) as captures:
        third = captures.write(exchange(2))
    types = check(tmp_path)
    assert types[:3] == ["warcinfo", "response", "request"]
    assert types[-2:] == ["response", "request"]
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    assert record_at(str(path), third.offset, 10**6).url.endswith("/2?a=1")


def test_garbage_is_cut_off_and_whole_files_are_left_alone(tmp_path):
    whole = gzip.compress(b"a") + gzip.compress(b"b" * 3_000_000)
    path = tmp_path / "a.gz"
    for content in (whole, whole + b"garbage", whole + gzip.compress(b"c")[:-1], b"", b"garbage"):
        path.write_bytes(content)
        cut_torn_end(path)
        assert path.read_bytes() == (whole if content.startswith(whole) else b"")


def test_nothing_is_cut_off_before_the_end_that_an_index_names(tmp_path):
    path = tmp_path / "a.gz"
    path.write_bytes(torn := gzip.compress(b"a") + gzip.compress(b"b")[:-1])
    assert not cut_torn_end(path, len(torn))
    assert path.read_bytes() == torn
    assert cut_torn_end(path, len(gzip.compress(b"a")))
    assert path.read_bytes() == gzip.compress(b"a")


def test_two_writers_take_two_files(tmp_path):
    with Captures(tmp_path) as one:
        first = one.write(exchange(0))
        with Captures(tmp_path) as other:
            second = other.write(exchange(1))
        third = one.write(exchange(2))
    assert first.file == third.file
    assert (is_file(first, "20200202-00001"), is_file(second, "20200202-00002")) == (True, True)
    with Captures(tmp_path) as again:
        assert again.write(exchange(3)).file == second.file
    assert check(tmp_path).count("response") == 4


def test_what_a_killed_writer_left_is_mended_while_another_writes(tmp_path):
    with Captures(tmp_path) as writer:
        yesterday = tmp_path / writer.write(exchange(0, day=1)).file
    torn = yesterday.read_bytes() + gzip.compress(b"torn")[:-1]
    yesterday.write_bytes(torn)
    yesterday.with_name(f"{yesterday.name}.open").touch()
    with Captures(tmp_path) as at_work:
        at_work.write(exchange(1))
        before = {path.name for path in tmp_path.glob("*.open")}
        with Captures(tmp_path):
            pass
        assert {path.name for path in tmp_path.glob("*.open")} == before
        assert len(before) == 1
    assert yesterday.read_bytes() == torn[: -len(gzip.compress(b"torn")[:-1])]
    check(tmp_path)


class Full(io.FileIO):
    """A file on a disk with room for a few bytes."""

    room = 100

    def write(self, block):
        super().write(block[: self.room])
        raise OSError(28, "No space left on device")


def test_a_full_disk_leaves_whole_records(tmp_path, monkeypatch):
    with Captures(tmp_path, 10**9) as captures:
        captures.write(exchange(0))
        captures._file.close()
        full = Full(str(tmp_path / captures._name), "ab")
        monkeypatch.setattr(captures, "_file", full)
        full.seek(0, 2)
        with pytest.raises(ArchiveError, match="No space left on device"):
            captures.write(exchange(1))
    assert check(tmp_path) == ["warcinfo", "response", "request"]


class Short(io.FileIO):
    """A file on a disk that takes a few bytes, says how many, and refuses the next ones."""

    room = 100
    can_shrink = True

    def write(self, block):
        if not self.room:
            raise OSError(28, "No space left on device")
        taken, self.room = super().write(bytes(block[: self.room])), 0
        return taken

    def truncate(self, size=None):
        if not self.can_shrink:
            raise OSError(5, "Input/output error")
        return super().truncate(size)


def shorten(captures, monkeypatch, **kind):
    """Let the disk below the file that is being written become full."""
    path = captures._folder / captures._name
    captures._file.close()
    short = type("Short", (Short,), kind)(str(path), "ab")
    monkeypatch.setattr(captures, "_file", short)
    return path


@pytest.mark.parametrize("can_shrink", [True, False], ids=["taken back", "not taken back"])
def test_a_short_write_is_not_taken_for_a_whole_one(tmp_path, monkeypatch, can_shrink):
    with Captures(tmp_path) as captures:
        kept = [captures.write(exchange(0))]
        shorten(captures, monkeypatch, can_shrink=can_shrink)
        with pytest.raises(ArchiveError, match="No space left on device"):
            captures.write(exchange(1))
        if captures._file:
            captures._file.room = 10**9
        kept.append(captures.write(exchange(2)))
    with Captures(tmp_path) as captures:
        kept.append(captures.write(exchange(3)))
    assert check(tmp_path) == ["warcinfo", *["response", "request"] * 3]
    for number, capture in zip((0, 2, 3), kept, strict=True):
        found = record_at(str(tmp_path / capture.file), capture.offset, 10**6)
        assert found.url == f"https://the-post.example/{number}?a=1"


def test_a_write_in_parts_is_whole(tmp_path, monkeypatch):
    class Slow(io.FileIO):
        def write(self, block):
            return super().write(bytes(block[:7]))

    with Captures(tmp_path) as captures:
        captures.write(exchange(0))
        captures._file.close()
        monkeypatch.setattr(captures, "_file", Slow(str(tmp_path / captures._name), "ab"))
        found = captures.write(exchange(1))
    assert check(tmp_path) == ["warcinfo", *["response", "request"] * 2]
    assert record_at(str(tmp_path / found.file), found.offset, 10**6).content == PAGE


NOISE = os.urandom(300_000)


@pytest.mark.parametrize(
    ("torn", "body"),
    [
        pytest.param(gzip.compress(b"WARC/1.1\r\n" * 9)[:-3], PAGE, id="a torn record"),
        pytest.param(gzip.compress(NOISE)[:250_000], PAGE, id="a large torn record"),
        pytest.param(bytes(5000), PAGE, id="zeros after a power cut"),
        pytest.param(b"\x1f\x8b\x08", NOISE, id="a few bytes behind a large record"),
    ],
)
def test_nothing_is_appended_behind_a_torn_end_without_a_mark(tmp_path, torn, body):
    with Captures(tmp_path) as captures:
        name = captures.write(exchange(0, body=body)).file
    with (tmp_path / name).open("ab") as file:
        file.write(torn)
    with Captures(tmp_path) as captures:
        second = captures.write(exchange(1))
    assert second.file == name
    assert check(tmp_path) == ["warcinfo", *["response", "request"] * 2]


@pytest.mark.parametrize("marked", [True, False], ids=["with a mark", "without a mark"])
def test_records_behind_a_torn_one_are_not_cut_off(tmp_path, marked):
    with Captures(tmp_path) as captures:
        first = captures.write(exchange(0))
        second = captures.write(exchange(1))
    path = tmp_path / first.file
    whole = path.read_bytes()
    torn = whole[: second.offset] + whole[first.offset : first.offset + 100]
    behind = torn + whole[second.offset :] + (b"" if marked else b"torn")
    path.write_bytes(behind)
    if marked:
        path.with_name(f"{path.name}.open").touch()
    with Captures(tmp_path) as captures:
        third = captures.write(exchange(2))
    assert path.read_bytes() == behind
    assert third.file != first.file, "readers stop at the torn record"


def test_the_end_of_a_large_file_is_looked_at_without_reading_it(tmp_path, monkeypatch):
    with Captures(tmp_path) as captures:
        name = captures.write(exchange(0, body=NOISE)).file
    monkeypatch.setattr("archive.captures.files.cut_torn_end", lambda *_: pytest.fail("read it all"))
    with Captures(tmp_path) as captures:
        assert captures.write(exchange(1)).file == name


def test_a_full_disk_that_is_enlarged_later(small_disk):
    folder, kept = small_disk / "captures", []
    with Captures(folder) as captures:
        with pytest.raises(ArchiveError, match="No space left on device"):  # noqa: PT012 - the one that fails
            for number in range(100):
                kept.append(  # noqa: PERF401 - those before the failure count
                    captures.write(exchange(number, body=os.urandom(70_000)))
                )
        with pytest.raises(ArchiveError, match="No space left on device"):
            captures.write(exchange(100, body=os.urandom(70_000)))
    subprocess.run(["mount", "-o", "remount,size=4m", str(small_disk)], check=True)
    with Captures(folder) as captures:
        kept.append(captures.write(exchange(101)))
    assert check(folder) == ["warcinfo", *["response", "request"] * len(kept)]
    for capture in kept:
        assert record_at(str(folder / capture.file), capture.offset, 10**6).url == capture.url


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(ArchiveError, match="captures cannot be written"):
        Captures(Path(tmp_path / "file" / "captures"), 10**9)


def test_odd_headers_and_addresses(tmp_path):
    headers = (("Content-Type", "text/html"), ("X-Name", "caf\xe9"), ("X-Empty", ""))
    with Captures(tmp_path, 10**9) as captures:
        captures.write(exchange(url="http://[2606:2800:220:1::1]:8080", received=headers, reason="", body=b""))
        captures.write(exchange(url="https://the-post.example/caf\xe9 \u2014", status=404, reason="Not Found"))
    assert check(tmp_path).count("response") == 2
