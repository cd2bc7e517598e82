"""WACZ files as sources: their pages, the titles that they list, and what survives damage and malice."""

from __future__ import annotations

import hashlib
import io
import json
import random
import struct
import subprocess
import sys
import zipfile

import pytest
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from scraper.errors import DocumentError
from scraper.extract import extract
from scraper.input import load
from scraper.input.kept import declared_json, with_declared
from scraper.input.warc import record_at
from scraper.records import Declared, Document

URL = "https://the-post.example/"
PAGE = "<!doctype html><p>Story {} of the choirs.</p>"
TITLED = "<!doctype html><title>Its own</title><p>Story {} of the choirs.</p>"


def warc(*pages, gzipped=True, dates=()):
    stream = io.BytesIO()
    writer = WARCWriter(stream, gzip=gzipped)
    for number, page in enumerate(pages):
        body = page.format(number).encode()
        record = writer.create_warc_record(
            f"{URL}{number}",
            "response",
            payload=io.BytesIO(body),
            length=len(body),
            http_headers=StatusAndHeaders("200 OK", [("Content-Type", "text/html")], protocol="HTTP/1.1"),
            warc_headers_dict={"WARC-Date": dates[number] if dates else "2024-05-01T10:00:00Z"},
        )
        writer.write_record(record)
    return stream.getvalue()


def described(files, **wrong):
    """The description of a package, and the digest of it."""
    resources = [
        {
            "name": name,
            "path": name,
            "hash": wrong.get(name, f"sha256:{hashlib.sha256(content).hexdigest()}"),
            "bytes": len(content),
        }
        for name, content in files.items()
    ]
    text = json.dumps({"profile": "data-package", "wacz_version": "1.1.1", "resources": resources}).encode()
    digest = {"path": "datapackage.json", "hash": f"sha256:{hashlib.sha256(text).hexdigest()}"}
    return {"datapackage.json": text, "datapackage-digest.json": json.dumps(digest).encode()}


def package(path, files, packed=()):
    with zipfile.ZipFile(path, "w") as out:
        for name, content in files.items():
            kind = zipfile.ZIP_DEFLATED if name in packed else zipfile.ZIP_STORED
            out.writestr(zipfile.ZipInfo(name), content, kind)
    return path


def listing(*pages):
    header = {"format": "json-pages-1.0", "id": "pages", "title": "All"}
    return "\n".join(json.dumps(page) for page in (header, *pages)).encode()


def read(path, **options):
    found = list(load([str(path)], **options))
    documents = [item for item in found if isinstance(item, Document)]
    return documents, [str(item) for item in found if isinstance(item, DocumentError)]


@pytest.mark.parametrize("gzipped", [True, False])
@pytest.mark.parametrize("name", ["crawl.wacz", "crawl.zip", "crawl"])
def test_a_page_is_named_by_its_place_in_the_package(tmp_path, name, gzipped):
    inner = "archive/data.warc.gz" if gzipped else "archive/data.warc"
    files = {inner: warc(PAGE, PAGE, PAGE, gzipped=gzipped), "pages/pages.jsonl": listing()}
    path = package(tmp_path / name, files | described(files), packed=("pages/pages.jsonl",))
    documents, errors = read(path)
    assert errors == []
    assert [document.url for document in documents] == [f"{URL}{number}" for number in range(3)]
    for document in documents:
        assert document.source == f"{path}#{document.offset}"
        assert record_at(str(path), document.offset, 10**6) == document


def test_a_packed_warc_file_is_unpacked(tmp_path):
    files = {"archive/data.warc": warc(PAGE, PAGE, gzipped=False)}
    path = package(tmp_path / "crawl.wacz", files, packed=files)
    documents, errors = read(path)
    assert (len(documents), errors) == (2, [])
    assert [document.offset for document in documents] == [None, None]
    assert documents[0].source == f"{path}!archive/data.warc#0"


