"""``voxpop check-config``: check the settings of the scheduled run."""

from __future__ import annotations

import click

from archive.commands.shared import CONFIG, NO_SOURCE, print_message
from scraper.errors import SettingsError


@click.command(name="check-config")
@CONFIG
@click.pass_context
def check_config(ctx: click.Context, /, config: str) -> None:
    """Check the settings file without running anything.

    Prints one line per mistake.

    \b
    Example:
      voxpop check-config -c voxpop.toml
    """
    from archive.settings.paths import check_settings

    sources, problems = check_settings(config)
    if not (sources or problems):
        problems = [NO_SOURCE]
    for problem in problems:
        print_message(f"{config}: {problem}")
    if problems:
        ctx.exit(SettingsError.exit_code)
    names = ", ".join(f"{source.name} ({source.kind})" for source in sources)
    click.echo(f"{config}: all right: {names}")
