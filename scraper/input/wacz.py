"""Read ZIP files: unpack those of exports; read the pages of a WACZ, with WARC files, a list of pages, and digests.

https://specs.webrecorder.net/wacz/1.1.1/. WARC files that are stored uncompressed, as the specification
requires, are read in place: a document's name has its offset in the package. The package's own description is
checked and never trusted: a wrong digest is an error value, and the rest is read.
"""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import struct
import tempfile
import zipfile
import zlib
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import PurePosixPath
from typing import IO, TYPE_CHECKING, Any

from scraper.errors import DocumentError, NoCorpusError, SourceError, path_of
from scraper.input import warc
from scraper.input.loading import PAGES, Answers, ListedPages
from scraper.input.streams import ZIP
from scraper.values import json_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from scraper.input.warc import Wanted
    from scraper.records import Document

_CHUNK = 1 << 20
#: Most bytes of a package's directory; one for some 200,000 files has this size.
_LONGEST_DIRECTORY = 20_000_000
#: Most bytes of the description of a package.
_LONGEST_DESCRIPTION = 20_000_000
#: Most WARC files in a package.
_MOST_FILES = 10_000
#: A WARC file that grows more than this when unpacked is hostile: its records are compressed already.
_MOST_GROWTH = 20
_END = struct.Struct("<4s4H2LH")
_END_64 = struct.Struct("<4sQ2H2L4Q")
_ALGORITHMS = frozenset({"sha256", "sha512", "sha1", "md5"})
#: Raised when reading a damaged package.
DAMAGED = (zipfile.BadZipFile, RuntimeError, EOFError, ValueError, OverflowError, struct.error, zlib.error)
#: Most files of a ZIP, most bytes of all, and most growth of a large one: texts grow twentyfold.
_MOST_ENTRIES, _MOST_BYTES, _MOST_GROWTH_OF_TEXT, _SMALL = 100_000, 2_000_000_000, 200, 10_000_000
_TWITTER = "is the archive of an account from Twitter, not an article: pass the pages that show its posts"


def pages(source: str, stream: IO[bytes], max_bytes: int, wanted: Wanted = None) -> Iterator[Document | SourceError]:
    """Yield the wanted pages in a package, and an error for each damaged place; raise `DocumentError` for no package.

    A document is named ``file#offset``, with the offset of its record. `wanted` is that of `warc.pages`.
    """
    try:
        _check_directory(stream)
        with zipfile.ZipFile(stream) as package:
            yield from _Package(source, stream, package, wanted).documents(max_bytes)
    except DAMAGED as error:
        reason = f"is a damaged WACZ, ZIP archive or office file ({error}): fetch or export it again"
        raise DocumentError(source, reason) from error


def stored_files(stream: IO[bytes]) -> Iterator[tuple[IO[bytes], int]]:
    """Yield the uncompressed WARC files in a package with their offsets; of a WARC file, itself."""
    if not members(stream):
        yield stream, 0
        return
    with suppress(*DAMAGED), zipfile.ZipFile(stream) as package:
        opened = _Package("", stream, package, None)
        for entry in package.infolist()[:_MOST_FILES]:
            if is_warc_name(entry.filename) and entry.compress_type == zipfile.ZIP_STORED:
                with opened.opened(entry) as (file, base):
                    yield file, base or 0


