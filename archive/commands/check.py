"""``voxpop check``: ask platforms whether the posts of an archive are still public."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
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

    from archive.checks import Report, Selection
    from archive.settings import Availability


@click.command(cls=LongCommand)
@DATABASE
@CONFIG
@click.option(
    "--platform",
    "platforms",
    metavar="NAME",
    multiple=True,
    help="Platform, or one of its methods, to ask; enabled by naming it. Repeatable.",
)
@click.option(
    "--post",
    "posts",
    metavar="ID",
    multiple=True,
    help="Only this post, due or not, such as twitter:1223400000000000001. Repeatable.",
)
@click.option("--limit", metavar="N", type=click.IntRange(1), help="Check at most N posts.")
@click.option("--dry-run", is_flag=True, help="Print the posts that are due, without asking or storing.")
@QUIET
@click.option("-v", "--verbose", is_flag=True, help="Print a line for each post on stderr.")
@click.pass_context
def check(  # noqa: PLR0913 - one argument per option
    ctx: click.Context,
    /,
    database: str,
    config: str,
    *,
    platforms: tuple[str, ...],
    posts: tuple[str, ...],
    limit: int | None,
    dry_run: bool,
    quiet: bool,
    verbose: bool,
) -> None:
    """Ask platforms whether posts are still public.

    Off unless [availability] is enabled in the settings, or --platform is given. Checks the posts that are
    due, slowly, and stores every response. A post counts as gone if a second check a day later confirms it.
    Rerun the same command to resume. Exit codes: 0 done, 1 some platforms failed, 4 every platform failed,
    75 a run or another check is active.

    \b
    Example:
      voxpop check reactions.db --platform bluesky --dry-run
      voxpop check reactions.db -c voxpop.toml
    """
    from archive.checks import RequestOptions, Selection, check_posts

    settings = settings_here(ctx, config)
    ways = RequestOptions.of(settings)
    selection = Selection(platforms=_methods(platforms, ways.availability, config), posts=tuple(posts), limit=limit)
    if dry_run:
        _print_due(database, selection, ways.availability)
        return
    line = ChangingLine(quiet=quiet)
    with only_archive(database, settings, line) as (archive, folder):
        report = check_posts(archive, folder, selection, ways, on_event=_event_handler(line, verbose=verbose))
    for failure in report.failures:
        print_message(in_one_line(failure))
    if verbose or line.on_terminal:
        click.echo(summary(report), err=True)
    ctx.exit(report.exit_code)


def _methods(named: tuple[str, ...], availability: Availability, config: str) -> tuple[str, ...]:
    """Return the methods to use."""
    for name in named:
        platform_asked(name)
    if named:
        return tuple(dict.fromkeys(named))
    if availability.enabled and availability.platforms:
        return availability.platforms
    raise switched_off(config, "availability")


def _print_due(database: str, selection: Selection, availability: Availability) -> None:
    """Print the posts that are due, one per line, and their number."""
    from archive.checks import posts_due
    from archive.clock import utc_now
    from archive.store.database import failures_named, open_to_read

    with failures_named(database), closing(open_to_read(database)) as db:
        due = posts_due(db.conn, selection, availability.after, utc_now())
    print_plan("due", ((item.question.name, item.target.key, item.target.url) for item in due))


def _event_handler(line: ChangingLine, *, verbose: bool) -> Callable[[dict[str, Any]], None]:
    seen, known = Counter[str](), dict[str, str]()

    def on_event(event: dict[str, Any]) -> None:
        if event["post"] in known:  # it was taken back, with all of its batch
            seen[known[event["post"]]] -= 1
        known[event["post"]] = event["verdict"]
        seen[event["verdict"]] += 1
        if verbose:
            click.echo(in_one_line(event_line(event)), err=True)
        line.show(f"{event['done']:,} of {counted(event['of'], 'post')}: {verdict_counts(seen)} …")

    return on_event


def event_line(event: dict[str, Any]) -> str:
    """Describe the verdict on a post in one line.

    >>> event_line({"post": "bluesky:3kaaaaaaaaa2a", "verdict": "deleted", "reason": "not there"})
    'deleted bluesky:3kaaaaaaaaa2a: not there'
    """
    return f"{event['verdict']} {event['post']}: {event['reason']}"


def verdict_counts(verdicts: Counter[str]) -> str:
    """Count verdicts in words, most frequent first.

    >>> verdict_counts(Counter(up=1200, deleted=2))
    '1,200 up, 2 deleted'
    """
    return ", ".join(f"{count:,} {verdict}" for verdict, count in verdicts.most_common() if count)


def summary(report: Report) -> str:
    """Return the summary line."""
    found = f": {verdict_counts(report.verdicts)}" if report.found else ""
    left = f", {report.left:,} left for the next time" if report.left else ""
    return f"{counted(len(report.found), 'post')} checked{found}; {counted(report.requests, 'request')}{left}"
