"""A real web server on loopback that can misbehave, for the tests of several rooms; the conftest above loads it."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest


class Web:
    """A server whose routes are functions of the request; it remembers what it was asked.

    A route is ``bytes`` (a page), or a function that is given the request handler and answers as it likes.
    Routes are looked up by ``host/path``, then by ``/path``.
    """

    def __init__(self, address="127.0.0.1"):
        self.routes = {}
        self.asked = []
        web = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                host = self.headers.get("Host", "").partition(":")[0]
                web.asked.append((host, self.path, dict(self.headers)))
                route = web.routes.get(host + self.path, web.routes.get(self.path))
                if route is None:
                    answer(self, 404, b"nothing here")
                elif isinstance(route, bytes):
                    answer(self, 200, route)
                else:
                    route(self)

            def log_message(self, *args):
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 512

            def handle_error(self, request, client_address):
                """Clients that hang up are part of the tests."""

        self.server = Server((address, 0), Handler)
        self.port = self.server.server_address[1]
        self.url = f"http://{address}:{self.port}"
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True)
        self.thread.start()

    def paths(self):
        return [path for _, path, _ in self.asked]

    def close(self):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


def answer(request, status=200, body=b"", content_type="text/html; charset=utf-8", **headers):
    """Send a whole answer; keyword names become headers: ``Retry_After="1"``."""
    request.send_response(status)
    fields = {"Content-Type": content_type, "Content-Length": str(len(body)), **headers}
    for name, value in fields.items():
        if value is not None:
            request.send_header(name.replace("_", "-"), value)
    request.end_headers()
    request.wfile.write(body)


def post(number, text=None, handle=None):
    """Twitter's official blockquote of an invented post."""
    handle = handle or f"fan_{number}"
    text = text or f"Never again, not even {hashlib.sha1(str(number).encode()).hexdigest()[:12]} times."
    native = 1223400000000000000 + number * 4194304000
    link = f"https://twitter.com/{handle}/status/{native}"
    words = f'<p lang="en" dir="ltr">{text}</p>&mdash; A Fan (@{handle}) <a href="{link}">February 1, 2020</a>'
    return f'<blockquote class="twitter-tweet">{words}</blockquote>'


def page(title, *posts, url=None, words=""):
    """A news page that shows these posts."""
    canonical = f'<link rel="canonical" href="{url}">' if url else ""
    prose = "Fans of the singer were quick to answer on Monday night, and most of them were not amused at all. "
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>{canonical}</head><body>'
        f"<article><h1>{title}</h1><p>{prose * 3}</p>{''.join(posts)}<p>{words}{prose}</p></article></body></html>"
    ).encode()


def rss(*urls):
    """A feed of articles."""
    items = "".join(
        f"<item><title>{url}</title><link>{url}</link><guid>{url}</guid>"
        "<pubDate>Sun, 02 Feb 2020 10:00:00 +0100</pubDate></item>"
        for url in urls
    )
    return f'<?xml version="1.0"?><rss version="2.0"><channel><title>The Post</title>{items}</channel></rss>'.encode()


class Farm(Web):
    """A web server with many hosts: every address 127.0.x.y leads to it."""

    def __init__(self):
        super().__init__("0.0.0.0")
        self.answer, self.page, self.post, self.rss = answer, page, post, rss

    def host(self, number=1):
        return f"127.0.{1 + number // 250}.{1 + number % 250}"

    def at(self, path, number=1):
        return f"http://{self.host(number)}:{self.port}{path}"

    def serve(self, path, route, number=1):
        """Give one host a page; a page of bytes answers conditional requests. Returns its address."""
        self.routes[self.host(number) + path] = conditional(route) if isinstance(route, bytes) else route
        return self.at(path, number)


def conditional(body, content_type="text/html; charset=utf-8"):
    """A route that knows its ETag."""
    etag = f'"{hashlib.sha1(body).hexdigest()}"'

    def route(request):
        if request.headers.get("If-None-Match") == etag:
            answer(request, 304, b"", ETag=etag)
        else:
            answer(request, 200, body, content_type, ETag=etag)

    return route


@pytest.fixture(autouse=True, scope="session")
def no_proxies():
    """The servers of the tests are on loopback, where the proxies of this machine do not lead."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
            patch.delenv(name, raising=False)
            patch.delenv(name.upper(), raising=False)
        yield


@pytest.fixture
def web():
    """A server on 127.0.0.1."""
    server = Web()
    server.answer, server.page, server.post, server.rss = answer, page, post, rss
    yield server
    server.close()


@pytest.fixture
def farm():
    """A server with many hosts."""
    server = Farm()
    yield server
    server.close()


@pytest.fixture(scope="session")
def serve_archive():
    """Give a context manager that serves a database."""
    return served


class Address(str):
    """The address of a server, and the number of its process."""

    __slots__ = ("pid",)


@contextmanager
def served(path, *options):
    """Serve a database in a process of its own; give its address, a text that also knows the process."""
    command = [sys.executable, "-m", "archive.main", "serve", str(path), "--port", "0", *options]
    with tempfile.TemporaryFile("w+", encoding="utf-8") as log:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log)
        try:
            address = Address(_announced(process, log))
            address.pid = process.pid
            yield address
        finally:
            process.terminate()
            process.wait(timeout=60)


def _announced(process, log):
    """Return the address that a server says it listens on, once it does."""
    end = time.monotonic() + 120  # a start takes a second, on a busy machine many
    while time.monotonic() < end:
        has_ended = process.poll() is not None
        log.seek(0)
        said = log.read()
        if found := re.search(r"running on (http://[\w.:\[\]]+)", said):
            return found[1]
        assert not has_ended, f"the server ended: {said}"
        time.sleep(0.05)
    raise AssertionError("the server does not listen after two minutes")