@pytest.mark.parametrize(
    ("page", "listed", "title"),
    [
        pytest.param(PAGE, [{"url": f"{URL}0", "title": "The pier"}], "The pier", id="none-of-its-own"),
        pytest.param(TITLED, [{"url": f"{URL}0", "title": "The pier"}], "Its own", id="its-own-stays"),
        pytest.param(PAGE, [{"url": f"{URL}0#top", "title": " The\n pier "}], "The pier", id="a-fragment"),
        pytest.param(
            PAGE, [{"url": "https://[a#top"}, {"url": f"{URL}0", "title": "The pier"}], "The pier", id="below-no-url"
        ),
        pytest.param(PAGE, [{"url": f"{URL}0", "title": f"{URL}0"}], None, id="an-address-is-no-title"),
        pytest.param(PAGE, [{"url": f"{URL}9", "title": "Another"}], None, id="another-page"),
        pytest.param(PAGE, [{"url": f"{URL}0", "title": 7}], None, id="no-text"),
        pytest.param(
            PAGE,
            [
                {"url": f"{URL}0", "title": "Later", "ts": "2024-09-01T00:00:00Z"},
                {"url": f"{URL}0", "title": "The same day", "ts": "2024-05-01T09:59:00+00:00"},
                {"url": f"{URL}0", "title": "Undated", "ts": "soon"},
            ],
            "The same day",
            id="the-nearest-in-time",
        ),
    ],
)
def test_a_listed_title_counts_where_the_page_has_none(tmp_path, page, listed, title):
    files = {"archive/data.warc.gz": warc(page), "pages/pages.jsonl": listing(*listed)}
    (document,), errors = read(package(tmp_path / "crawl.wacz", files))
    assert errors == []
    assert extract(document).article.title == title
    bare = Document(source=document.source, content=document.content, url=document.url)
    assert extract(with_declared(bare, declared_json(document))).article.title == title


def test_a_title_of_the_user_outranks_the_list(tmp_path):
    files = {"archive/data.warc.gz": warc(PAGE), "pages/pages.jsonl": listing({"url": f"{URL}0", "title": "The pier"})}
    path = package(tmp_path / "crawl.wacz", files)
    (document,) = load([str(path)], declared=Declared(title="Hers"))
    assert extract(document).article.title == "Hers"


def test_a_listed_time_counts_where_the_record_has_none(tmp_path):
    files = {
        "archive/data.warc.gz": warc(PAGE, PAGE, dates=("nonsense", "2024-05-01T10:00:00Z")),
        "pages/pages.jsonl": listing(
            *({"url": f"{URL}{number}", "ts": "2024-04-30T08:00:00.123+02:00"} for number in range(2))
        ),
    }
    documents, _ = read(package(tmp_path / "crawl.wacz", files))
    assert [document.saved_at for document in documents] == ["2024-04-30T06:00:00Z", "2024-05-01T10:00:00Z"]


@pytest.mark.parametrize("form", ["hash", "stats", "none"])
def test_a_wrong_digest_is_told_and_the_rest_is_read(tmp_path, form):
    files = {"archive/data.warc.gz": warc(PAGE), "pages/pages.jsonl": listing()}
    more = described(files, **{"archive/data.warc.gz": f"sha256:{'0' * 64}"})
    if form != "hash":
        said = json.loads(more["datapackage.json"])
        for resource in said["resources"]:
            digest = resource.pop("hash")
            if form == "stats":
                resource["stats"] = {"hash": digest}
        more["datapackage.json"] = json.dumps(said).encode()
    documents, errors = read(package(tmp_path / "crawl.wacz", files | more))
    assert len(documents) == 1
    expected = {
        "hash": ["archive/data.warc.gz does not match its digest in datapackage.json"],
        "stats": [
            "datapackage.json does not match its digest in datapackage-digest.json",
            "archive/data.warc.gz does not match its digest in datapackage.json",
        ],
        "none": ["datapackage.json does not match its digest in datapackage-digest.json"],
    }
    found = [error.partition("!")[2].replace(": does", " does").partition(":")[0] for error in errors]
    assert found == expected[form]


def test_a_file_that_is_described_and_missing_is_told(tmp_path):
    files = {"archive/data.warc.gz": warc(PAGE)}
    path = package(tmp_path / "crawl.wacz", files | described(files | {"archive/b.warc.gz": b""}))
    documents, errors = read(path)
    assert len(documents) == 1
    assert errors == [f"{path}!archive/b.warc.gz: is listed in datapackage.json but missing: fetch the package again"]


