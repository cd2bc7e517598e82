"""Which rows of corpora, and which mails, were archived: an interrupted corpus goes on where it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from archive.store.identity import digest

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable

    from archive.store.archive import Archive

#: So many rows are noted in one transaction.
_TOGETHER = 64
#: After so many rows that were passed over, somebody may look.
_WATCHED = 500
#: An article that lost something in a damaged file has no record until it is read again.
_KNOWN = """
    SELECT articles.id FROM rows_read JOIN articles ON articles.id = rows_read.article
    WHERE rows_read.row = ? AND articles.record <> ''
"""
_NOTE = "INSERT OR REPLACE INTO rows_read (row, article) VALUES (?, ?)"


class RowsRead:
    """The rows that were archived in one way: by the same version of voxpop, with the same options.

    Args:
        archive: The archive.
        way: What else than the row decides what is stored of it.
        watch: Called now and then with the number of rows that were passed over.

    Attributes:
        passed_over: How many rows were asked for and known.
    """

    def __init__(
        self, archive: Archive, way: tuple[object, ...], watch: Callable[[int], None] = lambda _: None
    ) -> None:
        self._archive = archive
        self._way = way
        self._watch = watch
        self._new: list[tuple[str, str]] = []
        self.passed_over = 0

    def is_known(self, row: str) -> bool:
        """Return whether a row was archived before."""
        known = noted_article(self._archive.db.conn, self.key(row)) is not None
        self.passed_over += known
        if known and self.passed_over % _WATCHED == 0:
            self._watch(self.passed_over)
        return known

    def add(self, row: str, article: str) -> bool:
        """Remember that a row is archived; return whether so many wait that they should be noted."""
        self._new.append((self.key(row), article))
        return len(self._new) >= _TOGETHER

    def note(self) -> None:
        """Write down which rows are archived.

        Raises:
            ArchiveError: The archive cannot be written.
        """
        if self._new:
            with self._archive.transaction() as connection:
                connection.executemany(_NOTE, self._new)
            self._new.clear()

    def key(self, row: str) -> str:
        """Return the key under which a row is noted."""
        return digest(row, *self._way)


def noted_article(connection: sqlite3.Connection, key: str) -> str | None:
    """Return the article that is noted under a key and whole; None where there is none."""
    found = connection.execute(_KNOWN, (key,)).fetchone()
    return None if found is None else str(found[0])


def note_row(connection: sqlite3.Connection, key: str, article: str) -> None:
    """Note that a row, or several that end with this article, are archived, within a transaction."""
    connection.execute(_NOTE, (key, article))
