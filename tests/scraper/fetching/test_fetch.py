"""The fetcher against a real server that misbehaves in every way we know of."""

from __future__ import annotations

import ast
import gzip
import inspect
import os
import socket
import ssl
import struct
import time
import zlib
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import httpcore
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scraper import fetching
from scraper.errors import FetchError
from scraper.fetching import Fetcher, Limits
from scraper.fetching.answers import retry_after
from scraper.fetching.client import unpacked
from scraper.fetching.identities import Identity
from scraper.fetching.transport import Heads, is_public
from scraper.input import decode
from scraper.input.streams import BrokenContentError, TooLargeError

PAGE = "<!doctype html><title>Fans answer</title><p>Fans were quick to answer — “never again”.</p>".encode()
QUICK = Limits(connect=5, read=3, request=5, total=15, attempts=3, max_bytes=100_000, redirects=5)


class Time:
    """A clock that only sleeping moves; it remembers the pauses."""

    def __init__(self):
        self.now = 0.0
        self.pauses = []

    def clock(self):
        return self.now

    def sleep(self, seconds):
        self.pauses.append(seconds)
        self.now += seconds


@pytest.fixture
def times():
    return Time()


@pytest.fixture
def fetcher(times):
    with Fetcher(
        limits=QUICK, allow_private=True, clock=times.clock, sleep=times.sleep, contact="https://x.example"
    ) as it:
        yield it


def failure(fetcher, url):
    with pytest.raises(FetchError) as caught:
        fetcher.fetch(url)
    message = str(caught.value)
    assert message.startswith(f"{url}: ")
    assert "\n" not in message
    return caught.value


def test_a_page(web, fetcher):
    web.routes["/story"] = PAGE
    found = fetcher.fetch(f"{web.url}/story#top")
    assert (found.content, found.url, found.media_type) == (PAGE, f"{web.url}/story", "text/html; charset=utf-8")
    assert found.source == f"{web.url}/story#top"
    headers = web.asked[0][2]
    assert headers["User-Agent"].startswith("voxpop/")
    assert headers["User-Agent"].endswith("(+https://x.example)")
    assert "Cookie" not in headers


def test_cookies_are_not_kept(web, fetcher):
    web.routes["/story"] = lambda request: web.answer(request, 200, PAGE, Set_Cookie="id=1; Path=/")
    fetcher.fetch(f"{web.url}/story")
    fetcher.fetch(f"{web.url}/story")
    assert "Cookie" not in web.asked[1][2]


@pytest.mark.parametrize(
    ("status", "words"), [(404, "404 Not Found: check"), (410, "410 Gone"), (403, "save the page"), (501, "try later")]
)
def test_final_statuses_are_asked_for_once(web, fetcher, times, status, words):
    web.routes["/story"] = lambda request: web.answer(request, status, b"no")
    error = failure(fetcher, f"{web.url}/story")
    assert words in str(error)
    assert (error.status, len(web.asked), times.pauses) == (status, 1, [])


@pytest.mark.parametrize("command", ["extract", "archive"])
def test_a_part_that_nobody_asked_for_is_no_article(web, voxpop_here, tmp_path, command):
    headers = {"Content_Range": f"bytes 0-{len(PAGE) - 1}/90000"}
    web.routes["/story"] = lambda request: web.answer(request, 206, PAGE, **headers)
    database = [tmp_path / "a.db"] if command == "archive" else []
    answer = voxpop_here(command, *database, f"{web.url}/story", "--allow-private")
    reason = "206 Partial Content: only a part of the page arrived, although no range was requested: try later"
    assert (answer.code, answer.err.splitlines()[0]) == (4, f"voxpop: {web.url}/story: {reason}")


@pytest.mark.parametrize("encoding", [None, "gzip"])
def test_the_first_bytes_of_a_larger_answer(web, fetcher, encoding):
    body = gzip.compress(os.urandom(150_000)) if encoding else b"x" * 150_000
    web.routes["/robots.txt"] = lambda request: web.answer(request, 200, body, Content_Encoding=encoding)
    found = fetcher.get(f"{web.url}/robots.txt", first=1000)
    assert len(found.content) == (1000 if encoding is None else len(found.content))
    assert 0 < len(found.content) <= 1000


