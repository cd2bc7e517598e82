"""Extract the metadata of a page's article: title, canonical URL, outlet, publication date, language."""

from __future__ import annotations

from scraper.html.metadata.article_metadata import metadata_of

__all__ = ["metadata_of"]
