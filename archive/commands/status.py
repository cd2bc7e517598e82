"""``voxpop status``: the figures of an archive and of the scheduled runs that fill it."""

from __future__ import annotations

import click

from archive.commands.common_options import DATABASE
from archive.commands.terminal import print_message


@click.command()
@DATABASE
def status(database: str) -> None:
    """Tell what DB holds and what went wrong while it was filled.

    \b
    Example:
      voxpop status reactions.db
    """
    from archive.status.contents import report
    from archive.status.contents import status as status_of
    from archive.status.runs import schedule_report
    from archive.store.database import note_on_age

    if note := note_on_age(database):
        print_message(note)
    for line in [*report(status_of(database)), *schedule_report(database)]:
        click.echo(line)
