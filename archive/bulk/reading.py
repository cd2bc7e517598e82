"""Read the articles of a part: those that are asked for, a few at a time, and nothing believed unchecked.

A part may come from anybody. Its files can be damaged, of other columns, or made to grow: one row repeated
a million times takes a few bytes in a Parquet file. So the large columns are read as dictionaries, in which
each value stands once, and values are taken out one by one, when their size is known.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from archive.store.entries import Entry
from archive.store.identity import article_key
from scraper.errors import SourceError
from scraper.input.recorded import record_of
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import pyarrow as pa
    import pyarrow.dataset as ds

    from archive.bulk.selection import Selection

#: So many articles are read, and saved, together.
TOGETHER = 2_000
#: Bytes that a row group of articles may claim to unpack to; ours have about 15 MB.
_MOST_OF_GROUP = 1_000_000_000
_LARGE = ("record", "text")
_COLUMNS = ("article", "source", "crawled_at", *_LARGE)
_SHA256 = lazy_regex(r"[0-9a-f]{64}")
_INSTANT = lazy_regex(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


@dataclass(frozen=True, slots=True)
class Piece:
    """Articles of a part that are read together.

    Attributes:
        number: The number of the row group, and of the piece in it.
        rows: Their rows; read when they are asked for.
    """

    number: tuple[int, int]
    rows: Iterator[Entry | SourceError]


class Part:
    """The files of a part.

    Args:
        folder: Of the dataset.
        part: Its name.
        selection: Which articles are asked for.
        max_bytes: Records and texts that are larger are refused.
    """

    def __init__(self, folder: Path, part: str, selection: Selection, max_bytes: int) -> None:
        self._folder = folder
        self._part = part
        self._selection = selection
        self._max_bytes = max_bytes

    def pieces(self) -> Iterator[Piece]:
        """Yield the articles that are asked for.

        Raises:
            SourceError: A file is missing, damaged, or of other columns.
        """
        import pyarrow as pa

        try:
            yield from self._pieces()
        except (pa.ArrowException, OSError, ValueError, MemoryError) as error:
            reason = " ".join(str(error).split())[:200]
            raise SourceError(
                f"{self._folder}: part {self._part}",
                f"cannot be read ({reason}): delete its marker in _done and run `voxpop bulk` again",
            ) from error

    def _pieces(self) -> Iterator[Piece]:
        import pyarrow.dataset as ds

        fragment = self._fragment("articles")
        self._check_columns(fragment.physical_schema)
        has_days = "published_day" in fragment.physical_schema.names
        wanted = self._selection.of_articles_table(has_days=has_days)
        for table, expression in self._selection.of_others(has_days=has_days).items():
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
            str(self._folder / table / f"{self._part}.parquet"), filesystem=fs.LocalFileSystem()
        )

    @staticmethod
    def _check_columns(schema: pa.Schema) -> None:
        import pyarrow as pa

        for name in _COLUMNS:
            kind = schema.field(name).type if name in schema.names else pa.null()
            if kind not in {pa.string(), pa.dictionary(pa.int32(), pa.string())}:
                raise ValueError(f"has no column {name} of texts")

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
                yield Piece((about.id, number), self._entries(batch))

    def _entries(self, batch: pa.RecordBatch) -> Iterator[Entry | SourceError]:
        sources, crawled = batch.column("source"), batch.column("crawled_at")
        records, texts = (_Large(batch.column(name), self._max_bytes) for name in _LARGE)
        for row in range(batch.num_rows):
            name = f"{self._part}: article {row}"
            try:
                name = sources[row].as_py() or name
                yield _entry(records.value(row), texts.value(row), crawled[row].as_py())
            except (ValueError, RecursionError) as error:
                yield SourceError(f"{self._folder}: {name}", f"is no article ({error}): extract it again")


class _Large:
    """A column of large values, each of which is taken out when its size is known.

    Args:
        column: Read as a dictionary.
        max_bytes: Larger values are refused.
    """

    def __init__(self, column: pa.DictionaryArray, max_bytes: int) -> None:
        import pyarrow.compute as pc

        self._values = column.dictionary
        self._places = column.indices.to_pylist()
        self._sizes = pc.binary_length(column.dictionary).to_pylist()
        self._max_bytes = max_bytes

    def value(self, row: int) -> str | None:
        """Return the value of a row.

        Raises:
            ValueError: It is too large, or no text.
        """
        place = self._places[row]
        if place is None:
            return None
        if (self._sizes[place] or 0) > self._max_bytes:
            raise ValueError(f"it has more than {self._max_bytes:,} bytes")
        text: str | None = self._values[place].as_py()
        return text


def _entry(printed: str | None, text: str | None, crawled_at: str | None) -> Entry:
    """Return what is saved of an article.

    Args:
        printed: Its record, as JSON.
        text: Its text.
        crawled_at: When it was crawled.

    Raises:
        ValueError: It holds something that no dataset holds.
    """
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
