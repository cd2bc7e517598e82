"""What one `voxpop archive` stored, counted once each in memory that does not grow with a corpus."""

from __future__ import annotations

import sqlite3
from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING

from archive.humanize import counted
from scraper.errors import ArchiveError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from archive.store.archive import Archive
    from archive.store.entries import Saved

_TABLES = """
    PRAGMA journal_mode = OFF;
    CREATE TABLE articles (id TEXT PRIMARY KEY, embeds INTEGER, quotes INTEGER) WITHOUT ROWID;
    CREATE TABLE posts (id TEXT PRIMARY KEY) WITHOUT ROWID;
    CREATE TABLE current (id TEXT PRIMARY KEY) WITHOUT ROWID;
    CREATE TABLE hashtags (id TEXT PRIMARY KEY) WITHOUT ROWID;
    BEGIN
"""
_POST = "INSERT OR IGNORE INTO posts VALUES (?)"
_CURRENT = "INSERT OR IGNORE INTO current VALUES (?)"
_HASHTAG = "INSERT OR IGNORE INTO hashtags VALUES (?)"
_TOTALS = """
    SELECT count(*), coalesce(sum(embeds), 0), coalesce(sum(quotes), 0),
        (SELECT count(*) FROM current), (SELECT count(*) FROM hashtags) FROM articles
"""
#: So many posts are looked up in the archive at once.
_TOGETHER = 1000


class Tally:
    """Counts what is stored, for the line that is printed at the end.

    An article that came twice counts once, with what it held last. The ids are in a database of SQLite's own,
    which it keeps in memory while it is small and else in a file without a name. Close it at the end.

    Attributes:
        articles: How many articles are stored, known once it is settled.
        new: How many articles were not in the archive before.
        failed: How many sources failed.
        known: How many rows of corpora and mails were archived before, and passed over.
        stopped: What ended the work early; None when it came to its end.
        left_out: Suffix -> how many files in folders were not read.
    """

    def __init__(self) -> None:
        self.new = self.failed = self.known = self.articles = 0
        self.stopped: KeyboardInterrupt | None = None
        self.left_out: Counter[str] = Counter()
        self._totals = 0, 0, 0, 0
        self._db = sqlite3.connect("", isolation_level=None)
        self._db.executescript(_TABLES)

    def add(self, saved: Saved) -> None:
        """Count one stored article.

        Raises:
            ArchiveError: There is no room for temporary files.
        """
        self.new += saved.new
        with _told():
            shown = saved.article, saved.embeds, saved.quotes
            self._db.execute("INSERT OR REPLACE INTO articles VALUES (?, ?, ?)", shown)
            self._insert(_POST, saved.posts)
            self._insert(_HASHTAG, saved.hashtags)

    def settle(self, archive: Archive) -> None:
        """Add all up; posts by the ids that they have in the end, as one may have become part of another.

        Raises:
            ArchiveError: There is no room for temporary files.
        """
        with _told():
            posts = self._db.execute("SELECT id FROM posts")
            while some := posts.fetchmany(_TOGETHER):
                self._insert(_CURRENT, archive.current(post for (post,) in some))
            self.articles, *totals = self._db.execute(_TOTALS).fetchone()
        embeds, quotes, shown, hashtags = totals
        self._totals = embeds, quotes, shown, hashtags

    def close(self) -> None:
        """Forget which ones were counted."""
        self._db.close()

    def line(self, database: str) -> str:
        """Return the line that is printed at the end."""
        from archive.commands.reading import left_out_line

        embeds, quotes, posts, hashtags = self._totals
        found = (
            f"{database}: {counted(self.articles, 'article')} ({self.new:,} new), "
            f"{counted(embeds, 'embed')} of {counted(posts, 'post')}, "
            f"{counted(quotes, 'quote')}, {counted(hashtags, 'hashtag')}"
        )
        notes = [f"{counted(self.failed, 'source')} failed"] if self.failed else []
        notes += [f"{counted(self.known, 'row')} archived before"] if self.known else []
        notes += [left_out_line(self.left_out)] if self.left_out else []
        return "; ".join([found, *notes])

    def _insert(self, statement: str, ids: Iterable[str]) -> None:
        self._db.executemany(statement, [(one,) for one in ids])


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        reason = f"the counts cannot be kept ({error}): make room in the folder for temporary files"
        raise ArchiveError(reason) from error
