"""Extract the metadata of a page's article: title, canonical URL, outlet, publication date, language."""

from __future__ import annotations

from scraper.html.metadata.article_metadata import PageMetadata

__all__ = ["PageMetadata"]
