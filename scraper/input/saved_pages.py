"""Read pages that a browser saved as one file: MHTML, and Safari's web archives.

The page's HTML is returned with the URLs and documents of its frames filled in. An MHTML file is a MIME
message (RFC 2557): the page refers to a frame as ``cid:`` and a number, and the frame's part states its URL.
A web archive is a property list with the page and its frames.
"""

from __future__ import annotations

import codecs
import hashlib
import html
import plistlib
import re
import stat
from dataclasses import replace
from datetime import UTC
from email.parser import BytesHeaderParser
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote
from xml.parsers.expat import ExpatError

from scraper.errors import DocumentError
from scraper.input.decoding import text_in
from scraper.input.folders import PAGE_NAME, is_beside_page
from scraper.patterns import lazy_regex
from scraper.records import Document, Problem
from scraper.registry import posts_in, recognise
from scraper.values.moments import in_utc, mail_instant
from scraper.values.urls import http_url

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from email.message import Message
    from pathlib import Path

#: The headers with parameters. The standard library's time grows with the square of their number.
_WITH_PARAMETERS = lazy_regex(
    rb"^content-(?:type|disposition)[ \t]*:[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*", re.IGNORECASE | re.MULTILINE
)
#: Most bytes of such a header; newsletters have some hundred.
_LONGEST = 2000


def with_short_headers(message: bytes) -> bytes:
    """Return a message with each parameterized header cut to a safe length for parsing."""
    return _WITH_PARAMETERS.sub(_short, message)


def _short(header: re.Match[bytes]) -> bytes:
    found = header[0]
    return found if len(found) <= _LONGEST else found[:_LONGEST].rstrip()


#: A problem of a file without its last boundary, as if a transfer was interrupted.
CUT_OFF = Problem(
    step="source", kind="cut-off", message="the file ends before its last part: save it again; the rest is read"
)
_HEADERS = lazy_regex(rb"\s*(?:[\w-]{1,60}:[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*)+", re.ASCII)
_RELATED = lazy_regex(rb"^content-type:\s*multipart/related\b", re.IGNORECASE | re.MULTILINE)
_PARSER = BytesHeaderParser()
_BLANK_LINE = lazy_regex(rb"\r?\n\r?\n")
_LONGEST_HEAD = 8000
#: More parts than any page of the corpus has pictures.
_MOST_PARTS = 5000
_PAGES = frozenset({"text/html", "application/xhtml+xml"})
_BINARY, _XML, _KEY = b"bplist00", b"<?xml", b"WebMainResource"
_BROKEN = (plistlib.InvalidFileException, ExpatError, ValueError, LookupError, TypeError, RecursionError)
_MOST_FRAMES = 2000
_FRAME_SOURCE = lazy_regex(r"(?<=\s)src=\"([^\"<>]{1,2000})\"")
#: A longer frame document is left out: it draws its post by script.
_LONGEST_FRAME = 2_000_000
#: Most characters that all frames may add to a page: one frame may be shown a million times.
_MOST_SHOWN = 20_000_000
#: Encodings of host names, not of pages: decoding a megabyte of them takes hours.
_SLOW = frozenset({"punycode", "idna"})
#: The URL of a frame and a function that returns its document, by its name in the page.
_Frames = dict[str, tuple[str, "Callable[[], str]"]]


def is_mhtml(head: bytes) -> bool:
    """Return True if the first bytes of a file are those of a page saved as MHTML."""
    headers = _HEADERS.match(head)
    return headers is not None and _RELATED.search(headers[0]) is not None


def page_in_mhtml(source: str, content: bytes) -> Document | DocumentError:
    """Return the page in an MHTML file, or an error value if it has none."""
    message = _parsed(content)
    pages = list(_parts(message, content, _PAGES.__contains__))
    if not pages:
        return DocumentError(source, "is a saved page (MHTML) without HTML: save it again")
    start = str(message.get_param("start") or "")
    root = next((page for page in pages if start and page["Content-ID"] == start), pages[0])
    date = mail_instant(str(message["Date"] or ""))
    written = message["Snapshot-Content-Location"] or message["X-Snapshot-Content-Location"]
    return Document(
        source=source,
        content=_with_frames(_text_of_part(root), _frames_in(pages)).encode(),
        url=http_url(_line(written)) or _location(root),
        media_type="text/html; charset=utf-8",
        saved_at=in_utc(date if date.tzinfo else date.replace(tzinfo=UTC)) if date else None,
        original=content,
        problems=() if f"--{message.get_boundary()}--".encode("utf-8", "replace") in content else (CUT_OFF,),
    )


