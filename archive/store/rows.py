"""Rows of corpora, and mails, that were archived: an interrupted corpus resumes there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from archive.store.identity import digest

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable

    from archive.store.archive import Archive

#: Number of rows recorded in one transaction.
_TOGETHER = 64
#: Call the callback after this many skipped rows.
_REPORTED = 500
#: An article that was incomplete in a damaged file has no record until it is read again.
_KNOWN = """
    SELECT articles.id FROM rows_read JOIN articles ON articles.id = rows_read.article
    WHERE rows_read.row = ? AND articles.record <> ''
"""
_NOTE = "INSERT OR REPLACE INTO rows_read (row, article) VALUES (?, ?)"


class RowsRead:
    """Rows archived with one version of voxpop and one set of options.

    Args:
        archive: The archive.
        way: Everything except the row that affects its stored result.
        on_skipped: Called occasionally with the number of skipped rows.

    Attributes:
        skipped: Number of rows skipped as known.
    """

    def __init__(
        self, archive: Archive, way: tuple[object, ...], on_skipped: Callable[[int], None] = lambda _: None
    ) -> None:
        self._archive = archive
        self._way = way
        self._on_skipped = on_skipped
        self._new: list[tuple[str, str]] = []
        self.skipped = 0

    def is_known(self, row: str) -> bool:
        """Return True if a row was archived before."""
        known = noted_article(self._archive.db.conn, self.key(row)) is not None
        self.skipped += known
        if known and self.skipped % _REPORTED == 0:
            self._on_skipped(self.skipped)
        return known

    def add(self, row: str, article: str) -> bool:
        """Add an archived row; return True if enough rows are pending for `note`."""
        self._new.append((self.key(row), article))
        return len(self._new) >= _TOGETHER

    def note(self) -> None:
        """Record the pending rows.

        Raises:
            ArchiveError: The archive is not writable.
        """
        if self._new:
            with self._archive.transaction() as connection:
                connection.executemany(_NOTE, self._new)
            self._new.clear()

    def key(self, row: str) -> str:
        """Return the key of a row."""
        return digest(row, *self._way)


def noted_article(connection: sqlite3.Connection, key: str) -> str | None:
    """Return the complete article recorded under a key; None if there is none."""
    found = connection.execute(_KNOWN, (key,)).fetchone()
    return None if found is None else str(found[0])


def note_row(connection: sqlite3.Connection, key: str, article: str) -> None:
    """Record rows that end with this article as archived, within a transaction."""
    connection.execute(_NOTE, (key, article))
