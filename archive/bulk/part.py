"""Write the part of one input file: its rows in memory, sorted, to Parquet, piece by piece."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import TYPE_CHECKING, Any

from archive.bulk.memory import give_back
from archive.bulk.tables import TABLES, Rows, schemas, sizes

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType
    from typing import Self

    import pyarrow as pa
    import pyarrow.parquet as pq

#: Rows of a group, the piece of a file that readers pass over or read as a whole. Records and texts of
#: articles are large, and who asks for an outlet wants few of them; other tables are read by column.
_GROUPS = {"articles": 2_000}
_LARGEST_GROUP = 100_000
#: Bytes of rows that are held, sorted and written together. A crawl file of 1 GB gives about 60 MB of rows,
#: which makes two or three pieces, each sorted.
_MOST_HELD = 24_000_000


class PartWriter:
    """Writes the tables of a part into a folder. Use as a context manager.

    Rows are sorted by outlet and day, so that readers who ask for one can pass over most of a file.

    Args:
        folder: Where the files are written: ``<table>.parquet``.

    Attributes:
        rows: Table -> how many rows were added.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._held: list[Rows] = []
        self._bytes = 0
        self._writers: dict[str, pq.ParquetWriter] = {}
        self.rows: Counter[str] = Counter(dict.fromkeys(TABLES, 0))

    def __enter__(self) -> Self:
        for table in TABLES:
            self._writers[table] = _writer(self.file(table), table)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self._flush()
        finally:
            for writer in self._writers.values():
                writer.close()

    def add(self, rows: Rows) -> None:
        """Add the rows of one article, or problems."""
        self._held.append(rows)
        self._bytes += sizes(rows)
        for table, added in rows.items():
            self.rows[table] += len(added)
        if self._bytes >= _MOST_HELD:
            self._flush()

    def digests(self) -> dict[str, str]:
        """Return the SHA-256 of each file, once the writer is closed."""
        found = {}
        for table in TABLES:
            with self.file(table).open("rb") as stream:
                found[table] = hashlib.file_digest(stream, "sha256").hexdigest()
        return found

    def file(self, table: str) -> Path:
        """Return the file of a table."""
        return self._folder / f"{table}.parquet"

    def _flush(self) -> None:
        import pyarrow as pa

        give_back()  # what is left of the last page, before the rows take more
        self._held.sort(key=_outlet_and_day)  # stable: pages of a day stay in the order of the file
        for table, schema in schemas().items():
            rows = [row for held in self._held for row in held.get(table, ())]
            if rows:
                rows_of_group = _GROUPS.get(table, _LARGEST_GROUP)
                self._writers[table].write_table(pa.Table.from_pylist(rows, schema), rows_of_group)
        self._held.clear()
        self._bytes = 0
        give_back()


def write_table(file: Path, table: str, rows: pa.Table) -> None:
    """Write rows that are sorted already as the file of a table."""
    with _writer(file, table) as writer:
        writer.write_table(rows, _GROUPS.get(table, _LARGEST_GROUP))


def _writer(file: Path, table: str) -> pq.ParquetWriter:
    import pyarrow.parquet as pq

    return pq.ParquetWriter(file, schemas()[table], compression="zstd")


def _outlet_and_day(rows: Rows) -> tuple[str, str]:
    article: dict[str, Any] = rows["articles"][0] if rows.get("articles") else {}
    return article.get("host") or "", (article.get("published_at") or article.get("crawled_at") or "")[:10]
