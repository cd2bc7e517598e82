"""Storage on loopback that misbehaves: a proxy before a real S3 server, and web servers of two kinds."""

from __future__ import annotations

import http.client
import random
import socket
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

SLOW = (
    b'<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>SlowDown</Code>'
    b"<Message>Please reduce your request rate.</Message></Error>"
)


class FaultyProxy:
    """Passes requests on to a server, and lets some of them fail, by lot and in turn.

    Args:
        port: Of the server behind it.
    """

    def __init__(self, port):
        self.share, self.dice = 0.0, random.Random(1)
        self.faults, self.broken = [], set()
        self.server = Quiet(("127.0.0.1", 0), type("Handler", (Faulty,), {"proxy": self, "behind": port}))
        self.url = start(self.server)

    def fault_of(self, path):
        if any(name in path for name in self.broken):
            return "slow down"
        if self.dice.random() >= self.share:
            return None
        self.faults.append(("slow down", "reset", "cut")[len(self.faults) % 3])
        return self.faults[-1]

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Faulty(BaseHTTPRequestHandler):
    """Answers as the server behind it, or not at all, or half."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def handle_any(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        fault = self.proxy.fault_of(self.path)
        if fault == "slow down":
            self.answer(503, {"Content-Type": "application/xml"}, SLOW)
        elif fault == "reset":
            self.hang_up()
        else:
            self.pass_on(body, cut=fault == "cut")

    do_GET = do_HEAD = do_PUT = do_POST = do_DELETE = handle_any  # noqa: N815 -- their names

    def pass_on(self, body, *, cut):
        connection = http.client.HTTPConnection("127.0.0.1", self.behind, timeout=30)
        headers = {name: value for name, value in self.headers.items() if name.lower() != "connection"}
        connection.request(self.command, self.path, body or None, headers)
        answer = connection.getresponse()
        content = answer.read()
        dropped = {"connection", "transfer-encoding", "content-length", "date", "server"}
        kept = {name: value for name, value in answer.getheaders() if name.lower() not in dropped}
        length = answer.headers.get("Content-Length") if self.command == "HEAD" else len(content)
        connection.close()
        self.answer(answer.status, kept, content[: len(content) // 2] if cut else content, length)
        if cut and content:
            self.hang_up()

    def answer(self, status, headers, content, length=None):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content) if length is None else length))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def hang_up(self):
        self.wfile.flush()
        self.close_connection = True
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        self.connection.shutdown(socket.SHUT_RDWR)


class Quiet(ThreadingHTTPServer):
    """A server that says nothing of clients that hang up."""

    daemon_threads = True

    def handle_error(self, *_):
        pass


def start(server):
    Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}"
