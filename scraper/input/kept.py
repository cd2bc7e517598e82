"""Convert a document to stored bytes with JSON metadata, and back."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from scraper.errors import SourceError
from scraper.input import saved_pages
from scraper.input.loading import read_again
from scraper.records import Declared, Document, Moment, Problem
from scraper.values.moments import is_possible

if TYPE_CHECKING:
    from collections.abc import Callable

#: The media types of files that contain a page in another format, with their readers.
FORMS: dict[str, Callable[[str, bytes], Document | SourceError]] = {
    "multipart/related": saved_pages.page_in_mhtml,
    "application/x-webarchive": saved_pages.page_in_webarchive,
}


def media_type_of(document: Document, kind: str) -> str:
    """Return the media type of a document's stored bytes, which were detected as ``html`` or ``text``."""
    if document.original is not None:
        is_mhtml = saved_pages.is_mhtml(document.original)
        return "multipart/related" if is_mhtml else "application/x-webarchive"
    return document.media_type or {"html": "text/html"}.get(kind, "text/plain")


def declared_json(document: Document) -> str | None:
    """Return the metadata of a document as JSON, beyond its stored bytes; None if there is none.

    >>> declared_json(Document(source="a", content=b"", media_type="text/html", declared=Declared(title="A")))
    '{"title": "A", "from": {"media_type": "text/html"}}'
    """
    known: dict[str, Any] = {name: value for name, value in asdict(document.declared).items() if value}
    if document.original is None:  # else the file has the rest
        stated = {"url": document.url, "media_type": document.media_type, "saved_at": document.saved_at}
        stated = {name: value for name, value in stated.items() if value}
        known |= {"from": stated} if stated else {}
    if places := [each.offset for each in document.loaded if each.offset is not None]:
        known["loaded"] = places
    if document.problems:
        known["problems"] = [asdict(problem) for problem in document.problems]
    return json.dumps(known) if known else None


def answers_in(known: str | None) -> list[int]:
    """Return the locations of responses loaded by a document's frames, from its `declared_json`."""
    places: list[int] = json.loads(known).get("loaded", []) if known else []
    return places


def with_declared(document: Document, known: str | None, path: str | None = None) -> Document:
    """Return a document with the metadata from `declared_json`, and answers read again from its file."""
    said: dict[str, Any] = json.loads(known) if known else {}
    places = said.pop("loaded", [])
    if places and path is not None:
        document = replace(document, loaded=read_again(path, places))
    stated = said.pop("from", {})
    if "published" in said:
        published = Moment(**said["published"])
        said["published"] = published if is_possible(published.at) else None
    if "bylines" in said:
        said["bylines"] = tuple(said["bylines"])
    problems = tuple(Problem(**problem) for problem in said.pop("problems", ()))
    return replace(document, **stated, problems=problems, declared=Declared(**said))


def document_of(source: str, content: bytes, media_type: str, known: str | None) -> Document:
    """Return the document of stored bytes, as `media_type_of` and `declared_json` describe them, or raise."""
    reader = FORMS.get(media_type)
    found = reader(source, content) if reader else Document(source=source, content=content)
    if isinstance(found, SourceError):
        raise found
    return with_declared(found, known)
