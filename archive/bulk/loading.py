"""Load a dataset into an archive: its finished parts of the newest rules, through the one write path."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from archive.bulk.dataset import Dataset
from archive.bulk.reading import Part
from archive.bulk.storage import Target
from archive.clock import stamp, utc_now
from archive.humanize import counted
from archive.store.entries import SavedMany
from archive.store.identity import digest
from archive.store.rows import note_row, noted_article
from scraper.errors import SettingsError, SourceError
from scraper.records import Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from archive.bulk.reading import Piece
    from archive.bulk.selection import Selection
    from archive.store.archive import Archive
    from archive.store.entries import Entry

#: An article that lost something in a damaged file has no record until it is stored again.
_LOST = "SELECT 1 FROM articles WHERE record = '' LIMIT 1"
#: So many articles that cannot be read are named in each part.
_SHOWN = 20


@dataclass(slots=True)
class Loaded:
    """What loading datasets came to.

    Attributes:
        saved: The articles that were stored.
        parts: How many parts were read.
        parts_in_all: How many finished parts the datasets have.
        known: How many parts were loaded before, and passed over.
        failed: How many parts and articles could not be read.
    """

    saved: SavedMany = field(default_factory=SavedMany)
    parts: int = 0
    parts_in_all: int = 0
    known: int = 0
    failed: int = 0

    def line(self, database: str) -> str:
        """Return the line that is printed at the end."""
        before = f"; {counted(self.known, 'part')} loaded before" if self.known else ""
        failed = f"; {self.failed:,} failed" if self.failed else ""
        return (
            f"{database}: {counted(self.saved.articles, 'article')} ({self.saved.new:,} new) of "
            f"{counted(self.parts, 'part')}, {counted(self.saved.embeds, 'embed')}, "
            f"{counted(self.saved.quotes, 'quote')}{before}{failed}"
        )


@contextmanager
def _uncollected() -> Iterator[None]:
    """Have Python look for no cycles of references meanwhile: records have none, and there are many."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


class Loader:
    """Loads datasets into an archive, each piece in one transaction with the note that it is loaded.

    Killed at any moment, the archive holds whole pieces, and the next run goes on behind them.

    Args:
        archive: The archive.
        selection: Which articles are loaded.
        max_bytes: Records and texts that are larger are refused.
        way: What else decides what is stored.
        report: Called with each part or article that cannot be read.
        watch: Called after each piece with what is loaded by now.
    """

    def __init__(  # noqa: PLR0913 -- keyword-only but for the archive and what is asked for
        self,
        archive: Archive,
        selection: Selection,
        *,
        max_bytes: int,
        way: tuple[object, ...],
        report: Callable[[SourceError], None],
        watch: Callable[[Loaded], None] = lambda _: None,
    ) -> None:
        self._archive = archive
        self._selection = selection
        self._max_bytes = max_bytes
        self._way = way
        self._report = report
        self._watch = watch
        self._trusts_notes = archive.db.execute(_LOST).fetchone() is None
        self._failed_in_part = 0
        self.loaded = Loaded()

    def load(self, folder: str) -> None:
        """Load the finished parts of the newest rules.

        Raises:
            SettingsError: The dataset is of a newer voxpop, or damaged.
            ArchiveError: The archive cannot be written.
        """
        dataset = Dataset(Target(folder))
        if dataset.options() is None:
            raise SettingsError(f"{folder}: is no dataset: make one with `voxpop bulk`")
        rules = dataset.newest_rules()
        parts = sorted(dataset.done(rules)) if rules else []
        if not parts:
            self._fail(SourceError(folder, "has no finished part: run `voxpop bulk` to its end"))
        self.loaded.parts_in_all += len(parts)
        for part in parts:
            try:
                self._load_part(dataset, folder, part)
            except (SourceError, SettingsError) as error:
                self._fail(error if isinstance(error, SourceError) else SourceError(folder, str(error)))
            self._watch(self.loaded)

    def _load_part(self, dataset: Dataset, folder: str, part: str) -> None:
        contents = dataset.marker(part).digests.get("articles"), part
        if self._noted(self._key("part", *contents)) is not None:
            self.loaded.known += 1
            return
        article, self._failed_in_part = None, 0
        for piece in Part(Path(folder), part, self._selection, self._max_bytes).pieces():
            key = self._key("piece", *contents, *piece.number)
            noted = self._noted(key)
            if noted is None:
                with _uncollected():
                    noted = self._load_piece(piece, key)
            article = article or noted
            self._watch(self.loaded)
        self.loaded.parts += 1
        if self._failed_in_part > _SHOWN:
            more = self._failed_in_part - _SHOWN
            self._tell(SourceError(f"{folder}: part {part}", f"{more:,} more articles cannot be read"))
        if article is not None:
            with self._archive.transaction() as connection:
                note_row(connection, self._key("part", *contents), article)

    def _load_piece(self, piece: Piece, key: str) -> str | None:
        """Save the articles of a piece; return the id of the first."""
        entries = self._readable(piece)
        if not entries:
            return None
        saved = self._archive.save_many(entries, seen=stamp(utc_now()), row=key)
        self.loaded.saved.add(saved)
        return saved.article

    def _readable(self, piece: Piece) -> list[Entry]:
        entries = []
        for found in piece.rows:
            if isinstance(found, SourceError):
                self._failed_in_part += 1
                self.loaded.failed += 1
                if self._failed_in_part <= _SHOWN:
                    self._tell(found)
            else:
                entries.append(found)
        return entries

    def _fail(self, error: SourceError) -> None:
        self.loaded.failed += 1
        self._tell(error)

    def _tell(self, error: SourceError) -> None:
        self._report(error)
        problem = Problem(step="source", kind=type(error).__name__, message=error.reason)
        self._archive.note(error.source, problem, seen=stamp(utc_now()))

    def _noted(self, key: str) -> str | None:
        return noted_article(self._archive.db.conn, key) if self._trusts_notes else None

    def _key(self, *what: object) -> str:
        return digest("dataset", *what, self._selection, *self._way)
