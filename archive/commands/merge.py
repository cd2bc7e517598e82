"""``voxpop merge``: merge archives, such as those of several machines."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from archive.commands.shared import DATABASE, QUIET, ChangingLine, complete_databases, exit_code, print_message
from archive.humanize import counted
from archive.stopping import LongCommand
from scraper.errors import ArchiveError

if TYPE_CHECKING:
    from archive.store.archive import Archive


@click.command(cls=LongCommand)
@DATABASE
@click.argument(
    "others",
    metavar="OTHER...",
    nargs=-1,
    required=True,
    type=click.Path(dir_okay=False),
    shell_complete=complete_databases,
)
@QUIET
@click.pass_context
def merge(ctx: click.Context, /, database: str, others: tuple[str, ...], *, quiet: bool) -> None:
    """Merge other archives into DB.

    Creates DB if needed; the other archives are only read. Posts are deduplicated, and the later of two
    versions of an article is shown. The order of the archives doesn't matter, and merging one again changes
    nothing, so rerun the same command to resume. Captures, sources and the state of scheduled runs are not
    merged: run `voxpop reextract` on the original archives.

    \b
    Example:
      voxpop merge all.db monday.db tuesday.db
    """
    from archive.erasure.erase import clean, has_traces
    from archive.store.archive import Archive, join_segments

    failed = 0
    with Archive.open(database) as archive:
        for other in others:
            try:
                said = _merge(archive, other)
            except ArchiveError as error:
                failed += 1
                print_message(error)
            else:
                if not quiet:
                    click.echo(f"{database}: {said}")
        join_segments(archive)
        if has_traces(archive):
            clean(archive)
    ctx.exit(exit_code(failed, len(others) - failed))


def _merge(archive: Archive, other: str) -> str:
    from archive.erasure.erase import take_over
    from archive.store.database import failures_named, open_to_read
    from archive.store.merging import Merged, merge_archive

    line, merged = ChangingLine(), Merged()
    if Path(other).exists() and Path(other).samefile(archive.path):
        raise ArchiveError(f"{other}: is the archive itself: name another one")
    try:
        with line, closing(open_to_read(other)) as db, failures_named(other):
            db.conn.execute("BEGIN")
            if not take_over(archive, db.conn):
                line.print_message(
                    f"{other}: its erasures use another key than {archive.path} and are not merged: repeat them "
                    f"here, or use one key for both from the start"
                )
            for merged in merge_archive(archive, db.conn):
                line.show(f"{other}: {counted(merged.articles, 'article')} …")
    except sqlite3.DatabaseError as error:
        raise ArchiveError(f"{other}: cannot be read ({error}): rescue it with `voxpop verify --repair`") from error
    return f"{counted(merged.articles, 'article')} of {other} ({merged.new:,} new, {merged.changed:,} changed)"
