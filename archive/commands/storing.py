"""Store what `voxpop archive` reads: the record of a document, and its bytes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from archive.captures.naming import without_folders
from archive.clock import stamp, utc_now
from archive.store.identity import article_key, article_of, digest_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from archive.captures.files import Capture
    from archive.captures.lazy import LazyCaptures
    from archive.captures.local import LocalCaptures
    from archive.store.archive import Archive
    from archive.store.entries import Saved
    from archive.store.rows import RowsRead
    from scraper.errors import SourceError
    from scraper.fetching import Answer
    from scraper.records import Document, Extraction

    #: What was read, and the answers that it was fetched with.
    Read = tuple[Document | SourceError, tuple[Answer, ...]]

#: The columns that name a source as a key keep the whole path.
_SHORTENED = "UPDATE articles SET source = ? WHERE id = ? AND source = ?"


def with_answers(read: Iterable[Document | SourceError], answers: list[Answer]) -> Iterator[Read]:
    """Yield what is read, with the answers that came meanwhile."""
    for found in read:
        yield found, tuple(answers)
        answers.clear()


class Keeper:
    """Stores what documents hold, and their bytes."""

    def __init__(
        self, archive: Archive, writer: LazyCaptures, local: LocalCaptures | None, rows: RowsRead, named: list[str]
    ) -> None:
        self._archive = archive
        self._writer = writer
        self._local = local
        self._rows = rows
        self._named = {str(Path(name)) for name in named}

    def was_stored_meanwhile(self, document: Document) -> bool:
        """Return whether a row is known, which was not yet so when it was read ahead."""
        return document.row is not None and self._rows.is_known(document.row)

    def store(self, read: Read, document: Document, extraction: Extraction) -> Saved:
        """Keep the bytes, store what they hold, then name the bytes in the archive."""
        _, answers = read
        digest = (document.record and document.digest) or digest_of(document.content)
        article = article_of(document, extraction.article.url)
        key = article or article_key(extraction.article.url, digest)
        captures = self._captures(document, answers) if self._archive.may_keep(extraction, key) else []
        saved = self._archive.save(
            extraction, article=article, digest=digest, seen=stamp(utc_now()), saved_at=document.saved_at
        )
        if saved.erased:
            return saved
        short = self._shorten(document.source, saved.article)
        if captures:
            from archive.captures.index import enter

            with self._archive.transaction() as connection:
                enter(connection, captures, saved.article)
        elif self._local is not None and not (answers or saved.cut) and document.record is None:
            self._local.keep(document, kind=extraction.kind, article=saved.article, name=short)
        if document.row and self._rows.add(document.row, saved.article):
            self.note()
        return saved

    def _shorten(self, source: str, article: str) -> str:
        """Have the archive call a source by a path without the folders above what was named; return that."""
        short = without_folders(source, self._named)
        if short != source:
            with self._archive.transaction() as connection:
                connection.execute(_SHORTENED, (short, article, source))
        return short

    def note(self) -> None:
        """Write down which rows are archived, once their bytes are kept: known rows are passed over."""
        if self._local is not None:
            self._local.flush()
        self._rows.note()

    def _captures(self, document: Document, answers: Sequence[Answer]) -> list[Capture]:
        writer = self._writer.opened() if answers else None
        if writer is None:
            return []
        from archive.captures.index import capture
        from scraper.input.kept import declared_json

        *hops, last = capture(self._archive, writer, answers[-1].exchanges)
        declared = declared_json(replace(document, url=None, media_type=None, saved_at=None))
        return [*hops, replace(last, declared=declared)]
