"""A page that a browser saved in one file with all it shows (MHTML): its HTML, with its frames put back.

Such a file is a message with parts (RFC 2557). In the page itself a frame is ``cid:`` and a number; where it
came from stands in its own part.
"""

from __future__ import annotations

import re
from datetime import UTC
from email.parser import BytesHeaderParser
from email.utils import parsedate_to_datetime
from functools import partial
from typing import TYPE_CHECKING

from scraper.documents.frames import put_back, text_of
from scraper.errors import DocumentError
from scraper.records import Document
from scraper.urls import http_url

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from email.message import Message

    from scraper.documents.frames import Frames

_HEADERS = re.compile(rb"\s*(?:[\w-]{1,60}:[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*)+", re.ASCII)
_RELATED = re.compile(rb"^content-type:\s*multipart/related\b", re.IGNORECASE | re.MULTILINE)
_PARSER = BytesHeaderParser()
_BLANK_LINE = re.compile(rb"\r?\n\r?\n")
_LONGEST_HEAD = 8000
#: More than the largest page has pictures.
_MOST_PARTS = 5000
_PAGES = frozenset({"text/html", "application/xhtml+xml"})


def is_mhtml(head: bytes) -> bool:
    r"""Tell a page saved as MHTML by its first bytes.

    >>> is_mhtml(b"From: <Saved by Blink>\nContent-Type: multipart/related;\n\ttype=\"text/html\"\n\n")
    True
    """
    headers = _HEADERS.match(head)
    return headers is not None and _RELATED.search(headers[0]) is not None


def page_in(source: str, content: bytes) -> Document | DocumentError:
    """Give the page in an MHTML file.

    Args:
        source: The file's name.
        content: The whole file.
    """
    message = _parsed(content)
    pages = list(_pages(message, content))
    if not pages:
        return DocumentError(source, "is a saved page (MHTML) that holds no HTML: save it again")
    start = str(message.get_param("start") or "")
    root = next((page for page in pages if start and page["Content-ID"] == start), pages[0])
    written = message["Snapshot-Content-Location"] or message["X-Snapshot-Content-Location"]
    return Document(
        source=source,
        content=put_back(_text(root), _frames(pages)).encode(),
        url=http_url(_line(written)) or _location(root),
        media_type="text/html; charset=utf-8",
        seen=_seen(message["Date"]),
    )


def _pages(message: Message, content: bytes) -> Iterator[Message]:
    """The parts with HTML; none is parsed as a message with parts of its own."""
    boundary = (message.get_boundary() or "").encode("utf-8", "replace")
    pieces = content.split(b"\n--" + boundary, _MOST_PARTS) if boundary else []
    for piece in pieces[1:]:
        lines = piece.partition(b"\n")[2]
        part = _parsed(lines)
        if part.get_content_type() in _PAGES:
            body = _BLANK_LINE.split(lines, 1)[1:]
            part.set_payload(b"".join(body).decode("ascii", "surrogateescape"))
            yield part


def _parsed(content: bytes) -> Message:
    """The headers with which a message or a part begins."""
    headers = _HEADERS.match(content, 0, _LONGEST_HEAD)
    return _PARSER.parsebytes(headers[0] if headers else b"")


def _frames(parts: Iterable[Message]) -> Frames:
    named = ((_line(part["Content-ID"]).strip("<>"), _location(part), part) for part in parts)
    return {f"cid:{name}": (address, partial(_text, part)) for name, address, part in named if address}


def _text(part: Message) -> str:
    payload = part.get_payload(decode=True)
    return text_of(payload if isinstance(payload, bytes) else b"", part.get_content_charset())


def _location(part: Message) -> str | None:
    return http_url(_line(part["Content-Location"]))


def _line(header: object) -> str:
    """A header's value without the line ends with which long ones are folded."""
    return "".join(str(header or "").split())


def _seen(written: object) -> str | None:
    """When the page was saved."""
    try:
        date = parsedate_to_datetime(str(written or ""))
    except ValueError:
        return None
    return f"{(date if date.tzinfo else date.replace(tzinfo=UTC)).astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
