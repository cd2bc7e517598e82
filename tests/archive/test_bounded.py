"""What hostile input may cost: memory and time that do not grow with what it claims to hold."""

from __future__ import annotations

import base64
import gzip
import io
import os
import plistlib
import sqlite3
import subprocess
import sys
import time
import zlib
from datetime import UTC, datetime
from pathlib import Path

import pytest
from fastwarc.stream_io import BrotliWriter, ZstdWriter
from growth import MOST, growth
from protego import Protego

from archive.captures.files import Captures
from archive.captures.index import enter
from archive.store.archive import Archive
from scraper.extract import extract
from scraper.fetching import Exchange
from scraper.fetching.client import unpacked
from scraper.fetching.host_policy import known_lines
from scraper.input import load, streaming
from scraper.input.listings import NoListingError, read_listing
from scraper.input.streams import BrokenContentError
from scraper.records import Document

pytestmark = pytest.mark.long

URL = "https://the-post.example/feed"
PAGE = b"<!doctype html><title>Fans answer</title><p>Fans were quick to answer: never again.</p>"
MAX_BYTES = 20_000_000
#: The largest document where bombs are read, and the most memory: the command at rest, and five such documents.
#: A bomb unpacks to more than all of it.
SMALL, MEGABYTES = 4_000_000, 200
MOST_MEMORY = 130_000_000 + 5 * SMALL
#: Prints the most memory that this process ever held, in bytes. (What the kernel counts for a child also holds
#: what its parent had.)
MEASURED = """
import atexit, sys
from pathlib import Path
sys.modules["pandas"] = None  # sqlite-utils loads it where it is installed: it is here, for another test
def report():
    status = Path("/proc/self/status").read_text().split("VmHWM:")[1]
    print("peak", int(status.split()[0]) * 1024, file=sys.stderr)
atexit.register(report)
from archive.main import main
sys.argv[0] = "voxpop"
main()
"""


