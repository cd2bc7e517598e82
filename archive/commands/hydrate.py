"""``voxpop hydrate``: fill in missing data of embedded posts."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from archive.commands.shared import (
    CONFIG,
    DATABASE,
    QUIET,
    ChangingLine,
    only_archive,
    platform_asked,
    print_message,
    print_plan,
    settings_here,
    switched_off,
)
from archive.humanize import counted
from archive.stopping import LongCommand
from scraper.errors import in_one_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from archive.hydration import HydrationScope, Report
    from archive.settings import Hydration


@click.command(cls=LongCommand)
@DATABASE
@CONFIG
@click.option(
    "--platform",
    "platforms",
    metavar="NAME",
    multiple=True,
    help="Only posts of this platform; with --from platform, the platform or method to ask. Repeatable.",
)
@click.option(
    "--from",
    "sources",
    type=click.Choice(("captures", "platform", "archives")),
    multiple=True,
    help="Where to look: captures (stored responses), platform, archives (web archives). Repeatable. "
    "[default: captures, unless [hydration] is enabled]",
)
@click.option(
    "--reason",
    metavar="TEXT",
    help="Also look in web archives for posts that are gone, for this reason (it is stored).",
)
@click.option("--limit", metavar="N", type=click.IntRange(1), help="Hydrate at most N posts.")
@click.option("--dry-run", is_flag=True, help="Print what would be read or requested, without requesting or storing.")
@QUIET
@click.option("-v", "--verbose", is_flag=True, help="Print a line for each response on stderr.")
@click.pass_context
def hydrate(  # noqa: PLR0913 - one argument per option
    ctx: click.Context,
    /,
    database: str,
    config: str,
    *,
    platforms: tuple[str, ...],
    sources: tuple[str, ...],
    reason: str | None,
    limit: int | None,
    dry_run: bool,
    quiet: bool,
    verbose: bool,
) -> None:
    """Fill in missing text, names, dates and counts of posts.

    Reads platform responses from the captures: those stored by `voxpop check`, and those loaded by frames of
    recorded pages. Nothing is requested unless [hydration] is enabled in the settings, or --from is given:
    platforms are asked at the pace of `voxpop check`, web archives at most 24 times a minute, once per post.
    Data printed in articles are never replaced; responses about another post or author are stored as
    problems. Exit codes: 0 done, 1 some of it failed, 4 all of it failed, 75 a run or a check is active.

    \b
    Example:
      voxpop hydrate reactions.db --dry-run
      voxpop hydrate reactions.db --from captures --from platform --platform bluesky
      voxpop hydrate reactions.db --from archives --limit 100
    """
    from archive.checks import RequestOptions
    from archive.hydration import hydrate_posts

    settings = settings_here(ctx, config)
    ways = RequestOptions.of(settings)
    asking = replace(_asking(platforms, sources, ways.hydration, config), limit=limit, reason=reason)
    if reason is not None and not (reason.strip() and "archives" in asking.sources):
        raise click.BadParameter("needs a text, and --from archives", param_hint="--reason")
    if dry_run:
        _print_wanted(database, asking)
        return
    line = ChangingLine(quiet=quiet)
    with only_archive(database, settings, line) as (archive, folder):
        report = hydrate_posts(archive, folder, asking, ways, on_event=_event_handler(line, verbose=verbose))
    for failure in report.failures:
        print_message(in_one_line(failure))
    if verbose or line.on_terminal:
        click.echo(summary(report), err=True)
    ctx.exit(report.exit_code)


def _asking(named: tuple[str, ...], sources: tuple[str, ...], hydration: Hydration, config: str) -> HydrationScope:
    """Return what to look for, and where."""
    from archive.hydration import HydrationScope

    usual = ["captures"]
    if hydration.enabled:
        usual += ["platform"] * bool(hydration.platforms) + ["archives"] * hydration.archives
    places = sources or tuple(usual)
    methods = named or (hydration.platforms if hydration.enabled else ())
    if "platform" in places and not methods:
        raise switched_off(config, "hydration")
    platforms = _platforms(named, is_asked="platform" in places)
    return HydrationScope(sources=places, platforms=platforms, methods=methods)


def _platforms(named: tuple[str, ...], *, is_asked: bool) -> tuple[str, ...]:
    """Return the names of the platforms, by default of all."""
    from scraper.registry import by_name

    found = [name if name in by_name() and not is_asked else platform_asked(name) for name in named]
    return tuple(dict.fromkeys(found)) or tuple(by_name())


def _print_wanted(database: str, asking: HydrationScope) -> None:
    """Print what would be read or requested, one per line, and the totals."""
    from archive.clock import utc_now
    from archive.hydration import would_ask
    from archive.store.database import failures_named, open_to_read

    with failures_named(database), closing(open_to_read(database)) as db:
        print_plan("wanted", would_ask(db.conn, asking, utc_now()))


def _event_handler(line: ChangingLine, *, verbose: bool) -> Callable[[dict[str, Any]], None]:
    gained: Counter[str] = Counter()

    def on_event(event: dict[str, Any]) -> None:
        if event["event"] == "check":
            asked = f"{event['done']:,} of {counted(event['of'], 'post')} asked for"
            line.show(f"{asked}: {gain_counts(gained) or 'nothing yet'} …")
            return
        gained.update(event["gained"])
        if verbose:
            click.echo(in_one_line(event_line(event)), err=True)
        line.show(f"{counted(event['done'], 'post')}: {gain_counts(gained) or 'nothing yet'} …")

    return on_event


def event_line(event: dict[str, Any]) -> str:
    """Describe the result of one response about a post.

    >>> event_line({"post": "twitter:20", "method": "captures", "outcome": "found", "gained": ["text"]})
    'twitter:20: found in captures: text'
    >>> event_line({"post": "twitter:20", "method": "captures", "outcome": "nothing", "gained": []})
    'twitter:20: nothing in captures'
    """
    gained = f": {', '.join(event['gained'])}" if event["gained"] else ""
    return f"{event['post']}: {event['outcome']} in {event['method']}{gained}"


def gain_counts(gained: Counter[str]) -> str:
    """Count the filled in values in words.

    >>> gain_counts(Counter(text=1200, counts=1))
    '1,200 texts, 1 count'
    """
    return ", ".join(
        counted(gained[name], noun)
        for name, noun in (("text", "text"), ("name", "name"), ("date", "date"), ("counts", "count"))
        if gained[name]
    )


def summary(report: Report) -> str:
    """Return the summary line."""
    found = f": {gain_counts(report.gained)} filled in" if report.gained else ": nothing filled in"
    wrong = report.outcomes["disagrees"]
    disagreed = f", {counted(wrong, 'answer')} of other posts or authors" if wrong else ""
    requests = f"; {counted(report.requests, 'request')}" if report.requests else ""
    gone = f", {counted(report.unasked, 'post')} gone, not looked for without --reason" if report.unasked else ""
    left = f", {report.left:,} left for the next time" if report.left else ""
    return f"{counted(len(report.posts), 'post')} looked for{found}{disagreed}{gone}{requests}{left}"
