"""Open an archive for writing; one transaction per article, the same content in any order of saving.

If the process is killed, the file holds only whole articles. `archive.store.plan` computes the changes;
`archive.store.write` writes them.
"""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Self

from archive.clock import stamp, utc_now
from archive.store.articles import add_problem, known_article, note_rows
from archive.store.completing import completed as complete
from archive.store.completing import kept_fields, marked
from archive.store.database import PATIENCE, failures_named, open_to_write
from archive.store.erasures.filtering import Cut, filtered
from archive.store.erasures.removing import extend_erasures
from archive.store.erasures.shield import key_file, shield_of
from archive.store.identity import article_key, sourced
from archive.store.plan import plan_printings, plan_saving, plan_saving_again
from archive.store.posts import write_posts
from archive.store.versions import version_of
from archive.store.write import write, write_new
from scraper.configuration import queries
from scraper.records import Declared
from scraper.registry import short_link

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from datetime import datetime
    from pathlib import Path

    from sqlite_utils import Database

    from archive.store.articles import StoredArticle
    from archive.store.erasures.shield import Shield
    from archive.store.versions import Version
    from scraper.records import Extraction, Loaded, Post, Problem


# Merge the segments of the search indexes after bulk writes: every search reads each segment in turn.

#: With fewer segments, leave the merging to SQLite.
FEW = 4
#: Pages written in one transaction, under a second: other programs can write in between.
_PAGES = 4000
_INDEXES = "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%fts5%'"


def search_indexes(connection: sqlite3.Connection) -> list[str]:
    """Return the names of the search indexes, including the user's own."""
    return [name for (name,) in connection.execute(_INDEXES)]


def join_segments(archive: Archive) -> None:
    """Merge the segments of each search index that has many. Safe to kill at any time."""
    for name in search_indexes(archive.db.conn):
        segments = f'SELECT count(DISTINCT segid) FROM "{name}_idx"'  # noqa: S608 - from the schema
        if archive.db.execute(segments).fetchone()[0] > FEW:
            _join(archive, name)


def _join(archive: Archive, name: str) -> None:
    """Merge all segments of an index, a few pages at a time; a negative number starts the merge."""
    pages, connection = -_PAGES, archive.db.conn
    while True:
        with archive.transaction():
            before = connection.total_changes
            connection.execute(f'INSERT INTO "{name}" ("{name}", rank) VALUES (\'merge\', ?)', (pages,))  # noqa: S608 - from the schema
            if connection.total_changes - before < 2:
                return
        pages = _PAGES


# Arguments and results of saving documents.


_NOTHING = Declared()


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One of many documents saved together; the attributes are the arguments of `Archive.save`."""

    extraction: Extraction
    article: str
    digest: str
    saved_at: str | None = None
    declared: Declared = _NOTHING


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """Result of saving one article."""

    article: str
    new: bool = False  # it was not in the archive before
    changed: bool = False  # something other than `last_seen` was written
    embeds: int = 0
    quotes: int = 0
    erased: bool = False  # the article was erased, so nothing is stored
    cut: bool = False  # its bytes contain something erased, so they must not be stored


@dataclass(slots=True)
class SavedMany:
    """Result of saving many documents; `article` is the first stored one, None if all were erased."""

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


# The topics of articles.

#: Data of an article other than its bytes: its hashtags, one per row, and its words.
_TAGS = "SELECT as_written FROM articles_hashtags WHERE article = ?"


def write_topics(connection: sqlite3.Connection, article: str, topics: Iterable[str]) -> bool:
    """Replace the topics of an article; return True if they changed."""
    wanted = set(topics)
    query = "SELECT topic FROM articles_topics WHERE article = ?"
    stored = {topic for (topic,) in connection.execute(query, (article,))}
    if stored == wanted:
        return False
    connection.execute("DELETE FROM articles_topics WHERE article = ?", (article,))
    connection.executemany("INSERT INTO articles_topics VALUES (?, ?)", [(article, topic) for topic in sorted(wanted)])
    return True


def stored_hashtags(connection: sqlite3.Connection, article: str) -> list[str]:
    """Return the hashtags of an article, without ``#``."""
    return [tag for (tag,) in connection.execute(_TAGS, (article,))]