def measured(*arguments):
    """Run the command; give its exit code, both outputs and its peak of memory in bytes."""
    if not Path("/proc/self/status").exists():
        pytest.skip("no /proc to read the peak from")
    command = [sys.executable, "-c", MEASURED, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    errors, _, peak = done.stderr.rpartition("peak ")
    return done.returncode, done.stdout, errors, int(peak)


def packed(writer):
    out = io.BytesIO()
    stream = writer(out)
    for _ in range(MEGABYTES):
        stream.write(bytes(1 << 20))
    stream.finish()
    return out.getvalue()


def zeros(wbits=31):
    machine = zlib.compressobj(1, wbits=wbits)
    return b"".join(machine.compress(bytes(1 << 20)) for _ in range(MEGABYTES)) + machine.flush()


def record(body, headers="", length=None, status="200 OK"):
    """A response record, plain."""
    http = f"HTTP/1.1 {status}\r\nContent-Type: text/html\r\n{headers}\r\n".encode() + body
    head = (
        "WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:12345678-1234-1234-1234-123456789012>\r\n"
        "WARC-Date: 2020-02-02T00:00:00Z\r\nWARC-Target-URI: https://the-post.example/1\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {length or len(http)}\r\n\r\n"
    )
    return head.encode() + http + b"\r\n\r\n"


def inflating(plain):
    """One gzip member: these bytes, then many zeros."""
    machine = zlib.compressobj(1, wbits=31)
    start = machine.compress(plain)
    return start + b"".join(machine.compress(bytes(1 << 20)) for _ in range(MEGABYTES)) + machine.flush()


BOMBS = {
    "gzip": lambda: gzip.compress(record(zeros(), "Content-Encoding: gzip\r\n")),
    "deflate": lambda: gzip.compress(record(zeros(15), "Content-Encoding: deflate\r\n")),
    "br": lambda: gzip.compress(record(packed(BrotliWriter), "Content-Encoding: br\r\n")),
    "zstd": lambda: gzip.compress(record(packed(ZstdWriter), "Content-Encoding: zstd\r\n")),
    "transfer": lambda: gzip.compress(record(zeros(), "Transfer-Encoding: gzip\r\n")),
    "twice": lambda: gzip.compress(record(gzip.compress(zeros()), "Content-Encoding: gzip, gzip\r\n")),
    "plain record": lambda: record(zeros(), "Content-Encoding: gzip\r\n"),
    "the record itself": lambda: inflating(record(b"", length=MEGABYTES << 20)),
    "a header without end": lambda: inflating(record(b"", "X-A: ", length=MEGABYTES << 20)[:-6]),
    "a record that lies about its length": lambda: inflating(record(PAGE)),
}


@pytest.mark.parametrize(
    "names",
    [pytest.param([*BOMBS], id="all"), *(pytest.param([name], id=name, marks=pytest.mark.thorough) for name in BOMBS)],
)
def test_a_bomb_in_a_warc_takes_little_memory_and_the_others_are_read(tmp_path, names):
    """All of them are read by one process, and each by one of its own in `make test-all`."""
    others = {}
    for number, name in enumerate(names):
        path, content = tmp_path / f"{number}.warc", BOMBS[name]()
        other = record(PAGE) if content.startswith(b"WARC") else gzip.compress(record(PAGE))
        path.write_bytes(other + content + other)
        others[name] = [f'"{path}#0"', f'"{path}#{len(other + content)}"']
    _, out, errors, peak = measured("extract", "-j", 1, "--max-bytes", SMALL, *sorted(tmp_path.iterdir()))
    found = {name: tuple(out.count(each) for each in read) for name, read in others.items()}
    assert found == dict.fromkeys(names, (1, 1))
    for number, name in enumerate(names):
        assert 1 <= errors.count(f"{tmp_path / str(number)}.warc") <= 2, name
    assert peak < MOST_MEMORY


def exchange(body, *headers, url="https://the-post.example/1"):
    return Exchange(
        url=url, at=datetime(2020, 2, 2, tzinfo=UTC), address=None, sent=(), status=200, reason="OK",
        version="HTTP/1.1", received=(("Content-Type", "text/html"), *headers), body=body,
    )  # fmt: skip


def stored(tmp_path, *exchanges):
    """An archive in which each answer is the capture of an article; the arguments that `reextract` needs."""
    with Archive.open(tmp_path / "a.db") as archive, Captures(tmp_path / "captures") as captures:
        for number, answer in enumerate(exchanges):
            place = f"https://the-post.example/{number}"
            document = Document(source=place, url=place, content=PAGE + str(number).encode())
            saved = archive.save(extract(document), digest=str(number), seen="2020-02-02T00:00:00Z")
            capture = captures.write(answer)
            with archive.transaction() as connection:
                enter(connection, [capture], saved.article)
    return tmp_path / "a.db", "--captures", tmp_path / "captures"


def test_a_bomb_among_the_captures_takes_little_memory_and_the_others_are_read(tmp_path):
    bomb = exchange(zeros(), ("Content-Encoding", "gzip"))
    code, out, errors, peak = measured(
        "reextract", "--max-bytes", SMALL, *stored(tmp_path, exchange(PAGE), bomb, exchange(PAGE))
    )
    assert peak < MOST_MEMORY
    assert (code, errors.count("\n")) == (1, 1)
    assert "is larger than 4,000,000 bytes" in errors
    assert "2 captures read" in out
    assert "1 could not be read" in out


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(exchange(PAGE, ("Set-Cookie", "a" * 150_000)), id="a long header line"),
        pytest.param(exchange(PAGE, *[("X-A", "b" * 90)] * 1500), id="many header lines"),
        pytest.param(exchange(PAGE, url=f"https://the-post.example/{'a' * 60_000}"), id="a long address"),
        pytest.param(exchange(zlib.compress(PAGE)[2:-4], ("Content-Encoding", "deflate")), id="bare deflate"),
        pytest.param(exchange(gzip.compress(PAGE), ("Content-Encoding", "x-gzip")), id="x-gzip"),
        pytest.param(exchange(gzip.compress(PAGE) + bytes(9), ("Content-Encoding", "gzip")), id="padded gzip"),
        pytest.param(exchange(b"".join(map(gzip.compress, (b"", PAGE))), ("Content-Encoding", "gzip")), id="empty member"),
    ],
)  # fmt: skip
def test_what_was_fetched_can_be_read_again(tmp_path, voxpop_here, answer):
    arguments = stored(tmp_path, answer)
    again = voxpop_here("reextract", *arguments)
    assert (again.code, again.err) == (0, "")
    assert "1 capture read" in again.out
    assert "damaged" not in voxpop_here("verify", arguments[0], "--deep", *arguments[1:]).out


