"""Pages through a proxy on loopback: what is asked of it, what is never asked of it, and what it says."""

from __future__ import annotations

import base64
import http.client
import select
import shutil
import socket
import ssl
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from scraper.errors import FetchError, SettingsError
from scraper.fetching import Fetcher, Limits
from scraper.fetching.transport import Proxies, Proxy

PAGE = "<!doctype html><title>Fans answer</title><p>Fans were quick to answer — “never again”.</p>".encode()
QUICK = Limits(connect=5, read=3, request=5, total=15, attempts=1)


class Relay:
    """A proxy that leads every name to one server of ours, or gives a fixed answer to all."""

    def __init__(self, port, refusal=None):
        self.asked, self.logins = [], []
        relay = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def noted(self):
                relay.asked.append(f"{self.command} {self.path}")
                relay.logins.append(self.headers.get("Proxy-Authorization"))
                if refusal:
                    self.send_response(refusal)
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                return not refusal

            def do_GET(self):
                if self.noted():
                    forward(self, port)

            def do_CONNECT(self):
                if self.noted():
                    self.send_response(200)
                    self.end_headers()
                    tunnel(self.connection, port)
                self.close_connection = True

            def log_message(self, *args):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.address = f"127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def forward(request, port):
    _, _, rest = request.path.partition("://")
    host, _, path = rest.partition("/")
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request("GET", f"/{path}", headers={"Host": host})
    answer = connection.getresponse()
    body = answer.read()
    request.send_response(answer.status)
    for name in ("Content-Type", "Location"):
        if answer.headers[name]:
            request.send_header(name, answer.headers[name])
    request.send_header("Content-Length", str(len(body)))
    request.end_headers()
    request.wfile.write(body)
    connection.close()


def tunnel(client, port):
    with socket.create_connection(("127.0.0.1", port)) as server:
        pair = {client: server, server: client}
        while True:
            for ready in select.select(list(pair), [], [], 5)[0]:
                block = ready.recv(65536)
                if not block:
                    return
                pair[ready].sendall(block)


def nobody_knows(host, _port):
    """A machine behind a proxy often has no names but its own network's."""
    if host[0].isdigit():
        return [host]
    raise socket.gaierror(socket.EAI_NONAME, "no")


@pytest.fixture
def relay(web):
    web.routes["/story"] = PAGE
    with Relay(web.port) as it:
        yield it


def fetcher(proxy, resolve=nobody_knows, **more):
    return Fetcher(limits=QUICK, resolve=resolve, proxy=proxy, sleep=lambda _: None, **more)


def failure(it, url):
    with pytest.raises(FetchError) as caught:
        it.fetch(url)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_the_proxy_is_asked_for_names_that_only_it_knows(web, relay):
    with fetcher(f"http://{relay.address}") as it:
        answer = it.get("http://the-post.example/story")
    assert answer.content == PAGE
    assert relay.asked == ["GET http://the-post.example/story"]
    assert web.asked[0][0] == "the-post.example"
    assert answer.last.address is None, "the proxy's own address says nothing about the site"


def test_name_and_password(relay):
    with fetcher(f"http://me:p%40ss@{relay.address}") as it:
        answer = it.get("http://the-post.example/story")
    assert relay.logins == ["Basic " + base64.b64encode(b"me:p@ss").decode()]
    assert "Proxy-Authorization" not in dict(answer.last.sent), "no password in a capture"


