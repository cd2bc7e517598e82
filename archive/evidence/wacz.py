"""Write captures as a WACZ: a ZIP file with the WARC records, an index, pages and digests.

https://specs.webrecorder.net/wacz/1.1.1/. Nothing is compressed again, so that replay tools can seek to any
record. The lines of the index and of the pages are kept in a temporary database: memory is bounded, and the
same captures give the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import posixpath
import re
import sqlite3
import zipfile
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING, Any, Self
from urllib.parse import quote, unquote_to_bytes, urlsplit

from archive.captures.copying import copy_record, with_companion
from archive.captures.files import ROTATE_BYTES
from scraper.configuration import own_version
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from archive.evidence.selected import FoundCapture


# Sort keys of URLs in capture indexes: reversed host, lower case, normalized.

_WWW = lazy_regex(r"^www\d*\.")
_LOCAL = lazy_regex(r"^file:///+")
_PORTS = {"http": 80, "https": 443}
_SESSION = lazy_regex(
    r"^(?:jsessionid|phpsessid|sid)=[0-9a-z]{32}$|^aspsessionid[a-z]{8}=[a-z]{24}$|^cfid=\d+$|^cftoken="
)
#: Printable ASCII except the two characters that are ambiguous unescaped.
_SAFE = "".join(sign for sign in map(chr, range(0x21, 0x7F)) if sign not in "#%")


def surt_of(url: str) -> str:
    """Return the key of a URL in an index (Sort-friendly URI Reordering Transform).

    Other strings are their own key; the key of a local file starts with one slash, as in other tools.

    >>> surt_of("https://www.News.example/Story/?b=2&a=1#top")
    'example,news)/story?a=1&b=2'
    >>> surt_of("http://news.example:8080/a//b/../c")
    'example,news:8080)/a/c'
    >>> surt_of("file:///pages/Pier.html")
    'file:/pages/pier.html'
    """
    try:
        parts = urlsplit(url.strip())
        host, port = parts.hostname, parts.port
    except ValueError:
        return _plain(url)
    if parts.scheme not in _PORTS or not host:
        return _LOCAL.sub("file:/", _plain(url))
    key = ",".join(reversed(_ascii(_WWW.sub("", host.rstrip("."))).split(".")))
    if port is not None and port != _PORTS[parts.scheme]:
        key += f":{port}"
    path = posixpath.normpath("/" + _plain(parts.path).lstrip("/"))
    query = sorted(part for part in _plain(parts.query).split("&") if part and not _SESSION.match(part))
    return f"{key}){path}" + (f"?{'&'.join(query)}" if query else "")


def _plain(part: str) -> str:
    """Return a part of a URL in lower case, with uniform escaping."""
    return quote(unquote_to_bytes(part), safe=_SAFE).lower()


def _ascii(host: str) -> str:
    try:
        return _plain(host.encode("idna").decode())
    except UnicodeError:
        return _plain(host)


VERSION = "1.1.1"
#: Fixed time of all files in the ZIP, so that the same captures give the same bytes.
_NO_TIME = (1980, 1, 1, 0, 0, 0)
_PAGES_HEADER = {"format": "json-pages-1.0", "id": "pages", "title": "All Pages"}
_WAITING = (
    "CREATE TABLE lines (key TEXT, line TEXT)",
    "CREATE TABLE pages (at TEXT, url TEXT, article TEXT, line TEXT)",
)


@dataclass(slots=True)
class _File:
    """A file in the package; counts and hashes its bytes."""

    name: str
    out: IO[bytes]
    size: int = 0
    digest: Any = field(default_factory=hashlib.sha256)

    def write(self, chunk: bytes) -> None:
        self.out.write(chunk)
        self.size += len(chunk)
        self.digest.update(chunk)


class Package:
    """A WACZ that is being written. A context manager; the file is complete at its end."""

    def __init__(self, out: IO[bytes], title: str, rotate_bytes: int = ROTATE_BYTES) -> None:
        self._zip = zipfile.ZipFile(out, "w", zipfile.ZIP_STORED, allowZip64=True)
        self._entry: IO[bytes] | None = None
        self._title = title
        self._rotate_bytes = rotate_bytes
        self._waiting = sqlite3.connect("")  # a file of its own that nobody else sees, gone when it is closed
        self._resources: list[dict[str, Any]] = []
        self._warc: _File | None = None
        self._number = 0
        self.records = 0
        for statement in _WAITING:
            self._waiting.execute(statement)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        with closing(self._waiting):
            if kind is not None:
                self._abandon()
                return
            try:
                self._end_warc()
                self._finish()
                self._zip.close()
            except OSError:
                self._abandon()
                raise

    def _abandon(self) -> None:
        """Give up the package: without a file, zipfile writes no more when it closes."""
        self._zip.fp = None
        if self._entry is not None:
            with suppress(AttributeError):  # it has no file to write its header to
                self._entry.close()

    @property
    def articles(self) -> int:
        """Return the number of articles with captures."""
        (number,) = self._waiting.execute("SELECT count(DISTINCT article) FROM pages").fetchone()
        return int(number)

    def add(self, capture: FoundCapture) -> None:
        """Copy the record of a capture, with its request or metadata."""
        file = self._current_warc()
        begin = capture.named.location.offset
        for record in with_companion(capture.stream, begin):
            offset, length = file.size, copy_record(capture.stream, record, file.write)
            if record.start == begin:
                self._note(capture, file.name, offset, length)
        self.records += 1

    def _note(self, capture: FoundCapture, file: str, offset: int, length: int) -> None:
        url, at = capture.record.url or capture.named.location.url, _moment(capture)
        key = f"{surt_of(url)} {re.sub(r'[^0-9]', '', at)[:14]}"
        line = json.dumps(_indexed(capture, url, file, offset, length), ensure_ascii=False)
        self._waiting.execute("INSERT INTO lines VALUES (?, ?)", (key, line))
        if capture.named.article is not None and _is_page(capture):
            page = {
                "id": f"{capture.named.article}-{re.sub(r'[^0-9]', '', at)[:14]}",
                "url": url,
                "ts": at,
                **({"title": capture.named.title} if capture.named.title else {}),
            }
            row = at, url, capture.named.article, json.dumps(page, ensure_ascii=False)
            self._waiting.execute("INSERT INTO pages VALUES (?, ?, ?, ?)", row)

    def _current_warc(self) -> _File:
        if self._warc is not None and self._warc.size >= self._rotate_bytes:
            self._end_warc()
        if self._warc is None:
            self._number += 1
            self._warc = self._begun(f"archive/voxpop-{self._number:05}.warc.gz")
        return self._warc

    def _end_warc(self) -> None:
        if self._warc is not None:
            self._end(self._warc)
            self._warc = None

    def _begun(self, name: str) -> _File:
        entry = zipfile.ZipInfo(name, _NO_TIME)
        entry.external_attr = 0o644 << 16
        self._entry = self._zip.open(entry, "w", force_zip64=True)
        return _File(name, self._entry)

    def _end(self, file: _File) -> None:
        file.out.close()
        self._resources.append(
            {
                "name": file.name.rpartition("/")[2],
                "path": file.name,
                "hash": f"sha256:{file.digest.hexdigest()}",
                "bytes": file.size,
            }
        )

    @contextmanager
    def _file(self, name: str) -> Iterator[_File]:
        file = self._begun(name)
        yield file
        self._end(file)

    def _finish(self) -> None:
        with self._file("indexes/index.cdx") as file:
            for key, line in self._waiting.execute("SELECT key, line FROM lines ORDER BY key, line"):
                file.write(f"{key} {line}\n".encode())
        with self._file("pages/pages.jsonl") as file:
            file.write(json.dumps(_PAGES_HEADER).encode() + b"\n")
            for (line,) in self._waiting.execute("SELECT DISTINCT line FROM pages ORDER BY at, url, line"):
                file.write(f"{line}\n".encode("utf-8", "replace"))
        described = {
            "profile": "data-package",
            "title": self._title,
            "software": f"voxpop/{own_version()}",
            "wacz_version": VERSION,
            "resources": list(self._resources),
        }
        with self._file("datapackage.json") as file:
            file.write(json.dumps(described, indent=2, ensure_ascii=False).encode("utf-8", "replace"))
        with self._file("datapackage-digest.json") as digest:
            said = {"path": "datapackage.json", "hash": f"sha256:{file.digest.hexdigest()}"}
            digest.write(json.dumps(said).encode())


def _moment(capture: FoundCapture) -> str:
    """Return the time of a capture, in whole seconds."""
    written = capture.record.date or ""
    match = re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", written)
    return f"{match[0]}Z" if match and written.endswith("Z") else capture.named.location.fetched_at


def _indexed(capture: FoundCapture, url: str, file: str, offset: int, length: int) -> dict[str, str]:
    record = capture.record
    kind = (record.media_type or "").partition(";")[0].strip().lower() or "unk"
    known = {
        "url": url,
        "mime": "warc/revisit" if record.type == "revisit" else kind,
        "status": str(record.status or 200),
        "digest": record.digest or "",
        "length": str(length),
        "offset": str(offset),
        "filename": file.rpartition("/")[2],
    }
    return {name: value for name, value in known.items() if value}


def _is_page(capture: FoundCapture) -> bool:
    """Return True if a capture shows the article: not a redirect, failure or refused response."""
    status = capture.record.status
    return not capture.is_answer and capture.named.refused is None and (status is None or 200 <= status < 300)