def after_failures(web, count, *answer, **headers):
    def route(request):
        if len(web.asked) <= count:
            web.answer(request, *answer, **headers)
        else:
            web.answer(request, 200, PAGE)

    return route


def test_429_with_seconds(web, fetcher, times):
    web.routes["/story"] = after_failures(web, 1, 429, b"slow down", Retry_After="3")
    assert fetcher.fetch(f"{web.url}/story").content == PAGE
    assert 3 <= times.pauses[0] <= 4


def test_429_with_a_date(web, fetcher, times):
    then = format_datetime(datetime.now(UTC) + timedelta(seconds=3), usegmt=True)
    web.routes["/story"] = after_failures(web, 1, 429, b"slow down", Retry_After=then)
    assert fetcher.fetch(f"{web.url}/story").content == PAGE
    assert 1 < times.pauses[0] <= 4


def test_a_pause_beyond_the_total_time_is_not_begun(web, fetcher, times):
    web.routes["/story"] = lambda request: web.answer(request, 429, b"", Retry_After="3600")
    error = failure(fetcher, f"{web.url}/story")
    assert (error.status, error.retry_after, times.pauses, len(web.asked)) == (429, 3600.0, [], 1)


def test_503_then_success(web, fetcher, times):
    web.routes["/story"] = after_failures(web, 2, 503, b"busy")
    assert fetcher.fetch(f"{web.url}/story").content == PAGE
    assert len(times.pauses) == 2
    assert 0.5 <= times.pauses[0] <= 1 <= times.pauses[1] <= 2


def test_a_certificate_that_nobody_vouches_for(web, fetcher, times):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(Path(__file__).with_name("untrusted.pem"))
    web.server.socket = context.wrap_socket(web.server.socket, server_side=True)
    message = str(failure(fetcher, f"https://127.0.0.1:{web.port}/story"))
    assert "its certificate cannot be trusted (self-signed certificate): check it in a browser" in message
    assert times.pauses == []  # it is no better in a second


def test_a_site_with_certificates_of_its_own(web, tmp_path):
    """The site trusts the client's certificate alone, and is trusted by the same file; odd heads are read here too."""
    own = Path(__file__).with_name("own.pem")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(own)
    context.load_verify_locations(own)
    context.verify_mode = ssl.CERT_REQUIRED
    web.server.socket = context.wrap_socket(web.server.socket, server_side=True)
    web.routes["/story"] = raw(b"HTTP/1.1 200 OK\r\nno header\r\nContent-Length: %d\r\n\r\n" % len(PAGE) + PAGE)
    url = f"https://127.0.0.1:{web.port}/story"
    known = Identity(url=url, certificates=own)
    with Fetcher(limits=QUICK, allow_private=True, sleep=lambda _: None, identities=[known]) as fetcher:
        assert fetcher.get(url).content == PAGE
    elsewhere = Identity(url="https://news.example/", certificates=own)
    with Fetcher(limits=QUICK, allow_private=True, sleep=lambda _: None, identities=[elsewhere]) as fetcher:
        assert "its certificate cannot be trusted" in str(failure(fetcher, url))
    (tmp_path / "words.pem").write_text("no certificate")
    with pytest.raises(ValueError, match=r"words\.pem: cannot be used"):
        Fetcher(identities=[Identity(url=url, certificates=tmp_path / "words.pem")])


def test_503_for_ever(web, fetcher):
    web.routes["/story"] = lambda request: web.answer(request, 503, b"busy")
    assert "503 Service Unavailable: try later" in str(failure(fetcher, f"{web.url}/story"))
    assert len(web.asked) == QUICK.attempts


def reset(request):
    request.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    request.close_connection = True
    os.close(request.connection.detach())


def test_reset_connection_is_tried_again(web, fetcher):
    web.routes["/story"] = lambda request: reset(request) if len(web.asked) == 1 else web.answer(request, 200, PAGE)
    assert fetcher.fetch(f"{web.url}/story").content == PAGE


def test_reset_for_ever(web, fetcher):
    web.routes["/story"] = reset
    assert "the connection failed" in str(failure(fetcher, f"{web.url}/story"))
    assert len(web.asked) == QUICK.attempts


