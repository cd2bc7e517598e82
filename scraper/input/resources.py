"""Read the pages in resource records of WARC files: bytes without a response, such as stored files."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from scraper.errors import DocumentError, SourceError
from scraper.input.kept import FORMS, document_of, with_declared
from scraper.input.recorded import checked
from scraper.input.warc_record import saved_at, url_of
from scraper.records import Declared, Problem
from scraper.values.urls import http_url

if TYPE_CHECKING:
    from scraper.records import Document

#: Most bytes of a page's metadata in a separate record.
LONGEST_SAID = 1_000_000
_TYPES = frozenset({"text/html", "application/xhtml+xml", "text/plain", *FORMS})
#: Other records that crawlers write for a page (its picture, its text, their log) have other URLs.
_SCHEMES = ("http://", "https://", "file://")
_STATED = frozenset({"url", "media_type", "saved_at"})


def is_page(record: Any) -> bool:
    """Return True if a resource record may contain a page or a text."""
    essence = (record.headers.get("Content-Type") or "").partition(";")[0].strip().lower()
    return essence in _TYPES and (url_of(record) or "").lower().startswith(_SCHEMES)


def page_in(source: str, record: Any, content: bytes) -> Document | SourceError:
    """Return the page in a resource record, or an error.

    Args:
        source: The name of the page.
        record: The record.
        content: Its block.
    """
    media_type = record.headers.get("Content-Type")
    try:
        found = document_of(source, content, media_type or "", None)
    except DocumentError as error:
        return error
    if found.original is None:
        found = replace(found, url=http_url(url_of(record) or ""), media_type=media_type)
    recorded_at = found.saved_at or saved_at(record.headers.get("WARC-Date"))
    return replace(found, saved_at=recorded_at, offset=record.stream_pos)


def completed(document: Document, said: bytes) -> Document:
    """Return a page with the metadata of a metadata record; unchanged if the record is not ours.

    Args:
        document: The page.
        said: Written by `archive.captures.packing` after the record of a file.
    """
    try:
        known = json.loads(said)["declared"] or {}
        _check(known)
        return with_declared(document, json.dumps(known))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return document


def _check(known: dict[str, Any]) -> None:
    """Raise if a value is of the wrong kind: the file may be anyone's."""
    rest = dict(known)
    stated = rest.pop("from", {})
    if not stated.keys() <= _STATED or not all(isinstance(value, str) for value in stated.values()):
        raise ValueError("has an unknown key, or a value that is not text")
    if "url" in stated and http_url(stated["url"]) is None:
        raise ValueError("has a URL that is not http(s)")
    if "saved_at" in stated and saved_at(stated["saved_at"]) != stated["saved_at"]:
        raise ValueError("has an invalid time")
    rest.pop("loaded", None)
    for problem in rest.pop("problems", []):
        checked(Problem, problem)
    checked(Declared, rest)
