"""Extract the metadata of a page's article: title, canonical URL, outlet, publication date, language."""

from __future__ import annotations

from scraper.html.metadata.article_metadata import METADATA_NODES, PageMetadata

__all__ = ["METADATA_NODES", "PageMetadata"]