@pytest.mark.parametrize(
    "target",
    [
        "http://127.0.0.2/",
        "http://169.254.169.254/latest/meta-data",
        "http://[::1]/",
        "http://[fd00::1]/",
        "http://2130706434/",
        "http://localhost/",
        "http://intranet/",
        "http://metadata.google.internal/",
        "http://printer.local./",
        "http://inside.example/",
        "http://mixed.example/",
    ],
)
def test_what_is_known_to_be_private_is_not_asked_for(web, relay, target):
    known = {"inside.example": ["10.0.0.7"], "mixed.example": ["8.8.8.8", "192.168.0.7"]}

    def resolve(host, port):
        if host in known or host[0].isdigit() or ":" in host:
            return known.get(host) or [entry[4][0] for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
        return nobody_knows(host, port)

    web.routes["/lured"] = lambda request: web.answer(request, 302, b"", Location=target)
    with fetcher(relay.address, resolve) as it:
        for url in (target, "http://the-post.example/lured"):
            assert "not a public address: allow it with --allow-private" in failure(it, url)
    assert relay.asked == ["GET http://the-post.example/lured"]


def test_private_names_may_be_allowed(relay):
    with fetcher(relay.address, allow_private=True) as it:
        assert it.fetch("http://intranet/story").content == PAGE
    assert relay.asked == ["GET http://intranet/story"]


def test_a_name_that_was_not_found_is_not_looked_up_again(relay):
    looked_up = []

    def resolve(host, port):
        looked_up.append(host)
        return nobody_knows(host, port)

    with fetcher(relay.address, resolve) as it:
        for _ in range(3):
            it.fetch("http://the-post.example/story")
    assert looked_up.count("the-post.example") == 1


@pytest.fixture
def secure(tmp_path, monkeypatch):
    """A server that speaks TLS with a certificate of its own making, which this test trusts."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed, so no certificate can be made")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    made = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=the-post.example"
    subprocess.run(
        [
            "openssl",
            *made.split(),
            "-addext",
            "subjectAltName=DNS:the-post.example",
            "-keyout",
            key,
            "-out",
            certificate,
        ],
        check=True,
        capture_output=True,
    )
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(PAGE)

        def log_message(self, *args):
            pass

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield server.server_address[1]
    server.shutdown()
    server.server_close()


def test_https_goes_through_a_tunnel(secure):
    with Relay(secure) as relay, fetcher(f"http://{relay.address}") as it:
        answer = it.get("https://the-post.example/story")
        assert (answer.content, answer.last.address) == (PAGE, None)
        assert relay.asked == ["CONNECT the-post.example:443"]


def test_the_certificate_is_the_sites_own(secure):
    with Relay(secure) as relay, fetcher(relay.address) as it:
        assert "certificate" in failure(it, "https://another.example/story")


@pytest.mark.parametrize(
    ("status", "scheme", "words"),
    [
        (407, "http", "407 Proxy Authentication Required: the proxy requires a name and a password"),
        (407, "https", "the proxy requires a name and a password: add them to its URL"),
        (403, "https", "the proxy refuses it (403 Forbidden): ask who runs the proxy"),
        (502, "https", "the proxy could not reach it (502 Bad Gateway): try later"),
    ],
)
def test_what_a_proxy_says(status, scheme, words):
    with Relay(0, refusal=status) as relay, fetcher(relay.address) as it:
        assert words in failure(it, f"{scheme}://the-post.example/story")


def test_a_proxy_that_is_not_there():
    with fetcher("http://127.0.0.1:9") as it:
        assert "the connection failed (the proxy 127.0.0.1:9: " in failure(it, "http://the-post.example/")
    with fetcher("http://no.example:3128") as it:
        assert "the proxy no.example is unknown" in failure(it, "http://the-post.example/")


ENVIRONMENTS = [
    ({}, "https", "a.example", None),
    ({"HTTP_PROXY": "http://p.example:3128"}, "http", "a.example", "http://p.example:3128"),
    ({"HTTP_PROXY": "http://p.example:3128"}, "https", "a.example", None),
    ({"https_proxy": "p.example:3128"}, "https", "a.example", "http://p.example:3128"),
    ({"ALL_PROXY": "https://p.example"}, "https", "a.example", "https://p.example:443"),
    ({"HTTPS_PROXY": "http://[::1]:3128"}, "https", "a.example", "http://[::1]:3128"),
    ({"HTTPS_PROXY": "http://p.example", "NO_PROXY": "localhost,.a.example"}, "https", "www.a.example", None),
    ({"HTTPS_PROXY": "http://p.example", "NO_PROXY": "b.example"}, "https", "a.example", "http://p.example:80"),
    ({"HTTPS_PROXY": "http://p.example", "no_proxy": "*"}, "https", "a.example", None),
]


@pytest.mark.parametrize(("variables", "scheme", "host", "proxy"), ENVIRONMENTS)
def test_the_environment(monkeypatch, variables, scheme, host, proxy):
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    found = Proxies().of(scheme, host)
    assert (found and found.url) == proxy
    assert Proxies("none").of(scheme, host) is None
    assert Proxies("http://mine.example:8080").of(scheme, host) == Proxy("http://mine.example:8080")


@pytest.mark.parametrize("url", ["socks5://p.example:1080", "http://", "http://p.example:port", "http://[::1"])
def test_proxies_that_cannot_be_used(monkeypatch, url):
    monkeypatch.setenv("HTTPS_PROXY", url)
    with pytest.raises(SettingsError, match=r"HTTPS_PROXY.*: not an HTTP proxy: write it as"):
        Proxies()
    Proxies("none")