@pytest.mark.growth
def test_the_time_for_empty_members_is_linear():
    def make(count):
        return gzip.compress(b"", mtime=0) * count + gzip.compress(PAGE)

    def unpack(body):
        assert unpacked(body, "gzip", MAX_BYTES) == PAGE

    assert growth(unpack, make, 20_000, 200_000) <= MOST


@pytest.mark.parametrize(
    ("members", "plain"),
    [
        pytest.param([b"Fans ", b"answered"], b"Fans answered", id="two"),
        pytest.param([b"x" * 9000, b"", b"y" * 9000], b"x" * 9000 + b"y" * 9000, id="longer than a chunk"),
        pytest.param([os.urandom(9000), b"tail"], None, id="bytes that do not shrink"),
    ],
)
def test_members_are_joined(members, plain):
    body = b"".join(map(gzip.compress, members))
    expected = b"".join(members) if plain is None else plain
    assert unpacked(body, "gzip", 100_000) == expected
    assert unpacked(body + b"garbage", "gzip", 100_000) == expected
    with pytest.raises(BrokenContentError):
        unpacked(body[:-3], "gzip", 100_000)


def item(number):
    return (
        b"<item><title>T %d</title><link>https://the-post.example/%d</link><guid>g%d</guid>"
        b"<pubDate>Sun, 02 Feb 2020 10:00:00 +0100</pubDate><description><![CDATA[<p>%d</p>]]></description></item>"
    ) % (number, number, number, number)


def rss(items):
    return b'<?xml version="1.0"?><rss version="2.0"><channel><title>x</title>%s</channel></rss>' % items


def atom(items):
    return b'<feed xmlns="http://www.w3.org/2005/Atom"><title>x</title>%s</feed>' % items


LISTINGS = {
    "a sitemap without entries": lambda: b"<urlset>" + b"<a/>" * 4_000_000 + b"</urlset>",
    "one entry of a sitemap": lambda: b"<urlset><url>" + b"<a>b</a>" * 2_000_000 + b"</url></urlset>",
    "a packed sitemap": lambda: gzip.compress(
        b"<urlset>" + b"<url><loc>https://a.example/1</loc></url>" * 1_000_000 + b"</urlset>"
    ),
    "attributes of a sitemap": lambda: (
        b"<urlset><url " + b"".join(b'a%d="" ' % n for n in range(1_000_000)) + b"/></urlset>"
    ),
    "categories of one item": lambda: rss(
        b"<item>" + b"".join(b"<category>%d</category>" % n for n in range(500_000)) + b"</item>"
    ),
    "comments without end": lambda: rss(b"<item>" + b"<!--" * 2_000_000),
    "sections without end": lambda: rss(b"<item>" + b"<![CDATA[" * 1_000_000),
    "blanks before the root": lambda: b"<?xml version='1.0'?>" + b"\n" * 2_000_000 + rss(b""),
    "a DOCTYPE without end": lambda: b"<!DOCTYPE a [" + b"\n<!ENTITY" * 200_000 + rss(b""),
    "a page": lambda: b"<!doctype html><html>" + b"<p>x <b>y</b> &nbsp;</p>" * 400_000,
    "JSON": lambda: b'{"items":[' + b"[]," * 3_000_000 + b"[]]}",
}


