"""Parse large feeds and sitemaps in pieces, with bounded memory and time."""

from __future__ import annotations

import re
import time
from contextlib import suppress
from html import unescape
from io import BytesIO
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from scraper.input.decoding import text_in
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

#: Larger feeds are parsed in pieces of about this size. feedparser is quadratic in some things, such as the
#: categories of one item, so a hostile piece of this size takes seconds.
_PIECE = 256_000
#: No URL, id, title or date is longer; longer texts are dropped from an oversized piece.
_LONGEST_TEXT = 4000
#: Bytes before the first element: a DOCTYPE with all of HTML's entities has 15 kB.
_LONGEST_PROLOG = 20_000
#: Most bytes of a sitemap in one tag, or between two; a parser holds all attributes of a tag at once.
_LONGEST_TAG = 1_000_000

_ROOT = lazy_regex(rb"<\w")
_LONG_GAP = lazy_regex(rb"<[^<]{%d}" % _LONGEST_TAG)
_BLANKS = lazy_regex(rb"(?<!\s)\s{200,}")
_TOKEN = lazy_regex(rb"<!--|<!\[CDATA\[|<(?:[\w.-]{1,40}:)?(?:item|entry)(?=[\s/>])", re.IGNORECASE)
_LONG_TEXT = lazy_regex(rb"(<[^<>]*>)[^<]{%d,}" % _LONGEST_TEXT)
_SECTION = b"<![CDATA["
_DECLARATION = lazy_regex(rb"\s*<\?xml\b[^>]{0,400}>", re.IGNORECASE)
#: A CDATA section, or an ampersand, bare or before an entity.
_AMPERSAND = lazy_regex(rb"<!\[CDATA\[(?:.*?\]\]>|.*)|&(#?\w{1,31};)?+", re.DOTALL)
_MOST_AMPERSANDS = 2_000_000
_XML_ENTITIES = frozenset({b"amp;", b"lt;", b"gt;", b"quot;", b"apos;"})
#: Options of lxml for hostile XML: no entities (billion laughs, file inclusion), no network, limits of depth and size.
SAFE_XML = {"resolve_entities": False, "no_network": True, "huge_tree": False}


class OverlongError(ValueError):
    """Raised when parsing a listing exceeds its time or memory; the message names which."""


