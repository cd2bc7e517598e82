"""``voxpop check`` and ``voxpop hydrate``: ask platforms about the posts of an archive."""

from __future__ import annotations

from collections import Counter
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from archive.captures.lazy import captures_beside
from archive.clock import utc_now
from archive.commands.shared import CONFIG, DATABASE, QUIET, ChangingLine, all_of, end, print_message
from archive.humanize import counted
from archive.stopping import LongCommand
from scraper.errors import SettingsError, in_one_line

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator

    from archive.checks import Report as CheckReport
    from archive.hydration import HydrationScope
    from archive.hydration import Report as HydrationReport
    from archive.settings import Availability, Hydration, Settings
    from archive.store.archive import Archive

_asking_options = all_of(
    click.option("--limit", metavar="N", type=click.IntRange(1), help="Maximum number of posts."),
    click.option("--dry-run", is_flag=True, help="Print what would be read or requested, without doing it."),
    QUIET,
    click.option("-v", "--verbose", is_flag=True, help="Print a line for each response on stderr."),
)


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
@_asking_options
def check(  # noqa: PLR0913 - one argument per option
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
    from archive.checks import RequestOptions, Selection, check_posts, posts_due

    settings = _settings_here(config)
    ways = RequestOptions.of(settings)
    selection = Selection(platforms=_methods(platforms, ways.availability, config), posts=tuple(posts), limit=limit)
    if dry_run:
        with _opened(database) as connection:
            due = posts_due(connection, selection, ways.availability.after, utc_now())
        _print_plan("due", ((item.question.name, item.target.key, item.target.url) for item in due))
        return
    line = ChangingLine(quiet=quiet)
    with _only_archive(database, settings, line) as (archive, folder):
        report = check_posts(archive, folder, selection, ways, on_event=_on_checked(line, verbose=verbose))
    _end(report, check_summary(report) if verbose or line.on_terminal else "")


def _methods(named: tuple[str, ...], availability: Availability, config: str) -> tuple[str, ...]:
    for name in named:
        _platform_asked(name)
    if named:
        return tuple(dict.fromkeys(named))
    if availability.enabled and availability.platforms:
        return availability.platforms
    raise _switched_off(config, "availability")


def _on_checked(line: ChangingLine, *, verbose: bool) -> Callable[[dict[str, Any]], None]:
    seen, known = Counter[str](), dict[str, str]()

    def on_event(event: dict[str, Any]) -> None:
        if event["post"] in known:  # it was taken back, with all of its batch
            seen[known[event["post"]]] -= 1
        known[event["post"]] = event["verdict"]
        seen[event["verdict"]] += 1
        if verbose:
            click.echo(in_one_line(check_line(event)), err=True)
        line.show(f"{event['done']:,} of {counted(event['of'], 'post')}: {verdict_counts(seen)} …")

    return on_event


def check_line(event: dict[str, Any]) -> str:
    """Describe the verdict on a post in one line.

    >>> check_line({"post": "bluesky:3kaaaaaaaaa2a", "verdict": "deleted", "reason": "not there"})
    'deleted bluesky:3kaaaaaaaaa2a: not there'
    """
    return f"{event['verdict']} {event['post']}: {event['reason']}"


def verdict_counts(verdicts: Counter[str]) -> str:
    """Count verdicts in words, most frequent first.

    >>> verdict_counts(Counter(up=1200, deleted=2))
    '1,200 up, 2 deleted'
    """
    return ", ".join(f"{count:,} {verdict}" for verdict, count in verdicts.most_common() if count)


def check_summary(report: CheckReport) -> str:
    """Return the summary line."""
    found = f": {verdict_counts(report.verdicts)}" if report.found else ""
    left = f", {report.left:,} left for the next time" if report.left else ""
    return f"{counted(len(report.found), 'post')} checked{found}; {counted(report.requests, 'request')}{left}"


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
@_asking_options
def hydrate(  # noqa: PLR0913 - one argument per option
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
    from archive.hydration import hydrate_posts, would_ask

    settings = _settings_here(config)
    ways = RequestOptions.of(settings)
    asking = replace(_asking(platforms, sources, ways.hydration, config), limit=limit, reason=reason)
    if reason is not None and not (reason.strip() and "archives" in asking.sources):
        raise click.BadParameter("needs a text, and --from archives", param_hint="--reason")
    if dry_run:
        with _opened(database) as connection:
            _print_plan("wanted", would_ask(connection, asking, utc_now()))
        return
    line = ChangingLine(quiet=quiet)
    with _only_archive(database, settings, line) as (archive, folder):
        report = hydrate_posts(archive, folder, asking, ways, on_event=_on_hydrated(line, verbose=verbose))
    _end(report, hydration_summary(report) if verbose or line.on_terminal else "")


def _asking(named: tuple[str, ...], sources: tuple[str, ...], hydration: Hydration, config: str) -> HydrationScope:
    from archive.hydration import HydrationScope
    from scraper.registry import by_name

    usual = ["captures"]
    if hydration.enabled:
        usual += ["platform"] * bool(hydration.platforms) + ["archives"] * hydration.archives
    places = sources or tuple(usual)
    methods = named or (hydration.platforms if hydration.enabled else ())
    is_asked = "platform" in places
    if is_asked and not methods:
        raise _switched_off(config, "hydration")
    platforms = [name if name in by_name() and not is_asked else _platform_asked(name) for name in named] or by_name()
    return HydrationScope(sources=places, platforms=tuple(dict.fromkeys(platforms)), methods=methods)


def _on_hydrated(line: ChangingLine, *, verbose: bool) -> Callable[[dict[str, Any]], None]:
    gained: Counter[str] = Counter()

    def on_event(event: dict[str, Any]) -> None:
        if event["event"] == "check":
            asked = f"{event['done']:,} of {counted(event['of'], 'post')} asked for"
            line.show(f"{asked}: {gain_counts(gained) or 'nothing yet'} …")
            return
        gained.update(event["gained"])
        if verbose:
            click.echo(in_one_line(hydration_line(event)), err=True)
        line.show(f"{counted(event['done'], 'post')}: {gain_counts(gained) or 'nothing yet'} …")

    return on_event


def hydration_line(event: dict[str, Any]) -> str:
    """Describe the result of one response about a post.

    >>> hydration_line({"post": "twitter:20", "method": "captures", "outcome": "found", "gained": ["text"]})
    'twitter:20: found in captures: text'
    >>> hydration_line({"post": "twitter:20", "method": "captures", "outcome": "nothing", "gained": []})
    'twitter:20: nothing in captures'
    """
    gained = f": {', '.join(event['gained'])}" if event["gained"] else ""
    return f"{event['post']}: {event['outcome']} in {event['method']}{gained}"


def gain_counts(gained: Counter[str]) -> str:
    """Count the filled in values in words.

    >>> gain_counts(Counter(text=1200, counts=1))
    '1,200 texts, 1 count'
    """
    names = ("text", "name", "date", "counts")
    return ", ".join(counted(gained[name], name.removesuffix("s")) for name in names if gained[name])


def hydration_summary(report: HydrationReport) -> str:
    """Return the summary line."""
    found = f": {gain_counts(report.gained)} filled in" if report.gained else ": nothing filled in"
    wrong = report.outcomes["disagrees"]
    disagreed = f", {counted(wrong, 'answer')} of other posts or authors" if wrong else ""
    requests = f"; {counted(report.requests, 'request')}" if report.requests else ""
    gone = f", {counted(report.unasked, 'post')} gone, not looked for without --reason" if report.unasked else ""
    left = f", {report.left:,} left for the next time" if report.left else ""
    return f"{counted(len(report.posts), 'post')} looked for{found}{disagreed}{gone}{requests}{left}"


# Both commands.


def _settings_here(config: str) -> Settings | None:
    """Read the settings; None if the option is not given and the default file is missing."""
    from archive.settings import read_settings

    is_named = click.get_current_context().get_parameter_source("config") is not click.core.ParameterSource.DEFAULT
    return read_settings(config) if is_named or Path(config).exists() else None


def _platform_asked(name: str) -> str:
    """Return the platform of a value of ``--platform``, which names it or one of its methods."""
    from scraper.registry import question_of

    try:
        return question_of(name)[0].name
    except LookupError as error:
        raise click.BadParameter(str(error), param_hint="--platform") from None


def _print_plan(word: str, requests: Iterable[tuple[str, str, str]]) -> None:
    """Print what would be requested, one per line: method, post and URL; then the numbers by method."""
    found = Counter[str]()
    for request in requests:
        found[request[0]] += 1
        click.echo(in_one_line("  ".join(request)))
    total = ", ".join(f"{method} {count:,}" for method, count in found.items()) or "nothing"
    click.echo(f"{word}: {total}")


def _switched_off(config: str, section: str) -> SettingsError:
    """Return the error of a command that asks platforms if none is enabled."""
    remedy = f"name one with --platform, or set enabled = true in [{section}]"
    return SettingsError(f"{config}: no platform is enabled: {remedy}")


@contextmanager
def _opened(database: str) -> Iterator[sqlite3.Connection]:
    from archive.store.database import failures_named, open_to_read

    with failures_named(database), closing(open_to_read(database)) as db:
        yield db.conn


@contextmanager
def _only_archive(database: str, settings: Settings | None, line: ChangingLine) -> Iterator[tuple[Archive, Path]]:
    """Open an archive exclusively, and yield it with its captures folder; clear the line at the end.

    The folder and the key of erasures are those of the settings, if these are for this archive.
    """
    from archive.lock import only_one
    from archive.store.archive import Archive

    folder, key = captures_beside(database), None
    if settings is not None and settings.database.resolve() == Path(database).resolve():
        folder, key = settings.captures, settings.erasures_key
    with Archive.open(database, create=False, key=key) as archive, only_one(Path(database)), line:
        yield archive, folder


def _end(report: CheckReport | HydrationReport, summary: str) -> None:
    for failure in report.failures:
        print_message(in_one_line(failure))
    if summary:
        click.echo(summary, err=True)
    end(report.exit_code)
