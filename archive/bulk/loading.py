"""Load the finished parts of a dataset, of its newest rules, into an archive."""

from __future__ import annotations

import gc
import hashlib
import json
from contextlib import contextmanager
from dataclasses import KW_ONLY, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from archive.bulk.dataset import Dataset
from archive.bulk.storage import Target
from archive.clock import stamp, utc_now
from archive.humanize import counted
from archive.store.archive import Entry, SavedMany
from archive.store.articles import note_rows, noted_article
from archive.store.identity import article_key, digest
from scraper.errors import SettingsError, SourceError
from scraper.input.recorded import record_of
from scraper.patterns import lazy_regex
from scraper.records import Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pyarrow as pa
    import pyarrow.dataset as ds

    from archive.selection import Selection
    from archive.store.archive import Archive

    #: Articles of a part that are read together: the row group and batch, and the rows, read lazily.
    Piece = tuple[tuple[int, int], Iterator[Entry | SourceError]]


# Read the selected articles of a part, a few at a time, and validate everything.

#: Articles read and saved together.
TOGETHER = 2_000
#: Maximum declared size of a row group of articles, unpacked; ours have about 15 MB.
_MOST_OF_GROUP = 1_000_000_000
_LARGE = ("record", "text")
_COLUMNS = ("article", "source", "crawled_at", *_LARGE)
_SHA256 = lazy_regex(r"[0-9a-f]{64}")
_INSTANT = lazy_regex(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the dataset in a folder."""

    folder: Path
    part: str
    selection: Selection
    max_bytes: int

    def pieces(self) -> Iterator[Piece]:
        """Yield the selected articles; raise `SourceError` if a file is missing or damaged."""
        import pyarrow as pa

        try:
            yield from self._pieces()
        except (pa.ArrowException, OSError, ValueError, MemoryError) as error:
            reason = " ".join(str(error).split())[:200]
            raise SourceError(
                f"{self.folder}: part {self.part}",
                f"cannot be read ({reason}): delete its marker in _done and run `voxpop bulk` again",
            ) from error

    def _pieces(self) -> Iterator[Piece]:
        import pyarrow as pa
        import pyarrow.dataset as ds

        fragment = self._fragment("articles")
        schema = fragment.physical_schema
        for name in _COLUMNS:
            kind = schema.field(name).type if name in schema.names else pa.null()
            if kind not in {pa.string(), pa.dictionary(pa.int32(), pa.string())}:
                raise ValueError(f"has no column {name} of texts")
        has_days = "published_day" in schema.names
        wanted = self.selection.of_articles_table(has_days=has_days)
        for table, expression in self.selection.of_others(has_days=has_days).items():
            found = ds.field("article").isin(self._articles_in(table, expression))
            wanted = found if wanted is None else wanted & found
        for group in fragment.split_by_row_group(wanted):
            yield from self._pieces_of_group(group, wanted)

    def _articles_in(self, table: str, expression: ds.Expression) -> pa.Array:
        import pyarrow.compute as pc

        found = self._fragment(table).to_table(columns=["article"], filter=expression)
        return pc.unique(found["article"])

    def _fragment(self, table: str) -> Any:
        import pyarrow.dataset as ds
        from pyarrow import fs

        large = set(_LARGE) if table == "articles" else set()
        file_format = ds.ParquetFileFormat(dictionary_columns=large)
        return file_format.make_fragment(
            str(self.folder / table / f"{self.part}.parquet"), filesystem=fs.LocalFileSystem()
        )

    def _pieces_of_group(self, group: Any, wanted: ds.Expression | None) -> Iterator[Piece]:
        (about,) = group.row_groups
        if about.total_byte_size > _MOST_OF_GROUP:
            raise ValueError(f"has a row group of {about.total_byte_size:,} bytes")
        if wanted is not None and not group.count_rows(filter=wanted):
            return
        scanner = group.scanner(
            columns=list(_COLUMNS), filter=wanted, batch_size=TOGETHER, use_threads=False, batch_readahead=0
        )
        for number, batch in enumerate(scanner.to_batches()):
            if batch.num_rows:
                yield (about.id, number), self._entries(batch)

    def _entries(self, batch: pa.RecordBatch) -> Iterator[Entry | SourceError]:
        sources, crawled = batch.column("source"), batch.column("crawled_at")
        records, texts = (_Large(batch.column(name), self.max_bytes) for name in _LARGE)
        for row in range(batch.num_rows):
            name = f"{self.part}: article {row}"
            try:
                name = sources[row].as_py() or name
                yield _entry(records.value(row), texts.value(row), crawled[row].as_py())
            except (ValueError, RecursionError) as error:
                yield SourceError(f"{self.folder}: {name}", f"is no article ({error}): extract it again")


class _Large:
    """A column of large values, read as a dictionary, which are unpacked once their size is known."""

    def __init__(self, column: pa.DictionaryArray, max_bytes: int) -> None:
        import pyarrow.compute as pc

        self._values = column.dictionary
        self._places = column.indices.to_pylist()
        self._sizes = pc.binary_length(column.dictionary).to_pylist()
        self._max_bytes = max_bytes

    def value(self, row: int) -> str | None:
        """Return the value of a row; raise `ValueError` if it is too large or not a text."""
        place = self._places[row]
        if place is None:
            return None
        if (self._sizes[place] or 0) > self._max_bytes:
            raise ValueError(f"it has more than {self._max_bytes:,} bytes")
        text: str | None = self._values[place].as_py()
        return text


def _entry(printed: str | None, text: str | None, crawled_at: str | None) -> Entry:
    values = json.loads(printed or "null")
    if isinstance(values, dict):
        values["text"] = text
    record = record_of(values)
    digest = values.get("digest")
    if crawled_at is not None and not _INSTANT.fullmatch(crawled_at):
        raise ValueError("crawled_at is no time")
    if not isinstance(digest, str) or not _SHA256.fullmatch(digest):
        digest = hashlib.sha256((printed or "").encode()).hexdigest()
    return Entry(extraction=record, article=article_key(record.article.url, digest), digest=digest, saved_at=crawled_at)


#: An article that lost rows in a damaged file has no record until it is stored again.
_LOST = "SELECT 1 FROM articles WHERE record = '' LIMIT 1"
#: Maximum number of unreadable articles reported per part.
_SHOWN = 20


@dataclass(slots=True)
class Loaded:
    """The result of loading datasets."""

    saved: SavedMany = field(default_factory=SavedMany)
    parts: int = 0
    parts_in_all: int = 0
    known: int = 0
    failed: int = 0

    def line(self, database: str) -> str:
        """Return the summary line."""
        before = f"; {counted(self.known, 'part')} loaded before" if self.known else ""
        failed = f"; {self.failed:,} failed" if self.failed else ""
        return (
            f"{database}: {counted(self.saved.articles, 'article')} ({self.saved.new:,} new) of "
            f"{counted(self.parts, 'part')}, {counted(self.saved.embeds, 'embed')}, "
            f"{counted(self.saved.quotes, 'quote')}{before}{failed}"
        )


@contextmanager
def _uncollected() -> Iterator[None]:
    """Disable Python's garbage collector: records are many and have no reference cycles."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@dataclass(slots=True)
class Loader:
    """Loads datasets into an archive, each piece in one transaction with a note that it is loaded.

    Killed at any moment, the archive has whole pieces, and the next run resumes after them.

    `way` is everything else that affects the stored result.
    """

    archive: Archive
    selection: Selection
    _: KW_ONLY
    max_bytes: int
    way: tuple[object, ...]
    report: Callable[[SourceError], None]
    on_progress: Callable[[Loaded], None] = lambda _: None
    loaded: Loaded = field(default_factory=Loaded)
    _failed_in_part: int = 0
    _trusts_notes: bool = field(init=False)

    def __post_init__(self) -> None:
        self._trusts_notes = self.archive.db.execute(_LOST).fetchone() is None

    def load(self, folder: str) -> None:
        """Load the finished parts of the newest rules; raise `SettingsError` for a damaged or newer dataset."""
        dataset = Dataset(Target(folder))
        if dataset.options() is None:
            raise SettingsError(f"{folder}: is not a dataset: create one with `voxpop bulk`")
        rules = dataset.newest_rules()
        parts = sorted(dataset.done(rules)) if rules else []
        if not parts:
            self._fail(SourceError(folder, "has no finished part: finish it with `voxpop bulk`"))
        self.loaded.parts_in_all += len(parts)
        for part in parts:
            try:
                self._load_part(dataset, folder, part)
            except (SourceError, SettingsError) as error:
                self._fail(error if isinstance(error, SourceError) else SourceError(folder, str(error)))
            self.on_progress(self.loaded)

    def _load_part(self, dataset: Dataset, folder: str, part: str) -> None:
        contents = dataset.marker(part).digests.get("articles"), part
        if self._noted(self._key("part", *contents)) is not None:
            self.loaded.known += 1
            return
        article, self._failed_in_part = None, 0
        for number, rows in Part(Path(folder), part, self.selection, self.max_bytes).pieces():
            key = self._key("piece", *contents, *number)
            noted = self._noted(key)
            if noted is None:
                with _uncollected():
                    if entries := self._readable(rows):
                        saved = self.archive.save_many(entries, seen=stamp(utc_now()), row=key)
                        self.loaded.saved.add(saved)
                        noted = saved.article
            article = article or noted
            self.on_progress(self.loaded)
        self.loaded.parts += 1
        if self._failed_in_part > _SHOWN:
            more = self._failed_in_part - _SHOWN
            self._record(SourceError(f"{folder}: part {part}", f"{more:,} more articles cannot be read"))
        if article is not None:
            with self.archive.transaction() as connection:
                note_rows(connection, [(self._key("part", *contents), article)])

    def _readable(self, rows: Iterator[Entry | SourceError]) -> list[Entry]:
        entries = []
        for found in rows:
            if isinstance(found, SourceError):
                self._failed_in_part += 1
                self.loaded.failed += 1
                if self._failed_in_part <= _SHOWN:
                    self._record(found)
            else:
                entries.append(found)
        return entries

    def _fail(self, error: SourceError) -> None:
        self.loaded.failed += 1
        self._record(error)

    def _record(self, error: SourceError) -> None:
        self.report(error)
        problem = Problem(step="source", kind=type(error).__name__, message=error.reason)
        self.archive.note(error.source, problem, seen=stamp(utc_now()))

    def _noted(self, key: str) -> str | None:
        return noted_article(self.archive.db.conn, key) if self._trusts_notes else None

    def _key(self, *what: object) -> str:
        return digest("dataset", *what, self.selection, *self.way)
