"""The archive to write into: one transaction per article, the same content in whatever order it came.

Killed at any moment, the file holds whole articles only. `archive.store.plan` decides what an article
changes, `archive.store.write` writes it.
"""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from archive.clock import stamp, utc_now
from archive.store.articles import add_problem, known_article
from archive.store.database import PATIENCE, failures_named, open_to_write
from archive.store.entries import Entry, Saved, SavedMany
from archive.store.erasures.cutting import Cut
from archive.store.erasures.obeying import holds_erased, obeyed
from archive.store.erasures.secret import key_file
from archive.store.erasures.shield import shield_of
from archive.store.identity import article_key
from archive.store.loaded import write_loaded
from archive.store.plan import plan_saving, plan_saving_again
from archive.store.rows import note_row
from archive.store.topics import write_topics
from archive.store.versions import version_of
from archive.store.write import write
from archive.store.write_many import write_new

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from datetime import datetime
    from pathlib import Path
    from types import TracebackType

    from sqlite_utils import Database

    from archive.store.articles import StoredArticle
    from archive.store.erasures.shield import Shield
    from archive.store.versions import Version
    from scraper.records import Extraction, Problem


_STORED = "SELECT id FROM articles WHERE id IN (SELECT value FROM json_each(?))"


class Archive:
    """An open archive. Use as a context manager; one thread, one writer at a time."""

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
        """Open an archive for writing, creating or upgrading its tables.

        Args:
            path: The SQLite file.
            create: Whether a missing file becomes a new archive.
            patience: Seconds to wait for another writer before giving up.
            now: The present; tests turn it.
            keep_text: Whether the text of an article is stored beside what was found in it.
            key: The file of the key of its erasures; unless given, the one that `key_file` finds.

        Raises:
            ArchiveError: The file cannot be used, with the reason and what to do.
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

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
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
    ) -> Saved:
        """Store what one document was seen to hold.

        Args:
            extraction: The record.
            digest: SHA-256 of the document's bytes, in hex; the identity of an article without a URL.
            seen: When the document was fetched or read: now, ``YYYY-MM-DDTHH:MM:SSZ``.
            saved_at: When the document states that it was saved or recorded, in the same form; None where it
                states nothing. An article whose version in the archive is later than that keeps its fields;
                only what this version shows beyond is added. A time later than `seen` is kept, not believed.
            article: The id of the article that this is a version of, where that is known from elsewhere: a
                story that has moved for good keeps its row, under its new URL.
            topics: The names of the topics for which it is kept; None leaves those that are stored.

        Raises:
            ArchiveError: Locked for too long, full, read-only or damaged. Nothing of the article is stored.
        """
        article = article or article_key(extraction.article.url, digest)
        entry = Entry(extraction=extraction, article=article, digest=digest, saved_at=saved_at)
        with self.transaction() as connection:
            kept = self._obeyed(connection, entry)
            if kept is None:
                return Saved(article=article, erased=True, cut=True)
            saved = self._save(connection, kept, seen)
            if topics is not None:
                write_topics(connection, article, topics)
            return saved if kept is entry else replace(saved, cut=True)

    def save_many(self, entries: Sequence[Entry], *, seen: str, row: str | None = None) -> SavedMany:
        """Store what many documents were seen to hold, in one transaction: all of it or nothing.

        It gives the same archive as `save` for one after the other, only faster: the first versions of new
        articles are written together.

        Args:
            entries: The documents.
            seen: When they were read: now, ``YYYY-MM-DDTHH:MM:SSZ``.
            row: The key under which `RowsRead` knows that they are stored.

        Raises:
            ArchiveError: As for `save`.
        """
        tally = SavedMany(articles=len(entries))
        with self.transaction() as connection:
            kept = self._obeyed_together(connection, entries)
            for run in _runs(connection, kept):
                if run.is_new:
                    plans = write_new(connection, [self._version(each, None, seen) for each in run.entries])
                    tally.new += len(plans)
                    tally.embeds += sum(len({row.post for row in plan.rows.embeds}) for plan in plans)
                    tally.quotes += sum(len(plan.rows.quotes) for plan in plans)
                    for entry in run.entries:
                        self._write_loaded(connection, entry, seen)
                    continue
                for entry in run.entries:
                    saved = self._save(connection, entry, seen)
                    tally.embeds += saved.embeds
                    tally.quotes += saved.quotes
            tally.article = kept[0].article if kept else None
            if row is not None and tally.article is not None:
                note_row(connection, row, tally.article)
        return tally

    def shield(self, connection: sqlite3.Connection) -> Shield | None:
        """Return what was erased for good; None where nothing was.

        Raises:
            ArchiveError: The key of the erasures is missing, or is another one.
        """
        self._known_shield = shield_of(connection, self.path, self.key, self._known_shield)
        return self._known_shield

    def may_keep(self, extraction: Extraction, article: str) -> bool:
        """Return whether the bytes of a document may be kept: nothing in them was erased."""
        shield = self.shield(self.db.conn)
        return shield is None or not (holds_erased(extraction, shield, article))

    def _obeyed(self, connection: sqlite3.Connection, entry: Entry) -> Entry | None:
        """Return what may be stored of an entry; None where its article was erased."""
        shield = self.shield(connection)
        if shield is None:
            return entry
        left = obeyed(connection, shield, entry.extraction, entry.article, stamp(self._now()))
        if left is None or left is entry.extraction:
            return None if left is None else entry
        return replace(entry, extraction=left)

    def _obeyed_together(self, connection: sqlite3.Connection, entries: Sequence[Entry]) -> list[Entry]:
        """Return what may be stored of entries; a wording learned from one is erased from those before."""
        kept, shield = list(entries), self.shield(connection)
        while shield is not None:
            known = shield.last
            kept = [each for entry in kept if (each := self._obeyed(connection, entry)) is not None]
            if shield.last == known:
                break
        return kept

    def _save(self, connection: sqlite3.Connection, entry: Entry, seen: str) -> Saved:
        known = known_article(connection, entry.article)
        version = self._version(entry, known, seen)
        write(connection, plan_saving(connection, version, known, stamp(self._now())))
        is_told = self._write_loaded(connection, entry, seen)
        changed = is_told or known is None or (known.record, known.text) != (version.record, version.text)
        return _saved(connection, entry.article, new=known is None, changed=changed)

    def _write_loaded(self, connection: sqlite3.Connection, entry: Entry, seen: str) -> bool:
        loaded = entry.extraction.loaded
        if not loaded:
            return False
        return write_loaded(connection, entry.article, loaded, seen, self.shield(connection))

    def _version(self, entry: Entry, known: StoredArticle | None, seen: str) -> Version:
        return version_of(
            _dated(entry.extraction, known),
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
        """Store another reading of bytes that were archived before.

        Args:
            extraction: The record.
            article: The id of the article.
            digest: SHA-256 of the bytes, in hex. Where the archive holds another version of the article, only
                what these bytes show beyond is added.
            fetched: When the bytes were fetched, ``YYYY-MM-DDTHH:MM:SSZ``.
            instead_of: Digest and record of newer bytes that are no article. Where they were stored as one,
                that is undone.
            topics: As for `save`.

        Returns:
            None when the article is no longer there.

        Raises:
            ArchiveError: As for `save`.
        """
        with self.transaction() as connection:
            known = known_article(connection, article)
            entry = Entry(extraction=extraction, article=article, digest=digest)
            kept = self._obeyed(connection, entry) if known is not None else None
            if known is None or kept is None:
                return None
            version = version_of(
                _dated(kept.extraction, known),
                article=article,
                digest=digest,
                taken=known.last_seen,
                saved_at=known.saved_at,
                session=self.session,
                keep_text=self._keep_text,
            )
            plan = plan_saving_again(connection, version, known, fetched, instead_of)
            if plan is not None:
                write(connection, plan)
            changed = plan is not None and (plan.kind == "present" or plan.adds_rows)
            changed |= self._write_loaded(connection, kept, known.last_seen)
            if topics is not None:
                changed |= write_topics(connection, article, topics)
            return _saved(connection, article, new=False, changed=changed)

    def current(self, posts: Iterable[str]) -> frozenset[str]:
        """Return the ids that posts have now: one saved without an id may have become part of another."""
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
            if (shield := self.shield(connection)) is not None:
                cut = Cut.of(shield.passages(problem.message))
                problem = replace(problem, message=cut.applied(problem.message))
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
                self._known_shield = None  # it may know what is not stored now
                self.db.rollback()
                raise


@dataclass(frozen=True, slots=True)
class _Run:
    """Entries that follow one another: first versions of new articles, or versions of stored ones."""

    is_new: bool
    entries: list[Entry]


def _runs(connection: sqlite3.Connection, entries: Sequence[Entry]) -> list[_Run]:
    """Part entries into runs, in their order: which posts a version shows depends on what came before it."""
    found = connection.execute(_STORED, (json.dumps([entry.article for entry in entries]),))
    stored = {article for (article,) in found}
    runs: list[_Run] = []
    for entry in entries:
        is_new = entry.article not in stored
        if not runs or runs[-1].is_new != is_new:
            runs.append(_Run(is_new, []))
        runs[-1].entries.append(entry)
        stored.add(entry.article)
    return runs


def _dated(extraction: Extraction, known: StoredArticle | None) -> Extraction:
    """Return an article the date that is known from elsewhere: bytes that hold none do not refute it."""
    published = extraction.article.published
    if known is None or known.given is None or (published is not None and published.at):
        return extraction
    return replace(extraction, article=replace(extraction.article, published=known.given))


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