class Allowance:
    """A limit on the CPU seconds of this thread for parsing a listing; the load of the machine does not count."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._end = time.thread_time() + seconds

    def check(self) -> None:
        """Raise `OverlongError` when the time is used up."""
        if time.thread_time() > self._end:
            raise OverlongError(f"takes more than {self._seconds:g} CPU seconds to read")


def well_formed(content: bytes) -> bytes:
    r"""Return XML in UTF-8 without a declaration, as many are in another encoding than the declared one.

    Bare ampersands are escaped, and entities of HTML replaced, which XML does not define.

    Raises:
        OverlongError: There are more ampersands than 50,000 URLs need.

    >>> well_formed(b'<?xml version="1.0" encoding="utf-16"?><loc>?a=1&b=2&eacute;</loc>').decode()
    '<loc>?a=1&amp;b=2é</loc>'
    """
    if content.count(b"&") > _MOST_AMPERSANDS:
        raise OverlongError(f"has more than {_MOST_AMPERSANDS:,} ampersands")
    try:
        if b"\x00" in content[:200] or (b"\x1b$" in content and content.isascii()):  # UTF-16, ISO-2022-JP
            content = text_in(content).encode()
        content.decode()
    except UnicodeDecodeError:
        content = text_in(content).encode()
    declaration = _DECLARATION.match(content[:1000].removeprefix(b"\xef\xbb\xbf"))
    content = content.removeprefix(b"\xef\xbb\xbf")[declaration.end() if declaration else 0 :]
    return _AMPERSAND.sub(_escaped, content)


def _escaped(found: re.Match[bytes]) -> bytes:
    name = found[1] or b""
    if found[0].startswith(b"<") or name.startswith(b"#") or name in _XML_ENTITIES:
        return found[0]
    sign = unescape(f"&{name.decode('ascii', 'replace')}") if name else "&"
    return sign.encode() if "&" not in sign else b"&amp;" + name


def feed_pieces(content: bytes, most: int) -> Iterator[bytes]:
    """Split a feed into feeds of bounded size, each with the head and tail of the whole.

    A small feed is one piece, unchanged. It may be damaged; without items only the beginning is returned. Raises
    `OverlongError` if an item, or the part before the first one, is larger than a piece may be.
    """
    content = _with_short_prolog(content)
    if len(content) <= _PIECE:
        yield content
        return
    starts = list(islice(_item_starts(content), most + 1))
    if not starts:
        yield content[:_PIECE]
        return
    last = _end_of_items(content, starts[-1])
    end = starts.pop() if len(starts) > most else last
    head, tail = _small(content[: starts[0]], _PIECE // 4), _small(content[last:], _PIECE // 4)
    for left, right in _groups([*starts, end]):
        yield head + _small(content[left:right], _PIECE) + tail


def _with_short_prolog(content: bytes) -> bytes:
    """Shorten white space before the root; raise for a long prolog, which feedparser searches many times."""
    root = _ROOT.search(content)
    at = root.start() if root else len(content)
    prolog = _BLANKS.sub(b"\n", content[:at])
    if root is None:
        return content[:_LONGEST_PROLOG]
    if len(prolog) > _LONGEST_PROLOG:
        raise OverlongError(f"has more than {_LONGEST_PROLOG:,} bytes before its first element")
    return prolog + content[at:]


def _item_starts(content: bytes) -> Iterator[int]:
    """Yield the offset of each item, skipping comments and CDATA sections."""
    at, name = 0, b""
    closing = {b"<!--": b"-->", _SECTION: b"]]>"}
    while token := _TOKEN.search(content, at):
        at = token.end()
        if token[0].startswith(b"<!"):
            sign = closing.get(token[0].upper())
            end = content.find(sign, at) if sign else -1
            if end < 0:
                closing.pop(token[0].upper(), None)  # no later one has an end either
            else:
                at = end
        elif not name or token[0] == name:
            name = token[0]
            yield token.start()


def _end_of_items(content: bytes, start: int) -> int:
    """Return the offset after the last item; `start` is the start of an item."""
    name = re.split(rb"[\s/>]", content[start + 1 : start + 60], maxsplit=1)[0]
    closing = content.rfind(b"</" + name, start)
    end = content.find(b">", closing) if closing >= 0 else -1
    return end + 1 or len(content)


def _groups(bounds: list[int]) -> Iterator[tuple[int, int]]:
    """Yield start and end of runs of items that fit into a piece, at least one item each."""
    begin = bounds[0]
    for left, right in pairwise(bounds):
        if right - begin > _PIECE // 2 and left > begin:
            yield begin, left
            begin = left
    yield begin, bounds[-1]


def _small(piece: bytes, most: int) -> bytes:
    """Drop the long texts of a piece of more than `most` bytes; raise if it stays too large."""
    if len(piece) <= most:
        return piece
    kept = _LONG_TEXT.sub(rb"\1", _without_long_sections(piece))
    if len(kept) > most:
        raise OverlongError(f"has more than {most:,} bytes of markup in one item, or around the items")
    return kept


def _without_long_sections(piece: bytes) -> bytes:
    kept, at = bytearray(), 0
    while (begin := piece.find(_SECTION, at)) >= 0 and (end := piece.find(b"]]>", begin)) >= 0:
        kept += piece[at : begin if end - begin > _LONGEST_TEXT else end + 3]
        at = end + 3
    return bytes(kept + piece[at:])


class _Stream:
    """A file that ends when no more of it is needed; lxml would read all of a `BytesIO` at once."""

    def __init__(self, content: bytes, is_wanted: Callable[[], bool]) -> None:
        self._file = BytesIO(content)
        self._is_wanted = is_wanted

    def read(self, size: int) -> bytes:
        return self._file.read(size) if self._is_wanted() else b""


class Sitemap:
    """A parser of sitemaps and indexes of sitemaps, used as a target by lxml's parser.

    `entries` has the texts of the elements of each entry with a URL, by local name, until they are returned; `root` is
    the name of the root.
    """

    #: Only these elements of an entry are read, not those inside its images and videos.
    _WANTED = frozenset({"loc", "lastmod", "title", "publication_date"})
    _PARTS = frozenset({"image", "video"})
    _ENTRIES = frozenset({"url", "sitemap"})

    def __init__(self) -> None:
        self.root: str | None = None
        self.entries: list[dict[str, str]] = []
        self._depth = self._part = 0
        self._values: dict[str, str] = {}
        self._name = ""
        self._text: list[str] = []

    def read(self, content: bytes, most: int, allowance: Allowance) -> list[dict[str, str]]:
        """Return the entries of a sitemap, even a damaged one, up to `most`; raise `OverlongError` for long texts."""
        from lxml import etree

        if _LONG_GAP.search(content):
            raise OverlongError(f"has a tag or text of more than {_LONGEST_TAG:,} bytes")

        def is_wanted() -> bool:
            allowance.check()
            return len(self.entries) < most

        # Entries before the damage are kept. Older releases of lxml decode a damaged name themselves.
        with suppress(etree.XMLSyntaxError, UnicodeDecodeError):
            etree.parse(_Stream(content, is_wanted), etree.XMLParser(target=self, recover=True, **SAFE_XML))
        entries, self.entries = self.entries, []  # lxml keeps its target in a cycle
        return entries

    def start(self, tag: str, _attributes: object) -> None:
        """Handle a start tag."""
        self._store()
        self._depth += 1
        name = local_name(tag)
        if self._depth == 1:
            self.root = name
        elif name in self._ENTRIES and not self._part:
            self._finish()  # the one before may lack its end
        elif name in self._PARTS and not self._part:
            self._part = self._depth
        self._name = name if name in self._WANTED and not self._part else ""

    def data(self, text: str) -> None:
        """Handle text; only that before the first child of its element counts."""
        if self._name:
            self._text.append(text)

    def end(self, _tag: str) -> None:
        """Handle an end tag."""
        self._store()
        if self._depth == 2:
            self._finish()
        if self._part == self._depth:
            self._part = 0
        self._depth -= 1

    def close(self) -> None:
        """Handle the end of the document; the last entry may lack its end tag."""
        self._store()
        self._finish()

    def _finish(self) -> None:
        if "loc" in self._values:
            self.entries.append(self._values)
        self._values = {}

    def _store(self) -> None:
        if self._name and self._text:
            self._values[self._name] = "".join(self._text).strip()
        self._name, self._text = "", []


def local_name(tag: object) -> str:
    """Return the name of an element without its namespace; empty for entities: their tag is a function."""
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""