def _parts(message: Message, content: bytes, wanted: Callable[[str], bool]) -> Iterator[Message]:
    """Yield the parts of wanted types; nested parts are not read."""
    boundary = (message.get_boundary() or "").encode("utf-8", "replace")
    pieces = content.split(b"\n--" + boundary, _MOST_PARTS) if boundary else []
    for piece in pieces[1:]:
        lines = piece.partition(b"\n")[2]
        part = _parsed(lines)
        if wanted(part.get_content_type()):
            body = _BLANK_LINE.split(lines, 1)[1:]
            part.set_payload(b"".join(body).decode("ascii", "surrogateescape"))
            yield part


def _parsed(content: bytes) -> Message:
    headers = _HEADERS.match(content, 0, _LONGEST_HEAD)
    return _PARSER.parsebytes(with_short_headers(headers[0]) if headers else b"")


def _frames_in(parts: Iterable[Message]) -> _Frames:
    named = ((_line(part["Content-ID"]).strip("<>"), _location(part), part) for part in parts)
    return {f"cid:{name}": (address, partial(_text_of_part, part)) for name, address, part in named if address}


def _text_of_part(part: Message) -> str:
    return decoded(payload_of(part), part.get_content_charset())


def payload_of(part: Message) -> bytes:
    """Return the content of a part of a message, without its transfer encoding."""
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def _location(part: Message) -> str | None:
    return http_url(_line(part["Content-Location"]))


def _line(header: object) -> str:
    """Return a header's value unfolded, without white space."""
    return "".join(str(header or "").split())


def is_webarchive(content: bytes) -> bool:
    """Return True if a file is a page saved by Safari; its key may be anywhere in the file."""
    if content.startswith(_BINARY):
        return _KEY in content
    return content.startswith(_XML) and b"<plist" in content[:500] and _KEY in content


def page_in_webarchive(source: str, content: bytes) -> Document | DocumentError:
    """Return the page in a web archive, or an error value if the file is broken."""
    try:
        archive = plistlib.loads(content)
        main, frames = archive["WebMainResource"], archive.get("WebSubframeArchives", [])
        url, page = str(main["WebResourceURL"]), _text_of_resource(main)
        shown = [frame["WebMainResource"] for frame in frames[:_MOST_FRAMES]]
        known = {str(frame["WebResourceURL"]): frame for frame in shown}
        page = _with_frames(page, {at: (at, partial(_text_of_resource, frame)) for at, frame in known.items()})
    except _BROKEN as error:
        return DocumentError(source, f"is a broken web archive ({type(error).__name__}): save the page again")
    return Document(
        source=source, content=page.encode(), url=http_url(url), media_type="text/html; charset=utf-8", original=content
    )


def _text_of_resource(resource: dict[str, Any]) -> str:
    content = resource["WebResourceData"]
    if not isinstance(content, bytes):  # bytes() would turn a number into that many zeros
        raise TypeError(type(content).__name__)
    return decoded(content, str(resource.get("WebResourceTextEncodingName") or ""))


def decoded(content: bytes, encoding: str | None) -> str:
    """Decode a document in the encoding stated by the file; if that fails, as UTF-8."""
    try:
        name = codecs.lookup(encoding or "utf-8").name
        return content.decode("utf-8" if name in _SLOW else name)
    except (LookupError, ValueError):
        return content.decode("utf-8", "replace")


def _with_frames(page: str, frames: _Frames) -> str:
    """Fill in the URLs of a page's frames, and the documents of those that show a post."""
    written: dict[str, tuple[str, str]] = {}
    left = _MOST_SHOWN

    def known(found: re.Match[str]) -> str:
        nonlocal left
        name = html.unescape(found[1])
        if name not in frames:
            return found[0]
        if name not in written:
            written[name] = _attributes(*frames[name])
        address, document = written[name]
        left -= len(document)
        return address + document if left >= 0 else address

    return _FRAME_SOURCE.sub(known, page) if frames else page


def _attributes(address: str, document: Callable[[], str]) -> tuple[str, str]:
    """Return a frame's ``src`` attribute, and its ``srcdoc`` attribute or an empty string."""
    shown = document() if recognise(address) else ""
    written = f' srcdoc="{html.escape(shown)}"' if 0 < len(shown) <= _LONGEST_FRAME else ""
    return f'src="{html.escape(address)}"', written


