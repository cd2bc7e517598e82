"""``voxpop merge`` and ``voxpop verify``: merge archives; check one for damage, and repair it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from archive.captures.lazy import captures_beside
from archive.commands.shared import (
    CAPTURES,
    DATABASE,
    QUIET,
    ChangingLine,
    complete_databases,
    end,
    exit_code,
    print_message,
)
from archive.humanize import counted
from archive.stopping import LongCommand
from scraper.errors import ArchiveError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from archive.store.archive import Archive
    from archive.verify.check import Finding


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
def merge(database: str, others: tuple[str, ...], *, quiet: bool) -> None:
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
    end(exit_code(failed, len(others) - failed))


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


# Print the result of ``voxpop verify``: problems, and the changes made by ``--repair``.


def check(database: str, *, captures: Path | None, no_captures: bool, deep: bool) -> bool:
    """Print the problems of an archive; return True if there are none."""
    from archive.store.database import note_on_age
    from archive.verify.check import capture_findings, captures_in, erasure_findings, findings, owning_findings

    if note := note_on_age(database, "checked as it is"):
        print_message(note)
    found = findings(database, deep=deep)
    if folder := _folder(database, captures, no_captures=no_captures):
        found += capture_findings(database, folder, deep=deep)
    elif not no_captures and not (unread := captures_in(database)):
        found += capture_findings(database, captures_beside(database), deep=deep)
    elif not no_captures:
        missing = f"no such folder: {counted(unread, 'capture')} not checked; name theirs with --captures"
        print_message(f"{captures_beside(database)}: {missing}, or give --no-captures")
    found += erasure_findings(database)
    if folder:
        found += owning_findings(database, folder, deep=deep)
    is_whole = _print(found)
    if not is_whole:
        print_message(f"{database}: repair it with `voxpop verify --repair`")
    return is_whole


def repair_archive(
    database: str, *, captures: Path | None, no_captures: bool, deep: bool, lost_captures: bool = False
) -> bool:
    """Repair an archive; print changes and remaining problems; return True if none remain."""
    from archive.verify.check import capture_findings, each_damaged, erasure_findings, findings, owning_findings
    from archive.verify.repair import repair

    folder = _folder(database, captures, no_captures=no_captures)
    lost = _lost_folder(database, captures) if lost_captures else None
    done = repair(database, folder, deep=deep, lost=lost)
    for line in done.lines:
        click.echo(line)
    archive = str(done.rescued or database)
    erased = erasure_findings(archive, database)
    left = findings(archive, deep=deep)  # last, as it leaves no file next to the archive
    if folder:
        damaged = each_damaged(archive, folder)
        left += damaged or capture_findings(archive, folder)
        erased += owning_findings(archive, folder)
    is_whole = all([_print(left, "cannot be rebuilt: "), _print(erased), not done.rescued])
    if done.rescued:
        new = f"readable rows are in {done.rescued}: check it, then replace the old file with it"
        print_message(f"{database}: is damaged and was not changed; {new}")
    return is_whole


def _print(found: Iterable[Finding], before: str = "") -> bool:
    """Print findings; return True if none is a problem."""
    is_whole = True
    for finding in found:
        if finding.is_note:
            print_message(finding.message)
        else:
            click.echo(f"{before}{finding.check}: {finding.message}")
            is_whole = False
    return is_whole


def _lost_folder(database: str, captures: Path | None) -> Path:
    """Return the folder of lost files: the named one, or the default one if it exists."""
    beside = captures_beside(database)
    if captures is None and not beside.is_dir():
        raise ArchiveError(f"{beside}: no such folder: name the one whose files are lost with --captures")
    return captures or beside


def _folder(database: str, captures: Path | None, *, no_captures: bool) -> Path | None:
    if captures or no_captures:
        return captures
    folder = captures_beside(database)
    return folder if folder.is_dir() else None


@click.command(cls=LongCommand)
@DATABASE
@click.option("--deep", is_flag=True, help="Also recompute which printings are one post, and read all captures.")
@CAPTURES
@click.option("--no-captures", is_flag=True, help="Skip the WARC files.")
@click.option(
    "--repair",
    "is_repair",
    is_flag=True,
    help="Rebuild what can be rebuilt; copy the readable rows of a damaged file to a new one.",
)
@click.option(
    "--lost-captures", is_flag=True, help="With --repair: drop index entries of captures with lost WARC files."
)
def verify(database: str, *, is_repair: bool, lost_captures: bool, **how: Any) -> None:
    """Check an archive for damage, and repair it.

    Checks the structure, search indexes, counts and captures. Prints only problems, and repairs made with
    --repair. Exits with 3 if problems remain.

    \b
    Example:
      voxpop verify reactions.db && echo all is well
    """
    if lost_captures and (not is_repair or how["no_captures"]):
        raise click.UsageError("Give --lost-captures together with --repair, and without --no-captures.")
    is_whole = repair_archive(database, lost_captures=lost_captures, **how) if is_repair else check(database, **how)
    end(0 if is_whole else ArchiveError.exit_code)
