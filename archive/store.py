"""The archive to write into: one transaction per article, the same content in whatever order it came.

Killed at any moment, the file holds whole articles only. The statements are in `archive.writing`.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Self

from archive.database import PATIENCE, failures_named, open_to_write
from archive.identity import article_key
from archive.writing.articles import (
    add_article,
    add_problem,
    change_article,
    known_article,
    see_again,
    see_article_before,
    write_allusions,
    write_problems,
)
from archive.writing.authors import forget_authors
from archive.writing.embeds import (
    SAME_POST,
    embeds_of,
    put_embeds,
    read_embeds,
    take_out_embeds,
    write_repeats,
)
from archive.writing.hashtags import (
    forget_hashtags,
    hashtags_of,
    put_hashtags,
    read_hashtags,
    take_out_hashtags,
    write_mentions,
)
from archive.writing.posts import forget_printings, store_printings
from archive.writing.quotes import (
    SAME_QUOTE,
    put_quotes,
    quotes_of,
    read_quotes,
    take_out_quotes,
)
from archive.writing.storable import storable
from archive.writing.versions import Version, newer_version, older_version

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator
    from pathlib import Path
    from types import TracebackType

    from sqlite_utils import Database

    from archive.writing.articles import Known
    from archive.writing.embeds import ShownPost
    from archive.writing.hashtags import Use
    from archive.writing.quotes import ShownQuote
    from scraper.records import Extraction, Problem


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
    """

    article: str
    new: bool
    changed: bool
    embeds: int
    quotes: int
    posts: frozenset[str]
    hashtags: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Shows:
    """The rows of what an article shows."""

    embeds: list[ShownPost]
    quotes: list[ShownQuote]
    hashtags: list[Use]