def test_truncated_body(web, fetcher):
    def route(request):
        request.send_response(200)
        request.send_header("Content-Type", "text/html")
        request.send_header("Content-Length", "5000")
        request.end_headers()
        request.wfile.write(PAGE)
        request.close_connection = True

    web.routes["/story"] = route
    assert "the connection failed" in str(failure(fetcher, f"{web.url}/story"))
    assert len(web.asked) == QUICK.attempts


def test_truncated_gzip(web, fetcher):
    web.routes["/story"] = lambda request: web.answer(request, 200, gzip.compress(PAGE)[:-20], Content_Encoding="gzip")
    assert "damaged" in str(failure(fetcher, f"{web.url}/story"))


def drip(request, what):
    request.send_response_only(200)
    try:
        if what == "body":
            request.send_header("Content-Length", "5000")
            request.end_headers()
        for _ in range(100):
            request.wfile.write(b"x" if what == "body" else b"X-A: b\r\n")
            request.wfile.flush()
            time.sleep(0.05)
            if what == "headers":
                request.flush_headers()
    except OSError:
        request.close_connection = True


@pytest.mark.parametrize("what", ["body", "headers"])
def test_slow_drip_ends_at_the_limit(web, what):
    web.routes["/story"] = lambda request: drip(request, what)
    started = time.monotonic()
    limits = Limits(read=0.5, request=0.6, total=5, attempts=1)
    with Fetcher(limits=limits, allow_private=True) as fetcher:
        assert "did not answer in time" in str(failure(fetcher, f"{web.url}/story"))
    assert time.monotonic() - started < 2


def test_silence_ends_at_the_read_limit(web, times):
    web.routes["/story"] = lambda _: time.sleep(1)
    with Fetcher(limits=Limits(read=0.2, attempts=1), allow_private=True, sleep=times.sleep) as fetcher:
        assert "did not answer in time" in str(failure(fetcher, f"{web.url}/story"))


def test_nobody_listens(fetcher):
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    assert "the connection failed" in str(failure(fetcher, f"http://127.0.0.1:{port}/"))


def redirect(web, to, status=302):
    return lambda request: web.answer(request, status, b"", Location=to)


def test_redirects_are_a_chain(web, fetcher):
    web.routes["/old"] = redirect(web, "/new?a=1", 301)
    web.routes["/new?a=1"] = redirect(web, f"{web.url}/newer", 308)
    web.routes["/newer"] = redirect(web, "story", 302)
    web.routes["/story"] = PAGE
    found = fetcher.get(f"{web.url}/old")
    assert [hop.status for hop in found.exchanges] == [301, 308, 302, 200]
    assert (found.url, found.moved) == (f"{web.url}/story", f"{web.url}/newer")
    assert found.last.address == "127.0.0.1"


def test_redirect_loop(web, fetcher):
    web.routes["/a"] = redirect(web, "/b")
    web.routes["/b"] = redirect(web, "/a")
    assert "redirects in a circle" in str(failure(fetcher, f"{web.url}/a"))
    assert web.paths() == ["/a", "/b"]


def raw(sent):
    def route(request):
        request.close_connection = True
        request.wfile.write(sent)

    return route


def test_cookies_last_for_the_redirects_of_one_url(web, fetcher):
    """Consent and session walls redirect to the same URL to set a cookie."""
    web.routes["/story"] = lambda request: (
        web.answer(request, 200, PAGE)
        if "seen=1" in request.headers.get("Cookie", "")
        else web.answer(request, 302, b"", Location="/story", Set_Cookie="seen=1; Path=/")
    )
    found = fetcher.get(f"{web.url}/story")
    assert found.content == PAGE
    assert not [name for hop in found.exchanges for name, _ in hop.sent if name.lower() == "cookie"]
    fetcher.get(f"{web.url}/story")
    assert len(web.paths()) == 4
    web.routes["/endless"] = lambda request: web.answer(request, 302, b"", Location="/endless", Set_Cookie="a=1")
    assert "redirects in a circle" in str(failure(fetcher, f"{web.url}/endless"))


