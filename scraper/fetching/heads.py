"""Correct the heads of responses that h11 rejects and browsers accept: one odd header must not cost the page."""

from __future__ import annotations

import re

from scraper.patterns import lazy_regex

#: h11 rejects a longer head.
_LONGEST = 100_000
_END = lazy_regex(rb"\n\r?\n")
_STATUS = lazy_regex(rb"HTTP/(\d(?:\.\d)?)[ \t]+(\d{3})(?:[ \t]+(.*))?", re.DOTALL)
_NAME = lazy_regex(rb"[-!#$%&'*+.^_`|~0-9a-zA-Z]+")
_CONTROLS = lazy_regex(rb"[\x00\r\x0b\x0c]")
_START = b"HTTP/"
_CHUNKED = b"Transfer-Encoding: chunked"


class Heads:
    """The heads of the responses on one connection."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._searched = 0
        self._is_expected = False

    def expect(self) -> None:
        """Take the next bytes for the head of a response, as a request was sent."""
        self._is_expected = True

    @property
    def is_expected(self) -> bool:
        """Whether a head, or the rest of one, comes next."""
        return self._is_expected

    def take(self, data: bytes) -> bytes:
        """Add bytes from the server; return those to pass on, none before the head is complete."""
        self._buffer += data
        given = b""
        while self._is_expected:
            start = bytes(self._buffer[: len(_START) + 40]).lstrip()
            if not _START.startswith(start[: len(_START)]) or len(self._buffer) > _LONGEST:
                break
            end = _END.search(self._buffer, max(0, self._searched - 3))
            if end is None:
                self._searched = len(self._buffer)
                return given
            head = bytes(self._buffer[: end.end()])
            del self._buffer[: end.end()]
            self._searched = 0
            self._is_expected = head.lstrip()[9:10] == b"1"  # an informational response comes before the final one
            given += cleaned(head)
        return given + self.rest()

    def rest(self) -> bytes:
        """Return the bytes of an incomplete head, at the end of the connection."""
        rest = bytes(self._buffer)
        self._buffer.clear()
        self._is_expected, self._searched = False, 0
        return rest


def cleaned(head: bytes) -> bytes:
    r"""Return the head of a response without lines that are no headers.

    >>> cleaned(b"HTTP/1.1  200\r\nServer: x\r\nforum.php: not support\r\nforum/a b: 1\r\nAge : 5\r\n\r\n")
    b'HTTP/1.1 200\r\nServer: x\r\nforum.php: not support\r\nAge: 5\r\n\r\n'
    """
    first, *lines = (line.removesuffix(b"\r") for line in head.lstrip().rstrip(b"\r\n").split(b"\n"))
    status = _STATUS.fullmatch(first)
    if status is None:
        return head
    reason = _CONTROLS.sub(b" ", status[3] or b"").strip()
    version = status[1] if b"." in status[1] else b"1.1"
    kept = [b"HTTP/%s %s%s" % (version, status[2], b" " + reason if reason else b"")]
    was_kept = is_chunked = False
    for line in lines:
        field = _folded(line, was_kept=was_kept) or _field(line, is_chunked=is_chunked)
        was_kept = field is not None
        if field is not None:
            kept.append(field)
            is_chunked = is_chunked or field == _CHUNKED
    return b"\r\n".join([*kept, b"", b""])


def _folded(line: bytes, *, was_kept: bool) -> bytes | None:
    """Return a line that continues the header before it."""
    return b" " + _CONTROLS.sub(b" ", line).strip() if was_kept and line[:1] in {b" ", b"\t"} and line.strip() else None


def _field(line: bytes, *, is_chunked: bool) -> bytes | None:
    """Return a header in a form that h11 accepts; None for one that browsers ignore."""
    name, colon, value = line.partition(b":")
    name, value = name.rstrip(b" \t"), _CONTROLS.sub(b" ", value).strip()
    if not colon or not _NAME.fullmatch(name):
        return None
    codings = {part.strip().lower() for part in value.split(b",")}
    if name.lower() == b"transfer-encoding" and codings <= {b"chunked", b"identity", b""}:
        return _CHUNKED if b"chunked" in codings and not is_chunked else None
    if name.lower() == b"content-length" and not any(coding.isdigit() for coding in codings):
        return None
    return name + b": " + value
