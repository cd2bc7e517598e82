"""Write what readers of a dataset need: the list of finished parts, and views for DuckDB that heed it."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

from archive.bulk.tables import TABLES

if TYPE_CHECKING:
    from archive.bulk.dataset import Dataset

_HEAD = """\
-- The finished parts of this dataset, as views. In its folder: duckdb -init views.sql
-- From elsewhere: SET file_search_path = 'the/folder'; then run this file.
CREATE OR REPLACE VIEW parts AS SELECT * FROM read_parquet('_parts.parquet');
"""
_VIEW = """\
CREATE OR REPLACE VIEW {table} AS
SELECT * FROM read_parquet('{table}/*-{rules}.parquet') WHERE part IN (SELECT part FROM parts);
"""


_COLUMNS = ("part", "input", "pages", "articles", "finished")
_row = attrgetter(*_COLUMNS)


class Views:
    """The list and the views of the parts that some rules have finished; a marker is read once.

    Args:
        dataset: The dataset.
        rules: The version of the rules.
    """

    def __init__(self, dataset: Dataset, rules: str) -> None:
        self._dataset = dataset
        self._rules = rules
        self._rows: dict[str, tuple[object, ...]] = {}

    def refresh(self) -> None:
        """Write `_parts.parquet` and `views.sql` for the parts that are finished by now, if there are any."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        parts = sorted(self._dataset.done(self._rules))
        if not parts:
            return
        new = [part for part in parts if part not in self._rows]
        self._rows |= {part: _row(self._dataset.marker(part)) for part in new}
        columns = zip(*(self._rows[part] for part in parts), strict=True)
        target = self._dataset.target
        with target.aside() as folder:
            pq.write_table(pa.table(dict(zip(_COLUMNS, columns, strict=True))), folder / "parts")
            target.put(folder / "parts", "_parts.parquet")
        views = _HEAD + "".join(_VIEW.format(table=table, rules=self._rules) for table in TABLES)
        target.write(views, "views.sql")
