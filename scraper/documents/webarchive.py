"""A page that Safari saved in one file with all it shows: a property list with the page and its frames."""

from __future__ import annotations

import plistlib
from functools import partial
from typing import Any
from xml.parsers.expat import ExpatError

from scraper.documents.frames import put_back, text_of
from scraper.errors import DocumentError
from scraper.records import Document
from scraper.urls import http_url

_BINARY, _XML, _KEY = b"bplist00", b"<?xml", b"WebMainResource"
_BROKEN = (plistlib.InvalidFileException, ExpatError, ValueError, LookupError, TypeError, RecursionError)
_MOST_FRAMES = 2000


def is_webarchive(content: bytes) -> bool:
    """Tell a page saved by Safari; the key stands anywhere in the file."""
    if content.startswith(_BINARY):
        return _KEY in content
    return content.startswith(_XML) and b"<plist" in content[:500] and _KEY in content


def page_in(source: str, content: bytes) -> Document | DocumentError:
    """Give the page in a web archive.

    Args:
        source: The file's name.
        content: The whole file.
    """
    try:
        archive = plistlib.loads(content)
        main, frames = archive["WebMainResource"], archive.get("WebSubframeArchives", [])
        url, page = str(main["WebResourceURL"]), _text(main)
        shown = [frame["WebMainResource"] for frame in frames[:_MOST_FRAMES]]
        known = {str(frame["WebResourceURL"]): frame for frame in shown}
        page = put_back(page, {at: (at, partial(_text, frame)) for at, frame in known.items()})
    except _BROKEN as error:
        return DocumentError(source, f"is a broken web archive ({type(error).__name__}): save the page again")
    return Document(
        source=source, content=page.encode(), url=http_url(url), media_type="text/html; charset=utf-8"
    )


def _text(resource: dict[str, Any]) -> str:
    return text_of(bytes(resource["WebResourceData"]), str(resource.get("WebResourceTextEncodingName") or ""))
