"""Write what readers of a dataset need: the list of finished parts, and views for DuckDB that heed it."""

from __future__ import annotations

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


def refresh_views(dataset: Dataset, rules: str) -> None:
    """Write `_parts.parquet` and `views.sql` for the parts that these rules have finished by now."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    parts = sorted(dataset.done(rules))
    if not parts:
        return
    markers = [dataset.marker(part) for part in parts]
    columns = {
        "part": [marker.part for marker in markers],
        "input": [marker.input for marker in markers],
        "pages": [marker.pages for marker in markers],
        "articles": [marker.articles for marker in markers],
        "finished": [marker.finished for marker in markers],
    }
    with dataset.target.aside() as folder:
        pq.write_table(pa.table(columns), folder / "parts")
        dataset.target.put(folder / "parts", "_parts.parquet")
    views = _HEAD + "".join(_VIEW.format(table=table, rules=rules) for table in TABLES)
    dataset.target.write(views, "views.sql")
