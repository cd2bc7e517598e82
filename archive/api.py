"""Read an archive from Python: tables, SQL and prepared questions, as rows or data frames.

The functions here and in `scraper.api` are a contract, like the command line: they change only with a new
major version. ``docs/python.md`` has examples.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from archive.datasette_files import read_source
from archive.reading import QueryError, Request, reader, reading_errors
from scraper.errors import ArchiveError, SettingsError, VoxpopError

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd

__all__ = ["ArchiveError", "ArchiveReader", "QueryError", "VoxpopError", "open_archive"]


@dataclass(frozen=True, slots=True)
class ArchiveReader:
    """A read-only archive. Nothing stays open between calls."""

    path: str

    def tables(self) -> list[str]:
        """Return the names of the tables and views; `reactions` has one row per embed and quote."""
        with reader(self.path) as opened:
            return opened.tables()

    def questions(self) -> dict[str, str]:
        """Return the prepared questions: name -> title."""
        return {name: str(query["title"]) for name, query in read_source()["queries"].items()}

    def rows(  # noqa: PLR0913 - keyword-only but for the table
        self,
        table: str | None = None,
        *,
        where: str | None = None,
        sql: str | None = None,
        question: str | None = None,
        parameters: Mapping[str, Any] | None = None,
        seconds: float = 60.0,
    ) -> list[dict[str, Any]]:
        """Return rows as dictionaries.

        Args:
            table: Table or view; `reactions` by default.
            where: SQL condition on its rows.
            sql: One SELECT statement, instead of a table.
            question: Name of a prepared question, instead of a table.
            parameters: Values of the ``:name`` in any of them; optional for questions.
            seconds: Time limit.

        Raises:
            ArchiveError: The file cannot be read, or the table is unknown.
            QueryError: The SQL is invalid, does more than read, or exceeds the time limit; unknown question or
                parameter.
        """
        request = Request(table=table, where=where, sql=sql, question=question, parameters=parameters or {})
        with reader(self.path, seconds=seconds) as opened:
            return opened.dicts(request.query(opened))

    def frame(  # noqa: PLR0913 - as above
        self,
        table: str | None = None,
        *,
        where: str | None = None,
        sql: str | None = None,
        question: str | None = None,
        parameters: Mapping[str, Any] | None = None,
        seconds: float = 60.0,
    ) -> pd.DataFrame:
        """Return rows as a pandas data frame; the arguments are those of `rows`.

        Times stay texts, because their precision varies from days to milliseconds.

        Raises:
            SettingsError: pandas is not installed.
            ArchiveError: As for `rows`.
            QueryError: As for `rows`.
        """
        try:
            import pandas as pd
        except ImportError as error:
            raise SettingsError(
                "data frames need pandas: install voxpop with the extra, `voxpop[notebook]`, or use rows()"
            ) from error
        request = Request(table=table, where=where, sql=sql, question=question, parameters=parameters or {})
        with reader(self.path, seconds=seconds) as opened, reading_errors():
            cursor = opened.rows(request.query(opened))
            return pd.DataFrame.from_records(cursor.fetchall(), columns=[name for name, *_ in cursor.description])


def open_archive(path: str | os.PathLike[str]) -> ArchiveReader:
    """Open an archive for reading; an older one is read from an upgraded copy.

    Raises:
        ArchiveError: The file is missing, not an archive, or damaged.
    """
    archive = ArchiveReader(os.fspath(path))
    archive.tables()
    return archive
