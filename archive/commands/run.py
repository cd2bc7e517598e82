"""``voxpop run``: one run of the scheduled scraper."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from archive.commands.common_options import CONFIG, read_config
from archive.commands.terminal import ChangingLine, print_message
from archive.humanize import counted
from archive.stopping import LongCommand

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


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

    with _event_printer(as_json=log_json) as tell:
        report = run_once(read_config(config), tell=tell)
    for failure in report.failures:
        print_message(failure)
    ctx.exit(report.exit_code)


@contextmanager
def _event_printer(*, as_json: bool) -> Iterator[Callable[[dict[str, Any]], None]]:
    """Give a function that prints the events of the run: as JSON lines, or as one line that changes."""
    if as_json:
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