@pytest.mark.parametrize("location", ["/خبر".encode().decode("latin-1"), "/%D8%AE%D8%A8%D8%B1", "/caf\xe9"])
def test_locations_in_raw_utf8(web, fetcher, location):
    web.routes["/story"] = redirect(web, location)
    web.routes["/%D8%AE%D8%A8%D8%B1"] = web.routes["/caf%C3%A9"] = PAGE
    assert fetcher.get(f"{web.url}/story").content == PAGE


def test_an_encoding_that_is_none_is_ignored(web, fetcher):
    for name in ("utf-8", "none", "aws-chunked", "gzip"):
        web.routes["/story"] = lambda request, name=name: web.answer(request, 200, PAGE, Content_Encoding=name)
        assert fetcher.get(f"{web.url}/story").content == PAGE


@pytest.mark.parametrize(
    "head",
    [
        b"HTTP/1.1 200 OK\r\nforum/x.php: userdata not support\r\nno header\r\nContent-Length: %d\r\n\r\n",
        b"HTTP/1.1  200\r\nX-Odd : a\x00b\r\nContent-Length : %d\r\n\r\n",
        b"\r\nHTTP/1.1 200 OK\nContent-Length: %d\n\n",
        b"HTTP/1.1 103 Early Hints\r\nLink : a\r\n\r\nHTTP/1.1 200 OK\r\nbad header: 1\r\nContent-Length: %d\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length:\r\nTransfer-Encoding: identity\r\nX: %d\r\n\r\n",
        b"HTTP/2 200 OK\r\nX: %d\r\n folded\r\n\r\n",
    ],
    ids=["no-names", "spaces", "line-feeds", "early-hints", "no-length", "version"],
)
def test_heads_that_browsers_accept(web, fetcher, head):
    web.routes["/story"] = raw(sent := head % len(PAGE) + PAGE)
    found = fetcher.get(f"{web.url}/story")
    assert (found.last.status, found.content) == (200, PAGE)
    pieces, whole = Heads(), Heads()
    pieces.is_expected = whole.is_expected = True
    assert b"".join(pieces.take(bytes([byte])) for byte in sent) == whole.take(sent)


def test_chunked_twice_is_chunked_once(web, fetcher):
    coding = b"Transfer-Encoding: chunked\r\n"
    web.routes["/story"] = raw(b"HTTP/1.1 200 OK\r\n" + coding * 2 + b"\r\n%x\r\n%s\r\n0\r\n\r\n" % (len(PAGE), PAGE))
    assert fetcher.get(f"{web.url}/story").content == PAGE


@given(st.binary(max_size=300), st.binary(max_size=30))
def test_any_head_keeps_its_body(head, body):
    heads = Heads()
    heads.is_expected = True
    assert (heads.take(b"HTTP/1.1 200 OK\r\n" + head + b"\r\n\r\n" + body) + heads.rest()).endswith(body)


def test_endless_redirects(web, fetcher):
    for number in range(20):
        web.routes[f"/{number}"] = redirect(web, f"/{number + 1}")
    assert "redirects more than 5 times" in str(failure(fetcher, f"{web.url}/0"))


@pytest.mark.parametrize(
    "target",
    [
        "file:///etc/passwd",
        "ftp://x.example/",
        "javascript:alert(1)",
        "http://",
        "http://[::1",
        "//:80/",
        "data:text/html,x",
    ],
)
def test_redirects_lead_only_to_the_web(web, fetcher, target):
    web.routes["/story"] = redirect(web, target)
    failure(fetcher, f"{web.url}/story")
    assert len(web.asked) == 1


@pytest.mark.parametrize("url", ["http://ada:b@[::1/", "http://ada:b@[x]/", "http://ada:b@x.example:port/"])
def test_a_login_in_a_url_that_cannot_be_split_is_a_failure(fetcher, url):
    with pytest.raises(FetchError, match="only http and https URLs can be fetched"):
        fetcher.get(url)


def test_half_a_surrogate_pair_is_no_url_also_with_a_login():
    url = "https://{}x.example/\ud800"
    with Fetcher(logins=[url.format("ada:secret@")]) as fetcher:
        assert "is not a URL that can be requested" in str(failure(fetcher, url.format("")))


