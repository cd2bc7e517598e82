"""``voxpop run``: one run of the scheduled scraper."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from archive.commands.shared import CONFIG, OCR, QUIET, ChangingLine, complete_sources, end, print_message, read_config
from archive.humanize import counted
from archive.stopping import LongCommand
from scraper.errors import in_one_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from archive.schedule import Report, Scope
    from archive.settings import Settings

#: Most sources named in a line.
_NAMED = 10


@click.command(cls=LongCommand)
@CONFIG
@click.option("--now", is_flag=True, help="Ignore the intervals of sources and visits.")
@click.option(
    "--source",
    "sources",
    metavar="NAME",
    multiple=True,
    shell_complete=complete_sources,
    help="Only this source. Repeatable.",
)
@click.option(
    "-j",
    "--jobs",
    metavar="N",
    type=click.IntRange(1, 512),
    help="Number of worker processes for extraction [default: jobs in the settings, else 1].",
)
@OCR
@click.option("--dry-run", is_flag=True, help="Print what would be fetched, without fetching or storing.")
@QUIET
@click.option("-v", "--verbose", is_flag=True, help="Print every event as a line on stderr.")
@click.option("--log-json", is_flag=True, help="Print every event as a JSON line on stderr.")
def run(  # noqa: PLR0913 - one argument per option
    config: str,
    *,
    now: bool,
    sources: tuple[str, ...],
    jobs: int | None,
    ocr: bool,
    dry_run: bool,
    quiet: bool,
    verbose: bool,
    log_json: bool,
) -> None:
    """Run the scheduled scraper once.

    Reads the feeds and lists in the settings, fetches new and changed articles, stores their reactions and
    keeps the pages. With [availability] enabled, also checks whether posts are still public. Made for cron:
    silent on success, one line per failed source. Failed articles are retried later and listed by
    `voxpop status`. Exit codes: 0 done, 1 some sources failed, 3 bad settings or database, 4 every source
    failed, 75 another run is active.

    \b
    Example:
      voxpop run -c /srv/reactions/voxpop.toml
      voxpop run --source "Harbour Herald" --now -v
      voxpop run --jobs 4
    """
    from archive.schedule import Scope, pinging, run_once

    settings, scope = read_config(config), Scope(names=sources, now=now)
    if jobs is not None:
        settings = replace(settings, run=replace(settings.run, jobs=jobs))
    if ocr:
        settings = replace(settings, ocr=replace(settings.ocr, enabled=True))
    if dry_run:
        _print_due(settings, scope)
        return
    scope.sources(settings)  # before the ping: a wrong name is no failed run
    line = ChangingLine(quiet=quiet)
    with pinging(settings, print_message) as reports, line:
        reports.append(run_once(settings, scope, on_event=_printer(line, verbose=verbose, as_json=log_json)))
    (report,) = reports
    for failure in report.failures:
        print_message(failure)
    if verbose:
        print_message(_summary(report))
    end(report.exit_code)


def _print_due(settings: Settings, scope: Scope) -> None:
    from archive.schedule import what_is_due

    seen, by_source = Counter[str](), Counter[str]()
    for due in what_is_due(settings, scope):
        seen[due.kind] += 1
        by_source[due.source] += 1
        click.echo(in_one_line(f"{due.kind}  {due.source}  {due.place}"))
    total = ", ".join(counted(number, noun) for noun, number in seen.items()) or "nothing"
    more = "; what is new in the feeds and sitemaps comes on top" if seen["feed"] + seen["sitemap"] else ""
    each = ", ".join(f"{name} {number:,}" for name, number in by_source.most_common(_NAMED))
    others = f" and {len(by_source) - _NAMED:,} more sources" if len(by_source) > _NAMED else ""
    click.echo(in_one_line(f"due: {total}{f' ({each}{others})' if len(by_source) > 1 else ''}{more}"))


def _printer(line: ChangingLine, *, verbose: bool, as_json: bool) -> Callable[[dict[str, Any]], None]:
    """Return a function that prints events: as JSON lines, as lines, or as a progress line."""
    seen = Counter[str]()

    def on_event(event: dict[str, Any]) -> None:
        seen[event["event"]] += 1
        done = seen.total()
        found = f"{counted(seen['article'], 'article')}, {seen['unchanged']:,} unchanged"
        if as_json or verbose:
            click.echo(json.dumps(event, ensure_ascii=False) if as_json else _event_line(event), err=True)
        else:
            line.show(f"{done:,} of {done + event['waiting']:,}: {found}, {seen['failed']:,} failed")

    return on_event


def _event_line(event: dict[str, Any]) -> str:
    """Describe an event in one line.

    >>> _event_line({"event": "failed", "url": "https://a.example/1", "problem": "404 Not Found"})
    'failed https://a.example/1: 404 Not Found'
    >>> _event_line({"event": "article", "url": "https://a.example/1", "status": 200, "kept": False})
    'article https://a.example/1: about none of the topics'
    """
    said = event.get("problem")
    if event.get("kept") is False:
        said = "about none of the topics"
    elif event["event"] == "listing" and event["status"] == 304:
        said = "unchanged"
    subject = f"{event.get('at', '')} {event['event']} {event.get('url') or event['source']}".lstrip()
    return in_one_line(f"{subject}: {said}" if said else subject)


def _summary(report: Report) -> str:
    counts = report.counts
    checked = f", {counted(report.checked.total(), 'post')} checked" if report.checked else ""
    articles = f"{counted(counts['articles'], 'article')} ({counts['added']:,} new)"
    ended = f"{report.outcome}{';' if ':' in report.outcome else ','}"
    others = report.failing[1:_NAMED]
    also = f"; also failed: {', '.join(others)}" if others else ""
    return in_one_line(
        f"{ended} {articles}, {counts['unchanged']:,} unchanged, "
        f"{counts['failed']:,} failed, {counted(counts['requests'], 'request')}{checked}{also}"
    )