#: A frame with its document in the folder of the page; the URL that browsers write into it.
_FRAME = lazy_regex(
    rb"<iframe\b(?=([^<>]{0,4000}))(?=[^<>]{0,4000}?\ssrc=[\"']?(?:\./)?([^\"'<>\\/\s][^\"'<>\\/]{0,254})/([^\"'<>\\/]{1,254}\.x?html?)[\"'\s>])"
    rb"(?![^<>]{0,4000}?\ssrcdoc=)",
    re.IGNORECASE,
)
_SAVED_FROM = lazy_regex(r"<!--\s{0,9}saved from url=\(\d{1,6}\)(https?://[^\s<>]{1,2000})")
_HEAD = 2000
#: Most frames of a page, most bytes of the document of one, and of all of them.
_MOST, _LARGEST, _LARGEST_SUM = 500, 2_000_000, 10_000_000


def with_saved_frames(path: Path, document: Document) -> Document:
    """Return a page with the documents of its frames that show posts, read from the folder next to its file.

    The same document is returned where nothing is filled in. The article is known by the page alone.
    """
    if document.original is not None or not PAGE_NAME.search(path.name) or b"<iframe" not in document.content:
        return document
    known: dict[tuple[bytes, bytes], tuple[bytes, frozenset[bytes]]] = {}
    left = _LARGEST_SUM

    def filled(found: re.Match[bytes]) -> bytes:
        nonlocal left
        name = (found[2], found[3])
        if name not in known and len(known) < _MOST:
            known[name] = _saved(path.parent, *name)
        written, ids = known.get(name, _NOTHING)
        added = written if any(native_id in found[1] for native_id in ids) else b""
        left -= len(added)
        return found[0] + added if left >= 0 else found[0]

    content = _FRAME.sub(filled, document.content)
    if content == document.content:
        return document
    digest = document.digest or hashlib.sha256(document.content).hexdigest()
    return replace(document, content=content, digest=digest)


#: No attributes: the file of a frame is missing, or shows no post.
_NOTHING = (b"", frozenset[bytes]())


def _saved(beside: Path, folder: bytes, name: bytes) -> tuple[bytes, frozenset[bytes]]:
    """Return the attributes with the saved document of a frame, and the ids of posts that its tag must have one of.

    A document with several posts may be a feed, so the tag decides. One of a single post, by its URL or its content,
    has the empty id, which occurs in every tag.
    """
    names = [unquote(html.unescape(part.decode("utf-8", "replace"))) for part in (folder, name)]
    if not is_beside_page(names[0]) or any("/" in part or "\\" in part or "\0" in part for part in names):
        return _NOTHING
    shown = text_in(bytes_beside(beside / names[0], names[1]))
    address = _SAVED_FROM.search(shown, 0, _HEAD)
    url = http_url(html.unescape(address[1])) if address else None
    is_of_post = url is not None and recognise(url) is not None
    ids = frozenset(post.id.encode() for post in islice(posts_in(shown), _MOST) if post.id)
    if not is_of_post and not ids:
        return _NOTHING
    written = f' data-saved-from="{html.escape(url)}"' if url else ""
    written += f' srcdoc="{html.escape(shown)}"'
    # In character references, which are right in whatever encoding the page has.
    is_post = is_of_post or len(ids) == 1
    return written.encode("ascii", "xmlcharrefreplace"), frozenset({b""}) if is_post else ids


def bytes_beside(folder: Path, name: str, most: int = _LARGEST) -> bytes:
    """Return the bytes of a file in a folder; empty if it is no file, too large, or linked from elsewhere."""
    if any(sign in name for sign in "/\\\0"):
        return b""
    path = folder / name
    try:
        if folder.is_symlink() or not stat.S_ISREG((status := path.lstat()).st_mode):
            return b""
        return path.read_bytes() if status.st_size <= most else b""
    except (OSError, ValueError):
        return b""


def parts_of(original: bytes) -> dict[str, bytes]:
    """Return the pictures in an MHTML file or a web archive, by their URLs; none if it is broken."""
    if is_webarchive(original):
        try:
            archive = plistlib.loads(original)
            parts = archive.get("WebSubresources", [])[:_MOST_PARTS]
            found = [(str(part["WebResourceURL"]), part["WebResourceData"]) for part in parts]
        except (*_BROKEN, KeyError, AttributeError):
            return {}
        return {at: content for at, content in found if isinstance(content, bytes)}
    pictures = _parts(_parsed(original), original, lambda kind: kind.startswith("image/"))
    named = ((_line(part["Content-ID"]).strip("<>"), _line(part["Content-Location"]), part) for part in pictures)
    return {name: payload_of(part) for cid, at, part in named for name in (at, f"cid:{cid}") if len(name) > 4}