@pytest.mark.parametrize(
    "names",
    [
        pytest.param([*LISTINGS], id="all"),
        *(pytest.param([name], id=name, marks=pytest.mark.thorough) for name in LISTINGS),
    ],
)
def test_a_hostile_listing_is_read_within_bounds(tmp_path, names):
    """Memory in a process of its own: what was held before does not count."""
    for number, name in enumerate(names):
        (tmp_path / f"{number:02}").write_bytes(LISTINGS[name]())
    code = (
        "import sys, time; from pathlib import Path; from scraper.input.listings import read_listing, NoListingError\n"
        "for path in sys.argv[1:]:\n"
        "    content, started = Path(path).read_bytes(), time.process_time()\n"
        "    try: read_listing(content, 'https://a.example/')\n"
        "    except NoListingError: pass\n"
        "    status = Path('/proc/self/status').read_text().split('VmHWM:')[1]\n"
        "    print(time.process_time() - started, int(status.split()[0]) * 1024)\n"
    )
    command = [sys.executable, "-c", code, *map(str, sorted(tmp_path.iterdir()))]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    found = dict(zip(names, (tuple(map(float, line.split())) for line in done.stdout.splitlines()), strict=True))
    assert {name: cost for name, cost in found.items() if cost[0] >= 15 or cost[1] >= 180_000_000} == {}


def test_a_listing_that_takes_too_long_says_so():
    items = b"".join(map(item, range(3000)))
    with pytest.raises(NoListingError, match=r"takes more than 0\.05 CPU seconds"):
        read_listing(rss(items), URL, seconds=0.05)
    entries = b"<url><a/></url>" * 200_000
    with pytest.raises(NoListingError, match=r"takes more than 0\.01 CPU seconds"):
        read_listing(b"<urlset>" + entries + b"</urlset>", URL, seconds=0.01)


def test_a_run_goes_on_behind_a_listing_that_takes_too_long(farm, tmp_path, voxpop_here):
    """Of two sources one is a bomb: its line names it, and the article of the other is stored."""
    bomb = b"<rss version='2.0'><channel><item>" + b"<category>a</category>" * 100_000 + b"</item></channel></rss>"
    story = farm.serve("/story", farm.page("Fans answer", farm.post(1)))
    feeds = farm.serve("/bomb", bomb), farm.serve("/feed", farm.rss(story))
    sources = "".join(f'[[sources]]\nname = "{feed[-4:]}"\nfeed = "{feed}"\n' for feed in feeds)
    config = tmp_path / "voxpop.toml"
    config.write_text(
        f'database = "a.db"\ncaptures = "captures"\n[fetch]\ndelay = 0.0\nallow_private = true\n{sources}'
    )
    answer = voxpop_here("run", "-c", config)
    assert answer.code == 1
    assert answer.err.count("\n") == 1
    assert "has more than 256,000 bytes of markup in one item" in answer.err
    with sqlite3.connect(tmp_path / "a.db") as db:
        assert db.execute("SELECT count(*) FROM articles").fetchone() == (1,)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(rss(b"".join(map(item, range(40)))), id="rss"),
        pytest.param(rss(b"&nbsp;" + b"".join(map(item, range(40)))), id="damaged rss"),
        pytest.param(rss(b"<!-- <item>1</item> -->" + b"".join(map(item, range(40)))), id="comments"),
        pytest.param(
            rss(b"".join(item(n).replace(b"<p>", b"<item><link>https://made-up.example/</link>") for n in range(40))),
            id="items in sections",
        ),
        pytest.param(
            atom(b"".join(
                b'<entry><id>%d</id><link href="https://a.example/%d"/><title>T</title></entry>' % (n, n) for n in range(40)
            )),
            id="atom",
        ),
        pytest.param(
            b'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"'
            b' xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>x</title><items><rdf:Seq/></items></channel>'
            + b"".join(
                b'<item rdf:about="x"><link>https://a.example/%d</link><dc:date>2020-02-02</dc:date></item>' % n
                for n in range(40)
            )
            + b"</rdf:RDF>",
            id="rss 1.0",
        ),
    ],
)  # fmt: skip
def test_a_feed_in_pieces_holds_what_the_whole_holds(monkeypatch, content):
    whole = read_listing(content, URL)
    assert len(whole.entries) == 40
    monkeypatch.setattr(streaming, "_PIECE", 2500)
    assert read_listing(content, URL) == whole
    assert len(list(streaming.feed_pieces(content, 1000))) > 1


def test_reading_a_feed_stops_at_the_cap(monkeypatch):
    monkeypatch.setattr(streaming, "_PIECE", 2500)
    content = rss(b"".join(map(item, range(200))))
    pieces = list(streaming.feed_pieces(content, 50))
    assert sum(piece.count(b"<item>") for piece in pieces) == 50
    assert all(piece.endswith(b"</channel></rss>") for piece in pieces)


