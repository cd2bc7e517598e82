"""Store the bytes of local documents: files are copied, records of WARC files are referenced.

Bytes are on disk before the archive refers to them. Documents are flushed in batches: flushing after each
would take longer than reading most of them.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Self
from urllib.parse import quote

from archive.captures.files import Capture
from archive.captures.index import digest_at, enter
from archive.captures.packing import Resource
from archive.clock import stamp, utc_now
from scraper.configuration import queries
from scraper.errors import path_of, printable
from scraper.input.kept import declared_json, media_type_of
from scraper.values.urls import joined_url

if TYPE_CHECKING:
    from collections.abc import Callable

    from archive.captures.files import Captures
    from archive.store.archive import Archive
    from scraper.records import Document, Extraction

#: Flush to disk after this many documents or bytes.
_MOST_WAITING = 64
_MOST_BYTES = 16_000_000
#: First bytes of a picture -> its type.
_TYPES = {b"\x89P": "png", b"\xff\xd8": "jpeg", b"GI": "gif"}
#: Larger records of other programs are referenced without a digest.
_MOST_COMPARED = 200_000_000

_KNOWN = "SELECT 1 FROM captures WHERE digest = ? AND article = ? AND type = 'resource' AND declared IS ?"
_POINTED_AT = "SELECT 1 FROM captures WHERE file = ? AND offset = ? AND declared IS ?"


class LocalCaptures:
    """Store the bytes of files. Use as a context manager; pending files are flushed at its end.

    `opened` returns the writer of the folder; it is called when a file is stored.
    """

    def __init__(
        self, archive: Archive, folder: Path, opened: Callable[[], Captures | None], run: int | None = None
    ) -> None:
        self._archive = archive
        self._run = run
        self._folder = folder
        self._opened = opened
        self._captures: Captures | None = None
        self._waiting: list[tuple[Capture, str]] = []
        self._seen: set[tuple[object, ...]] = set()
        self._bytes = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.flush()

    def keep(self, document: Document, extraction: Extraction, *, article: str, name: str) -> None:
        """Store the bytes of a document under a shown name, and the pictures that were read, unless already stored."""
        path = _warc_of(document)
        if path is not None and document.offset is not None:
            self._point_at(document, path, document.offset, article)
        else:
            self._copy(document, extraction, article, name)
        if len(self._waiting) >= _MOST_WAITING or self._bytes >= _MOST_BYTES:
            self.flush()

    def flush(self) -> None:
        """Flush to disk, then add the stored files to the index; raise `ArchiveError` if either fails."""
        if self._captures is not None:
            self._captures.sync()
        if self._waiting:
            with self._archive.transaction() as connection:
                for capture, article in self._waiting:
                    enter(connection, [capture], article, self._run)
        self._waiting.clear()
        self._seen.clear()
        self._bytes = 0

    def _copy(self, document: Document, extraction: Extraction, article: str, name: str) -> None:
        known = declared_json(document)
        page = Resource(
            url=document.url or f"file:///{quote(name.lstrip('/'))}",
            at=utc_now(),
            content=document.original or document.content,
            content_type=media_type_of(document, extraction.kind),
            article=article,
            declared=known,
        )
        if self._is_new(_KNOWN, page.digest, article, known):
            self._add(page)
        if not document.pictures:
            return
        from scraper.post_pictures import kept_pictures  # late: pictures are rarely read

        for end, content in kept_pictures(document, extraction):
            kind, url = f"image/{_TYPES.get(content[:2], 'webp')}", joined_url(page.url, end)
            picture = replace(page, url=url, content=content, content_type=kind, declared=None)
            if self._is_new(queries("captures")["known_picture"], picture.digest, article, url):
                self._add(picture)

    def _add(self, resource: Resource) -> None:
        self._captures = self._opened()
        if self._captures is not None:
            self._waiting.append((self._captures.add(resource), resource.article))
            self._bytes += len(resource.content)

    def _point_at(self, document: Document, path: Path, offset: int, article: str) -> None:
        file = _relative(path, self._folder)
        known = declared_json(replace(document, url=None, media_type=None, saved_at=None))
        if self._is_new(_POINTED_AT, file, offset, known):
            capture = Capture(
                url=document.url or "",
                fetched_at=document.saved_at or stamp(utc_now()),
                status=None,
                content_type=document.media_type,
                digest=None,
                file=file,
                offset=offset,
                length=None,
                type="pointer",
                record=None,
                declared=known,
                payload_digest=digest_at(path, offset, _MOST_COMPARED),
            )
            self._waiting.append((capture, article))

    def _is_new(self, query: str, *key: object) -> bool:
        """Return True if nothing with this key is indexed or pending."""
        if (query, *key) in self._seen or self._archive.db.execute(query, key).fetchone():
            return False
        self._seen.add((query, *key))
        return True


def _warc_of(document: Document) -> Path | None:
    """Return the WARC file of a document, if it can be referenced; a stream cannot."""
    if document.offset is None:
        return None
    path = path_of(document.source.rpartition("#")[0])
    return path if path.is_file() else None


def _relative(path: Path, folder: Path) -> str:
    """Return a path relative to a folder, so that both may be moved together."""
    try:
        return printable(Path(os.path.relpath(path.resolve(), folder.resolve())).as_posix())
    except ValueError:  # on Windows, on another drive
        return printable(path.resolve().as_posix())
