"""``voxpop verify``: check an archive, and repair it on request."""

from __future__ import annotations

from typing import Any

import click

from archive.commands.common_options import CAPTURES, DATABASE
from archive.stopping import LongCommand
from scraper.errors import ArchiveError


@click.command(cls=LongCommand)
@DATABASE
@click.option("--deep", is_flag=True, help="Also work out again which printings are one post, and read all captures.")
@CAPTURES
@click.option("--no-captures", is_flag=True, help="Leave the WARC files alone.")
@click.option(
    "--repair",
    "is_repair",
    is_flag=True,
    help="Rebuild what can be rebuilt; of a damaged file, write what can be read to a new one.",
)
@click.option(
    "--lost-captures",
    is_flag=True,
    help="With --repair: forget captures whose WARC files are not in their folder and are gone for good.",
)
@click.pass_context
def verify(ctx: click.Context, /, database: str, *, is_repair: bool, lost_captures: bool, **how: Any) -> None:
    """Check that DB is whole: its structure, search indexes, counts and captures.

    Captures are looked for where their folder is there, and read with --deep. Prints nothing but what is
    wrong, and with --repair what was done about it. Exits 3 when something is wrong, or still is.

    \b
    Example:
      voxpop verify reactions.db && echo all is well
    """
    from archive.verify.report import check, repair_archive

    if lost_captures and (not is_repair or how["no_captures"]):
        raise click.UsageError("Give --lost-captures together with --repair, and without --no-captures.")
    is_whole = repair_archive(database, lost_captures=lost_captures, **how) if is_repair else check(database, **how)
    ctx.exit(0 if is_whole else ArchiveError.exit_code)
