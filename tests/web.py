"""A real web server on loopback that can misbehave, for the tests of several rooms; loaded by conftest.py."""

from __future__ import annotations

import threading
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


@pytest.fixture
def web():
    """A server on 127.0.0.1."""
    server = Web()
    server.answer = answer
    yield server
    server.close()