class _Package:
    def __init__(self, source: str, stream: IO[bytes], package: zipfile.ZipFile, wanted: Wanted) -> None:
        self._source = source
        self._wanted = wanted
        self._stream = stream
        self._zip = package
        self._entries = {entry.filename: entry for entry in package.infolist()}
        # Each file is hashed once, and no more bytes than the package has: descriptions may name one often.
        self._unhashed = stream.seek(0, os.SEEK_END)
        self._hashed: set[str] = set()

    def documents(self, max_bytes: int) -> Iterator[Document | SourceError]:
        """Yield its pages; first the errors of its files."""
        found = [entry for name, entry in self._entries.items() if is_warc_name(name)]
        if not found:
            raise DocumentError(self._source, "is a ZIP archive or office file: unpack or export it first")
        if reason := self._hostile(found):
            raise DocumentError(self._source, reason)
        yield from self._wrong_digests()
        listed = ListedPages()
        for name in PAGES:
            if name in self._entries:
                with self._zip.open(self._entries[name]) as lines:
                    yield from listed.read(f"{self._source}!{name}", lines)
        answers = Answers(listed)
        for entry in found:  # damage is reported when the pages are read
            with suppress(*DAMAGED), self.opened(entry) as (file, base):
                answers.read(file, base)
        for entry in found:
            for item in self._in_warc(entry, listed, max_bytes):
                yield item if isinstance(item, SourceError) else answers.joined(item)

    def _hostile(self, found: list[zipfile.ZipInfo]) -> str | None:
        """Return why a package is not read: too many files, or files that share bytes."""
        if len(found) > _MOST_FILES:
            return f"has {len(found):,} WARC files, more than {_MOST_FILES:,}: split it"
        if sum(entry.compress_size for entry in found) > self._stream.seek(0, os.SEEK_END):
            return "is a damaged WACZ (its files overlap): fetch it again"
        return None

    def _in_warc(self, entry: zipfile.ZipInfo, listed: ListedPages, max_bytes: int) -> Iterator[Document | SourceError]:
        name = f"{self._source}!{entry.filename}"
        try:
            with self.opened(entry) as (file, base):
                for item in warc.pages(name, file, max_bytes, self._wanted):
                    if isinstance(item, SourceError):
                        yield item
                        continue
                    where = item.offset if base is None or item.offset is None else base + item.offset
                    source = item.source if base is None else f"{self._source}#{where}"
                    offset = None if base is None else where
                    yield listed.complete(replace(item, source=source, offset=offset))
        except DAMAGED as error:
            yield DocumentError(name, f"is damaged ({error}): the others are read")

    @contextmanager
    def opened(self, entry: zipfile.ZipInfo) -> Iterator[tuple[IO[bytes], int | None]]:
        """Yield a WARC file in the package, and its offset; None if it has to be unpacked."""
        if entry.flag_bits & 1:
            raise ValueError("it is encrypted")
        if entry.compress_type == zipfile.ZIP_STORED:
            start = self._start_of(entry)
            yield io.BufferedReader(Window(self._stream, start, entry.compress_size), _CHUNK), start
            return
        if entry.file_size > _MOST_GROWTH * max(entry.compress_size, _CHUNK):
            raise ValueError(f"it unpacks to {entry.file_size:,} bytes")
        with self._zip.open(entry) as packed, tempfile.TemporaryFile() as copy:
            shutil.copyfileobj(packed, copy, _CHUNK)
            copy.seek(0)
            yield copy, None

    def _start_of(self, entry: zipfile.ZipInfo) -> int:
        """Return the start of a file's bytes: after its own header, which may be longer than listed."""
        self._stream.seek(entry.header_offset)
        header = self._stream.read(30)
        if len(header) < 30 or not header.startswith(ZIP):
            raise ValueError("it is not where listed")
        name, extra = struct.unpack_from("<2H", header, 26)
        return entry.header_offset + 30 + int(name) + int(extra)

    def _wrong_digests(self) -> Iterator[DocumentError]:
        """Yield an error value for each file whose digest differs from the package's."""
        described = self._read("datapackage.json")
        if described is None:
            return
        said = _object(self._read("datapackage-digest.json"))
        if isinstance(said.get("hash"), str) and not _has_digest(io.BytesIO(described), said["hash"]):
            yield self._wrong("datapackage.json", "datapackage-digest.json")
        resources = _object(described).get("resources")
        for resource in resources[: len(self._entries) + _MOST_FILES] if isinstance(resources, list) else ():
            yield from self._wrong_resource(resource if isinstance(resource, dict) else {})

    def _wrong_resource(self, resource: dict[str, Any]) -> Iterator[DocumentError]:
        name = resource.get("path")
        stats = resource.get("stats")
        digest = resource.get("hash") or (stats.get("hash") if isinstance(stats, dict) else None)
        if not isinstance(name, str) or not isinstance(digest, str) or name in self._hashed:
            return
        self._hashed.add(name)
        entry = self._entries.get(name)
        if entry is None:
            reason = "is listed in datapackage.json but missing: fetch the package again"
            yield DocumentError(f"{self._source}!{name[:200]}", reason)
            return
        self._unhashed -= entry.compress_size  # below 0, files share bytes
        # A large packed file is not worth unpacking twice; its checksum is verified when it is read.
        is_small = entry.compress_type == zipfile.ZIP_STORED or entry.file_size <= _LONGEST_DESCRIPTION
        if self._unhashed >= 0 and is_small and not self._entry_has_digest(entry, digest):
            yield self._wrong(name, "datapackage.json")

    def _entry_has_digest(self, entry: zipfile.ZipInfo, digest: str) -> bool:
        with suppress(*DAMAGED), self.opened(entry) as (file, _):
            return _has_digest(file, digest)
        return False

    def _wrong(self, name: str, where: str) -> DocumentError:
        reason = f"does not match its digest in {where}: fetch the package again; it is read anyway"
        return DocumentError(f"{self._source}!{name[:200]}", reason)

    def _read(self, name: str) -> bytes | None:
        """Return a small file of the package; None if it is missing, large or damaged."""
        entry = self._entries.get(name)
        if entry is not None and entry.file_size <= _LONGEST_DESCRIPTION:
            with suppress(*DAMAGED), self._zip.open(entry) as file:
                return file.read(_LONGEST_DESCRIPTION)
        return None