def test_a_redirect_that_fails_names_the_address_that_refused(web, fetcher):
    web.routes["/old"] = redirect(web, "/gone#part")
    web.routes["/away"] = redirect(web, "http://127.0.0.1:9/")
    web.routes["/picture"] = redirect(web, "/cat")
    web.routes["/cat"] = lambda request: web.answer(request, 200, b"x", "image/png")
    for path, reason in (
        ("/old", f"redirects to {web.url}/gone: 404 Not Found: check the URL"),
        ("/away", "redirects to http://127.0.0.1:9/: the connection failed"),
        ("/picture", f"redirects to {web.url}/cat: is image/png, not an article"),
        ("/gone#top", "404 Not Found"),
    ):
        assert failure(fetcher, f"{web.url}{path}").reason.startswith(reason)


def test_a_redirect_without_a_location(web, fetcher):
    web.routes["/story"] = lambda request: web.answer(request, 302)
    assert "redirects without a target" in str(failure(fetcher, f"{web.url}/story"))


@contextmanager
def guarded(addresses=None):
    """A fetcher for which 127.0.0.1 is public and everything else is judged as in the wild."""
    names = {"the-post.example": ["127.0.0.1"], **(addresses or {})}

    def resolve(host, port):
        return names.get(host) or [entry[4][0] for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]

    def permit(address):
        return address == "127.0.0.1" or is_public(address)

    with Fetcher(limits=QUICK, resolve=resolve, permit=permit, sleep=lambda _: None) as fetcher:
        yield fetcher


@pytest.mark.parametrize(
    "target",
    [
        "http://127.0.0.2/",
        "http://169.254.169.254/latest/meta-data",
        "http://10.0.0.1/",
        "http://[::1]/",
        "http://0.0.0.0/",
        "http://2130706434/",
        "http://0x7f000002/",
        "http://[::ffff:127.0.0.2]/",
        "http://inside.example/",
    ],
)
def test_redirects_to_private_addresses_are_refused(web, target):
    web.routes["/story"] = redirect(web, target)
    with guarded({"inside.example": ["192.168.0.7"]}) as fetcher:
        error = failure(fetcher, f"http://the-post.example:{web.port}/story")
    assert "not a public address: allow it with --allow-private" in str(error)
    assert web.paths() == ["/story"]


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/", "http://localhost:9/", "http://169.254.169.254/"])
def test_private_addresses_are_refused_by_default(url):
    with Fetcher(limits=QUICK, sleep=lambda _: None) as fetcher:
        assert "not a public address" in str(failure(fetcher, url))


def test_the_checked_address_is_the_one_connected_to(web):
    web.routes["/story"] = PAGE
    answers = [["127.0.0.1"], ["127.0.0.2"]]
    with Fetcher(
        limits=QUICK, resolve=lambda *_: answers.pop(0), permit=lambda address: address == "127.0.0.1"
    ) as fetcher:
        found = fetcher.get(f"http://rebound.example:{web.port}/story")
    assert found.last.address == "127.0.0.1"
    assert answers == [["127.0.0.2"]]
    assert web.asked[0][0] == "rebound.example"


def test_private_addresses_among_public_ones_are_passed_over(web):
    web.routes["/story"] = PAGE
    with guarded({"mixed.example": ["10.0.0.1", "127.0.0.1"]}) as fetcher:
        assert fetcher.fetch(f"http://mixed.example:{web.port}/story").content == PAGE


def test_unknown_host():
    def resolve(*_):
        raise socket.gaierror(socket.EAI_NONAME, "no")

    with Fetcher(limits=QUICK, resolve=resolve) as fetcher:
        assert "the host no.example is unknown" in str(failure(fetcher, "http://no.example/"))


@pytest.mark.parametrize(
    "url",
    [
        "http://",
        "https://exa mple/",
        "http://\udcff.example/",
        "http://x.example:99999/",
        "http://x.example:port/",
        "gopher://x.example/",
        f"http://{'a' * 70}.example/",
        "http://x.example/\r\nX-A: b",
    ],
)
def test_impossible_addresses(fetcher, url):
    with pytest.raises(FetchError):
        fetcher.fetch(url)


def test_too_many_bytes(web, fetcher):
    web.routes["/story"] = b"<div>" * 30_000
    assert "larger than 100,000 bytes: raise the limit with --max-bytes" in str(failure(fetcher, f"{web.url}/story"))


