"""``voxpop bulk``: extract reactions from crawls into Parquet tables, on all cores or a cluster."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from archive.commands.shared import (
    MIN_CONFIDENCE,
    QUIET,
    ChangingLine,
    all_of,
    checked_date,
    complete_files,
    end,
    exit_code,
    print_message,
)
from archive.humanize import counted
from archive.stopping import LongCommand
from scraper.errors import SettingsError, in_one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from archive.bulk.dataset import Dataset, Options
    from archive.bulk.run import Engine, Tally
    from archive.bulk.storage import Storage

#: Maximum number of failures printed; the others are in the folder.
_SHOWN = 20


class _Group(click.Group):
    """A group; its first word can also be the folder of a dataset, which means `make`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Insert `make` before arguments that name no command."""
        if args and args[0] not in {*self.commands, *ctx.help_option_names}:
            args = ["make", *args]
        return super().parse_args(ctx, args)


@click.group(cls=_Group)
def bulk() -> None:
    """Extract reactions from crawls into Parquet tables.

    For millions of pages, on all cores or on a cluster. `voxpop bulk OUT SOURCE...` is short for
    `voxpop bulk make OUT SOURCE...`.

    \b
    Example:
      voxpop bulk reactions/ crawl/
      voxpop bulk status reactions/
    """


_engine_options = all_of(
    click.option(
        "--engine",
        type=click.Choice(["processes", "dask"]),
        default="processes",
        help="Where to run: local processes or a Dask cluster.",
    ),
    click.option(
        "-j",
        "--jobs",
        metavar="N",
        type=click.IntRange(min=1),
        help="Files processed in parallel [default: number of cores].",
    ),
    click.option("--scheduler", metavar="ADDRESS", help="Dask scheduler, such as tcp://head:8786."),
    click.option("--anonymous", is_flag=True, help="Don't sign S3 requests (public buckets)."),
    click.option("--s3-endpoint", metavar="URL", help="URL of an S3 server other than Amazon's."),
    QUIET,
)


@bulk.command(cls=LongCommand)
@click.argument("out", metavar="OUT")
@click.argument("sources", metavar="SOURCE...", nargs=-1, required=True, shell_complete=complete_files)
@click.option(
    "--only",
    type=click.Choice(["embeds", "reactions", "all"]),
    default="reactions",
    help="Articles to write: with embeds, with any reaction, or all. The others are only counted.",
)
@click.option(
    "--hosts", metavar="FILE", type=click.Path(dir_okay=False), help="Only pages of the hosts listed in FILE."
)
@click.option("--since", metavar="DATE", callback=checked_date, help="Only pages crawled on or after this day.")
@click.option("--until", metavar="DATE", callback=checked_date, help="Only pages crawled on or before this day.")
@click.option("--prefix", metavar="URL", help="URL prefix for the names in lists, such as s3://commoncrawl/.")
@click.option("--no-text", is_flag=True, help="Don't write article text.")
@MIN_CONFIDENCE
@click.option(
    "--max-bytes", type=click.IntRange(min=1), default=5_000_000, help="Skip larger pages, and record them as problems."
)
@_engine_options
def make(  # noqa: PLR0913 -- one argument per option
    out: str,
    sources: tuple[str, ...],
    *,
    only: Literal["embeds", "reactions", "all"],
    hosts: str | None,
    since: str | None,
    until: str | None,
    prefix: str | None,
    no_text: bool,
    min_confidence: float | None,
    max_bytes: int,
    **how: Any,
) -> None:
    """Extract reactions from crawl files into the dataset OUT.

    SOURCE is a WARC or WACZ file, a folder of them, a pattern, or @LIST for a file with one name per line.
    Each can be a URL (s3://, https://). Finished files are skipped, so rerun the same command to resume.

    \b
    Example:
      voxpop bulk reactions/ crawl/*.warc.gz
      voxpop bulk reactions/ @warc.paths.gz --prefix s3://commoncrawl/ --anonymous --since 2020-02-01
      voxpop bulk reactions/ crawl/ --engine dask --scheduler tcp://head:8786
    """
    from archive.bulk.dataset import Options
    from archive.bulk.storage import find_inputs

    storage = _storage(how)
    named = find_inputs(sources, storage, prefix or "")
    for problem in named.problems:
        print_message(problem)
    if not named.files:
        end(exit_code(len(named.problems), 0))
    options = Options(
        only=only,
        hosts=_read_hosts(hosts) if hosts else (),
        since=_day(since, "--since"),
        until=_day(until, "--until"),
        min_confidence=min_confidence,
        text=not no_text,
        max_bytes=max_bytes,
    )
    tally = _work(out, named.files, options, storage, how)
    end(exit_code(len(tally.failed) + len(named.problems), tally.done + tally.before))


@bulk.command(cls=LongCommand)
@click.argument("out", metavar="OUT")
@_engine_options
def retry(out: str, **how: Any) -> None:
    """Retry failed files with the original options.

    \b
    Example:
      voxpop bulk retry reactions/
    """
    from archive.bulk.dataset import rules_version

    storage = _storage(how)
    dataset, options = _opened(out, storage)
    failed = [failure["input"] for failure in dataset.failures(rules_version())]
    tally = _work(out, failed, options, storage, how)
    end(exit_code(len(tally.failed), tally.done + tally.before))


@bulk.command()
@click.argument("out", metavar="OUT")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--s3-endpoint", metavar="URL", help="An S3 server other than Amazon's.")
def status(out: str, *, as_json: bool, s3_endpoint: str | None) -> None:
    """Show the progress of a dataset, and the failed files.

    \b
    Example:
      voxpop bulk status reactions/
    """
    import json

    from archive.bulk.dataset import rules_version, status_of
    from archive.bulk.storage import Storage
    from archive.clock import utc_now

    dataset, _ = _opened(out, Storage(endpoint=s3_endpoint))
    rules = rules_version()
    found = status_of(dataset, rules if dataset.done(rules) else dataset.newest_rules() or rules, utc_now())
    pages, articles = (sum(done.pages for done in found.done), sum(done.articles for done in found.done))
    figures = {
        "rules": found.rules,
        "files": found.planned,
        "done": len(found.done),
        "failed": dict(found.failed),
        "running": dict(found.running),
        "left": found.left,
        "pages": pages,
        "articles": articles,
        "pages_a_second": found.pages_a_second,
        "seconds_left": found.seconds_left,
    }
    if as_json:
        click.echo(json.dumps(figures, ensure_ascii=False))
        return
    click.echo(
        f"{out}: {len(found.done):,} of {counted(found.planned, 'file')} done, {len(found.failed):,} failed, "
        f"{len(found.running):,} running, {found.left:,} left; {counted(pages, 'page')}, "
        f"{counted(articles, 'article')}{_speed(found.pages_a_second, found.seconds_left)}"
    )
    for name, pages in sorted(found.running.items()):
        click.echo(in_one_line(f"  running: {name}: {counted(pages, 'page')}"))
    for name, reason in sorted(found.failed.items())[:_SHOWN]:
        click.echo(in_one_line(f"  failed: {name}: {reason}"))
    if len(found.failed) > _SHOWN:
        click.echo(f"  and {len(found.failed) - _SHOWN:,} others: see {out}/_failed")


def _speed(pages_a_second: float | None, seconds_left: float | None) -> str:
    if pages_a_second is None:
        return ""
    left = f", about {counted(max(1, round((seconds_left or 0) / 60)), 'minute')} left" if seconds_left else ""
    return f"; {pages_a_second:,.0f} pages a second{left}"


def _opened(out: str, storage: Storage) -> tuple[Dataset, Options]:
    from archive.bulk.dataset import Dataset

    dataset = Dataset.at(out, storage)
    options = dataset.options()
    if options is None:
        raise SettingsError(f"{out}: no such dataset: make one with `voxpop bulk {out} SOURCE...`")
    return dataset, options


def _storage(how: dict[str, Any]) -> Storage:
    from archive.bulk.storage import Storage, check_address

    check_address(how["s3_endpoint"] or "")
    return Storage(anonymous=how["anonymous"], endpoint=how["s3_endpoint"])


def _work(out: str, files: Iterable[str], options: Options, storage: Storage, how: dict[str, Any]) -> Tally:
    from archive.bulk.run import make_dataset

    line = ChangingLine(quiet=how["quiet"])

    def report(tally: Tally, number: int) -> None:
        failed = f", {len(tally.failed):,} failed" if tally.failed else ""
        line.show(
            f"{tally.done + tally.before:,} of {counted(number, 'file')}{failed}, "
            f"{counted(tally.pages, 'page')}, {counted(tally.articles, 'article')} …"
        )

    with line:
        engine = _engine(how, line.print_message)
        tally = make_dataset(out, files, options, engine=engine, storage=storage, report=report)
    for name, reason in sorted(tally.failed.items())[:_SHOWN]:
        print_message(in_one_line(f"{name}: {reason}"))
    if not how["quiet"]:
        click.echo(tally.line(out))
    return tally


def _engine(how: dict[str, Any], note: Callable[[str], None]) -> Engine:
    from functools import partial

    need_pyarrow()
    from scraper.processes import usable_cores

    jobs = how["jobs"] or usable_cores()
    if how["engine"] == "dask":
        from archive.bulk.workers import work_on_cluster

        return partial(work_on_cluster, scheduler=how["scheduler"], jobs=jobs, note=note)
    if how["scheduler"]:
        raise click.UsageError("--scheduler is for --engine dask: name both.")
    from archive.bulk.workers import work_in_processes

    return partial(work_in_processes, jobs=jobs)


def need_pyarrow() -> None:
    """Raise a `SettingsError` if pyarrow is missing."""
    try:
        import pyarrow as _  # noqa: F401, ICN001
    except ImportError as error:
        raise SettingsError("datasets need pyarrow: install it with `pip install 'voxpop[bulk]'`") from error


def _read_hosts(file: str) -> tuple[str, ...]:
    from scraper.values.urls import host_without_www

    try:
        lines = Path(file).read_text("utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{file}: cannot be read ({error}): name a list of hosts, one per line") from error
    words = [word for line in lines if (word := line.strip()) and word[0] != "#"]
    hosts = {host_without_www(word if "://" in word else f"https://{word}") for word in words}
    if not hosts - {None}:
        raise SettingsError(f"{file}: contains no hosts: write one per line")
    return tuple(sorted(host for host in hosts if host))


def _day(value: str | None, option: str) -> str | None:
    if value is not None and len(value.strip()) != 10:
        raise click.UsageError(f"{option} {value}: name a day, such as 2020-02-02.")
    return value and value.strip()
