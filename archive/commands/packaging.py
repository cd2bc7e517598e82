"""The work of ``voxpop export --wacz``: captures of chosen articles in one file that replay tools open."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from archive.captures.naming import captures_beside
from archive.commands.earlier_outputs import is_package
from archive.commands.terminal import ChangingLine, print_message
from archive.humanize import counted, sized
from archive.outputs import Kept, written_whole
from scraper.errors import ArchiveError, VoxpopError

if TYPE_CHECKING:
    from archive.reading import Asked, Reader


def write_wacz(db: Reader, asked: Asked, output: str | None, folder: Path | None, *, force: bool = False) -> int:
    """Write the captures of the articles that were asked for as a WACZ, and tell what is in it.

    Args:
        db: The archive.
        asked: The articles; all captures where nothing is asked.
        output: The file; it takes its name when it is complete.
        folder: Of the WARC files; `captures` beside the archive where it is None.
        force: Replace a file that is no such package.

    Returns:
        The exit code: 1 where captures are missing.

    Raises:
        ArchiveError: No capture can be read.
        SettingsError: The file cannot be written.
    """
    if output in {None, "-"}:
        raise click.UsageError("--wacz writes a file: name it with -o.")
    target = Path(str(output))
    kept = Kept.of(db.path, folder)
    with written_whole(target, kept, is_package, force=force) as unfinished:
        missing = _write(db, asked, unfinished, folder or captures_beside(db.path), target.stem)
        size = unfinished.stat().st_size
    click.echo(f"{output}: {missing.told}, {sized(size)}", err=True)
    return VoxpopError.exit_code if missing else 0


class _Missing(Counter[tuple[str, str]]):
    """How many captures are not there, by the file and what is wrong with it.

    Attributes:
        told: What was written, in words.
    """

    told = ""

    def note(self, file: str, reason: str) -> None:
        self[file, reason] += 1


def _write(db: Reader, asked: Asked, path: Path, folder: Path, title: str) -> _Missing:
    from archive.evidence.selected import captures_of, query_of
    from archive.evidence.wacz import Package
    from archive.reading import reading_errors

    missing = _Missing()
    if asked.where and not asked.table:
        asked = replace(asked, table="articles")
    query = query_of(db, asked)
    line = ChangingLine()
    with path.open("wb") as out, Package(out, title) as package, reading_errors():
        for lying in line.count(captures_of(db, query, folder, missing.note), "capture"):
            package.add(lying)
        missing.told = f"{counted(package.records, 'capture')} of {counted(package.articles, 'article')}"
        records = package.records
    for (file, reason), number in missing.items():
        print_message(f"{file}: {reason}: {counted(number, 'capture')} left out")
    if not records:
        raise ArchiveError(f"{db.path}: no capture of these articles can be read: nothing is written")
    return missing