def test_as_many_bytes_as_are_allowed():
    assert unpacked(gzip.compress(PAGE), "gzip", len(PAGE)) == PAGE
    with pytest.raises(TooLargeError):
        unpacked(gzip.compress(PAGE), "gzip", len(PAGE) - 1)


@pytest.mark.parametrize("pack", [gzip.compress, zlib.compress], ids=["gzip", "deflate"])
def test_bombs_are_never_unpacked(web, fetcher, pack):
    bomb = pack(bytes(50_000_000))
    assert len(bomb) < QUICK.max_bytes
    web.routes["/story"] = lambda request: web.answer(
        request, 200, bomb, Content_Encoding="gzip" if pack is gzip.compress else "deflate"
    )
    started = time.process_time()
    assert "larger than 100,000 bytes" in str(failure(fetcher, f"{web.url}/story"))
    assert time.process_time() - started < 0.5


def test_packed_answers(web, fetcher):
    bare = zlib.compressobj(wbits=-15)
    for path, name, body in (
        ("/gzip", "gzip", gzip.compress(PAGE)),
        ("/two", "gzip", gzip.compress(PAGE[:20]) + gzip.compress(PAGE[20:])),
        ("/zlib", "deflate", zlib.compress(PAGE)),
        ("/bare", "deflate", bare.compress(PAGE) + bare.flush()),
        ("/twice", "gzip, deflate", zlib.compress(gzip.compress(PAGE))),
        ("/none", "identity", PAGE),
    ):
        web.routes[path] = lambda request, name=name, body=body: web.answer(request, 200, body, Content_Encoding=name)
        assert fetcher.fetch(web.url + path).content == PAGE, path


def test_unknown_packing(web, fetcher):
    web.routes["/story"] = lambda request: web.answer(request, 200, b"??", Content_Encoding="br")
    assert "compressed as br" in str(failure(fetcher, f"{web.url}/story"))


@pytest.mark.parametrize("media_type", ["application/pdf", "image/png", "application/json", "video/mp4"])
def test_other_media_types(web, fetcher, media_type):
    web.routes["/story"] = lambda request: web.answer(request, 200, PAGE, media_type)
    assert f"is {media_type}, not an article" in str(failure(fetcher, f"{web.url}/story"))


@pytest.mark.parametrize("media_type", ["application/rss+xml", "text/xml; charset=utf-8", "text/html"])
@pytest.mark.parametrize("encoding", [None, "gzip"])
def test_a_feed_is_named_as_one(web, voxpop_here, media_type, encoding):
    feed = b'<?xml version="1.0"?>\n<rss version="2.0"><channel/></rss>'
    body = gzip.compress(feed) if encoding else feed
    web.routes["/rss"] = lambda request: web.answer(request, 200, body, media_type, Content_Encoding=encoding)
    answer = voxpop_here("extract", f"{web.url}/rss", "--allow-private")
    hint = "is a feed or sitemap: add it as a source in voxpop.toml"
    assert (answer.code, answer.err) == (4, f"voxpop: {web.url}/rss: {hint}\n")


def test_wrong_charset_and_html_as_plain_text(web, fetcher):
    web.routes["/latin"] = lambda request: web.answer(request, 200, PAGE, "text/html; charset=iso-8859-1")
    web.routes["/plain"] = lambda request: web.answer(request, 200, PAGE, "text/plain")
    web.routes["/none"] = lambda request: web.answer(request, 200, PAGE, None)
    for path in ("/latin", "/plain", "/none"):
        decoded = decode(fetcher.fetch(web.url + path))
        assert (decoded.kind, decoded.text) == ("html", PAGE.decode())


def test_conditional_requests(web, fetcher):
    def route(request):
        web.answer(request, 304 if request.headers.get("If-None-Match") == '"1"' else 200, b"", ETag='"1"')

    web.routes["/story"] = route
    found = fetcher.get(f"{web.url}/story", headers={"If-None-Match": '"1"'})
    assert (found.last.status, found.content) == (304, b"")
    web.routes["/odd"] = lambda request: web.answer(request, 304)
    assert "304 Not Modified" in str(failure(fetcher, f"{web.url}/odd"))


