"""Small files that claim or name much cost little: what they may take is bounded before it is decoded."""

from __future__ import annotations

import io
import json
import zipfile

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from growth import MOST, growth

from scraper.errors import SourceError
from scraper.input import load, press, wacz
from scraper.input.mail import articles_in_mail
from scraper.input.saved_pages import with_short_headers

SIZE = 8_000_000


@pytest.fixture
def pool():
    """A pool of Arrow's memory that counts from here on."""
    before = pa.default_memory_pool()
    counted = pa.proxy_memory_pool(before)
    pa.set_memory_pool(counted)
    yield counted
    pa.set_memory_pool(before)


def test_a_text_that_all_rows_share_is_unpacked_once(tmp_path, pool):
    shared = pa.DictionaryArray.from_arrays(pa.array([0] * 128, pa.int32()), pa.array(["a fan wrote " * (SIZE // 12)]))
    urls = pa.array([f"https://herald.example/{number}" for number in range(128)])
    lists = pa.ListArray.from_arrays(pa.array(range(129), pa.int32()), shared)
    pq.write_table(pa.table({"url": urls, "text": shared, "html": lists}), tmp_path / "a.parquet")
    del shared, lists
    before = pool.max_memory()
    found = list(load([tmp_path / "a.parquet"], max_bytes=1_000_000))
    assert len(found) == 128
    assert all("is larger than 1,000,000 bytes" in str(each) for each in found)
    assert pool.max_memory() - before < 12 * SIZE


def test_a_column_that_grows_a_thousandfold_is_left(tmp_path, monkeypatch):
    monkeypatch.setattr("scraper.input.tables._LARGE_PIECE", 1_000_000)
    texts = ["a fan wrote " * 100_000 + str(number) for number in range(20)]
    table = pa.table({"url": [f"https://herald.example/{number}" for number in range(20)], "text": texts})
    pq.write_table(table, tmp_path / "a.parquet", compression="zstd", use_dictionary=False)
    (found,) = load([tmp_path / "a.parquet"])
    assert isinstance(found, SourceError)
    assert "unpacks to" in str(found)


def test_a_file_that_a_package_describes_often_is_hashed_once(tmp_path, monkeypatch):
    hashed = []
    monkeypatch.setattr(wacz, "_has_digest", lambda file, _: hashed.append(len(file.read())) or True)
    described = [{"path": name, "hash": "sha256:0"} for name in ("archive/a.warc", "b.bin") for _ in range(500)]
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as package:
        package.writestr("archive/a.warc", b"x" * 1000)
        package.writestr("b.bin", b"y" * 1000)
        package.writestr("datapackage.json", json.dumps({"resources": described}))
    (tmp_path / "a.wacz").write_bytes(stream.getvalue())
    list(load([tmp_path / "a.wacz"]))
    assert hashed == [1000, 1000]


@pytest.mark.growth
def test_parameters_of_mails_cost_in_proportion():
    head = b"From: a@herald.example\r\nMessage-ID: <1@herald.example>\r\nContent-Type: text/html;\r\n"

    def mail(number):
        return head + b"".join(b" a*%d*=x;\r\n" % each for each in range(number)) + b"\r\n<p>The pier is closed."

    assert growth(lambda given: list(articles_in_mail("a.eml", given)), mail, 10_000, 100_000) <= MOST


EXPORTS = {
    "lines": "1. Pier\n\nHerald, woensdag 30 november 2011, p. 23, 853w.\n\nThe pier is closed.\n\n",
    "certificates": f"Numéro de document : news·20121004 à{' ' * 99}\n\n",
    "almost": f"{'a ' * 30}vom 04.03.2020\n",
}


@pytest.mark.growth
@pytest.mark.parametrize("unit", EXPORTS.values(), ids=EXPORTS)
def test_exports_of_press_databases_cost_in_proportion(unit):
    assert growth(press.documents_in, lambda number: unit * number, 3_000, 30_000) <= MOST


def test_parameters_of_a_mail_are_cut_before_they_are_parsed(tmp_path):
    parameters = b"".join(b" a*%d*=x;\r\n" % number for number in range(20_000))
    mail = b"From: a@herald.example\r\nMessage-ID: <1@herald.example>\r\nContent-Type: text/html; charset=utf-8;\r\n"
    mail += parameters + b"\r\n<p>The pier is closed.</p>"
    assert len(with_short_headers(mail)) < 2_500
    (tmp_path / "a.eml").write_bytes(mail)
    (found,) = load([tmp_path / "a.eml"])
    assert found.media_type == "text/html; charset=utf-8"
    assert found.content.strip() == b"<p>The pier is closed.</p>"
