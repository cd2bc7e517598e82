"""A web archive on loopback: an index of copies, and copies, some of which show nothing."""

from __future__ import annotations

import json
import time
from urllib.parse import parse_qs, urlsplit

from web import Web, answer

SHELL = b"<!doctype html><html><title>X</title><p>Something went wrong. Try again.</p></html>"


class Copies:
    """Attributes:
    held: Address -> the moments of its copies, and what each holds: bytes, or JSON.
    excluded: Addresses that somebody asked it to leave out.
    trouble: What is wrong with it: ``limit``, ``outage``, ``blocked``, ``page``, ``elsewhere``.
    asked: The paths that were asked for, with the time on the clock of the test.
    """

    def __init__(self, clock=time.monotonic):
        self.held, self.excluded, self.trouble, self.asked = {}, set(), None, []
        self.clock = clock
        self.on_request = lambda _path: None
        self.web = Web()
        self.web.routes = self
        self.index, self.replay = f"{self.web.url}/cdx", f"{self.web.url}/web"

    def get(self, _path, _default=None):
        return self._route

    def listed(self):
        """The addresses whose copies were asked for."""
        return [parse_qs(urlsplit(path).query)["url"][0] for path, _ in self.asked if path.startswith("/cdx")]

    def looked_at(self):
        """The moments of the copies that were asked for."""
        return [path.split("/")[2][:14] for path, _ in self.asked if path.startswith("/web")]

    def _route(self, request):
        path = request.path
        self.asked.append((path, self.clock()))
        self.on_request(path)
        troubles = {
            "limit": (429, b"slow down", {"Retry_After": "7200"}),
            "outage": (503, b"busy", {}),
            "blocked": (403, b"<html>Are you a person?</html>", {}),
            "page": (200, b"<html>We are moving house</html>", {}),
            "elsewhere": (302, b"", {"Location": "http://127.0.0.1:1/"}),
        }
        if self.trouble:
            status, body, headers = troubles[self.trouble]
            answer(request, status, body, **headers)
        elif path.startswith("/cdx"):
            self._list(request, parse_qs(urlsplit(path).query)["url"][0])
        else:
            _, _, moment, original = path.split("/", 3)
            self._show(request, moment[:14], original)

    def _list(self, request, address):
        if address in self.excluded:
            text = b"org.archive.util.io.RuntimeIOException: AdministrativeAccessControlException: Blocked Site"
            answer(request, 403, text, "text/plain")
            return
        rows = [[moment, address] for moment in sorted(self.held.get(address, {}))]
        body = [["timestamp", "original"], *rows] if rows else []
        answer(request, 200, json.dumps(body).encode(), "application/json")

    def _show(self, request, moment, original):
        held = self.held.get(original, {}).get(moment)
        if held is None:
            answer(request, 404, SHELL)
        elif isinstance(held, bytes):
            answer(request, 200, held)
        else:
            at = f"{moment[:4]}-{moment[4:6]}-{moment[6:8]}"
            told = time.strftime("%a, %d %b %Y 12:00:00 GMT", time.strptime(at, "%Y-%m-%d"))
            answer(request, 200, json.dumps(held).encode(), "application/json", Memento_Datetime=told)
