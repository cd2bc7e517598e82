"""Fingerprints of pages without reactions: many addresses that give the same page have no articles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from archive.store.identity import digest
from scraper.html.prose import main_text

if TYPE_CHECKING:
    from scraper.records import Document, Extraction


def fingerprint(document: Document, extraction: Extraction) -> str | None:
    """Return a digest of a page's title and words; None for a page with reactions, or without a word.

    White space does not matter, nor does what surrounds the main part of the page.
    """
    if extraction.embeds or extraction.quotes:
        return None
    title, words = extraction.article.title or "", " ".join(main_text(document).split())
    return digest("page", title, words) if title or words else None
