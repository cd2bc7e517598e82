"""Decode the bytes of a document: choose the encoding, and report what could not be decoded.

The order of precedence: a byte order mark; the server's header; the page's own declaration; UTF-8 if the
bytes are valid in it; a detector. A declaration counts only if the bytes are valid in it, and ``iso-8859-1``
not over valid UTF-8: it is the most common wrong header, and any bytes are valid in a one-byte encoding.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from resiliparse.parse.encoding import detect_encoding, map_encoding_to_html5

from scraper.input.kinds import declared_kind, kind_of, wide_encoding
from scraper.patterns import lazy_regex
from scraper.records import Kind, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scraper.records import Document

_HEADER_CHARSET = lazy_regex(r"charset\s*=\s*[\"']?([\w.:-]{1,40})", re.IGNORECASE)
#: ``<meta charset=…>``, ``<meta http-equiv … content="…; charset=…">`` and ``<?xml … encoding="…"?>``;
#: browsers search the first 1,024 bytes for them, some pages need a little more.
_PRESCAN = 4096
_META = lazy_regex(
    rb"<(?:meta|\?xml)\b[^>]{0,400}?(?:charset|encoding)\s{0,9}=[\s\"']{0,9}([\w.:-]{1,40})", re.IGNORECASE
)
_UTF8_SEQUENCE = lazy_regex(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_ASCII_AS_BLANKS = bytes(128 * [32]) + bytes(range(128, 256))
_HIGH = lazy_regex(rb"[\x80-\xff]")
_SAMPLE = 1 << 20

#: ISO 8859 has control characters in 0x80-0x9F; bytes in this range mean the Windows code page.
_PAGES = {1: 2, 15: 2, 2: 0, 6: 6, 7: 3, 8: 5, 9: 4, 13: 7}
_SIBLINGS = {f"iso8859-{part}": f"cp125{page}" for part, page in _PAGES.items()}
_ONE_BYTE = lazy_regex(r"iso-?8859|cp125|windows-125|koi8|mac|cp866|latin|ascii", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoded:
    """A decoded document."""

    kind: Kind  # ``html`` or ``text``, by content
    # All characters of the document, without a byte order mark. Line ends are as in the source, but lone carriage
    # returns become line feeds.
    text: str
    encoding: str  # Python's name of the encoding
    problems: tuple[Problem, ...] = ()  # bytes that could not be decoded, and NUL bytes


def decode(document: Document) -> Decoded:
    """Decode a document; never raises. Invalid bytes become U+FFFD and are reported as a problem."""
    text, encoding, problems = _read(document.content, document.media_type)
    kind = kind_of(text, declared_kind(document.source, document.media_type))
    return Decoded(kind=kind, text=text, encoding=encoding, problems=problems)


def text_in(content: bytes, media_type: str | None = None) -> str:
    """Return bytes as text, decoded like those of a document."""
    return _read(content, media_type)[0]


def _read(content: bytes, media_type: str | None) -> tuple[str, str, tuple[Problem, ...]]:
    problems: tuple[Problem, ...] = ()
    try:  # as nearly all pages
        utf8: str | None = content.decode()
    except UnicodeDecodeError:
        utf8 = None
    encoding = _choose(content, media_type, utf8=utf8 is not None)
    if encoding == "utf-8" and utf8 is not None:
        text = utf8
    else:
        text = content.decode(encoding, "replace")
        problems = tuple(_undecodable(content, text, encoding))
    text = text.removeprefix("\ufeff")
    if "\r" in text and "\n" not in text:  # the line ends of the classic Mac OS
        text = text.replace("\r", "\n")
    if b"\x00" in content and "\x00" in text:  # the first test is much faster
        problems += (_problem("nul-bytes", f"{text.count(chr(0))} NUL characters were replaced by U+FFFD"),)
        text = text.replace("\x00", "\ufffd")
    return text, encoding, problems


def encoding_of(sample: bytes) -> str:
    r"""Return the encoding of a long text by its first bytes, which may end inside a character.

    >>> encoding_of("Café".encode("cp1252") + b"\n"), encoding_of("Café".encode()[:-1])
    ('cp1252', 'utf-8')
    """
    wide = wide_encoding(sample)
    if wide is not None:
        return wide
    try:
        codecs.getincrementaldecoder("utf-8")().decode(sample)
    except UnicodeDecodeError:
        return "utf-8" if _is_mostly_utf8(sample) else _detect(sample)
    return "utf-8"


def _undecodable(content: bytes, text: str, encoding: str) -> Iterator[Problem]:
    if "\ufffd" not in text:
        return
    # U+FFFD may also be in the source; only those added by decoding are a problem.
    broken = text.count("\ufffd") - content.decode(encoding, "ignore").count("\ufffd")
    if broken:
        yield _problem("undecodable-bytes", f"{broken} places are not valid {encoding} and were read as U+FFFD")


def _problem(kind: str, message: str) -> Problem:
    return Problem(step="documents", kind=kind, message=message)


def _choose(content: bytes, media_type: str | None, *, utf8: bool) -> str:
    wide = wide_encoding(content)
    if wide is not None:
        return wide
    if content.startswith(b"\xef\xbb\xbf"):
        return "utf-8"
    for encoding in _declarations(content, media_type):
        if utf8 and _ONE_BYTE.match(encoding):
            continue
        if utf8 if encoding == "utf-8" else _is_valid(content, encoding):
            return encoding
    return "utf-8" if utf8 or _is_mostly_utf8(content) else _detect(content)


def _declarations(content: bytes, media_type: str | None) -> Iterator[str]:
    header = _HEADER_CHARSET.search(media_type or "")
    meta = _META.search(content[:_PRESCAN])
    for label in (header and header[1], meta and meta[1].decode("latin-1")):
        encoding = label and map_encoding_to_html5(label, fallback_utf8=False)
        # A declaration readable as bytes contradicts itself when it says UTF-16 (WHATWG: use UTF-8).
        if encoding and not encoding.startswith("utf-16"):
            yield encoding


def _is_valid(content: bytes, encoding: str) -> bool:
    try:
        content.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        # cp1252 has five gaps that the web's windows-1252 fills with controls: no proof against it.
        return encoding == "cp1252" and not _is_mostly_utf8(content)
    return True


def _is_mostly_utf8(content: bytes) -> bool:
    """Return True if bytes are UTF-8 with a few invalid sequences, not another encoding."""
    runs = b" ".join(content[:_SAMPLE].translate(_ASCII_AS_BLANKS).split())
    rest, sequences = _UTF8_SEQUENCE.subn(b"", runs)
    return sequences > len(rest.translate(None, b" "))


def _detect(content: bytes) -> str:
    high = set(_HIGH.findall(content[:_SAMPLE]))
    controls = any(byte < b"\xa0" for byte in high)
    if all(byte < b"\xa0" for byte in high):
        return "cp1252"  # only dashes and quotation marks, shared by all Windows code pages
    found = detect_encoding(content, html5_compatible=False)
    name = map_encoding_to_html5(found, fallback_utf8=False) if found else None
    if name is None or name == "utf-8" or found in {"iso8859-1", "iso8859-15"}:
        return "cp1252"
    sibling = _SIBLINGS.get(name, name) if controls else name
    return _latin_unless_needed(sibling, b"".join(sorted(high)))


def _latin_unless_needed(encoding: str, high: bytes) -> str:
    """Return cp1252 if it decodes these bytes in the same way, else `encoding`."""
    try:
        same = high.decode(encoding) == high.decode("cp1252")
    except (UnicodeDecodeError, LookupError):
        return encoding
    return "cp1252" if same else encoding
