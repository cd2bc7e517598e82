"""CSV that a spreadsheet can open: no cell of it begins like a formula.

Spreadsheets run a cell that begins with = + - or @
(https://owasp.org/www-community/attacks/CSV_Injection), and posts often begin with @. Such cells get an
apostrophe in front, as the OWASP advises; numbers stay. JSON is never changed, and ``?_formulas=1`` turns
this off.
"""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

from archive.spreadsheets import harmless

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, MutableMapping

    Message = MutableMapping[str, Any]
    Send = Callable[[Message], Awaitable[None]]

csv.field_size_limit(2**31 - 1)


def guard(app: Any) -> Any:
    """Wrap an ASGI application: rewrite the CSV that it sends."""

    async def guarded(scope: Any, receive: Any, send: Send) -> None:
        wanted = scope["type"] == "http" and _is_csv(scope)
        await app(scope, receive, Rewriter(send).send if wanted else send)

    return guarded


def _is_csv(scope: Any) -> bool:
    query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
    asked = scope.get("path", "").endswith(".csv") or query.get("_format") == ["csv"]
    return asked and "_formulas" not in query and "_trace" not in query


class Rewriter:
    """Take the parts of a response and send them on, row by row, with harmless cells."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._text = False
        self._waiting = ""

    async def send(self, message: Message) -> None:
        """Take one message of the ASGI protocol."""
        if message["type"] == "http.response.start":
            headers = dict(message["headers"])
            self._text = message["status"] == 200 and headers.get(b"content-type", b"").startswith(b"text/")
            self._text = self._text and b"html" not in headers[b"content-type"]
        elif message["type"] == "http.response.body" and self._text:
            message = {**message, "body": self._rewrite(message)}
        await self._send(message)

    def _rewrite(self, message: Message) -> bytes:
        """Return the complete rows so far; an open quotation mark means that a row goes on."""
        self._waiting += message.get("body", b"").decode("utf-8", "surrogateescape")
        done = not message.get("more_body")
        if not done and (not self._waiting.endswith("\n") or self._waiting.count('"') % 2):
            return b""
        text, self._waiting = self._waiting, ""
        return _harmless_rows(text).encode("utf-8", "surrogateescape")


def _harmless_rows(text: str) -> str:
    out = io.StringIO()
    writer = csv.writer(out)
    for row in csv.reader(io.StringIO(text, newline="")):
        writer.writerow([harmless(cell) for cell in row])
    return out.getvalue()
