"""The rows of an article: embeds, quotes, hashtags and mentions."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, fields, replace
from itertools import count
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal, Self

from archive.store.identity import author_key, clusters, hashtag_key, printing_of
from archive.store.names import Spelling, add_author, add_hashtags, insert_hashtags, insert_mentions, read_spellings
from archive.store.versions import ShownRow
from scraper.configuration import queries
from scraper.records import Author

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Hashable, Iterable, Mapping

    from archive.store.versions import Version
    from scraper.records import Embed, Quote, Tag


# The embeds of an article: the post, its position, form and wording.


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedRow(ShownRow):
    """A row of ``embeds``."""

    post: str
    printing: str
    native_id: str | None
    form: str
    text_source: str | None


def _by_post(row: EmbedRow) -> Hashable:
    """Return the key that groups rows by post; a stored row whose printing has an id matches none."""
    return row.post if row.id is None or row.native_id is None else object()


SAME_POST = (attrgetter("printing"), lambda row: row.native_id or object(), _by_post)
_NAMES = [field.name for field in fields(EmbedRow) if field.name != "native_id"]
_READ = f"""
    SELECT {", ".join(_NAMES)}, (SELECT native_id FROM printings WHERE id = printing) AS native_id
    FROM embeds WHERE {{}} = ? ORDER BY id
