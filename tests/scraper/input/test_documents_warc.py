"""WARC files as sources: the pages in them, and what survives damage."""

from __future__ import annotations

import gzip
import io
import os

import pytest
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from scraper.errors import DocumentError
from scraper.input import decode, load
from scraper.records import Document


def warc(responses, *, compress):
    """Write records; give the bytes and the offset of each record."""
    stream, offsets = io.BytesIO(), []
    writer = WARCWriter(stream, gzip=compress)
    for number, (content_type, body, *rest) in enumerate(responses):
        offsets.append(stream.tell())
        headers = [("Content-Type", content_type), *(rest[1] if len(rest) > 1 else [])]
        http = StatusAndHeaders(rest[0] if rest else "200 OK", headers, protocol="HTTP/1.1")
        record = writer.create_warc_record(
            f"https://the-post.example/{number}",
            "response",
            payload=io.BytesIO(body),
            length=len(body),
            http_headers=http,
        )
        writer.write_record(record)
    return stream.getvalue(), offsets


def pages(count):
    return [
        ("text/html; charset=utf-8", f"<p>Story {number} {os.urandom(100).hex()}</p>".encode())
        for number in range(count)
    ]


def read(tmp_path, content, name="crawl.warc.gz", **options):
    path = tmp_path / name
    path.write_bytes(content)
    return list(load([str(path)], **options))


@pytest.mark.parametrize("compress", [False, True])
@pytest.mark.parametrize("name", ["crawl.warc.gz", "crawl.warc", "crawl.bin"])
def test_records_become_documents(tmp_path, compress, name):
    content, offsets = warc(pages(3), compress=compress)
    found = read(tmp_path, content, name)
    assert [item.source for item in found] == [f"{tmp_path / name}#{offset}" for offset in offsets]
    assert [item.url for item in found] == [f"https://the-post.example/{number}" for number in range(3)]
    assert found[1].media_type == "text/html; charset=utf-8"
    assert decode(found[1]).text.startswith("<p>Story 1 ")


def test_only_successful_html_and_text(tmp_path):
    content, _ = warc(
        [
            ("image/png", b"\x89PNG"),
            ("text/html", b"<p>gone</p>", "404 Not Found"),
            ("text/html", b"", "301 Moved Permanently"),
            ("text/html", b"<p>the first half", "206 Partial Content"),
            ("text/plain", b"Fans answered."),
            ("application/json", b"{}"),
        ],
        compress=True,
    )
    assert [item.content for item in read(tmp_path, content)] == [b"Fans answered."]


def test_transfer_and_content_encodings_are_undone(tmp_path):
    body = gzip.compress(b"<p>packed</p>")
    chunked = f"{len(body):x}\r\n".encode() + body + b"\r\n0\r\n\r\n"
    headers = [("Content-Encoding", "gzip"), ("Transfer-Encoding", "chunked")]
    content, _ = warc([("text/html", chunked, "200 OK", headers)], compress=True)
    assert read(tmp_path, content)[0].content == b"<p>packed</p>"


def test_a_bomb_is_an_error_and_the_next_record_is_read(tmp_path):
    bomb = gzip.compress(b"<div>" * 400_000)
    content, _ = warc([("text/html", bomb, "200 OK", [("Content-Encoding", "gzip")]), *pages(1)], compress=False)
    error, page = read(tmp_path, content, max_bytes=100_000)
    assert isinstance(error, DocumentError)
    assert "--max-bytes" in str(error)
    assert page.content.startswith(b"<p>Story 0")


def test_a_record_over_the_limit_is_not_read(tmp_path):
    content, _ = warc([("text/html", b"x" * 300_000), *pages(1)], compress=True)
    error, page = read(tmp_path, content, max_bytes=10_000)
    assert isinstance(error, DocumentError)
    assert isinstance(page, Document)


def damaged_pages(found):
    errors = [item for item in found if isinstance(item, DocumentError)]
    return [item.url[-1] for item in found if isinstance(item, Document)], errors


@pytest.mark.parametrize("compress", [False, True])
def test_garbage_between_records(tmp_path, compress):
    content, offsets = warc(pages(4), compress=compress)
    found = read(tmp_path, content[: offsets[2]] + b"GARBAGE " * 9 + content[offsets[2] :])
    numbers, errors = damaged_pages(found)
    assert numbers == ["0", "1", "2", "3"]
    assert len(errors) == 1
    assert "damaged WARC record" in str(errors[0])


def test_the_sign_of_the_next_record_may_lie_across_two_chunks(tmp_path, monkeypatch):
    monkeypatch.setattr("scraper.input.warc._CHUNK", 3)
    content, offsets = warc(pages(3), compress=False)
    found = read(tmp_path, content[: offsets[1]] + b"GARBAGE " * 9 + content[offsets[1] :])
    assert damaged_pages(found)[0] == ["0", "1", "2"]


@pytest.mark.parametrize("compress", [False, True])
def test_a_record_cut_in_the_middle(tmp_path, compress):
    content, offsets = warc(pages(4), compress=compress)
    numbers, errors = damaged_pages(read(tmp_path, content[: offsets[1] + 150] + content[offsets[2] :]))
    assert numbers[0] == "0"
    assert numbers[-1] == "3"
    assert errors


@pytest.mark.parametrize("compress", [False, True])
@pytest.mark.parametrize("cut", [110, 170])
def test_a_truncated_end(tmp_path, compress, cut):
    content, offsets = warc(pages(3), compress=compress)
    numbers, errors = damaged_pages(read(tmp_path, content[: offsets[2] + cut]))
    assert numbers == ["0", "1"]
    assert len(errors) == 1
    assert "truncated" in str(errors[0])


def test_a_length_that_is_a_lie(tmp_path):
    content, _ = warc(pages(3), compress=False)
    lie = content.replace(b"Content-Length: ", b"Content-Length: 99", 1)
    numbers, errors = damaged_pages(read(tmp_path, lie))
    assert numbers == ["1", "2"]
    assert len(errors) == 1


def test_a_warc_without_pages(tmp_path):
    error = read(tmp_path, b"WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n")[0]
    assert "has no responses with HTML or text" in str(error)


def test_a_warc_through_a_pipe():
    content, _ = warc(pages(2), compress=True)
    reading, writing = os.pipe()
    os.write(writing, content)
    os.close(writing)
    found = list(load([f"/dev/fd/{reading}"]))
    os.close(reading)
    assert [item.url[-1] for item in found] == ["0", "1"]
