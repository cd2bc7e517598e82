"""Measure how fast a dataset is loaded into an archive, beside SQLite alone with the same rows.

    python -m benchmarks.loading [--articles 20000] [--rounds 3]

Each round loads a dataset of `tools/make_dataset.py` with and without texts, loads it again, when nothing is
new, and writes the rows of the archive that came of it with SQLite alone, from memory: once into tables
without keys and indexes, once into those of the schema, without its triggers. Both have the search indexes
and the settings of an archive, and transactions of as many articles. What loading takes beyond that is
reading, checking, finding out which posts are one, and counting. The table goes to ``LOADING.md``.
"""

from __future__ import annotations

import argparse
import datetime as dt
import os
import platform
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from archive.bulk.loading import TOGETHER
from archive.store.database import open_to_write
from archive.store.write import filled_at_once
from benchmarks.pages import ROOT
from benchmarks.report import ratio, table
from tools.make_dataset import make_dataset

if TYPE_CHECKING:
    from collections.abc import Mapping

TEXTS = {"with texts": (), "`--no-text`": ("--no-text",)}
#: Search index -> its columns.
SEARCHES = {"articles": ("title", "text"), "posts": ("text",), "quotes": ("text", "speaker")}
OWN, STEADY = "`voxpop archive`, the whole command", "the same without its start"
PLAIN, KEYED = "SQLite alone, tables without keys", "SQLite alone, the tables and indexes of the schema"
#: Those of `archive.store.database`.
SETTINGS = ("synchronous = NORMAL", "cache_size = -65536", "temp_store = MEMORY", "wal_autocheckpoint = 10000")
Rows = Sequence[tuple[object, ...]]
_TABLES = """
    SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%\\_fts%' ESCAPE '\\'
    AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_%' ESCAPE '\\'
"""
#: The number of a row that the search indexes name is a column of its own, or the key.
_NUMBERS = {"articles": "rowid", "posts": "rowid", "quotes": "id"}


def main() -> None:
    """Make the dataset, measure and write the table."""
    parser = argparse.ArgumentParser(description="Measure how fast a dataset is loaded into an archive.")
    parser.add_argument("--articles", type=int, default=20_000)
    parser.add_argument("--words", type=int, default=450, help="in the text of an article")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("LOADING.md"))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        dataset = Path(folder, "dataset")
        make_dataset(dataset, options.articles, 2, options.words)
        rounds = [
            {title: _round(dataset, option, options.articles) for title, option in TEXTS.items()}
            for _ in range(options.rounds)
        ]
    text = f"{_heading(options)}\n\n{_figures(rounds, options.articles)}\n"
    options.out.write_text(text, "utf-8")
    print(text)


def _heading(options: argparse.Namespace) -> str:
    return (
        "# Measured: loading a dataset\n\n"
        f"`python -m benchmarks.loading --articles {options.articles} --rounds {options.rounds}` wrote this "
        f"on {dt.datetime.now(dt.UTC):%Y-%m-%d}, {platform.system()}, Python {platform.python_version()}, "
        f"SQLite {sqlite3.sqlite_version}, {os.cpu_count()} cores at a load of {os.getloadavg()[0]:.0f}.\n"
        f"{options.articles:,} invented articles with texts of {options.words} words, 1.5 posts, 0.4 quotes "
        "and 1.5 hashtags each, loaded into a new archive. User and system CPU time in alternating rounds; "
        "the minimum of the rounds, because other work on the machine only adds to it. SQLite alone writes "
        "the same rows from memory, in the same number of transactions, with the same search indexes, whose "
        "segments are merged at the end."
    )


def _figures(rounds: Sequence[Mapping[str, Mapping[str, float]]], articles: int) -> str:
    least = {title: {name: min(each[title][name] for each in rounds) for name in rounds[0][title]} for title in TEXTS}
    rows = (
        (
            name,
            *(
                f"{articles / least[title][name]:,.0f} ({ratio(least[title][name], least[title][PLAIN])})"
                for title in TEXTS
            ),
        )
        for name in (OWN, STEADY, KEYED, PLAIN)
    )
    return table(("articles per second of CPU (and time relative to the last row)", *TEXTS), rows)