"""  # noqa: S608 - our own columns
_embed_values = attrgetter(*_NAMES)
_WRITE = f"INSERT INTO embeds ({', '.join(_NAMES)}) VALUES ({', '.join('?' * len(_NAMES))})"  # noqa: S608 - our own columns


def embeds_of(version: Version, posts: Mapping[str, str]) -> list[EmbedRow]:
    """Return the embed rows of an article, given posts by printing; each post once, by its best printing."""
    shown: dict[str, Embed] = {}
    for embed in sorted(version.extraction.embeds, key=attrgetter("position")):
        shown.setdefault(printing_of(embed.post).key, embed)
    return [_embed_row(shown[key], key, posts[key], version) for key in _once(shown)]


def _embed_row(embed: Embed, printing: str, post: str, version: Version) -> EmbedRow:
    return EmbedRow(
        post=post,
        printing=printing,
        native_id=embed.post.id,
        form=embed.form,
        text_source=embed.post.text_source,
        position=embed.position,
        text=embed.post.text,
        **_shown(embed, version),
    )


def _once(shown: Mapping[str, Embed]) -> Iterable[str]:
    """Yield the keys of the best printing of each post; printings with different ids are different posts."""
    ids = {(embed.post.platform, embed.post.id) for embed in shown.values()}
    if len(ids) == len(shown) and all(number for _, number in ids):
        return shown
    return [each.printings[0] for each in clusters(printing_of(embed.post) for embed in shown.values())]


def read_embeds(
    connection: sqlite3.Connection, key: str, of: Literal["article", "printing"] = "article"
) -> list[EmbedRow]:
    """Return the stored embed rows of an article or of a printing."""
    rows = connection.execute(_READ.format(of), (key,))
    return [EmbedRow(**dict(zip([*_NAMES, "native_id"], row, strict=True))) for row in rows]


def repeats_of(version: Version, rows: Iterable[EmbedRow]) -> list[str]:
    """Return the keys of further printings that an article shows of its embedded posts."""
    shown = {printing_of(embed.post).key for embed in version.extraction.embeds}
    return sorted(shown - {row.printing for row in rows})


def read_repeats(connection: sqlite3.Connection, article: str) -> set[str]:
    """Return the stored keys of further printings that an article shows."""
    return {
        printing for (printing,) in connection.execute("SELECT printing FROM repeats WHERE article = ?", (article,))
    }


def insert_repeats(connection: sqlite3.Connection, repeats: Iterable[tuple[str, str]]) -> None:
    """Insert further printings that articles show; stored ones stay."""
    connection.executemany("INSERT INTO repeats VALUES (?, ?) ON CONFLICT DO NOTHING", list(repeats))


def insert_embeds(connection: sqlite3.Connection, *articles: Iterable[EmbedRow]) -> None:
    """Insert embed rows, in the order of each article; rows with an id keep it."""
    connection.executemany(_WRITE, [_embed_values(row) for rows in articles for row in sorted(rows, key=_order)])


def _shown(item: Embed | Quote, version: Version) -> dict[str, Any]:
    """Return the fields of a new row that embeds and quotes share."""
    context_start, context_end = version.context(item.start, item.end)
    return {
        "id": None, "article": version.article, "start_offset": item.start, "end_offset": item.end,
        "context_start": context_start, "context_end": context_end, "first_seen": version.taken,
        "last_seen": version.seen, "gone_at": None, "saved_at": version.stated,
        "entry_at": item.entry.at if item.entry else None,
    }  # fmt: skip


def _order(row: EmbedRow | QuoteRow) -> tuple[bool, int]:
    return row.id is None, row.position


# The quoted reactions of an article.


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
_QUOTE_NAMES = [field.name for field in fields(QuoteRow) if field.name != "hashtags"]
_READ_QUOTES = f"SELECT {', '.join(_QUOTE_NAMES)} FROM quotes WHERE article = ? ORDER BY id"  # noqa: S608 - our own columns
_quote_values = attrgetter(*_QUOTE_NAMES)
_WRITE_QUOTES = f"INSERT INTO quotes ({', '.join(_QUOTE_NAMES)}) VALUES ({', '.join('?' * len(_QUOTE_NAMES))})"  # noqa: S608 - our own columns


def quotes_of(version: Version) -> list[QuoteRow]:
    """Return the quote rows of a version."""
    return [_quote_row(position, quote, version) for position, quote in enumerate(version.extraction.quotes)]


def read_quotes(connection: sqlite3.Connection, article: str) -> list[QuoteRow]:
    """Return the stored quote rows of an article, with their hashtags."""
    hashtags = defaultdict(list)
    for quote, *hashtag in connection.execute(queries("store")["read_quotes"], (article,)):
        hashtags[quote].append(tuple(hashtag))
    rows = connection.execute(_READ_QUOTES, (article,))
    return [QuoteRow(**dict(zip(_QUOTE_NAMES, row, strict=True)), hashtags=tuple(hashtags[row[0]])) for row in rows]


def insert_quotes(connection: sqlite3.Connection, *articles: Iterable[QuoteRow]) -> None:
    """Insert quotes with their authors and hashtags, in the order of each article; rows with an id keep it."""
    rows = [row for article in articles for row in sorted(article, key=_order)]
    if not rows:
        return
    (last,) = connection.execute("SELECT coalesce(max(id), 0) FROM quotes").fetchone()
    number = count(max([last, *(row.id for row in rows if row.id)]) + 1)
    numbered = [(row.id or next(number), row) for row in rows]
    for row in rows:
        if row.author and row.platform:
            add_author(connection, row.author, row.platform, Author(handle=row.handle), row.first_seen)
    connection.executemany(_WRITE_QUOTES, [(id_, *_quote_values(row)[1:]) for id_, row in numbered])
    found = [(id_, *hashtag) for id_, row in numbered for hashtag in row.hashtags]
    add_hashtags(connection, {hashtag: as_written for _, hashtag, as_written in reversed(found)})
    connection.executemany("INSERT INTO quotes_hashtags VALUES (?, ?, ?)", found)


def _quote_row(position: int, quote: Quote, version: Version) -> QuoteRow:
    author = Author(handle=quote.handle) if quote.handle else None
    return QuoteRow(
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
        **_shown(quote, version),
    )


def _hashtags_in(quote: Quote, tags: Iterable[Tag]) -> tuple[tuple[str, str], ...]:
    found: dict[str, str] = {}
    for tag in tags:
        inside = tag.within == "quote" and tag.start is not None and quote.start <= tag.start < quote.end
        if inside and hashtag_key(tag.tag):
            found.setdefault(hashtag_key(tag.tag), tag.tag)
    return tuple(found.items())


# All rows of an article.


@dataclass(frozen=True, slots=True, kw_only=True)
class ArticleRows:
    """The rows of an article."""

    embeds: list[EmbedRow] = field(default_factory=list)
    quotes: list[QuoteRow] = field(default_factory=list)
    hashtags: list[Spelling] = field(default_factory=list)
    mentions: list[Spelling] = field(default_factory=list)

    def each(self, change: Callable[[Any], Any]) -> Self:
        """Return the rows with all embeds and quotes changed by a function."""
        return replace(self, embeds=list(map(change, self.embeds)), quotes=list(map(change, self.quotes)))


def read_rows(connection: sqlite3.Connection, article: str) -> ArticleRows:
    """Return the stored rows of an article."""
    return ArticleRows(
        embeds=read_embeds(connection, article),
        quotes=read_quotes(connection, article),
        hashtags=read_spellings(connection, "hashtag", article),
        mentions=read_spellings(connection, "handle", article),
    )


def insert_rows(connection: sqlite3.Connection, article: str, rows: ArticleRows) -> None:
    """Insert the rows of an article, whose own row is up to date."""
    insert_embeds(connection, rows.embeds)
    insert_quotes(connection, rows.quotes)
    insert_hashtags(connection, article, rows.hashtags)
    insert_mentions(connection, [(article, mention) for mention in rows.mentions])


def delete_rows(connection: sqlite3.Connection, article: str) -> None:
    """Delete the rows of an article; the counting triggers need this before its own row changes."""
    connection.execute(
        "DELETE FROM quotes_hashtags WHERE quote IN (SELECT id FROM quotes WHERE article = ?)", (article,)
    )
    for table in ("embeds", "quotes", "articles_hashtags", "articles_mentions"):
        connection.execute(f"DELETE FROM {table} WHERE article = ?", (article,))  # noqa: S608 - our own names
