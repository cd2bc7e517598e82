"""`voxpop export --wacz`: a package that replay tools open, right in every digest and offset."""

from __future__ import annotations

import errno
import gc
import hashlib
import io
import json
import sqlite3
import zipfile
from contextlib import closing

import pytest
from fastwarc.warc import ArchiveIterator
from hypothesis import given
from hypothesis import strategies as st
from warcio.archiveiterator import ArchiveIterator as WarcioIterator

from archive.evidence.selected import captures_of, query_of
from archive.evidence.wacz import Package, surt_of
from archive.reading import Request, reader


def checked(path):
    """Read a package as its specification says, and return the lines of its index and its pages."""
    with zipfile.ZipFile(path) as package:
        assert package.testzip() is None
        assert {entry.compress_type for entry in package.infolist()} == {zipfile.ZIP_STORED}
        said = json.loads(package.read("datapackage-digest.json"))
        described = package.read("datapackage.json")
        assert said == {"path": "datapackage.json", "hash": f"sha256:{hashlib.sha256(described).hexdigest()}"}
        described = json.loads(described)
        assert (described["profile"], described["wacz_version"]) == ("data-package", "1.1.1")
        for resource in described["resources"]:
            content = package.read(resource["path"])
            assert resource["hash"] == f"sha256:{hashlib.sha256(content).hexdigest()}"
            assert resource["bytes"] == len(content)
            assert resource["name"] == resource["path"].rpartition("/")[2]
        named = {resource["path"] for resource in described["resources"]}
        assert named == set(package.namelist()) - {"datapackage.json", "datapackage-digest.json"}
        lines = package.read("indexes/index.cdx").decode().splitlines()
        assert lines == sorted(lines)
        index = [line_checked(package, line) for line in lines]
        first, *pages = map(json.loads, package.read("pages/pages.jsonl").decode().splitlines())
        assert first["format"] == "json-pages-1.0"
        assert len({page["id"] for page in pages}) == len(pages)
        known = {(line["url"], line["at"]) for line in index}
        assert {(page["url"], page["ts"]) for page in pages} <= known
    return index, pages


def line_checked(package, line):
    """Follow a line of the index to its record, with two libraries."""
    key, at, rest = line.split(" ", 2)
    said = json.loads(rest)
    content = package.read(f"archive/{said['filename']}")
    start, length = int(said["offset"]), int(said["length"])
    block = content[start : start + length]
    (record,) = ArchiveIterator(io.BytesIO(block), parse_http=True)
    (other,) = WarcioIterator(io.BytesIO(block), check_digests="raise")
    assert other.rec_headers.get_header("WARC-Target-URI") == said["url"]
    other.content_stream().read()
    assert key == surt_of(said["url"])
    assert record.headers["WARC-Payload-Digest"] == said["digest"]
    date = record.headers["WARC-Date"]
    assert at == "".join(sign for sign in date[:19] if sign.isdigit())
    return {**said, "at": f"{date[:19]}Z"}


def test_every_capture_is_in_the_package(database, voxpop_here, tmp_path):
    out = tmp_path / "all.wacz"
    done = voxpop_here("export", database, "--wacz", "-o", out)
    assert (done.code, done.out) == (0, "")
    assert done.err.startswith(f"{out}: 11 captures of 7 articles, ")
    index, pages = checked(out)
    mimes = sorted(line["mime"] for line in index)
    assert mimes == ["text/html"] * 9 + ["text/plain", "warc/revisit"]
    assert {page.get("title") for page in pages} >= {"The pier, 0", "The pier, 1", "The pier, 2"}
    assert not any("gone" in page["url"] or "feed" in page["url"] for page in pages)


def test_an_answer_that_was_refused_is_in_the_package_and_no_page_of_it(database, voxpop_here, tmp_path):
    found = []
    for name in ("whole", "refused"):
        assert voxpop_here("export", database, "--wacz", "-o", tmp_path / f"{name}.wacz").code == 0
        found.append(checked(tmp_path / f"{name}.wacz"))
        with closing(sqlite3.connect(database)) as connection, connection:
            connection.execute("UPDATE captures SET refused = 'a login page' WHERE article IS NOT NULL")
    (whole, pages), (refused, none) = found
    assert (whole, none) == (refused, [])
    assert pages


def test_the_same_captures_give_the_same_bytes(database, voxpop_here, tmp_path):
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        assert voxpop_here("export", database, "--wacz", "-o", tmp_path / folder / "x.wacz").code == 0
    assert (tmp_path / "a/x.wacz").read_bytes() == (tmp_path / "b/x.wacz").read_bytes()


@pytest.mark.parametrize(
    ("options", "urls"),
    [
        pytest.param(("--where", "url LIKE '%two.warc%'"), 3, id="a-condition-on-articles"),
        pytest.param(
            ("--sql", "SELECT id AS article FROM articles WHERE url LIKE :a;", "-p", "a", "%/two.warc/1%"),
            1,
            id="a-statement-that-names-articles",
        ),
        pytest.param(("--table", "articles_hashtags"), 1, id="a-table-that-names-articles"),
        pytest.param(("--where", "url LIKE '%one.warc.gz/0%'"), 4, id="a-revisit-with-what-it-refers-to"),
    ],
)
def test_chosen_articles_alone_are_in_the_package(database, voxpop_here, tmp_path, options, urls):
    out = tmp_path / "some.wacz"
    assert voxpop_here("export", database, "--wacz", *options, "-o", out).code == 0
    assert len(checked(out)[0]) == urls


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        pytest.param((), 2, "--wacz writes a file: name it with -o.", id="no-file"),
        pytest.param(("--table", "hashtags", "-o", "x.wacz"), 2, "the rows have no column `article`", id="no-articles"),
        pytest.param(("--where", "url = 'no'", "-o", "x.wacz"), 3, "no capture of these articles", id="nothing-chosen"),
        pytest.param(("--where", "nonsense(", "-o", "x.wacz"), 2, "the SQL cannot be run", id="wrong-sql"),
    ],
)
def test_what_cannot_be_written_is_said_in_one_line(database, voxpop_here, options, code, message):
    options = [database.parent / option if option.endswith(".wacz") else option for option in options]
    done = voxpop_here("export", database, "--wacz", *options)
    assert done.code == code
    assert message in done.err
    assert not list(database.parent.glob("*.wacz*"))