@pytest.mark.parametrize(
    ("files", "message"),
    [
        pytest.param(
            {"word/document.xml": b"<a"},
            "is a damaged DOCX (XMLSyntaxError): save it again, or its text",
            id="office-file",
        ),
        pytest.param(
            {"../archive/x.warc": b"WARC/1.1"}, "has no responses with HTML or text", id="a-path-that-leads-out"
        ),
        pytest.param({"/archive/x.warc": b"WARC/1.1"}, "has no responses with HTML or text", id="a-path-from-the-root"),
        pytest.param({"archive/x.warc.gz": b"no"}, "damaged WARC record near byte 0", id="no-warc-file"),
        pytest.param({"archive/x.warc.gz": b""}, "has no responses with HTML or text", id="no-records"),
        pytest.param(
            {"archive/x.warc.gz": warc(PAGE), "pages/pages.jsonl": b"{\n[]\n" + b"[" * 5000 + b"\n7\n"},
            "has 4 unreadable lines: the others are read",
            id="a-damaged-list",
        ),
        pytest.param(
            {"archive/x.warc.gz": warc(PAGE), "datapackage.json": b'{"resources": [7, {"path": 8}, {}]}'},
            None,
            id="a-description-of-nothing",
        ),
        pytest.param(
            {"archive/x.warc.gz": warc(PAGE), "datapackage.json": b"[" * 100_000, "datapackage-digest.json": b"7"},
            None,
            id="a-description-that-is-none",
        ),
    ],
)
def test_what_is_wrong_with_a_package_is_said(tmp_path, files, message):
    documents, errors = read(package(tmp_path / "crawl.wacz", files))
    assert len(errors) == (message is not None)
    assert message is None or message in errors[0]
    assert bool(documents) == (message is None or "unreadable" in message)


def test_a_warc_file_that_unpacks_to_much_more_is_left(tmp_path):
    files = {"archive/bomb.warc": bytes(60_000_000), "archive/data.warc.gz": warc(PAGE)}
    path = package(tmp_path / "crawl.wacz", files, packed=("archive/bomb.warc",))
    documents, errors = read(path)
    assert len(documents) == 1
    assert errors == [f"{path}!archive/bomb.warc: is damaged (it unpacks to 60,000,000 bytes): the others are read"]


def test_files_that_share_their_bytes_are_not_read(tmp_path):
    path = package(tmp_path / "crawl.wacz", {f"archive/{n}.warc.gz": warc(PAGE, PAGE) for n in range(4)})
    content = bytearray(path.read_bytes())
    first = struct.pack("<L", 0)
    at = content.find(b"PK\x01\x02")
    while at >= 0:  # all entries point at the first file, and claim most of the package
        content[at + 42 : at + 46] = first
        content[at + 20 : at + 24] = content[at + 24 : at + 28] = struct.pack("<L", len(content) // 2)
        at = content.find(b"PK\x01\x02", at + 4)
    path.write_bytes(content)
    documents, errors = read(path)
    assert documents == []
    assert "its files overlap" in errors[0]


def test_a_directory_of_any_length_is_not_read_into_memory(tmp_path):
    path = package(tmp_path / "crawl.wacz", {"archive/data.warc.gz": warc(PAGE)})
    content = bytearray(path.read_bytes())
    at = content.rfind(b"PK\x05\x06")
    content[at + 12 : at + 16] = struct.pack("<L", 4_000_000_000)
    path.write_bytes(content)
    documents, errors = read(path)
    assert documents == []
    assert "its directory has 4,000,000,000 bytes" in errors[0]


@pytest.mark.parametrize("seed", range(40))
def test_damage_anywhere_ends_in_values_and_never_in_an_error(tmp_path, seed):
    files = {"archive/data.warc.gz": warc(PAGE, PAGE), "pages/pages.jsonl": listing({"url": f"{URL}0"})}
    path = package(tmp_path / "crawl.wacz", files | described(files), packed=("pages/pages.jsonl",))
    content, chance = bytearray(path.read_bytes()), random.Random(seed)
    for _ in range(chance.choice((1, 4, 30))):
        content[chance.randrange(4, len(content))] = chance.randrange(256)
    path.write_bytes(content[: chance.randrange(len(content) // 2, len(content) + 1)])
    documents, errors = read(path)
    assert documents or errors


@pytest.mark.long
def test_a_package_is_read_from_a_pipe(tmp_path):
    files = {"archive/data.warc.gz": warc(PAGE)}
    content = package(tmp_path / "crawl.wacz", files).read_bytes()
    done = subprocess.run(
        [sys.executable, "-m", "archive.main", "extract", "-"], input=content, capture_output=True, check=False
    )
    assert (done.returncode, json.loads(done.stdout)["article"]["url"]) == (0, f"{URL}0")
