"""What is saved, and what that comes to."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """What saving one article came to.

    Attributes:
        article: Its id.
        new: It was not in the archive before.
        changed: Something but last sights was written.
        embeds: How many embeds it has now.
        quotes: How many quotes it has now.
        posts: The ids of the posts it shows, as they are now.
        hashtags: The ids of the hashtags it leads to.
        erased: The article was erased: nothing of it is stored.
        cut: Something that was erased is in its bytes: they must not be kept.
    """

    article: str
    new: bool = False
    changed: bool = False
    embeds: int = 0
    quotes: int = 0
    posts: frozenset[str] = frozenset()
    hashtags: frozenset[str] = frozenset()
    erased: bool = False
    cut: bool = False


@dataclass(slots=True)
class SavedMany:
    """What saving many documents came to.

    Attributes:
        articles: How many there were.
        new: How many of them were not in the archive before.
        embeds: How many posts they show.
        quotes: How many reactions they quote.
        article: The id of the first of them that is stored; None where all were erased.
    """

    articles: int = 0
    new: int = 0
    embeds: int = 0
    quotes: int = 0
    article: str | None = None

    def add(self, other: SavedMany) -> None:
        """Add what saving others came to."""
        self.articles += other.articles
        self.new += other.new
        self.embeds += other.embeds
        self.quotes += other.quotes
