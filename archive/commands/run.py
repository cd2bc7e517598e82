"""The commands of the scheduled run: init, check-config, run, reextract. Their work stands elsewhere."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from archive.commands.terminal import ChangingLine
from archive.stopping import LongCommand
from archive.wording import counted
from scraper.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from archive.settings import Settings

CONFIG = click.option(
    "-c",
    "--config",
    metavar="FILE",
    default="voxpop.toml",
    show_default=True,
    type=click.Path(dir_okay=False),
    help="The settings.",
)
MAX_BYTES = click.option(
    "--max-bytes",
    type=click.IntRange(min=1),
    default=20_000_000,
    show_default=True,
    help="Refuse documents larger than this, decompressed.",
)


@click.command()
@click.argument("folder", metavar="[FOLDER]", default=".", type=click.Path(file_okay=False))
def init(folder: str) -> None:
    """Write voxpop.toml and show how to run it on a schedule.

    Every setting is explained in it.

    An existing file is left alone.

    \b
    Example:
      voxpop init /srv/reactions
    """
    from archive.commands.init import schedules, write_settings

    file = write_settings(Path(folder))
    click.echo(f"{file}: written. Name your sources in it, then try `voxpop run -c {file}`.\n")
    click.echo(schedules(file), nl=False)


@click.command(name="check-config")
@CONFIG
def check_config(config: str) -> None:
    """Check the settings without running anything.

    \b
    Example:
      voxpop check-config -c voxpop.toml
    """
    from archive.settings import check_places

    settings = _settings(config)
    check_places(settings)
    names = ", ".join(f"{source.name} ({source.kind})" for source in settings.sources)
    click.echo(f"{config}: all right: {names}")


@click.command(cls=LongCommand)
@CONFIG
@click.option("--log-json", is_flag=True, help="Print every event as a JSON line on stderr.")
@click.pass_context
def run(ctx: click.Context, /, config: str, *, log_json: bool) -> None:
    """Fetch what is due and store its reactions. Made for cron.

    Reads the feeds and lists of the settings, fetches new and changed articles, and keeps their bytes. Silent
    when all is well; one line for each source that fails. A single article that fails is tried again later,
    and shown by `voxpop status`. Exit codes: 0 done, 1 some sources failed, 3 bad settings or database, 4
    every source failed, 75 another run is at work.

    \b
    Example:
      voxpop run -c /srv/reactions/voxpop.toml
    """
    from archive.schedule import run_once

    with _telling(log_json=log_json) as tell:
        report = run_once(_settings(config), tell=tell)
    for failure in report.failures:
        click.echo(f"voxpop: {failure}", err=True)
    ctx.exit(report.exit_code)


def _settings(config: str) -> Settings:
    from archive.settings import read_settings

    settings = read_settings(config)
    if not settings.sources:
        raise SettingsError(f"{config}: sources: there is none: add one as [[sources]]")
    return settings


@contextmanager
def _telling(*, log_json: bool) -> Iterator[Callable[[dict[str, Any]], None]]:
    """Say what happens: as JSON lines, or as one line that changes on a terminal."""
    if log_json:
        yield lambda event: click.echo(json.dumps(event, ensure_ascii=False), err=True)
        return
    line, seen = ChangingLine(), Counter[str]()

    def show(event: dict[str, Any]) -> None:
        seen[event["event"]] += 1
        found = f"{counted(seen['article'], 'article')}, {seen['unchanged']:,} unchanged"
        line.show(f"{found}, {seen['failed']:,} failed, {event['waiting']:,} to go")

    try:
        yield show
    finally:
        line.clear()


@click.command(cls=LongCommand)
@click.argument("database", metavar="DB", type=click.Path(dir_okay=False))
@click.option("--captures", metavar="FOLDER", help="The WARC files; `captures` beside DB unless named.")
@MAX_BYTES
@click.pass_context
def reextract(ctx: click.Context, /, database: str, captures: str | None, max_bytes: int) -> None:
    """Read the stored captures again with today's rules.

    Of each article the newest capture that was accepted as the article is read; one that is empty, a PDF or a
    feed is not. Shows each article that changes. Stopped in between, it is safe to run again.

    \b
    Example:
      voxpop reextract reactions.db
    """
    from archive.commands.reextract import reextract as again

    folder = Path(captures) if captures else Path(database).parent / "captures"
    line = ChangingLine()

    def say(text: str, *, err: bool = False) -> None:
        line.clear()
        click.echo(text, err=err)

    tally = again(
        database,
        folder,
        report=say,
        fail=lambda error: say(f"voxpop: {error}", err=True),
        progress=lambda rows: line.count(rows, "capture"),
        max_bytes=max_bytes,
    )
    click.echo(tally.line())
    ctx.exit(1 if tally.failed else 0)


COMMANDS = (run, init, check_config, reextract)
