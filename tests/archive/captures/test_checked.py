"""A pointer is checked before it is trusted: no command takes the bytes of another record for a capture."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest
from crawled import record
from invented import rows
from reacting import files_of, page_of, write_page
from warcio.warcwriter import WARCWriter

from archive.captures.index import CaptureLocation
from archive.hydration.reading import StoredAnswers, _answers
from scraper.errors import DocumentError

ALPHA, BETA = "Words of Alpha, as they came.", "Words of Beta, and a few more of them than of Alpha."


@pytest.fixture
def kept(tmp_path, voxpop_here):
    """An archive of two pages, each with its capture."""
    pages = [write_page(tmp_path, "alpha", ALPHA), write_page(tmp_path, "beta", BETA, 1)]
    assert voxpop_here("archive", "-q", tmp_path / "a.db", *pages).code == 0
    return tmp_path / "a.db"


def change(path, statement):
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(statement)


def swap_places(path):
    """As where a name was given twice: each row points at the record of the other article."""
    change(path, "UPDATE captures SET offset = (SELECT sum(offset) FROM captures) - offset")


def lose_ids(path):
    """The same, of rows that do not know the ids of their records."""
    swap_places(path)
    change(path, "UPDATE captures SET record = NULL")


def know_digest_alone(path):
    """The same with the URLs too, so that only the digest tells."""
    lose_ids(path)
    urls = dict(rows(path, "SELECT id, url FROM captures"))
    for number, url in zip(urls, reversed(urls.values()), strict=True):
        change(path, f"UPDATE captures SET url = '{url}' WHERE id = {number}")


def change_bytes(path):
    """Bytes are changed in the file: the record is the right one, with other words."""
    change(path, "UPDATE captures SET payload_digest = 'sha1:' || upper(hex(randomblob(16)))")


WRONG = {
    "another record": swap_places,
    "another URL": lose_ids,
    "another digest": know_digest_alone,
    "other bytes": change_bytes,
}


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_no_command_takes_other_bytes_for_a_capture(kept, tmp_path, voxpop_here, wrong):
    wrong(kept)
    embeds = "SELECT article, text, gone_at FROM embeds ORDER BY 1"
    before = rows(kept, embeds)
    read = voxpop_here("reextract", kept)
    assert (read.code, read.err.count("is not the capture of")) == (1, 2)
    assert rows(kept, embeds) == before
    shown = voxpop_here("versions", kept, "https://alpha.example/story")
    assert (shown.code, "is not the capture of" in shown.err) == (3, True)
    packed = voxpop_here("export", kept, "--wacz", "-o", tmp_path / "a.wacz")
    assert (packed.code, "not the capture that the index names: 2 captures left out" in packed.err) == (3, True)
    proof = voxpop_here("prove", kept, "twitter:1897024728724406349", "-o", tmp_path / "proof")
    assert proof.code == 1
    assert json.loads((tmp_path / "proof" / "account.json").read_text("utf-8"))["captures"] == []
    checked = voxpop_here("verify", "--deep", kept)
    said = "2 captures damaged" if wrong in {know_digest_alone, change_bytes} else "2 captures not those of the"
    assert (checked.code, said in checked.out) == (3, True)


def test_a_file_in_the_place_of_another_is_no_content(kept, voxpop_here):
    other = kept.parent / "other"
    other.mkdir()
    voxpop_here("archive", "-q", other / "b.db", write_page(other, "beta", BETA), write_page(other, "alpha", ALPHA))
    (name,), (there,) = files_of(kept.parent), files_of(other)
    (kept.parent / "captures" / name).write_bytes((other / "captures" / there).read_bytes())
    read = voxpop_here("reextract", kept)
    assert (read.code, "0 captures read" in read.out) == (1, True)
    assert voxpop_here("verify", kept, "--deep").code == 3


def test_right_pointers_are_read(kept, voxpop_here):
    assert "2 captures read, 0 articles changed" in voxpop_here("reextract", kept).out
    assert voxpop_here("verify", "--deep", kept).code == 0
    assert rows(kept, "SELECT count(*) FROM captures WHERE payload_digest = digest") == [(2,)]


def write_warc(file, *pages):
    """A WARC file of another program."""
    with file.open("wb") as out:
        for url, page in pages:
            record(WARCWriter(out, gzip=True), "response", url, page.encode(), "text/html")
    return file


@pytest.mark.parametrize("is_old", [False, True], ids=["with a digest", "of an older voxpop"])
@pytest.mark.parametrize("change_url", [False, True], ids=["other words", "another page"])
def test_a_file_of_another_program_that_was_replaced(tmp_path, voxpop_here, is_old, change_url):
    path, page = tmp_path / "a.db", page_of("alpha", ALPHA)
    crawl = write_warc(tmp_path / "crawl.warc.gz", ("https://alpha.example/story", page))
    assert voxpop_here("archive", "-q", path, crawl).code == 0
    if is_old:
        change(path, "UPDATE captures SET payload_digest = NULL")
    assert "1 capture read, 0 articles" in voxpop_here("reextract", path).out
    url = "https://beta.example/other" if change_url else "https://alpha.example/story"
    write_warc(crawl, (url, page.replace(ALPHA, BETA)))
    read = voxpop_here("reextract", path)
    is_noticed = change_url or not is_old  # of an older pointer the URL alone is known
    assert (read.code, "is not the capture of" in read.err) == (int(is_noticed), is_noticed)


def test_answers_about_posts_are_checked_too(kept):
    file, offset = rows(kept, "SELECT file, offset FROM captures LIMIT 1")[0]
    location = CaptureLocation(file, offset, "response", "https://x.example/", "<urn:uuid:0>", None, "")
    answer = StoredAnswers(capture=1, location=location, offsets=(offset,), url="https://x.example/", at="")
    with pytest.raises(DocumentError, match="is not the capture of"):
        list(_answers(kept.parent / "captures", answer))