def test_the_gate_spans_each_request(web):
    web.routes["/old"] = redirect(web, "/story")
    web.routes["/story"] = PAGE
    passed = []

    @contextmanager
    def gate(url):
        passed.append(("in", url.removeprefix(web.url), len(web.asked)))
        yield
        passed.append(("out", url.removeprefix(web.url), len(web.asked)))

    with Fetcher(limits=QUICK, allow_private=True, gate=gate) as fetcher:
        fetcher.fetch(f"{web.url}/old")
    assert passed == [("in", "/old", 0), ("out", "/old", 1), ("in", "/story", 1), ("out", "/story", 2)]


@pytest.mark.parametrize("contact", ["a\r\nX-A: b", "ünï@x.example"])
def test_contact_must_fit_a_header(contact):
    with pytest.raises(ValueError, match="cannot be sent"):
        Fetcher(contact=contact)


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True), ("2606:2800:220:1::1", True), ("127.0.0.1", False), ("10.1.2.3", False), ("172.16.0.1", False),
        ("192.168.1.1", False), ("169.254.169.254", False), ("100.64.0.1", False), ("0.0.0.0", False), ("224.0.0.1", False),
        ("255.255.255.255", False), ("240.0.0.1", False), ("::", False), ("::1", False), ("fe80::1%eth0", False), ("fc00::1", False),
        ("ff02::1", False), ("::ffff:10.0.0.1", False), ("::ffff:93.184.216.34", True), ("64:ff9b::7f00:1", False),
        ("2002:7f00:1::", False), ("2001:db8::1", False), ("192.0.2.1", False), ("not an address", False), ("", False),
        ("fec0::1", False), ("feff::1", False), ("3fff::1", False), ("192.88.99.1", False), ("192.0.0.8", False), ("64:ff9b:1::1", False),
        ("64:ff9b::a00:1", False), ("64:ff9b::5db8:d822", True), ("2002:c058:6301::", False), ("2002:5db8:d822::", True), ("::7f00:1", False),
        ("::ffff:0:7f00:1", False), ("2001:0:a00:1::a247:27dd", False), ("2001:0:5db8:d822::f5ff:fffe", False), ("2001:0:5db8:d822::a247:27dd", True),
        ("::ffff:100.64.0.1", False), ("100::1", False), ("192.31.196.1", True),
    ],
)  # fmt: skip
def test_public_addresses(address, public):
    assert is_public(address) is public


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("0", 0.0),
        (" 7 ", 7.0),
        ("Wed, 21 Oct 2015 07:28:00 GMT", 60.0),
        ("Wed, 21 Oct 2015 07:28:00 -0000", 60.0),
        ("Wed, 21 Oct 2014 07:28:00 GMT", 0.0),
        ("-1", None),
        ("1.5", None),
        ("soon", None),
        ("", None),
        (None, None),
        ("٣", None),
        ("9" * 400, 999999999.0),
    ],
)
def test_retry_after(value, seconds):
    assert retry_after(value, datetime(2015, 10, 21, 7, 27, tzinfo=UTC)) == seconds


@given(st.binary(max_size=200), st.sampled_from(["gzip", "deflate", "gzip, deflate", "x-gzip", "identity"]))
def test_any_bytes_unpack_or_say_why(body, name):
    with suppress(TooLargeError, BrokenContentError):
        assert len(unpacked(body, name, 1000)) <= 1000


def test_only_the_documented_names_of_httpcore_are_used():
    used = {
        node.attr
        for path in Path(fetching.__file__).parent.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "httpcore"
    }
    assert "NetworkBackend" in used
    assert used <= set(httpcore.__all__)


@pytest.mark.parametrize("pool", [httpcore.ConnectionPool, httpcore.HTTPProxy], ids=lambda pool: pool.__name__)
def test_a_pool_of_httpcore_connects_through_the_backend_it_is_given(pool):
    assert "network_backend" in inspect.signature(pool).parameters
    assert {"connect_tcp"} <= set(vars(httpcore.NetworkBackend))
    assert {"read", "write", "close", "start_tls", "get_extra_info"} <= set(vars(httpcore.NetworkStream))
