-- views.sql of a dataset, with DuckDB views of its finished parts (archive/bulk/dataset.py).

-- query head:
-- The finished parts of this dataset, as views. In its folder: duckdb -init views.sql
-- From elsewhere: SET file_search_path = 'the/folder'; then run this file.
CREATE OR REPLACE VIEW parts AS SELECT * FROM read_parquet('_parts.parquet');

-- query view: of a table, for one version of the rules
CREATE OR REPLACE VIEW {table} AS
SELECT * FROM read_parquet('{table}/*-{rules}.parquet') WHERE part IN (SELECT part FROM parts);