class Window(io.RawIOBase):
    """A part of a seekable file as a file."""

    def __init__(self, stream: IO[bytes], start: int, size: int) -> None:
        self._stream, self._start, self._size, self._at = stream, start, size, 0

    def readable(self) -> bool:
        """Return True."""
        return True

    def seekable(self) -> bool:
        """Return True."""
        return True

    def tell(self) -> int:
        """Return the position in the part."""
        return self._at

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """Go to a position in the part."""
        base = {os.SEEK_SET: 0, os.SEEK_CUR: self._at, os.SEEK_END: self._size}[whence]
        self._at = max(base + offset, 0)
        return self._at

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        """Fill a buffer with the next bytes of the part; the signature is that of `io.RawIOBase`."""
        view = memoryview(buffer)
        self._stream.seek(self._start + self._at)
        part = self._stream.read(max(min(len(view), self._size - self._at), 0))
        view[: len(part)] = part
        self._at += len(part)
        return len(part)


def is_warc_name(name: str) -> bool:
    """Return True for the name of a WARC file in a package."""
    return name.startswith("archive/") and name.count("/") == 1 and name.lower().endswith((".warc", ".warc.gz"))


def _has_digest(file: IO[bytes], written: str) -> bool:
    """Return True if bytes have a digest written as ``sha256:…``; unknown kinds are not verified."""
    algorithm, _, digest = written.partition(":")
    if algorithm not in _ALGORITHMS:
        return True
    machine = hashlib.new(algorithm, usedforsecurity=False)
    while chunk := file.read(_CHUNK):
        machine.update(chunk)
    return machine.hexdigest() == digest.strip().lower()


def _object(content: bytes | None) -> dict[str, Any]:
    found = json_of(content or b"")
    return found if isinstance(found, dict) else {}


def members(stream: IO[bytes]) -> frozenset[str]:
    """Return the names of the files in a ZIP file; none if it is damaged, or its directory is too long."""
    with suppress(*DAMAGED, OSError):
        _check_directory(stream)
        with zipfile.ZipFile(stream) as package:
            return frozenset(package.namelist()[:_MOST_ENTRIES])
    return frozenset()


def unpack(source: str, stream: IO[bytes], folder: Path) -> None:
    """Unpack a ZIP file into a folder, within limits of its number of files, their size and their growth.

    Raises `NoCorpusError` if it exceeds a limit, is encrypted, or is the archive of an account; `DAMAGED` if it is
    damaged.
    """
    with zipfile.ZipFile(stream) as package:
        entries = [entry for entry in package.infolist() if entry.filename and not entry.is_dir()]
        if any(PurePosixPath(entry.filename).name == "Your archive.html" for entry in entries):
            raise NoCorpusError(source, _TWITTER)
        size = sum(entry.file_size for entry in entries)
        if len(entries) > _MOST_ENTRIES or size > _MOST_BYTES:
            reason = f"is a ZIP of {len(entries):,} files and {size:,} bytes: unpack it, and pass the folder"
            raise NoCorpusError(source, reason)
        for entry in entries:
            is_bomb = entry.file_size > _SMALL and entry.file_size > _MOST_GROWTH_OF_TEXT * entry.compress_size
            if is_bomb or entry.flag_bits & 1:
                reason = "is encrypted" if entry.flag_bits & 1 else f"unpacks to {entry.file_size:,} bytes"
                raise NoCorpusError(source, f"is a ZIP with a file that {reason}: unpack it, and pass the folder")
            entry.filename = str(path_of(entry.filename))
            package.extract(entry, folder)


def _check_directory(stream: IO[bytes]) -> None:
    """Raise ValueError for a package without directory, or with one that would exhaust memory."""
    size = stream.seek(0, os.SEEK_END)
    start = max(size - _END.size - (1 << 16), 0)
    stream.seek(start)
    tail = stream.read()
    at = tail.rfind(b"PK\x05\x06")
    if at < 0 or len(tail) - at < _END.size:
        raise ValueError("it is truncated")
    length = _END.unpack_from(tail, at)[5]
    if length == 0xFFFFFFFF:
        stream.seek(max(start + at - 20 - _END_64.size, 0))
        found = stream.read(_END_64.size)
        length = _END_64.unpack(found)[8] if found.startswith(b"PK\x06\x06") else _LONGEST_DIRECTORY + 1
    if length > _LONGEST_DIRECTORY:
        raise ValueError(f"its directory has {length:,} bytes")
