"""Read an archive from Python, as in a notebook: tables, SQL and prepared questions as rows or data frames.

The functions here and in `scraper.api` are a contract, as the command line is: they change only with a
new major version. ``docs/python.md`` shows them at work.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from archive.datasette_files import read_source
from archive.reading import Asked, QueryError, reader, reading_errors
from scraper.errors import ArchiveError, SettingsError, VoxpopError

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd

__all__ = ["ArchiveError", "ArchiveReader", "QueryError", "VoxpopError", "open_archive"]


@dataclass(frozen=True, slots=True)
class ArchiveReader:
    """An archive to ask. Nothing stays open between two calls, and nothing can be changed.

    Attributes:
        path: The SQLite file.
    """

    path: str

    def tables(self) -> list[str]:
        """Return the names of the tables and views; `reactions` has a row for each embed and quote."""
        with reader(self.path) as opened:
            return opened.tables()

    def questions(self) -> dict[str, str]:
        """Return the prepared questions: their names, and what each answers."""
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
            table: The table or view to read; `reactions` unless something else is asked.
            where: A condition of SQL that its rows must meet.
            sql: One SELECT statement, instead of a table.
            question: The name of a prepared question, instead of a table.
            parameters: Values of the ``:name`` in any of them; those of a question may be left out.
            seconds: Most seconds to take.

        Raises:
            ArchiveError: The file cannot be read, or has no such table.
            QueryError: The SQL is wrong, does more than read, or takes too long; no question or
                parameter has that name.
        """
        asked = Asked(table=table, where=where, sql=sql, question=question, parameters=parameters or {})
        names, found = self._answer(asked, seconds)
        return [dict(zip(names, row, strict=True)) for row in found]

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

        Times stay the texts that they are, as some are known to the day and others to the millisecond.

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
        asked = Asked(table=table, where=where, sql=sql, question=question, parameters=parameters or {})
        names, found = self._answer(asked, seconds)
        return pd.DataFrame.from_records(found, columns=names)

    def _answer(self, asked: Asked, seconds: float) -> tuple[list[str], list[tuple[Any, ...]]]:
        with reader(self.path, seconds=seconds) as opened, reading_errors():
            cursor = opened.rows(asked.query(opened))
            return [name for name, *_ in cursor.description], cursor.fetchall()


def open_archive(path: str | os.PathLike[str]) -> ArchiveReader:
    """Open an archive to read it; one of an older voxpop is read from an upgraded copy.

    Raises:
        ArchiveError: The file is missing, no archive, or damaged.
    """
    archive = ArchiveReader(os.fspath(path))
    archive.tables()
    return archive
