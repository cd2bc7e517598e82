"""``voxpop status``: show the contents and problems of an archive, and its scheduled runs."""

from __future__ import annotations

import json
from pathlib import Path

import click

from archive.commands.shared import CONFIG, OPTIONAL_DATABASE, print_message


@click.command()
@OPTIONAL_DATABASE
@CONFIG
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def status(database: str | None, config: str, *, as_json: bool) -> None:
    """Show the contents and problems of an archive.

    Without DB: the archive named in the settings.

    \b
    Example:
      voxpop status reactions.db
      voxpop status -c voxpop.toml --json | jq .schedule.failing_sources
    """
    from dataclasses import asdict

    from archive.status import report, schedule_report, schedule_state
    from archive.status import status as status_of
    from archive.store.database import note_on_age

    path = database or _database_of(config)
    if note := note_on_age(path):
        print_message(note)
    state = status_of(path)
    if as_json:
        click.echo(json.dumps({**asdict(state), "schedule": schedule_state(path)}, ensure_ascii=False))
        return
    for line in [*report(state), *schedule_report(path)]:
        click.echo(line)


def _database_of(config: str) -> str:
    from archive.settings import read_settings

    if not Path(config).exists():
        raise click.UsageError(f"there is no {config} here: name DB, or the settings with -c FILE")
    return str(read_settings(config).database)
