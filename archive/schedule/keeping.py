"""Tell whether an article is kept, for which topics, and the bytes of files that are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from archive.captures.local import LocalCaptures
from archive.captures.naming import without_folders
from scraper.text.topics import topics_of

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from archive.captures.files import Captures
    from archive.settings import Source
    from archive.store.archive import Archive
    from scraper.records import Document, Extraction


def topics_for(sources: Collection[Source], document: Document, extraction: Extraction) -> frozenset[str] | None:
    """Return the topics for which an article is kept; None where it is not.

    Args:
        sources: Those that list it. One without topics keeps all articles.
        document: The document as it came in.
        extraction: Its record.
    """
    found = topics_of(document, extraction, {topic for source in sources for topic in source.topics})
    return found if found or not all(source.topics for source in sources) else None


def keep_file(  # noqa: PLR0913, PLR0917 - where, what and of what
    archive: Archive,
    folder: Path,
    captures: Captures,
    run: int,
    source: Source,
    document: Document,
    kind: str,
    article: str,
) -> None:
    """Keep the bytes of a file of a watched folder.

    Raises:
        ArchiveError: The disk is full or fails.
    """
    if document.record is not None:  # a line of records: what they were read from is not here
        return
    name = without_folders(document.source, source.places)
    with LocalCaptures(archive, folder, lambda: captures, run) as local:
        local.keep(document, kind=kind, article=article, name=name)
