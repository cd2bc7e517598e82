"""Pages in resource records of WARC files: files that an archive kept, with what is said of them."""

from __future__ import annotations

import io
import json

import pytest
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from scraper.errors import DocumentError
from scraper.input import load
from scraper.input.warc import record_at
from scraper.records import Document

PAGE = b"<html><body><p>The pier was opened by the mayor today.</p></body></html>"
AT = "2026-03-04T05:06:07Z"


class Warc:
    def __init__(self):
        self.out = io.BytesIO()
        self.writer = WARCWriter(self.out, gzip=True, warc_version="1.1")

    def resource(self, url="https://news.example/pier", media_type="text/html", content=PAGE):
        record = self.writer.create_warc_record(
            url,
            "resource",
            payload=io.BytesIO(content),
            length=len(content),
            warc_content_type=media_type,
            warc_headers_dict={"WARC-Date": AT},
        )
        self.writer.write_record(record)
        return record.rec_headers.get_header("WARC-Record-ID")

    def said(self, of, said):
        content = said if isinstance(said, bytes) else json.dumps({"article": "a", "declared": said}).encode()
        record = self.writer.create_warc_record(
            "https://news.example/pier",
            "metadata",
            payload=io.BytesIO(content),
            length=len(content),
            warc_content_type="application/json",
            warc_headers_dict={"WARC-Concurrent-To": of},
        )
        self.writer.write_record(record)

    def answer(self, url):
        headers = StatusAndHeaders("200 OK", [("Content-Type", "text/html")], protocol="HTTP/1.1")
        record = self.writer.create_warc_record(
            url, "response", payload=io.BytesIO(PAGE), length=len(PAGE), http_headers=headers
        )
        self.writer.write_record(record)

    def read(self, tmp_path, **options):
        path = tmp_path / "kept.warc.gz"
        path.write_bytes(self.out.getvalue())
        return list(load([str(path)], **options))


@pytest.mark.parametrize(
    ("url", "media_type", "read"),
    [
        pytest.param("https://news.example/pier", "text/html; charset=utf-8", True, id="page"),
        pytest.param("https://news.example/pier", "text/plain", True, id="text"),
        pytest.param("file:///pages/pier.html", "text/html", True, id="file"),
        pytest.param("https://news.example/pier.png", "image/png", False, id="picture"),
        pytest.param("https://news.example/pier", "application/json", False, id="json"),
        pytest.param("urn:text:https://news.example/pier", "text/plain", False, id="text-of-a-crawler"),
        pytest.param("metadata://crawler.example/log.txt", "text/plain", False, id="log-of-a-crawler"),
        pytest.param("https://news.example/pier", "", False, id="no-type"),
    ],
)
def test_a_resource_is_a_page_by_its_address_and_type(tmp_path, url, media_type, read):
    warc = Warc()
    warc.resource(url, media_type)
    (found,) = warc.read(tmp_path)
    if read:
        address = url if url.startswith("http") else None
        assert (found.content, found.url, found.media_type) == (PAGE, address, media_type)
        assert (found.saved_at, found.offset) == (AT, 0)
        assert record_at(str(tmp_path / "kept.warc.gz"), 0, 10_000) == found
    else:
        assert isinstance(found, DocumentError)
        assert "has no responses with HTML or text" in str(found)


def test_what_is_said_of_a_file_is_joined_to_it(tmp_path):
    warc = Warc()
    of = warc.resource("file:///pages/pier.html")
    stated = {"url": "https://news.example/pier", "media_type": "text/html; charset=latin-1"}
    published = {"at": "2026-03-01", "precision": "day", "source": "option", "as_written": "1 March 2026"}
    warc.said(of, {"title": "The pier", "bylines": ["Ann Lee"], "published": published, "from": stated})
    (found,) = warc.read(tmp_path)
    assert (found.declared.title, found.declared.bylines) == ("The pier", ("Ann Lee",))
    assert (found.declared.published.at, found.url) == ("2026-03-01", "https://news.example/pier")
    assert found.media_type == "text/html; charset=latin-1"


@pytest.mark.parametrize(
    "said",
    [
        pytest.param({"title": 5}, id="wrong-kind"),
        pytest.param({"colour": "red"}, id="unknown-field"),
        pytest.param({"url": "javascript:alert(1)"}, id="no-address"),
        pytest.param({"from": {"url": "file:///etc/passwd"}}, id="address-of-a-file"),
        pytest.param({"from": {"content": "other"}}, id="other-content"),
        pytest.param({"from": {"saved_at": "yesterday"}}, id="no-time"),
        pytest.param({"published": {"at": "soon", "precision": "day", "source": "option"}}, id="no-date"),
        pytest.param({"problems": ["one"]}, id="no-problem"),
        pytest.param(["title"], id="list"),
        pytest.param(b"no JSON", id="no-json"),
        pytest.param(b"[" * 100_000, id="deep"),
        pytest.param(b'{"fetchTimeMs": 12}', id="of-another-program"),
    ],
)
def test_what_is_not_ours_is_not_taken(tmp_path, said):
    warc = Warc()
    warc.said(warc.resource(), said)
    (found,) = warc.read(tmp_path)
    alone = Document(
        source=f"{tmp_path / 'kept.warc.gz'}#0",
        content=PAGE,
        url="https://news.example/pier",
        media_type="text/html",
        saved_at=AT,
        offset=0,
    )
    assert found == alone


def test_what_is_said_of_another_record_is_left_out(tmp_path):
    warc = Warc()
    first = warc.resource("https://news.example/1")
    warc.resource("https://news.example/2")
    warc.said(first, {"title": "One"})
    warc.said("<urn:uuid:none>", {"title": "None"})
    warc.answer("https://news.example/3")
    third = warc.resource("https://news.example/4")
    warc.said(third, {"title": "Four"})
    found = [(each.url[-1], each.declared.title) for each in warc.read(tmp_path)]
    assert found == [("1", None), ("2", None), ("3", None), ("4", "Four")]


def test_a_page_before_a_damaged_place_is_read(tmp_path):
    warc = Warc()
    warc.resource("https://news.example/1")
    warc.out.write(b"no record")
    warc.answer("https://news.example/2")
    first, damage, second = warc.read(tmp_path)
    assert (first.url, second.url) == ("https://news.example/1", "https://news.example/2")
    assert "damaged WARC record near byte" in str(damage)


def test_a_resource_over_the_limit_is_a_problem(tmp_path):
    warc = Warc()
    warc.resource()
    (found,) = warc.read(tmp_path, max_bytes=len(PAGE) - 1)
    assert "is larger than" in str(found)


def test_a_saved_page_that_is_kept_whole_is_read_as_its_page(tmp_path):
    content = (
        b"From: <Saved by Blink>\r\nSnapshot-Content-Location: https://news.example/saved\r\n"
        b"Date: Wed, 4 Mar 2026 05:06:07 +0000\r\nMIME-Version: 1.0\r\n"
        b'Content-Type: multipart/related; type="text/html"; boundary="b"\r\n\r\n--b\r\n'
        b"Content-Type: text/html\r\nContent-Location: https://news.example/saved\r\n\r\n" + PAGE + b"\r\n--b--\r\n"
    )
    warc = Warc()
    warc.resource("file:///saved.mhtml", "multipart/related", content)
    warc.resource("file:///broken.mhtml", "multipart/related", b"nothing")
    page, broken = warc.read(tmp_path)
    assert (page.url, page.content.strip(), page.original) == ("https://news.example/saved", PAGE, content)
    assert isinstance(broken, DocumentError)