def stored_words(connection: sqlite3.Connection, article: str) -> str:
    """Return the stored words of an article: title, text, posts, quotes."""
    return "\n".join(words for (words,) in connection.execute(queries("store")["words_of_article"], (article,)))


# Store answers of platforms about embedded posts, in addition to the printed wordings.


def write_loaded(
    connection: sqlite3.Connection, article: str, loaded: Iterable[Loaded], seen: str, shield: Shield | None
) -> bool:
    """Store answers (of the time `seen`, if without one) about posts of an article; return True if any is new."""
    is_new = False
    for each in loaded:
        post, short = each.post, short_link(each.source)
        ids = json.dumps([post.id, short.id if short else None])
        if not connection.execute(queries("store")["is_embedded"], (article, ids, post.platform)).fetchone():
            continue
        if shield is not None and shield.touches(post):
            continue
        at = min(each.at or seen, seen)
        plan = plan_printings(connection, [sourced(post, each.source)], at)
        is_new |= bool(plan.changes.posts)
        write_posts(connection, plan, at)
    return is_new


class Archive:
    """An archive open for writing. Use as a context manager, from one thread."""

    def __init__(
        self,
        db: Database,
        path: str | Path,
        now: Callable[[], datetime],
        *,
        keep_text: bool = True,
        key: Path | None = None,
    ) -> None:
        self.db = db
        self.path = path
        self.key = key or key_file(path)
        self._keep_text = keep_text
        self._now = now
        self.session = stamp(now())
        self._known_shield: Shield | None = None
        self._last_filtered: tuple[Extraction, int, tuple[Extraction, tuple[Post, ...]]] | None = None

    @classmethod
    def open(  # noqa: PLR0913 -- keyword-only but for the file
        cls,
        path: str | Path,
        *,
        create: bool = True,
        patience: float = PATIENCE,
        now: Callable[[], datetime] = utc_now,
        keep_text: bool = True,
        key: Path | None = None,
    ) -> Self:
        """Open the SQLite file of an archive for writing, creating (with `create`) or upgrading its tables.

        `patience` is the number of seconds to wait for another writer, `now` a clock, `key` the file with the
        erasures key, by default that of `key_file`. With `keep_text`, the text of articles is stored too.
        """
        db = open_to_write(path, create=create, patience=patience)
        archive = cls(db, path, now, keep_text=keep_text, key=key)
        try:
            archive.shield(archive.db.conn)
        except BaseException:
            archive.close()
            raise
        return archive

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        with failures_named(self.path):
            self.db.close()

    def save(  # noqa: PLR0913 -- keyword-only but for the record
        self,
        extraction: Extraction,
        *,
        digest: str,
        seen: str,
        saved_at: str | None = None,
        article: str | None = None,
        topics: Iterable[str] | None = None,
        declared: Declared = _NOTHING,
    ) -> Saved:
        """Store the record of one document.

        Args:
            extraction: The record.
            digest: SHA-256 of the document's bytes, in hex; identifies an article without a URL.
            seen: Time the document was fetched or read, ``YYYY-MM-DDTHH:MM:SSZ``.
            saved_at: Time stated in the document at which it was saved or recorded, in the same format; None
                if not stated. If the stored version of the article is later, its fields stay and only missing
                rows are added. A time after `seen` is stored but otherwise ignored.
            article: Id of the article, if already known: an article with a permanent redirect keeps its row
                under its new URL.
            topics: Names of its topics; None keeps the stored ones.
            declared: Fields stated of it now; others keep those stated before.

        Raises:
            ArchiveError: Locked for too long, full, read-only or damaged. Nothing is stored.
        """
        article = article or article_key(extraction.article.url, digest)
        entry = Entry(extraction=extraction, article=article, digest=digest, saved_at=saved_at, declared=declared)
        with self.transaction() as connection:
            kept = self._without_erased(connection, entry)
            if kept is None:
                return Saved(article=article, erased=True, cut=True)
            saved = self._save(connection, kept, seen)
            if topics is not None:
                write_topics(connection, article, topics)
            return saved if kept is entry else replace(saved, cut=True)

    def save_many(self, entries: Sequence[Entry], *, seen: str, row: str | None = None) -> SavedMany:
        """Store the records of many documents in one transaction: all or none.

        The result equals calling `save` for each in turn. It is faster: first versions of new articles are
        written together. `row` is the key under which they are recorded as stored. Errors are those of `save`.
        """
        tally = SavedMany(articles=len(entries))
        with self.transaction() as connection:
            kept = self._all_without_erased(connection, entries)
            for is_new, run in _runs(connection, kept):
                if is_new:
                    plans = write_new(connection, [self._version(each, seen) for each in run])
                    tally.new += len(plans)
                    tally.embeds += sum(len({row.post for row in plan.rows.embeds}) for plan in plans)
                    tally.quotes += sum(len(plan.rows.quotes) for plan in plans)
                for entry in run:
                    if is_new:
                        self._write_loaded(connection, entry, seen)
                        continue
                    saved = self._save(connection, entry, seen)
                    tally.embeds += saved.embeds
                    tally.quotes += saved.quotes
            tally.article = kept[0].article if kept else None
            if row is not None and tally.article is not None:
                note_rows(connection, [(row, tally.article)])
        return tally

    def shield(self, connection: sqlite3.Connection) -> Shield | None:
        """Return the erasures, None if there are none; raise `ArchiveError` if their key is missing or wrong."""
        self._known_shield = shield_of(connection, self.path, self.key, self._known_shield)
        return self._known_shield

    def may_keep(self, extraction: Extraction, article: str) -> bool:
        """Return True if a document contains nothing erased, so its bytes may be stored."""
        shield = self.shield(self.db.conn)
        if shield is None:
            return True
        is_erased = shield.is_article(article, extraction.article.url)
        return not is_erased and self._filtered(extraction, shield)[0] is extraction

    def _filtered(self, extraction: Extraction, shield: Shield) -> tuple[Extraction, tuple[Post, ...]]:
        """Filter a record; twice for each, before its bytes are stored and before it is stored."""
        last = self._last_filtered
        if last is None or last[0] is not extraction or last[1] != shield.last:
            self._last_filtered = last = extraction, shield.last, filtered(extraction, shield)
        return last[2]

    def _without_erased(self, connection: sqlite3.Connection, entry: Entry) -> Entry | None:
        """Return an entry without erased content; None if its article was erased.

        A new wording of an erased post becomes part of its erasure. Stored printings without its id that turn out
        to be the same post are removed.
        """
        shield = self.shield(connection)
        if shield is None:
            return entry
        if shield.is_article(entry.article, entry.extraction.article.url):
            return None
        extraction, posts = self._filtered(entry.extraction, shield)
        if posts:
            extend_erasures(connection, shield, posts, stamp(self._now()))
        return entry if extraction is entry.extraction else replace(entry, extraction=extraction)

    def _all_without_erased(self, connection: sqlite3.Connection, entries: Sequence[Entry]) -> list[Entry]:
        """Return entries without erased content; erase a wording learned from one from earlier ones too."""
        kept, shield = list(entries), self.shield(connection)
        while shield is not None:
            known = shield.last
            kept = [each for entry in kept if (each := self._without_erased(connection, entry)) is not None]
            if shield.last == known:
                break
        return kept

    def _save(self, connection: sqlite3.Connection, entry: Entry, seen: str) -> Saved:
        known = known_article(connection, entry.article)
        is_same = known is not None and known.digest == entry.digest
        version = marked(self._version(_completed(connection, entry, known, is_same=is_same), seen), known)
        write(connection, plan_saving(connection, version, known, stamp(self._now())))
        is_told = self._write_loaded(connection, entry, seen)
        changed = is_told or known is None or (known.record, known.text) != (version.record, version.text)
        return _saved(connection, entry.article, new=known is None, changed=changed)

    def _write_loaded(self, connection: sqlite3.Connection, entry: Entry, seen: str) -> bool:
        loaded = entry.extraction.loaded
        if not loaded:
            return False
        return write_loaded(connection, entry.article, loaded, seen, self.shield(connection))

    def _version(self, entry: Entry, seen: str) -> Version:
        return version_of(
            entry.extraction,
            article=entry.article,
            digest=entry.digest,
            taken=seen,
            saved_at=entry.saved_at,
            session=self.session,
            keep_text=self._keep_text,
        )

    def save_again(  # noqa: PLR0913 -- keyword-only but for the record
        self,
        extraction: Extraction,
        *,
        article: str,
        digest: str,
        fetched: str,
        instead_of: tuple[str, Extraction] | None = None,
        topics: Iterable[str] | None = None,
    ) -> Saved | None:
        """Store a new reading of bytes that are already archived.

        The arguments and errors are those of `save`; `fetched` is the time the bytes were fetched. If the archive
        holds another version of the article, only missing rows are added. `instead_of` has the digest and record
        of newer bytes that are not an article; if they are stored as one, that is undone.

        Returns None if the archive no longer has the article.
        """
        with self.transaction() as connection:
            if (known := known_article(connection, article)) is None:
                return None
            entry = Entry(extraction=extraction, article=article, digest=digest, saved_at=known.saved_at)
            if (kept := self._without_erased(connection, entry)) is None:
                return None
            version = marked(self._version(_completed(connection, kept, known, is_same=False), known.last_seen), known)
            plan = plan_saving_again(connection, version, known, fetched, instead_of)
            if plan is not None:
                write(connection, plan)
            changed = plan is not None and (
                plan.kind == "present" or any(row.id is None for row in (*plan.rows.embeds, *plan.rows.quotes))
            )
            changed |= self._write_loaded(connection, kept, known.last_seen)
            if topics is not None:
                changed |= write_topics(connection, article, topics)
            return _saved(connection, article, new=False, changed=changed)

    def note(self, source: str, problem: Problem, *, seen: str) -> None:
        """Store a problem of a source that has no article; raise `ArchiveError` as `save` does."""
        with self.transaction() as connection:
            if (shield := self.shield(connection)) is not None:
                cut = Cut.of(shield.passages(problem.message))
                problem = replace(problem, message=cut.applied(problem.message))
            add_problem(connection, None, source, problem, seen)

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Hold the write lock; commit at the end, roll back on an exception; raise `ArchiveError` as `save` does."""
        connection = self.db.conn
        with failures_named(self.path):
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                # They may include erasures that were rolled back.
                self._known_shield = self._last_filtered = None
                self.db.rollback()
                raise


def _runs(connection: sqlite3.Connection, entries: Sequence[Entry]) -> Iterator[tuple[bool, list[Entry]]]:
    """Yield runs, in order, of first versions of new articles and of other versions, which earlier ones affect."""
    query = "SELECT id FROM articles WHERE id IN (SELECT value FROM json_each(?))"
    found = connection.execute(query, (json.dumps([entry.article for entry in entries]),))
    stored = {article for (article,) in found}

    def is_new(entry: Entry) -> bool:
        is_stored = entry.article in stored
        stored.add(entry.article)
        return not is_stored

    yield from ((is_first, list(run)) for is_first, run in groupby(entries, is_new))


def _completed(connection: sqlite3.Connection, entry: Entry, known: StoredArticle | None, *, is_same: bool) -> Entry:
    """Return an entry with fields of its article known from elsewhere: dates given by feeds, stated fields."""
    if known is None:
        return entry
    stated = kept_fields(connection, entry.article, known)
    extraction = complete(entry.extraction, known, stated, entry.declared, is_same=is_same)
    return entry if extraction is entry.extraction else replace(entry, extraction=extraction)


def _saved(connection: sqlite3.Connection, article: str, *, new: bool, changed: bool) -> Saved:
    def count(table: str) -> int:
        query = f"SELECT count(*) FROM {table} WHERE article = ? AND gone_at IS NULL"  # noqa: S608 - our own names
        return int(connection.execute(query, (article,)).fetchone()[0])

    return Saved(article=article, new=new, changed=changed, embeds=count("embeds"), quotes=count("quotes"))
