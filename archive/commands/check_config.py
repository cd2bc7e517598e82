"""``voxpop check-config``: check the settings of the scheduled run."""

from __future__ import annotations

import click

from archive.commands.common_options import CONFIG, read_config


@click.command(name="check-config")
@CONFIG
def check_config(config: str) -> None:
    """Check the settings without running anything.

    \b
    Example:
      voxpop check-config -c voxpop.toml
    """
    from archive.settings import check_places

    settings = read_config(config)
    check_places(settings)
    names = ", ".join(f"{source.name} ({source.kind})" for source in settings.sources)
    click.echo(f"{config}: all right: {names}")
