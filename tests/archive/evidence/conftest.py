"""An archive with every kind of capture, made once and copied for each test."""

from __future__ import annotations

import io
import shutil
from datetime import UTC, datetime

import pytest
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from archive.captures.files import Captures
from archive.captures.index import capture, enter
from archive.commands.archive import archive_sources
from archive.store.archive import Archive
from scraper.fetching import Exchange

STORY = "The council met for nine hours on Sunday, and nobody in the gallery had gone home. #PierSong\n"
PAGE = (
    "<!doctype html><title>The pier, {0}</title><article><h1>The pier, {0}</h1>"
    "<p>The council said nothing at all about any of it on Sunday.</p>"
    '<blockquote class="twitter-tweet"><p lang="en">Best <b>night</b> &amp; day</p>&mdash; tove (@tove_on_dunes) '
    '<a href="https://twitter.com/tove_on_dunes/status/1789570120699588357">May 12, 2024</a></blockquote>'
    "</article>"
)


def crawl(path, *, gzipped):
    """A WARC file that another program made."""
    with path.open("wb") as out:
        writer = WARCWriter(out, gzip=gzipped)
        for number in range(3):
            body = PAGE.format(number).encode()
            record = writer.create_warc_record(
                f"https://herald.example/{path.name}/{number}?b=1&a=2",
                "response",
                payload=io.BytesIO(body),
                length=len(body),
                http_headers=StatusAndHeaders("200 OK", [("Content-Type", "text/html")], protocol="HTTP/1.1"),
                warc_headers_dict={"WARC-Date": f"2024-05-0{number + 1}T10:00:00Z"},
            )
            writer.write_record(record)
    return path


def answer(url, day, status=200, body=b"<!doctype html><p>Fans answered at once.</p>"):
    return Exchange(
        url=url,
        at=datetime(2024, 6, day, 10, 0, 0, 250000, UTC),
        address="192.0.2.1",
        sent=(("Host", "post.example"),),
        status=status,
        reason="OK",
        version="HTTP/1.1",
        received=(("Content-Type", "text/html; charset=utf-8"),),
        body=body,
    )


@pytest.fixture(scope="session")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("evidence")
    (folder / "a.txt").write_text(STORY, "utf-8")
    sources = [folder / "a.txt", crawl(folder / "one.warc.gz", gzipped=True), crawl(folder / "two.warc", gzipped=False)]
    archive_sources(
        str(folder / "r.db"),
        map(str, sources),
        report=pytest.fail,
        captures=folder / "captures",
        max_bytes=10**6,
        **dict.fromkeys(("url", "title", "outlet", "language", "published", "columns", "contact")),
        allow_private=False,
    )
    with Archive.open(folder / "r.db") as archive, Captures(folder / "captures") as captures:
        article = archive.db.execute("SELECT id FROM articles WHERE url LIKE '%/one.warc.gz/0%'").fetchone()[0]
        for exchange in (
            answer("https://post.example/", 1),
            answer("https://post.example/", 2),
            answer("https://post.example/gone", 2, 404),
        ):
            kept = capture(archive, captures, [exchange])
            with archive.transaction() as connection:
                enter(connection, kept, article)
        feed = capture(archive, captures, [answer("https://post.example/feed", 3)])
        with archive.transaction() as connection:
            enter(connection, feed, None)
    return folder


@pytest.fixture
def database(made, tmp_path):
    """A file, answers, a revisit, and records of other programs' WARC files, in an archive of its own."""
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    return tmp_path / "r.db"