def test_captures_that_are_missing_are_named_and_the_others_go_on(database, voxpop_here, tmp_path):
    (tmp_path / "one.warc.gz").unlink()
    with (tmp_path / "two.warc").open("r+b") as file:
        file.truncate((tmp_path / "two.warc").stat().st_size - 40)
    out = tmp_path / "rest.wacz"
    done = voxpop_here("export", database, "--wacz", "-o", out)
    assert done.code == 1
    first, second, told = done.err.splitlines()
    assert first.endswith("one.warc.gz: no such file or directory: 3 captures left out")
    assert second.endswith("two.warc: damaged: 1 capture left out")
    assert "7 captures" in told
    assert len(checked(out)[0]) == 7


def test_a_large_archive_is_split_into_several_warc_files(database, tmp_path):
    out = tmp_path / "split.wacz"
    with reader(database) as db, out.open("wb") as file, Package(file, "split", rotate_bytes=1000) as package:
        for capture in captures_of(db, query_of(db, Request()), tmp_path / "captures", pytest.fail):
            package.add(capture)
    assert len({line["filename"] for line in checked(out)[0]}) > 2


@given(st.text(max_size=40), st.sampled_from(["https://news.example", "http://", "", "https://[", "//x"]))
def test_a_key_is_one_word_whatever_the_address(tail, head):
    key = surt_of(head + tail)
    assert not set(key) & set(" \n\t\r")
    assert key == key.lower()


SAME = {
    "articles": "id, url, title, outlet, language, published_at, text",
    "embeds": "article, post, form, position, text",
    "posts": "id, native_id, author, text, posted_at",
    "printings": "id, post, text, handle",
    "quotes": "article, text, speaker, confidence",
    "articles_hashtags": "article, hashtag",
    "bylines": "article, position, name",
}


def contents(path):
    with closing(sqlite3.connect(path)) as db:
        return {
            table: sorted(map(repr, db.execute(f"SELECT {columns} FROM {table}"))) for table, columns in SAME.items()
        }


def test_files_come_back_from_a_package_as_the_same_articles(voxpop_here, tmp_path):
    pages = tmp_path / "pages"
    pages.mkdir()
    page = (
        "<html lang=en><head><title>{0}</title></head><body><article><p>The pier opened, and many came to see it.</p>"
        '<blockquote class="twitter-tweet"><p>What a night at the pier {0}</p>&mdash; Ann Lee (@Ann_Lee) '
        '<a href="https://twitter.com/Ann_Lee/status/122345678901234567{0}">February 1, 2020</a></blockquote>'
        "<p>“This is the best day of the whole year,” one fan wrote on Twitter. #PierSong</p></article></body></html>"
    )
    (pages / "one.html").write_text(page.format(1), "utf-8")
    (pages / "two.html").write_text(page.format(2), "utf-8")
    (pages / "three.txt").write_text(
        "The pier opened\n\nI never saw such a crowd at the pier before — Ben Moe (@ben_moe) February 2, 2020\n"
    )
    corpus = tmp_path / "corpus.csv"
    corpus.write_text(
        "url,title,published,text\n"
        'https://news.example/4,Four,2020-02-03,"“We stayed until the lights went out,” a fan tweeted. The end."\n'
    )
    first, second, third = (tmp_path / f"{name}.db" for name in ("first", "second", "third"))
    assert voxpop_here("archive", "-q", first, pages / "two.html", pages / "three.txt", corpus).code == 0
    options = ("--url", "https://news.example/1", "--title", "Given", "--published", "2020-02-01")
    assert voxpop_here("archive", "-q", first, pages / "one.html", *options).code == 0
    for old, new in ((first, second), (second, third)):
        package = tmp_path / f"{old.stem}.wacz"
        assert voxpop_here("export", old, "--wacz", "-o", package).code == 0
        assert voxpop_here("archive", "-q", new, package).code == 0
        assert contents(new) == contents(first)
        again = voxpop_here("reextract", new)
        assert (again.code, "0 articles changed" in again.out + again.err) == (0, True)
        assert voxpop_here("verify", new, "--deep").code == 0
    assert len(contents(third)["articles"]) == 4
    assert len(contents(third)["quotes"]) == 3


class Full(io.BytesIO):
    """A file on a disk that is full after some bytes."""

    def __init__(self, room):
        super().__init__()
        self.room = room

    def write(self, chunk):
        if self.tell() + len(chunk) > self.room:
            raise OSError(errno.ENOSPC, "No space left on device")
        return super().write(chunk)


@pytest.mark.parametrize("room", [0, 100, 300, 600, 900])
def test_a_full_disk_is_told_once(room):
    """When zipfile is given up it tries to write on; what it raises then is printed as a traceback."""
    package = Package(out := Full(room), "title")
    with pytest.raises(OSError, match="No space left"), package:
        package._current_warc().write(b"x" * 400)
    out.close()
    del package
    gc.collect()  # the suite fails where an error is raised in a destructor