def _round(dataset: Path, option: Sequence[str], articles: int) -> dict[str, float]:
    """Give the CPU seconds of each way to write the same archive."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, "made.db")
        command = [sys.executable, "-m", "archive.main", "archive", "-q", *option, str(made), str(dataset)]
        whole, again = _cpu(command), _cpu(command)
        alone = {
            name: _alone(made, Path(folder, f"{is_keyed}.db"), articles, is_keyed=is_keyed)
            for name, is_keyed in ((KEYED, True), (PLAIN, False))
        }
    return {OWN: whole, STEADY: whole - again, **alone}


def _cpu(command: Sequence[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, cwd=ROOT)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _alone(made: Path, path: Path, articles: int, *, is_keyed: bool) -> float:
    """Give the CPU seconds in which SQLite writes the rows of an archive into another file."""
    batches = -(-articles // TOGETHER)
    with closing(sqlite3.connect(made)) as source:
        rows = {
            name: source.execute(f'SELECT * FROM "{name}"').fetchall()  # noqa: S608 - from the schema
            for (name,) in source.execute(_TABLES).fetchall()
        }
        for name, columns in SEARCHES.items():
            query = f"SELECT {_NUMBERS[name]}, {', '.join(columns)} FROM {name} ORDER BY first_seen, 1"  # noqa: S608 - our own names
            rows[f"{name}_fts"] = source.execute(query).fetchall()
        with closing(_keyed(path) if is_keyed else _plain(path, source, rows)) as connection:
            before = time.process_time()
            for number in range(batches):
                _write(connection, rows, number / batches, (number + 1) / batches)
            for name in SEARCHES:
                connection.execute(f"INSERT INTO {name}_fts ({name}_fts) VALUES ('optimize')")  # noqa: S608 - our own names
            return time.process_time() - before


def _write(connection: sqlite3.Connection, rows: Mapping[str, Rows], first: float, last: float) -> None:
    """Write the rows from one share of each table to another in one transaction."""
    connection.execute("BEGIN IMMEDIATE")
    with filled_at_once(connection, [f"{name}_fts" for name in SEARCHES]):
        for name, every in rows.items():
            piece = every[int(first * len(every)) : int(last * len(every))]
            if not piece:
                continue
            columns = ("rowid", *SEARCHES[name.removesuffix("_fts")]) if name.endswith("_fts") else ()
            into = f'"{name}" ({", ".join(columns)})' if columns else f'"{name}"'
            places = ", ".join("?" * len(piece[0]))
            connection.executemany(f"INSERT INTO {into} VALUES ({places})", piece)  # noqa: S608 - our own names
    connection.execute("COMMIT")


def _keyed(path: Path) -> sqlite3.Connection:
    """Make the tables and indexes of an archive, without triggers and checks of references."""
    connection = open_to_write(path).conn
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        connection.execute(f'DROP TRIGGER "{name}"')
    connection.execute("PRAGMA foreign_keys = OFF")
    return connection


def _plain(path: Path, source: sqlite3.Connection, rows: Mapping[str, Rows]) -> sqlite3.Connection:
    """Make tables with the same columns and nothing else, and the search indexes."""
    connection = sqlite3.connect(path, isolation_level=None)
    for setting in ("journal_mode = WAL", *SETTINGS):
        connection.execute(f"PRAGMA {setting}")
    for name in rows.keys() - {f"{name}_fts" for name in SEARCHES}:
        columns = [f'"{column}"' for _, column, *_ in source.execute(f'PRAGMA table_info("{name}")')]
        connection.execute(f'CREATE TABLE "{name}" ({", ".join(columns)})')
    for name in SEARCHES:
        (statement,) = source.execute("SELECT sql FROM sqlite_master WHERE name = ?", (f"{name}_fts",))
        connection.execute(*statement)
    return connection


if __name__ == "__main__":
    main()
