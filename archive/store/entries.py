"""What is saved many at a time, and what that comes to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scraper.records import Extraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One of many documents that are saved together; the attributes are the arguments of `Archive.save`.

    Attributes:
        extraction: The record.
        article: The id of the article.
        digest: SHA-256 of the document's bytes, in hex.
        saved_at: When the document states that it was saved or recorded; None where it states nothing.
    """

    extraction: Extraction
    article: str
    digest: str
    saved_at: str | None = None


@dataclass(slots=True)
class SavedMany:
    """What saving many documents came to.

    Attributes:
        articles: How many there were.
        new: How many of them were not in the archive before.
        embeds: How many posts they show.
        quotes: How many reactions they quote.
    """

    articles: int = 0
    new: int = 0
    embeds: int = 0
    quotes: int = 0

    def add(self, other: SavedMany) -> None:
        """Add what saving others came to."""
        self.articles += other.articles
        self.new += other.new
        self.embeds += other.embeds
        self.quotes += other.quotes