def test_a_long_text_does_not_make_an_item_too_large():
    long = item(1).replace(b"<p>", b"<p>" + b"<i>x</i>" * 100_000)
    escaped = item(2).replace(b"<![CDATA[<p>2</p>]]>", b"&lt;p>" + b"x" * 600_000)
    listing = read_listing(rss(item(0) + long + escaped + item(3)), URL)
    assert [entry.url[-1] for entry in listing.entries] == ["0", "1", "2", "3"]


def test_the_pictures_of_an_article_are_not_the_article():
    (entry,) = read_listing(
        b'<urlset xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
        b' xmlns:video="http://www.google.com/schemas/sitemap-video/1.1"><url><loc>https://a.example/story</loc>'
        b"<image:image><image:loc>https://a.example/1.jpg</image:loc><image:title>Pier</image:title></image:image>"
        b"<video:video><video:title>Clip</video:title></video:video><lastmod>2020-02-03</lastmod></url></urlset>",
        URL,
    ).entries
    assert (entry.url, entry.title, entry.modified) == ("https://a.example/story", None, "2020-02-03")


TWEET = "https://platform.twitter.com/embed/Tweet.html?id=1223400000000000001"


def test_a_frame_that_is_shown_very_often(tmp_path):
    """Its document is put back only until the page has grown enough."""
    frame = b"<html><body><article>" + b"x" * 1_000_000
    page = b"<html><body>" + b'<iframe src="cid:a@x"></iframe>' * 100_000
    parts = [
        b"--B\r\nContent-Type: text/html\r\nContent-ID: <%s>\r\nContent-Transfer-Encoding: base64\r\n"
        b"Content-Location: %s\r\n\r\n%s\r\n" % (name, place, base64.encodebytes(body))
        for name, place, body in ((b"m@x", b"https://a.example/", page), (b"a@x", TWEET.encode(), frame))
    ]
    path = tmp_path / "a.mhtml"
    head = b'From: <Saved>\r\nContent-Type: multipart/related; boundary="B"\r\n\r\n'
    path.write_bytes(head + b"".join(parts) + b"--B--\r\n")
    (document,) = load([str(path)])
    assert document.content.count(b"srcdoc=") == 19
    assert document.content.count(TWEET.encode()) == 100_000


@pytest.mark.parametrize(
    "resource",
    [
        pytest.param({"WebResourceData": 1 << 36}, id="a number instead of bytes"),
        pytest.param({"WebResourceData": "text"}, id="text instead of bytes"),
    ],
)
def test_a_web_archive_without_its_bytes(tmp_path, resource):
    path = tmp_path / "a.webarchive"
    main = {"WebResourceURL": "https://a.example/", **resource}
    path.write_bytes(plistlib.dumps({"WebMainResource": main}, fmt=plistlib.FMT_BINARY))
    (error,) = load([str(path)])
    assert "is a broken web archive" in str(error)


def test_a_page_in_an_encoding_of_host_names(tmp_path):
    path = tmp_path / "a.webarchive"
    main = {
        "WebResourceURL": "https://a.example/",
        "WebResourceData": b"<p>Fans answered</p>" * 20_000,
        "WebResourceTextEncodingName": "punycode",
    }
    path.write_bytes(plistlib.dumps({"WebMainResource": main}))
    (document,) = load([str(path)])
    assert document.content.startswith(b"<p>Fans answered</p>")


@pytest.mark.growth
@pytest.mark.parametrize(
    "robots",
    [
        pytest.param("User-agent: *\nDisallow: /" + "*a" * 100_000 + "*b\n", id="wildcards"),
        pytest.param(
            "".join(f"User-agent: v{n}\n" for n in range(15_000)) + "Disallow: /a\n" * 19_000, id="rules times agents"
        ),
    ],
)
def test_hostile_rules_are_read_in_linear_time(robots):
    started = time.process_time()
    rules = Protego.parse(known_lines(robots))
    assert rules.can_fetch("https://the-post.example/" + "a" * 2000, "voxpop")
    assert time.process_time() - started < 3
