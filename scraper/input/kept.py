"""Keep a document: which of its bytes, and as JSON what they do not say; make it a document again."""

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

#: The media types of files that hold a page in another form, and what reads them.
FORMS: dict[str, Callable[[str, bytes], Document | SourceError]] = {
    "multipart/related": saved_pages.page_in_mhtml,
    "application/x-webarchive": saved_pages.page_in_webarchive,
}


def media_type_of(document: Document, kind: str) -> str:
    """Return the media type of the bytes that are kept of a document.

    Args:
        document: The document.
        kind: ``html`` or ``text``, as it was found to be.
    """
    if document.original is not None:
        is_mhtml = saved_pages.is_mhtml(document.original)
        return "multipart/related" if is_mhtml else "application/x-webarchive"
    return document.media_type or {"html": "text/html"}.get(kind, "text/plain")


def declared_json(document: Document) -> str | None:
    """Return what is known of a document beside the bytes that are kept; None where nothing is.

    >>> declared_json(Document(source="a", content=b"", media_type="text/html", declared=Declared(title="A")))
    '{"title": "A", "from": {"media_type": "text/html"}}'
    """
    known: dict[str, Any] = {name: value for name, value in asdict(document.declared).items() if value}
    if document.original is None:  # else the file says the rest
        stated = {"url": document.url, "media_type": document.media_type, "saved_at": document.saved_at}
        stated = {name: value for name, value in stated.items() if value}
        known |= {"from": stated} if stated else {}
    if places := [each.offset for each in document.loaded if each.offset is not None]:
        known["loaded"] = places
    if document.problems:
        known["problems"] = [asdict(problem) for problem in document.problems]
    return json.dumps(known) if known else None


def answers_in(known: str | None) -> list[int]:
    """Return where the answers lie that frames of a document loaded, by what `declared_json` gave for it.

    >>> answers_in('{"loaded": [50]}'), answers_in(None)
    ([50], [])
    """
    places: list[int] = json.loads(known).get("loaded", []) if known else []
    return places


def with_declared(document: Document, known: str | None, path: str | None = None) -> Document:
    """Return a document with what `declared_json` gave for it.

    Args:
        document: The document.
        known: What was given for it.
        path: The file in which it lies; what its frames loaded is read there again.
    """
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
    """Return the document of which bytes were kept.

    Args:
        source: Where they lie.
        content: The bytes.
        media_type: As `media_type_of` gave it.
        known: As `declared_json` gave it.

    Raises:
        DocumentError: They hold no page.
    """
    reader = FORMS.get(media_type)
    found = reader(source, content) if reader else Document(source=source, content=content)
    if isinstance(found, SourceError):
        raise found
    return with_declared(found, known)
