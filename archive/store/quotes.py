"""The quoted reactions of an article."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, fields
from itertools import count
from operator import attrgetter
from typing import TYPE_CHECKING

from archive.store.authors import add_author
from archive.store.hashtags import add_hashtags
from archive.store.identity import author_key, hashtag_key
from archive.store.versions import ShownRow
from scraper.records import Author

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

    from archive.store.versions import Version
    from scraper.records import Quote, Tag


@dataclass(frozen=True, slots=True, kw_only=True)
class QuoteRow(ShownRow):
    """A row of ``quotes``."""

    speaker: str | None
    speaker_as_written: str | None
    verb: str | None
    platform: str | None
    handle: str | None
    author: str | None
    confidence: float | None
    speaker_confidence: float | None
    hashtags: tuple[tuple[str, str], ...]


SAME_QUOTE = (attrgetter("text", "speaker"), attrgetter("text"))
_NAMES = [field.name for field in fields(QuoteRow) if field.name != "hashtags"]
_values = attrgetter(*_NAMES)
_READ = f"SELECT {', '.join(_NAMES)} FROM quotes WHERE article = ? ORDER BY id"  # noqa: S608 - our own columns
_WRITE = f"INSERT INTO quotes ({', '.join(_NAMES)}) VALUES ({', '.join('?' * len(_NAMES))})"  # noqa: S608 - our own columns


def quotes_of(version: Version) -> list[QuoteRow]:
    """Return the quote rows of a version."""
    return [_row(position, quote, version) for position, quote in enumerate(version.extraction.quotes)]


def read_quotes(connection: sqlite3.Connection, article: str) -> list[QuoteRow]:
    """Return the stored quote rows of an article, with their hashtags."""
    hashtags = defaultdict(list)
    for quote, *hashtag in connection.execute(
        """
        SELECT quote, hashtag, as_written
        FROM quotes JOIN quotes_hashtags ON quotes_hashtags.quote = quotes.id
        WHERE article = ?
        """,
        (article,),
    ):
        hashtags[quote].append(tuple(hashtag))
    rows = connection.execute(_READ, (article,))
    return [QuoteRow(**dict(zip(_NAMES, row, strict=True)), hashtags=tuple(hashtags[row[0]])) for row in rows]


def delete_quotes(connection: sqlite3.Connection, article: str) -> None:
    """Delete the quote rows of an article and their hashtags."""
    connection.execute(
        "DELETE FROM quotes_hashtags WHERE quote IN (SELECT id FROM quotes WHERE article = ?)", (article,)
    )
    connection.execute("DELETE FROM quotes WHERE article = ?", (article,))


def insert_quotes(connection: sqlite3.Connection, *articles: Iterable[QuoteRow]) -> None:
    """Insert quotes with their authors and hashtags, in the order of each article.

    Rows with an id keep it.
    """
    rows = [row for article in articles for row in sorted(article, key=_order)]
    if not rows:
        return
    (last,) = connection.execute("SELECT coalesce(max(id), 0) FROM quotes").fetchone()
    number = count(max([last, *(row.id for row in rows if row.id)]) + 1)
    numbered = [(row.id or next(number), row) for row in rows]
    for row in rows:
        if row.author and row.platform:
            add_author(connection, row.author, row.platform, Author(handle=row.handle), row.first_seen)
    connection.executemany(_WRITE, [(id_, *_values(row)[1:]) for id_, row in numbered])
    found = [(id_, *hashtag) for id_, row in numbered for hashtag in row.hashtags]
    add_hashtags(connection, {hashtag: as_written for _, hashtag, as_written in reversed(found)})
    connection.executemany("INSERT INTO quotes_hashtags VALUES (?, ?, ?)", found)


def _row(position: int, quote: Quote, version: Version) -> QuoteRow:
    author = Author(handle=quote.handle) if quote.handle else None
    context = version.context(quote.start, quote.end)
    return QuoteRow(
        id=None,
        article=version.article,
        position=position,
        text=quote.text,
        speaker=quote.speaker,
        speaker_as_written=quote.speaker_as_written,
        verb=quote.verb,
        platform=quote.platform,
        handle=quote.handle,
        author=author_key(quote.platform, author) if quote.platform else None,
        confidence=quote.confidence,
        speaker_confidence=quote.speaker_confidence,
        hashtags=_hashtags_in(quote, version.extraction.hashtags),
        start_offset=quote.start,
        end_offset=quote.end,
        context_start=context[0],
        context_end=context[1],
        first_seen=version.taken,
        last_seen=version.seen,
        gone_at=None,
        saved_at=version.stated,
    )


def _hashtags_in(quote: Quote, tags: Iterable[Tag]) -> tuple[tuple[str, str], ...]:
    """Return key and first spelling of each hashtag in a quote."""
    found: dict[str, str] = {}
    for tag in tags:
        inside = tag.within == "quote" and tag.start is not None and quote.start <= tag.start < quote.end
        if inside and hashtag_key(tag.tag):
            found.setdefault(hashtag_key(tag.tag), tag.tag)
    return tuple(found.items())


def _order(row: QuoteRow) -> tuple[bool, int]:
    return row.id is None, row.position