class Archive:
    """An open archive. Use as a context manager; one thread, one writer at a time."""

    def __init__(self, db: Database, path: str | Path, session: str) -> None:
        self.db = db
        self.path = path
        self.session = session

    @classmethod
    def open(cls, path: str | Path, *, create: bool = True, patience: float = PATIENCE) -> Self:
        """Open an archive for writing, creating or upgrading its tables.

        Args:
            path: The SQLite file.
            create: Whether a missing file becomes a new archive.
            patience: Seconds to wait for another writer before giving up.

        Raises:
            ArchiveError: The file cannot be used, with the reason and what to do.
        """
        session = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        return cls(open_to_write(path, create=create, patience=patience), path, session)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        with failures_named(self.path):
            self.db.close()

    def save(self, extraction: Extraction, *, digest: str, seen: str, article: str | None = None) -> Saved:
        """Store what one document was seen to hold.

        Args:
            extraction: The record.
            digest: SHA-256 of the document's bytes, in hex; the identity of an article without a URL.
            seen: When the document was fetched or read, ``YYYY-MM-DDTHH:MM:SSZ``. An article that is in the
                archive with a later sight keeps its fields; only what this version shows beyond is added.
            article: The id of the article that this is a version of, where that is known from elsewhere: a
                story that has moved for good keeps its row, under its new URL.

        Raises:
            ArchiveError: Locked for too long, full, read-only or damaged. Nothing of the article is stored.
        """
        version = self._version(extraction, digest, seen, article)
        with self.transaction() as connection:
            known = known_article(connection, version.article)
            if known and known.given and extraction.article.published is None:
                # A date that did not come from the bytes is not refuted by bytes that hold none.
                dated = replace(extraction.article, published=known.given)
                version = self._version(replace(extraction, article=dated), digest, seen, version.article)
            _store(connection, version, known)
            changed = known is None or known.record != version.record
            return _saved(connection, version.article, new=known is None, changed=changed)

    def _version(self, extraction: Extraction, digest: str, seen: str, article: str | None) -> Version:
        printed = repr(replace(extraction, source=""))
        extraction = storable(extraction, printed)
        return Version(
            article=article or article_key(extraction.article.url, digest),
            extraction=extraction,
            digest=digest,
            record=hashlib.sha256(printed.encode()).hexdigest(),
            seen=seen,
            session=self.session,
        )

    def current(self, posts: Iterable[str]) -> frozenset[str]:
        """Give the ids that posts have now: one saved without an id may have become part of another."""
        rows = self.db.execute(
            """
            SELECT coalesce(post, value) FROM json_each(?) LEFT JOIN post_aliases ON alias = value
            """,
            (json.dumps(sorted(posts)),),
        )
        return frozenset(post for (post,) in rows)

    def note(self, source: str, problem: Problem, *, seen: str) -> None:
        """Store a problem of a source that gave no article.

        Raises:
            ArchiveError: As for `save`.
        """
        with self.transaction() as connection:
            add_problem(connection, None, source, problem, seen)

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Hold the write lock; commit at the end, or undo everything when something is raised.

        Raises:
            ArchiveError: Locked for too long, full, read-only or damaged.
        """
        connection = self.db.conn
        with failures_named(self.path):
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                self.db.rollback()
                raise


def _store(connection: sqlite3.Connection, version: Version, known: Known | None) -> None:
    """Decide what a version is: new, another reading of the stored bytes, older, unchanged, or newer."""
    if known is None:
        _save(connection, version, new=True)
    elif known.digest == version.digest and known.record != version.record:
        # Without a new fetch the bytes are known to stand there until they were last seen (a 304 says so).
        seen = max(version.seen, known.last_seen)
        _save(connection, replace(version, seen=seen, reread=known.changed_at), new=False)
    elif version.seen < known.last_seen:
        _save_older(connection, version, known.last_seen)
    elif known.record == version.record:
        see_again(connection, version)
    else:
        _save(connection, version, new=False)


def _save(connection: sqlite3.Connection, version: Version, *, new: bool) -> None:
    """Write a new article, or the present version of a known one."""
    shows = _shown(connection, version)
    if new:
        add_article(connection, version)
        _put(connection, version, shows)
    else:
        known = _take_out(connection, version.article)
        change_article(connection, version)
        repeats = _put(connection, version, _present(known, shows, version))
        if version.reread:
            _forget(connection, version, known, repeats)
    write_allusions(connection, version)
    write_problems(connection, version)


def _present(known: _Shows, shows: _Shows, version: Version) -> _Shows:
    """Put together what is stored and what the present version shows."""
    embeds = newer_version(known.embeds, shows.embeds, SAME_POST, version)
    quotes = newer_version(known.quotes, shows.quotes, SAME_QUOTE, version)
    one_version = not any(row.gone_at for row in (*embeds, *quotes))
    if version.reread and one_version:
        return _Shows(embeds, quotes, shows.hashtags)
    return _Shows(embeds, quotes, known.hashtags + shows.hashtags)


def _forget(connection: sqlite3.Connection, version: Version, known: _Shows, repeats: set[str]) -> None:
    """Remove what only an earlier reading of the same bytes gave, and what hung on it alone."""
    forget_printings(connection, {row.printing for row in known.embeds} | repeats, version.seen)
    forget_hashtags(connection, {use.key for use in known.hashtags})
    forget_authors(connection, {row.author for row in known.quotes if row.author})


def _save_older(connection: sqlite3.Connection, version: Version, gone: str) -> None:
    """Add what only an earlier version shows; the article itself stays as its latest version has it."""
    shows = _shown(connection, version)
    known = _take_out(connection, version.article)
    see_article_before(connection, version.article, version.seen)
    both = _Shows(
        older_version(known.embeds, shows.embeds, SAME_POST, gone),
        older_version(known.quotes, shows.quotes, SAME_QUOTE, gone),
        known.hashtags + shows.hashtags,
    )
    _put(connection, version, both)


def _shown(connection: sqlite3.Connection, version: Version) -> _Shows:
    """Store the posts of a version, and give the rows for what it shows."""
    posts = store_printings(connection, (embed.post for embed in version.extraction.embeds), version.seen)
    return _Shows(embeds_of(version, posts), quotes_of(version), hashtags_of(version.extraction))


def _take_out(connection: sqlite3.Connection, article: str) -> _Shows:
    """Take out what the triggers count by the fields of the article, before these change."""
    known = _Shows(
        read_embeds(connection, article), read_quotes(connection, article), read_hashtags(connection, article)
    )
    take_out_embeds(connection, article)
    take_out_quotes(connection, article)
    take_out_hashtags(connection, article)
    return known


def _put(connection: sqlite3.Connection, version: Version, shows: _Shows) -> set[str]:
    """Put the rows of an article in; give the further wordings that it was known to show."""
    put_embeds(connection, shows.embeds)
    put_quotes(connection, shows.quotes)
    put_hashtags(connection, version.article, shows.hashtags)
    write_mentions(connection, version)
    return write_repeats(connection, version, shows.embeds)


def _saved(connection: sqlite3.Connection, article: str, *, new: bool, changed: bool) -> Saved:
    def column(query: str) -> list[str]:
        return [value for (value,) in connection.execute(query, (article,))]

    posts = column("SELECT post FROM embeds WHERE article = ? AND gone_at IS NULL")
    return Saved(
        article=article,
        new=new,
        changed=changed,
        embeds=len(posts),
        quotes=len(column("SELECT id FROM quotes WHERE article = ? AND gone_at IS NULL")),
        posts=frozenset(posts),
        hashtags=frozenset(column("SELECT hashtag FROM articles_hashtags WHERE article = ?")),
    )
