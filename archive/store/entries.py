"""Arguments and results of saving documents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scraper.records import Extraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One of many documents saved together; the attributes are the arguments of `Archive.save`.

    Attributes:
        extraction: The record.
        article: The id of the article.
        digest: SHA-256 of the document's bytes, in hex.
        saved_at: Time stated in the document at which it was saved or recorded; None if not stated.
    """

    extraction: Extraction
    article: str
    digest: str
    saved_at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """Result of saving one article.

    Attributes:
        article: Its id.
        new: It was not in the archive before.
        changed: Something other than `last_seen` was written.
        embeds: Number of its embeds now.
        quotes: Number of its quotes now.
        posts: Current ids of the posts it shows.
        hashtags: Ids of its hashtags.
        erased: The article was erased, so nothing is stored.
        cut: Its bytes contain something erased, so they must not be stored.
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
    """Result of saving many documents.

    Attributes:
        articles: Number of documents.
        new: Number of new articles.
        embeds: Number of embeds.
        quotes: Number of quotes.
        article: Id of the first stored article; None if all were erased.
    """

    articles: int = 0
    new: int = 0
    embeds: int = 0
    quotes: int = 0
    article: str | None = None

    def add(self, other: SavedMany) -> None:
        """Add the result of saving other documents."""
        self.articles += other.articles
        self.new += other.new
        self.embeds += other.embeds
        self.quotes += other.quotes
